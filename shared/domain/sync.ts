import type { ChatId, ContactId, ListId, PhoneKey, SendId } from './ids.ts';

/** The two account-wide message feeds of the service. */
export type FeedName = 'outbound' | 'inbound';

/**
 * Where the reading of one feed stands. `headId` is the newest id up to which everything is known without a gap;
 * `tailId` the oldest id reached going back; `isComplete` once the feed's end was reached.
 */
export interface FeedCursor {
  readonly headId: number;
  readonly tailId: number;
  readonly isComplete: boolean;
  /** Page number to resume at in a feed that has no `lastId`. */
  readonly tailPage: number;
}

/** What a committed change touched. Ids only: readers ask again for what they show. */
export interface ChangeSet {
  readonly chatIds: readonly ChatId[];
  /** Chats whose messages or sends changed. */
  readonly messageChatIds: readonly ChatId[];
  readonly contactIds: readonly ContactId[];
  readonly listIds: readonly ListId[];
  readonly sendIds: readonly SendId[];
  /** What waits on this computer changed: a send, an action that is not confirmed, a draft. */
  readonly outbox: boolean;
  readonly account: boolean;
  /** Registers of numbers, custom fields, or what the user changed of contacts, notes and lists and waits here. */
  readonly people: boolean;
  /** Scheduled texts, of this computer or of the service. */
  readonly schedules: boolean;
  readonly templates: boolean;
  /** What people did to chats and a newer text undid. */
  readonly overtaken: readonly OvertakenAct[];
  /** More changed than is worth naming: ask everything again. */
  readonly everything: boolean;
}

export const NO_CHANGES: ChangeSet = {
  chatIds: [],
  messageChatIds: [],
  contactIds: [],
  listIds: [],
  sendIds: [],
  outbox: false,
  account: false,
  people: false,
  schedules: false,
  templates: false,
  overtaken: [],
  everything: false,
};

/** A chat that stays as it was, open and unread, because somebody wrote in it since the act. */
export interface OvertakenAct {
  readonly chatId: ChatId;
  readonly kind: ChatAction['kind'];
}

/** A thing a person did to a chat that the service has not confirmed yet; owned data, replayed over incoming rows. */
export type ChatAction =
  | {
      readonly kind: 'read';
      readonly isRead: boolean;
      /** How many were unread before they were read, where that is restored; the service is told "unread" alone. */
      readonly unreadCount?: number;
    }
  | {
      readonly kind: 'status';
      readonly status: 'active' | 'closed' | 'deleted';
      /** Closed with "close all read": every chat that had nothing unread then, so one call can do it. */
      readonly isEveryRead?: boolean;
    }
  | { readonly kind: 'pin'; readonly isPinned: boolean }
  | {
      readonly kind: 'mute';
      readonly isMuted: boolean;
      /** From when it was made; null: without end. */
      readonly hours: number | null;
      /** When it ends by the service's clock; absent where that clock was not known. */
      readonly endsAt?: number;
    }
  | { readonly kind: 'block'; readonly isBlocked: boolean };

/** Known on this computer only. */
export type LocalAct =
  /** `until` null: back now. */
  | { readonly kind: 'snooze'; readonly until: number | null }
  /** Whether what they wrote until now needs a reply. */
  | { readonly kind: 'reply'; readonly isNeeded: boolean };
export type ChatAct = ChatAction | LocalAct;

/** How far an act counts: up to the newest incoming text that whoever did it can have seen. */
export interface ActCoverage {
  /** By the service's time; null: none was known. */
  readonly upToAt: number | null;
  /** Null where only the row of the chat told of that text, or an older version wrote the act down. */
  readonly upToId: number | null;
  /** Its words, as that row had them: times are told to the second, and another may be of the same one. */
  readonly upToText: string | null;
}

export interface PendingAction {
  readonly id: number;
  readonly chatId: ChatId;
  readonly phone: PhoneKey;
  readonly action: ChatAction;
  /** Null: it holds whatever comes. */
  readonly covers: ActCoverage | null;
  readonly createdAt: number;
  /** Not before then: until it is over it can be taken back without anybody having heard of it. */
  readonly dueAt: number;
  /** How often it, or one whose place it took, began to leave: it may be at the service. */
  readonly attempts: number;
  /** It makes one undone that a newer text overtook, and that may be at the service. */
  readonly isReverse?: true;
}

/** How a row came to this computer: told by a callback and then read, or found by asking. */
export type ReadVia = 'callback' | 'poll';

/** How far back messages are read without being asked for: so many days; null: all. */
export type HistoryDays = 30 | 365 | null;

export interface HistoryChoice {
  readonly days: HistoryDays;
  /** Nothing older is read until a person lets it go on. */
  readonly isPaused: boolean;
}

/** Messages between these instants, the ends included, may be missing. `fromAt` null: back to the beginning. */
export interface Gap {
  readonly fromAt: number | null;
  readonly toAt: number;
}

/**
 * What one answer covered: of what lies in there, everything was in it. Known messages that it left out are missing, and
 * asked for one by one before anything is done about them.
 */
export type Coverage =
  /** A feed, newest first: ids between these, the ends included. */
  | { readonly kind: 'feed'; readonly direction: 'in' | 'out'; readonly fromId: number; readonly toId: number }
  /** Messages of one chat between these instants; `fromAt` null: from its beginning. Calls only where asked for. */
  | {
      readonly kind: 'chat';
      readonly chatId: ChatId;
      readonly fromAt: number | null;
      readonly toAt: number;
      readonly withCalls: boolean;
    };

/** How completely a chat is known. */
export interface Completeness {
  /** Everything from here on is in the cache, but for the gaps; null: from the beginning of the chat. */
  readonly fromAt: number | null;
  /** Null: nothing was read yet. */
  readonly upToAt: number | null;
  /** Newest first. */
  readonly gaps: readonly Gap[];
}

/** `others`: fields, templates, schedules and what else is kept whole · `check`: comparing all with the service. */
export type SyncPhase =
  'idle' | 'account' | 'chats' | 'messages' | 'contacts' | 'lists' | 'others' | 'history' | 'check';

/** `full`: no room on the disk · `unwritable`: it takes nothing for another reason, such as who may write there. */
export type DiskTrouble = 'full' | 'unwritable';

/** Live state of the link to the service, as the window shows it. */
export interface SyncStatus {
  /** `slowed`: it asked us to · `troubled`: it answers, but not all that a round asks for. */
  readonly link: 'starting' | 'online' | 'offline' | 'unauthorized' | 'maintenance' | 'slowed' | 'troubled';
  /** Since when `link` is what it is. */
  readonly since: number;
  /** When everything new was last known to be here; null before the first time. */
  readonly lastSyncedAt: number | null;
  /** When the next attempt happens by itself; null when none is planned or it is running. */
  readonly nextAttemptAt: number | null;
  readonly phase: SyncPhase;
  readonly done: number;
  /** Null where the service gives no total. */
  readonly total: number | null;
  /** A person asked to check everything, and that is not over yet. */
  readonly isChecking: boolean;
  /** Reading older history was paused by a person before it was done. */
  readonly isHistoryPaused: boolean;
  /** How far the service's clock is ahead of this computer's, ms; null: not known. */
  readonly clockSkewMs: number | null;
  /**
   * Why nothing can be written on this computer now; absent where all is well. It goes on by itself once that is over.
   * `reopening`: what is kept here was lost hold of, and is just being opened again.
   */
  readonly disk?: DiskTrouble | 'reopening' | undefined;
}
