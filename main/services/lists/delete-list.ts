/**
 * A list goes at once, and the service deletes with it who is on no other list: all lists are read before, and contacts that
 * the user did not agree to lose are moved, or nothing is deleted.
 */
import type { OpenAccount } from '#main/services/account/open-account.ts';
import { toNotFound, toRefusal } from '#main/services/refusals.ts';
import type { Services } from '#main/services/services.ts';
import type { RequestInput, RequestOutput } from '#shared/contract/index.ts';
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import { toListId } from '#shared/domain/ids.ts';
import type { ContactId, ListId } from '#shared/domain/ids.ts';
import { ONLY_LIST } from '#shared/domain/people-changes.ts';
import type { KeptPeopleChange } from '#shared/domain/people-changes.ts';
import { getOwnList } from './list-changes.ts';

const USER = { priority: 'user' } as const;
/** Rows that the store gives at a time. */
const ROWS_AT_ONCE = 200;
/** The question names no more contacts than these. */
const NAMED = 20;

type Parts = Pick<OpenAccount, 'store' | 'service' | 'sync'>;

/** Rejects with `AppError`; `validation` of `members` (`only-list`) where the user agreed to fewer deletions. */
export async function deleteList(
  { session, now }: Services,
  { listId: id, moveTo, agreedCount }: RequestInput<'lists.delete'>,
): Promise<RequestOutput<'lists.delete'>> {
  const account = session.getAccount();
  const { store, sync } = account;
  const listId = toListId(id);
  await getOwnList(store, listId);
  if (moveTo !== null) {
    if (moveTo === id) throw toRefusal('moveTo', 'same');
    await getOwnList(store, moveTo);
  }
  // Changes that wait for lists are counted in: none of them may leave between the reading and the deletion.
  const movedCount = await sync.holdPeopleChanges(async () => {
    const told = await store.listOnlyHere({ listId, contactIds: null, limit: 0 });
    await sync.readAllMembers();
    if ((await store.findList({ listId })) === null) throw toNotFound('list');
    if (moveTo !== null) return await moveAndDelete(account, { listId, goalId: toListId(moveTo), at: now() });
    await deleteAgreed(account, { listId, agreedCount, toldIds: new Set(told.onlyHereIds), at: now() });
    return 0;
  });
  sync.peopleChanged();
  return { movedCount };
}

/** Contacts whose deletion waits move as well: it can still be taken back. Resolves to how many the user sees moved. */
async function moveAndDelete(
  account: Parts,
  { listId, goalId, at }: { readonly listId: ListId; readonly goalId: ListId; readonly at: number },
): Promise<number> {
  const { onlyHereIds, outOfSightIds } = await account.store.listOnlyHere({ listId, contactIds: null, limit: 0 });
  await move(account, [...onlyHereIds, ...outOfSightIds], goalId);
  await remove(account, listId, at);
  return onlyHereIds.length;
}

interface AgreedDeletion {
  readonly listId: ListId;
  readonly agreedCount: number;
  /** Who would have been deleted as far as it was known: those whom the question was about. */
  readonly toldIds: ReadonlySet<ContactId>;
  readonly at: number;
}

async function deleteAgreed(account: Parts, { listId, agreedCount, toldIds, at }: AgreedDeletion): Promise<void> {
  const { store, sync } = account;
  const { onlyHereIds, outOfSightIds } = await store.listOnlyHere({ listId, contactIds: null, limit: 0 });
  const isAgreed = onlyHereIds.length <= agreedCount && onlyHereIds.every((contactId) => toldIds.has(contactId));
  const newlyNamedCount = await readUnnamed(account, onlyHereIds.slice(0, ROWS_AT_ONCE));
  if (!isAgreed || newlyNamedCount > 0) throw toRefusal('members', ONLY_LIST);
  const begun = await beginDeletions(account, outOfSightIds);
  try {
    await remove(account, listId, at);
  } catch (error) {
    if (isAppError(error) && error.outcome !== 'unknown') await store.undoBeginPeopleChanges({ changeIds: begun });
    throw error;
  }
  sync.checkContacts([...onlyHereIds, ...outOfSightIds]);
}

/**
 * Contacts of which only the membership is known, such as those that another client has just made: the question counted them
 * without a name, and names them when it is asked again. Where it would name many, the count has to do. Resolves to how
 * many were read.
 */
async function readUnnamed({ store, service }: Parts, contactIds: readonly ContactId[]): Promise<number> {
  const rows = await store.listContactRows({ scope: { kind: 'all' }, ids: contactIds });
  const unnamed = contactIds.filter((_, index) => rows[index] === null);
  if (contactIds.length - unnamed.length >= NAMED) return 0;
  let readCount = 0;
  for (const contactId of unnamed.slice(0, NAMED)) {
    try {
      await store.commitContacts({ contacts: [await service.getContact({ contactId }, USER)] });
      readCount += 1;
    } catch (error) {
      if (!isAppError(error, 'not-found') && !isAppError(error, 'forbidden')) throw error;
    }
  }
  return readCount;
}

/** Contacts that the user deleted a moment ago go with the list: an undo of that would find no contact. */
async function beginDeletions({ store }: Parts, contactIds: readonly ContactId[]): Promise<readonly number[]> {
  if (contactIds.length === 0) return [];
  const going = new Set(contactIds);
  const isOfThem = ({ change, state, attempts }: KeptPeopleChange): boolean =>
    change.kind === 'delete-contacts' &&
    state === 'waiting' &&
    attempts === 0 &&
    change.contactIds.some((contactId) => going.has(contactId));
  const changeIds = (await store.listPeopleChanges({})).filter(isOfThem).map(({ id }) => id);
  return (await store.beginPeopleChanges({ changeIds })).readyIds;
}

/** The list, and what waits for it: there is nothing left to change. Another client may have deleted it meanwhile. */
async function remove({ store, service }: Parts, listId: ListId, at: number): Promise<void> {
  try {
    await service.deleteList({ listId }, USER);
  } catch (error) {
    if (!isAppError(error, 'not-found')) throw error;
  }
  const kept = await store.listPeopleChanges({});
  for (const { id, change } of kept) {
    if ('listId' in change && change.listId === listId) {
      await store.resolvePeopleChange({ changeId: id, choice: 'drop', at });
    }
  }
  await store.removeRows({ name: 'lists', ids: [listId] });
}

/** Resolves once the service says that all of them are there, but for those whom it does not have any more. */
async function move({ store, service }: Parts, contactIds: readonly ContactId[], listId: ListId): Promise<void> {
  if (contactIds.length === 0) return;
  await service.addListMembers({ listId, contactIds }, USER);
  const members = await service.listMemberIds({ listId }, USER);
  await store.setListMembers({ listId, contactIds: members });
  await store.commitLists({ lists: [await service.getList({ listId }, USER)] });
  const there = new Set(members);
  for (const contactId of contactIds) {
    if (there.has(contactId) || !(await isThere(service, contactId))) continue;
    throw new AppError({ code: 'server', message: 'Not all of them are on the other list', outcome: 'refused' });
  }
}

async function isThere(service: Parts['service'], contactId: ContactId): Promise<boolean> {
  try {
    await service.getContact({ contactId }, USER);
    return true;
  } catch (error) {
    if (isAppError(error, 'not-found')) return false;
    throw error;
  }
}
