import type { Bulk } from '#shared/domain/bulks.ts';
import type { Page } from '#shared/domain/entities.ts';
import { toSegment } from '../../address.ts';
import type { CallOptions } from '../../call.ts';
import type { Service } from '../../service.ts';
import { decodeBulk } from '../../wire/messages/bulk.ts';
import { toAskedPage } from '../paging.ts';
import type { PageQuery } from '../paging.ts';

/** `GET /bulks` (specification, "Messages"): sends to more than 1,000 people, newest first, at most 100. @throws AppError */
export function listBulks(service: Service, query: PageQuery, options: CallOptions): Promise<Page<Bulk>> {
  const asked = toAskedPage(query);
  const request = { row: 'GET /bulks', method: 'GET', path: '/bulks', asked } as const;
  return service.listRows({ ...request, query: { ...asked } }, decodeBulk, options);
}

/**
 * `GET /bulks/{id}` (specification, "Messages"): how far one of them has come; its send is there once everybody has been
 * processed.
 * @throws AppError `not-found`
 */
export function getBulk(service: Service, query: { readonly bulkId: number }, options: CallOptions): Promise<Bulk> {
  const path = `/bulks/${toSegment(query.bulkId)}`;
  return service.getRow({ row: 'GET /bulks/{id}', method: 'GET', path }, decodeBulk, options);
}
