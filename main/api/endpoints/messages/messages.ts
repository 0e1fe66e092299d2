import type { Message, Page } from '#shared/domain/entities.ts';
import type { MessageHistory } from '#shared/domain/history.ts';
import { toSegment } from '../../address.ts';
import type { CallOptions } from '../../call.ts';
import type { Service } from '../../service.ts';
import { toMessageHistory } from '../../wire/messages/history.ts';
import { decodeOutboundMessage } from '../../wire/messages/message.ts';
import { isOfNothing, toAskedPage, toNoRows, toSwitch } from '../paging.ts';
import type { PageQuery } from '../paging.ts';

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
  const request = { row: 'GET /messages', method: 'GET', path: '/messages', asked } as const;
  return service.listRows({ ...request, query: toPosition(query) }, decodeOutboundMessage, options);
}

export interface OutboundSearch extends PageQuery {
  /** Like in the feed; 0 unless told. */
  readonly lastId?: number;
  /** Only these; absent: any. */
  readonly messageIds?: readonly number[];
  readonly sessionId?: number;
  /** Delivery letters (`q a b r j u d f s e`; specification, "Delivery statuses"). */
  readonly letters?: readonly string[];
  /** Deleted messages as well, which then say so. */
  readonly withDeleted?: boolean;
  readonly text?: string;
}

/**
 * `GET /messages/search` (specification, "Messages"): one page of the outbound messages that every filter fits, newest
 * id first, at most 100. Give no more than some hundred ids: they travel in the address.
 * @throws AppError
 */
export function searchOutboundMessages(
  service: Service,
  query: OutboundSearch,
  options: CallOptions,
): Promise<Page<Message>> {
  const { lastId = 0, messageIds, sessionId, letters, withDeleted, text } = query;
  const asked = toAskedPage(query);
  if (isOfNothing(messageIds, letters)) return Promise.resolve(toNoRows(asked));
  const filters = {
    ids: messageIds?.join(','),
    sessionId,
    statuses: letters?.join(','),
    includeDeleted: toSwitch(withDeleted),
    query: text,
  };
  const request = { row: 'GET /messages/search', method: 'GET', path: '/messages/search', asked } as const;
  const where = { ...toPosition({ ...query, lastId }), ...filters };
  return service.listRows({ ...request, query: where }, decodeOutboundMessage, options);
}

function toPosition(query: OutboundFeedQuery) {
  const { page, limit } = toAskedPage(query);
  return query.lastId > 0 ? { lastId: query.lastId, limit } : { page, limit };
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

export interface HistoryQuery {
  /** 1–100. */
  readonly limit: number;
  /** `nextLastId` of the stretch before; null for the first one. */
  readonly lastId: number | null;
  readonly text?: string;
  /** `id` unless told. */
  readonly orderBy?: 'id' | 'phone' | 'sender' | 'firstName' | 'lastName' | 'messageTime';
  /** `desc` unless told. */
  readonly direction?: 'asc' | 'desc';
}

/**
 * `GET /history` (supplement 1.8): one stretch of the outbound messages, at most 100, without pages: `nextLastId` leads
 * to the next one, null after the last. Keep order and direction from one stretch to the next.
 * @throws AppError `not-found` where the service has no history (then remembered)
 */
export async function listHistory(
  service: Service,
  query: HistoryQuery,
  options: CallOptions,
): Promise<MessageHistory> {
  const asked = toAskedPage({ page: 1, limit: query.limit });
  const { lastId, text, orderBy = 'id', direction = 'desc' } = query;
  const position = { limit: asked.limit, lastId: lastId ?? undefined };
  const request = { row: 'GET /history', method: 'GET', path: '/history' } as const;
  const feature = { feature: 'history', absence: position.lastId === undefined ? 'always' : 'never' } as const;
  const where = { ...position, query: text, orderBy, direction };
  const answer = await service.call({ ...request, ...feature, query: where }, options);
  const page = service.toPage(answer, { row: request.row, asked }, decodeOutboundMessage);
  const isDescending = orderBy === 'id' && direction === 'desc';
  return toMessageHistory(page, answer.text, { lastId, isDescending });
}
