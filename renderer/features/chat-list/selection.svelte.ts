import type { ChatView, SwitchboardBridge } from '#shared/contract/index.ts';

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

/**
 * Which chat is open and which row the keys are on. The open chat is followed by its id whatever list it is in, and by
 * its number when a provisional chat (negative id) becomes a real one.
 */
export class Selection {
  #chat = $state.raw<ChatView | null>(null);
  #cursor = $state.raw<ListCursor | null>(null);
  #visit = $state(0);
  #asked = 0;
  readonly #bridge: SwitchboardBridge;
  readonly #onFresh: (chat: ChatView) => void;
  readonly #undo: readonly (() => void)[];

  /** `onFresh`: the open chat as main tells it anew. */
  constructor(bridge: SwitchboardBridge, onFresh: (chat: ChatView) => void) {
    this.#bridge = bridge;
    this.#onFresh = onFresh;
    this.#undo = [
      bridge.on('chats.changed', ({ chatIds, everything }) => {
        const id = this.#chat?.id;
        // A provisional chat ends under an id that nobody here knows yet.
        if (id !== undefined && (everything || id < 0 || chatIds.includes(id))) void this.refresh();
      }),
      bridge.onResync(() => void this.refresh()),
    ];
  }

  /** The open chat as main last told it; null when none is. */
  get chat(): ChatView | null {
    return this.#chat;
  }
  get cursor(): ListCursor | null {
    return this.#cursor;
  }
  /** Counts openings: the same while a provisional chat becomes real. */
  get visit(): number {
    return this.#visit;
  }

  /** Opens a chat as far as it is known, and asks main to check it ahead of everything else. */
  open(chat: ChatView): void {
    if (chat.id !== this.#chat?.id) this.#visit += 1;
    this.#chat = chat;
    void this.#bridge.request('chats.open', { chatId: chat.id });
    void this.refresh();
  }

  close(): void {
    if (this.#chat !== null) this.#visit += 1;
    this.#chat = null;
  }

  /** Shows a newer view of the open chat. */
  patch(chat: ChatView): void {
    if (chat.id !== this.#chat?.id) return;
    // What was asked before tells it as it was.
    this.#asked += 1;
    this.#chat = chat;
    this.#onFresh(chat);
  }

  moveCursor(cursor: ListCursor | null): void {
    this.#cursor = cursor;
  }

  /** Another list is shown: the place in the one before says nothing there. */
  leaveList(): void {
    if (this.#cursor !== null) this.#cursor = { ...this.#cursor, index: -1 };
  }

  /** Asks main for the open chat again. A chat that is gone stays on screen: it may only have moved out of the cache. */
  async refresh(): Promise<void> {
    const open = this.#chat;
    if (open === null) return;
    this.#asked += 1;
    const asked = this.#asked;
    const fresh = await this.#find(open);
    if (fresh === null || asked !== this.#asked || this.#chat?.id !== open.id) return;
    // The same row is no move of the keys.
    if (fresh.id !== open.id && this.#cursor?.chatId === open.id) this.#cursor = { ...this.#cursor, chatId: fresh.id };
    this.#chat = fresh;
    this.#onFresh(fresh);
  }

  dispose(): void {
    for (const undo of this.#undo) undo();
    this.#asked += 1;
  }

  async #find({ id, phone }: ChatView): Promise<ChatView | null> {
    const byId = await this.#bridge.request('chats.find', { chatId: id, phone: null });
    if (byId.ok && byId.value !== null) return byId.value;
    if (!byId.ok || id > 0) return null;
    const byPhone = await this.#bridge.request('chats.find', { chatId: null, phone });
    return byPhone.ok ? byPhone.value : null;
  }
}
