/**
 * What a person does to chats. The specification and the client libraries disagree about the types of nearly every
 * field, so each body exists in both forms (supplement 3.3); the answer, empty or a link, is not read.
 * All throw AppError; a repeat is harmless, but it is the caller's to decide.
 */
import type { ChatId } from '#shared/domain/ids.ts';
import type { CallOptions } from '../call.ts';
import type { EitherForm, Service } from '../service.ts';

/** `POST /chats/status` (specification, "Chats"). @throws AppError `validation` where the service knows no such chat */
export async function setChatStatus(
  service: Service,
  query: { readonly chatId: ChatId; readonly status: 'active' | 'closed' },
  options: CallOptions,
): Promise<void> {
  const status = query.status === 'active' ? 'a' : 'c';
  const form = toForm('/chats/status', query.chatId, { spec: { status }, sdk: { status } });
  await service.writeEither(form, options);
}

/** `POST /chats/read/bulk` or `/chats/unread/bulk` (specification, "Chats") for any number of chats. @throws AppError */
export async function markChatsRead(
  service: Service,
  query: { readonly chatIds: readonly ChatId[]; readonly isRead: boolean },
  options: CallOptions,
): Promise<void> {
  const path = query.isRead ? '/chats/read/bulk' : '/chats/unread/bulk';
  const ids = query.chatIds.join(',');
  const forms = { spec: { ids, all: 0 }, sdk: { ids, all: false } };
  await service.writeEither({ row: `POST ${path}`, method: 'POST', path, ...forms }, options);
}

/** Same for one chat; an id that the service does not know changes nothing. @throws AppError */
export function markChatRead(
  service: Service,
  query: { readonly chatId: ChatId; readonly isRead: boolean },
  options: CallOptions,
): Promise<void> {
  return markChatsRead(service, { chatIds: [query.chatId], isRead: query.isRead }, options);
}

/** `POST /chats/mute` (specification, "Chats"). `hours` null: without end. @throws AppError */
export async function muteChat(
  service: Service,
  query: { readonly chatId: ChatId; readonly isMuted: boolean; readonly hours: number | null },
  options: CallOptions,
): Promise<void> {
  const { isMuted } = query;
  const hours = isMuted ? query.hours : null;
  const spec = { mute: isMuted ? 1 : 0, ...(hours === null ? {} : { for: String(hours) }) };
  const sdk = { mute: isMuted, ...(hours === null ? {} : { for: hours }) };
  await service.writeEither(toForm('/chats/mute', query.chatId, { spec, sdk }), options);
}

/** `POST /chats/pin` (specification, "Chats"; the client libraries have none). @throws AppError `not-found` where absent */
export async function pinChat(
  service: Service,
  query: { readonly chatId: ChatId; readonly isPinned: boolean },
  options: CallOptions,
): Promise<void> {
  const { isPinned } = query;
  const forms = { spec: { pinned: isPinned ? 1 : 0 }, sdk: { pinned: isPinned } };
  await service.writeEither(toForm('/chats/pin', query.chatId, forms), options);
}

/** The chat's id is text in the specification and a number in the client libraries. */
function toForm(path: string, chatId: ChatId, { spec, sdk }: Pick<EitherForm, 'spec' | 'sdk'>): EitherForm {
  const id = String(chatId);
  return { row: `POST ${path}`, method: 'POST', path, spec: { id, ...spec }, sdk: { id: chatId, ...sdk } };
}
