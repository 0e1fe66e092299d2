/** Contacts, and people by name or number for the "To" field. */
import type { ContactView, PersonView } from '#shared/contract/index.ts';
import { toDisplayName } from '#shared/domain/names.ts';
import { toFolded } from '../core/fold.ts';
import { toMediaId } from '../core/media-id.ts';
import { parseFields } from '../json.ts';
import type { ReadDb } from '../open.ts';
import type { ContactColumns } from '../rows/contact-row.ts';
import type { Query } from './query.ts';

const LISTS_OF = `
  SELECT contact_lists.list_id AS id, coalesce(lists.name, contact_lists.name) AS name
  FROM contact_lists LEFT JOIN lists ON lists.id = contact_lists.list_id
  WHERE contact_lists.contact_id = ? ORDER BY name, id`;

export const findContact: Query<'findContact'> = (db, { contactId, phone }) => {
  const row =
    contactId === null
      ? db.get<ContactColumns>('SELECT * FROM contacts WHERE phone = ? ORDER BY is_shared, id LIMIT 1', [phone])
      : db.get<ContactColumns>('SELECT * FROM contacts WHERE id = ?', [contactId]);
  return row === undefined ? null : toContactView(db, row);
};

function toContactView(db: ReadDb, row: ContactColumns): ContactView {
  return {
    id: row.id,
    phone: row.phone,
    name: toDisplayName({ firstName: row.first_name, lastName: row.last_name, company: row.company }),
    company: row.company,
    email: row.email,
    country: row.country,
    avatarId: row.avatar_href === null ? null : toMediaId(row.avatar_href),
    isBlocked: row.is_blocked === 1,
    isFavorite: row.is_favorite === 1,
    isShared: row.is_shared === 1,
    fields: parseFields(row.fields),
    lists: db.all<{ id: number; name: string }>(LISTS_OF, [row.id]),
  };
}

interface Candidate {
  readonly phone: string;
  readonly name: string;
  readonly folded: string;
  readonly contact_id: number | null;
}

/** Shortest text that the trigram index can find. */
const TRIGRAM = 3;
/** Most rows that are looked at for one or two characters, and most hits that are put in order. */
const MOST_SCANNED = 5_000;
const MOST_HITS = 400;

const BY_INDEX = `
  SELECT people.phone, people.name, people.folded, people.contact_id
  FROM people_search JOIN people ON people.id = people_search.rowid
  WHERE people_search MATCH ? ORDER BY people_search.rowid DESC LIMIT ${MOST_HITS}`;
const BY_PREFIX = `
  SELECT phone, name, folded, contact_id FROM people
  WHERE folded >= @text AND folded < @text || char(1114111) ORDER BY folded LIMIT ${MOST_HITS}`;
const BY_SCAN = `
  SELECT * FROM (SELECT phone, name, folded, contact_id FROM people ORDER BY id DESC LIMIT ${MOST_SCANNED})
  WHERE folded LIKE @word ESCAPE '\\' OR phone LIKE @digits ESCAPE '\\' LIMIT ${MOST_HITS}`;

/** Senders with letters are left out: nobody can write to them. */
export const suggestPeople: Query<'suggestPeople'> = (db, { query, limit }) => {
  const text = toFolded(query);
  if (text === '' || limit <= 0) return [];
  // People type numbers as they dial them at home: the zeros in front are not part of the international number.
  const digits = /^[\d\s+().-]+$/.test(query) ? query.replace(/\D/g, '').replace(/^0+/, '') : '';
  const words = text.split(' ');
  const found = [...text].length < TRIGRAM ? listByFew(db, text, digits) : listByIndex(db, words, digits);
  const fits = ({ folded, phone }: Candidate): boolean =>
    /^\d+$/.test(phone) && (words.every((word) => folded.includes(word)) || (digits !== '' && phone.includes(digits)));
  const people = new Map(found.filter(fits).map((person) => [person.phone, person]));
  return [...people.values()].sort(byFit(text)).slice(0, limit).map(toPersonView);
};

function listByFew(db: ReadDb, text: string, digits: string): Candidate[] {
  const word = `% ${text.replace(/[\\%_]/g, '\\$&')}%`;
  const hits = db.all<Candidate>(BY_SCAN, { word, digits: digits === '' ? '' : `%${digits}%` });
  return [...db.all<Candidate>(BY_PREFIX, { text }), ...hits];
}

/** Words shorter than the index can find are left to the check of each hit. */
function listByIndex(db: ReadDb, words: readonly string[], digits: string): Candidate[] {
  const long = words.filter((word) => [...word].length >= TRIGRAM);
  const phrases = long.length > 0 ? long : [words.join(' ')];
  const byName = phrases.map((phrase) => `name : "${phrase.replaceAll('"', '""')}"`).join(' AND ');
  const byPhone = digits.length >= TRIGRAM ? [`phone : "${digits}"`] : [];
  return db.all<Candidate>(BY_INDEX, [[`(${byName})`, ...byPhone].join(' OR ')]);
}

/** Names that begin with it, then names with a word that does, then the rest; by name, the nameless last. */
function byFit(text: string): (a: Candidate, b: Candidate) => number {
  const toRank = ({ folded }: Candidate): number => {
    if (folded.startsWith(text)) return 0;
    if (folded.includes(` ${text}`)) return 1;
    return folded === '' ? 3 : 2;
  };
  return (a, b) => toRank(a) - toRank(b) || (a.folded < b.folded ? -1 : 1);
}

function toPersonView({ phone, name, contact_id: contactId }: Candidate): PersonView {
  return { phone, name, contactId };
}
