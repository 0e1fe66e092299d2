import type { Chat, Page } from '#shared/domain/entities.ts';
import type { ChatId } from '#shared/domain/ids.ts';
import type { CallOptions } from '../../call.ts';
import type { Service } from '../../service.ts';
import { walkPages } from '../../walk.ts';
import { decodeChat } from '../../wire/chats/chat.ts';
import type { ChatOrder } from './chats.ts';
import { toAskedPage } from '../paging.ts';
import type { PageQuery } from '../paging.ts';

/**
 * `GET /chats/search` (specification, "Chats"): one page of the chats in which somebody wrote that text, at most 100.
 * @throws AppError
 */
export function searchChats(
  service: Service,
  query: PageQuery & { readonly text: string },
  options: CallOptions,
): Promise<Page<Chat>> {
  const asked = toAskedPage(query);
  const request = { row: 'GET /chats/search', method: 'GET', path: '/chats/search', asked } as const;
  return service.listRows({ ...request, query: { ...asked, query: query.text } }, decodeChat, options);
}

/** Ids of one request: with their commas about 500 bytes of its address, and answered on one page. */
const IDS_AT_ONCE = 50;
const PAGE_ROWS = 100;
/** After so many chats that nobody asked for, the service does not look at the ids. */
const MOST_STRANGERS = 100;

/**
 * `GET /chats/search/ids` (specification, "Chats"): those of the chats that the service knows, in any order, whatever
 * their status; any number of ids, 50 to a request. Chats that nobody asked for are left out.
 * @throws AppError
 */
export async function listChatsByIds(
  service: Service,
  query: { readonly chatIds: readonly ChatId[] },
  options: CallOptions,
): Promise<readonly Chat[]> {
  const ids = [...new Set(query.chatIds)];
  const chats: Chat[] = [];
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
    chats.push(...(await readNamed(service, ids.slice(at, at + IDS_AT_ONCE), options)));
  }
  return chats;
}

async function readNamed(service: Service, ids: readonly ChatId[], options: CallOptions): Promise<readonly Chat[]> {
  const wanted = new Set(ids);
  const request = { row: 'GET /chats/search/ids', method: 'GET', path: '/chats/search/ids' } as const;
  const readPage = (query: PageQuery): Promise<Page<Chat>> => {
    const asked = toAskedPage(query);
    return service.listRows({ ...request, query: { ...asked, ids: ids.join(',') }, asked }, decodeChat, options);
  };
  const chats: Chat[] = [];
  let strangers = 0;
  const walk = walkPages(readPage, { limit: PAGE_ROWS, keyOf: ({ id }) => id, signal: options.signal });
  for await (const chat of walk) {
    if (wanted.delete(chat.id)) chats.push(chat);
    else strangers += 1;
    if (wanted.size === 0 || strangers > MOST_STRANGERS) break;
  }
  return chats;
}

/**
 * `GET /chats/search/recipients` (specification, "Chats"): one page of the chats with people of that name, on a list of
 * that name, or with that number, at most 100.
 * @throws AppError
 */
export function searchChatsByRecipient(
  service: Service,
  query: PageQuery & { readonly text: string; readonly orderBy: ChatOrder },
  options: CallOptions,
): Promise<Page<Chat>> {
  const asked = toAskedPage(query);
  const path = '/chats/search/recipients';
  const request = { row: `GET ${path}`, method: 'GET', path, asked } as const;
  const { text, orderBy } = query;
  return service.listRows({ ...request, query: { ...asked, query: text, orderBy } }, decodeChat, options);
}
