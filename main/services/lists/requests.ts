import type { HandlersOf } from '#main/services/handler-types.ts';
import { toContactId, toListId } from '#shared/domain/ids.ts';
import { findByNumbers } from './find-by-numbers.ts';
import { changeMembers, createList, deleteList, editList } from './list-changes.ts';

/** Contact lists: their settings, and who is on them. */
export const listHandlers: HandlersOf<'lists'> = {
  'lists.list': async ({ session }) => [...(await session.getAccount().store.listListNames({}))],
  'lists.create': createList,
  'lists.edit': editList,
  'lists.explainRemoval': async ({ session }, { listId, contactIds, limit }) => {
    const { membersCount, onlyHereIds, onlyHere } = await session.getAccount().store.listOnlyHere({
      listId: toListId(listId),
      contactIds: contactIds?.map(toContactId) ?? null,
      limit,
    });
    return { membersCount, onlyHereCount: onlyHereIds.length, onlyHere: [...onlyHere] };
  },
  'lists.delete': deleteList,
  'lists.changeMembers': changeMembers,
  'lists.findByNumbers': findByNumbers,
};
