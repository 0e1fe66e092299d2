/**
 * What happens first: account → first page of active chats (from here on the list is usable) → newest messages.
 * With a warm cache it closes the gap since the last run.
 */
import type { Chat } from '#shared/domain/entities.ts';
import { readAccount } from './account.ts';
import type { SyncContext } from './context.ts';
import type { FeedReader } from './feed-reader.ts';
import type { Readers } from './readers.ts';
import { forEachOf, together } from './together.ts';

const FIRST_CHATS = 50;
/** Of a warm cache, as long as all of a page changed since the last run. */
const MOST_CHAT_PAGES = 20;
const FEED_LIMIT = 100;
/** Further pages of each feed that a fresh cache gets before anything else. */
const EXTRA_PAGES = 2;
const TOP_CHATS = 30;
const TOP_CHAT_MESSAGES = 20;
const AT_ONCE = 4;

/** Runs the opening to its end; may be run again from the start after a failure. */
export async function runOpening(context: SyncContext, readers: Readers): Promise<void> {
  const { board } = context;
  board.progress('account', 0, null);
  await readAccount(context);
  board.progress('chats', 0, null);
  const maxPages = (await readers.outbound.isFresh()) ? 1 : MOST_CHAT_PAGES;
  const { chats } = await readers.chats.readNewest({ limit: FIRST_CHATS, maxPages, priority: 'sync' });
  board.progress('messages', 0, null);
  const isFresh = (await readers.outbound.isFresh()) || (await readers.inbound.isFresh());
  const seen = await together([readHead(readers.outbound), readHead(readers.inbound)]);
  if (isFresh || readers.inbound.isAbsent) {
    const seenPhones = new Set(seen.flatMap((news) => [...news.seenPhones]));
    // Without the inbound feed nothing but the chats themselves shows what people wrote.
    const uncovered = (chat: Chat): boolean => readers.inbound.isAbsent || !seenPhones.has(chat.phone);
    await readTopChats(readers, chats.slice(0, TOP_CHATS).filter(uncovered));
  }
  await context.store.openNotices({});
  // What an earlier run read is not counted again at each start.
  if (isFresh) board.progress('messages', await context.store.countMessages({}), null);
}

async function readHead(feed: FeedReader): ReturnType<FeedReader['readHead']> {
  const isFresh = await feed.isFresh();
  const news = await feed.readHead({ limit: FEED_LIMIT, priority: 'sync' });
  let hasOlder = isFresh;
  for (let extra = 0; extra < EXTRA_PAGES && hasOlder; extra += 1) hasOlder = await feed.readOlder('sync');
  return news;
}

async function readTopChats(readers: Readers, chats: readonly Chat[]): Promise<void> {
  await forEachOf(chats, AT_ONCE, async (chat) => {
    const { id: chatId, phone } = chat;
    await readers.messages.readNewest({ chatId, phone, priority: 'sync', limit: TOP_CHAT_MESSAGES });
  });
}
