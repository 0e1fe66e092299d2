import type { Json, Reply } from '../../http.ts';
import { countMessages } from '../../rules/statistics.ts';
import type { Span, Tally } from '../../rules/statistics.ts';
import { Zone } from '../../rules/zones.ts';
import { toDateTime } from '../../wire/view.ts';
import { ok } from '../call.ts';
import type { Call, Row } from '../call.ts';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 7;
/** Unix seconds of the end of 2199: later ones are milliseconds by mistake. */
const LATEST_SECONDS = Date.UTC(2200, 0, 1) / 1_000;

function parseSeconds({ query }: Call, name: 'start' | 'end', fallbackAt: number): number {
  if (!query.has(name)) return fallbackAt;
  const seconds = query.int(name, 0);
  if (seconds < 0 || seconds >= LATEST_SECONDS) query.reject(name, 'This value is not a valid Unix timestamp.');
  return seconds * 1_000;
}

function parseSpan(call: Call): Span {
  const endAt = parseSeconds(call, 'end', call.nowAt);
  const startAt = parseSeconds(call, 'start', Math.max(0, endAt - DEFAULT_DAYS * DAY_MS));
  if (startAt > endAt) call.query.reject('start', 'This value should be before the end.');
  return { startAt, endAt };
}

function toRate(some: number, all: number): number {
  return all === 0 ? 0 : Math.round((some / all) * 10_000) / 10_000;
}

/** Where nothing was sent, there are no costs and no parts to tell. */
function toRow(tally: Tally): Json {
  const { at, sent, received } = tally;
  const isQuiet = sent === 0;
  return {
    replyRate: toRate(received, sent + received),
    date: at === null ? null : toDateTime(at),
    deliveryRate: toRate(tally.delivered, sent),
    costs: isQuiet ? null : Math.round(tally.cost * 1_000) / 1_000,
    messagesReceived: received,
    messagesSentDelivered: tally.delivered,
    messagesSentAccepted: tally.accepted,
    messagesSentBuffered: tally.buffered,
    messagesSentFailed: tally.failed,
    messagesSentRejected: tally.rejected,
    messagesSentParts: isQuiet ? null : tally.parts,
  };
}

function listStatistics(call: Call): Reply {
  const { world, query } = call;
  const by = query.choice('by', ['off', 'day', 'month', 'year'], 'off');
  const span = parseSpan(call);
  query.check();
  const zone = new Zone(world.data.settings.timeZone);
  const messages = { outbound: world.outbound.rows, inbound: world.inbound.rows };
  return ok(countMessages(messages, span, { by, zone }).map(toRow));
}

function getTotals({ world }: Call): Reply {
  const { contacts, outbound, inbound } = world;
  const own = contacts.rows.filter(({ userId }) => userId === undefined).length;
  return ok({ contacts: own, sent: outbound.rows.length, received: inbound.rows.length });
}

export const statisticsRows: readonly Row[] = [
  { method: 'GET', path: '/stats/messaging', group: 'statistics', handle: listStatistics },
  { method: 'GET', path: '/stats/messaging/data', group: 'statistics', handle: getTotals },
];
