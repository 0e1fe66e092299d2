import { parsePaging, slicePage, sliceFromEnd, toListReply, toPageReply } from '../../paging.ts';
import type { Reply } from '../../http.ts';
import { isOthers, listMembers } from '../../state/memberships.ts';
import type { ContactList } from '../../state/model.ts';
import { toContact, toList } from '../../wire/contact.ts';
import { ok } from '../call.ts';
import type { Call, Row } from '../call.ts';
import { sliceContacts } from './contacts.ts';
import { getRow } from '../find.ts';

function answerLists({ world, query, view }: Call, fits: (list: ContactList) => boolean): Reply {
  const paging = parsePaging(query);
  // The orders by name sort contacts of a list, not lists: lists only come by id.
  query.choice('orderBy', ['id', 'firstName', 'lastName'], 'id');
  const direction = query.choice('direction', ['asc', 'desc'], 'desc');
  query.check();
  const lists = world.lists.rows.filter(fits);
  const { rows, total } = direction === 'asc' ? slicePage(lists, paging) : sliceFromEnd(lists, paging);
  return toPageReply({ paging, total, resources: rows.map((list) => toList(list, view)) });
}

function listLists(call: Call): Reply {
  const { world, query } = call;
  const onlyFavorites = query.flag('favoriteOnly', false);
  const onlyMine = query.flag('onlyMine', false);
  return answerLists(call, (list) => (!onlyFavorites || list.favorited) && (!onlyMine || !isOthers(world, list)));
}

function searchLists(call: Call): Reply {
  const { world, query } = call;
  const onlyMine = query.flag('onlyMine', false);
  const onlyDefault = query.flag('onlyDefault', false);
  const ids = query.has('ids') ? new Set(query.ids('ids')) : null;
  const text = query.text('query').trim().toLocaleLowerCase('en');
  return answerLists(call, (list) => {
    if ((onlyMine && isOthers(world, list)) || (onlyDefault && !list.isDefault)) return false;
    if (ids !== null && !ids.has(list.id)) return false;
    return `${list.name}\n${list.description}`.toLocaleLowerCase('en').includes(text);
  });
}

function answerMembers(call: Call): Reply {
  const { world, query, shape, view } = call;
  const members = listMembers(world, getRow(world.lists, call).id);
  const { paging, rows, total } = sliceContacts(members, query);
  return toListReply(shape, { paging, total, resources: rows.map((contact) => toContact(contact, view)) });
}

function listMemberIds(call: Call): Reply {
  return ok(listMembers(call.world, getRow(call.world.lists, call).id).map(({ id }) => id));
}

const GET = { method: 'GET', group: 'lists' } as const;

export const listRows: readonly Row[] = [
  { ...GET, path: '/lists', handle: listLists },
  { ...GET, path: '/lists/search', handle: searchLists },
  { ...GET, path: '/lists/{id}', handle: (call) => ok(toList(getRow(call.world.lists, call), call.view)) },
  { ...GET, path: '/lists/{id}/contacts', handle: answerMembers },
  { ...GET, path: '/lists/{id}/contacts/ids', handle: listMemberIds },
];
