/**
 * Pages of one thread: from its end upwards, downwards from a place, or around a message. A page without a line gives
 * back the cursor it was asked with, so that a window can go on from there.
 */
import type { MessagePage } from '#shared/contract/index.ts';
import { toMessageKey } from '#shared/domain/ids.ts';
import { toKeyParts } from '../core/line-key.ts';
import { placeGaps } from '../core/spans.ts';
import type { ReadDb } from '../open.ts';
import type { SendRow } from '../rows/send-row.ts';
import { findPhoneOfChat } from './find-chat-id.ts';
import { findFeedSpan, listLastingGaps, measureThread } from './known-spans.ts';
import type { ThreadKnowledge } from './known-spans.ts';
import { hasMessage } from './newest-send.ts';
import type { Query } from './query.ts';
import { END, listItems, toPlace } from './thread-items.ts';
import type { Item, Place } from './thread-items.ts';

export const listMessages: Query<'listMessages'> = (db, { chatId, before, limit }, now) => {
  const phone = findPhoneOfChat(db, chatId);
  if (phone === undefined) return null;
  const place = before === null ? END : toPlace(before);
  const found = listItems(db, 'older', { phone, place, limit: limit + 1 });
  const shown = found.slice(0, limit).reverse();
  return {
    ...toShown(db, { phone, shown, beforeAt: found[limit]?.cursor.at ?? null, now }),
    older: found.length > limit ? toFirst(shown) : null,
    newer: before === null ? null : (toLast(shown) ?? before),
  };
};

export const listNewerMessages: Query<'listNewerMessages'> = (db, { chatId, after, limit }, now) => {
  const phone = findPhoneOfChat(db, chatId);
  if (phone === undefined) return null;
  const found = listItems(db, 'newer', { phone, place: toPlace(after), limit: limit + 1 });
  const shown = found.slice(0, limit);
  return {
    ...toShown(db, { phone, shown, beforeAt: after.at, now }),
    older: toFirst(shown) ?? after,
    newer: found.length > limit ? toLast(shown) : null,
  };
};

export const listMessagesAround: Query<'listMessagesAround'> = (db, { chatId, key, limit }, now) => {
  const phone = findPhoneOfChat(db, chatId);
  const place = phone === undefined ? undefined : findPlace(db, phone, key);
  if (phone === undefined || place === undefined) return null;
  const cut = { phone, place, limit: limit + 1 };
  // The message itself is the first of these.
  const upwards = listItems(db, 'same-or-older', cut);
  const downwards = listItems(db, 'newer', cut);
  const newerCount = Math.min(downwards.length, Math.max(Math.floor((limit - 1) / 2), limit - upwards.length));
  const olderCount = Math.min(upwards.length, limit - newerCount);
  const shown = [...upwards.slice(0, olderCount).reverse(), ...downwards.slice(0, newerCount)];
  return {
    ...toShown(db, { phone, shown, beforeAt: upwards[olderCount]?.cursor.at ?? null, now }),
    older: upwards.length > olderCount ? toFirst(shown) : null,
    newer: downwards.length > newerCount ? toLast(shown) : null,
  };
};

interface Cutting {
  readonly phone: string;
  readonly shown: readonly Item[];
  /** Time of the line above the first one; null where there is none. */
  readonly beforeAt: number | null;
  readonly now: number;
}

/** The lines, and what may be missing between them. */
function toShown(
  db: ReadDb,
  { phone, shown, beforeAt, now }: Cutting,
): Pick<MessagePage, 'items' | 'gaps' | 'isCompleteBefore'> {
  const thread = measure(db, phone);
  const lines = shown.map(({ cursor, view }) => ({ at: cursor.at, key: view.key }));
  return {
    items: shown.map((item) => item.view),
    gaps: placeGaps(listLastingGaps(thread, now), lines, beforeAt),
    isCompleteBefore: thread.isComplete,
  };
}

function measure(db: ReadDb, phone: string): ThreadKnowledge {
  return measureThread({ owned: db, cache: db }, phone, findFeedSpan(db));
}

const toFirst = (items: readonly Item[]): MessagePage['older'] => items[0]?.cursor ?? null;
const toLast = (items: readonly Item[]): MessagePage['newer'] => items.at(-1)?.cursor ?? null;

const PLACE_OF_MESSAGE = 'SELECT at FROM messages WHERE sequence = ? AND id = ? AND phone = ?';
const SEND_BY_ID = 'SELECT * FROM sends WHERE id = ? AND phone = ?';

/** Where the line with this key stands: a send where its message does once there is one. */
function findPlace(db: ReadDb, phone: string, key: string): Place | undefined {
  const { sequence, id } = toKeyParts(key);
  if (sequence !== 'send') {
    const row = db.get<{ at: number }>(PLACE_OF_MESSAGE, [sequence, Number(id), phone]);
    return row === undefined ? undefined : { at: row.at, sequence, id };
  }
  const send = db.get<SendRow>(SEND_BY_ID, [id, phone]);
  if (send === undefined) return undefined;
  if (send.message_id === null || !hasMessage(db, send)) return { at: send.placed_at, sequence, id };
  return findPlace(db, phone, toMessageKey('out', send.message_id));
}

export const countMessages: Query<'countMessages'> = (db) =>
  db.get<{ n: number }>('SELECT count(*) AS n FROM messages')?.n ?? 0;

export const countChatMessages: Query<'countChatMessages'> = (db, { chatId }) => {
  const phone = findPhoneOfChat(db, chatId);
  if (phone === undefined) return null;
  const sql = 'SELECT count(*) AS n FROM messages WHERE phone = ?';
  return { count: db.get<{ n: number }>(sql, [phone])?.n ?? 0, isComplete: measure(db, phone).isComplete };
};
