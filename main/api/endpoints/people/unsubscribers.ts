import type { Page } from '#shared/domain/entities.ts';
import type { PhoneKey } from '#shared/domain/ids.ts';
import type { Unsubscriber } from '#shared/domain/unsubscribers.ts';
import { toSegment } from '../../address.ts';
import type { CallOptions } from '../../call.ts';
import type { Service } from '../../service.ts';
import type { Variant } from '../../variants.ts';
import type { Link } from '../../wire/link.ts';
import { decodeUnsubscriber } from '../../wire/people/unsubscriber.ts';
import { toAskedPage } from '../paging.ts';
import type { PageQuery } from '../paging.ts';

/** `GET /unsubscribers` (specification, "Contacts"): who gets no more texts, the last first. @throws AppError */
export function listUnsubscribers(
  service: Service,
  query: PageQuery,
  options: CallOptions,
): Promise<Page<Unsubscriber>> {
  const asked = toAskedPage(query);
  const request = { row: 'GET /unsubscribers', method: 'GET', path: '/unsubscribers', asked } as const;
  return service.listRows({ ...request, query: { ...asked } }, decodeUnsubscriber, options);
}

/**
 * `GET /unsubscribers/{id}` (supplement 3.2), or `GET /unsubscriber/{id}` (specification, "Contacts") where the service
 * has that one instead. @throws AppError `not-found`
 */
export function getUnsubscriber(
  service: Service,
  query: { readonly unsubscriberId: number },
  options: CallOptions,
): Promise<Unsubscriber> {
  const id = toSegment(query.unsubscriberId);
  // The plural first, unlike elsewhere: links of new unsubscribers point there in both documents.
  const variants: readonly Variant[] = [
    { name: 'sdk', row: 'GET /unsubscribers/{id}', method: 'GET', path: `/unsubscribers/${id}` },
    { name: 'spec', row: 'GET /unsubscriber/{id}', method: 'GET', path: `/unsubscriber/${id}` },
  ];
  return service.getVariant(variants, decodeUnsubscriber, { ...options, family: 'unsubscriber' });
}

/**
 * `POST /unsubscribers` (specification, "Contacts"): no more texts to that number, which leaves the lists; later ones get
 * the letter g. The link names the unsubscriber. @throws AppError `validation`
 */
export function unsubscribePhone(
  service: Service,
  query: {
    readonly phone: PhoneKey;
    /** Nothing shall come from it either (supplement 2.1; not every service listens to it). */
    readonly blocksIncoming?: boolean;
  },
  options: CallOptions,
): Promise<Link> {
  const { phone, blocksIncoming } = query;
  const body = { phone, ...(blocksIncoming === undefined ? {} : { blockIncoming: blocksIncoming ? 1 : 0 }) };
  return service.write({ row: 'POST /unsubscribers', method: 'POST', path: '/unsubscribers', body }, options);
}

/**
 * `POST /contacts/resubscribe` (specification, "Contacts"); not every service has it.
 * @throws AppError `validation`, `forbidden` (not allowed, as for those who wrote STOP), `not-found` (not unsubscribed, or
 * the service cannot do it; that is remembered where it is sure)
 */
export async function resubscribePhone(
  service: Service,
  query: { readonly phone: PhoneKey },
  options: CallOptions,
): Promise<void> {
  const request = { row: 'POST /contacts/resubscribe', method: 'POST', path: '/contacts/resubscribe' } as const;
  // Some say 404 to a missing number as well. But it is no answer to one that is unsubscribed at this moment.
  const isProven = async (once: CallOptions): Promise<boolean> => {
    const { items } = await listUnsubscribers(service, { page: 1, limit: 100 }, once);
    return items.some(({ phone }) => phone === query.phone);
  };
  const absence = { ask: { ...request, body: {} }, isProven };
  await service.call({ ...request, feature: 'resubscribing', absence, body: { phone: query.phone } }, options);
}
