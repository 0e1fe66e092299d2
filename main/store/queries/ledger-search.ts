/**
 * What somebody looks for in the ledger, as parameters of one condition that is always the same:
 *
 *   each term   in the text as it left, the number, the own reference or the names of its files (`haystack`),
 *               or in the name of the person (by the cache, at most so many people), or the beginning of our id
 *
 * The condition knows three terms; what is beyond them is looked at row by row (`isWhole` false).
 */
import { findSendId } from '#shared/domain/sends.ts';
import { hasTerm, toTerms } from '../core/search-words.ts';
import type { Term } from '../core/search-words.ts';
import type { ReadDb, SqlValue } from '../open.ts';
import { listClauses } from './search-index.ts';

/** People whose name has a word; of more than these only some are thought of. */
const MOST_PEOPLE = 2_000;
const MOST_TERMS = 3;
/** A shorter beginning of an id would find texts by chance. */
const LEAST_OF_ID = 4;

const toTermSql = (n: number): string => `(
  instr(haystack, @word${n}) > 0
  OR (@digits${n} IS NOT NULL AND instr(haystack, @digits${n}) > 0)
  OR (@phones${n} IS NOT NULL AND phone IN (SELECT value FROM json_each(@phones${n})))
  OR (@id${n} IS NOT NULL AND substr(send_id, 1, length(@id${n})) = @id${n}))`;

/** Needs the columns `haystack`, `phone` and `send_id`, and all of `params`. */
export const FITS_TERMS = Array.from({ length: MOST_TERMS }, (_, n) => toTermSql(n)).join(' AND ');

export interface LedgerSearch {
  readonly params: Readonly<Record<string, SqlValue>>;
  /** Whether the condition is all that there is to it. */
  readonly isWhole: boolean;
  readonly fits: (row: SearchedRow) => boolean;
}

export interface SearchedRow {
  readonly haystack: string;
  readonly phone: string;
  readonly send_id: string;
}

interface Wanted {
  readonly term: Term;
  /** Numbers of people with that in their name. */
  readonly phones: ReadonlySet<string>;
  /** Beginning of our id; null where it is none. */
  readonly id: string | null;
}

/** Null where nothing was typed. */
export function planLedgerSearch(db: ReadDb, query: string): LedgerSearch | null {
  const terms = toTerms(query)
    .flatMap(splitReference)
    .map((term) => toWanted(db, term));
  if (terms.length === 0) return null;
  const first = terms.toSorted((a, b) => toWord(b).length - toWord(a).length).slice(0, MOST_TERMS);
  const params = Array.from({ length: MOST_TERMS }, (_, n) => toParams(n, first[n]));
  return {
    params: Object.assign({}, ...params) as Record<string, SqlValue>,
    isWhole: terms.length <= MOST_TERMS && terms.every(({ term }) => term.words.length === 1),
    fits: (row) => terms.every((wanted) => isIn(row, wanted)),
  };
}

/** A reference as the service has it is our id and what a person put behind the dot. */
function splitReference(term: Term): Term[] {
  const [word = ''] = term.words;
  const id = findSendId(word);
  if (id === null || word.length <= id.length + 1) return [term];
  return [id, word.slice(id.length + 1)].map((part) => ({ words: [part], digits: null }));
}

function toWanted(db: ReadDb, term: Term): Wanted {
  const [word = ''] = term.words;
  const isId = term.words.length === 1 && word.length >= LEAST_OF_ID && /^[a-z2-7]+\.?$/.test(word);
  return {
    term,
    phones: term.digits === null ? listPhonesByName(db, word) : new Set(),
    id: isId ? word.replace('.', '') : null,
  };
}

interface NamedRow {
  readonly phone: string;
  readonly folded: string;
}

/** For the query-plan test too. */
export const PEOPLE_NAMED = `
  SELECT people.phone, people.folded FROM people_search CROSS JOIN people ON people.id = people_search.rowid
  WHERE people_search MATCH ? ORDER BY people_search.rowid DESC LIMIT ${MOST_PEOPLE}`;

function listPhonesByName(db: ReadDb, word: string): ReadonlySet<string> {
  const [clause] = listClauses(db, 'people', [word]) ?? [];
  // Single letters are in every other name: there the text alone counts.
  if (clause === undefined) return new Set();
  const people = db.all<NamedRow>(PEOPLE_NAMED, [clause]).filter(({ folded }) => folded.includes(word));
  return new Set(people.map(({ phone }) => phone));
}

/** The longest of its words: the others are looked at row by row. */
const toWord = ({ term }: Wanted): string => term.words.reduce((a, b) => (b.length > a.length ? b : a), '');

/** A place without a term fits everything. */
function toParams(n: number, wanted: Wanted | undefined): Record<string, SqlValue> {
  const word = wanted === undefined ? '' : toWord(wanted);
  const { term, phones = new Set(), id = null } = wanted ?? {};
  const digits = term === undefined || term.digits === word ? null : term.digits;
  return {
    [`word${n}`]: word,
    [`digits${n}`]: digits,
    [`phones${n}`]: phones.size === 0 ? null : JSON.stringify([...phones]),
    [`id${n}`]: id,
  };
}

function isIn({ haystack, phone, send_id: sendId }: SearchedRow, { term, phones, id }: Wanted): boolean {
  return hasTerm(haystack, term) || phones.has(phone) || (id !== null && sendId.startsWith(id));
}
