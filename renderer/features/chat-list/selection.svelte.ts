import type { ChatView, SwitchboardBridge } from '#shared/contract/index.ts';
import type { Chats } from '#renderer/data/chats.svelte.ts';
import type { ChatList } from './chat-list.svelte.ts';
import { findPlace } from './find-in-list.ts';

/** Keys that follow each other within this time are one series. */
export const SERIES_MS = 120;
/** How often the place of an opened chat is sought: a new text takes it to another one. */
const MOST_TRIES = 2;

/** The row that the keys act on: the chat, and where it stood, for when it is gone. */
export interface ListCursor {
  readonly chatId: number;
  /** -1: in a list that is not shown any more. */
  readonly index: number;
  /**
   * Why no row is under the keys, which mean the chat all the same. 'elsewhere': opened from outside of the list, `index`
   * is where the keys were before; 'moved': it went where nothing is loaded, `index` is where it stood.
   */
  readonly whereabouts?: 'elsewhere' | 'moved';
}

/** Where the keys are in the list. */
export interface CursorPlace {
  /** From 0; the next row down where they are on none. */
  readonly index: number;
  /** Whether a row is under them; false: beside the list's rows, and what they mean is the open chat. */
  readonly isOnRow: boolean;
}

/** Where the list goes on from a chat, `step` rows further: past its row, or from the place that it left. */
export function toNeighbour({ index, isOnRow }: CursorPlace, step: number): number {
  return isOnRow || step < 0 ? index + step : index + step - 1;
}

interface SelectionOptions {
  readonly chats: Chats;
  readonly list: ChatList;
  readonly now: () => number;
  /** Whether list and sheet are side by side; reads runes. */
  readonly hasTwoPanes: () => boolean;
  /** Whether a new message lies on the sheet; reads runes. */
  readonly isWriting: () => boolean;
  /** Opens a chat whose row the keys are on already. */
  readonly enter: (chat: ChatView) => void;
  /** The open chat has a newer view. */
  readonly onFresh: (chat: ChatView) => void;
}

/**
 * Which chat is open and which row the keys are on. The open chat is followed by its id whatever list it is in, and by
 * its number when a provisional chat (negative id) becomes a real one.
 *
 * In two panes the row under the keys is the open chat: its chat opens at once after a single key, and after the last one
 * of a quick series, so that a held key never waits for chats to open.
 */
export class Selection {
  #chatId = $state<number | null>(null);
  #cursor = $state.raw<ListCursor | null>(null);
  #visit = $state(0);
  /** The row that the keys went to, whose chat is not open yet. */
  #next: ChatView | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #movedAt = Number.NEGATIVE_INFINITY;
  readonly #bridge: SwitchboardBridge;
  readonly #options: SelectionOptions;
  readonly #release: () => void;

  constructor(bridge: SwitchboardBridge, options: SelectionOptions) {
    this.#bridge = bridge;
    this.#options = options;
    this.#release = options.chats.follow({
      ids: () => (this.#chatId === null ? [] : [this.#chatId]),
      onAnswer: (chatId, chat) => this.#takeAnswer(chatId, chat),
    });
  }

  /** The open chat as it is shown; null when none is open. Reads runes. */
  get chat(): ChatView | null {
    return this.#chatId === null ? null : this.#options.chats.find(this.#chatId);
  }
  get cursor(): ListCursor | null {
    return this.#cursor;
  }
  /** Counts openings: the same while a provisional chat becomes real. */
  get visit(): number {
    return this.#visit;
  }

  /**
   * Where the keys are. A row that went leaves its place to the one that took it. Not so that of the open chat, which is
   * on the sheet, nor that of one that only moved: no other is meant, and where it stood the list goes on. In two panes
   * no row ever takes its place, and none is under the keys while a new message is on the sheet. In a list that was just
   * chosen, the keys are at its top until they find their chat there. Reads runes.
   */
  get cursorPlace(): CursorPlace {
    const { list, hasTwoPanes, isWriting } = this.#options;
    const cursor = this.#cursor;
    if (cursor === null) return { index: 0, isOnRow: false };
    const index = list.indexOf(cursor.chatId);
    if (index !== -1) return { index, isOnRow: !hasTwoPanes() || !isWriting() };
    if (cursor.index === -1) return { index: 0, isOnRow: false };
    const isMeant = hasTwoPanes() || cursor.chatId === this.#chatId || cursor.whereabouts === 'moved';
    if (isMeant) return { index: Math.min(cursor.index, list.total), isOnRow: false };
    return { index: Math.max(0, Math.min(cursor.index, list.total - 1)), isOnRow: list.total > 0 };
  }

  /** Whether a key that acts on a chat finds one in two panes. */
  get hasCurrent(): boolean {
    return this.#next !== null || this.#findCurrent() !== null;
  }

  /** Opens a chat as far as it is known, and asks main to check it ahead of everything else. */
  open(chat: ChatView): void {
    if (chat.id !== this.#chatId) this.#visit += 1;
    this.#options.chats.add(chat);
    this.#chatId = chat.id;
    void this.#bridge.request('chats.open', { chatId: chat.id });
    void this.refresh();
  }

  close(): void {
    if (this.#chatId !== null) this.#visit += 1;
    this.#chatId = null;
  }

  /** Tells of the open chat as an action shows it. */
  tellFresh(): void {
    const { chat } = this;
    if (chat !== null) this.#options.onFresh(chat);
  }

  moveCursor(cursor: ListCursor | null): void {
    this.#cursor = cursor;
    this.#options.list.seek(null);
  }

  /** Another list is shown: the place in the one before says nothing there. */
  leaveList(): void {
    if (this.#cursor !== null) this.#cursor = { ...this.#cursor, index: -1 };
  }

  /** Asks main for the open chat again. A chat that is gone stays on screen: it may only have moved out of the cache. */
  async refresh(): Promise<void> {
    const chatId = this.#chatId;
    if (chatId === null) return;
    const fresh = await this.#options.chats.refresh(chatId);
    if (fresh !== null) this.#takeAnswer(chatId, fresh);
  }

  /** The keys go to a row. */
  goTo(chat: ChatView, index: number): void {
    this.moveCursor({ chatId: chat.id, index });
    if (!this.#options.hasTwoPanes()) return;
    const at = this.#options.now();
    const isSeries = at - this.#movedAt < SERIES_MS;
    this.#movedAt = at;
    this.cancelNext();
    this.#next = chat;
    if (isSeries) this.#timer = setTimeout(() => this.settle(), SERIES_MS);
    else this.settle();
  }

  /** Opens the row that the keys went to, if it is not open yet. The chat that a key means then; null: none. */
  settle(): ChatView | null {
    const chat = this.#next;
    this.cancelNext();
    const { list, enter } = this.#options;
    if (chat !== null) enter(list.window.rows[list.indexOf(chat.id)] ?? chat);
    return this.#findCurrent();
  }

  /** Another chat was opened meanwhile, or none is to be. */
  cancelNext(): void {
    clearTimeout(this.#timer);
    this.#next = null;
  }

  /** The sheet has come beside the list, where nothing was open: the row under the keys is open from now on. */
  openBeside(): void {
    const { index, isOnRow } = this.cursorPlace;
    const chat = isOnRow ? (this.#options.list.window.rows[index] ?? null) : null;
    if (this.#chatId === null && chat !== null) this.#options.enter(chat);
  }

  /**
   * The keys go with a chat that is opened, from wherever: they mean it at once, and are on its row as soon as that is
   * found, however far down the list. A place beyond the loaded rows is looked for once `opened` has resolved, so that the
   * messages come first. Never do they stay on another chat's row, or the answer would be that one's.
   */
  async followOpened(chat: ChatView, opened?: Promise<unknown>): Promise<void> {
    const { list } = this.#options;
    const known = list.indexOf(chat.id);
    if (known !== -1) {
      this.moveCursor({ chatId: chat.id, index: known });
      return;
    }
    // The place that it left is where the list goes on.
    if (this.#cursor?.chatId === chat.id) return;
    let cursor: ListCursor = { chatId: chat.id, index: this.cursorPlace.index, whereabouts: 'elsewhere' };
    this.moveCursor(cursor);
    await opened;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const index = await findPlace(list, chat.id);
      // Whatever the keys did meanwhile counts, and so does another list.
      if (index === -1 || this.#cursor !== cursor) return;
      cursor = { chatId: chat.id, index };
      this.moveCursor(cursor);
      // From now on its page is read with every answer: the row comes into view with it.
      list.seek(index);
      const there = await list.chatAt(index);
      if (there === null || list.indexOf(chat.id) !== -1) return;
    }
  }

  /**
   * The chat under the keys went where nothing is loaded: the keys stay with it, and never end on the row that took its
   * place unless it has left the list. `isWatched`: whether its row was in view; else the list stays where it is.
   */
  async seekMoved(isWatched: boolean): Promise<void> {
    const { list } = this.#options;
    if (this.#cursor === null) return;
    const { chatId, index: before } = this.#cursor;
    const cursor = { chatId, index: before, whereabouts: 'moved' } as const;
    this.moveCursor(cursor);
    const index = await findPlace(list, chatId);
    if (this.#cursor !== cursor) return;
    if (index === -1) this.moveCursor({ chatId, index: before });
    else if (isWatched) list.seek(index);
  }

  dispose(): void {
    this.#release();
    this.cancelNext();
    this.#chatId = null;
  }

  #takeAnswer(chatId: number, fresh: ChatView): void {
    if (this.#chatId !== chatId) return;
    this.#options.chats.add(fresh);
    // The same row is no move of the keys.
    if (fresh.id !== chatId && this.#cursor?.chatId === chatId) this.#cursor = { ...this.#cursor, chatId: fresh.id };
    this.#chatId = fresh.id;
    this.tellFresh();
  }

  /** While a new message is on the sheet, no chat is. */
  #findCurrent(): ChatView | null {
    return this.#options.isWriting() ? null : this.chat;
  }
}
