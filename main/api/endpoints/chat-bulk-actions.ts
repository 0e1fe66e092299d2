/**
 * What a person does to many chats at once (specification, "Chats" and "Bulk-action parameter pattern"): to any number
 * of them by id, 500 to a request, or to all that there are. Which status a close, a reopen or a deletion leaves is not
 * documented: read the chats again. Ids that the service does not know change nothing; no ids ask nothing.
 *
 * All throw AppError; after a failure on the way it is a `PartlyDoneError`, which says how many were done. A repeat is
 * harmless.
 */
import type { ChatId } from '#shared/domain/ids.ts';
import type { CallOptions } from '../call.ts';
import { writePortions } from '../portions.ts';
import type { EitherForm, Service } from '../service.ts';

/** Chats by id, or all. */
export type ChosenChats = { readonly chatIds: readonly ChatId[] } | { readonly all: true };

interface BulkAction extends Pick<EitherForm, 'feature' | 'absence'> {
  readonly path: string;
  /** Fields besides the chosen chats. */
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly sdk?: Readonly<Record<string, unknown>>;
}

interface BulkCall {
  readonly chosen: ChosenChats;
  readonly options: CallOptions;
}

/** `all` is a digit in the specification and a boolean in the client libraries. */
async function writeBulk(service: Service, action: BulkAction, { chosen, options }: BulkCall): Promise<void> {
  const { path, spec, sdk, ...feature } = action;
  const request = { ...feature, row: `POST ${path}`, method: 'POST', path } as const;
  const write = (ids: { readonly ids?: string }, isAll: boolean): Promise<unknown> => {
    const forms = { spec: { ...ids, all: isAll ? 1 : 0, ...spec }, sdk: { ...ids, all: isAll, ...sdk } };
    return service.writeEither({ ...request, ...forms }, options);
  };
  if ('all' in chosen) await write({}, true);
  else await writePortions(chosen.chatIds, (portion) => write({ ids: portion.join(',') }, false));
}

/** `POST /chats/close/bulk`. @throws AppError */
export function closeChats(service: Service, chosen: ChosenChats, options: CallOptions): Promise<void> {
  return writeBulk(service, { path: '/chats/close/bulk' }, { chosen, options });
}

/** `POST /chats/close/read`: closes every chat that has no unread messages. @throws AppError */
export async function closeReadChats(service: Service, options: CallOptions): Promise<void> {
  await service.write({ row: 'POST /chats/close/read', method: 'POST', path: '/chats/close/read' }, options);
}

/** `POST /chats/reopen/bulk`. @throws AppError */
export function reopenChats(service: Service, chosen: ChosenChats, options: CallOptions): Promise<void> {
  return writeBulk(service, { path: '/chats/reopen/bulk' }, { chosen, options });
}

const STATUS_LETTERS = { active: 'a', closed: 'c', deleted: 'd' } as const;

/** `POST /chats/delete`: the named chats, all of them, or all of a status. @throws AppError */
export async function deleteChats(
  service: Service,
  chosen: ChosenChats | { readonly status: 'active' | 'closed' | 'deleted' },
  options: CallOptions,
): Promise<void> {
  const path = '/chats/delete';
  if (!('status' in chosen)) {
    await writeBulk(service, { path }, { chosen, options });
    return;
  }
  const status = STATUS_LETTERS[chosen.status];
  const forms = { spec: { all: 0, status }, sdk: { all: false, status } };
  await service.writeEither({ row: `POST ${path}`, method: 'POST', path, ...forms }, options);
}

/** `POST /chats/mute/bulk`. `hours` null: without end. @throws AppError */
export function muteChats(
  service: Service,
  { hours, ...chosen }: ChosenChats & { readonly hours: number | null },
  options: CallOptions,
): Promise<void> {
  const fields = hours === null ? {} : { spec: { for: String(hours) }, sdk: { for: hours } };
  return writeBulk(service, { path: '/chats/mute/bulk', ...fields }, { chosen, options });
}

/** `POST /chats/unmute/bulk`. @throws AppError */
export function unmuteChats(service: Service, chosen: ChosenChats, options: CallOptions): Promise<void> {
  return writeBulk(service, { path: '/chats/unmute/bulk' }, { chosen, options });
}

const PINNING = { feature: 'pinning', absence: 'ask' } as const;

/** `POST /chats/pin/bulk`. @throws AppError `not-found` where the service cannot pin (then remembered) */
export function pinChats(service: Service, chosen: ChosenChats, options: CallOptions): Promise<void> {
  return writeBulk(service, { path: '/chats/pin/bulk', ...PINNING }, { chosen, options });
}

/** `POST /chats/unpin/bulk`. @throws AppError `not-found` where the service cannot pin (then remembered) */
export function unpinChats(service: Service, chosen: ChosenChats, options: CallOptions): Promise<void> {
  return writeBulk(service, { path: '/chats/unpin/bulk', ...PINNING }, { chosen, options });
}

/** `POST /chats/read/bulk`. @throws AppError */
export function markChatsRead(service: Service, chosen: ChosenChats, options: CallOptions): Promise<void> {
  return writeBulk(service, { path: '/chats/read/bulk' }, { chosen, options });
}

/** `POST /chats/unread/bulk`. @throws AppError */
export function markChatsUnread(service: Service, chosen: ChosenChats, options: CallOptions): Promise<void> {
  return writeBulk(service, { path: '/chats/unread/bulk' }, { chosen, options });
}
