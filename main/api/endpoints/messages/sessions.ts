/** What the account sent, by this app or by others: the service's sessions (supplement 1.6), which not every service lists. */
import type { Message, Page, ServiceSend } from '#shared/domain/entities.ts';
import type { SendStatistics } from '#shared/domain/send-statistics.ts';
import { toSegment } from '../../address.ts';
import type { CallOptions } from '../../call.ts';
import type { Service } from '../../service.ts';
import { decodeOutboundMessage } from '../../wire/messages/message.ts';
import { decodeSendStatistics, decodeSession } from '../../wire/messages/session.ts';
import { isOfNothing, toAskedPage, toNoRows, toSwitch } from '../paging.ts';
import type { PageQuery } from '../paging.ts';

const FEATURE = { feature: 'sends' } as const;

/**
 * `GET /sessions`: one page, newest first, at most 100.
 * @throws AppError `not-found` where the service has no such list (then remembered), `unauthorized` or `forbidden`
 * without the right
 */
export function listSends(service: Service, query: PageQuery, options: CallOptions): Promise<Page<ServiceSend>> {
  const asked = toAskedPage(query);
  const request = { ...FEATURE, absence: 'always', row: 'GET /sessions', method: 'GET', path: '/sessions' } as const;
  return service.listRows({ ...request, query: { ...asked }, asked }, decodeSession, options);
}

/** `GET /sessions/{id}`: one of them. @throws AppError `not-found` */
export function getSend(
  service: Service,
  query: { readonly sessionId: number },
  options: CallOptions,
): Promise<ServiceSend> {
  const path = `/sessions/${toSegment(query.sessionId)}`;
  return service.getRow({ ...FEATURE, row: 'GET /sessions/{id}', method: 'GET', path }, decodeSession, options);
}

export interface MessagesOfSendQuery extends PageQuery {
  readonly sessionId: number;
  /** Delivery letters (specification, "Delivery statuses"); all unless told. */
  readonly letters?: readonly string[];
  /** Deleted messages as well, which then say so. */
  readonly withDeleted?: boolean;
}

/**
 * `GET /sessions/{id}/messages`: one page of the outbound messages of one of them, at most 100.
 * @throws AppError `not-found` where there is no such send or no such list
 */
export function listMessagesOfSend(
  service: Service,
  query: MessagesOfSendQuery,
  options: CallOptions,
): Promise<Page<Message>> {
  const asked = toAskedPage(query);
  const { letters, withDeleted } = query;
  if (isOfNothing(letters)) return Promise.resolve(toNoRows(asked));
  const path = `/sessions/${toSegment(query.sessionId)}/messages`;
  const request = { ...FEATURE, row: 'GET /sessions/{id}/messages', method: 'GET', path, asked } as const;
  const where = { ...asked, statuses: letters?.join(','), includeDeleted: toSwitch(withDeleted) };
  return service.listRows({ ...request, query: where }, decodeOutboundMessage, options);
}

/**
 * `GET /sessions/{id}/stat`: how the messages of one of them stand. Receipts of operators may come hours later.
 * @throws AppError `not-found`
 */
export function getSendStatistics(
  service: Service,
  query: { readonly sessionId: number; readonly withDeleted?: boolean },
  options: CallOptions,
): Promise<SendStatistics> {
  const path = `/sessions/${toSegment(query.sessionId)}/stat`;
  const where = { includeDeleted: toSwitch(query.withDeleted) };
  const request = { ...FEATURE, row: 'GET /sessions/{id}/stat', method: 'GET', path, query: where } as const;
  return service.getRow(request, decodeSendStatistics, options);
}
