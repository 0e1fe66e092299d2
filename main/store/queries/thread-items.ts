/**
 * The lines of one thread in their one order: time, then `in` < `out` < `send`, then id. Every page is cut from the
 * messages of the cache and from the sends that no message stands for yet by places in that order and by nothing else,
 * so pages tile the thread (STORE-11).
 */
import type { MessageCursor, MessageView } from '#shared/contract/index.ts';
import type { ReadDb } from '../open.ts';
import type { MessageRow } from '../rows/message-row.ts';
import type { SendRow } from '../rows/send-row.ts';
import { findSendOf, toMessageView, toSendView } from './message-view.ts';
import { hasMessage } from './newest-send.ts';

export interface Item {
  /** Names its place; the view's own key may be the send's. */
  readonly cursor: MessageCursor;
  readonly view: MessageView;
}

/** A place in the order. */
export interface Place {
  readonly at: number;
  readonly direction: string;
  readonly id: string;
}

/** Behind everything that there is. */
export const END: Place = { at: Number.MAX_SAFE_INTEGER, direction: 'send', id: '' };

export function toPlace({ at, key }: MessageCursor): Place {
  const colon = key.indexOf(':');
  return { at, direction: key.slice(0, colon), id: key.slice(colon + 1) };
}

interface Cut {
  readonly phone: string;
  readonly place: Place;
  readonly limit: number;
}

type Side = 'older' | 'same-or-older' | 'newer';

const COMPARED: Readonly<Record<Side, string>> = { older: '<', 'same-or-older': '<=', newer: '>' };

/** Messages on one side of a place, the nearest first; for the query-plan test too. */
export function toMessagesSql(side: Side): string {
  const order = side === 'newer' ? 'ASC' : 'DESC';
  return `SELECT * FROM messages WHERE phone = @phone AND (at, direction, id) ${COMPARED[side]} (@at, @direction, @id)
    ORDER BY at ${order}, direction ${order}, id ${order} LIMIT @limit`;
}

/** Only as far as `@edgeAt`: what lies beyond belongs to another page, and a long outbox is not walked through. */
function toSendsSql(side: Side): string {
  const [order, edge] = side === 'newer' ? ['ASC', '<='] : ['DESC', '>='];
  return `SELECT * FROM sends WHERE phone = @phone AND placed_at ${edge} @edgeAt
    AND (placed_at, 'send', id) ${COMPARED[side]} (@at, @direction, @id) ORDER BY placed_at ${order}, id ${order}`;
}

/** At most `limit` lines on one side of a place, the nearest first. */
export function listItems(db: ReadDb, side: Side, cut: Cut): Item[] {
  const messages = listMessageItems(db, side, cut);
  const last = messages.length === cut.limit ? messages.at(-1) : undefined;
  const beyond = side === 'newer' ? Number.MAX_SAFE_INTEGER : Number.MIN_SAFE_INTEGER;
  const sends = listSendItems(db, side, { ...cut, edgeAt: last?.cursor.at ?? beyond });
  const direction = side === 'newer' ? 1 : -1;
  return [...messages, ...sends].sort((a, b) => direction * byPlace(a, b)).slice(0, cut.limit);
}

function listMessageItems(db: ReadDb, side: Side, { phone, place, limit }: Cut): Item[] {
  const id = place.direction === 'send' ? 0 : Number(place.id);
  const params = { phone, at: place.at, direction: place.direction, id, limit };
  return db.all<MessageRow>(toMessagesSql(side), params).map((row) => ({
    cursor: { at: row.at, key: `${row.direction}:${row.id}` },
    view: toMessageView(row, findSendOf(db, row)),
  }));
}

function listSendItems(db: ReadDb, side: Side, cut: Cut & { readonly edgeAt: number }): Item[] {
  const { phone, place, limit, edgeAt } = cut;
  const items: Item[] = [];
  const id = place.direction === 'send' ? place.id : '';
  const params = { phone, edgeAt, at: place.at, direction: place.direction, id };
  for (const row of db.all<SendRow>(toSendsSql(side), params)) {
    if (hasMessage(db, row)) continue;
    items.push({ cursor: { at: row.placed_at, key: `send:${row.id}` }, view: toSendView(row) });
    if (items.length === limit) break;
  }
  return items;
}

function byPlace(a: Item, b: Item): number {
  if (a.cursor.at !== b.cursor.at) return a.cursor.at - b.cursor.at;
  const [placeA, placeB] = [toPlace(a.cursor), toPlace(b.cursor)];
  if (placeA.direction !== placeB.direction) return placeA.direction < placeB.direction ? -1 : 1;
  if (placeA.direction === 'send') return placeA.id < placeB.id ? -1 : 1;
  return Number(placeA.id) - Number(placeB.id);
}
