/** Keeps `people`: who stands behind a number, from the contact that has it, else from what its chat says. */
import { toDisplayName, toSearchName } from '#shared/domain/names.ts';
import { toFolded } from '../core/fold.ts';
import { toMediaId } from '../core/media-id.ts';
import type { WriteDb } from '../open.ts';
import { indexPeople } from './search.ts';
import type { PersonText } from './search.ts';
import type { WriteContext } from './command.ts';

interface Source {
  readonly contact_id: number | null;
  readonly first_name: string;
  readonly last_name: string;
  readonly company: string;
  readonly avatar_href: string | null;
}

interface PersonRow {
  readonly id: number;
  readonly name: string;
  readonly folded: string;
  readonly contact_id: number | null;
  readonly avatar_id: string | null;
}

const SOURCE_COLUMNS = 'first_name, last_name, company, avatar_href';
const CONTACT_OF_CHAT = `
  SELECT contacts.id AS contact_id, contacts.first_name, contacts.last_name, contacts.company, contacts.avatar_href
  FROM chats JOIN contacts ON contacts.id = chats.contact_id
  WHERE chats.phone = ? ORDER BY chats.shelf, chats.sort_at DESC LIMIT 1`;
const CONTACT_OF_PHONE = `
  SELECT id AS contact_id, ${SOURCE_COLUMNS} FROM contacts WHERE phone = ? ORDER BY is_shared, id LIMIT 1`;
const CHAT_OF_PHONE = `
  SELECT contact_id, ${SOURCE_COLUMNS} FROM chats WHERE phone = ? ORDER BY shelf, id < 0, sort_at DESC LIMIT 1`;

/** Works out anew who stands behind each number, and tells the chats and the search index of those that changed. */
export function refreshPeople(context: WriteContext, phones: Iterable<string>): void {
  const { cache } = context;
  const texts: PersonText[] = [];
  for (const phone of new Set(phones)) {
    const text = refreshOne(cache, phone);
    if (text === null) continue;
    if (text !== 'same-text') texts.push(text);
    for (const { id } of cache.all<{ id: number }>('SELECT id FROM chats WHERE phone = ?', [phone])) {
      context.changes.addChat(id);
    }
  }
  indexPeople(cache, texts);
}

/** Null when the row was right already. A number that lost its contact and has no chat keeps a nameless row. */
function refreshOne(cache: WriteDb, phone: string): PersonText | 'same-text' | null {
  const source =
    cache.get<Source>(CONTACT_OF_CHAT, [phone]) ??
    cache.get<Source>(CONTACT_OF_PHONE, [phone]) ??
    cache.get<Source>(CHAT_OF_PHONE, [phone]);
  const wanted = toPerson(source);
  const known = cache.get<PersonRow>('SELECT id, name, folded, contact_id, avatar_id FROM people WHERE phone = ?', [
    phone,
  ]);
  if (known === undefined) {
    const sql = 'INSERT INTO people (phone, name, folded, contact_id, avatar_id) VALUES (?, ?, ?, ?, ?)';
    const { lastId } = cache.run(sql, [phone, wanted.name, wanted.folded, wanted.contactId, wanted.avatarId]);
    return { id: lastId, isNew: true, folded: wanted.folded, phone };
  }
  const isSameText = known.folded === wanted.folded;
  const isSameRest =
    known.name === wanted.name && known.contact_id === wanted.contactId && known.avatar_id === wanted.avatarId;
  if (isSameText && isSameRest) return null;
  const sql = 'UPDATE people SET name = ?, folded = ?, contact_id = ?, avatar_id = ? WHERE id = ?';
  cache.run(sql, [wanted.name, wanted.folded, wanted.contactId, wanted.avatarId, known.id]);
  return isSameText ? 'same-text' : { id: known.id, isNew: false, folded: wanted.folded, phone };
}

function toPerson(source: Source | undefined): {
  name: string;
  folded: string;
  contactId: number | null;
  avatarId: string | null;
} {
  if (source === undefined) return { name: '', folded: '', contactId: null, avatarId: null };
  const parts = { firstName: source.first_name, lastName: source.last_name, company: source.company };
  return {
    name: toDisplayName(parts),
    folded: toFolded(toSearchName(parts)),
    contactId: source.contact_id,
    avatarId: source.avatar_href === null ? null : toMediaId(source.avatar_href),
  };
}
