import type { ChatView } from '#shared/contract/index.ts';
import type { ChatMenuAct, ChatMenuKind } from './chat-menu.ts';
import type { ActTarget } from '#renderer/data/deeds.ts';
import type { KeyContext } from '#renderer/lib/keys/press.ts';
import type { Inbox } from '#renderer/features/inbox/inbox.svelte.ts';

/** Of whichever chat is open: it stays while others come. */
export const THREAD_HEADER = '[data-region="thread-header"]';

export interface OpenMenu {
  /** The chat that it stands beside; of those that are checked, one of them. */
  readonly chatId: number;
  readonly chat: ChatView;
  readonly target: ActTarget;
  readonly kind: ChatMenuKind;
  readonly anchor: HTMLElement | null;
}

interface DeskPorts {
  readonly openExport: (chat: ChatView) => void;
  readonly print: (chat: ChatView) => void;
  /** Looks for something in the open chat. */
  readonly find: () => void;
  readonly togglePanel: () => void;
  /** Whether something else that a menu opened has the focus. */
  readonly isBusy: () => boolean;
}

/** What is open of the acts on chats: the menu, and until when to snooze. */
export class ActDesk {
  #menu = $state.raw<OpenMenu | null>(null);
  #snoozing = $state.raw<ActTarget | null>(null);
  /** What had the focus before the choice of a time. */
  #before: Element | null = null;
  /** Which chat was open when a menu or the choice of a time was opened. */
  #visit = 0;
  /** What opens once the menu has given the focus back, so that it finds it there again. */
  #after: (() => void) | null = null;
  readonly #inbox: Inbox;
  readonly #ports: DeskPorts;

  constructor(inbox: Inbox, ports: DeskPorts) {
    this.#inbox = inbox;
    this.#ports = ports;
  }

  get menu(): OpenMenu | null {
    return this.#menu;
  }
  /** The chats that are about to be snoozed; null: none. */
  get snoozing(): ActTarget | null {
    return this.#snoozing;
  }

  /** What an act on this chat is about: all that are checked where it is one of them. */
  toTarget(chat: ChatView): ActTarget {
    return this.#inbox.checked.has(chat.id) ? { kind: 'checked' } : { kind: 'chats', chats: [chat] };
  }

  /** The chats of a target, as far as they are known here. */
  chatsOf(target: ActTarget): readonly ChatView[] {
    return target.kind === 'chats' ? target.chats : this.#inbox.checked.known();
  }

  countOf(target: ActTarget): number {
    return target.kind === 'chats' ? target.chats.length : this.#inbox.checked.count;
  }

  openMenu(chat: ChatView, kind: ChatMenuKind, anchor: HTMLElement | null): void {
    this.#visit = this.#inbox.selection.visit;
    this.#menu = { chatId: chat.id, chat, target: this.toTarget(chat), kind, anchor };
  }

  /** For all that are checked. */
  openMenuOfChecked(kind: ChatMenuKind, anchor: HTMLElement | null): void {
    const chat = this.#inbox.checked.known()[0];
    if (chat !== undefined) this.#menu = { chatId: chat.id, chat, target: { kind: 'checked' }, kind, anchor };
  }

  /** As a key asks for it: beside the row or the thread's own button. */
  openMenuOf(target: ActTarget, kind: ChatMenuKind, place: KeyContext): void {
    const chat = this.chatsOf(target)[0];
    if (chat === undefined) return;
    this.#visit = this.#inbox.selection.visit;
    this.#menu = { chatId: chat.id, chat, target, kind, anchor: findMenuAnchor(target, chat, place) };
  }

  /** The focus goes back to where the menu stood: its button, or the list for one of its rows. */
  closeMenu(): void {
    const anchor = this.#menu?.anchor ?? null;
    this.#menu = null;
    // What the menu opened has the focus, and gives it back itself.
    if (this.#snoozing === null && !this.#ports.isBusy()) this.#focus(anchor);
    const after = this.#after;
    this.#after = null;
    after?.();
  }

  openSnooze(target: ActTarget): void {
    if (this.#menu === null) this.#visit = this.#inbox.selection.visit;
    this.#before = this.#menu?.anchor ?? document.activeElement;
    this.#snoozing = target;
  }

  closeSnooze(): void {
    this.#snoozing = null;
  }

  /** After the choice of a time: to where the focus was, or the list where that is gone. */
  giveFocusBack(): void {
    this.#focus(this.#before instanceof HTMLElement ? this.#before : null);
    this.#before = null;
  }

  act(act: ChatMenuAct): void {
    const menu = this.#menu;
    if (menu !== null) this.actOn(menu.target, act, menu.chat);
  }

  /** `chat`: of a target of one chat, that one. */
  actOn(target: ActTarget, act: ChatMenuAct, chat: ChatView): void {
    const { acts } = this.#inbox;
    switch (act.kind) {
      case 'export':
        this.#ports.openExport(chat);
        break;
      case 'print':
        this.#ports.print(chat);
        break;
      case 'find':
        this.#after = this.#ports.find;
        break;
      case 'panel':
        this.#after = this.#ports.togglePanel;
        break;
      case 'snooze':
        this.openSnooze(target);
        break;
      case 'pin':
      case 'read':
      case 'block':
        void acts.toggle(act.kind, target);
        break;
      default:
        void acts.do(act, target);
    }
  }

  #focus(element: HTMLElement | null): void {
    const isOfChatLeft = element?.closest(THREAD_HEADER) != null && this.#visit !== this.#inbox.selection.visit;
    if (element !== null && element.isConnected && element.tabIndex >= 0 && !isOfChatLeft) element.focus();
    else this.#inbox.places.go('list');
  }
}

/** Beside the bar of those that are checked; beside the row while the keys are in the list; else beside the thread's button. */
function findMenuAnchor(target: ActTarget, chat: ChatView, place: KeyContext): HTMLElement | null {
  const row = document.getElementById(`chat-${String(chat.id)}`);
  if (target.kind === 'checked') return document.querySelector<HTMLElement>('[data-anchor="checked-menu"]') ?? row;
  return place === 'list' ? row : (document.querySelector<HTMLElement>('[data-anchor="chat-menu"]') ?? row);
}
