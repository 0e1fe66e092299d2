import type { ChatView } from '#shared/contract/index.ts';
import type { ActTarget } from '#renderer/data/deeds.ts';
import type { KeyContext } from '#renderer/lib/keys/press.ts';
import type { SearchCommand } from '#renderer/features/search/question.ts';
import type { CommandContext, CommandHandler, CommandHandlers } from '#renderer/app/commands.ts';
import type { Inbox } from './inbox.svelte.ts';
import { KeyTurns } from './key-turns.ts';
import { ListCommands } from './list-commands.ts';
import { findCursorPlace } from '#renderer/features/chat-list/list-cursor.ts';

/** What only the view can do. */
export interface CommandPorts {
  readonly togglePanel: () => void;
  /** Closes what lies over the sheet; false when nothing did. */
  readonly closeOverlay: () => boolean;
  /** Back from the sheet where it has the whole window; false where it has not. */
  readonly leaveSheet: () => boolean;
  /** Whether the sheet has the whole window, and the history leads nowhere. */
  readonly canLeaveSheet: () => boolean;
  /** Opens the palette as that command means it. */
  readonly search: (command: SearchCommand) => void;
  /** Whether something can be taken back by a key that was pressed there. */
  readonly canUndo: (place: KeyContext) => boolean;
  readonly undo: () => unknown;
  /** Whether the service can pin chats. */
  readonly canPin: () => boolean;
  readonly hasUnread: () => boolean;
  readonly openMenu: (target: ActTarget, kind: 'all' | 'mute', place: KeyContext) => void;
  readonly openSnooze: (target: ActTarget) => void;
  readonly openLists: () => void;
  readonly saveView: () => void;
  readonly exportChat: (chat: ChatView) => void;
  readonly printChat: (chat: ChatView) => void;
  readonly openJump: () => void;
  readonly goToNewest: () => void;
  /** Rows that fit on screen. */
  readonly pageRows: () => number;
}

type OnTarget = (target: ActTarget, context: CommandContext) => unknown;
type OnChat = (chat: ChatView, context: CommandContext) => unknown;

/** What the commands mean in the inbox: for keys, palette and menus. */
export class InboxCommands {
  readonly handlers: CommandHandlers;
  readonly #inbox: Inbox;
  readonly #ports: CommandPorts;
  readonly #turns: KeyTurns;

  constructor(inbox: Inbox, ports: CommandPorts) {
    this.#inbox = inbox;
    this.#ports = ports;
    this.#turns = new KeyTurns(inbox.list);
    const list = new ListCommands(inbox, { turns: this.#turns, pageRows: ports.pageRows });
    this.handlers = { ...list.handlers, ...this.#toPlaces(), ...this.#toDeeds(), ...this.#toChats() };
  }

  /** Going somewhere, opening something. */
  #toPlaces(): CommandHandlers {
    const inbox = this.#inbox;
    const ports = this.#ports;
    const isChatOpen = (): boolean => inbox.conversation !== null && !inbox.isWriting;
    const search = (command: SearchCommand): CommandHandler => ({ run: () => ports.search(command) });
    return {
      search: search('search'),
      'search-people': search('search-people'),
      'search-everywhere': search('search-everywhere'),
      'find-in-chat': search('find-in-chat'),
      'new-message': { run: () => inbox.startWriting() },
      'choose-list': { run: () => ports.openLists() },
      'save-view': { run: () => ports.saveView() },
      'toggle-panel': { can: isChatOpen, run: () => ports.togglePanel() },
      'jump-to-date': { can: isChatOpen, run: () => ports.openJump() },
      'jump-to-newest': { can: isChatOpen, run: () => ports.goToNewest() },
      attach: { can: () => inbox.places.has('attach'), run: () => inbox.places.press('attach') },
      send: {
        can: ({ place, isFromPalette }) => (place === 'composer' || isFromPalette) && this.#hasText(),
        run: () => (inbox.isWriting ? inbox.sendNew() : inbox.send()),
      },
      'mark-all-read': { can: () => ports.hasUnread(), run: () => inbox.acts.markAllRead() },
      'close-all-read': { run: () => inbox.acts.closeAllRead() },
      undo: { can: ({ place }) => ports.canUndo(place), run: () => ports.undo() },
      'go-back': { can: () => ports.canLeaveSheet(), run: () => ports.leaveSheet() },
      back: { run: () => this.#goBack() },
    };
  }

  /** What is done to those that are checked, else to one chat. */
  #toDeeds(): CommandHandlers {
    const { acts } = this.#inbox;
    return {
      'close-or-reopen': this.#onTarget((target) => acts.toggle('close', target)),
      'read-or-unread': this.#onTarget((target) => acts.toggle('read', target)),
      pin: this.#onTarget(
        (target) => acts.toggle('pin', target),
        () => this.#ports.canPin(),
      ),
      block: this.#onTarget((target) => acts.toggle('block', target)),
      delete: this.#onTarget((target) => acts.do({ kind: 'delete' }, target)),
      mute: this.#onTarget((target, { place }) =>
        this.#isEvery(target, ({ isMuted }) => isMuted)
          ? acts.do({ kind: 'unmute' }, target)
          : this.#ports.openMenu(target, 'mute', place),
      ),
      snooze: this.#onTarget((target) =>
        this.#isEvery(target, ({ snoozedUntil }) => snoozedUntil !== null)
          ? acts.do({ kind: 'wake' }, target)
          : this.#ports.openSnooze(target),
      ),
      'chat-menu': this.#onTarget((target, { place }) => this.#ports.openMenu(target, 'all', place)),
    };
  }

  /** What is done with one chat. */
  #toChats(): CommandHandlers {
    const ports = this.#ports;
    return {
      open: this.#onChat((chat) => this.#write(chat)),
      write: this.#onChat((chat) => this.#write(chat)),
      'export-chat': this.#onChat((chat) => ports.exportChat(chat)),
      'print-chat': this.#onChat((chat) => ports.printChat(chat)),
    };
  }

  #onTarget(run: OnTarget, can: () => boolean = () => true): CommandHandler {
    return {
      can: (context) => can() && (this.#canCheck(context) || this.#hasChat(context)),
      run: (context) =>
        this.#turns.run(async () => {
          if (this.#canCheck(context)) run({ kind: 'checked' }, context);
          else await this.#runOn(context, (chat) => run({ kind: 'chats', chats: [chat] }, context));
        }),
    };
  }

  #onChat(run: OnChat): CommandHandler {
    return {
      can: (context) => this.#hasChat(context),
      run: (context) => this.#turns.run(() => this.#runOn(context, (chat) => run(chat, context))),
    };
  }

  /** Resolves once the chat is known: what is done with it is nobody's turn. */
  async #runOn(context: CommandContext, run: (chat: ChatView) => unknown): Promise<void> {
    const chat = await this.#findChat(context);
    if (chat !== null) run(chat);
  }

  /** Whoever names a chat means that one. */
  #canCheck({ chat }: CommandContext): boolean {
    return chat === null && this.#inbox.checked.isAny;
  }

  #hasChat({ chat, place }: CommandContext): boolean {
    const { selection, list } = this.#inbox;
    if (chat !== null) return true;
    if (this.#inbox.hasTwoPanes) return this.#inbox.currentRow.isMeant;
    return this.#isRow(place) ? list.total > 0 : selection.chat !== null && !this.#inbox.isWriting;
  }

  /**
   * The chat that is meant: the named one; in two panes the open one, which is the row that the keys went to last; in one
   * pane the row under the keys while the list has the focus, else the open one.
   */
  async #findChat({ chat, place }: CommandContext): Promise<ChatView | null> {
    const { selection, list } = this.#inbox;
    if (chat !== null) return chat;
    if (this.#inbox.hasTwoPanes) return this.#inbox.currentRow.settle();
    if (!this.#isRow(place)) return selection.chat;
    const { index, isOnRow } = findCursorPlace(this.#inbox);
    return isOnRow ? list.chatAt(index) : this.#inbox.find(selection.cursor?.chatId ?? 0);
  }

  #isRow(place: KeyContext): boolean {
    const { chat, cursor } = this.#inbox.selection;
    const isMeant = place === 'list' || chat === null;
    return isMeant && (cursor?.whereabouts === 'moved' || findCursorPlace(this.#inbox).isOnRow);
  }

  #isEvery(target: ActTarget, is: (chat: ChatView) => boolean): boolean {
    const chats = target.kind === 'chats' ? target.chats : this.#inbox.checked.known();
    return chats.length > 0 && chats.every(is);
  }

  #hasText(): boolean {
    const { isWriting, newMessage, conversation } = this.#inbox;
    const composer = isWriting ? newMessage.composer : conversation?.composer;
    return composer !== undefined && !composer.isEmpty;
  }

  /** Where nothing can be written, the messages have the focus. */
  #write(chat: ChatView): void {
    this.#inbox.open(chat);
    this.#inbox.places.go(chat.isBlocked || chat.isUnsubscribed ? 'messages' : 'composer');
  }

  /** What lies on top goes first, then what is checked, then what is written, then the focus is back in the list. */
  #goBack(): void {
    if (this.#ports.closeOverlay() || this.#inbox.checked.clear() || this.#ports.leaveSheet()) return;
    if (this.#inbox.isWriting) this.#inbox.stopWriting();
    this.#inbox.places.go('list');
  }
}
