/** Where a chat stands in a list, and which unread one is next: the order of `chat-list-order.ts`, counted and not read. */
import type { ChatScope, ChatSort } from '#shared/contract/index.ts';
import type { ReadDb } from '../open.ts';
import { countSince, getTotals } from './chat-counts.ts';
import { findPlace, toAnsweredSql, toNewestSql, toWaitingSql } from './chat-list-order.ts';
import { toFromSql, toSource, type ScopeSource } from './chat-scopes.ts';
import { listChatViews } from './chat-view.ts';
import { findChatId } from './find-chat-id.ts';
import type { Query } from './query.ts';

/** What the lists are ordered by, of one chat: parameters of the terms below. */
interface SortKey {
  readonly id: number;
  readonly isPinned: number;
  readonly sortAt: number;
  /** Null: it was answered. */
  readonly waitingSince: number | null;
}

interface ListInput {
  readonly scope: ChatScope;
  readonly sort: ChatSort;
  readonly now: number;
}

const SORT_KEY = 'chats.id AS id, is_pinned AS isPinned, sort_at AS sortAt, waiting_since AS waitingSince';
/** Terms: is this row above, or below, the chat of the parameters? The first two are for lists by the newest. */
export const IS_ABOVE = '(is_pinned, sort_at, -chats.id) > (@isPinned, @sortAt, -@id)';
const IS_BELOW = '(is_pinned, sort_at, -chats.id) < (@isPinned, @sortAt, -@id)';
/** In lists by waiting time, among the answered chats, then among the waiting ones. */
const IS_NEWER = '(sort_at, -chats.id) > (@sortAt, -@id)';
const IS_OLDER = '(sort_at, -chats.id) < (@sortAt, -@id)';
const WAITS_LONGER = '(waiting_since, chats.id) < (@waitingSince, @id)';
const WAITS_SHORTER = '(waiting_since, chats.id) > (@waitingSince, @id)';

export const findChatPlace: Query<'findChatPlace'> = (db, { scope, sort, of, now }) => {
  const list = { scope, sort, now };
  const id = of.kind === 'chat' ? findChatId(db, { chatId: of.chatId, phone: null }) : findNextUnread(db, list, of);
  const key = id === undefined ? undefined : findSortKey(db, list, id);
  const chat = key === undefined ? undefined : listChatViews(db, [key.id], now)[0];
  return key === undefined || chat === undefined ? null : { chat, index: countAbove(db, list, key) };
};

/** Undefined: the chat is not in the list. */
function findSortKey(db: ReadDb, { scope, now }: ListInput, id: number): SortKey | undefined {
  const source = toSource(scope);
  const from = source.isSet ? source : { ...source, from: 'chats' };
  const sql = `SELECT ${SORT_KEY} ${toFromSql(from, ['chats.id = @id'])}`;
  return db.get<SortKey>(sql, { id, now, listId: scope.listId });
}

function countAbove(db: ReadDb, { scope, sort, now }: ListInput, key: SortKey): number {
  const source = toSource(scope);
  const count = (...terms: readonly string[]): number =>
    db.get<{ n: number }>(toAboveSql(source, terms), { ...key, now, listId: scope.listId })?.n ?? 0;
  if (sort === 'waiting') {
    if (key.waitingSince !== null) return count('waiting_since IS NOT NULL', WAITS_LONGER);
    return count('is_waiting = 1') + count('is_waiting = 0', IS_NEWER);
  }
  const place = findPlace(scope);
  if (place === undefined || key.isPinned === 1) return count(IS_ABOVE);
  const atSameMoment = count('is_pinned = 0', 'sort_at = @sortAt', 'chats.id < @id');
  return getTotals(db, place).pinned + countSince(db, place, key.sortAt + 1) + atSameMoment;
}

export const toAboveSql = (source: ScopeSource, terms: readonly string[]): string =>
  `SELECT count(*) AS n ${toFromSql(source, terms)}`;

interface Unread {
  readonly belowId: number | null;
  readonly exceptId: number | null;
}

function findNextUnread(db: ReadDb, list: ListInput, { belowId, exceptId }: Unread): number | undefined {
  const { scope, sort, now } = list;
  const unread: ChatScope = { ...scope, marks: [...scope.marks, 'unread'] };
  const below = belowId === null ? undefined : findSortKey(db, list, belowId);
  const params = { ...below, exceptId, now, listId: scope.listId, limit: 1, offset: 0 };
  for (const sql of listNextSql(toUnreadSource(unread, exceptId), sort, below ?? null)) {
    const found = db.get<{ id: number }>(sql, params);
    if (found !== undefined) return found.id;
  }
  return undefined;
}

/** For the query-plan test too, like those below. */
export function toUnreadSource(scope: ChatScope, exceptId: number | null): ScopeSource {
  const source = toSource(scope);
  const place = findPlace(scope);
  const from = place === undefined ? source.from : `chats INDEXED BY ${place.index}`;
  return {
    ...source,
    from,
    conditions: [...source.conditions, ...(exceptId === null ? [] : ['chats.id <> @exceptId'])],
  };
}

/** Statements to run until one finds a chat: those for the part of the list below `below`, then those for the whole list. */
export function listNextSql(
  source: ScopeSource,
  sort: ChatSort,
  below: Pick<SortKey, 'waitingSince'> | null,
): string[] {
  const withTerm = (term: string): ScopeSource => ({ ...source, conditions: [...source.conditions, term] });
  if (sort === 'newest') return [...(below === null ? [] : [toNewestSql(withTerm(IS_BELOW))]), toNewestSql(source)];
  const all = [toWaitingSql(source), toAnsweredSql(source)];
  if (below === null) return all;
  if (below.waitingSince === null) return [toAnsweredSql(withTerm(IS_OLDER)), ...all];
  return [toWaitingSql(withTerm(WAITS_SHORTER)), toAnsweredSql(source), ...all];
}
