/** What the user does to lists, and to who is on them. */
import type { OpenAccount } from '#main/services/account/open-account.ts';
import { EDIT_UNDO_MS } from '#main/services/chats/undo-memory.ts';
import { applyPeopleChanges } from '#main/services/contacts/people-changes.ts';
import { toForbidden, toNotFound, toRefusal } from '#main/services/refusals.ts';
import type { Services } from '#main/services/services.ts';
import type { StoredContactCounts } from '#main/store/api/people.ts';
import type { RequestInput, RequestOutput } from '#shared/contract/index.ts';
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import type { ContactList } from '#shared/domain/entities.ts';
import { toContactId, toListId } from '#shared/domain/ids.ts';
import type { ContactId, ListId } from '#shared/domain/ids.ts';

const USER = { priority: 'user' } as const;
const FLAGS = ['true', 'false'];

type Parts = Pick<OpenAccount, 'store' | 'service' | 'sync'>;
type List = StoredContactCounts['lists'][number];

/** Rejects with `AppError`. */
export async function createList(
  { session }: Services,
  { name, isShared, isFavorite, isDefault }: RequestInput<'lists.create'>,
): Promise<RequestOutput<'lists.create'>> {
  const { store, service } = session.getAccount();
  const { id } = await service.createList({ name, isShared, isFavorite, isDefault }, USER);
  const list =
    id === null ? await findNewest({ service }, name) : await service.getList({ listId: toListId(id) }, USER);
  if (list === undefined) throw toNotFound('new list');
  await store.commitLists({ lists: [list] });
  return { listId: list.id };
}

/** Throws `not-found`, `forbidden` for another user's list, `validation`, and `disk`. */
export async function editList(
  { session, undo, now }: Services,
  { listId, field, value: typed }: RequestInput<'lists.edit'>,
): Promise<RequestOutput<'lists.edit'>> {
  const account = session.getAccount();
  const list = await getOwnList(account, listId);
  const value = typed.trim();
  if (field === 'name' && value === '') throw toRefusal('name', 'empty');
  if (field !== 'name' && !FLAGS.includes(value)) throw toRefusal(field, 'not-a-flag');
  const base = String(list[field]);
  if (value === base) return { undoId: null };
  const change = { kind: 'edit-list', listId: toListId(listId), field, value, base } as const;
  const undoId = await applyPeopleChanges({ undo, account, changes: [change], at: now(), undoMs: EDIT_UNDO_MS });
  return { undoId };
}

/** Throws `not-found`, `forbidden` for another user's list, and `disk`. */
export async function changeMembers(
  { session, undo, now }: Services,
  { listId, contactIds: ids, isAdded }: RequestInput<'lists.changeMembers'>,
): Promise<RequestOutput<'lists.changeMembers'>> {
  const account = session.getAccount();
  await getOwnList(account, listId);
  const contactIds = [...new Set(ids)].map(toContactId);
  const change = { kind: 'members', listId: toListId(listId), contactIds, isAdded } as const;
  const undoId = await applyPeopleChanges({ undo, account, changes: [change], at: now(), undoMs: EDIT_UNDO_MS });
  return { count: contactIds.length, undoId };
}

/**
 * Those who are on no other list are on the other one, if one is named, before the list goes: the service deletes the rest
 * of them with it. Rejects with `AppError`; nothing is deleted where they could not all be moved.
 */
export async function deleteList(
  { session }: Services,
  { listId: id, moveTo }: RequestInput<'lists.delete'>,
): Promise<RequestOutput<'lists.delete'>> {
  const account = session.getAccount();
  const { store, service, sync } = account;
  await getOwnList(account, id);
  const listId = toListId(id);
  if (moveTo !== null) {
    if (moveTo === id) throw toRefusal('moveTo', 'same');
    await getOwnList(account, moveTo);
  }
  const onlyHereIds = await listOnlyHere(account, listId);
  if (moveTo !== null && onlyHereIds.length > 0) await move(account, onlyHereIds, toListId(moveTo));
  await service.deleteList({ listId }, USER);
  await store.removeRows({ name: 'lists', ids: [listId] });
  if (moveTo === null) sync.checkContacts(onlyHereIds);
  return { movedCount: moveTo === null ? 0 : onlyHereIds.length };
}

/** Who is on the list now, by the service, and on no other list. */
async function listOnlyHere({ store, service }: Parts, listId: ListId): Promise<readonly ContactId[]> {
  const contactIds = await service.listMemberIds({ listId }, USER);
  await store.setListMembers({ listId, contactIds });
  return (await store.listOnlyHere({ listId, contactIds: null, limit: 0 })).onlyHereIds;
}

/** Resolves once the service says that all of them are there. */
async function move({ store, service }: Parts, contactIds: readonly ContactId[], listId: ListId): Promise<void> {
  await service.addListMembers({ listId, contactIds }, USER);
  const members = await service.listMemberIds({ listId }, USER);
  await store.setListMembers({ listId, contactIds: members });
  await store.commitLists({ lists: [await service.getList({ listId }, USER)] });
  const there = new Set(members);
  if (contactIds.every((contactId) => there.has(contactId))) return;
  throw new AppError({ code: 'server', message: 'Not all of them are on the other list', outcome: 'refused' });
}

/** Throws `not-found`, and `forbidden` for another user's list. */
async function getOwnList({ store }: Pick<OpenAccount, 'store'>, listId: number): Promise<List> {
  const { lists } = await store.countContacts({});
  const list = lists.find(({ id }) => id === listId);
  if (list === undefined) throw toNotFound('list');
  if (list.isReadOnly) throw toForbidden('a shared list');
  return list;
}

/** Services need not say the id of what they made. */
async function findNewest({ service }: Pick<Parts, 'service'>, name: string): Promise<ContactList | undefined> {
  try {
    const { items } = await service.searchLists({ page: 1, limit: 100, text: name }, USER);
    return items.filter((list) => list.name === name).toSorted((one, other) => other.id - one.id)[0];
  } catch (error) {
    if (isAppError(error, 'not-found')) return undefined;
    throw error;
  }
}
