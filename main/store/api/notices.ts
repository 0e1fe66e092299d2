/** Which incoming messages deserve a word to the person, and how news came. Decided in the message's own transaction. */
import type { ChatId, MessageKey, PhoneKey } from '#shared/domain/ids.ts';
import type { ReadVia } from '#shared/domain/sync.ts';
import type { Call, Nothing } from './call.ts';

/** A message that a person is to be told of, once. */
export interface DueNotice {
  readonly key: MessageKey;
  readonly phone: PhoneKey;
  /** Null while the service's chat of that number is not known yet. */
  readonly chatId: ChatId | null;
  /** The name that the eye sees; '' where there is none. */
  readonly name: string;
  readonly text: string;
  /** MIME types of the files that came with it. */
  readonly fileTypes: readonly string[];
  readonly at: number;
}

/** One piece of news: a message, or a letter of a message, and how it got here first. */
export interface Arrival {
  readonly key: MessageKey;
  /** '' for the message itself. */
  readonly letter: string;
  readonly chatId: ChatId | null;
  readonly phone: PhoneKey;
  readonly name: string;
  /** So says the service. */
  readonly happenedAt: number;
  readonly seenAt: number;
  readonly via: ReadVia;
}

export interface ArrivalSummary {
  readonly sinceAt: number;
  readonly byCallback: { readonly count: number; readonly medianLagMs: number | null };
  readonly byPoll: { readonly count: number; readonly medianLagMs: number | null };
  /** News that polling found although callbacks were on, and that no callback told of: healed. */
  readonly healedCount: number;
}

export interface NoticeCommands {
  /**
   * The first reading is over: what comes from now on is news. Of a cache that was here before nothing changes; one that
   * was read anew goes by what was told before it was lost.
   */
  openNotices: Call<Nothing, void>;
  /** Takes what is to be told now, oldest first; each message is given out once, also over restarts. */
  takeNotices: Call<{ readonly limit: number }, readonly DueNotice[]>;
}

export interface NoticeQueries {
  /** Unread messages of chats that are open and not muted now. */
  countUnread: Call<Nothing, { readonly messages: number; readonly chats: number }>;
  listArrivals: Call<{ readonly limit: number }, readonly Arrival[]>;
  summariseArrivals: Call<{ readonly sinceAt: number }, ArrivalSummary>;
}
