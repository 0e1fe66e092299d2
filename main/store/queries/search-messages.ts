/**
 * Messages that have every word, newest first. Row ids of messages grow with their time, so the index gives its
 * candidates in the order in which they are shown and is left as soon as there are enough.
 */
import { toFolded } from '../core/fold.ts';
import { toThreadMark } from '../core/index-text.ts';
import type { MessageSequence } from '../core/line-key.ts';
import type { ReadDb, SqlParams } from '../open.ts';
import { listClauses, toPhrase } from './search-index.ts';

export interface MessageCandidate {
  readonly sequence: MessageSequence;
  readonly direction: 'in' | 'out';
  readonly id: number;
  readonly phone: string;
  readonly text: string;
  readonly at: number;
}

interface Wanted {
  readonly words: readonly string[];
  /** The one thread to look in; null for all. */
  readonly phone: string | null;
  readonly limit: number;
  readonly fits: (candidate: MessageCandidate) => boolean;
}

interface FoundMessages {
  readonly rows: readonly MessageCandidate[];
  /** Where the search stopped with something left to look at; null when it came to the end. */
  readonly stoppedAt: number | null;
}

/** Candidates of the index whose text is looked at, and messages that are walked through where it cannot help. */
const MOST_CHECKED = 3_000;
const FEW_WALKED = 2_000;
const MOST_WALKED = 60_000;
const MOST_WALKED_IN_THREAD = 15_000;

const COLUMNS = 'messages.sequence, messages.direction, messages.id, messages.phone, messages.text, messages.at';
/** For the query-plan test too, like those below. */
export const MESSAGES_BY_INDEX = `
  SELECT ${COLUMNS} FROM message_search CROSS JOIN messages ON messages.seq = message_search.rowid
  WHERE message_search MATCH ? ORDER BY message_search.rowid DESC`;
const LIKE_IT = `(text LIKE @lower ESCAPE '\\' OR text LIKE @upper ESCAPE '\\')`;
export const MESSAGES_BY_WALK = `
  SELECT ${COLUMNS} FROM messages WHERE seq >= @from AND ${LIKE_IT} ORDER BY seq DESC`;
export const MESSAGES_OF_THREAD_BY_WALK = `
  SELECT ${COLUMNS} FROM messages WHERE phone = @phone AND at >= @from AND ${LIKE_IT}
  ORDER BY at DESC, sequence DESC, id DESC`;
const WALK_FROM = `SELECT seq AS "from", at FROM messages ORDER BY seq DESC LIMIT 1 OFFSET ?`;
const WALK_FROM_IN_THREAD = `
  SELECT at AS "from", at FROM messages WHERE phone = ? ORDER BY at DESC LIMIT 1 OFFSET ?`;

export function findMessages(db: ReadDb, wanted: Wanted): FoundMessages {
  const { words, phone } = wanted;
  const clauses = words.length === 0 ? null : listClauses(db, 'message', words);
  if (clauses === null) return { rows: [], stoppedAt: null };
  if (clauses.length === 0) return walk(db, wanted);
  if (phone !== null) clauses.unshift(toPhrase(toThreadMark(phone)));
  return collect(db, wanted, { sql: MESSAGES_BY_INDEX, params: [clauses.join(' AND ')], endsAt: null });
}

/**
 * Every word is so frequent that the newest texts have it: a few of them are tried before many. Without the index accents
 * count until the last check.
 */
function walk(db: ReadDb, wanted: Wanted): FoundMessages {
  const few = walkDown(db, wanted, FEW_WALKED);
  if (few.rows.length === wanted.limit || few.stoppedAt === null) return few;
  return walkDown(db, wanted, wanted.phone === null ? MOST_WALKED : MOST_WALKED_IN_THREAD);
}

function walkDown(db: ReadDb, wanted: Wanted, most: number): FoundMessages {
  const { phone, words } = wanted;
  const [word = ''] = words;
  const start =
    phone === null
      ? db.get<{ from: number; at: number }>(WALK_FROM, [most])
      : db.get<{ from: number; at: number }>(WALK_FROM_IN_THREAD, [phone, most]);
  const like = { lower: toLike(word), upper: toLike(word.toUpperCase()), from: start?.from ?? Number.MIN_SAFE_INTEGER };
  const endsAt = start?.at ?? null;
  return phone === null
    ? collect(db, wanted, { sql: MESSAGES_BY_WALK, params: like, endsAt })
    : collect(db, wanted, { sql: MESSAGES_OF_THREAD_BY_WALK, params: { ...like, phone }, endsAt });
}

const toLike = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

interface Source {
  readonly sql: string;
  readonly params: SqlParams;
  /** Where the rows end though there are older messages. */
  readonly endsAt: number | null;
}

function collect(db: ReadDb, wanted: Wanted, { sql, params, endsAt }: Source): FoundMessages {
  const { words, phone, limit, fits } = wanted;
  const rows: MessageCandidate[] = [];
  let checked = 0;
  for (const row of db.iterate<MessageCandidate>(sql, params)) {
    checked += 1;
    const folded = toFolded(row.text);
    const isIn = phone === null || row.phone === phone;
    if (isIn && words.every((word) => folded.includes(word)) && fits(row)) rows.push(row);
    if (rows.length === limit || checked === MOST_CHECKED) return { rows, stoppedAt: row.at };
  }
  return { rows, stoppedAt: endsAt };
}
