/**
 * Windows of a list of chats: their ids, how many there are in all, and in which sections. The long lists of one shelf are
 * counted by `chat-counts.ts`; of what a scope picks out of them, the indexes are walked that hold what it asks about.
 */
import type { ChatPage, ChatScope, ChatSection } from '#shared/contract/index.ts';
import type { ReadDb } from '../open.ts';
import { SHELF_CLOSED, SHELF_HIDDEN, SHELF_OPEN, SHELF_SNOOZED } from '../rows/chat-row.ts';
import { countSince, findStart, getTotals } from './chat-counts.ts';
import type { ListPlace } from './chat-counts.ts';
import { toFromSql, toSource } from './chat-scopes.ts';
import type { ScopeSource } from './chat-scopes.ts';

/** What a window is cut from and where. */
export interface WindowInput {
  readonly scope: ChatScope;
  readonly offset: number;
  readonly limit: number;
  readonly todayAt: number;
  readonly yesterdayAt: number;
  readonly now: number;
}

export interface ChatWindow extends Pick<ChatPage, 'total' | 'sections'> {
  readonly ids: readonly number[];
}

type Sections = ChatPage['sections'];

const PLACES: Readonly<Record<Exclude<ChatScope['shelf'], 'any'>, number>> = {
  open: SHELF_OPEN,
  snoozed: SHELF_SNOOZED,
  closed: SHELF_CLOSED,
  deleted: SHELF_HIDDEN,
};

/** The list of a shelf, whole or its unread chats; undefined for what is picked in another way. */
export function findPlace({ shelf, marks, listId }: ChatScope): ListPlace | undefined {
  if (shelf === 'any' || listId !== null || marks.some((mark) => mark !== 'unread')) return undefined;
  const at = PLACES[shelf];
  return marks.length === 0
    ? { shelf: at, index: 'chats_by_shelf', also: '', count: 'chats' }
    : { shelf: at, index: 'chats_unread', also: 'AND unread_count > 0', count: 'unread_chats' };
}

/** Pinned first, then by the last item. */
export function readNewest(db: ReadDb, input: WindowInput): ChatWindow {
  const place = findPlace(input.scope);
  return place === undefined ? readPicked(db, input) : readPlace(db, place, input);
}

/** The ids of one window of the list, from a place on; for the query-plan test too. */
export const toWindowSql = ({ index, also }: ListPlace): string =>
  `SELECT id FROM chats INDEXED BY ${index} WHERE shelf = ? ${also} AND (is_pinned, sort_at) < (?, ?)
  ORDER BY is_pinned DESC, sort_at DESC, id LIMIT ? OFFSET ?`;

function readPlace(db: ReadDb, place: ListPlace, { offset, limit, todayAt, yesterdayAt }: WindowInput): ChatWindow {
  const { total, pinned } = getTotals(db, place);
  const today = countSince(db, place, todayAt);
  const yesterday = countSince(db, place, yesterdayAt);
  const sections = toSections({ total, pinned, today, yesterday });
  const start = findStart(db, place, offset);
  if (start === undefined) return { total, sections, ids: [] };
  const window = [place.shelf, start.isPinned, start.beforeAt, limit, start.leftOut];
  return { total, sections, ids: toIds(db.all<IdRow>(toWindowSql(place), window)) };
}

interface Counted {
  readonly total: number;
  readonly pinned: number;
  /** Not pinned, since today began; since yesterday began. */
  readonly today: number;
  readonly yesterday: number;
}

function toSections({ total, pinned, today, yesterday }: Counted): Sections {
  return toFilled({
    ...{ pinned, today, yesterday: yesterday - today },
    earlier: total - pinned - yesterday,
  });
}

function toFilled(counts: Readonly<Partial<Record<ChatSection, number>>>): Sections {
  const entries = Object.entries(counts) as [ChatSection, number][];
  return entries.map(([section, count]) => ({ section, count })).filter(({ count }) => count > 0);
}

/** For the query-plan test too, like those below. */
export const toCountedSql = (source: ScopeSource): string => `
  SELECT count(*) AS total, coalesce(sum(is_pinned), 0) AS pinned,
    coalesce(sum(is_pinned = 0 AND sort_at >= @todayAt), 0) AS today,
    coalesce(sum(is_pinned = 0 AND sort_at >= @yesterdayAt), 0) AS yesterday
  ${toFromSql(source)}`;

/** Several shelves are merged as they are read: each holds the order by itself. */
export function toNewestSql(source: ScopeSource): string {
  const toPart = (shelf?: number): string => `SELECT id, is_pinned, sort_at ${toFromSql(source, [], shelf)}`;
  const parts = source.isSet ? [toPart()] : source.shelves.map(toPart);
  return `${parts.join(' UNION ALL ')} ORDER BY is_pinned DESC, sort_at DESC, id LIMIT @limit OFFSET @offset`;
}

function readPicked(db: ReadDb, input: WindowInput): ChatWindow {
  const source = toSource(input.scope);
  const params = toParams(input);
  const counted = db.get<Counted>(toCountedSql(source), params) ?? { total: 0, pinned: 0, today: 0, yesterday: 0 };
  const ids = counted.total <= input.offset ? [] : toIds(db.all<IdRow>(toNewestSql(source), params));
  return { total: counted.total, sections: toSections(counted), ids };
}

/** Who waits longest first, then the others by the last item. */
export function readLongestWaiting(db: ReadDb, input: WindowInput): ChatWindow {
  const source = toSource(input.scope);
  const params = toParams(input);
  const { total, waiting } = db.get<{ total: number; waiting: number }>(toWaitingCountSql(source), params) ?? {
    ...{ total: 0, waiting: 0 },
  };
  const sections = toFilled({ waiting, answered: total - waiting });
  const ids = input.offset >= waiting ? [] : toIds(db.all<IdRow>(toWaitingSql(source), params));
  const rest = { limit: input.limit - ids.length, offset: Math.max(0, input.offset - waiting) };
  if (rest.limit === 0 || input.offset + ids.length >= total) return { total, sections, ids };
  return { total, sections, ids: [...ids, ...toIds(db.all<IdRow>(toAnsweredSql(source), { ...params, ...rest }))] };
}

export const toWaitingCountSql = (source: ScopeSource): string =>
  `SELECT count(*) AS total, coalesce(sum(is_waiting), 0) AS waiting ${toFromSql(source)}`;

export function toWaitingSql(source: ScopeSource): string {
  const from = source.isSet ? source : { ...source, from: 'chats INDEXED BY chats_waiting' };
  const toPart = (shelf?: number): string =>
    `SELECT id, waiting_since ${toFromSql(from, ['waiting_since IS NOT NULL'], shelf)}`;
  const parts = source.isSet ? [toPart()] : source.shelves.map(toPart);
  return `${parts.join(' UNION ALL ')} ORDER BY waiting_since, id LIMIT @limit OFFSET @offset`;
}

/** Pinned ones have no place of their own here: what is pinned and what is not is merged. */
export function toAnsweredSql(source: ScopeSource): string {
  const toPart = (also: readonly string[], shelf?: number): string =>
    `SELECT id, sort_at ${toFromSql(source, ['is_waiting = 0', ...also], shelf)}`;
  const parts = source.isSet
    ? [toPart([])]
    : source.shelves.flatMap((shelf) => [toPart(['is_pinned = 1'], shelf), toPart(['is_pinned = 0'], shelf)]);
  return `${parts.join(' UNION ALL ')} ORDER BY sort_at DESC, id LIMIT @limit OFFSET @offset`;
}

function toParams({ scope, offset, limit, todayAt, yesterdayAt, now }: WindowInput) {
  return { listId: scope.listId, offset, limit, todayAt, yesterdayAt, now };
}

interface IdRow {
  readonly id: number;
}

const toIds = (rows: readonly IdRow[]): number[] => rows.map(({ id }) => id);
