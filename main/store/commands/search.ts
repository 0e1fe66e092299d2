/**
 * Upkeep of the full-text tables. Row ids go in ascending order: FTS5 starts a new segment whenever one goes back.
 */
import { toFolded } from '../core/fold.ts';
import { toIndexText, toThreadMark } from '../core/index-text.ts';
import type { WriteDb } from '../open.ts';

/** What happened to one text: `before` is the row id that it had, `after` the one that it has; null for none. */
export interface TextChange {
  readonly before: number | null;
  readonly after: number | null;
  readonly text: string;
  readonly phone: string;
}

/** A merge step follows every fourth batch: measured to keep the longest stall at a few milliseconds. */
const BATCHES_PER_MERGE = 4;
const MERGE_PAGES = 200;

export function indexMessages(cache: WriteDb, texts: readonly TextChange[]): void {
  if (texts.length === 0) return;
  const gone = texts.flatMap(({ before }) => (before === null ? [] : [before])).sort((a, b) => a - b);
  for (const seq of gone) cache.run('DELETE FROM message_search WHERE rowid = ?', [seq]);
  const here = texts.filter(({ after, text }) => after !== null && text !== '');
  for (const { after, text, phone } of here.sort((a, b) => (a.after ?? 0) - (b.after ?? 0))) {
    const sql = 'INSERT INTO message_search (rowid, text, thread) VALUES (?, ?, ?)';
    cache.run(sql, [after, toIndexText(toFolded(text)), toThreadMark(phone)]);
  }
  mergeNowAndThen(cache, 'message_search');
}

export interface PersonText {
  readonly id: number;
  readonly isNew: boolean;
  /** See `toHaystack`. */
  readonly haystack: string;
}

export function indexPeople(cache: WriteDb, people: readonly PersonText[]): void {
  if (people.length === 0) return;
  const sorted = [...people].sort((a, b) => a.id - b.id);
  for (const { id, isNew } of sorted) if (!isNew) cache.run('DELETE FROM people_search WHERE rowid = ?', [id]);
  for (const { id, haystack } of sorted) {
    cache.run('INSERT INTO people_search (rowid, text) VALUES (?, ?)', [id, toIndexText(haystack)]);
  }
  mergeNowAndThen(cache, 'people_search');
}

export const SEARCH_TABLES = ['message_search', 'people_search'] as const;
type SearchTable = (typeof SEARCH_TABLES)[number];

const TOTAL_CHANGES = 'SELECT total_changes() AS n';

/** One step of merging; whether there was anything to merge. */
export function mergeOnce(cache: WriteDb, table: SearchTable): boolean {
  const count = (): number => cache.get<{ n: number }>(TOTAL_CHANGES)?.n ?? 0;
  const before = count();
  cache.run(toMergeSql(table));
  // The command itself counts as one change.
  return count() - before > 1;
}

const toMergeSql = (table: SearchTable): string =>
  `INSERT INTO ${table} (${table}, rank) VALUES ('merge', ${MERGE_PAGES})`;

/** Counts batches in the file itself, so that many short runs of the app merge as one long run does. */
function mergeNowAndThen(cache: WriteDb, table: SearchTable): void {
  const key = `store.${table}.batches`;
  const count = (cache.get<{ value: number }>('SELECT value FROM sync_marks WHERE key = ?', [key])?.value ?? 0) + 1;
  const isDue = count >= BATCHES_PER_MERGE;
  cache.run(
    'INSERT INTO sync_marks (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    [key, isDue ? 0 : count],
  );
  if (isDue) cache.run(toMergeSql(table));
}
