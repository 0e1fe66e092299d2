import type { Contact, ContactList, Page } from '#shared/domain/entities.ts';
import type { ContactId, PhoneKey } from '#shared/domain/ids.ts';
import type { ContactDetails } from '#shared/domain/people.ts';
import { toSegment } from '../../address.ts';
import type { CallOptions, CallRequest } from '../../call.ts';
import type { Service } from '../../service.ts';
import { decodeContact } from '../../wire/people/contact.ts';
import { decodeList } from '../../wire/people/list.ts';
import { decodeContactDetails } from '../../wire/people/person.ts';
import { toAskedPage } from '../paging.ts';
import type { PageQuery } from '../paging.ts';

export interface ListContactsQuery extends PageQuery {
  /** Those of shared lists as well; others' contacts cannot be changed. False unless told. */
  readonly includesShared?: boolean;
  /** `id` unless told. Not every service knows orders (supplement 3.2). */
  readonly orderBy?: 'id' | 'firstName' | 'lastName';
  /** Descending unless told: the newest first. */
  readonly direction?: 'asc' | 'desc';
}

/** `GET /contacts` (specification, "Contacts"): own contacts, at most 100 a page. @throws AppError */
export function listContacts(service: Service, query: ListContactsQuery, options: CallOptions): Promise<Page<Contact>> {
  const asked = toAskedPage(query);
  const { includesShared, orderBy, direction } = query;
  const shared = includesShared === true ? 1 : undefined;
  const request = { ...toGet('/contacts', '/contacts'), query: { ...asked, shared, orderBy, direction }, asked };
  return service.listRows(request, decodeContact, options);
}

/**
 * `GET /contacts/{id}` (specification, "Contacts"): a contact, own or shared, with its notes and tags. Services of the
 * specification's shape name custom fields without their values.
 * @throws AppError `not-found`
 */
export function getContact(
  service: Service,
  query: { readonly contactId: ContactId },
  options: CallOptions,
): Promise<ContactDetails> {
  const path = `/contacts/${toSegment(query.contactId)}`;
  return service.getRow(toGet('/contacts/{id}', path), decodeContactDetails, options);
}

/** `GET /contacts/phone/{phone}` (specification, "Contacts"); undefined where nobody has that number. @throws AppError */
export function findContactByPhone(
  service: Service,
  query: { readonly phone: PhoneKey },
  options: CallOptions,
): Promise<ContactDetails | undefined> {
  return service.find(async () => {
    const path = `/contacts/phone/${toSegment(query.phone)}`;
    return await service.getRow(toGet('/contacts/phone/{phone}', path), decodeContactDetails, options);
  });
}

/** `GET /contacts/{id}/lists` (specification, "Contacts"): the lists of one contact. @throws AppError */
export function listListsOfContact(
  service: Service,
  query: PageQuery & { readonly contactId: ContactId },
  options: CallOptions,
): Promise<Page<ContactList>> {
  const asked = toAskedPage(query);
  const path = `/contacts/${toSegment(query.contactId)}/lists`;
  return service.listRows({ ...toGet('/contacts/{id}/lists', path), query: { ...asked }, asked }, decodeList, options);
}

function toGet(row: string, path: string): CallRequest {
  return { row: `GET ${row}`, method: 'GET', path };
}
