/**
 * Deletes the list that an import created, where that takes no contact along and no contact on it that the import did not
 * put there; then lists that the service made for it, and custom fields in which no contact has a value.
 */
import { isAppError } from '#shared/domain/app-error.ts';
import { toListId } from '#shared/domain/ids.ts';
import type { ListId } from '#shared/domain/ids.ts';
import type { ContactDetails } from '#shared/domain/people.ts';
import { judgeFailure, MOST_LOST, PAGE_ROWS } from './context.ts';
import type { UndoContext } from './context.ts';

/** Rejects where the service cannot be asked, or the disk failed; begun anew, it goes on where it was. */
export async function undoLists(context: UndoContext): Promise<void> {
  const { sync } = context.parts;
  for (const id of context.memory.extraListIds) {
    const isGone = await sync.holdPeopleChanges(() => deleteList(context, toListId(id), false));
    if (!isGone) continue;
    await context.remember({ extraListIds: context.memory.extraListIds.filter((other) => other !== id) });
  }
  const { listId } = context.facts;
  if (listId === null || !context.memory.hasCreatedList) return;
  const isGone = await sync.holdPeopleChanges(() => deleteList(context, listId, true));
  if (isGone) await context.remember({ listId: null, hasCreatedList: false });
}

/** What is shown of a list that stays is who the service has on it. */
export async function showMembers({ parts, facts }: UndoContext): Promise<void> {
  const { listId } = facts;
  if (listId === null) return;
  try {
    await parts.sync.fetchMembers(listId);
  } catch (error) {
    if (!isAppError(error, 'not-found') && !isAppError(error, 'forbidden')) throw error;
  }
}

/** Whether it is gone. */
async function deleteList(context: UndoContext, listId: ListId, isOwn: boolean): Promise<boolean> {
  const { service, store } = context.parts;
  for (let lostCount = 0; ;) {
    const fate = await judgeList(context, listId, isOwn);
    if (fate === 'stays') return false;
    if (fate === 'gone') break;
    try {
      await service.deleteList({ listId }, context.options);
      break;
    } catch (error) {
      const failure = judgeFailure(error);
      if (failure.kind === 'refused' && failure.error.code !== 'not-found') return false;
      lostCount += 1;
      if (lostCount >= MOST_LOST) throw error;
    }
  }
  for (const { id, change } of await store.listPeopleChanges({})) {
    if (!('listId' in change) || change.listId !== listId) continue;
    await store.resolvePeopleChange({ changeId: id, choice: 'drop', at: context.parts.now() });
  }
  await store.removeRows({ name: 'lists', ids: [listId] });
  return true;
}

async function judgeList(context: UndoContext, listId: ListId, isOwn: boolean): Promise<'goes' | 'stays' | 'gone'> {
  const { service } = context.parts;
  try {
    // Where new contacts come to by now is no matter of the import any more.
    const { isDefault } = await service.getList({ listId }, context.options);
    if (isDefault) return 'stays';
    for (let page = 1; ; page += 1) {
      const query = { listId, page, limit: PAGE_ROWS };
      const { items, pageCount, limit, leftOut = 0 } = await service.listContactsOfList(query, context.options);
      if (leftOut > 0 || !(await canLoseList(context, items, { listId, isOwn }))) return 'stays';
      if (pageCount === null ? items.length < limit : page >= pageCount) return 'goes';
    }
  } catch (error) {
    if (isAppError(error, 'not-found')) return 'gone';
    if (isAppError(error, 'forbidden')) return 'stays';
    throw error;
  }
}

/** Each of them is on another list, and none was put on this one by a user. */
async function canLoseList(
  context: UndoContext,
  contacts: readonly ContactDetails[],
  { listId, isOwn }: { readonly listId: ListId; readonly isOwn: boolean },
): Promise<boolean> {
  const { importId } = context;
  for (const contact of contacts) {
    const { listIds } = await context.toPresent(contact, new Map());
    if (listIds.every((id) => id === listId)) return false;
  }
  if (!isOwn || contacts.length === 0) return true;
  const phones = contacts.map(({ phone }) => phone as string);
  const rows = await context.parts.store.listImportRowsByPhone({ importId, phones });
  const imported = new Set(rows.flatMap(({ contactId }) => contactId ?? []));
  return contacts.every(({ id }) => imported.has(id));
}

/** Fields that the import created, where no contact has a value in them, and no user has named them otherwise. */
export async function undoFields(context: UndoContext): Promise<void> {
  const names = Object.entries(context.memory.createdFields);
  const emptyIds = new Set<number>();
  for (const [name, fieldId] of names) if (await isStillOurs(context, fieldId, name)) emptyIds.add(fieldId);
  await dropUsed(context, emptyIds);
  for (const fieldId of emptyIds) await deleteField(context, fieldId);
}

async function isStillOurs(context: UndoContext, fieldId: number, name: string): Promise<boolean> {
  const { parts, options } = context;
  try {
    const field = await parts.service.getCustomField({ fieldId }, options);
    // Not by the cache, which may still have contacts that the undo has deleted.
    const waiting = [...(await context.listWaiting()).values()];
    return field.name === name && waiting.every((names) => !names.has(`field:${fieldId}`));
  } catch (error) {
    if (!isAppError(error, 'not-found')) throw error;
    await parts.store.removeRows({ name: 'fields', ids: [fieldId] });
    return false;
  }
}

/** Another client may have given a contact a value that is not known here: all contacts are read. */
async function dropUsed({ parts, options }: UndoContext, emptyIds: Set<number>): Promise<void> {
  for (let page = 1; emptyIds.size > 0; page += 1) {
    const query = { page, limit: PAGE_ROWS, orderBy: 'id', includesShared: true } as const;
    const { items, pageCount, limit, leftOut = 0 } = await parts.service.listContacts(query, options);
    // A contact that cannot be read may have any of them.
    if (leftOut > 0) emptyIds.clear();
    for (const { fields } of items) for (const { id, value } of fields) if (value !== '') emptyIds.delete(id);
    if (pageCount === null ? items.length + leftOut < limit : page >= pageCount) return;
  }
}

async function deleteField(context: UndoContext, fieldId: number): Promise<void> {
  const { service, store } = context.parts;
  for (let lostCount = 0; ;) {
    try {
      await service.deleteCustomField({ fieldId }, context.options);
      break;
    } catch (error) {
      const failure = judgeFailure(error);
      if (failure.error.code === 'not-found') break;
      if (failure.kind === 'refused') return;
      lostCount += 1;
      if (lostCount >= MOST_LOST) throw error;
    }
  }
  await store.removeRows({ name: 'fields', ids: [fieldId] });
}
