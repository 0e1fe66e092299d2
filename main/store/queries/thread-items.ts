/**
 * The lines of one thread in their one order: time, then `call` < `in` < `note` < `out` < `send`, then id. Every page is
 * cut from the messages of the cache and from the sends that no message stands for yet by places in that order and by
 * nothing else, so pages tile the thread (STORE-11).
 */
import type { MessageCursor, MessageView } from '#shared/contract/index.ts';
import { toMessageKey } from '#shared/domain/ids.ts';
import { toKeyParts } from '../core/line-key.ts';
import type { ReadDb } from '../open.ts';
import type { MessageRow } from '../rows/message-row.ts';
import type { SendRow } from '../rows/send-row.ts';
import { toMessageView, toSendView } from './message-view.ts';
import { hasMessage } from './newest-send.ts';
import { findOrigins } from './origins.ts';

export interface Item {
  /** Names its place; the view's own key may be the send's. */
  readonly cursor: MessageCursor;
  readonly view: MessageView;
}

/** A place in the order. */
export interface Place {
  readonly at: number;
  readonly sequence: string;
  readonly id: string;
}

/** Behind everything that there is. */
export const END: Place = { at: Number.MAX_SAFE_INTEGER, sequence: 'send', id: '' };

export function toPlace({ at, key }: MessageCursor): Place {
  return { at, ...toKeyParts(key) };
}

/** The place among messages, whose ids are numbers. */
export function toMessagePlace({ at, sequence, id }: Place): { at: number; sequence: string; id: number } {
  return { at, sequence, id: sequence === 'send' ? 0 : Number(id) };
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
  return `SELECT * FROM messages WHERE phone = @phone AND (at, sequence, id) ${COMPARED[side]} (@at, @sequence, @id)
    ORDER BY at ${order}, sequence ${order}, id ${order} LIMIT @limit`;
}

/** Only as far as `@edgeAt`: what lies beyond belongs to another page, and a long outbox is not walked through. */
function toSendsSql(side: Side): string {
  const [order, edge] = side === 'newer' ? ['ASC', '<='] : ['DESC', '>='];
  return `SELECT * FROM sends WHERE phone = @phone AND placed_at ${edge} @edgeAt
    AND (placed_at, 'send', id) ${COMPARED[side]} (@at, @sequence, @id) ORDER BY placed_at ${order}, id ${order}`;
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
  const rows = db.all<MessageRow>(toMessagesSql(side), { phone, ...toMessagePlace(place), limit });
  const origins = findOrigins(db, rows);
  return rows.map((row) => ({
    cursor: { at: row.at, key: toMessageKey(row.sequence, row.id) },
    view: toMessageView(db, row, origins),
  }));
}

function listSendItems(db: ReadDb, side: Side, cut: Cut & { readonly edgeAt: number }): Item[] {
  const { phone, place, limit, edgeAt } = cut;
  const items: Item[] = [];
  const id = place.sequence === 'send' ? place.id : '';
  const params = { phone, edgeAt, at: place.at, sequence: place.sequence, id };
  for (const row of db.all<SendRow>(toSendsSql(side), params)) {
    if (hasMessage(db, row)) continue;
    items.push({ cursor: { at: row.placed_at, key: `send:${row.id}` }, view: toSendView(db, row) });
    if (items.length === limit) break;
  }
  return items;
}

function byPlace(a: Item, b: Item): number {
  if (a.cursor.at !== b.cursor.at) return a.cursor.at - b.cursor.at;
  const [placeA, placeB] = [toPlace(a.cursor), toPlace(b.cursor)];
  if (placeA.sequence !== placeB.sequence) return placeA.sequence < placeB.sequence ? -1 : 1;
  if (placeA.sequence === 'send') return placeA.id < placeB.id ? -1 : 1;
  return Number(placeA.id) - Number(placeB.id);
}
