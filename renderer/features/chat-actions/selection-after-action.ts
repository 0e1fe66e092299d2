import type { ChatView } from '#shared/contract/index.ts';
import type { FocusTargets } from '#renderer/app/focus-targets.ts';
import type { ChatList } from '#renderer/features/chat-list/chat-list.svelte.ts';
import type { ListCursor, Selection } from '#renderer/features/chat-list/selection.svelte.ts';

export interface AfterActionOptions {
  readonly list: ChatList;
  readonly selection: Selection;
  readonly places: Pick<FocusTargets, 'entered' | 'goIfLost'>;
  readonly open: (chat: ChatView) => void;
  readonly leave: () => void;
  /** Whether a new message lies on the sheet: then no chat opens over it. */
  readonly isWriting: () => boolean;
  /** Whether the row under the keys is the open chat. */
  readonly hasTwoPanes: () => boolean;
}

/** Whether the action is about that chat. */
type Matches = (chat: ChatView) => boolean;

/**
 * Where the user was when an action put chats away, and where the user goes then: the next chat opens where the open one
 * was among them, and the keys go to the row that stands in its place. Made before the list changes.
 */
export class SelectionAfterAction {
  readonly #options: AfterActionOptions;
  readonly #chat: ChatView | null;
  readonly #nextChat: ChatView | null;
  readonly #wasListed: boolean;
  readonly #cursor: ListCursor | null;
  readonly #nextRow: ChatView | null;
  #hasMovedOn = false;
  /** Whether nothing was opened or begun since the action. */
  #isFree = (): boolean => true;

  constructor(options: AfterActionOptions, matches: Matches) {
    this.#options = options;
    const { chat, cursor } = options.selection;
    this.#chat = chat !== null && matches(chat) ? chat : null;
    this.#wasListed = chat !== null && this.#findPlace(chat.id) !== -1;
    this.#nextChat = this.#chat === null ? null : this.#findNext(this.#chat.id, matches);
    this.#cursor = cursor;
    this.#nextRow = cursor === null ? null : this.#findNext(cursor.chatId, matches);
  }

  /** `isPutAway`: the chats are out of the way now. `isGone`: they are deleted, so none stays open. */
  moveOn({ isPutAway: hasLeft, isGone }: { readonly isPutAway: boolean; readonly isGone: boolean }): void {
    const { list, selection, open, leave, isWriting, hasTwoPanes } = this.#options;
    const cursor = hasTwoPanes() ? null : this.#cursor;
    if (cursor !== null && list.indexOf(cursor.chatId) === -1 && this.#nextRow !== null)
      selection.moveCursor({ chatId: this.#nextRow.id, index: Math.max(0, list.indexOf(this.#nextRow.id)) });
    if (this.#chat === null || !hasLeft || !(this.#wasListed || isGone)) return;
    this.#hasMovedOn = true;
    if (this.#nextChat === null || isWriting()) leave();
    else open(this.#nextChat);
    this.#isFree = this.#watch();
  }

  /**
   * For an undo that begins: goes to the chat that it is about, in two panes wherever the user has gone since the action,
   * unless the user begins something before the undo is done.
   */
  prepareReturn(): () => void {
    const { open, isWriting, hasTwoPanes } = this.#options;
    if (!hasTwoPanes()) return () => this.goBack();
    const isFree = this.#watch();
    return () => {
      if (this.#chat !== null && isFree() && !isWriting()) open(this.#chat);
    };
  }

  /** Back to where it was, unless the user has gone elsewhere since. */
  goBack(): void {
    const { list, selection, open, isWriting, hasTwoPanes } = this.#options;
    const cursor = hasTwoPanes() ? null : this.#cursor;
    if (cursor !== null && selection.cursor?.chatId === this.#nextRow?.id)
      selection.moveCursor({ chatId: cursor.chatId, index: Math.max(0, list.indexOf(cursor.chatId)) });
    const isStill = (selection.chat?.id ?? null) === (this.#nextChat?.id ?? null) && !isWriting();
    if (this.#hasMovedOn && this.#chat !== null && isStill && this.#isFree()) open(this.#chat);
  }

  /** Tells later whether nothing was opened since, nor any place entered where something is written. */
  #watch(): () => boolean {
    const { selection, places } = this.#options;
    const { visit } = selection;
    const { entered } = places;
    return () => visit === selection.visit && entered === places.entered;
  }

  /** The first one after it that stays, else the last one before it; among those that are loaded. */
  #findNext(chatId: number, matches: Matches): ChatView | null {
    const { rows } = this.#options.list.window;
    const place = this.#findPlace(chatId);
    if (place === -1) return null;
    const stays = (chat: ChatView | null): chat is ChatView => chat !== null && chat.id !== chatId && !matches(chat);
    return rows.slice(place).find(stays) ?? rows.slice(0, place).findLast(stays) ?? null;
  }

  /** Where it stands, or stood until it left the list by being read or answered; -1 for one of another list. */
  #findPlace(chatId: number): number {
    const { list, selection } = this.#options;
    const index = list.indexOf(chatId);
    const { cursor } = selection;
    return index === -1 && cursor?.chatId === chatId && cursor.whereabouts !== 'elsewhere' ? cursor.index : index;
  }
}
