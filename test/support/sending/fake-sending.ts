import { AppError, type AppErrorDetails } from '#shared/domain/app-error.ts';
import type { Message, Page, ServiceSend, Chat } from '#shared/domain/entities.ts';
import type { Attachment } from '#shared/domain/attachments.ts';
import type { FileId, PhoneKey, SendId } from '#shared/domain/ids.ts';
import type { Send, SendFile, SendState } from '#shared/domain/sends.ts';
import type {
  FileSource,
  SendingService,
  SendingStore,
  SendPatch,
  SendReceipt,
  SendRequest,
} from '#main/sending/ports.ts';
import { FakeUploads } from './fake-uploads.ts';

type ListName = 'listSends' | 'listOutboundMessages' | 'listMessagesOfSend' | 'getOutboundMessage';
interface Options {
  readonly signal?: AbortSignal;
}

/** What the fake service lists, and the ways in which its lists can fail. Rows in any order; answered newest first. */
export class FakeLists {
  sends: ServiceSend[] = [];
  messages: Message[] = [];
  /** One line for each page that was asked for: `listSends 1`, `listOutboundMessages <900`, `listMessagesOfSend 7`, … */
  readonly asked: string[] = [];
  /** Whether wrappers tell how many pages there are; without it a list ends with an empty page. */
  tellsPages = true;
  /** Pages are held until `release`, or until the caller gives up. */
  isHolding = false;
  /** Called before a page is put together. */
  onPage: (line: string) => void = () => undefined;
  readonly #failing = new Map<ListName, AppError>();
  readonly #held: (() => void)[] = [];

  fail(name: ListName, details: Partial<AppErrorDetails>): void {
    this.#failing.set(name, new AppError({ code: 'offline', message: 'made to fail', ...details }));
  }

  heal(): void {
    this.#failing.clear();
  }

  release(): void {
    this.isHolding = false;
    for (const end of this.#held.splice(0)) end();
  }

  async listSends({ page, limit }: { page: number; limit: number }, options: Options): Promise<Page<ServiceSend>> {
    await this.#enter('listSends', String(page), options);
    return this.#cut(this.sends, { page, limit });
  }

  async listOutboundMessages(
    { limit, lastId }: { limit: number; lastId: number },
    options: Options,
  ): Promise<Page<Message>> {
    await this.#enter('listOutboundMessages', `<${String(lastId)}`, options);
    const rows = this.messages.filter(({ id }) => lastId === 0 || id < lastId);
    return this.#cut(rows, { page: 1, limit });
  }

  async listMessagesOfSend(
    { sessionId, page, limit }: { sessionId: number; page: number; limit: number },
    options: Options,
  ): Promise<Page<Message>> {
    await this.#enter('listMessagesOfSend', String(sessionId), options);
    const rows = this.messages.filter((message) => message.sessionId === sessionId);
    return this.#cut(rows, { page, limit });
  }

  async getOutboundMessage({ messageId }: { messageId: number }, options: Options): Promise<Message> {
    await this.#enter('getOutboundMessage', String(messageId), options);
    const message = this.messages.find(({ id }) => id === messageId);
    if (message === undefined)
      throw new AppError({ code: 'not-found', message: 'no such message', outcome: 'refused' });
    return message;
  }

  #cut<Row extends { readonly id: number }>(
    rows: readonly Row[],
    { page, limit }: { page: number; limit: number },
  ): Page<Row> {
    const items = rows.toSorted((one, other) => other.id - one.id).slice((page - 1) * limit, page * limit);
    return { page, limit, pageCount: this.tellsPages ? Math.ceil(rows.length / limit) : null, items };
  }

  async #enter(name: ListName, what: string, { signal }: Options): Promise<void> {
    this.asked.push(`${name} ${what}`);
    if (this.isHolding) {
      await new Promise<void>((resolve, reject) => {
        this.#held.push(resolve);
        signal?.addEventListener('abort', () => reject(new AppError({ code: 'cancelled', message: 'aborted' })));
      });
    }
    this.onPage(`${name} ${what}`);
    const failure = this.#failing.get(name);
    if (failure !== undefined) throw failure;
  }
}

/** Owned rows in memory. Every change of state is kept in `history`. */
export class FakeSendingStore implements SendingStore {
  readonly sends = new Map<SendId, Send>();
  readonly history: { readonly sendId: SendId; readonly state: SendState | 'deleted' }[] = [];
  readonly shown: SendId[] = [];
  readonly chats: Chat[] = [];
  /** The newest outbound message that the cache knows. */
  newestOutboundId: number | null = null;
  /** Messages that callbacks named, newest first. */
  readonly callbackMessages: { readonly sendId: SendId; readonly messageId: number }[] = [];
  readonly #failures: { method: keyof SendingStore; times: number }[] = [];

  failNext(method: keyof SendingStore, times = 1): void {
    this.#failures.push({ method, times });
  }

  get(sendId: SendId): Send {
    const send = this.sends.get(sendId);
    if (send === undefined) throw new Error(`no send ${sendId}`);
    return send;
  }

  async createSend({ send }: { send: Send }): Promise<void> {
    await this.#enter('createSend');
    this.sends.set(send.id, send);
    this.history.push({ sendId: send.id, state: send.state });
  }

  async updateSend({ sendId, patch }: { sendId: SendId; patch: SendPatch }): Promise<void> {
    await this.#enter('updateSend');
    const isLeaving = patch.state === 'sending' && this.get(sendId).state !== 'sending';
    const noted = isLeaving ? { afterMessageId: this.newestOutboundId, check: null } : {};
    const next = { ...this.get(sendId), ...patch, ...noted };
    this.sends.set(sendId, next);
    this.history.push({ sendId, state: next.state });
  }

  async deleteSend({ sendId }: { sendId: SendId }): Promise<{ files: readonly SendFile[] }> {
    await this.#enter('deleteSend');
    const { files } = this.get(sendId);
    this.sends.delete(sendId);
    this.history.push({ sendId, state: 'deleted' });
    return { files };
  }

  async setFileUploaded({ fileId, href }: { fileId: FileId; href: string }): Promise<void> {
    await this.#enter('setFileUploaded');
    for (const send of this.sends.values()) {
      const files = send.files.map((file) => (file.id === fileId ? { ...file, href } : file));
      this.sends.set(send.id, { ...send, files });
    }
  }

  async findSend({ sendId }: { sendId: SendId }): Promise<Send | null> {
    await this.#enter('findSend');
    return this.sends.get(sendId) ?? null;
  }

  async listSends({ states }: { states: readonly SendState[] }): Promise<readonly Send[]> {
    await this.#enter('listSends');
    return [...this.sends.values()].filter(({ state }) => states.includes(state));
  }

  async listClaimed({ messageIds }: { messageIds: readonly number[] }): Promise<readonly number[]> {
    await this.#enter('listClaimed');
    const claimed = new Set([...this.sends.values()].map(({ messageId }) => messageId));
    return messageIds.filter((id) => claimed.has(id));
  }

  async listCallbackMessages({ sendIds }: { sendIds: readonly SendId[] }) {
    await this.#enter('listCallbackMessages');
    return this.callbackMessages.filter(({ sendId }) => sendIds.includes(sendId));
  }

  async commitAcceptedSend({ sendId }: { sendId: SendId }): Promise<void> {
    await this.#enter('commitAcceptedSend');
    this.shown.push(sendId);
  }

  async commitChats({ chats }: { chats: readonly Chat[] }): Promise<void> {
    await this.#enter('commitChats');
    this.chats.push(...chats);
  }

  #enter(method: keyof SendingStore): Promise<void> {
    const failure = this.#failures.find((one) => one.method === method && one.times > 0);
    if (failure === undefined) return Promise.resolve();
    failure.times -= 1;
    return Promise.reject(new AppError({ code: 'disk', message: 'made to fail' }));
  }
}

interface Hold {
  readonly request: SendRequest;
  readonly end: () => void;
}

/** The service in memory: what it accepted, in order, and requests that can be held or made to fail. */
export class FakeSendingService implements SendingService {
  readonly requests: SendRequest[] = [];
  readonly accepted: SendRequest[] = [];
  readonly chats = new Map<PhoneKey, Chat>();
  /** Requests under way, while `isHolding`. */
  readonly held: Hold[] = [];
  isHolding = false;
  receipt: Partial<SendReceipt> = {};
  readonly lists = new FakeLists();
  readonly uploads = new FakeUploads();
  /** Called when a request arrives. */
  onRequest: (request: SendRequest) => void = () => undefined;
  readonly #failures: { error: Error; times: number; isAfter: boolean }[] = [];

  failNext(details: Partial<AppErrorDetails> | Error, options: { times?: number; isAfter?: boolean } = {}): void {
    const error =
      details instanceof Error
        ? details
        : new AppError({ code: 'offline', message: 'made to fail', outcome: 'not-accepted', ...details });
    this.#failures.push({ error, times: options.times ?? 1, isAfter: options.isAfter ?? false });
  }

  heal(): void {
    this.#failures.length = 0;
  }

  async sendMessage(request: SendRequest, options: { readonly signal?: AbortSignal }): Promise<SendReceipt> {
    this.requests.push(request);
    this.onRequest(request);
    if (this.isHolding) await this.#hold(request, options.signal);
    const failure = this.#failures.find(({ times }) => times > 0);
    if (failure !== undefined) {
      failure.times -= 1;
      if (failure.isAfter) this.accepted.push(request);
      throw failure.error;
    }
    this.accepted.push(request);
    const id = this.accepted.length;
    return {
      type: 'message',
      messageId: id,
      sessionId: 100 + id,
      bulkId: null,
      scheduleId: null,
      chatId: null,
      ...this.receipt,
    };
  }

  uploadAttachment(
    query: { file: FileSource; onProgress: (sentBytes: number, totalBytes: number) => void },
    { signal }: { signal?: AbortSignal },
  ): Promise<Attachment> {
    return this.uploads.take(query, signal);
  }

  listSends(query: { page: number; limit: number }, options: { signal?: AbortSignal }): Promise<Page<ServiceSend>> {
    return this.lists.listSends(query, options);
  }

  listOutboundMessages(
    query: { page: number; limit: number; lastId: number },
    options: { signal?: AbortSignal },
  ): Promise<Page<Message>> {
    return this.lists.listOutboundMessages(query, options);
  }

  listMessagesOfSend(
    query: { sessionId: number; page: number; limit: number },
    options: { signal?: AbortSignal },
  ): Promise<Page<Message>> {
    return this.lists.listMessagesOfSend(query, options);
  }

  findChatByPhone({ phone }: { phone: PhoneKey }): Promise<Chat | undefined> {
    return Promise.resolve(this.chats.get(phone));
  }

  getOutboundMessage(query: { messageId: number }, options: { signal?: AbortSignal }): Promise<Message> {
    return this.lists.getOutboundMessage(query, options);
  }

  #hold(request: SendRequest, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () =>
        reject(new AppError({ code: 'cancelled', message: 'aborted', outcome: 'unknown' })),
      );
      this.held.push({ request, end: resolve });
    });
  }
}
