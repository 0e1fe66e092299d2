/** Inbound messages of the whole account (supplement 1.7), which some services do not list. */
import type { Message, Page } from '#shared/domain/entities.ts';
import { toSegment } from '../../address.ts';
import { writeBulk } from '../../bulk/bulk-write.ts';
import type { CallOptions } from '../../call.ts';
import type { Chosen } from '../../bulk/portions.ts';
import type { Service } from '../../service.ts';
import { decodeReply } from '../../wire/messages/message.ts';
import { isOfNothing, toAskedPage, toNoRows, toSwitch } from '../paging.ts';
import type { PageQuery } from '../paging.ts';

export interface RepliesQuery extends PageQuery {
  /** `id` unless told. */
  readonly orderBy?: 'id' | 'sender' | 'receiver' | 'messageTime' | 'firstName' | 'lastName';
  /** `desc`, newest or last first, unless told. */
  readonly direction?: 'asc' | 'desc';
}

const FEATURE = { feature: 'replies' } as const;

/**
 * `GET /replies`: one page, newest id first unless told, at most 100.
 * @throws AppError `not-found` where the service has no such feed (then remembered)
 */
export function listReplies(service: Service, query: RepliesQuery, options: CallOptions): Promise<Page<Message>> {
  const request = { ...FEATURE, absence: 'always', row: 'GET /replies', method: 'GET', path: '/replies' } as const;
  const { asked, order } = toOrder(query);
  return service.listRows({ ...request, asked, query: { ...asked, ...order } }, decodeReply, options);
}

export interface RepliesSearch extends RepliesQuery {
  /** Only these; absent: any. */
  readonly replyIds?: readonly number[];
  readonly text?: string;
  /** With name and contact of the sender, which costs the service more. */
  readonly withNames?: boolean;
}

/**
 * `GET /replies/search`: one page of the inbound messages that every filter fits, at most 100. Give no more than some
 * hundred ids: they travel in the address. A 404 here does not say that there are no replies: to a service without a
 * search, `search` is the id of a reply that it does not have.
 * @throws AppError
 */
export function searchReplies(service: Service, query: RepliesSearch, options: CallOptions): Promise<Page<Message>> {
  const { replyIds, text, withNames } = query;
  const { asked, order } = toOrder(query);
  if (isOfNothing(replyIds)) return Promise.resolve(toNoRows(asked));
  const request = { ...FEATURE, row: 'GET /replies/search', method: 'GET', path: '/replies/search', asked } as const;
  const filters = { ids: replyIds?.join(','), query: text, expand: toSwitch(withNames) };
  return service.listRows({ ...request, query: { ...asked, ...order, ...filters } }, decodeReply, options);
}

function toOrder(query: RepliesQuery) {
  const { orderBy = 'id', direction = 'desc' } = query;
  return { asked: toAskedPage(query), order: { orderBy, direction } };
}

/** `GET /replies/{id}`: one inbound message. @throws AppError `not-found` */
export function getReply(
  service: Service,
  query: { readonly replyId: number },
  options: CallOptions,
): Promise<Message> {
  const path = `/replies/${toSegment(query.replyId)}`;
  return service.getRow({ ...FEATURE, row: 'GET /replies/{id}', method: 'GET', path }, decodeReply, options);
}

/** `DELETE /replies/{id}`: it also disappears from its chat. @throws AppError `not-found` */
export async function deleteReply(
  service: Service,
  query: { readonly replyId: number },
  options: CallOptions,
): Promise<void> {
  const path = `/replies/${toSegment(query.replyId)}`;
  await service.write({ ...FEATURE, row: 'DELETE /replies/{id}', method: 'DELETE', path }, options);
}

/**
 * `POST /replies/delete`, for any number of replies, 500 to a request, or all that the account ever got.
 * @throws AppError, `not-found` where the service has none of them; `PartlyDoneError` where some were deleted
 */
export function deleteReplies(service: Service, query: Chosen<'replyIds'>, options: CallOptions): Promise<void> {
  const chosen = query.all === true ? 'all' : query.replyIds;
  return writeBulk(
    service,
    { ...FEATURE, path: '/replies/delete', chosen, allAs: 'digit', passesMissing: true },
    options,
  );
}
