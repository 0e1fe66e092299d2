import type { ChatView } from '#shared/contract/index.ts';
import type { ChatList } from './chat-list.svelte.ts';
import { findPlace } from './next-unread.ts';
import type { Selection } from './selection.svelte.ts';

interface Panes {
  /** Whether the row under the keys is the open chat. */
  readonly hasTwoPanes: boolean;
  /** Whether a new message lies on the sheet. */
  readonly isWriting: boolean;
}

interface Ports extends Panes {
  readonly selection: Pick<Selection, 'chat' | 'cursor'>;
  readonly list: Pick<ChatList, 'indexOf' | 'total'>;
}

/** Where the keys are in the list. */
export interface CursorPlace {
  /** From 0; the next row down where they are on none. */
  readonly index: number;
  /** Whether a row is under them; false: beside the list's rows, and what they mean is the open chat. */
  readonly isOnRow: boolean;
}

/**
 * Where the keys are. A row that went leaves its place to the one that took it. Not so that of the open chat, which is on
 * the sheet, nor that of one that only moved: no other is meant, and where it stood the list goes on. In two panes no row
 * ever takes its place, and none is under the keys while a new message is on the sheet. In a list that was just chosen,
 * the keys are at its top until they find their chat there. Reads runes.
 */
export function findCursorPlace({ selection, list, hasTwoPanes, isWriting }: Ports): CursorPlace {
  const { cursor, chat } = selection;
  if (cursor === null) return { index: 0, isOnRow: false };
  const index = list.indexOf(cursor.chatId);
  if (index !== -1) return { index, isOnRow: !hasTwoPanes || !isWriting };
  if (cursor.index === -1) return { index: 0, isOnRow: false };
  const isMeant = hasTwoPanes || cursor.chatId === chat?.id || cursor.whereabouts === 'moved';
  if (isMeant) return { index: Math.min(cursor.index, list.total), isOnRow: false };
  return { index: Math.max(0, Math.min(cursor.index, list.total - 1)), isOnRow: list.total > 0 };
}

/** Where the list goes on from a chat, `step` rows further: past its row, or from the place that it left. */
export function toNeighbour({ index, isOnRow }: CursorPlace, step: number): number {
  return isOnRow || step < 0 ? index + step : index + step - 1;
}

interface FollowPorts extends Panes {
  readonly selection: Pick<Selection, 'chat' | 'cursor' | 'moveCursor'>;
  readonly list: ChatList;
}

/**
 * The keys go with a chat that is opened, from wherever: they mean it at once, and are on its row as soon as that is
 * found, however far down the list. Never do they stay on another chat's row, or the answer would be that one's.
 */
export async function followOpened(ports: FollowPorts, chat: ChatView): Promise<void> {
  const { selection, list } = ports;
  const known = list.indexOf(chat.id);
  if (known !== -1) {
    selection.moveCursor({ chatId: chat.id, index: known });
    return;
  }
  // The place that it left is where the list goes on.
  if (selection.cursor?.chatId === chat.id) return;
  const cursor = { chatId: chat.id, index: findCursorPlace(ports).index, whereabouts: 'elsewhere' } as const;
  selection.moveCursor(cursor);
  const index = await findPlace(list, chat);
  // Whatever the keys did meanwhile counts, and so does another list.
  if (index === -1 || selection.cursor !== cursor) return;
  selection.moveCursor({ chatId: chat.id, index });
  // From now on its page is read with every answer: the row comes into view with it.
  list.look(index, index);
}

interface SeekPorts extends FollowPorts {
  readonly find: (chatId: number) => Promise<ChatView | null>;
}

/**
 * The chat under the keys went where nothing is loaded: the keys stay with it, and never end on the row that took its
 * place unless it has left the list. `isWatched`: whether somebody looked at its row; else the list stays where it is.
 */
export async function seekMoved(inbox: SeekPorts, isWatched: boolean): Promise<void> {
  const { selection, list } = inbox;
  if (selection.cursor === null) return;
  const { chatId, index: before } = selection.cursor;
  const cursor = { chatId, index: before, whereabouts: 'moved' } as const;
  selection.moveCursor(cursor);
  const chat = await inbox.find(chatId);
  const index = chat === null ? -1 : await findPlace(list, chat);
  if (selection.cursor !== cursor) return;
  if (index === -1) selection.moveCursor({ chatId, index: before });
  else if (isWatched) list.look(index, index);
}
