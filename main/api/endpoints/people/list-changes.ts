import type { ListId } from '#shared/domain/ids.ts';
import { toSegment } from '../../address.ts';
import { writeBulk } from '../../bulk/bulk-write.ts';
import type { CallOptions } from '../../call.ts';
import type { Chosen } from '../../bulk/portions.ts';
import type { Service } from '../../service.ts';
import type { Link } from '../../wire/link.ts';

/** What can be set on a list. All of it each time: services take what is missing as no. */
export interface ListValues {
  readonly name: string;
  /** Shared with the sub-accounts. */
  readonly isShared: boolean;
  readonly isFavorite: boolean;
  /** New contacts of the web application come to it. */
  readonly isDefault: boolean;
}

/** `POST /lists` (supplement 1.1): the new list's id. @throws AppError `validation` */
export function createList(service: Service, query: ListValues, options: CallOptions): Promise<Link> {
  return service.write({ row: 'POST /lists', method: 'POST', path: '/lists', body: toBody(query) }, options);
}

/** `PUT /lists/{id}` (specification, "Lists"). @throws AppError `validation`, `forbidden` (shared to the account), `not-found` */
export async function updateList(
  service: Service,
  query: ListValues & { readonly listId: ListId },
  options: CallOptions,
): Promise<void> {
  const path = `/lists/${toSegment(query.listId)}`;
  await service.write({ row: 'PUT /lists/{id}', method: 'PUT', path, body: toBody(query) }, options);
}

/**
 * `DELETE /lists/{id}` (specification, "Lists"). Contacts that are on no other list are deleted with it, for good.
 * @throws AppError `validation` (tied to a sign-up form), `forbidden` (shared to the account), `not-found`
 */
export async function deleteList(
  service: Service,
  query: { readonly listId: ListId },
  options: CallOptions,
): Promise<void> {
  const path = `/lists/${toSegment(query.listId)}`;
  await service.call({ row: 'DELETE /lists/{id}', method: 'DELETE', path }, options);
}

/**
 * `POST /lists/delete` (supplement 1.1): any number of lists, 500 to a request, or all that can be deleted; none asks
 * nothing. Contacts that are on no other list are deleted with them, for good.
 * @throws AppError `validation` (one of them cannot be deleted), `not-found` where the service has none of them;
 * `PartlyDoneError` where some were deleted
 */
export function deleteLists(service: Service, query: Chosen<'listIds', ListId>, options: CallOptions): Promise<void> {
  const chosen = query.all === true ? 'all' : query.listIds;
  return writeBulk(service, { path: '/lists/delete', chosen, allAs: 'digit', passesMissing: true }, options);
}

function toBody({ name, isShared, isFavorite, isDefault }: ListValues): Readonly<Record<string, unknown>> {
  return { name, shared: isShared, favorited: isFavorite, isDefault };
}
