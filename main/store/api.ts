/**
 * The store as the rest of main sees it: one table of named commands (run whole inside the writer thread) and one of
 * queries (run in a reader thread). Inputs and outputs are plain data that survives a structured clone.
 */
import type {
  ContactView,
  MessageCursor,
  MessagePage,
  OutboxView,
  PersonView,
  SearchResult,
  SharedPage,
} from '#shared/contract/index.ts';
import type { Account, Chat, Contact, ContactList, Message } from '#shared/domain/entities.ts';
import type { ChatId, MessageKey, PhoneKey } from '#shared/domain/ids.ts';
import type { ChangeSet, Coverage, FeedCursor, FeedName, PendingAction, ReadVia } from '#shared/domain/sync.ts';
import type { Call, Nothing } from './api/call.ts';
import type { ChatCommands, ChatQueries } from './api/chats.ts';
import type { CallbackCommands, CallbackQueries } from './api/callbacks.ts';
import type { CollectionCommands, CollectionQueries } from './api/collections.ts';
import type { ImportCommands, ImportQueries } from './api/imports.ts';
import type { LookupCommands, LookupQueries } from './api/lookups.ts';
import type { NoticeCommands, NoticeQueries } from './api/notices.ts';
import type { PeopleCommands, PeopleQueries } from './api/people.ts';
import type { ScheduleCommands, ScheduleQueries } from './api/schedules.ts';
import type { PriceCommands, PriceQueries, SendCommands, SendQueries } from './api/sends.ts';
import type { SpanCommands, SpanQueries } from './api/spans.ts';
import type { TemplateCommands, TemplateQueries } from './api/templates.ts';
import type { DiskKind, ThreadEnd } from './errors.ts';

/** Commands: name → input, output. A person's commands go ahead of sync batches (`names.ts`). */
export interface StoreCommands
  extends
    ChatCommands,
    CallbackCommands,
    CollectionCommands,
    ImportCommands,
    LookupCommands,
    NoticeCommands,
    PeopleCommands,
    PriceCommands,
    ScheduleCommands,
    SendCommands,
    SpanCommands,
    TemplateCommands {
  saveAccount: Call<{ readonly account: Account }, void>;
  commitChats: Call<{ readonly chats: readonly Chat[] }, { readonly changedIds: readonly ChatId[] }>;
  commitMessages: Call<
    {
      readonly messages: readonly Message[];
      readonly source: 'page' | 'single';
      readonly feed?: { readonly name: FeedName; readonly cursor: FeedCursor };
      readonly completeChatId?: ChatId;
      /** How they came; `poll` unless told. */
      readonly via?: ReadVia;
      /** What this answer covered; moves and is judged with the last of the rows. */
      readonly covers?: Coverage;
      /** Marks of chats that need reading which this answer settles (`chatId` null: of all), as old as the question. */
      readonly readMarks?: { readonly chatId: ChatId | null; readonly upTo: number };
      /** Of all rows of the answer, where `messages` is only the last part of it: the store's own, see `split.ts`. */
      readonly keys?: readonly MessageKey[];
    },
    {
      readonly newKeys: readonly MessageKey[];
      readonly phonesWithoutChat: readonly PhoneKey[];
      readonly isChanged: boolean;
      /** Known messages that the covered stretch left out. */
      readonly missingKeys: readonly MessageKey[];
      /** Messages whose letter in this page is another one than the cache keeps: to be read by themselves. */
      readonly contestedKeys: readonly MessageKey[];
    }
  >;
  commitContacts: Call<{ readonly contacts: readonly Contact[] }, void>;
  commitLists: Call<{ readonly lists: readonly ContactList[] }, void>;
  /**
   * There is another picture at this address: contacts and lists that have it are shown with a new id from their next
   * commit on. Nothing happens for an address that no row here ever had.
   */
  renewPicture: Call<{ readonly href: string }, void>;
  setSyncMark: Call<{ readonly key: string; readonly value: number }, void>;
  /**
   * They are about to leave: written down first, so that nobody forgets that they may be at the service. Those that a text
   * in the cache overtook, and those that are not there any more, are left out.
   */
  beginActions: Call<{ readonly actionIds: readonly number[] }, { readonly readyIds: readonly number[] }>;
  /** They were begun, and surely did not reach the service: that beginning counts no more. */
  undoBegin: Call<{ readonly actionIds: readonly number[] }, void>;
  /** A newer text undid them: their chats stay open and unread, and where they may be at the service that is undone too. */
  overtakeActions: Call<{ readonly actionIds: readonly number[] }, void>;
  /**
   * The service confirmed them, but for what a text in the cache overtook, or they were given up. `isRefused`: what no row
   * of a chat says is shown otherwise at once.
   */
  finishActions: Call<{ readonly actionIds: readonly number[]; readonly isRefused?: boolean }, void>;

  /** The chat of that number, or a provisional one with a negative id. */
  ensureChat: Call<{ readonly phone: PhoneKey; readonly at: number }, ChatId>;
  /** `base`: what the window took for the stored text; where that is another one, `other` is it, and nothing is saved. */
  saveDraft: Call<
    { readonly phone: PhoneKey; readonly text: string; readonly at: number; readonly base?: string },
    { readonly other: string | null }
  >;
  saveSetting: Call<{ readonly key: string; readonly value: string }, void>;
}

export interface StoreQueries
  extends
    ChatQueries,
    CallbackQueries,
    CollectionQueries,
    ImportQueries,
    LookupQueries,
    NoticeQueries,
    PeopleQueries,
    PriceQueries,
    ScheduleQueries,
    SendQueries,
    SpanQueries,
    TemplateQueries {
  getAccount: Call<Nothing, Account | null>;
  listMessages: Call<
    { readonly chatId: ChatId; readonly before: MessageCursor | null; readonly limit: number },
    MessagePage | null
  >;
  /** The page below `after`; null when there is no such chat. */
  listNewerMessages: Call<
    { readonly chatId: ChatId; readonly after: MessageCursor; readonly limit: number },
    MessagePage | null
  >;
  /** A page with that message in its middle; null when the cache has no such chat or message. */
  listMessagesAround: Call<
    { readonly chatId: ChatId; readonly key: string; readonly limit: number },
    MessagePage | null
  >;
  /** Messages with files or links, newest first; null where there is no such chat. */
  listSharedMessages: Call<
    { readonly chatId: ChatId; readonly before: MessageCursor | null; readonly limit: number },
    SharedPage | null
  >;
  search: Call<
    {
      readonly query: string;
      readonly scope: 'all' | 'people' | 'messages';
      readonly chatId: ChatId | null;
      readonly limit: number;
    },
    SearchResult
  >;
  getOutbox: Call<Nothing, OutboxView>;
  findContact: Call<{ readonly contactId: number | null; readonly phone: PhoneKey | null }, ContactView | null>;
  suggestPeople: Call<{ readonly query: string; readonly limit: number }, readonly PersonView[]>;
  /** Address of a picture by the id that a view carries. */
  findMedia: Call<{ readonly mediaId: string }, { readonly href: string; readonly mimeType: string | null } | null>;

  getFeedCursor: Call<{ readonly name: FeedName }, FeedCursor | null>;
  getSyncMark: Call<{ readonly key: string }, number | null>;
  countMessages: Call<Nothing, number>;
  /** Unread messages of all open chats of the service, muted and snoozed ones included. */
  getUnreadTotal: Call<Nothing, number>;
  listPendingActions: Call<Nothing, readonly PendingAction[]>;
  /** Which of these outbound messages are known to be sends of this computer. */
  listClaimed: Call<{ readonly messageIds: readonly number[] }, readonly number[]>;
  getSettings: Call<Nothing, Readonly<Record<string, string>>>;
  /** Oldest inbound or outbound message of a chat that the cache has; null when none. */
  countChatMessages: Call<{ readonly chatId: ChatId }, { readonly count: number; readonly isComplete: boolean } | null>;
}

type Facade<Table> = {
  [Name in keyof Table]: Table[Name] extends Call<infer Input, infer Output>
    ? (input: Input) => Promise<Output>
    : never;
};

/** An open store of one account. Every call rejects with `AppError` code `disk` when the disk fails. */
export interface Store extends Facade<StoreCommands>, Facade<StoreQueries> {
  /** Called after each commit that changed something. Returns its own undo. */
  onChange(listener: (changes: ChangeSet) => void): () => void;
  /** Finishes what is queued, checkpoints and closes both files. */
  dispose(): Promise<void>;
}

/** Where a store lives: `owned.db` and `cache.db` in `folder`. */
export interface StoreOptions {
  readonly folder: string;
  readonly now: () => number;
  /** Threads that read; 2 unless told. */
  readonly readers?: number;
  /** A file that is as a clean end left it is checked so long after it was opened; 20 s unless told. */
  readonly checkAfterMs?: number;
  /** Told of anything a person should know: a file moved aside, rows salvaged. */
  readonly onNotice?: (notice: StoreNotice) => void;
  /** Told each time that something could not be written or read because of the disk, and why. */
  readonly onFailing?: (kind: DiskKind) => void;
  /** A thread has ended: told once of each. From then on calls reject, and only another opening gets over that. */
  readonly onThreadEnded?: (end: ThreadEnd) => void;
}

export type StoreNotice =
  | { readonly kind: 'cache-rebuilt'; readonly movedTo: string }
  /** Owned rows are safe, but the cache could not show them; it does so as soon as it can. For the log. */
  | { readonly kind: 'cache-behind'; readonly detail: string }
  | { readonly kind: 'owned-salvaged'; readonly movedTo: string; readonly rows: number };
