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
}

export interface SendProblem {
  /** Code of the closed error family. */
  readonly code: string;
  /** The service's own words, if it had any. */
  readonly detail: string | null;
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly at: number;
}
