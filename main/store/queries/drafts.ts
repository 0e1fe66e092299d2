/** What was begun to a number: its text, and its files in their order. */
import type { SendFile } from '#shared/domain/sends.ts';
import type { ReadDb } from '../open.ts';
import { toOwnFileView, toSendFile } from '../rows/file-row.ts';
import type { FileColumns } from '../rows/file-row.ts';
import type { Query } from './query.ts';

/** For the query-plan test too. */
export const FILES_OF_DRAFT = 'SELECT * FROM files WHERE phone = ? ORDER BY position, id';

export function listDraftFiles(db: ReadDb, phone: string): SendFile[] {
  return db.all<FileColumns>(FILES_OF_DRAFT, [phone]).map(toSendFile);
}

export const getDraft: Query<'getDraft'> = (db, { phone }) => ({
  text: db.get<{ text: string }>('SELECT text FROM drafts WHERE phone = ?', [phone])?.text ?? '',
  files: listDraftFiles(db, phone).map(toOwnFileView),
});
