import type { Chat, Message, Account, Contact, ContactList, Page, ServiceSend } from '#shared/domain/entities.ts';
import type { ChatId, PhoneKey } from '#shared/domain/ids.ts';
import type { ManyChats } from '#main/sync/chat-source.ts';
import type { CallOptions } from '#main/sync/calls.ts';
import type { SyncSource } from '#main/sync/ports.ts';
import type { Bulk } from '#shared/domain/bulks.ts';
import type { CountryPrice } from '#shared/domain/estimates.ts';
import type { Schedule } from '#shared/domain/schedules.ts';
import type { Template } from '#shared/domain/templates.ts';
import type { Unsubscriber } from '#shared/domain/unsubscribers.ts';
import { found, type RecordedCall, refuse, type PageAsk } from './fake-answers.ts';
import { FakePeople } from './fake-people.ts';
import { makeAccount } from './builders.ts';

/** What can be done to the chats of the service in memory. */
class FakeChatActs extends FakePeople {
  chats: Chat[] = [];
  /** Newest id first, as the service gives them. */
  inbound: Message[] = [];
  outbound: Message[] = [];
  /** Voice calls: only chats show them, and only where asked for. */
  voiceCalls: Message[] = [];
  /** Chats that bulk operations pass over without a word. */
  readonly passedOver = new Set<ChatId>();
  /** What it says it counts as unread; null: what its open chats add up to. */
  unreadTotal: number | null = null;

  setChatStatus(query: { chatId: ChatId; status: 'active' | 'closed' }, options: CallOptions): Promise<void> {
    return this.write({ method: 'setChatStatus', query, ...options }, query.chatId, { status: query.status });
  }

  markChatRead(query: { chatId: ChatId; isRead: boolean }, options: CallOptions): Promise<void> {
    const change = { unreadCount: query.isRead ? 0 : 1 };
    return this.write({ method: 'markChatRead', query, ...options }, query.chatId, change);
  }

  muteChat(query: { chatId: ChatId; isMuted: boolean; hours: number | null }, options: CallOptions): Promise<void> {
    return this.write({ method: 'muteChat', query, ...options }, query.chatId, { isMuted: query.isMuted });
  }

  pinChat(query: { chatId: ChatId; isPinned: boolean }, options: CallOptions): Promise<void> {
    return this.write({ method: 'pinChat', query, ...options }, query.chatId, { isPinned: query.isPinned });
  }

  closeChats(query: ManyChats, options: CallOptions): Promise<void> {
    return this.writeMany({ method: 'closeChats', query, ...options }, query, () => ({ status: 'closed' }));
  }

  closeReadChats(options: CallOptions): Promise<void> {
    return this.answer({ method: 'closeReadChats', query: null, ...options }, () => {
      const read = this.chats.filter(({ status, unreadCount }) => status === 'active' && unreadCount === 0);
      for (const { id } of read) if (!this.passedOver.has(id)) this.changeChat(id, { status: 'closed' });
    });
  }

  reopenChats(query: ManyChats, options: CallOptions): Promise<void> {
    return this.writeMany({ method: 'reopenChats', query, ...options }, query, () => ({ status: 'active' }));
  }

  deleteChats(query: ManyChats, options: CallOptions): Promise<void> {
    return this.writeMany({ method: 'deleteChats', query, ...options }, query, () => ({ status: 'deleted' }));
  }

  muteChats(query: ManyChats & { hours: number | null }, options: CallOptions): Promise<void> {
    return this.writeMany({ method: 'muteChats', query, ...options }, query, () => ({ isMuted: true }));
  }

  unmuteChats(query: ManyChats, options: CallOptions): Promise<void> {
    return this.writeMany({ method: 'unmuteChats', query, ...options }, query, () => ({ isMuted: false }));
  }

  pinChats(query: ManyChats, options: CallOptions): Promise<void> {
    return this.writeMany({ method: 'pinChats', query, ...options }, query, () => ({ isPinned: true }));
  }

  unpinChats(query: ManyChats, options: CallOptions): Promise<void> {
    return this.writeMany({ method: 'unpinChats', query, ...options }, query, () => ({ isPinned: false }));
  }

  markChatsRead(query: ManyChats, options: CallOptions): Promise<void> {
    return this.writeMany({ method: 'markChatsRead', query, ...options }, query, () => ({ unreadCount: 0 }));
  }

  markChatsUnread(query: ManyChats, options: CallOptions): Promise<void> {
    return this.writeMany({ method: 'markChatsUnread', query, ...options }, query, ({ unreadCount }) => ({
      unreadCount: Math.max(1, unreadCount),
    }));
  }

  blockPhone(query: { phone: PhoneKey }, options: CallOptions): Promise<unknown> {
    return this.answer({ method: 'blockPhone', query, ...options }, () => this.setBlocked(query.phone, true));
  }

  unblockPhone(query: { phone: PhoneKey }, options: CallOptions): Promise<void> {
    return this.answer({ method: 'unblockPhone', query, ...options }, () => this.setBlocked(query.phone, false));
  }

  deleteChatMessages(query: Parameters<SyncSource['deleteChatMessages']>[0], options: CallOptions): Promise<void> {
    return this.answer({ method: 'deleteChatMessages', query, ...options }, () => {
      this.chat(query.chatId);
      this.inbound = this.inbound.filter(({ id }) => query.inboundIds?.includes(id) !== true);
      this.outbound = this.outbound.filter(({ id }) => query.outboundIds?.includes(id) !== true);
      this.voiceCalls = this.voiceCalls.filter(({ id }) => query.callIds?.includes(id) !== true);
    });
  }

  protected setBlocked(phone: PhoneKey, isBlocked: boolean): void {
    this.chats = this.chats.map((chat) => (chat.phone === phone ? { ...chat, isBlocked } : chat));
  }

  protected writeMany(
    call: RecordedCall & { readonly signal?: AbortSignal },
    { chatIds }: ManyChats,
    toChange: (chat: Chat) => Partial<Chat>,
  ): Promise<void> {
    return this.answer(call, () => {
      const meant = this.chats.filter(({ id }) => chatIds.includes(id) && !this.passedOver.has(id));
      for (const chat of meant) this.changeChat(chat.id, toChange(chat));
    });
  }

  changeChat(chatId: ChatId, change: Partial<Chat>): void {
    this.chats = this.chats.map((chat) => (chat.id === chatId ? { ...chat, ...change } : chat));
  }

  protected write(
    call: RecordedCall & { readonly signal?: AbortSignal },
    chatId: ChatId,
    change: Partial<Chat>,
  ): Promise<void> {
    return this.answer(call, () => {
      this.chat(chatId);
      this.changeChat(chatId, change);
    });
  }

  protected chat(chatId: ChatId): Chat {
    return found(this.chats.find(({ id }) => id === chatId));
  }
}

/** The service in memory: its data may change between any two answers, and any call can be made to fail. */
export class FakeService extends FakeChatActs implements SyncSource {
  account: Account = makeAccount();
  /** Contacts and chats that lists leave out, although they are there. */
  readonly hidden = new Set<number>();
  templates: Template[] = [];
  schedules: Schedule[] = [];
  sends: ServiceSend[] = [];
  bulks: Bulk[] = [];
  unsubscribers: Unsubscriber[] = [];
  blocked: Contact[] = [];
  prices: CountryPrice[] = [];
  clockSkewMs: number | null = 0;
  /** How often everything missing was to be asked for again. */
  forgotten = 0;
  /** Answers 400 to whoever asks for voice calls. */
  refusesCalls = false;
  /** What it makes of a period: `ignored` gives all, `refused` is a 400. */
  periods: 'honoured' | 'ignored' | 'refused' = 'honoured';

  /** A message comes in or goes out; newest first stays true. */
  add(...messages: Message[]): void {
    this.inbound.push(...messages.filter(({ direction }) => direction === 'in'));
    this.outbound.push(...messages.filter(({ direction }) => direction === 'out'));
    for (const feed of [this.inbound, this.outbound]) feed.sort((a, b) => b.id - a.id);
    this.#noteIncoming(messages);
  }

  /** A chat says when the newest text came in. */
  #noteIncoming(messages: readonly Message[]): void {
    const newest = new Map<PhoneKey, number>();
    for (const { direction, phone, at } of messages) {
      if (direction === 'in') newest.set(phone, Math.max(at, newest.get(phone) ?? 0));
    }
    this.chats = this.chats.map((chat) => {
      const updatedAt = Math.max(newest.get(chat.phone) ?? 0, chat.updatedAt ?? 0);
      return updatedAt === chat.updatedAt ? chat : { ...chat, updatedAt };
    });
  }

  listCountryPrices(options: CallOptions): Promise<readonly CountryPrice[]> {
    return this.answer({ method: 'listCountryPrices', query: null, ...options }, () => this.prices);
  }

  getUser(options: CallOptions): Promise<Account> {
    return this.answer({ method: 'getUser', query: null, ...options }, () => this.account);
  }

  listChats(query: Parameters<SyncSource['listChats']>[0], options: CallOptions): Promise<Page<Chat>> {
    return this.answer({ method: 'listChats', query, ...options }, () => {
      const ofStatus = this.chats.filter((chat) => chat.status === query.status && !this.hidden.has(chat.id));
      const newestAt = new Map<PhoneKey, number>();
      if (query.orderBy !== 'id') {
        for (const { phone, at } of [...this.inbound, ...this.outbound]) {
          newestAt.set(phone, Math.max(at, newestAt.get(phone) ?? 0));
        }
      }
      const toKey = (chat: Chat): number => {
        if (query.orderBy === 'unread') return chat.unreadCount;
        return query.orderBy === 'id' ? chat.id : (newestAt.get(chat.phone) ?? 0);
      };
      return this.page(
        ofStatus.sort((a, b) => toKey(b) - toKey(a)),
        query,
      );
    });
  }

  getChat(query: { chatId: ChatId }, options: CallOptions): Promise<Chat> {
    return this.answer({ method: 'getChat', query, ...options }, () => this.chat(query.chatId));
  }

  findChatByPhone(query: { phone: PhoneKey }, options: CallOptions): Promise<Chat | undefined> {
    return this.answer({ method: 'findChatByPhone', query, ...options }, () =>
      this.chats.find((chat) => chat.phone === query.phone),
    );
  }

  listChatMessages(query: Parameters<SyncSource['listChatMessages']>[0], options: CallOptions): Promise<Page<Message>> {
    return this.answer({ method: 'listChatMessages', query, ...options }, () => {
      const { phone } = this.chat(query.chatId);
      const isPeriodRefused = query.period !== undefined && this.periods === 'refused';
      if (isPeriodRefused || (query.withCalls === true && this.refusesCalls)) throw refuse('validation');
      const voiceCalls = query.withCalls === true ? this.voiceCalls : [];
      const period = this.periods === 'honoured' ? query.period : undefined;
      const { startAt, endAt } = period ?? { startAt: -Infinity, endAt: Infinity };
      const all = [...this.inbound, ...this.outbound, ...voiceCalls].filter(
        (message) =>
          message.phone === phone && message.at >= startAt && message.at <= endAt && isSaid(message, query.text),
      );
      return this.page(
        all.sort((a, b) => b.at - a.at || b.id - a.id),
        query,
      );
    });
  }

  listOutboundMessages(query: PageAsk & { lastId: number }, options: CallOptions): Promise<Page<Message>> {
    return this.answer({ method: 'listOutboundMessages', query, ...options }, () => {
      if (query.lastId === 0) return this.page(this.outbound, query);
      return this.page(
        this.outbound.filter(({ id }) => id < query.lastId),
        { page: 1, limit: query.limit },
      );
    });
  }

  listReplies(query: PageAsk, options: CallOptions): Promise<Page<Message>> {
    return this.answer({ method: 'listReplies', query, ...options }, () => this.page(this.inbound, query));
  }

  listContacts(query: PageAsk, options: CallOptions): Promise<Page<Contact>> {
    return this.answer({ method: 'listContacts', query, ...options }, () =>
      this.page(
        this.contacts.filter(({ id }) => !this.hidden.has(id)),
        query,
      ),
    );
  }

  listLists(query: PageAsk, options: CallOptions): Promise<Page<ContactList>> {
    return this.answer({ method: 'listLists', query, ...options }, () => this.page(this.lists, query));
  }

  getOutboundMessage(query: { messageId: number }, options: CallOptions): Promise<Message> {
    return this.answer({ method: 'getOutboundMessage', query, ...options }, () =>
      found(this.outbound.find(({ id }) => id === query.messageId)),
    );
  }

  getReply(query: { replyId: number }, options: CallOptions): Promise<Message> {
    return this.answer({ method: 'getReply', query, ...options }, () =>
      found(this.inbound.find(({ id }) => id === query.replyId)),
    );
  }

  listTemplates(query: PageAsk, options: CallOptions): Promise<Page<Template>> {
    return this.answer({ method: 'listTemplates', query, ...options }, () => this.page(this.templates, query));
  }

  listSchedules(query: PageAsk, options: CallOptions): Promise<Page<Schedule>> {
    return this.answer({ method: 'listSchedules', query, ...options }, () => this.page(this.schedules, query));
  }

  listSends(query: PageAsk, options: CallOptions): Promise<Page<ServiceSend>> {
    return this.answer({ method: 'listSends', query, ...options }, () => this.page(this.sends, query));
  }

  listBulks(query: PageAsk, options: CallOptions): Promise<Page<Bulk>> {
    return this.answer({ method: 'listBulks', query, ...options }, () => this.page(this.bulks, query));
  }

  listUnsubscribers(query: PageAsk, options: CallOptions): Promise<Page<Unsubscriber>> {
    return this.answer({ method: 'listUnsubscribers', query, ...options }, () => this.page(this.unsubscribers, query));
  }

  listBlockedContacts(query: PageAsk, options: CallOptions): Promise<Page<Contact>> {
    return this.answer({ method: 'listBlockedContacts', query, ...options }, () => this.page(this.blocked, query));
  }

  forgetAbsences(): void {
    this.forgotten += 1;
  }

  listChatsByIds(query: ManyChats, options: CallOptions): Promise<readonly Chat[]> {
    return this.answer({ method: 'listChatsByIds', query, ...options }, () =>
      this.chats.filter(({ id }) => query.chatIds.includes(id)),
    );
  }

  searchChats(query: PageAsk & { text: string }, options: CallOptions): Promise<Page<Chat>> {
    return this.answer({ method: 'searchChats', query, ...options }, () => {
      const said = [...this.inbound, ...this.outbound].filter((message) => isSaid(message, query.text));
      const phones = new Set(said.map(({ phone }) => phone));
      return this.page(
        this.chats.filter(({ phone }) => phones.has(phone)),
        query,
      );
    });
  }

  searchChatsByRecipient(query: PageAsk & { text: string }, options: CallOptions): Promise<Page<Chat>> {
    return this.answer({ method: 'searchChatsByRecipient', query, ...options }, () =>
      this.page(
        this.chats.filter(({ firstName, phone }) => firstName.includes(query.text) || phone.includes(query.text)),
        query,
      ),
    );
  }

  getUnreadTotal(options: CallOptions): Promise<number> {
    return this.answer({ method: 'getUnreadTotal', query: null, ...options }, () => {
      const open = this.chats.filter(({ status }) => status === 'active');
      return this.unreadTotal ?? open.reduce((sum, { unreadCount }) => sum + unreadCount, 0);
    });
  }
}

function isSaid({ text }: Message, wanted: string | undefined): boolean {
  return wanted === undefined || text.toLowerCase().includes(wanted.toLowerCase());
}
