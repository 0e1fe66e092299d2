/** Contacts and lists that are gone at the service, with all that hangs on them. Chats and messages stay. */
import type { ContactColumns } from '../rows/contact-row.ts';
import type { WriteContext } from './command.ts';
import { refreshPeople } from './people.ts';
import { deleteRow } from './upsert.ts';

/** The number is called by its chat from now on, or by itself; where there is no chat either, nobody finds it any more. */
export function removeContacts(context: WriteContext, ids: readonly number[]): void {
  const { cache, changes } = context;
  const phones = new Set<string>();
  for (const id of ids) {
    const gone = deleteRow<ContactColumns>(cache, 'contacts', id);
    if (gone === undefined) continue;
    phones.add(gone.phone);
    changes.addContact(id);
    leaveLists(context, id);
    cache.run('DELETE FROM contact_notes WHERE contact_id = ?', [id]);
    cache.run('DELETE FROM blocked_contacts WHERE id = ?', [id]);
    leaveChats(context, id, gone.phone);
  }
  refreshPeople(context, phones);
  forgetPeople(context, phones);
}

function leaveLists({ cache, changes }: WriteContext, contactId: number): void {
  const lists = cache.all<{ id: number }>('SELECT list_id AS id FROM contact_lists WHERE contact_id = ?', [contactId]);
  for (const { id } of lists) changes.addList(id);
  cache.run('DELETE FROM contact_lists WHERE contact_id = ?', [contactId]);
}

function leaveChats({ cache, changes }: WriteContext, contactId: number, phone: string): void {
  for (const chat of cache.all<{ id: number; contact_id: number | null }>(
    'SELECT id, contact_id FROM chats WHERE phone = ?',
    [phone],
  )) {
    if (chat.contact_id === contactId) cache.run('UPDATE chats SET contact_id = NULL WHERE id = ?', [chat.id]);
    changes.addChat(chat.id);
  }
}

/** Takes numbers out of people and search that have neither a contact nor a chat any more. */
export function forgetPeople({ cache }: WriteContext, phones: Iterable<string>): void {
  const sql = `
    SELECT id FROM people WHERE phone = @phone
      AND NOT EXISTS (SELECT 1 FROM contacts WHERE phone = @phone)
      AND NOT EXISTS (SELECT 1 FROM chats WHERE phone = @phone)`;
  for (const phone of phones) {
    const nobody = cache.get<{ id: number }>(sql, { phone });
    if (nobody === undefined) continue;
    cache.run('DELETE FROM people_search WHERE rowid = ?', [nobody.id]);
    cache.run('DELETE FROM people WHERE id = ?', [nobody.id]);
  }
}

export function removeLists({ cache, changes }: WriteContext, ids: readonly number[]): void {
  for (const id of ids) {
    if (deleteRow(cache, 'lists', id) === undefined) continue;
    changes.addList(id);
    const members = cache.all<{ id: number }>('SELECT contact_id AS id FROM contact_lists WHERE list_id = ?', [id]);
    for (const member of members) changes.addContact(member.id);
    cache.run('DELETE FROM contact_lists WHERE list_id = ?', [id]);
    cache.run('DELETE FROM list_names WHERE list_id = ?', [id]);
  }
}
