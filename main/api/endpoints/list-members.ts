import { isAppError } from '#shared/domain/app-error.ts';
import type { AppError } from '#shared/domain/app-error.ts';
import type { ContactId, ListId } from '#shared/domain/ids.ts';
import { toSegment } from '../address.ts';
import type { CallOptions } from '../call.ts';
import type { Service } from '../service.ts';
import { listMemberIds } from './lists.ts';
import { MOST_IDS, toBulkBodies, toPortions } from './selection.ts';
import type { Selection } from './selection.ts';

/** A list, and contacts of the account: `all` are all that it has. */
export interface Members {
  readonly listId: ListId;
  readonly contacts: Selection<ContactId>;
}

/**
 * `POST /lists/{id}/contacts` (specification, "Lists"): makes exactly these the members. Members that this takes off
 * their only list are deleted, for good. Strict rate.
 *
 * One request for up to 1,000 contacts. A reset in portions would delete those of the later ones before it adds them, so
 * more are added first, 1,000 a request, and then whoever else is on the list is removed. A failure in the middle leaves
 * everybody on the list who was there, with some of the new or without some of the others; doing it again completes it.
 * @throws AppError `validation` (no contacts), `forbidden` (shared to the account), `not-found`
 */
export async function setListMembers(service: Service, query: Members, options: CallOptions): Promise<void> {
  const { listId, contacts } = query;
  if (contacts === 'all' || contacts.length <= MOST_IDS) {
    const body = { contacts: toText(contacts) };
    await service.write({ row: `POST ${ROW}`, method: 'POST', path: toPath(listId), body }, options);
    return;
  }
  await addListMembers(service, query, options);
  const wanted = new Set(contacts);
  const surplus = (await listMemberIds(service, { listId }, options)).filter((id) => !wanted.has(id));
  if (surplus.length > 0) await removeListMembers(service, { listId, contactIds: surplus }, options);
}

/**
 * `PUT /lists/{id}/contacts` (specification, "Lists"): adds to the members, 1,000 a request; those of the requests before
 * a failure are members. Strict rate. @throws AppError `validation` (no contacts), `forbidden`, `not-found`
 */
export async function addListMembers(service: Service, query: Members, options: CallOptions): Promise<void> {
  const { listId, contacts } = query;
  for (const portion of contacts === 'all' ? [contacts] : toPortions(contacts)) {
    const body = { contacts: toText(portion) };
    await service.write({ row: `PUT ${ROW}`, method: 'PUT', path: toPath(listId), body }, options);
  }
}

/**
 * `DELETE /lists/{id}/contacts` (specification, "Lists"): takes contacts off the list, 1,000 a request; those of the
 * requests before a failure are off it. Contacts that this leaves on no list are deleted, for good.
 * @throws AppError `not-found` (no such list, or none of them is on it), `forbidden` (shared to the account)
 */
export async function removeListMembers(
  service: Service,
  query: { readonly listId: ListId; readonly contactIds: readonly ContactId[] },
  options: CallOptions,
): Promise<void> {
  const portions = toPortions(query.contactIds);
  let missing: AppError | undefined;
  let removed = 0;
  for (const portion of portions) {
    const body = { contacts: toText(portion) };
    try {
      await service.write({ row: `DELETE ${ROW}`, method: 'DELETE', path: toPath(query.listId), body }, options);
      removed += 1;
    } catch (error) {
      // Nobody of this portion was on the list: what was wanted holds, if not for all portions.
      if (!isAppError(error, 'not-found')) throw error;
      missing ??= error;
    }
  }
  if (missing !== undefined && removed === 0) throw missing;
}

/**
 * `POST /lists/{id}/contacts/delete` (specification, "Lists"): same as removing, also for all members at once; ids of
 * others are passed over. Contacts that this leaves on no list are deleted, for good. @throws AppError `validation`
 */
export async function deleteListMembers(service: Service, query: Members, options: CallOptions): Promise<void> {
  const path = `${toPath(query.listId)}/delete`;
  for (const body of toBulkBodies(query.contacts)) {
    await service.call({ row: `POST ${ROW}/delete`, method: 'POST', path, body }, options);
  }
}

const ROW = '/lists/{id}/contacts';

function toPath(listId: ListId): string {
  return `/lists/${toSegment(listId)}/contacts`;
}

function toText(contacts: Selection<ContactId>): string {
  return contacts === 'all' ? contacts : contacts.join(',');
}
