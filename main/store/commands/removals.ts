/** Contacts and lists that are gone at the service, with all that hangs on them. Chats and messages stay. */
import type { ContactColumns, ListColumns } from '../rows/contact-row.ts';
import type { WriteContext } from './command.ts';
import { forgetPeople, refreshPeople } from './people.ts';
import { announceSchedulesOfContacts, announceSchedulesOfList } from './scheduled-chats.ts';
import { editServiceContact, findServiceContact, leaveChats, showContacts } from './service-contacts.ts';
import { keepServiceList, showLists } from './service-lists.ts';
import { deleteRow } from './upsert.ts';

/**
 * The number is called by its chat from now on, or by itself; where there is no chat either, no search finds it any more. One
 * that was out of sight, since its deletion waits, is gone as that wanted.
 */
export function removeContacts(context: WriteContext, ids: readonly number[]): void {
  const { cache, changes } = context;
  const phones = new Set<string>();
  const waiting: number[] = [];
  for (const id of ids) {
    const said = findServiceContact(cache, id);
    const gone = deleteRow<ContactColumns>(cache, 'contacts', id);
    if (said !== undefined) waiting.push(id);
    if (gone === undefined && !said?.contact) continue;
    changes.addContact(id);
    leaveLists(context, id, said?.isHidden ?? false);
    cache.run('DELETE FROM contact_notes WHERE contact_id = ?', [id]);
    cache.run('DELETE FROM blocked_contacts WHERE id = ?', [id]);
    if (gone === undefined) continue;
    phones.add(gone.phone);
    leaveChats(context, id, [gone.phone]);
  }
  announceSchedulesOfContacts(context, ids);
  refreshPeople(context, phones);
  forgetPeople(context, phones);
  for (const id of waiting) editServiceContact(context, id, ({ notes }) => ({ contact: null, notes: notes && [] }));
  showContacts(context, waiting);
}

/** Who was out of sight was not counted any more: nor is it now, before the service counts anew. */
function leaveLists({ cache, changes }: WriteContext, contactId: number, isHidden: boolean): void {
  const lists = cache.all<{ id: number }>('SELECT list_id AS id FROM contact_lists WHERE contact_id = ?', [contactId]);
  for (const { id } of lists) {
    changes.addList(id);
    if (isHidden) cache.run('UPDATE lists SET members_count = max(0, members_count - 1) WHERE id = ?', [id]);
  }
  cache.run('DELETE FROM contact_lists WHERE contact_id = ?', [contactId]);
}

export function removeLists(context: WriteContext, ids: readonly number[]): void {
  const { cache, changes } = context;
  for (const id of ids) {
    const gone = deleteRow<ListColumns>(cache, 'lists', id);
    if (gone === undefined) continue;
    changes.addList(id);
    announceSchedulesOfList(context, gone, null);
    const members = cache.all<{ id: number }>('SELECT contact_id AS id FROM contact_lists WHERE list_id = ?', [id]);
    for (const member of members) changes.addContact(member.id);
    cache.run('DELETE FROM contact_lists WHERE list_id = ?', [id]);
    cache.run('DELETE FROM list_names WHERE list_id = ?', [id]);
    cache.run('DELETE FROM service_members WHERE list_id = ?', [id]);
    keepServiceList(cache, id, null);
  }
  showLists(context);
}
