import { setListPicture } from '#main/services/contacts/pictures.ts';
import type { HandlersOf } from '#main/services/handler-types.ts';
import { toContactId, toListId } from '#shared/domain/ids.ts';
import { deleteList } from './delete-list.ts';
import { findByNumbers } from './find-by-numbers.ts';
import { changeMembers, createList, editList, setMembers } from './list-changes.ts';

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
  'lists.setPicture': setListPicture,
  'lists.delete': deleteList,
  'lists.changeMembers': changeMembers,
  'lists.setMembers': setMembers,
  'lists.findByNumbers': findByNumbers,
};
