import { MediaQuery } from 'svelte/reactivity';
import type { ChatView } from '#shared/contract/index.ts';
import type { ChatMenuAct, ChatMenuKind } from '#renderer/lib/inbox/chat-menu.ts';
import { NARROW_MAX, OVERLAY_MAX } from '#renderer/lib/inbox/pane-sizes.ts';
import { toChatTitle } from '#renderer/lib/inbox/chat-row.ts';
import type { FocusPlace, SearchCommand } from '#renderer/lib/inbox/keys.ts';
import { toSearchStart } from '#renderer/lib/search/start.ts';
import type { App } from '#renderer/state/app.svelte.ts';
import type { Inbox } from '#renderer/state/inbox/inbox.svelte.ts';
import { InboxCommands } from '#renderer/state/inbox/inbox-commands.ts';

interface OpenMenu {
  readonly chatId: number;
  readonly chat: ChatView;
  readonly kind: ChatMenuKind;
  readonly anchor: HTMLElement | null;
}

type DeskApp = Pick<App, 'settings' | 'search' | 'formats' | 'session'>;

/** What lies on the inbox's desk besides its state: the open menu, the panel, how much room there is. */
export class Desk {
  /** Rows of the list that fit on screen. */
  pageRows = 10;
  readonly commands: InboxCommands;
  #menu = $state.raw<OpenMenu | null>(null);
  #isPanelOver = $state(false);
  readonly #narrow = new MediaQuery(`max-width: ${String(NARROW_MAX)}px`);
  readonly #overlay = new MediaQuery(`max-width: ${String(OVERLAY_MAX)}px`);
  readonly #inbox: Inbox;
  readonly #app: DeskApp;

  constructor(inbox: Inbox, app: DeskApp) {
    this.#inbox = inbox;
    this.#app = app;
    this.commands = new InboxCommands(inbox, {
      togglePanel: () => this.togglePanel(),
      closeOverlay: () => this.closeOverlay(),
      search: (command) => this.search(command),
      canPin: () => app.session.has('pinning'),
      openMenu: (chat, kind, place) => this.openMenu(chat, kind, findAnchor(chat, place)),
    });
  }

  get isNarrow(): boolean {
    return this.#narrow.current;
  }
  /** Whether the contact panel lies over the thread when it is shown. */
  get isOverlay(): boolean {
    return this.#overlay.current;
  }
  get isPanelShown(): boolean {
    return this.isOverlay ? this.#isPanelOver : this.#app.settings.view.isContactPanelOpen;
  }
  get menu(): OpenMenu | null {
    return this.#menu;
  }

  /** Beside the thread it is a setting; over it, it is gone with the next look elsewhere. */
  togglePanel(): void {
    if (this.#app.search.isOpen) return;
    if (this.isOverlay) this.#isPanelOver = !this.#isPanelOver;
    else void this.#app.settings.set({ isContactPanelOpen: !this.#app.settings.view.isContactPanelOpen });
  }

  /** False when nothing lay over the thread. */
  closeOverlay(): boolean {
    const wasOver = this.isOverlay && this.#isPanelOver;
    this.#isPanelOver = false;
    return wasOver;
  }

  /** Opens the palette. The key that opened it for everything closes it again. */
  search(command: SearchCommand): void {
    const { search, formats } = this.#app;
    const { selection, isWriting } = this.#inbox;
    const chat = isWriting ? null : selection.chat;
    this.closeOverlay();
    if (command === 'search' && search.isOpen && search.chat === null) search.close();
    else search.open(toSearchStart(command, chat && { id: chat.id, title: toChatTitle(chat, formats) }));
  }

  openMenu(chat: ChatView, kind: ChatMenuKind, anchor: HTMLElement | null): void {
    this.#menu = { chatId: chat.id, chat, kind, anchor };
  }

  /** The focus goes back to where the menu stood: its button, or the list for one of its rows. */
  closeMenu(): void {
    const anchor = this.#menu?.anchor ?? null;
    this.#menu = null;
    if (anchor !== null && anchor.isConnected && anchor.tabIndex >= 0) anchor.focus();
    else this.#inbox.places.go('list');
  }

  act(act: ChatMenuAct): void {
    const chat = this.#menu?.chat;
    if (chat === undefined) return;
    const { actions } = this.#inbox;
    if (act.kind === 'close') void this.commands.closeOrReopen(chat);
    else if (act.kind === 'read') void this.commands.toggleRead(chat);
    else if (act.kind === 'pin') void actions.togglePin(chat);
    else if (act.kind === 'mute') void actions.mute(chat, act.hours);
    else void actions.unmute(chat);
  }
}

/** Beside the row while the keys are in the list, else beside the thread's own menu button. */
function findAnchor(chat: ChatView, place: FocusPlace): HTMLElement | null {
  const row = document.getElementById(`chat-${String(chat.id)}`);
  return place === 'list' ? row : (document.querySelector<HTMLElement>('[data-anchor="chat-menu"]') ?? row);
}
