/**
 * The search for lost answers: what was read of the service → a finding for each lost send. Pure.
 *
 *   its own reference on one of the service's sends ───► found, for sure
 *   its own reference in a callback about its message ─► found, for sure
 *   the same words to the same number, or nearly ──────► alike: a colleague may have sent them
 *   all was read that could hold it ───────────────────► not there        else: partly, unreachable
 *
 * SEND-7  A message of the service is given to one send at most, and never because of its words: where the service shows
 *         references, the reference decides, and where it shows none, nobody can tell whose words they are.
 * SEND-8  Not found means little: only what was read whole, down to where the send cannot be any more, says "not there".
 */
import type { Message, ServiceSend } from '#shared/domain/entities.ts';
import type { SendId } from '#shared/domain/ids.ts';
import { findSendId, toOutgoingText } from '#shared/domain/sends.ts';
import type { AlikeMessage, Send } from '#shared/domain/sends.ts';
import { CLOCK_TRUST_MS, MATCH_WINDOW_MS, reachesMessage, reachesSend, toLeftAt, toReadBackTo } from './stretch.ts';
import type { Stretch } from './stretch.ts';
import { canBecome, isSameText } from './texts.ts';

/** What one look read. */
export interface Reading {
  /** When it began. */
  readonly startedAt: number;
  /** `absent`: the service lists none, or not for this account. `unanswered`: it did not say. */
  readonly sends: Stretch<ServiceSend> | 'absent' | 'unanswered';
  /** Outbound messages; null: nothing was read of them. */
  readonly messages: Stretch<Message> | null;
  /** Messages of those of the service's sends that carry our reference, by their id, where they could be read. */
  readonly ofSends: ReadonlyMap<number, readonly Message[]>;
  /** Messages that callbacks named for a lost send by its reference, newest first, as the service itself has them. */
  readonly ofCallbacks: ReadonlyMap<SendId, readonly Message[]>;
}

export interface SearchQuestion {
  /** Sends whose answer was lost before the reading began, in the order in which they were written. */
  readonly lost: readonly Send[];
  readonly reading: Reading;
  /** Messages of the service that are known to be other sends of ours. */
  readonly claimedIds: ReadonlySet<number>;
}

export type LookResult =
  | { readonly kind: 'found'; readonly messageId: number | null; readonly sessionId: number | null }
  | {
      readonly kind: 'open';
      readonly finding: 'not-there' | 'alike' | 'partly';
      readonly readBackTo: number | null;
      readonly readSends: boolean;
      readonly alike: readonly AlikeMessage[];
    }
  | { readonly kind: 'unreachable' };

/** The source of what came over the interface that this app uses. */
const OWN_SOURCE = 'A';
const MOST_ALIKE = 5;

/** Whether one of the service's sends carries the id of ours, to which a person's own words may be appended. */
export function carriesReference({ referenceId }: ServiceSend, { id }: Send): boolean {
  return referenceId !== null && findSendId(referenceId) === id;
}

/** The newest of the service's sends that carries our reference: the same send may have left more than once. */
export function findByReference(rows: readonly ServiceSend[], send: Send): ServiceSend | undefined {
  return rows
    .filter((row) => carriesReference(row, send))
    .reduce<ServiceSend | undefined>(
      (newest, row) => (newest === undefined || row.id > newest.id ? row : newest),
      undefined,
    );
}

/** What a look says of every lost send. */
export function decideFindings(question: SearchQuestion): ReadonlyMap<SendId, LookResult> {
  const { reading } = question;
  const search = new Search(question);
  const results = new Map<SendId, LookResult>();
  const lost = [...question.lost].sort(byAge);
  const settle = (find: (send: Send) => LookResult | undefined): void => {
    for (const send of lost) {
      const result = results.has(send.id) ? undefined : find(send);
      if (result !== undefined) results.set(send.id, result);
    }
  };
  // First what is sure: a message that is one send's is no evidence for another.
  settle((send) => search.findByReference(send) ?? search.findByCallback(send));
  settle((send) => (isAnswered(reading) ? search.describe(send) : { kind: 'unreachable' }));
  return results;
}

function isAnswered({ sends, messages }: Reading): boolean {
  return typeof sends !== 'string' || messages !== null;
}

/** Those that left in the same millisecond stay in the order in which they were given. */
function byAge(one: Send, other: Send): number {
  return toLeftAt(one) - toLeftAt(other) || one.createdAt - other.createdAt;
}

class Search {
  readonly #question: SearchQuestion;
  readonly #sends: ReadonlyMap<number, ServiceSend>;
  readonly #messages: readonly Message[];
  readonly #given: Set<number>;

  constructor(question: SearchQuestion) {
    const { sends, messages } = question.reading;
    const rows = typeof sends === 'string' ? [] : sends.rows;
    this.#question = question;
    this.#sends = new Map(rows.map((row) => [row.id, row]));
    this.#messages = messages?.rows ?? [];
    this.#given = new Set(question.claimedIds);
  }

  findByReference(send: Send): LookResult | undefined {
    const session = findByReference([...this.#sends.values()], send);
    if (session === undefined) return undefined;
    const listed = this.#question.reading.ofSends.get(session.id) ?? [];
    const message = [...listed, ...this.#messages.filter(({ sessionId }) => sessionId === session.id)].find(
      ({ phone, id }) => phone === send.phone && !this.#given.has(id),
    );
    if (message !== undefined) this.#given.add(message.id);
    return { kind: 'found', messageId: message?.id ?? null, sessionId: session.id };
  }

  /** The reference came by callback, which is a hint; the message was read from the service, and says the same. */
  findByCallback(send: Send): LookResult | undefined {
    const message = this.#question.reading.ofCallbacks
      .get(send.id)
      ?.find((one) => one.phone === send.phone && isAlike(one, send) && !this.#given.has(one.id));
    if (message === undefined) return undefined;
    this.#given.add(message.id);
    return { kind: 'found', messageId: message.id, sessionId: message.sessionId };
  }

  describe(send: Send): LookResult {
    const { sends, messages } = this.#question.reading;
    const alike = this.#listPossible(send)
      .filter((message) => isAlike(message, send))
      .sort((one, other) => other.at - one.at || other.id - one.id)
      .slice(0, MOST_ALIKE)
      .map(({ id, at, text }) => ({ messageId: id, at, text }));
    const hasMessages = messages !== null && messages.isWhole && reachesMessage(messages, send);
    const readSends = typeof sends !== 'string' && sends.isWhole && reachesSend(sends, send);
    const isAll = hasMessages && (readSends || sends === 'absent');
    const finding = alike.length > 0 ? 'alike' : isAll ? 'not-there' : 'partly';
    return { kind: 'open', finding, readBackTo: toShownEnd(messages, send), readSends, alike };
  }

  /** Messages to that number that nobody else has and that can have come after the request. */
  #listPossible(send: Send): Message[] {
    return this.#messages.filter(
      (message) =>
        message.phone === send.phone &&
        !this.#given.has(message.id) &&
        isAfter(message, send) &&
        !this.#isOfAnother(message),
    );
  }

  /** Whether the service says that a message is somebody else's. */
  #isOfAnother({ sessionId }: Message): boolean {
    const session = sessionId === null ? undefined : this.#sends.get(sessionId);
    if (session === undefined) return false;
    return session.referenceId !== null || (session.source ?? OWN_SOURCE) !== OWN_SOURCE;
  }
}

function isAlike({ text }: Message, send: Send): boolean {
  return isSameText(text, toOutgoingText(send)) || canBecome(toOutgoingText(send), text);
}

/** By id, which no clock can get wrong; where none was known, by a time that leaves room for wrong clocks. */
function isAfter(message: Message, send: Send): boolean {
  if (send.afterMessageId !== null) return message.id > send.afterMessageId;
  return message.at >= toLeftAt(send) - CLOCK_TRUST_MS;
}

function toShownEnd(messages: Stretch<Message> | null, send: Send): number | null {
  if (messages === null) return null;
  const readBackTo = toReadBackTo(messages.rows);
  if (messages.isToEnd) return Math.min(readBackTo, toLeftAt(send) - MATCH_WINDOW_MS);
  return readBackTo === Infinity ? null : readBackTo;
}
