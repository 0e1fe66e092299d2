/** The sending part of the main in memory: texts that leave, drafts with their files, what waits, what a text costs. */
import type {
  ContractError,
  EventName,
  EventPayload,
  MessageView,
  OutboxView,
  OwnFileView,
  RequestInput,
  RequestName,
  RequestOutput,
} from '#shared/contract/index.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { MOST_FILES } from '#shared/domain/sends.ts';
import { buildChat, buildFile, buildMessage, buildSend, type SendView } from './fake-views.ts';
import type { FakeData } from './fake-chats.ts';

type Handlers = { [Name in RequestName]?: (input: RequestInput<Name>) => RequestOutput<Name> | ContractError };
type Emit = <Name extends EventName>(name: Name, payload: EventPayload<Name>) => void;

const missing: ContractError = { code: 'not-found', detail: null, fields: {}, retryAfterMs: null };
/** What this main does not take, as the real one says it. */
const REFUSED_TYPE = 'This file type can’t be sent; choose JPG, GIF, PNG or PDF.';

export class FakeSending {
  /** How long a new text is held, ms; 0: it leaves at once. */
  holdMs = 0;
  /** Of one part, whoever gets it. */
  price: RequestOutput<'prices.find'> = null;
  readonly #data: FakeData;
  readonly #emit: Emit;
  readonly #staged = new Map<string, RequestInput<'files.stage'>>();
  #next = 1;

  constructor(data: FakeData, emit: Emit) {
    this.#data = data;
    this.#emit = emit;
  }

  readonly handlers: Handlers = {
    'sends.create': (input) => this.#send(input),
    'sends.sendNow': ({ sendId }) => this.#sendNow(sendId),
    'sends.retry': () => ({}),
    'sends.lookNow': () => ({}),
    'sends.discard': ({ sendId }) => this.#discard(sendId),
    'outbox.get': () => this.#getOutbox(),
    'outbox.cancel': ({ waitingId }) => {
      const left = this.#data.actions.filter((action) => action.waitingId !== waitingId);
      const isCancelled = left.length < this.#data.actions.length;
      this.#data.actions = left;
      this.#emit('outbox.changed', {});
      return { isCancelled };
    },
    'drafts.get': ({ phone }) => ({ text: this.#data.drafts.get(phone) ?? '', files: this.#filesOf(phone) }),
    'drafts.save': ({ phone, text, base }) => {
      const stored = this.#data.drafts.get(phone) ?? '';
      const isOthers = base !== undefined && stored.trim() !== '' && stored !== text && stored.trim() !== base.trim();
      if (!isOthers) this.#data.drafts.set(phone, text);
      return { other: isOthers ? stored : null };
    },
    'drafts.addFile': (input) => this.#addFile(input),
    'drafts.removeFile': ({ phone, fileId }) => {
      const left = this.#filesOf(phone).filter(({ id }) => id !== fileId);
      this.#data.files.set(phone, left);
      return {};
    },
    'prices.find': () => this.price,
    'files.stage': (file) => {
      const handle = `staged${String(this.#next++)}`;
      this.#staged.set(handle, file);
      return { handle };
    },
    'files.release': ({ handle }) => {
      this.#staged.delete(handle);
      return {};
    },
  };

  isStaged(handle: string): boolean {
    return this.#staged.has(handle);
  }

  /** What became of a text, as main tells it. */
  changeSend(sendId: string, changes: Partial<SendView>): void {
    this.#replace(sendId, (message) => ({ ...message, send: { ...(message.send ?? buildSend()), ...changes } }));
  }

  #filesOf(phone: string): OwnFileView[] {
    return this.#data.files.get(phone) ?? [];
  }

  #send({
    phone,
    text,
    filesOf = null,
    fileIds = [],
  }: RequestInput<'sends.create'>): RequestOutput<'sends.create'> | ContractError {
    const key = toPhoneKey(phone);
    const files = fileIds.flatMap((id) => this.#filesOf(key).filter((file) => file.id === id));
    if (files.length < fileIds.length) return missing;
    this.#data.files.set(
      key,
      this.#filesOf(key).filter((file) => !files.includes(file)),
    );
    const id = `s${String(this.#next++)}`;
    const chat = this.#data.chats.find((candidate) => candidate.phone === key);
    const chatId = chat?.id ?? -1;
    if (chat === undefined) this.#data.chats.push(buildChat({ id: chatId, phone: key, name: '', lastText: text }));
    const now = Date.now();
    const state = this.holdMs === 0 ? 'queued' : 'held';
    const copied = filesOf === null ? [] : this.#copyFiles(filesOf, id);
    const send = buildSend({ id, state, createdAt: now, dueAt: now + this.holdMs, files: [...files, ...copied] });
    const known = this.#data.messages.get(chatId) ?? [];
    const at = Math.max(0, ...known.map((message) => message.at)) + 1_000;
    const message = buildMessage({ key: `send:${id}`, direction: 'out', text, mark: 'waiting', send, at });
    this.#data.messages.set(chatId, [...known, message]);
    this.#tell(chatId);
    return { sendId: id, chatId };
  }

  #copyFiles(sendId: string, id: string): OwnFileView[] {
    const sent = [...this.#data.messages.values()].flat().find(({ send }) => send?.id === sendId)?.send?.files ?? [];
    return sent.map((file, index) => ({ ...file, id: `${id}-${String(index)}` }));
  }

  #sendNow(sendId: string): Record<string, never> | ContractError {
    const isHere = this.#replace(sendId, (message) => ({
      ...message,
      send: message.send && { ...message.send, state: 'queued', dueAt: Date.now() },
    }));
    return isHere ? {} : missing;
  }

  #addFile({ phone, handle }: RequestInput<'drafts.addFile'>): OwnFileView | ContractError {
    const staged = this.#staged.get(handle);
    if (staged === undefined) return missing;
    this.#staged.delete(handle);
    const files = this.#filesOf(phone);
    if (/\.exe$/i.test(staged.name) || files.length >= MOST_FILES)
      return { ...missing, code: 'validation', fields: { file: [REFUSED_TYPE] } };
    const file = buildFile({ ...staged, id: `file${String(this.#next++)}` });
    this.#data.files.set(phone, [...files, file]);
    return file;
  }

  #getOutbox(): OutboxView {
    const sends = [...this.#data.messages].flatMap(([chatId, messages]) =>
      messages.flatMap(({ send, text, at }) => {
        if (send === null || send.state === 'accepted') return [];
        const { phone, name } = this.#data.chats.find(({ id }) => id === chatId) ?? buildChat({ id: chatId });
        const { id: sendId, state, files } = send;
        return [{ sendId, chatId, phone, name, text, state, createdAt: at, filesCount: files.length }];
      }),
    );
    const count = (...states: readonly string[]): number => sends.filter(({ state }) => states.includes(state)).length;
    const counts = {
      waiting: count('held', 'queued', 'sending'),
      checking: count('checking', 'unknown'),
      stopped: count('refused', 'not-sent'),
      actions: this.#data.actions.length,
      drafts: [...this.#data.drafts.values()].filter((text) => text.trim() !== '').length,
    };
    return { counts, sends, actions: this.#data.actions };
  }

  #discard(sendId: string): RequestOutput<'sends.discard'> | ContractError {
    for (const [chatId, messages] of this.#data.messages) {
      const found = messages.find(({ send }) => send?.id === sendId);
      if (found === undefined) continue;
      const left = messages.filter((message) => message !== found);
      this.#data.messages.set(chatId, left);
      const files = found.send?.files ?? [];
      const phone = this.#data.chats.find(({ id }) => id === chatId)?.phone ?? '';
      this.#data.files.set(phone, [...this.#filesOf(phone), ...files]);
      this.#tell(chatId);
      return { text: found.text, files: [...files] };
    }
    return missing;
  }

  #replace(sendId: string, change: (message: MessageView) => MessageView): boolean {
    for (const [chatId, messages] of this.#data.messages) {
      if (!messages.some(({ send }) => send?.id === sendId)) continue;
      const changed = messages.map((message) => (message.send?.id === sendId ? change(message) : message));
      this.#data.messages.set(chatId, changed);
      this.#tell(chatId);
      return true;
    }
    return false;
  }

  #tell(chatId: number): void {
    this.#emit('messages.changed', { chatIds: [chatId], everything: false });
    this.#emit('outbox.changed', {});
  }
}
