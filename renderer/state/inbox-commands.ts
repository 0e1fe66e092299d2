import type { ChatView } from '#shared/contract/index.ts';
import type { FocusPlace, InboxCommand } from '#renderer/lib/inbox/keys.ts';
import type { Inbox } from './inbox.svelte.ts';

/** Where a command comes from. */
export interface CommandContext {
  readonly place: FocusPlace;
  /** Whether the field that has the focus is the composer of the open chat. */
  readonly isInComposer: boolean;
  /** Rows that fit on screen. */
  readonly pageRows: number;
}

/** What only the view can do. */
export interface CommandPorts {
  readonly togglePanel: () => void;
  /** Closes what lies over the sheet; false when nothing did. */
  readonly closeOverlay: () => boolean;
  readonly openMenu: (chat: ChatView, kind: 'all' | 'mute', place: FocusPlace) => void;
}

/** Runs the commands of the inbox's keys. */
export class InboxCommands {
  readonly #inbox: Inbox;
  readonly #ports: CommandPorts;

  constructor(inbox: Inbox, ports: CommandPorts) {
    this.#inbox = inbox;
    this.#ports = ports;
  }

  async run(command: InboxCommand, context: CommandContext): Promise<void> {
    const { list } = this.#inbox;
    switch (command) {
      case 'next':
        return this.#moveCursor(this.#cursorIndex() + 1);
      case 'previous':
        return this.#moveCursor(this.#cursorIndex() - 1);
      case 'first':
        return this.#moveCursor(0);
      case 'last':
        return this.#moveCursor(list.total - 1);
      case 'page-down':
        return this.#moveCursor(this.#cursorIndex() + context.pageRows);
      case 'page-up':
        return this.#moveCursor(this.#cursorIndex() - context.pageRows);
      case 'next-chat':
        return this.#openNeighbour(1, context);
      case 'previous-chat':
        return this.#openNeighbour(-1, context);
      case 'next-unread':
        return this.#openNextUnread(context);
      case 'new-message':
        return this.#inbox.startWriting();
      case 'toggle-panel':
        return this.#ports.togglePanel();
      case 'back':
        return this.#goBack();
      default:
        return this.#runOnChat(command, context);
    }
  }

  async #runOnChat(command: InboxCommand, context: CommandContext): Promise<void> {
    const chat = await this.#findTarget(context.place);
    if (chat === null) return;
    const { actions, places, selection, conversation } = this.#inbox;
    switch (command) {
      case 'open':
      case 'write':
        this.#inbox.open(chat);
        return places.go('composer');
      case 'close-or-reopen':
        return this.closeOrReopen(chat);
      case 'read-or-unread':
        if (chat.id === selection.chat?.id && chat.unreadCount === 0) conversation?.keepUnread();
        return void (await actions.toggleRead(chat));
      case 'pin':
        return void (await actions.togglePin(chat));
      case 'mute':
        if (chat.isMuted) return void (await actions.unmute(chat));
        return this.#ports.openMenu(chat, 'mute', context.place);
      case 'menu':
        return this.#ports.openMenu(chat, 'all', context.place);
      default:
        return;
    }
  }

  /** Closes a chat, or opens it again. Where the open one was closed, the next opens: a queue is worked through. */
  async closeOrReopen(chat: ChatView): Promise<void> {
    const { list, selection, actions } = this.#inbox;
    const wasClosed = chat.status === 'closed';
    const index = list.indexOf(chat.id);
    const next = index === -1 ? null : ((await list.chatAt(index + 1)) ?? (await list.chatAt(index - 1)));
    if (!(await actions.setClosed(chat, !wasClosed))) return;
    await list.refresh({ moves: true });
    if (index === -1) return;
    const isOpen = selection.chat?.id === chat.id;
    if (isOpen && !wasClosed) {
      if (next === null) this.#inbox.leave();
      else this.#inbox.open(next);
    } else if (selection.cursor?.chatId === chat.id) {
      selection.moveCursor(next === null ? null : { chatId: next.id, index: Math.max(0, list.indexOf(next.id)) });
    }
  }

  /** The chat that a key means: the row under the keys while the list has the focus, else the open chat. */
  async #findTarget(place: FocusPlace): Promise<ChatView | null> {
    const { selection, list } = this.#inbox;
    const isRow = place === 'list' || selection.chat === null;
    return isRow && selection.cursor !== null ? list.chatAt(this.#cursorIndex()) : selection.chat;
  }

  #cursorIndex(): number {
    const { selection, list } = this.#inbox;
    const cursor = selection.cursor;
    if (cursor === null) return -1;
    const index = list.indexOf(cursor.chatId);
    return index === -1 ? Math.min(cursor.index, list.total - 1) : index;
  }

  async #moveCursor(wanted: number): Promise<void> {
    const { selection, list, places } = this.#inbox;
    const index = Math.max(0, Math.min(wanted, list.total - 1));
    const chat = await list.chatAt(index);
    if (chat === null) return;
    selection.moveCursor({ chatId: chat.id, index });
    places.go('list');
  }

  async #openNeighbour(step: 1 | -1, context: CommandContext): Promise<void> {
    const { list, selection } = this.#inbox;
    const open = selection.chat;
    const index = open === null ? this.#cursorIndex() : list.indexOf(open.id);
    const chat = await list.chatAt(index === -1 ? 0 : index + step);
    if (chat !== null) this.#openKeepingFocus(chat, context);
  }

  async #openNextUnread(context: CommandContext): Promise<void> {
    const { list, selection } = this.#inbox;
    const start = selection.chat === null ? -1 : list.indexOf(selection.chat.id);
    for (let step = 1; step <= list.total; step += 1) {
      const chat = await list.chatAt((start + step) % list.total);
      if (chat === null || chat.unreadCount === 0 || chat.id === selection.chat?.id) continue;
      return this.#openKeepingFocus(chat, context);
    }
  }

  #openKeepingFocus(chat: ChatView, { isInComposer }: CommandContext): void {
    this.#inbox.open(chat);
    if (isInComposer) this.#inbox.places.go('composer');
  }

  #goBack(): void {
    if (this.#ports.closeOverlay()) return;
    if (this.#inbox.isWriting) this.#inbox.stopWriting();
    this.#inbox.places.go('list');
  }
}
