/**
 * People by all that is known of them, best fit first. Where more people fit than can be put in order, those are taken
 * whom somebody would look for: with names that begin with it, and with the newest chats.
 */
import { toFolded } from '../core/fold.ts';
import { hasTerm, toTerms } from '../core/search-words.ts';
import type { Term } from '../core/search-words.ts';
import type { ReadDb } from '../open.ts';
import { SHELF_CLOSED, SHELF_OPEN, SHELF_SNOOZED } from '../rows/chat-row.ts';
import type { PersonColumns } from '../rows/person-row.ts';
import { listClauses } from './search-index.ts';

export interface FoundPerson extends PersonColumns {
  readonly chatId: number | null;
}

/** People that are put in order; of more than these only some. */
const MOST_CANDIDATES = 400;
const MOST_BY_NAME = 150;
const MOST_CHATS = 150;

const COLUMNS = 'people.phone, people.name, people.folded, people.haystack, people.contact_id, people.avatar_id';
/** For the query-plan test too, like those below. */
export const PEOPLE_BY_INDEX = `
  SELECT ${COLUMNS} FROM people_search CROSS JOIN people ON people.id = people_search.rowid
  WHERE people_search MATCH ? ORDER BY people_search.rowid DESC LIMIT ${MOST_CANDIDATES}`;
export const PEOPLE_BY_WALK = `
  SELECT ${COLUMNS} FROM people WHERE instr(haystack, @word) > 0 OR instr(haystack, @digits) > 0
  LIMIT ${MOST_CANDIDATES}`;
export const PEOPLE_BY_NAME = `
  SELECT ${COLUMNS} FROM people WHERE folded >= @text AND folded < @text || char(1114111)
  ORDER BY folded LIMIT ${MOST_BY_NAME}`;
export const PEOPLE_BY_CHAT = `
  SELECT ${COLUMNS} FROM (
    SELECT phone FROM chats INDEXED BY chats_by_shelf WHERE shelf = ? AND is_pinned = ?
    ORDER BY sort_at DESC, id LIMIT ${MOST_CHATS}) AS newest
  CROSS JOIN people ON people.phone = newest.phone`;
/** For the query-plan test too. */
export const CHATS_OF_ALL = `
  SELECT chats.phone, chats.id, chats.shelf, chats.sort_at
  FROM json_each(?) AS wanted CROSS JOIN chats ON chats.phone = wanted.value`;

/** At most `limit`, in order. */
export function findPeople(
  db: ReadDb,
  wanted: { readonly query: string; readonly limit: number; readonly fits: (phone: string) => boolean },
): FoundPerson[] {
  const terms = toTerms(wanted.query);
  if (terms.length === 0 || wanted.limit <= 0) return [];
  const text = toFolded(wanted.query);
  const people = new Map<string, PersonColumns>();
  for (const person of listCandidates(db, terms, text)) {
    if (!wanted.fits(person.phone) || !terms.every((term) => hasTerm(person.haystack, term))) continue;
    people.set(person.phone, person);
  }
  const classes = Map.groupBy(people.values(), (person) => toClass(toShownName(person), text, terms));
  const found: FoundPerson[] = [];
  for (const place of [0, 1, 2] as const) {
    if (found.length < wanted.limit) found.push(...toSorted(db, classes.get(place) ?? []));
  }
  return found.slice(0, wanted.limit);
}

function listCandidates(db: ReadDb, terms: readonly Term[], text: string): PersonColumns[] {
  const match = toMatch(db, terms);
  if (match === null) return [];
  const [first] = terms;
  const word = first?.digits ?? first?.words[0] ?? '';
  const found =
    match === ''
      ? db.all<PersonColumns>(PEOPLE_BY_WALK, { word, digits: first?.words[0] ?? word })
      : db.all<PersonColumns>(PEOPLE_BY_INDEX, [match]);
  if (found.length < MOST_CANDIDATES) return found;
  for (const shelf of [SHELF_SNOOZED, SHELF_OPEN, SHELF_CLOSED]) {
    for (const isPinned of [1, 0]) found.push(...db.all<PersonColumns>(PEOPLE_BY_CHAT, [shelf, isPinned]));
  }
  return [...found, ...db.all<PersonColumns>(PEOPLE_BY_NAME, { text })];
}

/** What to ask the index; null when somebody with all of it is impossible, empty when the index cannot help. */
function toMatch(db: ReadDb, terms: readonly Term[]): string | null {
  const plain = listClauses(
    db,
    'people',
    terms.flatMap(({ words, digits }) => (digits === null ? words : [])),
  );
  if (plain === null) return null;
  const clauses = [...plain];
  for (const { words, digits } of terms) {
    if (digits === null) continue;
    const isSame = words.length === 1 && words[0] === digits;
    const ways = isSame ? [words] : [[digits], words];
    const either = ways.map((way) => listClauses(db, 'people', way)).filter((one) => one !== null);
    if (either.length === 0) return null;
    if (either.every((one) => one.length > 0)) clauses.push(`(${either.map(toAll).join(' OR ')})`);
  }
  return clauses.join(' AND ');
}

const toAll = (clauses: readonly string[]): string => `(${clauses.join(' AND ')})`;

/** Without a name, a sender that is a word is shown, and found, as one. */
function toShownName({ folded, phone }: PersonColumns): string {
  return folded === '' && /\p{L}/u.test(phone) ? toFolded(phone) : folded;
}

/** 0 names that begin with it · 1 names whose words do · 2 the rest. */
function toClass(folded: string, text: string, terms: readonly Term[]): 0 | 1 | 2 {
  if (folded.startsWith(text)) return 0;
  const isBegun = terms.every(({ words }) => words.every((word) => ` ${folded}`.includes(` ${word}`)));
  return isBegun ? 1 : 2;
}

interface ChatPlace {
  readonly phone: string;
  readonly id: number;
  readonly shelf: number;
  readonly sort_at: number;
}

/** The chat of each number that counts, as `find-chat-id.ts` tells it of one. */
function findChats(db: ReadDb, people: readonly PersonColumns[]): ReadonlyMap<string, ChatPlace> {
  const found = new Map<string, ChatPlace>();
  const phones = JSON.stringify(people.map(({ phone }) => phone));
  for (const chat of db.all<ChatPlace>(CHATS_OF_ALL, [phones])) {
    const other = found.get(chat.phone);
    if (other === undefined || byWeight(chat, other) < 0) found.set(chat.phone, chat);
  }
  return found;
}

function byWeight(a: ChatPlace, b: ChatPlace): number {
  return a.shelf - b.shelf || Number(a.id < 0) - Number(b.id < 0) || b.sort_at - a.sort_at || a.id - b.id;
}

/** Those with a chat first, by its newest item; the others by name, the nameless last. */
function toSorted(db: ReadDb, people: readonly PersonColumns[]): FoundPerson[] {
  if (people.length === 0) return [];
  const chats = findChats(db, people);
  return people
    .map((person) => ({ person, chat: chats.get(person.phone) }))
    .sort((a, b) => {
      const byChat = (b.chat?.sort_at ?? -1) - (a.chat?.sort_at ?? -1);
      if (byChat !== 0) return byChat;
      if ((a.person.folded === '') !== (b.person.folded === '')) return a.person.folded === '' ? 1 : -1;
      return a.person.folded < b.person.folded ? -1 : 1;
    })
    .map(({ person, chat }) => ({ ...person, chatId: chat?.id ?? null }));
}
