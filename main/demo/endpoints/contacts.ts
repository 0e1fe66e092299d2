import { parsePaging, slicePage, sliceFromEnd, toListReply, toPageReply } from '../paging.ts';
import type { Paging, Slice } from '../paging.ts';
import type { Form } from '../form.ts';
import { refuseMissing } from '../refusal.ts';
import { toDigits } from '../rules/phones.ts';
import type { Contact } from '../state/model.ts';
import { listContactLists, toContact, toList } from '../wire/contact.ts';
import { ok } from './call.ts';
import type { Call, Row } from './call.ts';
import { getRow } from './find.ts';

/** One page of contacts in the order that the query asks for, newest first unless told. */
export function sliceContacts(contacts: readonly Contact[], query: Form): Slice<Contact> & { paging: Paging } {
  const paging = parsePaging(query);
  const order = query.choice('orderBy', ['id', 'firstName', 'lastName'], 'id');
  const direction = query.choice('direction', ['asc', 'desc'], 'desc');
  query.check();
  const sorted =
    order === 'id'
      ? contacts
      : [...contacts].sort((a, b) => (a[order] < b[order] ? -1 : a[order] > b[order] ? 1 : a.id - b.id));
  return { paging, ...(direction === 'asc' ? slicePage(sorted, paging) : sliceFromEnd(sorted, paging)) };
}

function listContacts({ world, query, view }: Call) {
  query.flag('shared', false);
  const { paging, rows, total } = sliceContacts(world.contacts.rows, query);
  return toPageReply({ paging, total, resources: rows.map((contact) => toContact(contact, view)) });
}

function getContactByPhone({ world, params, view }: Call) {
  const contact = world.findContactByPhone(toDigits(params['phone'] ?? ''));
  if (contact === undefined) throw refuseMissing();
  return ok(toContact(contact, view));
}

function listListsOfContact(call: Call) {
  const { world, query, shape, view } = call;
  const contact = getRow(world.contacts, call);
  const paging = parsePaging(query);
  query.check();
  const { rows, total } = slicePage(listContactLists(contact, view), paging);
  return toListReply(shape, { paging, total, resources: rows.map((list) => toList(list, view)) });
}

export const contactRows: readonly Row[] = [
  { method: 'GET', path: '/contacts', group: 'contacts', handle: listContacts },
  {
    method: 'GET',
    path: '/contacts/{id}',
    group: 'contacts',
    handle: (call) => ok(toContact(getRow(call.world.contacts, call), call.view)),
  },
  { method: 'GET', path: '/contacts/phone/{phone}', group: 'contacts', handle: getContactByPhone },
  { method: 'GET', path: '/contacts/{id}/lists', group: 'contacts', handle: listListsOfContact },
];
