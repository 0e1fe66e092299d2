import type { Chat, Page } from '#shared/domain/entities.ts';
import type { ChatId, PhoneKey } from '#shared/domain/ids.ts';
import { toSegment } from '../../address.ts';
import type { CallOptions, CallRequest } from '../../call.ts';
import type { Service } from '../../service.ts';
import { decodeChat, decodeUnreadTotal } from '../../wire/chats/chat.ts';
import { toAskedPage, toSwitch } from '../paging.ts';
import type { PageQuery } from '../paging.ts';

/** The service offers no direction: newest or most first. */
export type ChatOrder = 'id' | 'unread' | 'messageTime';

export interface ListChatsQuery extends PageQuery {
  readonly status: 'active' | 'closed' | 'deleted';
  readonly orderBy: ChatOrder;
  /** Unread chats only. Not every service knows it: filter again. */
  readonly isUnreadOnly?: boolean;
  /** Pinned chats before the others. Not every service knows it. */
  readonly isPinnedFirst?: boolean;
  /** A voice call counts as the last item of a chat. */
  readonly withCalls?: boolean;
  /** More about the contact of each chat, where the service makes a difference. */
  readonly withContacts?: boolean;
}

const STATUS_LETTERS = { active: 'a', closed: 'c', deleted: 'd' } as const;

/**
 * `GET /chats` (specification, "Chats"): one page of the chats of a status, at most 100. `updatedAt` is the time of the
 * last *incoming* message.
 * @throws AppError
 */
export function listChats(service: Service, query: ListChatsQuery, options: CallOptions): Promise<Page<Chat>> {
  const asked = toAskedPage(query);
  const { status, orderBy, isUnreadOnly, isPinnedFirst, withCalls, withContacts } = query;
  const switches = {
    unread: toSwitch(isUnreadOnly),
    pinned: toSwitch(isPinnedFirst),
    voice: toSwitch(withCalls),
    flat: toSwitch(withContacts),
  };
  return service.listRows(
    {
      row: 'GET /chats',
      method: 'GET',
      path: '/chats',
      query: { ...asked, status: STATUS_LETTERS[status], orderBy, ...switches },
      asked,
    },
    decodeChat,
    options,
  );
}

/** `GET /chats/{id}` (specification, "Chats"). @throws AppError `not-found` */
export function getChat(service: Service, query: { readonly chatId: ChatId }, options: CallOptions): Promise<Chat> {
  const path = `/chats/${toSegment(query.chatId)}`;
  return service.getRow({ row: 'GET /chats/{id}', method: 'GET', path }, decodeChat, options);
}

export interface ChatByPhoneQuery {
  readonly phone: PhoneKey;
  /** Creates the chat where there is none. */
  readonly upsert: boolean;
  /** Reopens the chat where it is closed. */
  readonly reopen: boolean;
}

/**
 * `GET /chats/{phone}/by/phone` (specification, "Chats"). Both switches are always sent: the specification and the
 * client libraries disagree about the default of `reopen`, and a look-up must not reopen anything.
 * @throws AppError `not-found` without `upsert`
 */
export function getChatByPhone(service: Service, query: ChatByPhoneQuery, options: CallOptions): Promise<Chat> {
  return service.getRow(toChatByPhone(query), decodeChat, options);
}

/** Same, without creating or reopening anything; undefined where there is no chat. @throws AppError */
export function findChatByPhone(
  service: Service,
  query: { readonly phone: PhoneKey },
  options: CallOptions,
): Promise<Chat | undefined> {
  const lookUp = { phone: query.phone, upsert: false, reopen: false };
  return service.find(async () => await getChatByPhone(service, lookUp, options));
}

function toChatByPhone({ phone, upsert, reopen }: ChatByPhoneQuery): CallRequest {
  return {
    row: 'GET /chats/{phone}/by/phone',
    method: 'GET',
    path: `/chats/${toSegment(phone)}/by/phone`,
    query: { upsert: upsert ? 1 : 0, reopen: reopen ? 1 : 0 },
  };
}

/** `GET /chats/unread/count` (supplement 2.1): unread messages in all chats together. @throws AppError */
export function getUnreadTotal(service: Service, options: CallOptions): Promise<number> {
  const path = '/chats/unread/count';
  return service.getRow({ row: `GET ${path}`, method: 'GET', path }, decodeUnreadTotal, options);
}
