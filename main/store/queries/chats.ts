/** The chat list: a window of a scope, one chat, and how many every list has. */
import type { ChatCounts, ChatPage, ChatScope } from '#shared/contract/index.ts';
import { toChatId } from '#shared/domain/ids.ts';
import type { ReadDb } from '../open.ts';
import { SHELF_CLOSED, SHELF_HIDDEN, SHELF_OPEN, SHELF_SNOOZED } from '../rows/chat-row.ts';
import { getTotals } from './chat-counts.ts';
import { toFromSql, toSource } from './chat-scopes.ts';
import { listChatViews } from './chat-view.ts';
import { findPlace, readLongestWaiting, readNewest } from './chat-list-order.ts';
import { findChatId } from './find-chat-id.ts';
import { COUNT_UNREAD } from './notices.ts';
import type { UnreadRow } from './notices.ts';
import type { Query } from './query.ts';
import { listSavedViews } from './views.ts';

export const listChats: Query<'listChats'> = (db, input): ChatPage => {
  const read = input.sort === 'newest' ? readNewest : readLongestWaiting;
  const { total, sections, ids } = read(db, input);
  return { total, sections, offset: input.offset, rows: listChatViews(db, ids, input.now) };
};

export const listChatIds: Query<'listChatIds'> = (db, { scope, now }) => {
  const params = { now, listId: scope.listId };
  return db.all<{ id: number }>(`SELECT id ${toFromSql(toSource(scope))}`, params).map(({ id }) => toChatId(id));
};

export const findChat: Query<'findChat'> = (db, input, now) => {
  const id = findChatId(db, input);
  return id === undefined ? null : (listChatViews(db, [id], now)[0] ?? null);
};

export const listChatsById: Query<'listChatsById'> = (db, { chatIds }, now) => {
  const ids = chatIds.map((chatId) => findChatId(db, { chatId, phone: null }));
  const here = [...new Set(ids)].filter((id) => id !== undefined);
  const views = new Map(listChatViews(db, here, now).map((view) => [view.id, view]));
  return ids.map((id) => views.get(id ?? 0) ?? null);
};

const COUNT_SHELVES = `
  SELECT shelf, sum(chats) AS chats, coalesce(sum(chats) FILTER (WHERE is_pinned = 1), 0) AS pinned
  FROM chat_counts WHERE days = 30 GROUP BY shelf`;

const MUTED: ChatScope = { shelf: 'open', marks: ['muted'], listId: null };
const DRAFTS: ChatScope = { shelf: 'any', marks: ['draft'], listId: null };
const FAILED: ChatScope = { shelf: 'any', marks: ['failed'], listId: null };
const SCHEDULED: ChatScope = { shelf: 'any', marks: ['scheduled'], listId: null };
/** For the query-plan test too. */
export const COUNT_WAITING = `
  SELECT count(*) AS n FROM chats INDEXED BY chats_waiting WHERE shelf = ? AND waiting_since IS NOT NULL`;

export const countChats: Query<'countChats'> = (db, _input, now): ChatCounts => {
  type Shelf = { readonly shelf: number; readonly chats: number; readonly pinned: number };
  const shelves = new Map(db.all<Shelf>(COUNT_SHELVES).map((row) => [row.shelf, row]));
  const count = (scope: ChatScope): number => countScope(db, scope, now);
  const chatsOn = (shelf: number): number => shelves.get(shelf)?.chats ?? 0;
  const { unread = 0, chats: lamp = 0 } = db.get<UnreadRow>(COUNT_UNREAD, { now, shelf: SHELF_OPEN }) ?? {};
  return {
    ...{ open: chatsOn(SHELF_OPEN), unread, closed: chatsOn(SHELF_CLOSED) },
    ...{ deleted: chatsOn(SHELF_HIDDEN), snoozed: chatsOn(SHELF_SNOOZED) },
    pinned: shelves.get(SHELF_OPEN)?.pinned ?? 0,
    muted: count(MUTED),
    waiting: db.get<{ n: number }>(COUNT_WAITING, [SHELF_OPEN])?.n ?? 0,
    ...{ drafts: count(DRAFTS), failed: count(FAILED), scheduled: count(SCHEDULED) },
    lamp,
    views: listSavedViews(db).map(({ id, scope }) => ({ id, count: count(scope) })),
  };
};

function countScope(db: ReadDb, scope: ChatScope, now: number): number {
  const place = findPlace(scope);
  if (place !== undefined) return getTotals(db, place).total;
  const sql = `SELECT count(*) AS n ${toFromSql(toSource(scope))}`;
  return db.get<{ n: number }>(sql, { now, listId: scope.listId })?.n ?? 0;
}
