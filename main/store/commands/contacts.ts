/** Contacts and lists: only rows that differ are written and reported. */
import type { Contact } from '#shared/domain/entities.ts';
import type { WriteDb } from '../open.ts';
import { toContactRowColumns, toListRowColumns } from '../rows/contact-row.ts';
import type { ContactColumns, ContactRowColumns, ListRowColumns } from '../rows/contact-row.ts';
import { isSame, toInsert, toUpdate } from '../rows/sql.ts';
import { replayBlocks } from './blocks.ts';
import type { CacheCommand, WriteContext } from './command.ts';
import { rememberMedia } from './media.ts';
import { refreshPeople } from './people.ts';

export const commitContacts: CacheCommand<'commitContacts'> = {
  file: 'cache',
  run: (context, { contacts }) => writeContacts(context, contacts),
};

/** Writes contacts and who stands behind their numbers. `toFix`: columns that somebody else knows better. */
export function writeContacts(
  context: WriteContext,
  contacts: readonly Contact[],
  toFix: (contact: Contact) => Partial<ContactColumns> = () => ({}),
): void {
  const { cache, changes } = context;
  const phones = new Set<string>();
  for (const contact of contacts) {
    const touched = [...writeContact(cache, contact, toFix(contact)), ...writeMemberships(context, contact)];
    if (touched.length === 0) continue;
    changes.addContact(contact.id);
    for (const phone of touched) phones.add(phone);
  }
  replayBlocks(context, phones);
  refreshPeople(context, phones);
}

/** The numbers that it touched: the one it had and the one it has; none when nothing differs. */
function writeContact(cache: WriteDb, contact: Contact, fix: Partial<ContactColumns> = {}): string[] {
  const stored = cache.get<ContactRowColumns>('SELECT * FROM contacts WHERE id = ?', [contact.id]);
  const wanted = toContactRowColumns(contact, stored ?? null, fix);
  if (stored !== undefined && isSame(stored, wanted)) return [];
  const columns = Object.keys(wanted);
  cache.run(stored === undefined ? toInsert('contacts', columns) : toUpdate('contacts', columns, 'id = @id'), wanted);
  rememberMedia(cache, contact.avatarHref);
  return stored === undefined ? [contact.phone] : [stored.phone, contact.phone];
}

function writeMemberships({ cache, changes }: WriteContext, contact: Contact): string[] {
  // Not said is not the same as none.
  if (contact.lists === null) return [];
  for (const { id, name } of contact.lists) rememberListName(cache, id, name);
  const sql = 'SELECT list_id AS id FROM contact_lists WHERE contact_id = ?';
  const stored = new Set(cache.all<{ id: number }>(sql, [contact.id]).map(({ id }) => id));
  const wanted = new Set<number>(contact.lists.map(({ id }) => id));
  const gone = [...stored].filter((id) => !wanted.has(id));
  const added = [...wanted].filter((id) => !stored.has(id));
  for (const id of gone) {
    cache.run('DELETE FROM contact_lists WHERE contact_id = ? AND list_id = ?', [contact.id, id]);
  }
  for (const id of added) cache.run('INSERT INTO contact_lists (contact_id, list_id) VALUES (?, ?)', [contact.id, id]);
  for (const id of [...gone, ...added]) changes.addList(id);
  return gone.length + added.length === 0 ? [] : [contact.phone];
}

/** Contacts name lists that the account's own list of lists leaves out; of the others the list itself says its name. */
function rememberListName(cache: WriteDb, listId: number, name: string): void {
  const stored = cache.get<{ name: string }>('SELECT name FROM list_names WHERE list_id = ?', [listId]);
  if (stored?.name === name) return;
  const sql = `
    INSERT INTO list_names (list_id, name) SELECT @listId, @name
    WHERE NOT EXISTS (SELECT 1 FROM lists WHERE id = @listId)
    ON CONFLICT (list_id) DO UPDATE SET name = excluded.name`;
  cache.run(sql, { listId, name });
}

export const commitLists: CacheCommand<'commitLists'> = {
  file: 'cache',
  run: ({ cache, changes }, { lists }) => {
    for (const list of lists) {
      const stored = cache.get<ListRowColumns>('SELECT * FROM lists WHERE id = ?', [list.id]);
      const wanted = toListRowColumns(list, stored ?? null);
      if (stored !== undefined && isSame(stored, wanted)) continue;
      const columns = Object.keys(wanted);
      cache.run(stored === undefined ? toInsert('lists', columns) : toUpdate('lists', columns, 'id = @id'), wanted);
      rememberMedia(cache, list.avatarHref);
      changes.addList(list.id);
    }
  },
};
