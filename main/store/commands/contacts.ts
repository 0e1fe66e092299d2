/** Contacts and lists: only rows that differ are written and reported. */
import type { Contact } from '#shared/domain/entities.ts';
import type { WriteDb } from '../open.ts';
import { toContactColumns, toListColumns } from '../rows/contact-row.ts';
import type { ContactColumns, ListColumns } from '../rows/contact-row.ts';
import { isSame, toInsert, toUpdate } from '../rows/sql.ts';
import type { CacheCommand } from './command.ts';
import { rememberMedia } from './media.ts';
import { refreshPeople } from './people.ts';

export const commitContacts: CacheCommand<'commitContacts'> = {
  file: 'cache',
  run: (context, { contacts }) => {
    const phones = new Set<string>();
    for (const contact of contacts) {
      const touched = [...writeContact(context.cache, contact), ...writeMemberships(context.cache, contact)];
      if (touched.length === 0) continue;
      context.changes.addContact(contact.id);
      for (const phone of touched) phones.add(phone);
    }
    refreshPeople(context, phones);
  },
};

/** The numbers that it touched: the one it had and the one it has; none when nothing differs. */
function writeContact(cache: WriteDb, contact: Contact): string[] {
  const wanted = toContactColumns(contact);
  const stored = cache.get<ContactColumns>('SELECT * FROM contacts WHERE id = ?', [contact.id]);
  if (stored !== undefined && isSame(stored, wanted)) return [];
  const columns = Object.keys(wanted);
  cache.run(stored === undefined ? toInsert('contacts', columns) : toUpdate('contacts', columns, 'id = @id'), wanted);
  rememberMedia(cache, contact.avatarHref);
  return stored === undefined ? [contact.phone] : [stored.phone, contact.phone];
}

function writeMemberships(cache: WriteDb, contact: Contact): string[] {
  const sql = 'SELECT list_id AS id, name FROM contact_lists WHERE contact_id = ? ORDER BY list_id';
  const stored = cache.all<{ id: number; name: string }>(sql, [contact.id]);
  // Not said is not the same as none.
  if (contact.lists === null) return [];
  const wanted = contact.lists.map(({ id, name }) => ({ id, name })).sort((a, b) => a.id - b.id);
  if (JSON.stringify(stored) === JSON.stringify(wanted)) return [];
  cache.run('DELETE FROM contact_lists WHERE contact_id = ?', [contact.id]);
  for (const { id, name } of wanted) {
    const insert = 'INSERT OR REPLACE INTO contact_lists (contact_id, list_id, name) VALUES (?, ?, ?)';
    cache.run(insert, [contact.id, id, name]);
  }
  return [contact.phone];
}

export const commitLists: CacheCommand<'commitLists'> = {
  file: 'cache',
  run: ({ cache, changes }, { lists }) => {
    for (const list of lists) {
      const wanted = toListColumns(list);
      const stored = cache.get<ListColumns>('SELECT * FROM lists WHERE id = ?', [list.id]);
      if (stored !== undefined && isSame(stored, wanted)) continue;
      const columns = Object.keys(wanted);
      cache.run(stored === undefined ? toInsert('lists', columns) : toUpdate('lists', columns, 'id = @id'), wanted);
      rememberMedia(cache, list.avatarHref);
      changes.addList(list.id);
    }
  },
};
