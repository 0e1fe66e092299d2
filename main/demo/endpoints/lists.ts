import { parsePaging, slicePage, sliceFromEnd, toListReply, toPageReply } from '../paging.ts';
import { toContact, toList } from '../wire/contact.ts';
import { ok } from './call.ts';
import type { Call, Row } from './call.ts';
import { sliceContacts } from './contacts.ts';
import { getRow } from './find.ts';

function listLists({ world, query, view }: Call) {
  const paging = parsePaging(query);
  // The orders by name sort contacts of a list, not lists: lists only come by id.
  query.choice('orderBy', ['id', 'firstName', 'lastName'], 'id');
  const direction = query.choice('direction', ['asc', 'desc'], 'desc');
  const onlyFavorites = query.flag('favoriteOnly', false);
  const onlyMine = query.flag('onlyMine', false);
  query.check();
  const lists = world.lists.rows.filter((list) => (!onlyFavorites || list.favorited) && (!onlyMine || !list.shared));
  const { rows, total } = direction === 'asc' ? slicePage(lists, paging) : sliceFromEnd(lists, paging);
  return toPageReply({ paging, total, resources: rows.map((list) => toList(list, view)) });
}

function listMembers(call: Call) {
  const { world, query, shape, view } = call;
  const list = getRow(world.lists, call);
  const members = world.contacts.rows.filter((contact) => contact.listIds.includes(list.id));
  const { paging, rows, total } = sliceContacts(members, query);
  return toListReply(shape, { paging, total, resources: rows.map((contact) => toContact(contact, view)) });
}

export const listRows: readonly Row[] = [
  { method: 'GET', path: '/lists', group: 'lists', handle: listLists },
  {
    method: 'GET',
    path: '/lists/{id}',
    group: 'lists',
    handle: (call) => ok(toList(getRow(call.world.lists, call), call.view)),
  },
  { method: 'GET', path: '/lists/{id}/contacts', group: 'lists', handle: listMembers },
];
