import type { ChatView } from '#shared/contract/index.ts';
import type { FocusPlace, InboxCommand, SearchCommand } from '#renderer/lib/inbox/keys.ts';
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
  /** Opens the palette as that command means it. */
  readonly search: (command: SearchCommand) => void;
  /** Whether the service can pin chats. */
  readonly canPin: () => boolean;
  readonly openMenu: (chat: ChatView, kind: 'all' | 'mute', place: FocusPlace) => void;
}

type Run = (context: CommandContext) => void | Promise<void>;
type RunOnChat = (chat: ChatView, context: CommandContext) => unknown;

/** Runs the commands of the inbox's keys. */
export class InboxCommands {
  readonly #inbox: Inbox;
  readonly #ports: CommandPorts;
  readonly #moves: Partial<Record<InboxCommand, Run>>;
  readonly #acts: Partial<Record<InboxCommand, RunOnChat>>;

  constructor(inbox: Inbox, ports: CommandPorts) {
    this.#inbox = inbox;
    this.#ports = ports;
    this.#moves = {
      next: () => this.#moveCursor(this.#cursorIndex() + 1),
      previous: () => this.#moveCursor(this.#cursorIndex() - 1),
      first: () => this.#moveCursor(0),
      last: () => this.#moveCursor(inbox.list.total - 1),
      'page-down': ({ pageRows }) => this.#moveCursor(this.#cursorIndex() + pageRows),
      'page-up': ({ pageRows }) => this.#moveCursor(this.#cursorIndex() - pageRows),
      'next-chat': (context) => this.#openNeighbour(1, context),
      'previous-chat': (context) => this.#openNeighbour(-1, context),
      'next-unread': (context) => this.#openNextUnread(context),
      'new-message': () => inbox.startWriting(),
      'toggle-panel': () => ports.togglePanel(),
      search: () => ports.search('search'),
      'search-people': () => ports.search('search-people'),
      'search-everywhere': () => ports.search('search-everywhere'),
      'find-in-chat': () => ports.search('find-in-chat'),
      back: () => this.#goBack(),
    };
    this.#acts = {
      open: (chat) => this.#write(chat),
      write: (chat) => this.#write(chat),
      'close-or-reopen': (chat) => this.closeOrReopen(chat),
      'read-or-unread': (chat) => this.toggleRead(chat),
      pin: (chat) => (ports.canPin() ? inbox.actions.togglePin(chat) : undefined),
      mute: (chat, context) => this.#mute(chat, context),
      menu: (chat, { place }) => ports.openMenu(chat, 'all', place),
    };
  }

  async run(command: InboxCommand, context: CommandContext): Promise<void> {
    await this.#moves[command]?.(context);
    const act = this.#acts[command];
    const chat = act === undefined ? null : await this.#findTarget(context.place);
    if (chat !== null) await act?.(chat, context);
  }

  /** Marks read what is unread, and the other way round; what is open stays unread until it is left. */
  async toggleRead(chat: ChatView): Promise<void> {
    const { actions, selection, conversation } = this.#inbox;
    if (chat.id === selection.chat?.id && chat.unreadCount === 0) conversation?.keepUnread();
    await actions.toggleRead(chat);
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
      this.#openKeepingFocus(chat, context);
      return;
    }
  }

  #openKeepingFocus(chat: ChatView, { isInComposer }: CommandContext): void {
    this.#inbox.open(chat);
    if (isInComposer) this.#inbox.places.go('composer');
  }

  #write(chat: ChatView): void {
    this.#inbox.open(chat);
    this.#inbox.places.go('composer');
  }

  async #mute(chat: ChatView, { place }: CommandContext): Promise<void> {
    if (chat.isMuted) await this.#inbox.actions.unmute(chat);
    else this.#ports.openMenu(chat, 'mute', place);
  }

  #goBack(): void {
    if (this.#ports.closeOverlay()) return;
    if (this.#inbox.isWriting) this.#inbox.stopWriting();
    this.#inbox.places.go('list');
  }
}
