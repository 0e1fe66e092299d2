/** What the store made of pages, read back row by row, so that bare inserts write the very same. */
import { toFolded } from '#main/store/core/fold.ts';
import { toIndexText, toThreadMark } from '#main/store/core/index-text.ts';
import { toKeyParts } from '#main/store/core/line-key.ts';
import { toMediaId } from '#main/store/core/media-id.ts';
import { openForReading, type ReadDb } from '#main/store/open.ts';
import { toFilePaths } from '#main/store/paths.ts';
import type { MessageRow } from '#main/store/rows/message-row.ts';
import type { Message } from '#shared/domain/entities.ts';
import type { FeedPage } from './store-pages.ts';

/** The tables that messages alone fill. Cursors, counters and the rows of chats are not rows of messages. */
export const TABLES = [
  {
    name: 'messages',
    columns: [
      ...['seq', 'sequence', 'direction', 'id', 'phone', 'text', 'at', 'kind', 'letter', 'reject_reason', 'session_id'],
      ...['contact_id', 'first_name', 'last_name', 'own_number', 'parts_count', 'price', 'files', 'channel'],
    ],
  },
  { name: 'message_search', columns: ['rowid', 'text', 'thread'] },
  { name: 'media', columns: ['id', 'href', 'mime_type'] },
] as const;

type Values = readonly (string | number | null)[];
/** All rows of one page: by table, their values in the order of the columns. */
export type BareRows = Readonly<Record<(typeof TABLES)[number]['name'], readonly Values[]>>;

/** The rows of each page in a store's folder; nobody may have it open. */
export function readRows(folder: string, pages: readonly FeedPage[]): BareRows[] {
  const db = openForReading(toFilePaths(folder).cache);
  try {
    return pages.map(({ messages }) => toRows(db, messages));
  } finally {
    db.close();
  }
}

function toRows(db: ReadDb, messages: readonly Message[]): BareRows {
  const find = 'SELECT * FROM messages WHERE sequence = ? AND id = ?';
  const rows = messages
    .map(({ key, id }) => db.get<MessageRow>(find, [toKeyParts(key).sequence, id]))
    .filter((row) => row !== undefined)
    .sort((a, b) => a.seq - b.seq);
  const [{ columns }] = TABLES;
  const files = messages.flatMap((message) => message.files);
  return {
    messages: rows.map((row) => columns.map((column) => row[column])),
    message_search: rows.map(({ seq, text, phone }) => [seq, toIndexText(toFolded(text)), toThreadMark(phone)]),
    media: files.map(({ url, mimeType }) => [toMediaId(url ?? ''), url, mimeType]),
  };
}

const COUNTS = [
  'SELECT count(*) AS n FROM messages',
  'SELECT sum(seq % 1000003) AS n FROM messages',
  'SELECT count(*) AS n FROM message_search_docsize',
  'SELECT count(*) AS n FROM media',
];

/** Numbers by which two folders tell whether they hold the same rows. */
export function countRows(folder: string): number[] {
  const db = openForReading(toFilePaths(folder).cache);
  try {
    return COUNTS.map((sql) => db.get<{ n: number }>(sql)?.n ?? Number.NaN);
  } finally {
    db.close();
  }
}
