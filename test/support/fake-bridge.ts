/**
 * A main in memory behind the window's bridge: enough of the contract for the inbox to live on. Answers are asynchronous
 * as the real ones are; a request can be held back or made to fail. Never part of the product.
 */
import type {
  ByteSource,
  ChatPage,
  ChatView,
  ContractError,
  EventName,
  EventPayload,
  MessagePage,
  MessageView,
  OutboxView,
  Reply,
  RequestInput,
  RequestName,
  RequestOutput,
  SwitchboardBridge,
} from '#shared/contract/index.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { findInWorld, toPage } from './fake-search.ts';
import type { FakeWorld } from './fake-world.ts';

type Handlers = { [Name in RequestName]?: (input: RequestInput<Name>) => RequestOutput<Name> | ContractError };

export function toProblem(code: string, detail: string | null = null): ContractError {
  return { code, detail, fields: {}, retryAfterMs: null };
}

export class FakeBridge implements SwitchboardBridge {
  readonly world: FakeWorld = {
    chats: [],
    messages: new Map(),
    service: new Map(),
    contacts: [],
    people: [],
    drafts: new Map(),
    actions: [],
  };
  /** Every request, in order. */
  readonly asked: { readonly name: RequestName; readonly input: unknown }[] = [];
  /** The service says that there is more, and gives nothing. */
  isStingy = false;
  readonly #listeners = new Map<string, Set<(payload: never) => void>>();
  readonly #resyncs = new Set<() => void>();
  readonly #failures = new Map<RequestName, ContractError>();
  readonly #gates = new Map<RequestName, Promise<void>>();
  #nextSend = 1;
  readonly #handlers: Handlers = {
    'chats.list': (input) => this.#listChats(input),
    'chats.find': ({ chatId, phone }) =>
      this.world.chats.find((chat) => (chatId === null ? chat.phone === phone : chat.id === chatId)) ?? null,
    'chats.count': () => this.#count(),
    'chats.act': (input) => this.#act(input),
    'chats.open': () => ({}),
    'messages.list': (input) => this.#listMessages(input),
    'messages.listNewer': (input) => this.#listNewer(input),
    'messages.listAround': (input) => this.#listAround(input),
    'search.find': (input) => findInWorld(this.world, input),
    'messages.fetchOlder': ({ chatId }) => this.#fetchOlder(chatId),
    'sends.create': (input) => this.#send(input),
    'sends.retry': () => ({}),
    'sends.lookNow': () => ({}),
    'sends.discard': ({ sendId }) => this.#discard(sendId),
    'outbox.get': () => this.#getOutbox(),
    'drafts.save': ({ phone, text }) => {
      this.world.drafts.set(phone, text);
      return {};
    },
    'contacts.find': ({ contactId, phone }) =>
      this.world.contacts.find((contact) =>
        contactId === null ? contact.phone === phone : contact.id === contactId,
      ) ?? null,
    'people.suggest': ({ query }) =>
      this.world.people.filter(({ name }) => name.toLowerCase().includes(query.toLowerCase())),
    'host.openLink': () => ({}),
    'host.setActivity': () => ({}),
  };

  async request<Name extends RequestName>(name: Name, input: RequestInput<Name>): Promise<Reply<RequestOutput<Name>>> {
    this.asked.push({ name, input });
    await Promise.resolve();
    await this.#gates.get(name);
    const failure = this.#failures.get(name);
    if (failure !== undefined) return { ok: false, error: failure };
    const handler = this.#handlers[name];
    if (handler === undefined) return { ok: false, error: toProblem('bug', `no fake for ${name}`) };
    const answer = handler(input);
    return isProblem(answer) ? { ok: false, error: answer } : { ok: true, value: answer };
  }

  on<Name extends EventName>(name: Name, listener: (payload: EventPayload<Name>) => void): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  onResync(listener: () => void): () => void {
    this.#resyncs.add(listener);
    return () => this.#resyncs.delete(listener);
  }

  onConnection(listener: (isConnected: boolean) => void): () => void {
    listener(true);
    return () => undefined;
  }

  upload(handle: string, bytes: ByteSource): Promise<Reply<{ readonly sizeBytes: number }>> {
    return Promise.resolve({ ok: true, value: { sizeBytes: bytes.size + handle.length * 0 } });
  }

  mediaUrl(mediaId: string): string {
    return `/media/${mediaId}`;
  }

  /** Tells the window something, as main does after a commit. */
  emit<Name extends EventName>(name: Name, payload: EventPayload<Name>): void {
    for (const listener of this.#listeners.get(name) ?? [])
      (listener as (payload: EventPayload<Name>) => void)(payload);
  }

  resync(): void {
    for (const listener of this.#resyncs) listener();
  }

  /** From now on the request fails so; null: it works again. */
  fail(name: RequestName, problem: ContractError | null): void {
    if (problem === null) this.#failures.delete(name);
    else this.#failures.set(name, problem);
  }

  /** Holds answers of that request back until the returned function is called. */
  hold(name: RequestName): () => void {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#gates.set(name, promise);
    return () => {
      this.#gates.delete(name);
      resolve(undefined);
    };
  }

  /** How many listeners are left: for tests of `dispose`. */
  get listenerCount(): number {
    return [...this.#listeners.values()].reduce((sum, listeners) => sum + listeners.size, this.#resyncs.size);
  }

  inputsOf<Name extends RequestName>(name: Name): RequestInput<Name>[] {
    return this.asked.filter((call) => call.name === name).map((call) => call.input as RequestInput<Name>);
  }

  /** Changes a chat and tells the window. */
  change(chatId: number, changes: Partial<ChatView>): void {
    this.world.chats = this.world.chats.map((chat) => (chat.id === chatId ? { ...chat, ...changes } : chat));
    this.emit('chats.changed', { chatIds: [chatId], everything: false });
  }

  /** Adds messages at the end of a chat and tells the window. */
  arrive(chatId: number, ...messages: readonly MessageView[]): void {
    this.world.messages.set(chatId, [...(this.world.messages.get(chatId) ?? []), ...messages]);
    this.emit('messages.changed', { chatIds: [chatId], everything: false });
    if (messages.some(({ send }) => send !== null)) this.emit('outbox.changed', {});
  }

  #listChats({ filter, offset, limit, todayAt, yesterdayAt }: RequestInput<'chats.list'>): ChatPage {
    const place = (chat: ChatView): number => (chat.isPinned ? Number.MAX_SAFE_INTEGER : (chat.lastAt ?? 0));
    const rows = this.world.chats
      .filter((chat) => isIn(filter, chat))
      .sort((one, other) => place(other) - place(one) || (other.lastAt ?? 0) - (one.lastAt ?? 0));
    const loose = rows.filter(({ isPinned }) => !isPinned).map(({ lastAt }) => lastAt ?? 0);
    const today = loose.filter((at) => at >= todayAt).length;
    const yesterday = loose.filter((at) => at >= yesterdayAt && at < todayAt).length;
    const sections = {
      pinned: rows.length - loose.length,
      today,
      yesterday,
      earlier: loose.length - today - yesterday,
    };
    return { total: rows.length, sections, offset, rows: rows.slice(offset, offset + limit) };
  }

  #count(): RequestOutput<'chats.count'> {
    const open = this.world.chats.filter((chat) => isIn('open', chat));
    const unread = open.filter(({ unreadCount }) => unreadCount > 0);
    const closed = this.world.chats.length - open.length;
    return {
      open: open.length,
      unread: unread.length,
      closed,
      waiting: unread.filter(({ isMuted }) => !isMuted).length,
    };
  }

  #act({ chatId, action }: RequestInput<'chats.act'>): ChatView | null {
    const changes = ((): Partial<ChatView> => {
      switch (action.kind) {
        case 'read':
          return { unreadCount: action.isRead ? 0 : 1 };
        case 'status':
          return { status: action.status };
        case 'pin':
          return { isPinned: action.isPinned };
        case 'mute':
          return { isMuted: action.isMuted };
      }
    })();
    this.change(chatId, changes);
    return this.world.chats.find(({ id }) => id === chatId) ?? null;
  }

  #listMessages({ chatId, before, limit }: RequestInput<'messages.list'>): MessagePage {
    const all = this.world.messages.get(chatId) ?? [];
    const end = before === null ? all.length : all.findIndex(({ key }) => key === before.key);
    const start = Math.max(0, end - limit);
    return { ...toPage(all, start, end), isCompleteBefore: this.#isComplete(chatId) };
  }

  #listNewer({ chatId, after, limit }: RequestInput<'messages.listNewer'>): MessagePage {
    const all = this.world.messages.get(chatId) ?? [];
    const start = all.findIndex(({ key }) => key === after.key) + 1;
    const end = Math.min(all.length, start + limit);
    return { ...toPage(all, start, end), isCompleteBefore: this.#isComplete(chatId) };
  }

  #listAround({ chatId, key, limit }: RequestInput<'messages.listAround'>): MessagePage | ContractError {
    const all = this.world.messages.get(chatId) ?? [];
    const place = all.findIndex((message) => message.key === key);
    if (place === -1) return toProblem('not-found');
    const start = Math.max(0, place - Math.floor(limit / 2));
    return { ...toPage(all, start, Math.min(all.length, start + limit)), isCompleteBefore: this.#isComplete(chatId) };
  }

  #isComplete(chatId: number): boolean {
    return (this.world.service.get(chatId) ?? []).length === 0;
  }

  #fetchOlder(chatId: number): { isCompleteBefore: boolean } {
    const rest = this.world.service.get(chatId) ?? [];
    if (this.isStingy) return { isCompleteBefore: false };
    this.world.messages.set(chatId, [...rest.splice(-60), ...(this.world.messages.get(chatId) ?? [])]);
    return { isCompleteBefore: rest.length === 0 };
  }

  #send({ phone, text }: RequestInput<'sends.create'>): RequestOutput<'sends.create'> {
    const sendId = `s${String(this.#nextSend)}`;
    this.#nextSend += 1;
    const chat = this.world.chats.find((candidate) => candidate.phone === toPhoneKey(phone));
    const chatId = chat?.id ?? -1;
    if (chat === undefined) {
      this.world.chats.push(buildChat({ id: chatId, phone: toPhoneKey(phone), name: '', lastText: text }));
    }
    const send = { id: sendId, state: 'queued', dueAt: 0, attempts: 0, problem: null, check: null } as const;
    const at = Math.max(0, ...(this.world.messages.get(chatId) ?? []).map((message) => message.at)) + 1_000;
    this.arrive(chatId, buildMessage({ key: `send:${sendId}`, direction: 'out', text, mark: 'waiting', send, at }));
    return { sendId, chatId };
  }

  #getOutbox(): OutboxView {
    const sends = [...this.world.messages].flatMap(([chatId, messages]) =>
      messages.flatMap(({ send, text, at }) => {
        if (send === null || send.state === 'accepted') return [];
        const { phone, name } = this.world.chats.find(({ id }) => id === chatId) ?? buildChat({ id: chatId });
        return [{ sendId: send.id, chatId, phone, name, text, state: send.state, createdAt: at }];
      }),
    );
    const count = (...states: readonly string[]): number => sends.filter(({ state }) => states.includes(state)).length;
    const counts = {
      waiting: count('held', 'queued', 'sending'),
      checking: count('checking', 'unknown'),
      stopped: count('refused', 'not-sent'),
      actions: this.world.actions.length,
      drafts: [...this.world.drafts.values()].filter((text) => text.trim() !== '').length,
    };
    return { counts, sends, actions: this.world.actions };
  }

  #discard(sendId: string): { text: string } | ContractError {
    for (const [chatId, messages] of this.world.messages) {
      const found = messages.find(({ send }) => send?.id === sendId);
      if (found === undefined) continue;
      this.world.messages.set(
        chatId,
        messages.filter((message) => message !== found),
      );
      this.emit('messages.changed', { chatIds: [chatId], everything: false });
      this.emit('outbox.changed', {});
      return { text: found.text };
    }
    return toProblem('not-found');
  }
}

function isProblem(answer: unknown): answer is ContractError {
  return typeof answer === 'object' && answer !== null && 'retryAfterMs' in answer;
}

function isIn(filter: RequestInput<'chats.list'>['filter'], { status, unreadCount }: ChatView): boolean {
  if (filter === 'closed') return status === 'closed';
  return status === 'active' && (filter === 'open' || unreadCount > 0);
}

/** A chat with nothing special about it. */
export function buildChat(changes: Partial<ChatView> = {}): ChatView {
  return {
    id: 1,
    phone: '447700900318',
    name: 'Deborah Okonkwo',
    contactId: 11,
    avatarId: null,
    status: 'active',
    unreadCount: 0,
    isPinned: false,
    isMuted: false,
    mutedUntil: null,
    isBlocked: false,
    isUnsubscribed: false,
    lastAt: 1_000,
    lastText: 'Lovely, see you both at ten.',
    lastDirection: 'in',
    lastMark: null,
    lastSendState: null,
    draft: null,
    from: null,
    country: 'GB',
    ...changes,
  };
}

/** An incoming text with nothing special about it. */
export function buildMessage(changes: Partial<MessageView> = {}): MessageView {
  return {
    key: 'in:1',
    direction: 'in',
    text: 'Morning!',
    at: 1_000,
    kind: 'text',
    mark: null,
    letter: null,
    rejectReason: null,
    files: [],
    partsCount: null,
    price: null,
    send: null,
    ...changes,
  };
}
