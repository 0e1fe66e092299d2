import { AppError, isAppError } from '#shared/domain/app-error.ts';
import type { ContactId, ListId } from '#shared/domain/ids.ts';
import { toSegment } from '../../address.ts';
import { writeBulk } from '../../bulk/bulk-write.ts';
import type { CallOptions } from '../../call.ts';
import { PartlyDoneError, PORTION_IDS, writePortions } from '../../bulk/portions.ts';
import type { Chosen } from '../../bulk/portions.ts';
import type { Service } from '../../service.ts';
import { listMemberIds } from './lists.ts';

/** A list, and contacts of the account: those with these ids, or all that it has. */
export type Members = { readonly listId: ListId } & Chosen<'contactIds', ContactId>;

/**
 * `POST /lists/{id}/contacts` (specification, "Lists"): makes exactly these the members. Members that this takes off
 * their only list are deleted, for good. Strict rate.
 *
 * One request for up to 500 contacts. A reset in portions would delete those of the later ones before it adds them, so
 * more are added first, 500 a request, and then whoever else is on the list is removed. A failure in the middle leaves
 * everybody on the list who was there, with some of the new or without some of the others; doing it again completes it.
 *
 * Nobody is no selection to reset to: the service refuses it, and an empty one that came about by mistake would cost
 * every contact that is on this list only. It is refused here, and nothing is asked; whoever means to empty the list
 * says so by `deleteListMembers` with `all`.
 * @throws AppError `validation` (nobody: `not-accepted`, or nobody that the account has), `forbidden` (shared to the
 * account), `not-found`; `PartlyDoneError` where some of more than 500 are members before the failure, or all of them
 * while others still are
 */
export async function setListMembers(service: Service, query: Members, options: CallOptions): Promise<void> {
  const { listId } = query;
  const wanted = query.all === true ? 'all' : [...new Set(query.contactIds)];
  if (wanted.length === 0) throw refuseNobody();
  if (wanted === 'all' || wanted.length <= PORTION_IDS) {
    const body = { contacts: toText(wanted) };
    await service.write({ row: `POST ${ROW}`, method: 'POST', path: toPath(listId), body }, options);
    return;
  }
  await addListMembers(service, query, options);
  try {
    const kept = new Set(wanted);
    const surplus = (await listMemberIds(service, { listId }, options)).filter((id) => !kept.has(id));
    await removeListMembers(service, { listId, contactIds: surplus }, options);
  } catch (error) {
    if (!isAppError(error)) throw error;
    // What counts is who was wanted, not how many of the others have gone.
    const { cause } = error;
    const failure = error instanceof PartlyDoneError && isAppError(cause) ? cause : error;
    throw new PartlyDoneError(failure, wanted.length, wanted.length);
  }
}

/**
 * `PUT /lists/{id}/contacts` (specification, "Lists"): adds to the members, 500 a request; nobody asks nothing. Strict
 * rate.
 * @throws AppError `validation` (nobody of them is a contact of the account), `forbidden` (shared to the account),
 * `not-found`; `PartlyDoneError` where some were added
 */
export async function addListMembers(service: Service, query: Members, options: CallOptions): Promise<void> {
  const write = (contacts: readonly ContactId[] | 'all') => {
    const body = { contacts: toText(contacts) };
    return service.write({ row: `PUT ${ROW}`, method: 'PUT', path: toPath(query.listId), body }, options);
  };
  if (query.all === true) await write('all');
  else await writePortions(query.contactIds, write);
}

/**
 * `DELETE /lists/{id}/contacts` (specification, "Lists"): takes contacts off the list, 500 a request; nobody asks
 * nothing. Contacts that this leaves on no list are deleted, for good.
 * @throws AppError `not-found` (no such list, or none of them is on it), `forbidden` (shared to the account);
 * `PartlyDoneError` where some were taken off
 */
export async function removeListMembers(
  service: Service,
  query: { readonly listId: ListId; readonly contactIds: readonly ContactId[] },
  options: CallOptions,
): Promise<void> {
  const request = { row: `DELETE ${ROW}`, method: 'DELETE', path: toPath(query.listId) } as const;
  const write = (portion: readonly ContactId[]) =>
    service.write({ ...request, body: { contacts: toText(portion) } }, options);
  await writePortions(query.contactIds, write, { passesMissing: true });
}

/**
 * `POST /lists/{id}/contacts/delete` (specification, "Lists"): same as removing, also for all members at once; ids of
 * others are passed over. Contacts that this leaves on no list are deleted, for good.
 * @throws AppError; `PartlyDoneError` where some were taken off
 */
export function deleteListMembers(service: Service, query: Members, options: CallOptions): Promise<void> {
  const chosen = query.all === true ? 'all' : query.contactIds;
  const path = `${toPath(query.listId)}/delete`;
  return writeBulk(service, { row: `POST ${ROW}/delete`, path, chosen, allAs: 'digit' }, options);
}

const ROW = '/lists/{id}/contacts';

function toPath(listId: ListId): string {
  return `/lists/${toSegment(listId)}/contacts`;
}

function toText(contacts: readonly ContactId[] | 'all'): string {
  return contacts === 'all' ? contacts : contacts.join(',');
}

function refuseNobody(): AppError {
  return new AppError({
    code: 'validation',
    message: 'A list is not reset to nobody',
    outcome: 'not-accepted',
    fields: { contacts: ['Choose at least one contact.'] },
  });
}
