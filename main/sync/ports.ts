/** What sync asks of the world: the service it reads, the store it fills, the clock it waits by. */
import type { AppError } from '#shared/domain/app-error.ts';
import type { Account, Chat, Contact, ContactList, Message, Page } from '#shared/domain/entities.ts';
import type { ChatId, MessageKey, PhoneKey } from '#shared/domain/ids.ts';
import type { ChatAction, FeedCursor, FeedName, PendingAction, SyncStatus } from '#shared/domain/sync.ts';

/** Who waits for a call: decides its place in the queue of the limiter. */
export type CallPriority = 'user' | 'sending' | 'sync' | 'backfill';

export interface CallOptions {
  readonly priority: CallPriority;
  readonly signal?: AbortSignal;
}

/** The service as sync sees it. Every method throws `AppError` and nothing else. */
export interface SyncSource {
  getUser(options: CallOptions): Promise<Account>;
  listChats(
    query: {
      readonly status: 'active' | 'closed' | 'deleted';
      readonly page: number;
      readonly limit: number;
      readonly orderBy: 'id' | 'unread' | 'messageTime';
    },
    options: CallOptions,
  ): Promise<Page<Chat>>;
  getChat(query: { readonly chatId: ChatId }, options: CallOptions): Promise<Chat>;
  /** Never creates or reopens: sends `upsert=0&reopen=0`. */
  findChatByPhone(query: { readonly phone: PhoneKey }, options: CallOptions): Promise<Chat | undefined>;
  /** Newest first. */
  listChatMessages(
    query: { readonly chatId: ChatId; readonly phone: PhoneKey; readonly page: number; readonly limit: number },
    options: CallOptions,
  ): Promise<Page<Message>>;
  /** Outbound feed, newest id first; `lastId` > 0 gives ids below it and ignores `page`. */
  listOutboundMessages(
    query: { readonly lastId: number; readonly page: number; readonly limit: number },
    options: CallOptions,
  ): Promise<Page<Message>>;
  /** Inbound feed, newest id first. */
  listReplies(query: { readonly page: number; readonly limit: number }, options: CallOptions): Promise<Page<Message>>;
  listContacts(query: { readonly page: number; readonly limit: number }, options: CallOptions): Promise<Page<Contact>>;
  listLists(query: { readonly page: number; readonly limit: number }, options: CallOptions): Promise<Page<ContactList>>;
  setChatStatus(
    query: { readonly chatId: ChatId; readonly status: 'active' | 'closed' },
    options: CallOptions,
  ): Promise<void>;
  markChatRead(query: { readonly chatId: ChatId; readonly isRead: boolean }, options: CallOptions): Promise<void>;
  muteChat(
    query: { readonly chatId: ChatId; readonly isMuted: boolean; readonly hours: number | null },
    options: CallOptions,
  ): Promise<void>;
  pinChat(query: { readonly chatId: ChatId; readonly isPinned: boolean }, options: CallOptions): Promise<void>;
}

export interface CommitMessagesInput {
  readonly messages: readonly Message[];
  /** `page`: may be stale, letters merge forward only. `single`: a newer read of these very messages, which always wins. */
  readonly source: 'page' | 'single';
  /** The feed's cursor after this page; moves in the same transaction. */
  readonly feed?: { readonly name: FeedName; readonly cursor: FeedCursor };
  /** History of this chat is complete back to its beginning. */
  readonly completeChatId?: ChatId;
}

export interface CommitMessagesOutput {
  /** Keys that were not in the cache before. */
  readonly newKeys: readonly MessageKey[];
  /** Numbers of these messages that have no chat in the cache. */
  readonly phonesWithoutChat: readonly PhoneKey[];
  /** Whether any row was inserted or changed. */
  readonly isChanged: boolean;
}

/** The store as sync sees it. Each method is one named command or query of `main/store`. */
export interface SyncStore {
  saveAccount(input: { readonly account: Account }): Promise<void>;
  /** Upserts by id, replays pending actions over the rows, replaces provisional chats of the same number. */
  commitChats(input: { readonly chats: readonly Chat[] }): Promise<{ readonly changedIds: readonly ChatId[] }>;
  commitMessages(input: CommitMessagesInput): Promise<CommitMessagesOutput>;
  commitContacts(input: { readonly contacts: readonly Contact[] }): Promise<void>;
  commitLists(input: { readonly lists: readonly ContactList[] }): Promise<void>;
  getFeedCursor(input: { readonly name: FeedName }): Promise<FeedCursor | null>;
  /** Free-form progress marks of sync (`contacts.doneAt`, `chats.sweptAt`, …), kept with the cache. */
  getSyncMark(input: { readonly key: string }): Promise<number | null>;
  setSyncMark(input: { readonly key: string; readonly value: number }): Promise<void>;
  countMessages(input: Record<string, never>): Promise<number>;
  listPendingActions(input: Record<string, never>): Promise<readonly PendingAction[]>;
  /** The service confirmed it, or it was given up: the row goes. */
  finishAction(input: { readonly actionId: number }): Promise<void>;
}

/** What sync tells the rest of the app. */
export interface SyncSink {
  statusChanged(status: SyncStatus): void;
  /** The service refused an action; the chat was read again and put back. */
  actionRefused(chatId: ChatId, action: ChatAction, error: AppError): void;
  /** A bug, a failing disk or a feed that leads nowhere (once) met sync, which goes on after a while: to be logged. */
  broken(error: unknown): void;
}

/** Time, so that tests need no real one. `wait` resolves early when the signal aborts. */
export interface SyncClock {
  now(): number;
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** 0 ≤ value < 1, for jitter. */
  random(): number;
}
