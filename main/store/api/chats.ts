/** The chat list, what people do to chats and their messages, and the lists that they keep under a name. */
import type {
  ChatCounts,
  ChatPage,
  ChatPlace,
  ChatScope,
  ChatSort,
  ChatView,
  MessageDetails,
  SavedView,
  SoughtChat,
} from '#shared/contract/index.ts';
import type { ChatId, MessageKey, PhoneKey } from '#shared/domain/ids.ts';
import type { ChatAct } from '#shared/domain/sync.ts';
import type { Call, Nothing } from './call.ts';

/** A chat as it was shown before an act: what taking that back restores. */
export interface ChatBefore {
  readonly chatId: ChatId;
  readonly status: ChatView['status'];
  readonly unreadCount: number;
  readonly isPinned: boolean;
  readonly isMuted: boolean;
  readonly mutedUntil: number | null;
  readonly isBlocked: boolean;
  readonly snoozedUntil: number | null;
  readonly isReplyNeeded: boolean;
}

/** Messages that a person deleted and the service has not confirmed. */
export interface PendingDeletion {
  readonly chatId: ChatId;
  readonly key: MessageKey;
  readonly createdAt: number;
  /** Not before then. */
  readonly dueAt: number;
}

export interface ChatCommands {
  /**
   * Owned rows first, then the chats: what a person does to some, at most 500. Those that are so already, or are not there,
   * are left out. An act replaces an unconfirmed one of the same kind on the same chat. `dueAt`: see `PendingAction`.
   */
  applyActions: Call<
    { readonly chatIds: readonly ChatId[]; readonly action: ChatAct; readonly at: number; readonly dueAt: number },
    { readonly applied: readonly ChatBefore[] }
  >;
  /** Takes actions back that the service has not heard of: their chats are shown as they were before. */
  cancelActions: Call<
    { readonly actionIds: readonly number[]; readonly at: number },
    { readonly cancelledIds: readonly number[]; readonly chatIds: readonly ChatId[] }
  >;
  /** Brings back every snoozed chat whose time has come. */
  returnSnoozed: Call<{ readonly now: number }, { readonly returnedIds: readonly ChatId[] }>;
  /** Hides messages until `finishMessageDeletion`; those of other sequences than in, out and call are left out. */
  deleteMessages: Call<
    {
      readonly chatId: ChatId;
      readonly keys: readonly MessageKey[];
      readonly at: number;
      readonly dueAt: number;
    },
    { readonly keys: readonly MessageKey[] }
  >;
  /** Shows them again; those that are deleted at the service by now are left out. */
  restoreMessages: Call<{ readonly keys: readonly MessageKey[] }, { readonly keys: readonly MessageKey[] }>;
  /** The service deleted them (`isDeleted`: they leave the cache), or refused to (they are shown again). */
  finishMessageDeletion: Call<{ readonly keys: readonly MessageKey[]; readonly isDeleted: boolean }, void>;
  /** A new one has an id of its own already; those with the same chord lose it. */
  saveView: Call<{ readonly view: SavedView }, void>;
  removeView: Call<{ readonly id: string }, { readonly isRemoved: boolean }>;
  orderViews: Call<{ readonly ids: readonly string[] }, void>;
}

export interface ChatQueries {
  listChats: Call<
    {
      readonly scope: ChatScope;
      readonly sort: ChatSort;
      readonly offset: number;
      readonly limit: number;
      readonly todayAt: number;
      readonly yesterdayAt: number;
      readonly now: number;
    },
    ChatPage
  >;
  /** All of a scope, in no order. */
  listChatIds: Call<{ readonly scope: ChatScope; readonly now: number }, readonly ChatId[]>;
  findChat: Call<{ readonly chatId: ChatId | null; readonly phone: PhoneKey | null }, ChatView | null>;
  /** As `findChat` does it for one, in the order of the ids; for some hundreds at once. */
  listChatsById: Call<{ readonly chatIds: readonly ChatId[] }, readonly (ChatView | null)[]>;
  /** Where one of a list stands, counted in the order of `listChats`; null where the list has none such. */
  findChatPlace: Call<
    { readonly scope: ChatScope; readonly sort: ChatSort; readonly of: SoughtChat; readonly now: number },
    ChatPlace | null
  >;
  countChats: Call<Nothing, ChatCounts>;
  /** When the next snoozed chat comes back; null: none is snoozed. */
  getNextSnoozeEnd: Call<Nothing, number | null>;
  listViews: Call<Nothing, readonly SavedView[]>;
  listMessageDeletions: Call<Nothing, readonly PendingDeletion[]>;
  /** Null: no such chat or message. */
  getMessageDetails: Call<{ readonly chatId: ChatId; readonly key: string }, MessageDetails | null>;
  /** The first message or call at or after an instant; null where there is none, or no such chat. */
  findMessageAt: Call<{ readonly chatId: ChatId; readonly at: number }, string | null>;
  /** Lists that the account has, by name. */
  listListNames: Call<
    Nothing,
    readonly { readonly id: number; readonly name: string; readonly membersCount: number }[]
  >;
}
