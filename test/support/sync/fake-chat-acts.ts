import type { Chat, Message } from '#shared/domain/entities.ts';
import type { ChatId, PhoneKey } from '#shared/domain/ids.ts';
import type { ManyChats } from '#main/sync/chat-source.ts';
import type { CallOptions } from '#main/sync/calls.ts';
import type { SyncSource } from '#main/sync/ports.ts';
import { FakeAnswers, found } from './fake-answers.ts';
import type { RecordedCall } from './fake-answers.ts';

/** What can be done to the chats of the service in memory. */
export class FakeChatActs extends FakeAnswers {
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
