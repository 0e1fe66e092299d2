import type { SenderId } from '#shared/domain/account.ts';
import type { Page } from '#shared/domain/entities.ts';
import { toSegment } from '../../address.ts';
import type { CallOptions } from '../../call.ts';
import type { Service } from '../../service.ts';
import type { Link } from '../../wire/link.ts';
import { decodeSenderId } from '../../wire/account/senders.ts';
import { toAskedPage } from '../paging.ts';
import type { PageQuery } from '../paging.ts';

const feature = 'sender-ids';

/** `GET /senderids` (supplement 1.10): names to send by, whatever became of them, at most 100 a page. @throws AppError */
export function listSenderIds(service: Service, query: PageQuery, options: CallOptions): Promise<Page<SenderId>> {
  const asked = toAskedPage(query);
  const request = { row: 'GET /senderids', method: 'GET', path: '/senderids', feature, absence: 'always' } as const;
  return service.listRows({ ...request, query: { ...asked }, asked }, decodeSenderId, options);
}

/** `GET /senderids/{id}` (supplement 1.10). @throws AppError `not-found` */
export function getSenderId(
  service: Service,
  query: { readonly senderId: number },
  options: CallOptions,
): Promise<SenderId> {
  const path = `/senderids/${toSegment(query.senderId)}`;
  return service.getRow({ row: 'GET /senderids/{id}', method: 'GET', path, feature }, decodeSenderId, options);
}

/**
 * `POST /senderids` (supplement 1.10): asks for a name of at most 11 Latin letters and digits, one letter at least.
 * Somebody at the service approves it or not; `explanation` is for them.
 * @throws AppError `validation` with fields
 */
export function requestSenderId(
  service: Service,
  query: { readonly name: string; readonly explanation: string },
  options: CallOptions,
): Promise<Link> {
  const body = { senderId: query.name, explanation: query.explanation };
  return service.write({ row: 'POST /senderids', method: 'POST', path: '/senderids', body, feature }, options);
}

/** `DELETE /senderids/{id}` (supplement 1.10). @throws AppError `not-found` */
export async function deleteSenderId(
  service: Service,
  query: { readonly senderId: number },
  options: CallOptions,
): Promise<void> {
  const path = `/senderids/${toSegment(query.senderId)}`;
  await service.write({ row: 'DELETE /senderids/{id}', method: 'DELETE', path, feature }, options);
}
