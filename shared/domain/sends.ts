import type { ChatId, PhoneKey, SendId } from './ids.ts';

/**
 * States of one send (architecture §8):
 *
 *   queued → sending → accepted
 *      ▲        ├────→ refused    (400, 403, 404: a person must change something)
 *      └────────┤                 (surely not accepted: again by itself)
 *               └────→ checking   (bytes went out, no complete answer: never again by itself)
 *
 * `held` (undo) and what follows `checking` are part of the vocabulary from the start, so that stored rows stay valid.
 */
export type SendState = 'held' | 'queued' | 'sending' | 'accepted' | 'refused' | 'checking' | 'not-sent' | 'unknown';

/** One send: owned data, never dropped. */
export interface Send {
  readonly id: SendId;
  readonly phone: PhoneKey;
  readonly text: string;
  /** Sender to use; null: the account's default. */
  readonly from: string | null;
  /** Whether the service shall open a chat for the number. */
  readonly createChat: boolean;
  readonly state: SendState;
  readonly createdAt: number;
  /** When the last request left; null before the first. */
  readonly attemptedAt: number | null;
  readonly attempts: number;
  /** When the send may leave next; a wait after a refused attempt moves it. */
  readonly dueAt: number;
  readonly acceptedAt: number | null;
  /** What the service answered on acceptance. */
  readonly messageId: number | null;
  readonly sessionId: number | null;
  readonly chatId: ChatId | null;
  /** Why it is refused, waiting or checking; null when nothing went wrong. */
  readonly problem: SendProblem | null;
  readonly partsPredicted: number;
  /**
   * Newest message of the service's list of outbound messages as far as it was read when the request last left: what is
   * not younger cannot be this send. Null before it left, or where nothing was read of the list.
   */
  readonly afterMessageId: number | null;
  /** What was found out about a lost answer; null where none was lost since the send last left. */
  readonly check: SendCheck | null;
}

/**
 * The search for a send whose answer got lost, and its evidence: what a person is shown who decides about it.
 *
 * `not-looked` nothing was read yet · `not-there` everything that could hold it was read and it is not among it ·
 * `alike` something that may be it, but need not be, is there · `partly` not all that could hold it could be read ·
 * `unreachable` the service could not be asked · `found` it is there.
 */
export type CheckFinding = 'not-looked' | 'not-there' | 'alike' | 'partly' | 'unreachable' | 'found';

export interface SendCheck {
  readonly lostAt: number;
  /** Looks that got an answer. */
  readonly looks: number;
  readonly lastLookAt: number | null;
  /** When the app looks again by itself; null: no more. */
  readonly nextLookAt: number | null;
  readonly finding: CheckFinding;
  /** The texts that the service has were read back to this instant; null where they were not read. */
  readonly readBackTo: number | null;
  /** Whether the service's list of sends, which knows our reference, was read as well. */
  readonly readSends: boolean;
  /** Texts of the service that may be it, newest first, at most five. */
  readonly alike: readonly AlikeMessage[];
}

export interface AlikeMessage {
  readonly messageId: number;
  readonly at: number;
  readonly text: string;
}

export interface SendProblem {
  /** Code of the closed error family. */
  readonly code: string;
  /** The service's own words, if it had any. */
  readonly detail: string | null;
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly at: number;
}
