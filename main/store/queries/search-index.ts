/**
 * What to ask the full-text tables for a word. They know runs of three characters of folded text:
 *
 *   three and more   the word as a phrase, exactly
 *   one or two       every run that begins with it, from the list of all runs (`…_terms`), unless they are too many:
 *                    then the word is everywhere and looking at texts finds it sooner
 */
import type { ReadDb } from '../open.ts';

const RUN = 3;
/** A longer beginning than this makes no candidate fewer, but each of them dearer. */
const MOST_CHARACTERS = 24;
const MOST_DIGITS = 8;
/** Runs that begin with one or two characters; each is a look into the index. */
const MOST_RUNS = 100;
/** Words that the index is asked for, the longest first. What it is not asked for, the check of each text settles. */
const MOST_WORDS = 4;
const MOST_SHORT_WORDS = 2;
/** One letter or digit of ASCII is in every other text: no look is spent on it. */
const EVERYWHERE = /^[a-z\d]$/;

type SearchTable = 'message' | 'people';

/** For the query-plan test too. */
export const toNextRunSql = (table: SearchTable): string => `SELECT term FROM ${table}_terms WHERE term >= ? LIMIT 1`;

/** A string of FTS5, in which nothing is syntax. */
export const toPhrase = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/**
 * One expression for each word that the index can help with; null when one of the words is nowhere. Empty when it can
 * help with none of them.
 */
export function listClauses(db: ReadDb, table: SearchTable, words: readonly string[]): string[] | null {
  const asked = words.filter((word) => !EVERYWHERE.test(word)).sort(byRarity);
  const long = asked.filter((word) => toLength(word) >= RUN).slice(0, MOST_WORDS);
  const short = asked.filter((word) => toLength(word) < RUN).slice(0, long.length === 0 ? MOST_SHORT_WORDS : 1);
  const clauses = long.map((word) => toPhrase(toAsked(word)));
  for (const word of short) {
    const runs = listRuns(db, table, word);
    if (runs.length === 0) return null;
    if (runs.length <= MOST_RUNS) clauses.push(`(${runs.map(toPhrase).join(' OR ')})`);
  }
  return clauses;
}

/** What of a word the index is asked for: of a long number its end, because its beginning is that of its country. */
function toAsked(word: string): string {
  return /^\d+$/.test(word) ? word.slice(-MOST_DIGITS) : [...word].slice(0, MOST_CHARACTERS).join('');
}

/** All runs that begin with `start`, one look for each; one more than the most when they are too many. */
function listRuns(db: ReadDb, table: SearchTable, start: string): string[] {
  const runs: string[] = [];
  for (let from = start; runs.length <= MOST_RUNS;) {
    const next = db.get<{ term: string }>(toNextRunSql(table), [from])?.term;
    if (next === undefined || !next.startsWith(start)) break;
    runs.push(next);
    from = `${next}\u0000`;
  }
  return runs;
}

const toLength = (word: string): number => [...word].length;

/** The longest first, and those of the scripts with many characters. */
function byRarity(a: string, b: string): number {
  return toLength(b) - toLength(a) || (a > b ? -1 : 1);
}
