/**
 * How many commits changed `owned.db`: counted in it, noted in a file beside it (commit-mark.ts) and in the cache by the
 * commit that follows. So these prove that commits of `owned.db` were lost whenever they know of more than `owned.db`
 * itself, also where the write-ahead log ends early or is gone, which looks to SQLite as if nothing had ever been in it.
 */
import { clearCommitMark, readCommitMark, writeCommitMark } from './commit-mark.ts';
import type { ReadDb, WriteDb } from './open.ts';

const OWNED_KEY = 'store.commits';
const CACHE_KEY = 'store.ownedCommits';
/** From then on the file beside it is expected to be there. */
const MARKED_KEY = 'store.hasCommitMark';

const COUNT = `
  INSERT INTO meta (key, value) VALUES (?, '1')
  ON CONFLICT (key) DO UPDATE SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT)`;
const NOTE = 'INSERT INTO sync_marks (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value';

/** Rows that this connection has changed so far. */
export function countChanges(db: ReadDb): number {
  return db.get<{ count: number }>('SELECT total_changes() AS count')?.count ?? 0;
}

/** Counts the commit that is under way. Returns its number. */
export function countCommit(owned: WriteDb): number {
  owned.run(COUNT, [OWNED_KEY]);
  return readCommits(owned);
}

/** Says in the cache that `owned.db` has so many commits. */
export function noteCommits(cache: WriteDb, commits: number): void {
  cache.run(NOTE, [CACHE_KEY, commits]);
}

/**
 * The number of the newest commit of `owned.db`, where `owned.db` itself does not know of it, or where nobody can tell because
 * the mark that was there is gone; else null.
 */
export function findLostCommits(
  { owned, cache }: { readonly owned: ReadDb; readonly cache: ReadDb },
  markPath: string,
): number | null {
  const noted = cache.get<{ value: number }>('SELECT value FROM sync_marks WHERE key = ?', [CACHE_KEY])?.value ?? 0;
  const marked = readCommitMark(markPath);
  const known = readCommits(owned);
  const newest = Math.max(known, noted, marked ?? 0);
  if (newest > known) return newest;
  return marked === null && isMarked(owned) ? known : null;
}

/** Puts the mark where it is missing. */
export function startMark(owned: WriteDb, markPath: string): void {
  const commits = readCommits(owned);
  if (readCommitMark(markPath) === null) clearCommitMark(markPath);
  if (!writeCommitMark(markPath, commits) || isMarked(owned)) return;
  owned.run(`INSERT INTO meta (key, value) VALUES (?, '1')`, [MARKED_KEY]);
}

/** Goes on counting from there: what was lost is told once. */
export function skipCommits(owned: WriteDb, commits: number): void {
  owned.run('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', [OWNED_KEY, String(commits)]);
}

const isMarked = (owned: ReadDb): boolean =>
  owned.get('SELECT 1 AS found FROM meta WHERE key = ?', [MARKED_KEY]) !== undefined;

function readCommits(owned: ReadDb): number {
  return Number(owned.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', [OWNED_KEY])?.value ?? 0);
}
