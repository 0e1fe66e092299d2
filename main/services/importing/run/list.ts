/** Step `list`: what was there before, the list that contacts are put on, and new custom fields. */
import { walkPages } from '#main/api/walk.ts';
import type { PagingQuery } from '#main/sync/calls.ts';
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import { toListId } from '#shared/domain/ids.ts';
import type { ListId } from '#shared/domain/ids.ts';
import { searchLists } from './extra-lists.ts';
import { createFields } from './fields.ts';
import { recheckNewRows } from './recheck.ts';
import { LOOK_AGAIN_MS, RunRefused } from './run-work.ts';
import type { RunWork } from './run-work.ts';

const PAGE = 100;

export async function prepareList(work: RunWork): Promise<void> {
  await noteBefore(work);
  await findTarget(work);
  await createFields(work);
  if (!work.isStopped) await recheckNewRows(work);
}

/** What has a higher id came later. */
async function noteBefore(work: RunWork): Promise<void> {
  const { lastContactIdBefore, lastListIdBefore } = work.memory;
  if ((lastContactIdBefore !== null && lastListIdBefore !== null) || work.isStopped) return;
  const { store } = work.parts;
  const newest = { page: 1, limit: PAGE } as const;
  const contacts = await work.read((service, options) =>
    service.listContacts({ ...newest, includesShared: true, orderBy: 'id' }, options),
  );
  const lists = await searchLists(work, newest);
  const highest = (ids: readonly number[]): number => ids.reduce((one, other) => Math.max(one, other), 0);
  const contactIds = [...contacts.items.map(({ id }) => id), highest(await store.listRowIds({ name: 'contacts' }))];
  const listIds = [...lists.items.map(({ id }) => id), highest(await store.listRowIds({ name: 'lists' }))];
  await work.remember({ lastContactIdBefore: highest(contactIds), lastListIdBefore: highest(listIds) });
}

async function findTarget(work: RunWork): Promise<void> {
  const { listId, isCreatingList } = work.memory;
  const { target } = work.stored.plan;
  if (target.kind === 'list') {
    if (listId === null && !work.isStopped) await takeList(work, toListId(target.listId));
    return;
  }
  if (listId !== null) return;
  if (isCreatingList && (await findCreated(work, target.name))) return;
  if (!work.isStopped) await createList(work, target.name);
}

async function takeList(work: RunWork, listId: ListId): Promise<void> {
  try {
    const list = await work.read((service, options) => service.getList({ listId }, options));
    await work.parts.store.commitLists({ lists: [list] });
  } catch (error) {
    throw toRefused(error);
  }
  await work.remember({ listId });
}

/** Looks twice for the list of a request whose answer was lost; false: the service does not have it. */
async function findCreated(work: RunWork, name: string): Promise<boolean> {
  for (const isLast of [false, true]) {
    const listId = await findNewList(work, name);
    if (listId !== null) {
      await noteCreated(work, listId);
      return true;
    }
    if (!isLast) await work.wait(LOOK_AGAIN_MS);
  }
  await work.remember({ isCreatingList: false });
  return false;
}

/** A list of that name that was not there before. */
async function findNewList(work: RunWork, name: string): Promise<ListId | null> {
  const before = work.memory.lastListIdBefore ?? Infinity;
  const readPage = (query: PagingQuery) => searchLists(work, { ...query, text: name });
  for await (const list of walkPages(readPage, { limit: PAGE, keyOf: ({ id }) => id })) {
    if (list.id > before && list.name.trim() === name.trim()) return list.id;
  }
  return null;
}

async function createList(work: RunWork, name: string): Promise<void> {
  await work.remember({ isCreatingList: true });
  const values = { name, isShared: false, isFavorite: false, isDefault: false };
  let id: number | null;
  try {
    ({ id } = await work.write((service, options) => service.createList(values, options)));
  } catch (error) {
    if (isAppError(error) && error.outcome !== 'unknown') await work.remember({ isCreatingList: false });
    throw toRefused(error);
  }
  const listId = id === null ? await findNewList(work, name) : toListId(id);
  if (listId === null) {
    throw new AppError({ code: 'bad-response', message: 'The service did not return the new list', retryable: true });
  }
  await noteCreated(work, listId);
}

async function noteCreated(work: RunWork, listId: ListId): Promise<void> {
  await work.remember({ listId, hasCreatedList: true, isCreatingList: false });
  const list = await work.read((service, options) => service.getList({ listId }, options));
  await work.parts.store.commitLists({ lists: [list] });
}

/** Whether nothing can be done about it: the list is not to be had. */
function toRefused(error: unknown): unknown {
  const isRefused = isAppError(error, 'validation') || isAppError(error, 'forbidden') || isAppError(error, 'not-found');
  return isRefused ? new RunRefused(error) : error;
}
