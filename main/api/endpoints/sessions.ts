import type { Message, Page, ServiceSend } from '#shared/domain/entities.ts';
import { toSegment } from '../address.ts';
import type { CallOptions } from '../call.ts';
import type { Service } from '../service.ts';
import { decodeOutboundMessage } from '../wire/message.ts';
import { decodeSession } from '../wire/session.ts';
import { toAskedPage } from './paging.ts';
import type { PageQuery } from './paging.ts';

/**
 * `GET /sessions` (supplement 1.6): what the account sent, by this app or by others, newest first, at most 100.
 * @throws AppError `not-found` where the service has no such list, `unauthorized` or `forbidden` without the right
 */
export function listSends(service: Service, query: PageQuery, options: CallOptions): Promise<Page<ServiceSend>> {
  const asked = toAskedPage(query);
  const request = { row: 'GET /sessions', method: 'GET', path: '/sessions', asked } as const;
  return service.listRows({ ...request, query: { ...asked } }, decodeSession, options);
}

/**
 * `GET /sessions/{id}/messages` (supplement 1.6): the outbound messages of one of them, at most 100.
 * @throws AppError `not-found` where there is no such send or no such list
 */
export function listMessagesOfSend(
  service: Service,
  query: PageQuery & { readonly sessionId: number },
  options: CallOptions,
): Promise<Page<Message>> {
  const asked = toAskedPage(query);
  const path = `/sessions/${toSegment(query.sessionId)}/messages`;
  const request = { row: 'GET /sessions/{id}/messages', method: 'GET', path, asked } as const;
  return service.listRows({ ...request, query: { ...asked } }, decodeOutboundMessage, options);
}
