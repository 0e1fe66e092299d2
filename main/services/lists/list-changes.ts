/** What the user does to lists, and to who is on them. */
import type { OpenAccount } from '#main/services/account/open-account.ts';
import { EDIT_UNDO_MS } from '#main/services/chats/undo-memory.ts';
import { applyPeopleChanges } from '#main/services/contacts/people-changes.ts';
import { toForbidden, toNotFound, toRefusal } from '#main/services/refusals.ts';
import type { Services } from '#main/services/services.ts';
import type { Store } from '#main/store/api.ts';
import type { RequestInput, RequestOutput } from '#shared/contract/index.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import type { ContactList } from '#shared/domain/entities.ts';
import { toContactId, toListId } from '#shared/domain/ids.ts';
import type { ContactId, ListId } from '#shared/domain/ids.ts';
import { ONLY_LIST } from '#shared/domain/people-changes.ts';
import type { PeopleChange } from '#shared/domain/people-changes.ts';
import { toNameKey } from '#shared/domain/unique-names.ts';

const USER = { priority: 'user' } as const;
const FLAGS = ['true', 'false'];

type OwnList = NonNullable<Awaited<ReturnType<Store['findList']>>>;

/** Rejects with `AppError`: `validation` of `name` (`taken-by-list`). */
export async function createList(
  { session }: Services,
  { name, isShared, isFavorite, isDefault }: RequestInput<'lists.create'>,
): Promise<RequestOutput<'lists.create'>> {
  const { store, service } = session.getAccount();
  await refuseTaken(store, name, null);
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
  const list = await getOwnList(account.store, listId);
  const value = typed.trim();
  if (field === 'name' && value === '') throw toRefusal('name', 'empty');
  if (field !== 'name' && !FLAGS.includes(value)) throw toRefusal(field, 'not-a-flag');
  const base = String(list[field]);
  if (value === base) return { undoId: null };
  if (field === 'name' && toNameKey(value) !== toNameKey(base)) await refuseTaken(account.store, value, listId);
  const change = { kind: 'edit-list', listId: toListId(listId), field, value, base } as const;
  const undoId = await applyPeopleChanges({ undo, account, changes: [change], at: now(), undoMs: EDIT_UNDO_MS });
  return { undoId };
}

/** Throws `not-found`, `forbidden` for another user's list, `validation` of `members` (`only-list`), and `disk`. */
export async function changeMembers(
  { session, undo, now }: Services,
  { listId: id, contactIds: ids, isAdded, agreedCount }: RequestInput<'lists.changeMembers'>,
): Promise<RequestOutput<'lists.changeMembers'>> {
  const account = session.getAccount();
  const listId = toListId(id);
  await getOwnList(account.store, listId);
  const contactIds = [...new Set(ids)].map(toContactId);
  const agreedIds = isAdded ? [] : await listAgreed(account, { listId, contactIds, agreedCount });
  const change = { kind: 'members', listId, contactIds, isAdded, agreedIds } as const;
  const undoId = await applyPeopleChanges({ undo, account, changes: [change], at: now(), undoMs: EDIT_UNDO_MS });
  return { count: contactIds.length, undoId };
}

/**
 * Those who are added are there before others leave. Rejects with `AppError`: `forbidden` for another user's list, `validation`
 * of `members` (`only-list`, or `unseen` where others are on it than were known).
 */
export async function setMembers(
  { session, undo, now }: Services,
  { listId: id, contactIds: ids, agreedCount }: RequestInput<'lists.setMembers'>,
): Promise<RequestOutput<'lists.setMembers'>> {
  const account = session.getAccount();
  const listId = toListId(id);
  await getOwnList(account.store, listId);
  const wanted = new Set(ids.map(toContactId));
  const present = await listPresent(account, listId, wanted);
  const added = [...wanted].filter((contactId) => !present.has(contactId));
  const removed = [...present].filter((contactId) => !wanted.has(contactId));
  const agreedIds = await listAgreed(account, { listId, contactIds: removed, agreedCount });
  const changes: PeopleChange[] = [];
  if (added.length > 0) changes.push({ kind: 'members', listId, contactIds: added, isAdded: true, agreedIds: [] });
  if (removed.length > 0) changes.push({ kind: 'members', listId, contactIds: removed, isAdded: false, agreedIds });
  const counts = { addedCount: added.length, removedCount: removed.length };
  if (changes.length === 0) return { ...counts, undoId: null };
  return {
    ...counts,
    undoId: await applyPeopleChanges({ undo, account, changes, at: now(), undoMs: EDIT_UNDO_MS }),
  };
}

/**
 * Who is on the list, read first where the service counts more than are known, as while a list was never read. No one is
 * taken off it whom the user could not know of.
 */
async function listPresent(
  { store, sync }: Pick<OpenAccount, 'store' | 'sync'>,
  listId: ListId,
  wanted: ReadonlySet<ContactId>,
): Promise<ReadonlySet<ContactId>> {
  const known = new Set(await store.listMembers({ listId }));
  const [uneven, lists] = await Promise.all([store.listUnevenLists({}), store.listListNames({})]);
  const counted = lists.find(({ id }) => id === listId)?.membersCount ?? 0;
  if (!uneven.includes(listId) || known.size >= counted) return known;
  await sync.fetchMembers(listId);
  const present = await store.listMembers({ listId });
  if (present.some((id) => !known.has(id) && !wanted.has(id))) throw toRefusal('members', 'unseen');
  return new Set(present);
}

/** Who is on no other list once all that waits is done: the user agreed that so many are deleted, and to no more. */
async function listAgreed(
  { store }: Pick<OpenAccount, 'store'>,
  removal: { readonly listId: ListId; readonly contactIds: readonly ContactId[]; readonly agreedCount: number },
): Promise<readonly ContactId[]> {
  const { listId, contactIds, agreedCount } = removal;
  if (contactIds.length === 0) return [];
  const { onlyHereIds } = await store.listOnlyHere({ listId, contactIds, limit: 0 });
  if (onlyHereIds.length > agreedCount) throw toRefusal('members', ONLY_LIST);
  return onlyHereIds;
}

/** Throws `not-found`, and `forbidden` for another user's list. */
export async function getOwnList(store: Store, listId: number): Promise<OwnList> {
  const list = await store.findList({ listId });
  if (list === null) throw toNotFound('list');
  if (list.isReadOnly) throw toForbidden('a shared list');
  return list;
}

/**
 * The service accepts two lists of one name, but the user could not tell them apart. What others share has names of its own.
 * `own`: the list that is renamed.
 */
async function refuseTaken(store: Store, name: string, own: number | null): Promise<void> {
  const named = await store.listListNames({});
  const namesakes = named.filter((list) => list.id !== own && toNameKey(list.name) === toNameKey(name));
  const lists = await Promise.all(namesakes.map(({ id }) => store.findList({ listId: toListId(id) })));
  if (lists.some((list) => list?.isReadOnly === false)) throw toRefusal('name', 'taken-by-list');
}

/** Services need not say the id of what they made. */
async function findNewest({ service }: Pick<OpenAccount, 'service'>, name: string): Promise<ContactList | undefined> {
  try {
    const { items } = await service.searchLists({ page: 1, limit: 100, text: name }, USER);
    return items.filter((list) => list.name === name).toSorted((one, other) => other.id - one.id)[0];
  } catch (error) {
    if (isAppError(error, 'not-found')) return undefined;
    throw error;
  }
}
