import type { ChatView } from '#shared/contract/index.ts';
import type { ChatList } from './chat-list.svelte.ts';
import { findCursorPlace } from './list-cursor.ts';
import type { Selection } from './selection.svelte.ts';

/** Keys that follow each other within this time are one series. */
export const SERIES_MS = 120;

interface CurrentInbox {
  readonly list: Pick<ChatList, 'window' | 'indexOf' | 'total'>;
  readonly selection: Pick<Selection, 'chat' | 'cursor' | 'moveCursor'>;
  readonly hasTwoPanes: boolean;
  readonly isWriting: boolean;
}

interface CurrentRowOptions {
  readonly now: () => number;
  /** Opens a chat whose row the keys are on already. */
  readonly enter: (chat: ChatView) => void;
}

/**
 * The row under the keys. In two panes it is the open chat: its chat opens at once after a single key, and after the last
 * one of a quick series, so that a held key never waits for chats to open.
 */
export class CurrentRow {
  readonly #inbox: CurrentInbox;
  readonly #options: CurrentRowOptions;
  #waiting: ChatView | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #movedAt = Number.NEGATIVE_INFINITY;

  constructor(inbox: CurrentInbox, options: CurrentRowOptions) {
    this.#inbox = inbox;
    this.#options = options;
  }

  /** Whether a key that acts on a chat finds one in two panes. */
  get isMeant(): boolean {
    return this.#waiting !== null || this.#findOpen() !== null;
  }

  /** The keys go to a row. */
  go(chat: ChatView, index: number): void {
    this.#inbox.selection.moveCursor({ chatId: chat.id, index });
    if (!this.#inbox.hasTwoPanes) return;
    const at = this.#options.now();
    const isSeries = at - this.#movedAt < SERIES_MS;
    this.#movedAt = at;
    this.cancel();
    this.#waiting = chat;
    if (isSeries) this.#timer = setTimeout(() => this.settle(), SERIES_MS);
    else this.settle();
  }

  /** Opens the row that the keys went to, if it is not open yet. The chat that a key means then; null: none. */
  settle(): ChatView | null {
    const chat = this.#waiting;
    this.cancel();
    if (chat !== null) this.#options.enter(this.#inbox.list.window.rows[this.#inbox.list.indexOf(chat.id)] ?? chat);
    return this.#findOpen();
  }

  /** Another chat was opened meanwhile, or none is to be. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#waiting = null;
  }

  /** The sheet has come beside the list, where nothing was open: the row under the keys is open from now on. */
  openBeside(): void {
    const { list, selection } = this.#inbox;
    const { index, isOnRow } = findCursorPlace(this.#inbox);
    const chat = isOnRow ? (list.window.rows[index] ?? null) : null;
    if (selection.chat === null && chat !== null) this.#options.enter(chat);
  }

  /** While a new message is on the sheet, no chat is. */
  #findOpen(): ChatView | null {
    return this.#inbox.isWriting ? null : this.#inbox.selection.chat;
  }
}
