/**
 * What a person does to many chats at once (specification, "Chats" and "Bulk-action parameter pattern"): to any number
 * of them by id, 500 to a request, or to all that there are. Which status a close, a reopen or a deletion leaves is not
 * documented: read the chats again. Ids that the service does not know change nothing; no ids ask nothing.
 *
 * All throw AppError; after a failure on the way it is a `PartlyDoneError`, which says how many were done. A repeat is
 * harmless.
 */
import type { ChatId } from '#shared/domain/ids.ts';
import { PINNING } from '../../absence.ts';
import { writeBulk } from '../../bulk/bulk-write.ts';
import type { BulkWrite } from '../../bulk/bulk-write.ts';
import type { CallOptions } from '../../call.ts';
import type { Chosen } from '../../bulk/portions.ts';
import type { Service } from '../../service.ts';

/** Chats by id, or all. */
export type ChosenChats = Chosen<'chatIds', ChatId>;

function toBulk(path: string, chosen: ChosenChats): BulkWrite {
  return { path, allAs: 'either', chosen: chosen.all === true ? 'all' : chosen.chatIds };
}

/** `POST /chats/close/bulk`. @throws AppError */
export function closeChats(service: Service, chosen: ChosenChats, options: CallOptions): Promise<void> {
  return writeBulk(service, toBulk('/chats/close/bulk', chosen), options);
}

/** `POST /chats/close/read`: closes every chat that has no unread messages. @throws AppError */
export async function closeReadChats(service: Service, options: CallOptions): Promise<void> {
  await service.write({ row: 'POST /chats/close/read', method: 'POST', path: '/chats/close/read' }, options);
}

/** `POST /chats/reopen/bulk`. @throws AppError */
export function reopenChats(service: Service, chosen: ChosenChats, options: CallOptions): Promise<void> {
  return writeBulk(service, toBulk('/chats/reopen/bulk', chosen), options);
}

const STATUS_LETTERS = { active: 'a', closed: 'c', deleted: 'd' } as const;

/** `POST /chats/delete`: the named chats, all of them, or all of a status. @throws AppError */
export function deleteChats(
  service: Service,
  chosen: ChosenChats | { readonly status: 'active' | 'closed' | 'deleted' },
  options: CallOptions,
): Promise<void> {
  const path = '/chats/delete';
  if (!('status' in chosen)) return writeBulk(service, toBulk(path, chosen), options);
  return writeBulk(service, { path, allAs: 'either', chosen: { status: STATUS_LETTERS[chosen.status] } }, options);
}

/** `POST /chats/mute/bulk`. `hours` null: without end. @throws AppError */
export function muteChats(
  service: Service,
  { hours, ...chosen }: ChosenChats & { readonly hours: number | null },
  options: CallOptions,
): Promise<void> {
  const bulk = toBulk('/chats/mute/bulk', chosen);
  if (hours === null) return writeBulk(service, bulk, options);
  return writeBulk(service, { ...bulk, also: { spec: { for: String(hours) }, sdk: { for: hours } } }, options);
}

/** `POST /chats/unmute/bulk`. @throws AppError */
export function unmuteChats(service: Service, chosen: ChosenChats, options: CallOptions): Promise<void> {
  return writeBulk(service, toBulk('/chats/unmute/bulk', chosen), options);
}

/** `POST /chats/pin/bulk`. @throws AppError `not-found` where the service cannot pin (then remembered) */
export function pinChats(service: Service, chosen: ChosenChats, options: CallOptions): Promise<void> {
  return writeBulk(service, { ...toBulk('/chats/pin/bulk', chosen), ...PINNING }, options);
}

/** `POST /chats/unpin/bulk`. @throws AppError `not-found` where the service cannot pin (then remembered) */
export function unpinChats(service: Service, chosen: ChosenChats, options: CallOptions): Promise<void> {
  return writeBulk(service, { ...toBulk('/chats/unpin/bulk', chosen), ...PINNING }, options);
}

/** `POST /chats/read/bulk`. @throws AppError */
export function markChatsRead(service: Service, chosen: ChosenChats, options: CallOptions): Promise<void> {
  return writeBulk(service, toBulk('/chats/read/bulk', chosen), options);
}

/** `POST /chats/unread/bulk`. @throws AppError */
export function markChatsUnread(service: Service, chosen: ChosenChats, options: CallOptions): Promise<void> {
  return writeBulk(service, toBulk('/chats/unread/bulk', chosen), options);
}
