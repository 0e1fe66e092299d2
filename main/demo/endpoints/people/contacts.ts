import { parsePaging, slicePage, sliceFromEnd, toListReply, toPageReply } from '../../paging.ts';
import type { Paging, Slice } from '../../paging.ts';
import type { Form } from '../../form.ts';
import { refuseMissing } from '../../refusal.ts';
import { toDigits } from '../../rules/phones.ts';
import { sortContacts } from '../../state/contact-index.ts';
import type { ContactOrder } from '../../state/contact-index.ts';
import type { Contact } from '../../state/model.ts';
import { listContactLists, toContact, toList } from '../../wire/contact.ts';
import { ok } from '../call.ts';
import type { Call, Row } from '../call.ts';
import { getRow } from '../find.ts';

/** How a query wants its contacts: which page, in which order, newest first unless told. */
export interface ContactPaging {
  readonly paging: Paging;
  readonly order: ContactOrder;
  readonly isAscending: boolean;
}

/** Reads it; problems are collected by the query. */
export function parseContactPaging(query: Form): ContactPaging {
  const paging = parsePaging(query);
  const order = query.choice('orderBy', ['id', 'firstName', 'lastName'], 'id');
  return { paging, order, isAscending: query.choice('direction', ['asc', 'desc'], 'desc') === 'asc' };
}

/** One page of contacts that stand in the order that was asked for, ascending. */
export function sliceOrdered(contacts: readonly Contact[], { paging, isAscending }: ContactPaging): Slice<Contact> {
  return isAscending ? slicePage(contacts, paging) : sliceFromEnd(contacts, paging);
}

/** One page of contacts in the order that the query asks for, newest first unless told. Throws the 400 of the query. */
export function sliceContacts(contacts: readonly Contact[], query: Form): Slice<Contact> & { paging: Paging } {
  const asked = parseContactPaging(query);
  query.check();
  const ordered = asked.order === 'id' ? contacts : sortContacts(contacts, asked.order);
  return { paging: asked.paging, ...sliceOrdered(ordered, asked) };
}

function listContacts({ world, query, view }: Call) {
  const includesShared = query.flag('shared', false);
  const asked = parseContactPaging(query);
  query.check();
  const { rows, total } = sliceOrdered(world.contactIndex.list(asked.order, includesShared), asked);
  return toPageReply({ paging: asked.paging, total, resources: rows.map((contact) => toContact(contact, view)) });
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

const GET = { method: 'GET', group: 'contacts' } as const;

export const contactRows: readonly Row[] = [
  { ...GET, path: '/contacts', handle: listContacts },
  {
    ...GET,
    path: '/contacts/{id}',
    handle: (call) => ok(toContact(getRow(call.world.contacts, call), call.view)),
  },
  { ...GET, path: '/contacts/phone/{phone}', handle: getContactByPhone },
  { ...GET, path: '/contacts/{id}/lists', handle: listListsOfContact },
];
