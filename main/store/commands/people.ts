/** Keeps `people`: who stands behind a number, from the contact that has it, else from what its chat says. */
import { toDisplayName, toSearchName } from '#shared/domain/names.ts';
import { toFolded } from '../core/fold.ts';
import { toHaystack } from '../core/index-text.ts';
import { toMediaId } from '../core/media-id.ts';
import { parseFields } from '../json.ts';
import type { WriteDb } from '../open.ts';
import type { PersonColumns } from '../rows/person-row.ts';
import { toInsert, toUpdate, isSame } from '../rows/sql.ts';
import { announceSchedulesOfPhones } from './scheduled-chats.ts';
import { indexPeople } from './search.ts';
import type { PersonText } from './search.ts';
import type { WriteContext } from './command.ts';

interface Source {
  readonly contact_id: number | null;
  readonly first_name: string;
  readonly last_name: string;
  readonly company: string;
  readonly avatar_href: string | null;
  readonly email: string;
  /** JSON; see `parseFields`. */
  readonly fields: string;
}

const SOURCE_COLUMNS = 'first_name, last_name, company, avatar_href';
const CONTACT_OF_CHAT = `
  SELECT contacts.id AS contact_id, contacts.first_name, contacts.last_name, contacts.company, contacts.avatar_href,
    contacts.email, contacts.fields
  FROM chats JOIN contacts ON contacts.id = chats.contact_id
  WHERE chats.phone = ? ORDER BY chats.shelf, chats.sort_at DESC LIMIT 1`;
const CONTACT_OF_PHONE = `
  SELECT id AS contact_id, ${SOURCE_COLUMNS}, email, fields FROM contacts
  WHERE phone = ? ORDER BY is_shared, id LIMIT 1`;
const CHAT_OF_PHONE = `
  SELECT contact_id, ${SOURCE_COLUMNS}, '' AS email, '[]' AS fields FROM chats
  WHERE phone = ? ORDER BY shelf, id < 0, sort_at DESC LIMIT 1`;
const NOBODY: Source = {
  ...{ contact_id: null, first_name: '', last_name: '', company: '', avatar_href: null, email: '', fields: '[]' },
};

/** Works out anew who stands behind each number, and tells the chats and the search index of those that changed. */
export function refreshPeople(context: WriteContext, phones: Iterable<string>): void {
  const texts: PersonText[] = [];
  const renamed: string[] = [];
  for (const phone of new Set(phones)) {
    const { text, isShownOtherwise } = refreshOne(context.cache, phone);
    if (text !== null) texts.push(text);
    if (!isShownOtherwise) continue;
    renamed.push(phone);
    for (const { id } of context.cache.all<{ id: number }>('SELECT id FROM chats WHERE phone = ?', [phone])) {
      context.changes.addChat(id);
    }
  }
  indexPeople(context.cache, texts);
  announceSchedulesOfPhones(context, renamed);
}

interface Refreshed {
  /** What the index must hear of; null when that is as it was. */
  readonly text: PersonText | null;
  readonly isShownOtherwise: boolean;
}

/** A number that lost its contact and has no chat keeps a nameless row. */
function refreshOne(cache: WriteDb, phone: string): Refreshed {
  const source =
    cache.get<Source>(CONTACT_OF_CHAT, [phone]) ??
    cache.get<Source>(CONTACT_OF_PHONE, [phone]) ??
    cache.get<Source>(CHAT_OF_PHONE, [phone]);
  const wanted = toPersonColumns(phone, source ?? NOBODY);
  const columns = Object.keys(wanted);
  const known = cache.get<PersonColumns & { id: number }>('SELECT * FROM people WHERE phone = ?', [phone]);
  if (known === undefined) {
    const { lastId } = cache.run(toInsert('people', columns), wanted);
    return { text: { id: lastId, isNew: true, haystack: wanted.haystack }, isShownOtherwise: true };
  }
  if (isSame(known, wanted)) return { text: null, isShownOtherwise: false };
  cache.run(toUpdate('people', columns, 'phone = @phone'), wanted);
  const { haystack, ...shown } = wanted;
  const text = known.haystack === haystack ? null : { id: known.id, isNew: false, haystack };
  return { text, isShownOtherwise: !isSame(known, shown) };
}

function toPersonColumns(phone: string, source: Source): PersonColumns {
  const parts = { firstName: source.first_name, lastName: source.last_name, company: source.company };
  const folded = toFolded(toSearchName(parts));
  return {
    phone,
    name: toDisplayName(parts),
    folded,
    haystack: toHaystack({ folded, phone, email: source.email, fields: parseFields(source.fields) }),
    contact_id: source.contact_id,
    avatar_id: source.avatar_href === null ? null : toMediaId(source.avatar_href),
  };
}

/** Takes numbers out of people and search that have neither a contact nor a chat any more. */
export function forgetPeople({ cache }: WriteContext, phones: Iterable<string>): void {
  const sql = `
    SELECT id FROM people WHERE phone = @phone
      AND NOT EXISTS (SELECT 1 FROM contacts WHERE phone = @phone)
      AND NOT EXISTS (SELECT 1 FROM chats WHERE phone = @phone)`;
  for (const phone of phones) {
    const unused = cache.get<{ id: number }>(sql, { phone });
    if (unused === undefined) continue;
    cache.run('DELETE FROM people_search WHERE rowid = ?', [unused.id]);
    cache.run('DELETE FROM people WHERE id = ?', [unused.id]);
  }
}
