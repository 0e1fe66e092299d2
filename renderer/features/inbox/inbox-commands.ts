import type { ChatView } from '#shared/contract/index.ts';
import type { CommandId } from '#shared/domain/commands.ts';
import { sameScope, SCOPES, TAB_NAMES } from '#renderer/data/scopes.ts';
import type { ActionTarget } from '#renderer/data/chat-actions.ts';
import type { KeyContext } from '#renderer/lib/keys/press.ts';
import type { ChatMenuState } from '#renderer/features/chat-actions/chat-menu.svelte.ts';
import type { SavedViewDialogs } from '#renderer/features/saved-views/view-dialogs.svelte.ts';
import type { SearchCommand } from '#renderer/features/search/question.ts';
import type { App } from '#renderer/app/app.svelte.ts';
import type { CommandContext, CommandHandler, CommandHandlers } from '#renderer/app/commands.svelte.ts';
import { findNextUnread } from '#renderer/features/chat-list/find-in-list.ts';
import { toNeighbour, type CursorPlace } from '#renderer/features/chat-list/selection.svelte.ts';
import type { Inbox, WritingOrigin } from './inbox.svelte.ts';

/** Keys that lead from row to row. */
export const WALKING: ReadonlySet<CommandId> = new Set([
  'next',
  'previous',
  'first',
  'last',
  'page-down',
  'page-up',
  'check-down',
  'check-up',
]);

/** The screen that the commands act on: `InboxLayout`. */
export interface CommandLayout {
  /** Rows that fit on screen. */
  readonly pageRows: number;
  readonly pane: 'both' | 'list' | 'sheet';
  readonly chatMenu: Pick<ChatMenuState, 'openMenuOf' | 'openSnooze'>;
  readonly lists: Pick<SavedViewDialogs, 'openMenu' | 'saveView'>;
  closeTop(): boolean;
  leaveSheet(): boolean;
  togglePanel(): void;
  search(command: SearchCommand): void;
  canUndo(place: KeyContext): boolean;
  undo(): unknown;
  openExport(chat: ChatView): void;
  print(chat: ChatView): void;
  openJump(): void;
  goToNewest(): void;
}

/** What the commands ask of the app. */
interface CommandApp {
  readonly session: Pick<App['session'], 'has'>;
  readonly router: Pick<App['router'], 'canGoBack'>;
  readonly counts: { readonly counts: { readonly unread: number } | null };
}

type OnTarget = (target: ActionTarget, context: CommandContext) => unknown;
type OnChat = (chat: ChatView, context: CommandContext) => unknown;

/** What the commands mean in the inbox: for keys, palette and menus. */
export class InboxCommands {
  readonly handlers: CommandHandlers;
  readonly #inbox: Inbox;
  readonly #layout: CommandLayout;
  readonly #app: CommandApp;
  readonly #queue: KeyQueue;

  constructor(inbox: Inbox, { layout, app }: { readonly layout: CommandLayout; readonly app: CommandApp }) {
    this.#inbox = inbox;
    this.#layout = layout;
    this.#app = app;
    this.#queue = new KeyQueue(inbox.list);
    this.handlers = { ...this.#toRows(), ...this.#toPlaces(), ...this.#toActions(), ...this.#toChats() };
  }

  /** Moving through the list and from chat to chat, and checking rows. */
  #toRows(): CommandHandlers {
    const { list } = this.#inbox;
    const layout = this.#layout;
    const can = (): boolean => list.total > 0;
    const take = (run: CommandHandler['run']): CommandHandler => ({
      can,
      run: (context) => this.#queue.run(() => run(context)),
    });
    const move = (toIndex: () => number): CommandHandler => take(() => this.#moveCursor(toIndex()));
    return {
      next: move(() => this.#toward(1)),
      previous: move(() => this.#toward(-1)),
      first: move(() => 0),
      last: move(() => list.total - 1),
      'page-down': move(() => this.#toward(layout.pageRows)),
      'page-up': move(() => this.#toward(-layout.pageRows)),
      check: take(() => this.#check()),
      'check-down': take(() => this.#checkOn(1)),
      'check-up': take(() => this.#checkOn(-1)),
      'check-all': take(() => this.#checkAll()),
      'next-chat': take((context) => this.#openNeighbour(1, context)),
      'previous-chat': take((context) => this.#openNeighbour(-1, context)),
      'next-unread': take((context) => this.#openNextUnread(context)),
    };
  }

  /** Going somewhere, opening something. */
  #toPlaces(): CommandHandlers {
    const inbox = this.#inbox;
    const layout = this.#layout;
    const app = this.#app;
    const isChatOpen = (): boolean => inbox.conversation !== null && !inbox.isWriting;
    const search = (command: SearchCommand): CommandHandler => ({ run: () => layout.search(command) });
    return {
      search: search('search'),
      'search-people': search('search-people'),
      'search-everywhere': search('search-everywhere'),
      'find-in-chat': search('find-in-chat'),
      'new-message': { run: (context) => inbox.startWriting({ from: toWritingOrigin(context) }) },
      'choose-list': { run: () => layout.lists.openMenu() },
      'save-view': { run: () => layout.lists.saveView() },
      'toggle-panel': { can: isChatOpen, run: () => layout.togglePanel() },
      'jump-to-date': { can: isChatOpen, run: () => layout.openJump() },
      'jump-to-newest': { can: isChatOpen, run: () => layout.goToNewest() },
      'insert-emoji': { can: () => inbox.places.has('emoji'), run: () => inbox.places.press('emoji') },
      attach: { can: () => inbox.places.has('attach'), run: () => inbox.places.press('attach') },
      schedule: {
        can: ({ place, isFromPalette }) => (place === 'composer' || isFromPalette) && inbox.places.has('schedule'),
        run: () => inbox.places.press('schedule'),
      },
      'insert-template': {
        can: ({ place, isFromPalette }) => (place === 'composer' || isFromPalette) && inbox.places.has('template'),
        run: () => inbox.places.press('template'),
      },
      send: {
        can: ({ place, isFromPalette }) => (place === 'composer' || isFromPalette) && this.#hasText(),
        run: () => (inbox.isWriting ? inbox.sendNew() : inbox.send()),
      },
      'mark-all-read': { can: () => (app.counts.counts?.unread ?? 0) > 0, run: () => inbox.actions.markAllRead() },
      'close-all-read': { run: () => inbox.actions.closeAllRead() },
      undo: { can: ({ place }) => layout.canUndo(place), run: () => layout.undo() },
      'go-back': { can: () => layout.pane === 'sheet' && !app.router.canGoBack, run: () => layout.leaveSheet() },
      back: { run: (context) => this.#goBack(context) },
    };
  }

  /** What is done to those that are checked, else to one chat. */
  #toActions(): CommandHandlers {
    const { actions } = this.#inbox;
    return {
      'close-or-reopen': this.#onTarget((target) => actions.toggle('close', target)),
      'read-or-unread': this.#onTarget((target) => actions.toggle('read', target)),
      pin: this.#onTarget(
        (target) => actions.toggle('pin', target),
        () => this.#app.session.has('pinning'),
      ),
      block: this.#onTarget((target) => actions.toggle('block', target)),
      delete: this.#onTarget(
        (target) => actions.do({ kind: 'delete' }, target),
        (context) => isAmongChats(context),
      ),
      mute: this.#onTarget((target, { place }) =>
        this.#isEvery(target, ({ isMuted }) => isMuted)
          ? actions.do({ kind: 'unmute' }, target)
          : this.#layout.chatMenu.openMenuOf(target, 'mute', place),
      ),
      snooze: this.#onTarget((target) =>
        this.#isEvery(target, ({ snoozedUntil }) => snoozedUntil !== null)
          ? actions.do({ kind: 'wake' }, target)
          : this.#layout.chatMenu.openSnooze(target),
      ),
      'needs-reply': this.#onTarget((target) => actions.toggle('settle', target)),
      'chat-menu': this.#onTarget((target, { place }) => this.#layout.chatMenu.openMenuOf(target, 'all', place)),
    };
  }

  /** What is done with one chat. */
  #toChats(): CommandHandlers {
    const layout = this.#layout;
    return {
      open: this.#onChat((chat) => this.#write(chat)),
      write: this.#onChat((chat) => this.#write(chat)),
      'export-chat': this.#onChat((chat) => layout.openExport(chat)),
      'print-chat': this.#onChat((chat) => layout.print(chat)),
    };
  }

  #at(): number {
    return Math.min(this.#inbox.selection.cursorPlace.index, this.#inbox.list.total - 1);
  }

  #toward(step: number): number {
    return toNeighbour(this.#inbox.selection.cursorPlace, step);
  }

  async #moveCursor(wanted: number): Promise<void> {
    const { selection, list, places } = this.#inbox;
    const index = Math.max(0, Math.min(wanted, list.total - 1));
    const { cursor } = selection;
    const chat = await list.chatAt(index);
    // A click meanwhile counts.
    if (chat === null || cursor !== selection.cursor) return;
    this.#inbox.selection.goTo(chat, index);
    places.go('list');
  }

  async #check(): Promise<void> {
    const index = this.#at();
    const chat = await this.#inbox.list.chatAt(index);
    if (chat === null) return;
    this.#inbox.selection.goTo(chat, index);
    this.#inbox.checked.toggle(chat, index);
    this.#inbox.places.go('list');
  }

  /** Checks the row under the keys, if nothing is, and then on to the next one. */
  async #checkOn(step: 1 | -1): Promise<void> {
    const { checked, list } = this.#inbox;
    const index = this.#at();
    if (!checked.isAny) {
      const chat = await list.chatAt(index);
      if (chat !== null) checked.toggle(chat, index);
    }
    await this.#moveCursor(index + step);
    await checked.extendTo(Math.max(0, Math.min(index + step, list.total - 1)));
  }

  #checkAll(): void {
    this.#inbox.checked.everything();
    this.#inbox.places.go('list');
  }

  /** Where the open chat stands, or stood; the top for one of another list. */
  #findOpen(): CursorPlace {
    const { selection, list } = this.#inbox;
    const { chat, cursor } = selection;
    const index = chat === null ? -1 : list.indexOf(chat.id);
    if (index !== -1) return { index, isOnRow: true };
    return chat === null || cursor?.chatId === chat.id
      ? this.#inbox.selection.cursorPlace
      : { index: 0, isOnRow: false };
  }

  async #openNeighbour(step: 1 | -1, { place }: CommandContext): Promise<void> {
    const { list, selection } = this.#inbox;
    selection.settle();
    const chat = await list.chatAt(toNeighbour(this.#findOpen(), step));
    if (chat === null) return;
    this.#inbox.step(chat);
    if (place === 'composer') this.#inbox.places.go('composer');
  }

  async #openNextUnread({ place }: CommandContext): Promise<void> {
    const { list, selection, places } = this.#inbox;
    selection.settle();
    const start = { index: Math.max(0, toNeighbour(this.#findOpen(), 1)), openId: selection.chat?.id ?? null };
    const chat = await findNextUnread(list, start);
    if (chat === null) return;
    this.#inbox.step(chat);
    if (place === 'composer') places.go('composer');
  }

  #onTarget(run: OnTarget, can: (context: CommandContext) => boolean = () => true): CommandHandler {
    return {
      can: (context) => can(context) && (this.#canCheck(context) || this.#hasChat(context)),
      run: (context) =>
        this.#queue.run(async () => {
          if (this.#canCheck(context)) run({ kind: 'checked' }, context);
          else await this.#runOn(context, (chat) => run({ kind: 'chats', chats: [chat] }, context));
        }),
    };
  }

  #onChat(run: OnChat): CommandHandler {
    return {
      can: (context) => this.#hasChat(context),
      run: (context) => this.#queue.run(() => this.#runOn(context, (chat) => run(chat, context))),
    };
  }

  /** Resolves once the chat is known: the queue does not wait for what is done with it. */
  async #runOn(context: CommandContext, run: (chat: ChatView) => unknown): Promise<void> {
    const chat = await this.#findChat(context);
    if (chat !== null) run(chat);
  }

  /** A command that names a chat means that one. */
  #canCheck({ chat }: CommandContext): boolean {
    return chat === null && this.#inbox.checked.isAny;
  }

  #hasChat({ chat, place }: CommandContext): boolean {
    const { selection, list } = this.#inbox;
    if (chat !== null) return true;
    if (this.#inbox.hasTwoPanes) return this.#inbox.selection.hasCurrent;
    return this.#isRow(place) ? list.total > 0 : selection.chat !== null && !this.#inbox.isWriting;
  }

  /**
   * The chat that is meant: the named one; in two panes the open one, which is the row that the keys went to last; in one
   * pane the row under the keys while the list has the focus, else the open one.
   */
  async #findChat({ chat, place }: CommandContext): Promise<ChatView | null> {
    const { selection, list } = this.#inbox;
    if (chat !== null) return chat;
    if (this.#inbox.hasTwoPanes) return selection.settle();
    if (!this.#isRow(place)) return selection.chat;
    const { index, isOnRow } = selection.cursorPlace;
    return isOnRow ? list.chatAt(index) : this.#inbox.chats.ask(selection.cursor?.chatId ?? 0);
  }

  #isRow(place: KeyContext): boolean {
    const { chat, cursor, cursorPlace } = this.#inbox.selection;
    const isMeant = place === 'list' || chat === null;
    return isMeant && (cursor?.whereabouts === 'moved' || cursorPlace.isOnRow);
  }

  #isEvery(target: ActionTarget, is: (chat: ChatView) => boolean): boolean {
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

  /**
   * What lies on top goes first, then what is checked, then what is written, then the focus is back in the list; where it
   * is there already, a list without a tab gives way to the open chats.
   */
  #goBack({ target }: CommandContext): void {
    const { checked, list, places, views } = this.#inbox;
    if (this.#layout.closeTop() || checked.clear() || this.#layout.leaveSheet()) return;
    if (this.#inbox.isWriting) {
      this.#inbox.leaveWriting();
      return;
    }
    const hasTab = views.shown === null && TAB_NAMES.some((name) => sameScope(SCOPES[name], list.scope));
    if (!hasTab && target?.closest('#chat-list') != null) views.openUsual('open');
    places.go('list');
  }
}

function toWritingOrigin({ place, target }: CommandContext): WritingOrigin {
  const row = target?.closest<HTMLElement>('[data-key]');
  if (place === 'message') return { place: 'messages', key: row?.dataset['key'] ?? null };
  return { place: place === 'composer' ? 'composer' : 'list', key: null };
}

/**
 * Commands of one section of the window. `isShown`: whether that command is meant now, by a key; the palette asks for the
 * section. `show` brings it before the command runs.
 */
export function toSectionCommands(
  handlers: CommandHandlers,
  { isShown, show }: { isShown: (id: CommandId) => boolean; show: (id: CommandId) => unknown },
): CommandHandlers {
  const toHandler = (id: CommandId, { can, run }: CommandHandler): CommandHandler => ({
    can: (context) => (context.isFromPalette || isShown(id)) && can?.(context) !== false,
    run: (context) => {
      show(id);
      return run(context);
    },
  });
  const entries = Object.entries(handlers) as [CommandId, CommandHandler][];
  return Object.fromEntries(entries.map(([id, handler]) => [id, toHandler(id, handler)]));
}

/**
 * Runs what keys do in the list, one after the other. A row that is not loaded yet is waited for, and what is pressed
 * meanwhile counts from there: no press is lost, and none acts on the row before. Once another list is chosen, what was
 * pressed does nothing.
 */
class KeyQueue {
  readonly #list: { readonly version: number };
  #last: Promise<void> | null = null;

  constructor(list: { readonly version: number }) {
    this.#list = list;
  }

  /** At once where nothing is waited for. `work` resolves as soon as it is known which row is meant from then on. */
  async run(work: () => unknown): Promise<void> {
    const { version } = this.#list;
    const before = this.#last;
    const turn =
      before === null
        ? toVoid(work())
        : before.then(() => (version === this.#list.version ? toVoid(work()) : undefined));
    const over = turn.catch(() => undefined);
    this.#last = over;
    await over;
    if (this.#last === over) this.#last = null;
    await turn;
  }
}

async function toVoid(result: unknown): Promise<void> {
  await result;
}

/** Whether a key that deletes means a chat: not where the focus is on the title bar or the rail. */
function isAmongChats({ chat, target, isFromPalette }: CommandContext): boolean {
  if (chat !== null || isFromPalette || target === null || target === document.body) return true;
  return target.closest('[data-region], [data-part="thread-header"]') !== null;
}
