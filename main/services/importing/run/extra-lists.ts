/**
 * Lists that the service made by itself: one whose import wants the name of a new list gets one for each batch. They are
 * found by that name, and deleted once all their members are on the list of the import.
 */
import { walkPages } from '#main/api/walk.ts';
import type { StoredImport } from '#main/store/api/imports.ts';
import type { PagingQuery } from '#main/sync/calls.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import type { ContactList, Page } from '#shared/domain/entities.ts';
import { toListId } from '#shared/domain/ids.ts';
import type { ContactId, ListId } from '#shared/domain/ids.ts';
import type { RunWork } from './run-work.ts';

const PAGE = 100;
const LONGEST_NAME = 200;

/** Told by nothing else: the time at which the run was started is in it. */
function toNamePrefix({ startedAt, plan }: StoredImport): string {
  return `${plan.listName.slice(0, LONGEST_NAME)} (import ${startedAt.toString(36)}-`;
}

export function toExtraListName(stored: StoredImport, batch: number): string {
  return `${toNamePrefix(stored)}${batch})`;
}

/** Lists that hold another contact stay: it would be deleted with them. */
export async function deleteExtraLists(work: RunWork, members: ReadonlySet<ContactId>): Promise<void> {
  if (work.memory.batchCount === 0) return;
  await noteExtraLists(work);
  for (const id of work.memory.extraListIds) {
    const listId = toListId(id);
    const others = await readOthers(work, listId, members);
    if (others.length > 0) continue;
    await deleteList(work, listId);
    await work.remember({ extraListIds: work.memory.extraListIds.filter((one) => one !== id) });
  }
}

async function noteExtraLists(work: RunWork): Promise<void> {
  const text = toNamePrefix(work.stored);
  const before = work.memory.lastListIdBefore ?? Infinity;
  const ids = new Set(work.memory.extraListIds);
  const readPage = (query: PagingQuery) => searchLists(work, { ...query, text });
  for await (const { id, name } of walkPages(readPage, { limit: PAGE, keyOf: (list) => list.id })) {
    if (id > before && id !== work.memory.listId && name.startsWith(text)) ids.add(id);
  }
  if (ids.size > work.memory.extraListIds.length) await work.remember({ extraListIds: [...ids] });
}

/** Services that cannot search lists tell of none. */
export async function searchLists(
  work: RunWork,
  query: PagingQuery & { readonly text?: string },
): Promise<Page<ContactList>> {
  try {
    return await work.read((service, options) => service.searchLists(query, options));
  } catch (error) {
    if (!isAppError(error, 'not-found')) throw error;
    return { page: query.page, limit: query.limit, pageCount: null, items: [] };
  }
}

async function readOthers(
  work: RunWork,
  listId: ListId,
  members: ReadonlySet<ContactId>,
): Promise<readonly ContactId[]> {
  try {
    const ids = await work.read((service, options) => service.listMemberIds({ listId }, options));
    return ids.filter((id) => !members.has(id));
  } catch (error) {
    if (isAppError(error, 'not-found')) return [];
    throw error;
  }
}

async function deleteList(work: RunWork, listId: ListId): Promise<void> {
  try {
    await work.write((service, options) => service.deleteList({ listId }, options));
  } catch (error) {
    if (!isAppError(error, 'not-found')) throw error;
  }
  await work.parts.store.removeRows({ name: 'lists', ids: [listId] });
}
