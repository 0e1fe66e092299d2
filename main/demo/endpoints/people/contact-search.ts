import type { Form } from '../../form.ts';
import type { Reply } from '../../http.ts';
import { toPageReply } from '../../paging.ts';
import { findCountry } from '../../rules/countries.ts';
import type { Contact } from '../../state/model.ts';
import { toContact } from '../../wire/contact.ts';
import type { Call, Row } from '../call.ts';
import { fits, toWanted } from './contact-match.ts';
import { parseContactPaging, sliceOrdered } from './contacts.ts';

const ACCOUNT_COUNTRY = 'GB';
const FILTERS = ['query', 'local', 'country', 'exactMatch', 'includeBlocked', 'ids', 'tagIds', 'listId'] as const;

/** The country of a number that is written as at home; null where it is written in full. */
function parseLocal(query: Form): string | null {
  const isLocal = query.flag('local', false);
  const country = query.text('country').toUpperCase() || ACCOUNT_COUNTRY;
  if (findCountry(country) === undefined) query.reject('country', 'This value is not a valid country.');
  return isLocal ? country : null;
}

function toFilter(query: Form): (contact: Contact) => boolean {
  const wanted = toWanted(query.text('query'), parseLocal(query), query.flag('exactMatch', false));
  const includesBlocked = query.flag('includeBlocked', false);
  const ids = new Set(query.ids('ids'));
  const tagIds = query.ids('tagIds');
  const listId = query.int('listId', 0);
  return (contact) =>
    (includesBlocked || !contact.blocked) &&
    (ids.size === 0 || ids.has(contact.id)) &&
    (listId === 0 || contact.listIds.includes(listId)) &&
    (tagIds.length === 0 || contact.tagIds.some((id) => tagIds.includes(id))) &&
    (wanted.text === '' || fits(contact, wanted));
}

function searchContacts({ world, query, view }: Call): Reply {
  const includesShared = query.flag('shared', false);
  const asked = parseContactPaging(query);
  const isWanted = toFilter(query);
  query.check();
  const key = JSON.stringify(FILTERS.map((name) => query.text(name)));
  const found = world.contactIndex.search(key, isWanted, { order: asked.order, includesShared });
  const { rows, total } = sliceOrdered(found, asked);
  return toPageReply({ paging: asked.paging, total, resources: rows.map((contact) => toContact(contact, view)) });
}

export const contactSearchRows: readonly Row[] = [
  { method: 'GET', path: '/contacts/search', group: 'contacts', handle: searchContacts },
];
