/**
 * What the cache takes on the disk, by kind.
 *
 * SQLite counts the pages of a table by walking it (about 1 µs a page). The full-text index is half of the file and
 * takes what the rest leaves: so a million messages cost about a tenth of a second, and the sum is exact.
 */
import { statSync } from 'node:fs';
import type { CacheSize } from '../api/collections.ts';
import type { ReadDb } from '../open.ts';
import type { Query } from './query.ts';
import { IS_SHOWN } from './spans.ts';

type Kind = CacheSize['kind'];

const KINDS: Readonly<Record<string, Kind>> = {
  messages: 'messages',
  hidden_messages: 'messages',
  message_letters: 'messages',
  media: 'messages',
  chats: 'chats',
  chat_counts: 'chats',
  chat_spans: 'chats',
  contacts: 'people',
  lists: 'people',
  contact_lists: 'people',
  list_names: 'people',
  people: 'people',
  contact_notes: 'people',
  unsubscribers: 'people',
  blocked_contacts: 'people',
  service_contacts: 'people',
  service_lists: 'people',
  service_members: 'people',
  users: 'people',
  tags: 'people',
};
const ORDER: readonly Kind[] = ['messages', 'search', 'chats', 'people', 'others'];

/** What a person would count: a message is one however many rows stand behind it, and a deleted chat is none. By tables. */
const ROWS: Readonly<Record<Kind, readonly string[]>> = {
  messages: ['messages'],
  search: ['message_search_docsize', 'people_search_docsize'],
  chats: [`chats WHERE ${IS_SHOWN}`],
  people: ['contacts', 'lists', 'contact_notes', 'unsubscribers'],
  others: ['custom_fields', 'templates', 'schedules', 'service_sends', 'bulks'],
};

export const measureCache: Query<'measureCache'> = (db) => {
  const bytes = measureBytes(db);
  const toRows = (kind: Kind): number => ROWS[kind].reduce((sum, table) => sum + countRows(db, table), 0);
  const kinds = ORDER.map((kind) => ({ kind, rows: toRows(kind), bytes: bytes.get(kind) ?? 0 }));
  const files = db.all<{ name: string; file: string | null }>('SELECT name, file FROM pragma_database_list');
  const sizeOf = (name: string): number => toFileBytes(files.find((one) => one.name === name)?.file ?? '');
  return { kinds, cacheBytes: sizeOf('main'), ownedBytes: sizeOf('owned') };
};

function countRows(db: ReadDb, table: string): number {
  return db.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n ?? 0;
}

function measureBytes(db: ReadDb): ReadonlyMap<Kind, number> {
  const trees = db.all<{ name: string; tbl_name: string }>(
    `SELECT name, tbl_name FROM sqlite_schema WHERE type IN ('table', 'index') AND rootpage > 0`,
  );
  const bytes = new Map<Kind, number>();
  let known = 0;
  for (const { name, tbl_name: table } of trees) {
    if (/_search(_|$)/.test(table)) continue;
    const kind = KINDS[table] ?? 'others';
    const size = measureTree(db, name);
    bytes.set(kind, (bytes.get(kind) ?? 0) + size);
    known += size;
  }
  bytes.set('search', Math.max(0, toUsedBytes(db) - known));
  return bytes;
}

function measureTree(db: ReadDb, name: string): number {
  const sql = 'SELECT pgsize FROM dbstat WHERE aggregate = TRUE AND name = ?';
  return db.get<{ pgsize: number }>(sql, [name])?.pgsize ?? 0;
}

function toUsedBytes(db: ReadDb): number {
  const read = (pragma: string): number => db.get<{ n: number }>(`SELECT ${pragma} AS n FROM pragma_${pragma}`)?.n ?? 0;
  return (read('page_count') - read('freelist_count')) * read('page_size');
}

/** The file and what its log holds for it; 0 for one in memory. */
function toFileBytes(path: string): number {
  if (path === '') return 0;
  return [path, `${path}-wal`].reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
}
