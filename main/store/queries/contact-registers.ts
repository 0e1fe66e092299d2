/** The registers of blocked and unsubscribed numbers as tables: one row for each entry, with the contact that has its number. */
import type { ContactQuery } from '#shared/contract/index.ts';
import { toFolded } from '../core/fold.ts';
import { toHaystack } from '../core/index-text.ts';
import { hasTerm, toTerms } from '../core/search-words.ts';
import type { ReadDb } from '../open.ts';
import type { ContactRowColumns } from '../rows/contact-row.ts';

export type RegisterKind = Extract<ContactQuery['scope']['kind'], 'blocked' | 'unsubscribed'>;

export interface RegisterEntry {
  readonly id: number;
  readonly phone: string;
  /** Null: no contact has the number. */
  readonly contact: ContactRowColumns | null;
  /** Of the contact; else what the register or a chat calls the number. */
  readonly name: string;
  readonly avatarId: string | null;
}

const BY_PHONE = (phone: string): string =>
  `(SELECT id FROM contacts WHERE contacts.phone = ${phone} ORDER BY is_shared, id LIMIT 1)`;
/**
 * The register's lines, and contacts that say it themselves. The line that a block made here stands in for the contact only
 * while there is none.
 */
export const BLOCKED = `
  SELECT id, phone, coalesce((SELECT id FROM contacts WHERE contacts.id = entries.id), ${BY_PHONE('entries.phone')}) AS contact_id,
    '' AS first_name, '' AS last_name
  FROM (
    SELECT id, phone FROM blocked_contacts AS lines
    WHERE id > 0 OR NOT EXISTS (
      SELECT 1 FROM contacts WHERE contacts.phone = lines.phone
        AND (contacts.is_blocked = 1 OR contacts.id IN (SELECT id FROM blocked_contacts)))
    UNION ALL SELECT id, phone FROM contacts INDEXED BY contacts_blocked
    WHERE is_blocked = 1 AND id NOT IN (SELECT id FROM blocked_contacts)) AS entries`;
const UNSUBSCRIBED = `
  SELECT id, phone, ${BY_PHONE('unsubscribers.phone')} AS contact_id, first_name, last_name FROM unsubscribers`;
const SQL: Readonly<Record<RegisterKind, string>> = { blocked: BLOCKED, unsubscribed: UNSUBSCRIBED };

const toContactsSql = (entries: string): string =>
  `SELECT DISTINCT contacts.* FROM (${entries}) AS found CROSS JOIN contacts ON contacts.id = found.contact_id`;
const toPeopleSql = (entries: string): string => `
  SELECT DISTINCT people.phone, people.name, people.avatar_id
  FROM (${entries}) AS found CROSS JOIN people ON people.phone = found.phone`;

interface EntryRow {
  readonly id: number;
  readonly phone: string;
  readonly contact_id: number | null;
  readonly first_name: string;
  readonly last_name: string;
}

interface PersonRow {
  readonly phone: string;
  readonly name: string;
  readonly avatar_id: string | null;
}

/** All entries by number; `ids`: of these only. */
export function listRegister(db: ReadDb, kind: RegisterKind, ids: readonly number[] | null = null): RegisterEntry[] {
  const among = ids === null ? '' : ' WHERE id IN (SELECT value FROM json_each(?))';
  const entries = `SELECT * FROM (${SQL[kind]})${among}`;
  const params = ids === null ? [] : [JSON.stringify(ids)];
  const contacts = new Map(db.all<ContactRowColumns>(toContactsSql(entries), params).map((row) => [row.id, row]));
  const people = new Map(db.all<PersonRow>(toPeopleSql(entries), params).map((row) => [row.phone, row]));
  return db.all<EntryRow>(`${entries} ORDER BY phone, id`, params).map((row) => {
    const person = people.get(row.phone);
    const said = `${row.first_name} ${row.last_name}`.trim();
    return {
      id: row.id,
      phone: row.phone,
      contact: contacts.get(row.contact_id ?? 0) ?? null,
      name: said === '' ? (person?.name ?? '') : said,
      avatarId: person?.avatar_id ?? null,
    };
  });
}

/** What is sorted by name. */
export const toSortName = ({ contact, name }: RegisterEntry): string => contact?.sort_name ?? toFolded(name);

/** Entries in which all of the text is found, by number. */
export function listRegisterFound(db: ReadDb, kind: RegisterKind, text: string): RegisterEntry[] {
  const terms = toTerms(text);
  return listRegister(db, kind).filter((entry) => {
    const haystack = toEntryHaystack(entry);
    return terms.every((term) => hasTerm(haystack, term));
  });
}

function toEntryHaystack({ contact, name, phone }: RegisterEntry): string {
  return contact?.search_text ?? toHaystack({ folded: toFolded(name), phone, email: '', fields: [] });
}
