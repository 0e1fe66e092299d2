/** What sync asks of the service for a person: looking for chats, and doing things to them and to their messages. */
import type { Chat, Page } from '#shared/domain/entities.ts';
import type { ChatId, PhoneKey } from '#shared/domain/ids.ts';
import type { CallOptions, PagingQuery } from './calls.ts';

/** Any number of chats by id. */
export interface ManyChats {
  readonly chatIds: readonly ChatId[];
}

/** Every method throws `AppError` and nothing else. */
export interface ChatSource {
  /** Those that the service knows, whatever their status. */
  listChatsByIds(query: { readonly chatIds: readonly ChatId[] }, options: CallOptions): Promise<readonly Chat[]>;
  /** Chats in which somebody wrote that text. */
  searchChats(query: PagingQuery & { readonly text: string }, options: CallOptions): Promise<Page<Chat>>;
  /** Chats with people of that name, on a list of that name, or with that number. */
  searchChatsByRecipient(
    query: PagingQuery & { readonly text: string; readonly orderBy: 'messageTime' },
    options: CallOptions,
  ): Promise<Page<Chat>>;
  /** Unread messages of all chats. */
  getUnreadTotal(options: CallOptions): Promise<number>;
  setChatStatus(
    query: { readonly chatId: ChatId; readonly status: 'active' | 'closed' },
    options: CallOptions,
  ): Promise<void>;
  closeChats(query: ManyChats, options: CallOptions): Promise<void>;
  /** Every chat that has nothing unread. */
  closeReadChats(options: CallOptions): Promise<void>;
  reopenChats(query: ManyChats, options: CallOptions): Promise<void>;
  deleteChats(query: ManyChats, options: CallOptions): Promise<void>;
  muteChats(query: ManyChats & { readonly hours: number | null }, options: CallOptions): Promise<void>;
  unmuteChats(query: ManyChats, options: CallOptions): Promise<void>;
  pinChats(query: ManyChats, options: CallOptions): Promise<void>;
  unpinChats(query: ManyChats, options: CallOptions): Promise<void>;
  markChatsRead(query: ManyChats, options: CallOptions): Promise<void>;
  markChatsUnread(query: ManyChats, options: CallOptions): Promise<void>;
  blockPhone(query: { readonly phone: PhoneKey }, options: CallOptions): Promise<unknown>;
  unblockPhone(query: { readonly phone: PhoneKey }, options: CallOptions): Promise<void>;
  deleteChatMessages(
    query: {
      readonly chatId: ChatId;
      readonly inboundIds?: readonly number[];
      readonly outboundIds?: readonly number[];
      readonly callIds?: readonly number[];
    },
    options: CallOptions,
  ): Promise<void>;
  markChatRead(query: { readonly chatId: ChatId; readonly isRead: boolean }, options: CallOptions): Promise<void>;
  muteChat(
    query: { readonly chatId: ChatId; readonly isMuted: boolean; readonly hours: number | null },
    options: CallOptions,
  ): Promise<void>;
  pinChat(query: { readonly chatId: ChatId; readonly isPinned: boolean }, options: CallOptions): Promise<void>;
}
