import type { Contact, Page } from '#shared/domain/entities.ts';
import type { ContactId, PhoneKey } from '#shared/domain/ids.ts';
import { writeBulk } from '../../bulk/bulk-write.ts';
import type { CallOptions } from '../../call.ts';
import type { Chosen } from '../../bulk/portions.ts';
import type { Service } from '../../service.ts';
import { decodeBlockedContact } from '../../wire/people/blocked-contact.ts';
import type { Link } from '../../wire/link.ts';
import { toAskedPage } from '../paging.ts';
import type { PageQuery } from '../paging.ts';

/**
 * `POST /contacts/block` (specification, "Contacts"): nothing comes from or goes to that number any more. The link names
 * its contact; the service makes one for a number that it does not know. @throws AppError `validation`
 */
export function blockPhone(service: Service, query: { readonly phone: PhoneKey }, options: CallOptions): Promise<Link> {
  const body = { phone: query.phone };
  return service.write({ row: 'POST /contacts/block', method: 'POST', path: '/contacts/block', body }, options);
}

/** `POST /contacts/unblock` (specification, "Contacts"). @throws AppError `validation` */
export async function unblockPhone(
  service: Service,
  query: { readonly phone: PhoneKey },
  options: CallOptions,
): Promise<void> {
  const body = { phone: query.phone };
  await service.call({ row: 'POST /contacts/unblock', method: 'POST', path: '/contacts/unblock', body }, options);
}

/**
 * `POST /contacts/unblock/bulk` (specification, "Contacts"): any number of contacts, 500 to a request, or everybody who
 * is blocked. Nobody asks nothing.
 * @throws AppError; `PartlyDoneError` where some were unblocked
 */
export function unblockContacts(
  service: Service,
  query: Chosen<'contactIds', ContactId>,
  options: CallOptions,
): Promise<void> {
  const chosen = query.all === true ? 'all' : query.contactIds;
  return writeBulk(service, { path: '/contacts/unblock/bulk', chosen, allAs: 'digit' }, options);
}

/** `GET /contacts/block/list` (specification, "Contacts"): who is blocked, newest first unless told. @throws AppError */
export function listBlockedContacts(
  service: Service,
  query: PageQuery & {
    readonly text?: string;
    readonly orderBy?: 'id' | 'firstName' | 'lastName';
    readonly direction?: 'asc' | 'desc';
  },
  options: CallOptions,
): Promise<Page<Contact>> {
  const asked = toAskedPage(query);
  const { text, orderBy, direction } = query;
  const request = { row: 'GET /contacts/block/list', method: 'GET', path: '/contacts/block/list', asked } as const;
  const asking = { ...asked, query: text, orderBy, direction };
  return service.listRows({ ...request, query: asking }, decodeBlockedContact, options);
}

/** `GET /contacts/block/phone` (supplement 2.1): the contact of a blocked number; undefined: not blocked. @throws AppError `validation` */
export function findBlockedContact(
  service: Service,
  query: { readonly phone: PhoneKey },
  options: CallOptions,
): Promise<Contact | undefined> {
  const request = { row: 'GET /contacts/block/phone', method: 'GET', path: '/contacts/block/phone' } as const;
  return service.find(() =>
    service.getRow({ ...request, query: { phone: query.phone } }, decodeBlockedContact, options),
  );
}
