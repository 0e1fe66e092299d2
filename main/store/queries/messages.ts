/**
 * Pages of one thread: from its end upwards, downwards from a place, or around a message. A page without a line gives
 * back the cursor it was asked with, so that a window can go on from there.
 */
import type { MessagePage } from '#shared/contract/index.ts';
import type { ReadDb } from '../open.ts';
import type { SendRow } from '../rows/send-row.ts';
import { findChatId } from './find-chat-id.ts';
import { hasMessage } from './newest-send.ts';
import type { Query } from './query.ts';
import { END, listItems, toPlace } from './thread-items.ts';
import type { Item, Place } from './thread-items.ts';

interface Thread {
  readonly phone: string;
  readonly is_complete: number;
}

export const listMessages: Query<'listMessages'> = (db, { chatId, before, limit }) => {
  const thread = findThread(db, chatId);
  if (thread === undefined) return null;
  const place = before === null ? END : toPlace(before);
  const found = listItems(db, 'older', { phone: thread.phone, place, limit: limit + 1 });
  const shown = found.slice(0, limit).reverse();
  return {
    items: shown.map((item) => item.view),
    older: found.length > limit ? toFirst(shown) : null,
    newer: before === null ? null : (toLast(shown) ?? before),
    isCompleteBefore: isComplete(db, thread),
  };
};

export const listNewerMessages: Query<'listNewerMessages'> = (db, { chatId, after, limit }) => {
  const thread = findThread(db, chatId);
  if (thread === undefined) return null;
  const found = listItems(db, 'newer', { phone: thread.phone, place: toPlace(after), limit: limit + 1 });
  const shown = found.slice(0, limit);
  return {
    items: shown.map((item) => item.view),
    older: toFirst(shown) ?? after,
    newer: found.length > limit ? toLast(shown) : null,
    isCompleteBefore: isComplete(db, thread),
  };
};

export const listMessagesAround: Query<'listMessagesAround'> = (db, { chatId, key, limit }) => {
  const thread = findThread(db, chatId);
  const place = thread === undefined ? undefined : findPlace(db, thread.phone, key);
  if (thread === undefined || place === undefined) return null;
  const cut = { phone: thread.phone, place, limit: limit + 1 };
  // The message itself is the first of these.
  const upwards = listItems(db, 'same-or-older', cut);
  const downwards = listItems(db, 'newer', cut);
  const newerCount = Math.min(downwards.length, Math.max(Math.floor((limit - 1) / 2), limit - upwards.length));
  const olderCount = Math.min(upwards.length, limit - newerCount);
  const shown = [...upwards.slice(0, olderCount).reverse(), ...downwards.slice(0, newerCount)];
  return {
    items: shown.map((item) => item.view),
    older: upwards.length > olderCount ? toFirst(shown) : null,
    newer: downwards.length > newerCount ? toLast(shown) : null,
    isCompleteBefore: isComplete(db, thread),
  };
};

const toFirst = (items: readonly Item[]): MessagePage['older'] => items[0]?.cursor ?? null;
const toLast = (items: readonly Item[]): MessagePage['newer'] => items.at(-1)?.cursor ?? null;

function findThread(db: ReadDb, chatId: number): Thread | undefined {
  const id = findChatId(db, { chatId, phone: null });
  return id === undefined ? undefined : db.get<Thread>('SELECT phone, is_complete FROM chats WHERE id = ?', [id]);
}

const PLACE_OF_MESSAGE = 'SELECT at FROM messages WHERE direction = ? AND id = ? AND phone = ?';
const SEND_BY_ID = 'SELECT * FROM sends WHERE id = ? AND phone = ?';

/** Where the line with this key stands: a send where its message does once there is one. */
function findPlace(db: ReadDb, phone: string, key: string): Place | undefined {
  const { direction, id } = toPlace({ at: 0, key });
  if (direction !== 'send') {
    const row = db.get<{ at: number }>(PLACE_OF_MESSAGE, [direction, Number(id), phone]);
    return row === undefined ? undefined : { at: row.at, direction, id };
  }
  const send = db.get<SendRow>(SEND_BY_ID, [id, phone]);
  if (send === undefined) return undefined;
  if (!hasMessage(db, send)) return { at: send.placed_at, direction, id };
  return findPlace(db, phone, `out:${send.message_id}`);
}

const COMPLETE_FEEDS = 'SELECT count(*) AS n FROM feed_cursors WHERE is_complete = 1';

/** Whether the cache has all that the service has of it: by its own history, or because both feeds were read whole. */
function isComplete(db: ReadDb, thread: Pick<Thread, 'is_complete'>): boolean {
  return thread.is_complete === 1 || db.get<{ n: number }>(COMPLETE_FEEDS)?.n === 2;
}

export const countMessages: Query<'countMessages'> = (db) =>
  db.get<{ n: number }>('SELECT count(*) AS n FROM messages')?.n ?? 0;

export const countChatMessages: Query<'countChatMessages'> = (db, { chatId }) => {
  const thread = findThread(db, chatId);
  if (thread === undefined) return null;
  const sql = 'SELECT count(*) AS n FROM messages WHERE phone = ?';
  return { count: db.get<{ n: number }>(sql, [thread.phone])?.n ?? 0, isComplete: isComplete(db, thread) };
};
