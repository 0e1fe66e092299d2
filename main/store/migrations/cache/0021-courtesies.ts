import { isCourtesy } from '#shared/domain/courtesy.ts';
import type { Migration } from '../../migrate.ts';
import type { WriteDb } from '../../open.ts';

const WAITING = `
  SELECT id, phone, coalesce(answered_at, -1) AS answered_at, waiting_since, last_key, last_at, last_text, last_direction
  FROM chats WHERE is_waiting = 1`;
const TEXTS_AFTER = `
  SELECT at, text, files FROM messages INDEXED BY messages_by_phone
  WHERE phone = ? AND at > ? AND sequence = 'in' AND kind = 'text' ORDER BY at`;

export interface WaitingChat {
  readonly id: number;
  readonly phone: string;
  readonly answered_at: number;
  readonly waiting_since: number;
  readonly last_key: string | null;
  readonly last_at: number | null;
  readonly last_text: string;
  readonly last_direction: string | null;
}

/** Thanks, "ok" and a thumb need no reply. */
export const courtesies: Migration = {
  id: 21,
  name: '0021-courtesies',
  up: (db) => recountWaiting(db, () => (text) => isCourtesy(text)),
};

/** Says of the chats that wait since when they do, or that they do not. `toRule`: what needs no reply in one of them. */
export function recountWaiting(db: WriteDb, toRule: (chat: WaitingChat) => (text: string) => boolean): void {
  for (const chat of db.all<WaitingChat>(WAITING)) {
    const since = findWaitingSince(db, chat, toRule(chat));
    if (since === chat.waiting_since) continue;
    db.run('UPDATE chats SET waiting_since = ?, is_waiting = ? WHERE id = ?', [since, Number(since !== null), chat.id]);
  }
}

function findWaitingSince(db: WriteDb, chat: WaitingChat, needsNone: (text: string) => boolean): number | null {
  const texts = db.iterate<{ at: number; text: string; files: string | null }>(TEXTS_AFTER, [
    chat.phone,
    chat.answered_at,
  ]);
  for (const { at, text, files } of texts) if (files !== null || !needsNone(text)) return at;
  // Only the summary of the service tells of it.
  const isTold = chat.last_key === null && chat.last_direction === 'in' && (chat.last_at ?? -1) > chat.answered_at;
  return isTold && !needsNone(chat.last_text) ? chat.last_at : null;
}
