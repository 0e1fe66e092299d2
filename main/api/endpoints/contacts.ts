import type { Contact, ContactList, Page } from '#shared/domain/entities.ts';
import type { ContactId, PhoneKey } from '#shared/domain/ids.ts';
import { toSegment } from '../address.ts';
import type { CallOptions, CallRequest } from '../call.ts';
import type { Service } from '../service.ts';
import { decodeContact } from '../wire/contact.ts';
import { decodeList } from '../wire/list.ts';
import { toAskedPage } from './paging.ts';
import type { PageQuery } from './paging.ts';

/** `GET /contacts` (specification, "Contacts"): own contacts, at most 100 a page. @throws AppError */
export function listContacts(service: Service, query: PageQuery, options: CallOptions): Promise<Page<Contact>> {
  const asked = toAskedPage(query);
  return service.listRows({ ...toGet('/contacts', '/contacts'), query: { ...asked }, asked }, decodeContact, options);
}

/** `GET /contacts/{id}` (specification, "Contacts"). @throws AppError `not-found` */
export function getContact(
  service: Service,
  query: { readonly contactId: ContactId },
  options: CallOptions,
): Promise<Contact> {
  const path = `/contacts/${toSegment(query.contactId)}`;
  return service.getRow(toGet('/contacts/{id}', path), decodeContact, options);
}

/** `GET /contacts/phone/{phone}` (specification, "Contacts"); undefined where nobody has that number. @throws AppError */
export function findContactByPhone(
  service: Service,
  query: { readonly phone: PhoneKey },
  options: CallOptions,
): Promise<Contact | undefined> {
  return service.find(async () => {
    const path = `/contacts/phone/${toSegment(query.phone)}`;
    return await service.getRow(toGet('/contacts/phone/{phone}', path), decodeContact, options);
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
