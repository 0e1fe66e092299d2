import { listContactsChanged, listListsOfWaitingMembers } from '../queries/people-changes.ts';
import type { WriteContext } from './command.ts';
import { showContacts } from './service-contacts.ts';
import { showLists } from './service-lists.ts';
import { showMembers } from './service-members.ts';

/**
 * What waits for contacts and lists is shown, and nothing else is: after a crash between the two commits of a command, and in
 * a cache that was read anew. Of many contacts that are to be deleted those that are out of sight already cost one look.
 */
export function reconcilePeople(context: WriteContext): void {
  const { cache, owned } = context;
  const wanted = listContactsChanged(owned);
  type Kept = { readonly id: number; readonly is_hidden: number };
  const kept = cache.all<Kept>('SELECT contact_id AS id, is_hidden FROM service_contacts');
  const edited = new Set(wanted.flatMap(({ id, isDeleted }) => (isDeleted === 1 ? [] : id)));
  const deleted = new Set(wanted.flatMap(({ id, isDeleted }) => (isDeleted === 1 ? id : [])));
  const hidden = new Set(kept.flatMap(({ id, is_hidden: isHidden }) => (isHidden === 1 ? id : [])));
  const isRight = (id: number): boolean => !edited.has(id) && deleted.has(id) && hidden.has(id);
  showContacts(
    context,
    [...edited, ...deleted, ...kept.map(({ id }) => id)].filter((id) => !isRight(id)),
  );
  const lists = cache.all<{ id: number }>('SELECT DISTINCT list_id AS id FROM service_members').map(({ id }) => id);
  for (const listId of new Set([...listListsOfWaitingMembers(owned), ...lists])) showMembers(context, listId);
  showLists(context);
}
