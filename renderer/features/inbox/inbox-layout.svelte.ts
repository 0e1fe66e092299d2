import { MediaQuery } from 'svelte/reactivity';
import type { ChatView, OutboxView } from '#shared/contract/index.ts';
import { NARROW_MAX, OVERLAY_MAX, TINY_MAX } from '#renderer/lib/pane-sizes.ts';
import { toChatTitle } from '#renderer/lib/chat-title.ts';
import { findKeyContext } from '#renderer/lib/keys/key-context.ts';
import type { KeyContext } from '#renderer/lib/keys/press.ts';
import { toSearchStart, type SearchCommand } from '#renderer/features/search/question.ts';
import type { Search } from '#renderer/features/search/search.svelte.ts';
import type { App } from '#renderer/app/app.svelte.ts';
import type { FocusTarget } from '#renderer/app/focus-targets.ts';
import type { Overlay } from '#renderer/app/overlays.svelte.ts';
import type { Inbox } from './inbox.svelte.ts';
import { InboxCommands, WALKING } from './inbox-commands.ts';
import { ChatMenuState, type ChatMenuKind, type OpenMenu } from '#renderer/features/chat-actions/chat-menu.svelte.ts';
import { SavedViewDialogs } from '#renderer/features/saved-views/view-dialogs.svelte.ts';
import { ThreadDialogs } from '#renderer/features/thread/thread-dialogs.svelte.ts';
import type { MenuAnchor } from '#renderer/ui/menu-anchor.ts';

type LayoutApp = Pick<
  App,
  'keys' | 'settings' | 'overlays' | 'guide' | 'formats' | 'session' | 'outbox' | 'counts' | 'router' | 'peopleUndo'
>;

/** What lies over the inbox, and how much room there is for it. */
export class InboxLayout {
  /** Rows of the list that fit on screen. */
  pageRows = 10;
  readonly commands: InboxCommands;
  /** The menu of a chat. */
  readonly chatMenu: ChatMenuState;
  /** What lies over the list. */
  readonly lists: SavedViewDialogs;
  /** What lies over the thread. */
  readonly dialogs: ThreadDialogs;
  readonly #narrow = new MediaQuery(`max-width: ${String(NARROW_MAX)}px`);
  readonly #overlay = new MediaQuery(`max-width: ${String(OVERLAY_MAX)}px`);
  readonly #tiny = new MediaQuery(`max-width: ${String(TINY_MAX)}px`);
  readonly #inbox: Inbox;
  readonly #app: LayoutApp;
  readonly #search: Search;
  /** The contact panel where it lies over the thread. */
  readonly #panel: Overlay;

  constructor(inbox: Inbox, { app, search }: { readonly app: LayoutApp; readonly search: Search }) {
    this.#inbox = inbox;
    this.#app = app;
    this.#search = search;
    const { overlays } = app;
    this.#panel = overlays.create();
    this.lists = new SavedViewDialogs(overlays);
    this.dialogs = new ThreadDialogs(overlays);
    this.chatMenu = new ChatMenuState({
      overlays,
      ...{ selection: inbox.selection, checked: inbox.checked, actions: inbox.actions, places: inbox.places },
      openExport: (chat) => this.openExport(chat),
      print: (chat) => this.print(chat),
      find: () => this.search('find-in-chat'),
      togglePanel: () => this.togglePanel(),
    });
    this.commands = new InboxCommands(inbox, { layout: this, app });
    inbox.places.replaceList(() => (this.pane === 'sheet' ? this.home : null));
  }

  get isNarrow(): boolean {
    return this.#narrow.current;
  }
  /** Whether the header of a thread has room for little more than the name. */
  get isTiny(): boolean {
    return this.#tiny.current;
  }
  /** Beside the sheet of a narrow window the list is small; without it, it has the whole window. */
  get hasClosedTab(): boolean {
    return !this.isNarrow || (!this.#inbox.hasTwoPanes && !this.isTiny);
  }
  /** Which of list and sheet there is room for: in a very narrow window an open chat takes all of it. */
  get pane(): 'both' | 'list' | 'sheet' {
    if (this.#inbox.hasTwoPanes) return 'both';
    return this.#inbox.isWriting || this.#inbox.selection.chat !== null ? 'sheet' : 'list';
  }
  /** Where the keys begin on what is on screen. */
  get home(): FocusTarget {
    if (this.pane !== 'sheet') return 'list';
    if (!this.#inbox.isWriting) return 'messages';
    return this.#inbox.newMessage.chosen === null ? 'to' : 'composer';
  }
  /** Whether the contact panel lies over the thread when it is shown. */
  get isOverlay(): boolean {
    return this.#overlay.current;
  }
  get isPanelShown(): boolean {
    return this.isOverlay ? this.#panel.isOpen : this.#app.settings.view.isContactPanelOpen;
  }
  get menu(): OpenMenu | null {
    return this.chatMenu.menu;
  }

  /** Before any key but those that walk the list, the row is open that they led to. */
  settleBefore(event: KeyboardEvent): void {
    const command = this.#app.keys.find(event, findKeyContext(event.target));
    if (command === null || !WALKING.has(command)) this.#inbox.selection.settle();
  }

  /**
   * Beside the thread it is a setting; over it, it is gone with the next look elsewhere. The focus that was in it goes to
   * the composer.
   */
  togglePanel(): void {
    const { top } = this.#app.overlays;
    if (top !== null && top !== this.#panel) return;
    if (this.isOverlay) {
      this.#panel.toggle();
      return;
    }
    const { settings } = this.#app;
    const kept = settings.set({ isContactPanelOpen: !settings.view.isContactPanelOpen });
    void kept.then(() => this.#inbox.places.goIfLost('composer'));
  }

  /** The conversation into a file. */
  openExport(chat: ChatView): void {
    this.dialogs.show({ kind: 'export', chat });
  }

  /** The conversation on paper. */
  print(chat: ChatView): void {
    this.dialogs.show({ kind: 'print', chat });
  }

  /** To a date of the open chat, at first that of `from`; nothing where none is open. */
  openJump(from: number | null = null): void {
    if (this.#inbox.conversation !== null && !this.#inbox.isWriting) this.dialogs.show({ kind: 'jump', from });
  }

  /** To the newest message of the open chat. */
  goToNewest(): void {
    if (!this.#inbox.isWriting) void this.#inbox.conversation?.thread.goToNewest();
  }

  /** Back from the sheet where it has the whole room; false where it has not. */
  leaveSheet(): boolean {
    if (this.pane !== 'sheet') return false;
    if (this.#inbox.isWriting) {
      this.#inbox.leaveWriting();
      return true;
    }
    this.#inbox.leave();
    this.#inbox.places.go('list');
    return true;
  }

  /** The contact panel, where it lies over the thread. */
  closePanel(): void {
    this.#panel.close();
  }

  /** Escape where no dialog has the focus; false when nothing lay over the inbox. */
  closeTop(): boolean {
    // Where there is room again, the panel is beside the thread.
    if (!this.isOverlay) this.closePanel();
    return this.#app.overlays.closeTop();
  }

  /** Opens the palette. The key that opened it for everything closes it again. */
  search(command: SearchCommand): void {
    const { guide, formats } = this.#app;
    const search = this.#search;
    const { selection, isWriting } = this.#inbox;
    const chat = isWriting ? null : selection.chat;
    this.closePanel();
    guide.close();
    if (command === 'search' && search.isOpen && search.chat === null) search.close();
    else search.open(toSearchStart(command, chat && { id: chat.id, title: toChatTitle(chat, formats) }));
  }

  /** Whether the key that was pressed here takes the last thing back: in a field it undoes what was typed. */
  canUndo(place: KeyContext): boolean {
    const { actions, sends, isWriting, conversation } = this.#inbox;
    const isEmptyBox = place === 'composer' && !isWriting && conversation?.composer.isEmpty === true;
    if ((place === 'field' || place === 'composer') && !isEmptyBox) return false;
    const isHeld = sends.findHeld() !== null || this.#findHeld() !== null;
    return isHeld || actions.canUndo || this.#app.peopleUndo.lastAt !== null;
  }

  /** The last thing first, also where that was done to the contact in the panel. */
  undo(): Promise<void> {
    const { peopleUndo } = this.#app;
    const held = this.#findHeld();
    const isLast = (peopleUndo.lastAt ?? 0) > (this.#inbox.findLastAt(held) ?? 0);
    return isLast ? peopleUndo.undoLast() : this.#inbox.undo(held);
  }

  #findHeld(): OutboxView['sends'][number] | null {
    const held = (this.#app.outbox.view?.sends ?? []).filter(({ state }) => state === 'held');
    return held.sort((one, other) => one.createdAt - other.createdAt).at(-1) ?? null;
  }

  openMenu(chat: ChatView, kind: ChatMenuKind, anchor: MenuAnchor | null): void {
    this.chatMenu.openMenu(chat, kind, anchor);
  }
}
