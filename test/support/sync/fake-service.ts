import { AppError } from '#shared/domain/app-error.ts';
import type { AppErrorDetails } from '#shared/domain/app-error.ts';
import type { Account, Chat, Contact, ContactList, Message, Page } from '#shared/domain/entities.ts';
import type { ChatId, PhoneKey } from '#shared/domain/ids.ts';
import type { CallOptions, CallPriority, SyncSource } from '#main/sync/ports.ts';
import { makeAccount } from './builders.ts';

type Method = keyof SyncSource;
type PageAsk = { readonly page: number; readonly limit: number };

export interface RecordedCall {
  readonly method: Method;
  readonly query: unknown;
  readonly priority: CallPriority;
}

/** The service in memory: its data may change between any two answers, and any call can be made to fail. */
export class FakeService implements SyncSource {
  account: Account = makeAccount();
  chats: Chat[] = [];
  /** Newest id first, as the service gives them. */
  inbound: Message[] = [];
  outbound: Message[] = [];
  contacts: Contact[] = [];
  lists: ContactList[] = [];
  /** Answers as bare arrays, without page counts. */
  isBare = false;
  readonly calls: RecordedCall[] = [];
  /** Called before each answer is made: the place for arrivals and deletions. */
  beforeAnswer: (call: RecordedCall) => void | Promise<void> = () => undefined;
  readonly #failures: { method: Method | 'any'; details: AppErrorDetails; times: number; isAfter: boolean }[] = [];

  /** The next `times` calls of that method fail. With `isAfter` the service does the work and the answer is lost. */
  failNext(
    method: Method | 'any',
    details: Partial<AppErrorDetails>,
    options: { times?: number; isAfter?: boolean } = {},
  ): void {
    this.#failures.push({
      method,
      details: { code: 'offline', message: 'made to fail', outcome: 'not-accepted', ...details },
      times: options.times ?? 1,
      isAfter: options.isAfter ?? false,
    });
  }

  /** All failures end. */
  heal(): void {
    this.#failures.length = 0;
  }

  /** A message comes in or goes out; newest first stays true. */
  add(...messages: Message[]): void {
    for (const message of messages) {
      const feed = message.direction === 'in' ? this.inbound : this.outbound;
      feed.push(message);
      feed.sort((a, b) => b.id - a.id);
    }
  }

  callsOf(method: Method): RecordedCall[] {
    return this.calls.filter((call) => call.method === method);
  }

  getUser(options: CallOptions): Promise<Account> {
    return this.#answer({ method: 'getUser', query: null, ...options }, () => this.account);
  }

  listChats(query: Parameters<SyncSource['listChats']>[0], options: CallOptions): Promise<Page<Chat>> {
    return this.#answer({ method: 'listChats', query, ...options }, () => {
      const ofStatus = this.chats.filter((chat) => chat.status === query.status);
      const newestAt = new Map<PhoneKey, number>();
      if (query.orderBy !== 'id') {
        for (const { phone, at } of [...this.inbound, ...this.outbound]) {
          newestAt.set(phone, Math.max(at, newestAt.get(phone) ?? 0));
        }
      }
      const toKey = (chat: Chat): number => (query.orderBy === 'id' ? chat.id : (newestAt.get(chat.phone) ?? 0));
      return this.#page(
        ofStatus.sort((a, b) => toKey(b) - toKey(a)),
        query,
      );
    });
  }

  getChat(query: { chatId: ChatId }, options: CallOptions): Promise<Chat> {
    return this.#answer({ method: 'getChat', query, ...options }, () => this.#chat(query.chatId));
  }

  findChatByPhone(query: { phone: PhoneKey }, options: CallOptions): Promise<Chat | undefined> {
    return this.#answer({ method: 'findChatByPhone', query, ...options }, () =>
      this.chats.find((chat) => chat.phone === query.phone),
    );
  }

  listChatMessages(query: PageAsk & { chatId: ChatId; phone: PhoneKey }, options: CallOptions): Promise<Page<Message>> {
    return this.#answer({ method: 'listChatMessages', query, ...options }, () => {
      const { phone } = this.#chat(query.chatId);
      const all = [...this.inbound, ...this.outbound].filter((message) => message.phone === phone);
      return this.#page(
        all.sort((a, b) => b.at - a.at || b.id - a.id),
        query,
      );
    });
  }

  listOutboundMessages(query: PageAsk & { lastId: number }, options: CallOptions): Promise<Page<Message>> {
    return this.#answer({ method: 'listOutboundMessages', query, ...options }, () => {
      if (query.lastId === 0) return this.#page(this.outbound, query);
      return this.#page(
        this.outbound.filter(({ id }) => id < query.lastId),
        { page: 1, limit: query.limit },
      );
    });
  }

  listReplies(query: PageAsk, options: CallOptions): Promise<Page<Message>> {
    return this.#answer({ method: 'listReplies', query, ...options }, () => this.#page(this.inbound, query));
  }

  listContacts(query: PageAsk, options: CallOptions): Promise<Page<Contact>> {
    return this.#answer({ method: 'listContacts', query, ...options }, () => this.#page(this.contacts, query));
  }

  listLists(query: PageAsk, options: CallOptions): Promise<Page<ContactList>> {
    return this.#answer({ method: 'listLists', query, ...options }, () => this.#page(this.lists, query));
  }

  setChatStatus(query: { chatId: ChatId; status: 'active' | 'closed' }, options: CallOptions): Promise<void> {
    return this.#write({ method: 'setChatStatus', query, ...options }, query.chatId, { status: query.status });
  }

  markChatRead(query: { chatId: ChatId; isRead: boolean }, options: CallOptions): Promise<void> {
    const change = { unreadCount: query.isRead ? 0 : 1 };
    return this.#write({ method: 'markChatRead', query, ...options }, query.chatId, change);
  }

  muteChat(query: { chatId: ChatId; isMuted: boolean; hours: number | null }, options: CallOptions): Promise<void> {
    return this.#write({ method: 'muteChat', query, ...options }, query.chatId, { isMuted: query.isMuted });
  }

  pinChat(query: { chatId: ChatId; isPinned: boolean }, options: CallOptions): Promise<void> {
    return this.#write({ method: 'pinChat', query, ...options }, query.chatId, { isPinned: query.isPinned });
  }

  changeChat(chatId: ChatId, change: Partial<Chat>): void {
    this.chats = this.chats.map((chat) => (chat.id === chatId ? { ...chat, ...change } : chat));
  }

  async #answer<T>(call: RecordedCall & { readonly signal?: AbortSignal }, work: () => T): Promise<T> {
    const recorded: RecordedCall = { method: call.method, query: call.query, priority: call.priority };
    this.calls.push(recorded);
    await this.beforeAnswer(recorded);
    if (call.signal?.aborted === true) throw new AppError({ code: 'cancelled', message: 'aborted' });
    const failure = this.#failures.find(
      ({ method, times }) => times > 0 && (method === 'any' || method === call.method),
    );
    if (failure !== undefined) {
      failure.times -= 1;
      if (failure.isAfter) work();
      throw new AppError(failure.details);
    }
    return work();
  }

  #write(call: RecordedCall & { readonly signal?: AbortSignal }, chatId: ChatId, change: Partial<Chat>): Promise<void> {
    return this.#answer(call, () => {
      this.#chat(chatId);
      this.changeChat(chatId, change);
    });
  }

  #chat(chatId: ChatId): Chat {
    const chat = this.chats.find(({ id }) => id === chatId);
    if (chat === undefined) throw new AppError({ code: 'not-found', message: 'no such chat', outcome: 'refused' });
    return chat;
  }

  #page<T>(rows: readonly T[], { page, limit }: PageAsk): Page<T> {
    const items = rows.slice((page - 1) * limit, page * limit);
    const pageCount = this.isBare ? null : Math.max(1, Math.ceil(rows.length / limit));
    return { page, limit, pageCount, items };
  }
}
