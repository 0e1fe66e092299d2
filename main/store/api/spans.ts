/** How far the messages of a chat are known without a hole, and what was deleted at the service. */
import type { ChatId, MessageKey, PhoneKey } from '#shared/domain/ids.ts';
import type { Completeness, Gap } from '#shared/domain/sync.ts';
import type { Call, Nothing } from './call.ts';

export interface SpanCommands {
  /** Gone at the service, which said so of each by itself. Of one that was sent from here only the ledger knows then. */
  removeMessages: Call<{ readonly keys: readonly MessageKey[] }, { readonly removedCount: number }>;
  /**
   * Gone at the service. Messages that the feeds list stay; calls, notes and what else only a chat lists go with the last
   * chat of the number. Drafts and unsent texts keep a provisional chat.
   */
  removeChats: Call<{ readonly chatIds: readonly ChatId[] }, void>;
}

export interface SpanQueries {
  /**
   * The stretch of both feeds that is here of every chat, `fromAt` null: from the beginning. Null where one of them was never
   * read.
   */
  getFeedSpan: Call<Nothing, { readonly fromAt: number | null; readonly toAt: number } | null>;
  /** Null: no such chat. */
  getCompleteness: Call<{ readonly chatId: ChatId }, Completeness | null>;
  /** Chats with gaps, newest first, and of how many chats everything is here. */
  listGaps: Call<
    { readonly limit: number },
    {
      readonly chatsCount: number;
      readonly completeCount: number;
      readonly chats: readonly {
        readonly chatId: ChatId;
        readonly phone: PhoneKey;
        readonly name: string;
        readonly gaps: readonly Gap[];
      }[];
    }
  >;
  /** Chats that need reading: their rows showed news, and their messages are not here. The longest marked first. */
  listChatsToRead: Call<
    { readonly limit: number },
    readonly { readonly mark: number; readonly chatId: ChatId; readonly phone: PhoneKey }[]
  >;
  /** The highest mark of a chat that needs reading; 0: none does. Taken before a question, see `readMarks`. */
  getNewestChatMark: Call<Nothing, number>;
  /** Ids of outbound messages whose letter may still change, newest first. */
  listOpenLetters: Call<{ readonly limit: number; readonly sinceAt: number }, readonly number[]>;
  /** Ids of one feed that the cache has between these, the ends included, highest first: for a look at what is gone. */
  listMessageIds: Call<
    { readonly direction: 'in' | 'out'; readonly fromId: number; readonly toId: number; readonly limit: number },
    readonly number[]
  >;
  /** All but the store's own. */
  listSyncMarks: Call<Nothing, Readonly<Record<string, number>>>;
}
