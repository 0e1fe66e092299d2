/**
 * The store as the rest of main sees it: one table of named commands (run whole inside the writer thread) and one of
 * queries (run in a reader thread). Inputs and outputs are plain data that survives a structured clone.
 */
import type {
  ChatCounts,
  ChatFilter,
  ChatPage,
  ChatView,
  ContactView,
  MessageCursor,
  MessagePage,
  OutboxView,
  PersonView,
  SearchResult,
} from '#shared/contract/index.ts';
import type { Account, Chat, Contact, ContactList, Message } from '#shared/domain/entities.ts';
import type { ChatId, MessageKey, PhoneKey, SendId } from '#shared/domain/ids.ts';
import type { Send, SendState } from '#shared/domain/sends.ts';
import type { ChangeSet, ChatAction, FeedCursor, FeedName, PendingAction } from '#shared/domain/sync.ts';

type Nothing = Record<string, never>;
interface Call<Input, Output> {
  readonly input: Input;
  readonly output: Output;
}

/** Commands: name → input, output. A person's commands go ahead of sync batches (`names.ts`). */
export interface StoreCommands {
  saveAccount: Call<{ readonly account: Account }, void>;
  commitChats: Call<{ readonly chats: readonly Chat[] }, { readonly changedIds: readonly ChatId[] }>;
  commitMessages: Call<
    {
      readonly messages: readonly Message[];
      readonly source: 'page' | 'single';
      readonly feed?: { readonly name: FeedName; readonly cursor: FeedCursor };
      readonly completeChatId?: ChatId;
    },
    {
      readonly newKeys: readonly MessageKey[];
      readonly phonesWithoutChat: readonly PhoneKey[];
      readonly isChanged: boolean;
    }
  >;
  commitContacts: Call<{ readonly contacts: readonly Contact[] }, void>;
  commitLists: Call<{ readonly lists: readonly ContactList[] }, void>;
  setSyncMark: Call<{ readonly key: string; readonly value: number }, void>;
  finishAction: Call<{ readonly actionId: number }, void>;

  /** Owned row first, then the cache row: a person's act on a chat. Null when there is no such chat. */
  applyAction: Call<
    { readonly chatId: ChatId; readonly action: ChatAction; readonly at: number },
    PendingAction | null
  >;
  /** The chat of that number, or a provisional one with a negative id. */
  ensureChat: Call<{ readonly phone: PhoneKey; readonly at: number }, ChatId>;
  createSend: Call<{ readonly send: Send }, void>;
  updateSend: Call<{ readonly sendId: SendId; readonly patch: Partial<Omit<Send, 'id' | 'phone' | 'text'>> }, void>;
  deleteSend: Call<{ readonly sendId: SendId }, void>;
  commitAcceptedSend: Call<{ readonly sendId: SendId }, void>;
  saveDraft: Call<{ readonly phone: PhoneKey; readonly text: string; readonly at: number }, void>;
  saveSetting: Call<{ readonly key: string; readonly value: string }, void>;
}

export interface StoreQueries {
  getAccount: Call<Nothing, Account | null>;
  listChats: Call<
    {
      readonly filter: ChatFilter;
      readonly offset: number;
      readonly limit: number;
      readonly todayAt: number;
      readonly yesterdayAt: number;
      readonly now: number;
    },
    ChatPage
  >;
  findChat: Call<{ readonly chatId: ChatId | null; readonly phone: PhoneKey | null }, ChatView | null>;
  countChats: Call<Nothing, ChatCounts>;
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
  listPendingActions: Call<Nothing, readonly PendingAction[]>;
  findSend: Call<{ readonly sendId: SendId }, Send | null>;
  listSends: Call<{ readonly states: readonly SendState[] }, readonly Send[]>;
  /** Which of these outbound messages are sends of this computer, and the accepted sends whose message is not known. */
  listClaims: Call<
    { readonly messageIds: readonly number[] },
    { readonly claimedIds: readonly number[]; readonly nameless: readonly Send[] }
  >;
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
  /** Told of anything a person should know: a file moved aside, rows salvaged. */
  readonly onNotice?: (notice: StoreNotice) => void;
}

export type StoreNotice =
  | { readonly kind: 'cache-rebuilt'; readonly movedTo: string }
  /** Owned rows are safe, but the cache could not show them; the next opening repairs it. For the log. */
  | { readonly kind: 'cache-behind'; readonly detail: string }
  | { readonly kind: 'owned-salvaged'; readonly movedTo: string; readonly rows: number };
