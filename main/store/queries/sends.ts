/** Sends with their files, and which files are still needed. */
import { toFileId } from '#shared/domain/ids.ts';
import type { Send, SendFile, SendState } from '#shared/domain/sends.ts';
import type { ReadDb } from '../open.ts';
import { toSendFile } from '../rows/file-row.ts';
import type { FileColumns } from '../rows/file-row.ts';
import { toSend } from '../rows/send-row.ts';
import type { SendRow } from '../rows/send-row.ts';
import type { Query } from './query.ts';

/** For the query-plan test too, like those below. */
export const FILES_OF_SEND = 'SELECT * FROM files WHERE send_id = ? ORDER BY position, id';
export const SENDS_IN = 'SELECT * FROM sends WHERE state IN (SELECT value FROM json_each(?)) ORDER BY seq';
/** States that only end by what a person or the service does: the file may have to go (again). */
const NEEDING: readonly SendState[] = ['held', 'queued', 'sending', 'refused', 'checking', 'not-sent', 'unknown'];
export const NEEDED_FILES = `
  SELECT id FROM files WHERE phone IS NOT NULL
  UNION ALL
  SELECT files.id FROM sends CROSS JOIN files ON files.send_id = sends.id
  WHERE sends.state IN (SELECT value FROM json_each(?))`;

/** In the order of their links. */
export function listFilesOf(db: ReadDb, sendId: string): SendFile[] {
  return db.all<FileColumns>(FILES_OF_SEND, [sendId]).map(toSendFile);
}

export function toSendWithFiles(db: ReadDb, row: SendRow): Send {
  return toSend(row, listFilesOf(db, row.id));
}

export const findSend: Query<'findSend'> = (db, { sendId }) => {
  const row = db.get<SendRow>('SELECT * FROM sends WHERE id = ?', [sendId]);
  return row === undefined ? null : toSendWithFiles(db, row);
};

export const listSends: Query<'listSends'> = (db, { states }) =>
  db.all<SendRow>(SENDS_IN, [JSON.stringify(states)]).map((row) => toSendWithFiles(db, row));

export const listNeededFileIds: Query<'listNeededFileIds'> = (db) =>
  db.all<{ id: string }>(NEEDED_FILES, [JSON.stringify(NEEDING)]).map(({ id }) => toFileId(id));
