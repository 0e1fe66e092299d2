/** Small things: the account, how far sync has read, settings, addresses of pictures. */
import type { ReadDb } from '../open.ts';
import { toAccount } from '../rows/account-row.ts';
import type { AccountColumns } from '../rows/account-row.ts';
import type { Query } from './query.ts';

export const getAccount: Query<'getAccount'> = (db) => {
  const row = db.get<AccountColumns>('SELECT * FROM account WHERE id = 1');
  return row === undefined ? null : toAccount(row);
};

/** Of the account's money; null while the account was not read. */
export function findCurrency(db: ReadDb): string | null {
  return db.get<{ currency: string | null }>('SELECT currency FROM account WHERE id = 1')?.currency ?? null;
}

interface CursorRow {
  readonly head_id: number;
  readonly tail_id: number;
  readonly is_complete: number;
  readonly tail_page: number;
}

export const getFeedCursor: Query<'getFeedCursor'> = (db, { name }) => {
  const row = db.get<CursorRow>('SELECT * FROM feed_cursors WHERE name = ?', [name]);
  if (row === undefined) return null;
  const { head_id: headId, tail_id: tailId, tail_page: tailPage } = row;
  return { headId, tailId, isComplete: row.is_complete === 1, tailPage };
};

export const getSyncMark: Query<'getSyncMark'> = (db, { key }) =>
  db.get<{ value: number }>('SELECT value FROM sync_marks WHERE key = ?', [key])?.value ?? null;

export const getSettings: Query<'getSettings'> = (db) => {
  const rows = db.all<{ key: string; value: string }>('SELECT key, value FROM settings ORDER BY key');
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
};

export const findMedia: Query<'findMedia'> = (db, { mediaId }) => {
  const row = db.get<{ href: string; mime_type: string | null }>('SELECT href, mime_type FROM media WHERE id = ?', [
    mediaId,
  ]);
  return row === undefined ? null : { href: row.href, mimeType: row.mime_type };
};
