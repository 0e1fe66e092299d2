/**
 * One thread: the messages of the cache and the sends that no message stands for yet, as one sequence.
 *
 * Order: time, then `in` < `out` < `send`, then id. The cursor names the oldest item of a page in that order; a page is
 * cut from both sources by it, so pages never overlap and never miss anything, whatever arrives between them.
 */
import type { MessageCursor, MessageView } from '#shared/contract/index.ts';
import { toDeliveryMark } from '#shared/domain/delivery.ts';
import { toMediaId } from '../core/media-id.ts';
import { toSendMark } from '../core/marks.ts';
import { parseCheck, parseFiles, parseProblem } from '../json.ts';
import type { ReadDb } from '../open.ts';
import type { MessageRow } from '../rows/message-row.ts';
import type { SendRow } from '../rows/send-row.ts';
import { findChatId } from './find-chat-id.ts';
import { hasMessage } from './newest-send.ts';
import type { Query } from './query.ts';

interface Item {
  readonly at: number;
  /** What the cursor is made of; the view's own key may be the send's. */
  readonly cursorKey: string;
  readonly view: MessageView;
}

interface Place {
  readonly at: number;
  readonly direction: string;
  readonly id: string;
}

/** Messages below a place, newest first; for the query-plan test too. */
export const MESSAGES_BELOW = `
  SELECT * FROM messages WHERE phone = @phone AND (at, direction, id) < (@at, @direction, @id)
  ORDER BY at DESC, direction DESC, id DESC LIMIT @limit`;
const SENDS_BELOW = `
  SELECT * FROM sends WHERE phone = @phone AND placed_at >= @fromAt AND (placed_at, 'send', id) < (@at, @direction, @id)
  ORDER BY placed_at DESC, id DESC`;
const SEND_OF_MESSAGE = 'SELECT * FROM sends WHERE message_id = ? ORDER BY seq LIMIT 1';

const NEWEST: Place = { at: Number.MAX_SAFE_INTEGER, direction: 'send', id: '' };

export const listMessages: Query<'listMessages'> = (db, { chatId, before, limit }) => {
  const id = findChatId(db, { chatId, phone: null });
  const chat =
    id === undefined
      ? undefined
      : db.get<{ phone: string; is_complete: number }>('SELECT phone, is_complete FROM chats WHERE id = ?', [id]);
  if (chat === undefined) return null;
  const place = before === null ? NEWEST : toPlace(before);
  const messages = listMessagesBelow(db, { phone: chat.phone, place, limit: limit + 1 });
  const fromAt = messages.length > limit ? (messages.at(-1)?.at ?? 0) : Number.MIN_SAFE_INTEGER;
  const sends = listSendsBelow(db, { phone: chat.phone, place, fromAt, limit: limit + 1 });
  const items = [...messages, ...sends].sort(byNewest);
  const shown = items.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map((item) => item.view).reverse(),
    older: items.length > limit && last !== undefined ? { at: last.at, key: last.cursorKey } : null,
    isCompleteBefore: chat.is_complete === 1 || areFeedsComplete(db),
  };
};

function byNewest(a: Item, b: Item): number {
  if (a.at !== b.at) return b.at - a.at;
  const [placeA, placeB] = [toPlace({ at: a.at, key: a.cursorKey }), toPlace({ at: b.at, key: b.cursorKey })];
  if (placeA.direction !== placeB.direction) return placeA.direction < placeB.direction ? 1 : -1;
  if (placeA.direction === 'send') return placeA.id < placeB.id ? 1 : -1;
  return Number(placeB.id) - Number(placeA.id);
}

function toPlace({ at, key }: MessageCursor): Place {
  const colon = key.indexOf(':');
  return { at, direction: key.slice(0, colon), id: key.slice(colon + 1) };
}

function listMessagesBelow(
  db: ReadDb,
  { phone, place, limit }: { phone: string; place: Place; limit: number },
): Item[] {
  const id = place.direction === 'send' ? 0 : Number(place.id);
  const rows = db.all<MessageRow>(MESSAGES_BELOW, { phone, at: place.at, direction: place.direction, id, limit });
  return rows.map((row) => {
    const send = row.direction === 'out' ? db.get<SendRow>(SEND_OF_MESSAGE, [row.id]) : undefined;
    return { at: row.at, cursorKey: `${row.direction}:${row.id}`, view: toMessageView(row, send) };
  });
}

/** Only from `fromAt` on: older ones belong to a later page, and a long outbox history is not walked through. */
function listSendsBelow(
  db: ReadDb,
  { phone, place, fromAt, limit }: { phone: string; place: Place; fromAt: number; limit: number },
): Item[] {
  const items: Item[] = [];
  const id = place.direction === 'send' ? place.id : '';
  const params = { phone, fromAt, at: place.at, direction: place.direction, id };
  for (const row of db.all<SendRow>(SENDS_BELOW, params)) {
    if (hasMessage(db, row)) continue;
    items.push({ at: row.placed_at, cursorKey: `send:${row.id}`, view: toSendView(row) });
    if (items.length === limit) break;
  }
  return items;
}

function toMessageView(row: MessageRow, send: SendRow | undefined): MessageView {
  return {
    key: send === undefined ? `${row.direction}:${row.id}` : `send:${send.id}`,
    direction: row.direction,
    text: row.text,
    at: row.at,
    kind: row.kind,
    mark: row.direction === 'out' && row.kind === 'text' ? toDeliveryMark(row.letter) : null,
    letter: row.letter,
    rejectReason: row.reject_reason,
    files: parseFiles(row.files).map(({ name, mimeType, sizeBytes, url, previewUrl }) => {
      const href = url ?? previewUrl;
      return { name, mimeType, sizeBytes, mediaId: href === null ? null : toMediaId(href) };
    }),
    partsCount: row.parts_count,
    price: row.price,
    send: send === undefined ? null : toSendPart(send),
  };
}

function toSendView(row: SendRow): MessageView {
  return {
    ...{ key: `send:${row.id}`, direction: 'out', text: row.text, at: row.placed_at, kind: 'text' },
    ...{ mark: toSendMark(row.state), letter: null, rejectReason: null, files: [] },
    ...{ partsCount: row.parts_predicted, price: null, send: toSendPart(row) },
  };
}

function toSendPart(row: SendRow): NonNullable<MessageView['send']> {
  const { id, state, due_at: dueAt, attempts, problem, check_evidence: check } = row;
  return { id, state, dueAt, attempts, problem: parseProblem(problem), check: parseCheck(check) };
}

const COMPLETE_FEEDS = 'SELECT count(*) AS n FROM feed_cursors WHERE is_complete = 1';

/** Whether both feeds were read to their beginning: then the cache has every message of every chat. */
function areFeedsComplete(db: ReadDb): boolean {
  return db.get<{ n: number }>(COMPLETE_FEEDS)?.n === 2;
}

export const countMessages: Query<'countMessages'> = (db) =>
  db.get<{ n: number }>('SELECT count(*) AS n FROM messages')?.n ?? 0;

export const countChatMessages: Query<'countChatMessages'> = (db, { chatId }) => {
  const id = findChatId(db, { chatId, phone: null });
  if (id === undefined) return null;
  const sql = `
    SELECT is_complete, (SELECT count(*) FROM messages WHERE messages.phone = chats.phone) AS count
    FROM chats WHERE id = ?`;
  const row = db.get<{ is_complete: number; count: number }>(sql, [id]);
  if (row === undefined) return null;
  return { count: row.count, isComplete: row.is_complete === 1 || areFeedsComplete(db) };
};
