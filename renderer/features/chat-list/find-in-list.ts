/** Finds chats of a list beyond those that are loaded, by asking main. */
import type { ChatView } from '#shared/contract/index.ts';
import type { ChatList } from './chat-list.svelte.ts';

type List = Pick<ChatList, 'window' | 'askPlace'>;

/** Where the search for the next one begins. */
interface Start {
  /** The first place that is looked at. */
  readonly index: number;
  /** The chat that is left. */
  readonly openId: number | null;
}

/**
 * The next chat of the list with unread messages, from the top again after the end; null where there is none. What is
 * loaded is looked through; beyond it main names the next one, however many read ones lie between.
 */
export async function findNextUnread(list: List, { index, openId }: Start): Promise<ChatView | null> {
  const { rows } = list.window;
  let belowId = rows[index - 1]?.id ?? null;
  for (let step = 0; step < rows.length; step += 1) {
    const at = (index + step) % rows.length;
    if (at === 0) belowId = null;
    const chat = rows[at] ?? null;
    if (chat === null) return (await list.askPlace({ kind: 'unread', belowId, exceptId: openId }))?.chat ?? null;
    if (chat.unreadCount > 0 && chat.id !== openId) return chat;
    belowId = chat.id;
  }
  return null;
}

/** The place of a chat in the whole list, loaded or not; -1 where it is not in the list, or main does not answer. */
export async function findPlace(list: Pick<List, 'askPlace'>, chatId: number): Promise<number> {
  return (await list.askPlace({ kind: 'chat', chatId }))?.index ?? -1;
}
