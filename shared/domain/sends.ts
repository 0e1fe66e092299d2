import { toSendId } from './ids.ts';
import type { ChatId, FileId, PhoneKey, SendId } from './ids.ts';

/**
 * States of one send (architecture §8):
 *
 *   held → queued → sending → accepted
 *             ▲        ├────→ refused    (400, 403, 404: a person must change something)
 *             └────────┤                 (surely not accepted: again by itself)
 *                      └────→ checking   (bytes went out, no complete answer: never again by itself)
 *
 * `held`: until `dueAt` a person can still take it back. Files are uploaded while it is `queued`: that may be done twice.
 */
export type SendState = 'held' | 'queued' | 'sending' | 'accepted' | 'refused' | 'checking' | 'not-sent' | 'unknown';

/** Files of one text. */
export const MOST_FILES = 5;

/** A file of a send. The service keeps it behind a link, which stands at the end of the text that leaves. */
export interface SendFile {
  readonly id: FileId;
  /** With its extension. */
  readonly name: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  /** Where the service keeps it, relative (`click/<code>`) or whole; null until it was uploaded. */
  readonly href: string | null;
}

/** What happened to a send, in `send_events`; `discarded` where a person took it out. */
export type LedgerState = SendState | 'discarded';

/** One send: owned data, never dropped. */
export interface Send {
  readonly id: SendId;
  readonly phone: PhoneKey;
  /** As a person wrote it; '' where only files go. */
  readonly text: string;
  /** As it leaves, with the links of its files; null while these are not known, and where there are none. */
  readonly sentText: string | null;
  readonly files: readonly SendFile[];
  /** A person's own reference, behind ours and a dot in what the service gets; null: none. */
  readonly ownReference: string | null;
  /** Sender to use; null: the account's default. */
  readonly from: string | null;
  /** Whether the service shall open a chat for the number. */
  readonly createChat: boolean;
  readonly state: SendState;
  readonly createdAt: number;
  /** When the last request left; null before the first. */
  readonly attemptedAt: number | null;
  readonly attempts: number;
  /** When the send may leave next: the end of its hold; a wait after a refused attempt moves it. */
  readonly dueAt: number;
  readonly acceptedAt: number | null;
  /** What the service answered on acceptance. */
  readonly messageId: number | null;
  readonly sessionId: number | null;
  readonly chatId: ChatId | null;
  /** Why it is refused, waiting or checking; null when nothing went wrong. */
  readonly problem: SendProblem | null;
  readonly partsPredicted: number;
  /** What it would cost by the service's price list, in account money; null where that is not known. */
  readonly pricePredicted: number | null;
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

/** The reference that the service gets: our id, and behind a dot the person's own. */
export function toReferenceId({ id, ownReference }: Pick<Send, 'id' | 'ownReference'>): string {
  return ownReference === null ? id : `${id}.${ownReference}`;
}

/** Our id in a reference that the service gives back; null where it is not one of ours. */
export function findSendId(referenceId: string): SendId | null {
  const [, id] = /^([a-z2-7]{20})(?:\.|$)/.exec(referenceId) ?? [];
  return id === undefined ? null : toSendId(id);
}

/** The text as it leaves, or as it is known so far. */
export function toOutgoingText({ text, sentText }: Pick<Send, 'text' | 'sentText'>): string {
  return sentText ?? text;
}
