/** How news came: the newest of it, and how long it took each way. */
import { toChatId, toMessageKey } from '#shared/domain/ids.ts';
import type { PhoneKey } from '#shared/domain/ids.ts';
import type { ReadVia } from '#shared/domain/sync.ts';
import { CALLBACK_GRACE_MS } from '../commands/arrivals.ts';
import type { ReadDb } from '../open.ts';
import type { Query } from './query.ts';

interface ArrivalRow {
  readonly direction: 'in' | 'out';
  readonly message_id: number;
  readonly letter: string;
  readonly happened_at: number;
  readonly seen_at: number;
  readonly via: ReadVia;
  readonly phone: PhoneKey;
  readonly name: string | null;
  readonly chat_id: number | null;
}

const NEWEST = `
  SELECT direction, message_id, letter, happened_at, seen_at, via, arrivals.phone AS phone,
    people.name AS name,
    (SELECT id FROM chats WHERE chats.phone = arrivals.phone AND id > 0 ORDER BY shelf, sort_at DESC, id LIMIT 1)
      AS chat_id
  FROM arrivals LEFT JOIN people ON people.phone = arrivals.phone
  ORDER BY arrivals.seq DESC LIMIT ?`;

export const listArrivals: Query<'listArrivals'> = (db, { limit }) =>
  db.all<ArrivalRow>(NEWEST, [limit]).map((row) => ({
    key: toMessageKey(row.direction, row.message_id),
    letter: row.letter,
    chatId: row.chat_id === null ? null : toChatId(row.chat_id),
    phone: row.phone,
    name: row.name ?? '',
    happenedAt: row.happened_at,
    seenAt: row.seen_at,
    via: row.via,
  }));

const COUNT = 'SELECT count(*) AS n FROM arrivals WHERE via = ? AND seen_at >= ?';
/** Of texts only: the service says when a message was written, and never when a letter changed. */
const LAGS = `
  SELECT max(0, seen_at + coalesce(skew_ms, 0) - happened_at) AS lag FROM arrivals
  WHERE via = ? AND seen_at >= ? AND direction = 'in' ORDER BY lag`;
/** Those written down, and those of which it shows by now. */
const HEALED = `
  SELECT count(*) AS n FROM arrivals
  WHERE via = 'poll' AND seen_at >= @sinceAt AND coalesce(is_healed, seen_at <= @judgedAt AND NOT EXISTS (
    SELECT 1 FROM callback_events
    WHERE callback_events.direction = arrivals.direction AND callback_events.message_id = arrivals.message_id
      AND callback_events.letter IN (arrivals.letter, '') AND received_at <= seen_at + @graceMs))`;

export const summariseArrivals: Query<'summariseArrivals'> = (db, { sinceAt }, now) => {
  const healed = { sinceAt, judgedAt: now - CALLBACK_GRACE_MS, graceMs: CALLBACK_GRACE_MS };
  return {
    sinceAt,
    byCallback: summarise(db, 'callback', sinceAt),
    byPoll: summarise(db, 'poll', sinceAt),
    healedCount: db.get<{ n: number }>(HEALED, healed)?.n ?? 0,
  };
};

function summarise(
  db: ReadDb,
  via: ReadVia,
  sinceAt: number,
): { readonly count: number; readonly medianLagMs: number | null } {
  const lags = db.all<{ lag: number }>(LAGS, [via, sinceAt]).map(({ lag }) => lag);
  const middle = lags.slice(Math.ceil(lags.length / 2) - 1, Math.floor(lags.length / 2) + 1);
  const medianLagMs = middle.length === 0 ? null : middle.reduce((sum, lag) => sum + lag, 0) / middle.length;
  return { count: db.get<{ n: number }>(COUNT, [via, sinceAt])?.n ?? 0, medianLagMs };
}
