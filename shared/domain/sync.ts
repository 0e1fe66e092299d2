import type { ChatId, ContactId, ListId, SendId } from './ids.ts';

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
  everything: false,
};

/** A thing a person did to a chat that the service has not confirmed yet; owned data, replayed over incoming rows. */
export type ChatAction =
  | { readonly kind: 'read'; readonly isRead: boolean }
  | { readonly kind: 'status'; readonly status: 'active' | 'closed' }
  | { readonly kind: 'pin'; readonly isPinned: boolean }
  | { readonly kind: 'mute'; readonly isMuted: boolean; readonly hours: number | null };

export interface PendingAction {
  readonly id: number;
  readonly chatId: ChatId;
  readonly action: ChatAction;
  readonly createdAt: number;
  readonly attempts: number;
}

export type SyncPhase = 'idle' | 'account' | 'chats' | 'messages' | 'contacts' | 'lists' | 'history';

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
}
