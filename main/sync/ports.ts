/** What sync asks of the world: the service it reads, the store it fills, the clock it waits by. */
import type { ChatScope, ContactRow } from '#shared/contract/index.ts';
import type { AppError } from '#shared/domain/app-error.ts';
import type { Account, Chat, Contact, ContactList, Message, Page } from '#shared/domain/entities.ts';
import type { Bulk } from '#shared/domain/bulks.ts';
import type { CallbackState, KeptCallback } from '#shared/domain/callbacks.ts';
import type { CollectionName, CollectionRows } from '#shared/domain/collections.ts';
import type { ServiceSend } from '#shared/domain/entities.ts';
import type { CountryPrice } from '#shared/domain/estimates.ts';
import type { ChatId, ContactId, ListId, MessageKey, PhoneKey } from '#shared/domain/ids.ts';
import type { ContactNote } from '#shared/domain/people.ts';
import type { KeptPeopleChange, MembersProgress } from '#shared/domain/people-changes.ts';
import type { Schedule } from '#shared/domain/schedules.ts';
import type {
  ChatAction,
  Completeness,
  Coverage,
  FeedCursor,
  FeedName,
  PendingAction,
  ReadVia,
  SyncStatus,
} from '#shared/domain/sync.ts';
import type { Template } from '#shared/domain/templates.ts';
import type { Unsubscriber } from '#shared/domain/unsubscribers.ts';
import type { CallOptions, PagingQuery } from './calls.ts';
import type { ChatSource } from './chat-source.ts';
import type { PeopleSource } from './people-source.ts';

/** The service as sync sees it. Every method throws `AppError` and nothing else. */
export interface SyncSource extends ChatSource, PeopleSource {
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
    query: {
      readonly chatId: ChatId;
      readonly phone: PhoneKey;
      readonly page: number;
      readonly limit: number;
      /** Voice calls as well. */
      readonly withCalls?: boolean;
      /** Only messages with that text in them. */
      readonly text?: string;
      /** Only messages of that time, both ends inclusive, to the second. */
      readonly period?: { readonly startAt: number; readonly endAt: number };
    },
    options: CallOptions,
  ): Promise<Page<Message>>;
  /** Outbound feed, newest id first; `lastId` > 0 gives ids below it and ignores `page`. */
  listOutboundMessages(
    query: { readonly lastId: number; readonly page: number; readonly limit: number },
    options: CallOptions,
  ): Promise<Page<Message>>;
  /** Inbound feed, newest id first. */
  listReplies(query: { readonly page: number; readonly limit: number }, options: CallOptions): Promise<Page<Message>>;
  /** One outbound message. Rejects with `not-found` where it is gone; deleted ones may still be told, as `isDeleted`. */
  getOutboundMessage(query: { readonly messageId: number }, options: CallOptions): Promise<Message>;
  /** One inbound message. Rejects with `not-found` where it is gone. */
  getReply(query: { readonly replyId: number }, options: CallOptions): Promise<Message>;
  listContacts(
    query: PagingQuery & { readonly includesShared?: boolean; readonly orderBy?: 'id' },
    options: CallOptions,
  ): Promise<Page<Contact>>;
  listLists(query: PagingQuery, options: CallOptions): Promise<Page<ContactList>>;
  listTemplates(query: PagingQuery, options: CallOptions): Promise<Page<Template>>;
  listSchedules(
    query: PagingQuery & { readonly status?: 'actual' | 'completed' | 'all' },
    options: CallOptions,
  ): Promise<Page<Schedule>>;
  /** The sends (sessions) of the service, newest first. */
  listSends(query: PagingQuery, options: CallOptions): Promise<Page<ServiceSend>>;
  listBulks(query: PagingQuery, options: CallOptions): Promise<Page<Bulk>>;
  listUnsubscribers(query: PagingQuery, options: CallOptions): Promise<Page<Unsubscriber>>;
  listBlockedContacts(query: PagingQuery, options: CallOptions): Promise<Page<Contact>>;
  /** What one part costs in each country; all of them in one answer. */
  listCountryPrices(options: CallOptions): Promise<readonly CountryPrice[]>;
  /** How far the service's clock is ahead of this computer's, ms; null: not known yet. */
  readonly clockSkewMs: number | null;
  /** A person wants everything checked anew: what was missing is asked for again. */
  forgetAbsences(): void;
}

export interface CommitMessagesInput {
  readonly messages: readonly Message[];
  /** `page`: may be stale, letters merge forward only. `single`: a newer read of these very messages, which always wins. */
  readonly source: 'page' | 'single';
  /** The feed's cursor after this page; moves in the same transaction. */
  readonly feed?: { readonly name: FeedName; readonly cursor: FeedCursor };
  /** History of this chat is complete back to its beginning. */
  readonly completeChatId?: ChatId;
  /** How they came; `poll` unless told. */
  readonly via?: ReadVia;
  /** What this answer covered: see `Coverage` of the store. */
  readonly covers?: Coverage;
  /** Marks of chats that need reading which this answer settles (`chatId` null: of all), as old as the question. */
  readonly readMarks?: { readonly chatId: ChatId | null; readonly upTo: number };
}

export interface CommitMessagesOutput {
  /** Keys that were not in the cache before. */
  readonly newKeys: readonly MessageKey[];
  /** Numbers of these messages that have no chat in the cache. */
  readonly phonesWithoutChat: readonly PhoneKey[];
  /** Whether any row was inserted or changed. */
  readonly isChanged: boolean;
  /** Known messages that the covered stretch left out. */
  readonly missingKeys: readonly MessageKey[];
  /** Messages whose letter in this page is another one than the cache keeps: to be read by themselves. */
  readonly contestedKeys: readonly MessageKey[];
}

/** A chat that needs reading; its mark is another one as soon as it shows more news. */
export interface MarkedChat {
  readonly mark: number;
  readonly chatId: ChatId;
  readonly phone: PhoneKey;
}

/** What came of a change of people that left. */
export type PeopleChangeOutcome =
  /** The service has it. `noteId`: the one that it gave a new note. */
  | { readonly kind: 'done'; readonly noteId?: number }
  | { readonly kind: 'refused'; readonly problem: { readonly code: string; readonly detail: string } }
  /** The service has another value by now. */
  | { readonly kind: 'conflict'; readonly theirs: string };

/** The store as sync sees it. Each method is one named command or query of `main/store`. */
export interface SyncStore {
  saveAccount(input: { readonly account: Account }): Promise<void>;
  /** Upserts by id, replays pending actions over the rows, replaces provisional chats of the same number. */
  commitChats(input: { readonly chats: readonly Chat[] }): Promise<{ readonly changedIds: readonly ChatId[] }>;
  commitMessages(input: CommitMessagesInput): Promise<CommitMessagesOutput>;
  commitContacts(input: { readonly contacts: readonly Contact[] }): Promise<void>;
  commitLists(input: { readonly lists: readonly ContactList[] }): Promise<void>;
  /** Upserts by id. */
  commitRows(input: CollectionRows): Promise<void>;
  removeRows(input: { readonly name: CollectionName; readonly ids: readonly number[] }): Promise<void>;
  /** Ascending; provisional chats left out. `status`: only chats of that one. */
  listRowIds(input: {
    readonly name: CollectionName | 'chats';
    readonly status?: 'active' | 'closed' | 'deleted';
  }): Promise<readonly number[]>;
  /** Lists that have another number of members here than the service says. */
  listUnevenLists(input: Record<string, never>): Promise<readonly ListId[]>;
  /** Contacts whose chat had a message since then, the latest first, then those that have notes here. */
  listContactIdsInUse(input: { readonly sinceAt: number; readonly limit: number }): Promise<readonly ContactId[]>;
  /** In the order of the ids; null for one that is not here. At most 200 at a time. */
  listContactRows(input: {
    readonly scope: { readonly kind: 'all' };
    readonly ids: readonly number[];
  }): Promise<readonly (Pick<ContactRow, 'id' | 'lists'> | null)[]>;
  setListMembers(input: { readonly listId: ListId; readonly contactIds: readonly ContactId[] }): Promise<void>;
  setContactNotes(input: { readonly contactId: ContactId; readonly notes: readonly ContactNote[] }): Promise<void>;
  /** The price list, whole: what it does not name has no price. */
  setPrices(input: {
    readonly prices: readonly { readonly countryId: string; readonly price: number }[];
  }): Promise<void>;
  removeMessages(input: { readonly keys: readonly MessageKey[] }): Promise<{ readonly removedCount: number }>;
  removeChats(input: { readonly chatIds: readonly ChatId[] }): Promise<void>;
  /** Null: no such chat. */
  getCompleteness(input: { readonly chatId: ChatId }): Promise<Completeness | null>;
  /** Chats that need reading: their rows showed news, and their messages are not here. The longest marked first. */
  listChatsToRead(input: { readonly limit: number }): Promise<readonly MarkedChat[]>;
  /** The highest mark of a chat that needs reading; 0: none does. */
  getNewestChatMark(input: Record<string, never>): Promise<number>;
  /** Ids of outbound messages whose letter may still change, newest first. */
  listOpenLetters(input: { readonly limit: number; readonly sinceAt: number }): Promise<readonly number[]>;
  listMessageIds(input: {
    readonly direction: 'in' | 'out';
    readonly fromId: number;
    readonly toId: number;
    readonly limit: number;
  }): Promise<readonly number[]>;
  /** The first reading is over: what comes from now on is news. */
  openNotices(input: Record<string, never>): Promise<void>;
  /** Oldest first. */
  listWaitingCallbacks(input: { readonly afterSeq: number; readonly limit: number }): Promise<readonly KeptCallback[]>;
  settleCallbacks(input: {
    readonly settled: readonly { readonly seq: number; readonly state: Exclude<CallbackState, 'waiting'> }[];
    readonly at: number;
  }): Promise<void>;
  getFeedCursor(input: { readonly name: FeedName }): Promise<FeedCursor | null>;
  /** Free-form progress marks of sync (`contacts.doneAt`, `chats.sweptAt`, …), kept with the cache. */
  getSyncMark(input: { readonly key: string }): Promise<number | null>;
  setSyncMark(input: { readonly key: string; readonly value: number }): Promise<void>;
  countMessages(input: Record<string, never>): Promise<number>;
  listPendingActions(input: Record<string, never>): Promise<readonly PendingAction[]>;
  /** What a person deleted and the service has not confirmed, in the order made. */
  listMessageDeletions(input: Record<string, never>): Promise<
    readonly {
      readonly chatId: ChatId;
      readonly key: MessageKey;
      readonly createdAt: number;
      readonly dueAt: number;
    }[]
  >;
  /** The service deleted them, or refused to: then they are shown again. */
  finishMessageDeletion(input: { readonly keys: readonly MessageKey[]; readonly isDeleted: boolean }): Promise<void>;
  /** They are about to leave. Those that a text in the cache overtook, or that went meanwhile, are not ready. */
  beginActions(input: { readonly actionIds: readonly number[] }): Promise<{ readonly readyIds: readonly number[] }>;
  /** They were begun, and surely did not reach the service. */
  undoBegin(input: { readonly actionIds: readonly number[] }): Promise<void>;
  /** A newer text undid them: off the list, and undone at the service where they may be there. */
  overtakeActions(input: { readonly actionIds: readonly number[] }): Promise<void>;
  /** Taken back before the service heard of them: the chats are shown as they were. Those that went meanwhile are not named. */
  cancelActions(input: {
    readonly actionIds: readonly number[];
    readonly at: number;
  }): Promise<{ readonly cancelledIds: readonly number[]; readonly chatIds: readonly ChatId[] }>;
  restoreMessages(input: { readonly keys: readonly MessageKey[] }): Promise<{ readonly keys: readonly MessageKey[] }>;
  /** The service confirmed them, but for what a text overtook, or they were given up (`isRefused`): the rows go. */
  finishActions(input: { readonly actionIds: readonly number[]; readonly isRefused?: boolean }): Promise<void>;
  /** What the user changed of contacts, notes and lists and the service does not have, oldest first. */
  listPeopleChanges(input: Record<string, never>): Promise<readonly KeptPeopleChange[]>;
  /** They are about to leave. Those that went meanwhile, or do not wait, are not ready. `knownNoteIds`: kept with new notes. */
  beginPeopleChanges(input: {
    readonly changeIds: readonly number[];
    readonly knownNoteIds?: readonly number[];
  }): Promise<{ readonly readyIds: readonly number[] }>;
  /** They were begun, and surely did not reach the service. */
  undoBeginPeopleChanges(input: { readonly changeIds: readonly number[] }): Promise<void>;
  finishPeopleChange(input: { readonly changeId: number; readonly outcome: PeopleChangeOutcome }): Promise<void>;
  noteMembersProgress(input: {
    readonly changeId: number;
    readonly progress: MembersProgress;
    readonly state?: 'waiting' | 'paused' | 'done';
  }): Promise<void>;
  /** All chats of a scope, in no order. */
  listChatIds(input: { readonly scope: ChatScope; readonly now: number }): Promise<readonly ChatId[]>;
  /** Unread messages of all open chats of the service, muted and snoozed ones included, as the cache knows them. */
  getUnreadTotal(input: Record<string, never>): Promise<number>;
}

/** What sync tells the rest of the app. */
export interface SyncSink {
  statusChanged(status: SyncStatus): void;
  /** The service refused an action; the chat was read again and put back. */
  actionRefused(chatId: ChatId, action: ChatAction | { readonly kind: 'delete-messages' }, error: AppError): void;
  /** A mute had less than an hour left, which the service cannot do: the chat is not muted. */
  muteTooLate(chatId: ChatId): void;
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
