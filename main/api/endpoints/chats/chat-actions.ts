/**
 * What a person does to one chat. The specification and the client libraries disagree about the types of nearly every
 * field, so each body exists in both forms (supplement 3.3); the answer, empty or a link, is not read.
 * All throw AppError; a repeat is harmless, but it is the caller's to decide.
 */
import { isAppError } from '#shared/domain/app-error.ts';
import type { ChatId } from '#shared/domain/ids.ts';
import { PINNING } from '../../absence.ts';
import type { CallOptions } from '../../call.ts';
import type { EitherForm, Service } from '../../service.ts';
import { deleteChats, markChatsRead, markChatsUnread } from './chat-bulk-actions.ts';

const STATUS_LETTERS = { active: 'a', closed: 'c', deleted: 'd' } as const;

/**
 * `POST /chats/status` (specification, "Chats"). The specification knows no `d` here (supplement 2.2): a service that
 * refuses the letter, or does not say what it refuses, is asked by `POST /chats/delete`.
 * @throws AppError `validation` or `not-found` where the service knows no such chat
 */
export async function setChatStatus(
  service: Service,
  query: { readonly chatId: ChatId; readonly status: 'active' | 'closed' | 'deleted' },
  options: CallOptions,
): Promise<void> {
  const status = STATUS_LETTERS[query.status];
  try {
    await service.writeEither(toForm('/chats/status', query.chatId, { spec: { status }, sdk: { status } }), options);
  } catch (error) {
    if (query.status !== 'deleted' || !canBeAboutStatus(error)) throw error;
    await deleteChats(service, { chatIds: [query.chatId] }, options);
  }
}

function canBeAboutStatus(error: unknown): boolean {
  if (!isAppError(error, 'validation') || error.status !== 400) return false;
  return Object.keys(error.fields).length === 0 || Object.hasOwn(error.fields, 'status');
}

/**
 * `POST /chats/read/bulk` or `/chats/unread/bulk` (specification, "Chats") for one chat; an id that the service does not
 * know changes nothing. @throws AppError
 */
export function markChatRead(
  service: Service,
  query: { readonly chatId: ChatId; readonly isRead: boolean },
  options: CallOptions,
): Promise<void> {
  const mark = query.isRead ? markChatsRead : markChatsUnread;
  return mark(service, { chatIds: [query.chatId] }, options);
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

/**
 * `POST /chats/pin` (specification, "Chats"; the client libraries have none). @throws AppError `not-found` where the
 * service cannot pin (then remembered) or has no such chat
 */
export async function pinChat(
  service: Service,
  query: { readonly chatId: ChatId; readonly isPinned: boolean },
  options: CallOptions,
): Promise<void> {
  const { isPinned } = query;
  const forms = { spec: { pinned: isPinned ? 1 : 0 }, sdk: { pinned: isPinned } };
  const form = toForm('/chats/pin', query.chatId, forms);
  await service.writeEither({ ...form, ...PINNING }, options);
}

/** The chat's id is text in the specification and a number in the client libraries. */
function toForm(path: string, chatId: ChatId, { spec, sdk }: Pick<EitherForm, 'spec' | 'sdk'>): EitherForm {
  const id = String(chatId);
  return { row: `POST ${path}`, method: 'POST', path, spec: { id, ...spec }, sdk: { id: chatId, ...sdk } };
}
