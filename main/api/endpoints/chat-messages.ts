import type { Message, Page } from '#shared/domain/entities.ts';
import type { ChatId, PhoneKey } from '#shared/domain/ids.ts';
import { toSegment } from '../address.ts';
import type { CallOptions } from '../call.ts';
import type { Service } from '../service.ts';
import { decodeChatMessage } from '../wire/chat-message.ts';
import { toAskedPage } from './paging.ts';
import type { PageQuery } from './paging.ts';

export interface ChatMessagesQuery extends PageQuery {
  readonly chatId: ChatId;
  /** Number of the chat: tells which side of a message is ours where the service does not. */
  readonly phone: PhoneKey;
}

/**
 * `GET /chats/{id}/message` (specification, "Chats"): one page of a chat's messages, newest first, at most 100; without
 * calls and team notes. A 400 means that the service takes the number of the chat for invalid.
 * @throws AppError
 */
export function listChatMessages(
  service: Service,
  query: ChatMessagesQuery,
  options: CallOptions,
): Promise<Page<Message>> {
  const asked = toAskedPage(query);
  const path = `/chats/${toSegment(query.chatId)}/message`;
  const request = {
    row: 'GET /chats/{id}/message',
    method: 'GET',
    path,
    query: { ...asked, direction: 'desc' },
    asked,
  } as const;
  return service.listRows(request, (row) => decodeChatMessage(row, query.phone), options);
}
