/**
 * How many chats a list has, in all and since a moment, and where the chat with so many above it stands. `chat_counts`
 * holds them by stretches of 30 days and of one: a few rows of either instead of a walk through the list.
 */
import type { ReadDb } from '../open.ts';

const DAY_MS = 86_400_000;
const MONTH_DAYS = 30;

/** One list: its shelf, the index that holds its order with the condition of that index, and what counts its chats. */
export interface ListPlace {
  readonly shelf: number;
  readonly index: 'chats_by_shelf' | 'chats_unread';
  readonly also: '' | 'AND unread_count > 0';
  readonly count: 'chats' | 'unread_chats';
}

const toTotalsSql = (count: string): string => `
  SELECT coalesce(sum(${count}), 0) AS total, coalesce(sum(${count}) FILTER (WHERE is_pinned = 1), 0) AS pinned
  FROM chat_counts WHERE shelf = ? AND days = ${MONTH_DAYS}`;

export function getTotals(
  db: ReadDb,
  { shelf, count }: ListPlace,
): { readonly total: number; readonly pinned: number } {
  type Totals = { readonly total: number; readonly pinned: number };
  return db.get<Totals>(toTotalsSql(count), [shelf]) ?? { total: 0, pinned: 0 };
}

/** For the query-plan test too, like those below. */
export const toBetweenSql = ({ index, also }: ListPlace): string =>
  `SELECT count(*) AS n FROM chats INDEXED BY ${index}
  WHERE shelf = ? ${also} AND is_pinned = 0 AND sort_at >= ? AND sort_at < ?`;
const toStretchesSql = (count: string): string => `
  SELECT coalesce(sum(${count}), 0) AS n FROM chat_counts
  WHERE shelf = ? AND days = ? AND is_pinned = 0 AND number > ? AND number < ?`;

/** Those that are not pinned and stand at that moment or above it: whole months, whole days, and the rest of one day. */
export function countSince(db: ReadDb, place: ListPlace, at: number): number {
  const count = (sql: string, ...params: number[]): number => db.get<{ n: number }>(sql, params)?.n ?? 0;
  const day = Math.floor(at / DAY_MS);
  const month = Math.floor(day / MONTH_DAYS);
  const stretches = toStretchesSql(place.count);
  return (
    count(stretches, place.shelf, MONTH_DAYS, month, Number.MAX_SAFE_INTEGER) +
    count(stretches, place.shelf, 1, day, (month + 1) * MONTH_DAYS) +
    count(toBetweenSql(place), place.shelf, at, (day + 1) * DAY_MS)
  );
}

/** Of these stretches the one in which the chat with so many above it stands, and how many stand above the stretch. */
const toStretchSql = (count: string, which: string): string => `
  SELECT is_pinned, number, above FROM (
    SELECT is_pinned, number, ${count} AS here,
      sum(${count}) OVER (ORDER BY is_pinned DESC, number DESC) - ${count} AS above
    FROM chat_counts WHERE shelf = ? AND ${which})
  WHERE above + here > ? ORDER BY is_pinned DESC, number DESC LIMIT 1`;
const MONTHS = `days = ${MONTH_DAYS}`;
const DAYS_OF_MONTH = 'days = 1 AND is_pinned = ? AND number >= ? AND number < ?';

interface StretchRow {
  readonly is_pinned: number;
  readonly number: number;
  readonly above: number;
}

/** A place to read from, downwards: before that moment, pinned or not. */
interface Start {
  readonly isPinned: number;
  readonly beforeAt: number;
  /** Chats to leave out from there. */
  readonly leftOut: number;
}

/** Nearer places are found soonest by walking to them. */
const NEAR = 500;

/** Where to begin so that `offset` chats are left out; undefined where there are no more than that. */
export function findStart(db: ReadDb, { shelf, count }: ListPlace, offset: number): Start | undefined {
  if (offset < NEAR) return { isPinned: 1, beforeAt: Number.MAX_SAFE_INTEGER, leftOut: offset };
  const month = db.get<StretchRow>(toStretchSql(count, MONTHS), [shelf, offset]);
  if (month === undefined) return undefined;
  const { is_pinned: isPinned, number } = month;
  const within = [isPinned, number * MONTH_DAYS, (number + 1) * MONTH_DAYS];
  const day = db.get<StretchRow>(toStretchSql(count, DAYS_OF_MONTH), [shelf, ...within, offset - month.above]);
  if (day === undefined) return undefined;
  return { isPinned, beforeAt: (day.number + 1) * DAY_MS, leftOut: offset - month.above - day.above };
}
