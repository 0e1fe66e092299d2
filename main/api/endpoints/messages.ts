import type { Message, Page } from '#shared/domain/entities.ts';
import { toSegment } from '../address.ts';
import type { CallOptions } from '../call.ts';
import type { Service } from '../service.ts';
import { decodeOutboundMessage } from '../wire/message.ts';
import { toAskedPage } from './paging.ts';
import type { PageQuery } from './paging.ts';

export interface OutboundFeedQuery extends PageQuery {
  /** Above 0: ids below it, and `page` counts for nothing; the stable way to go back in time. */
  readonly lastId: number;
}

/**
 * `GET /messages` (specification, "Messages"): outbound messages of the whole account, newest id first, at most 100.
 * Prices are in account money.
 * @throws AppError
 */
export function listOutboundMessages(
  service: Service,
  query: OutboundFeedQuery,
  options: CallOptions,
): Promise<Page<Message>> {
  const asked = toAskedPage(query);
  const position = query.lastId > 0 ? { lastId: query.lastId } : { page: asked.page };
  const request = { row: 'GET /messages', method: 'GET', path: '/messages', asked } as const;
  return service.listRows({ ...request, query: { ...position, limit: asked.limit } }, decodeOutboundMessage, options);
}

/** `GET /messages/{id}` (supplement 1.8): one outbound message with its newest letter. @throws AppError `not-found` */
export function getOutboundMessage(
  service: Service,
  query: { readonly messageId: number },
  options: CallOptions,
): Promise<Message> {
  const path = `/messages/${toSegment(query.messageId)}`;
  return service.getRow({ row: 'GET /messages/{id}', method: 'GET', path }, decodeOutboundMessage, options);
}
