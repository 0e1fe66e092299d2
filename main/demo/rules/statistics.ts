/** Counts of what was sent and received, by days, months or years of a time zone. */
import type { Inbound, Letter, Outbound } from '../state/model.ts';
import type { Zone } from './zones.ts';

export type Period = 'off' | 'day' | 'month' | 'year';

/** What happened in one period. */
export interface Tally {
  /** Its first moment; null for everything together. */
  readonly at: number | null;
  sent: number;
  received: number;
  delivered: number;
  accepted: number;
  buffered: number;
  failed: number;
  rejected: number;
  parts: number;
  /** Account money. */
  cost: number;
}

type Outcome = 'delivered' | 'accepted' | 'buffered' | 'failed' | 'rejected';

const OUTCOMES: Readonly<Record<Letter, Outcome>> = {
  ...{ d: 'delivered', b: 'buffered', j: 'rejected', g: 'rejected' },
  ...{ q: 'accepted', r: 'accepted', a: 'accepted', s: 'accepted' },
  ...{ e: 'failed', f: 'failed', u: 'failed' },
};

export interface Span {
  readonly startAt: number;
  /** Still in it. */
  readonly endAt: number;
}

function createTally(at: number | null): Tally {
  const outcomes = { delivered: 0, accepted: 0, buffered: 0, failed: 0, rejected: 0 };
  return { at, sent: 0, received: 0, ...outcomes, parts: 0, cost: 0 };
}

/** The first moment of the period that holds a moment on the wall, on the wall. */
function toStart(wall: number, by: Period): number {
  const date = new Date(wall);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  if (by === 'year') return Date.UTC(year, 0, 1);
  return by === 'month' ? Date.UTC(year, month, 1) : Date.UTC(year, month, day);
}

function toNext(wall: number, by: Period): number {
  const date = new Date(wall);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  if (by === 'year') return Date.UTC(year + 1, 0, 1);
  return by === 'month' ? Date.UTC(year, month + 1, 1) : Date.UTC(year, month, day + 1);
}

/** One tally for each period that the span touches, in order, quiet ones included. */
function listTallies(span: Span, by: Period, zone: Zone): Tally[] {
  if (by === 'off') return [createTally(null)];
  const tallies: Tally[] = [];
  const last = zone.toWall(span.endAt);
  for (let wall = toStart(zone.toWall(span.startAt), by); wall <= last; wall = toNext(wall, by)) {
    tallies.push(createTally(zone.toInstant(wall)));
  }
  return tallies;
}

/** The tally in whose period a moment lies; they are in order. */
function findTally(tallies: readonly Tally[], at: number): Tally | undefined {
  let [low, high] = [0, tallies.length];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((tallies[middle]?.at ?? 0) <= at) low = middle;
    else high = middle;
  }
  return tallies[low];
}

/** Counts all messages of a span. One pass over each table, however many periods there are. */
export function countMessages(
  messages: { readonly outbound: readonly Outbound[]; readonly inbound: readonly Inbound[] },
  span: Span,
  { by, zone }: { readonly by: Period; readonly zone: Zone },
): readonly Tally[] {
  const tallies = listTallies(span, by, zone);
  const isWithin = ({ at }: { readonly at: number }): boolean => at >= span.startAt && at <= span.endAt;
  for (const message of messages.outbound) {
    const tally = isWithin(message) ? findTally(tallies, message.at) : undefined;
    if (tally === undefined) continue;
    tally.sent += 1;
    tally[OUTCOMES[message.status]] += 1;
    tally.parts += message.parts;
    tally.cost += message.price;
  }
  for (const message of messages.inbound) {
    const tally = isWithin(message) ? findTally(tallies, message.at) : undefined;
    if (tally !== undefined) tally.received += 1;
  }
  return tallies;
}
