import type { Message, Page } from '#shared/domain/entities.ts';
import { toSegment } from '../address.ts';
import type { CallOptions } from '../call.ts';
import type { Service } from '../service.ts';
import { decodeReply } from '../wire/message.ts';
import { toAskedPage } from './paging.ts';
import type { PageQuery } from './paging.ts';

/**
 * `GET /replies` (supplement 1.7): inbound messages of the whole account, newest id first, at most 100.
 * @throws AppError `not-found` where the service has no such feed
 */
export function listReplies(service: Service, query: PageQuery, options: CallOptions): Promise<Page<Message>> {
  const asked = toAskedPage(query);
  const request = { row: 'GET /replies', method: 'GET', path: '/replies', asked } as const;
  return service.listRows({ ...request, query: { ...asked, orderBy: 'id', direction: 'desc' } }, decodeReply, options);
}

/** `GET /replies/{id}` (supplement 1.7): one inbound message. @throws AppError `not-found` */
export function getReply(
  service: Service,
  query: { readonly replyId: number },
  options: CallOptions,
): Promise<Message> {
  const path = `/replies/${toSegment(query.replyId)}`;
  return service.getRow({ row: 'GET /replies/{id}', method: 'GET', path }, decodeReply, options);
}
