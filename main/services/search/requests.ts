import type { Store } from '#main/store/api.ts';
import type { HandlersOf } from '#main/services/handler-types.ts';
import type { ChatView } from '#shared/contract/index.ts';
import { toChatId, type ChatId } from '#shared/domain/ids.ts';

/** Search in the cache as the user types, and search at the service. */
export const searchHandlers: HandlersOf<'search'> = {
  'search.find': ({ search }, input) => search.find(input),
  'search.askService': async ({ session }, { query }) => {
    const { store, sync } = session.getAccount();
    const { byText, byPerson, hasMore } = await sync.searchChats(query.trim());
    return { byText: await findChats(store, byText), byPerson: await findChats(store, byPerson), hasMore };
  },
  'search.findInChat': async ({ session }, { chatId, query }) => {
    const { sync } = session.getAccount();
    // The service has no messages of a chat that only this computer knows.
    return { key: chatId < 0 ? null : await sync.findInChat(toChatId(chatId), query.trim()) };
  },
};

async function findChats(store: Pick<Store, 'findChat'>, chatIds: readonly ChatId[]): Promise<ChatView[]> {
  const chats = await Promise.all(chatIds.map((chatId) => store.findChat({ chatId, phone: null })));
  return chats.filter((chat) => chat !== null);
}
