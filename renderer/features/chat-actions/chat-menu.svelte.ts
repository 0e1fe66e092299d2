import type { ChatView } from '#shared/contract/index.ts';
import type { CommandId } from '#shared/domain/commands.ts';
import type { FocusTargets } from '#renderer/app/focus-targets.ts';
import type { Overlay, Overlays } from '#renderer/app/overlays.svelte.ts';
import { canNeedReply, type ActionTarget } from '#renderer/data/chat-actions.ts';
import type { Checked } from '#renderer/features/chat-list/checked.svelte.ts';
import type { Selection } from '#renderer/features/chat-list/selection.svelte.ts';
import type { KeyContext } from '#renderer/lib/keys/press.ts';
import type { ChatActions } from './chat-actions.svelte.ts';
import type { MenuAnchor } from '#renderer/ui/menu-anchor.ts';

/** The keyLabels of a command's key, for menus and tooltips. */
export type KeysOf = (id: CommandId) => readonly string[];

/** What a chat's menu offers, or that of several. */
export type ChatMenuAction =
  | { readonly kind: 'close' | 'reopen' | 'delete' | 'wake' | 'unmute' }
  /** One way or the other, as they are. */
  | { readonly kind: 'pin' | 'read' | 'block' | 'settle' }
  /** What they open asks for more. */
  | { readonly kind: 'snooze' | 'export' | 'print' }
  /** What the header of the thread has no room for. */
  | { readonly kind: 'find' | 'panel' }
  /** `hours`: null mutes without end. */
  | { readonly kind: 'mute'; readonly hours: number | null };

/** `mute`: only how long to mute. */
export type ChatMenuKind = 'all' | 'mute';

/** How things stand with the chats, so that the menu offers the other way round. */
export interface ChatMenuModel {
  /** Whose menu it is: a name, or how many. */
  readonly title: string;
  readonly isOne: boolean;
  /** Closed, or deleted: it can be opened again. */
  readonly shelf: 'open' | 'snoozed' | 'closed' | 'deleted';
  /** Whether the service can pin chats. */
  readonly canPin: boolean;
  readonly isPinned: boolean;
  readonly isMuted: boolean;
  /** Epoch ms; null: without end, or of several. */
  readonly mutedUntil: number | null;
  readonly snoozedUntil: number | null;
  readonly isBlocked: boolean;
  readonly isUnread: boolean;
  /** `none`: our text is the last one. */
  readonly reply: 'needed' | 'not-needed' | 'none';
}

/** Of whichever chat is open: it stays while others come. */
export const THREAD_HEADER = '[data-part="thread-header"]';

export interface OpenMenu {
  /** The chat that it stands beside; of those that are checked, one of them. */
  readonly chatId: number;
  readonly chat: ChatView;
  readonly target: ActionTarget;
  readonly kind: ChatMenuKind;
  /** What it stands beside, or the place of a right click on a row. */
  readonly anchor: MenuAnchor | null;
}

interface ChatMenuOptions {
  readonly overlays: Overlays;
  readonly selection: Pick<Selection, 'visit'>;
  readonly checked: Pick<Checked, 'has' | 'known' | 'count'>;
  readonly actions: Pick<ChatActions, 'do' | 'toggle'>;
  readonly places: Pick<FocusTargets, 'go'>;
  readonly openExport: (chat: ChatView) => void;
  readonly print: (chat: ChatView) => void;
  /** Looks for something in the open chat. */
  readonly find: () => void;
  readonly togglePanel: () => void;
}

/** The menu of a chat or of those that are checked, and the choice of a time to snooze until. */
export class ChatMenuState {
  #menu = $state.raw<OpenMenu | null>(null);
  #snoozing = $state.raw<ActionTarget | null>(null);
  /** The menu that the choice of a time was opened from stood beside it. */
  #snoozeAnchor: MenuAnchor | null = null;
  /** Which chat was open when a menu or the choice of a time was opened. */
  #visit = 0;
  /** What opens once the menu has given the focus back, so that it finds it there again. */
  #after: (() => void) | null = null;
  readonly #menuOverlay: Overlay;
  readonly #snoozeOverlay: Overlay;
  readonly #options: ChatMenuOptions;

  constructor(options: ChatMenuOptions) {
    this.#options = options;
    this.#menuOverlay = options.overlays.create();
    this.#snoozeOverlay = options.overlays.create();
  }

  get menu(): OpenMenu | null {
    return this.#menuOverlay.isOpen ? this.#menu : null;
  }
  /** The chats that are about to be snoozed; null: none. */
  get snoozing(): ActionTarget | null {
    return this.#snoozeOverlay.isOpen ? this.#snoozing : null;
  }

  /** What an action on this chat is about: all that are checked where it is one of them. */
  toTarget(chat: ChatView): ActionTarget {
    return this.#options.checked.has(chat.id) ? { kind: 'checked' } : { kind: 'chats', chats: [chat] };
  }

  /** The chats of a target, as far as they are known here. */
  chatsOf(target: ActionTarget): readonly ChatView[] {
    return target.kind === 'chats' ? target.chats : this.#options.checked.known();
  }

  countOf(target: ActionTarget): number {
    return target.kind === 'chats' ? target.chats.length : this.#options.checked.count;
  }

  openMenu(chat: ChatView, kind: ChatMenuKind, anchor: MenuAnchor | null): void {
    this.#visit = this.#options.selection.visit;
    this.#showMenu({ chatId: chat.id, chat, target: this.toTarget(chat), kind, anchor });
  }

  /** For all that are checked. */
  openMenuOfChecked(kind: ChatMenuKind, anchor: HTMLElement | null): void {
    const chat = this.#options.checked.known()[0];
    if (chat !== undefined) this.#showMenu({ chatId: chat.id, chat, target: { kind: 'checked' }, kind, anchor });
  }

  /** As a key asks for it: beside the row or the thread's own button. */
  openMenuOf(target: ActionTarget, kind: ChatMenuKind, place: KeyContext): void {
    const chat = this.chatsOf(target)[0];
    if (chat === undefined) return;
    this.#visit = this.#options.selection.visit;
    this.#showMenu({ chatId: chat.id, chat, target, kind, anchor: findMenuAnchor(target, chat, place) });
  }

  /** The focus goes back to where the menu stood: its button, or the list for one of its rows. */
  closeMenu(): void {
    this.#menuOverlay.close();
    // What the menu opened has the focus, and gives it back itself.
    if (!this.#menuOverlay.isCovered) this.#focus(this.#menu?.anchor ?? null);
    const after = this.#after;
    this.#after = null;
    after?.();
  }

  openSnooze(target: ActionTarget): void {
    const { menu } = this;
    if (menu === null) this.#visit = this.#options.selection.visit;
    this.#snoozeAnchor = menu?.anchor ?? null;
    this.#snoozing = target;
    this.#snoozeOverlay.open();
  }

  closeSnooze(): void {
    this.#snoozeOverlay.close();
  }

  /** After the choice of a time: to where the focus was, or the list where that is gone. */
  giveFocusBack(): void {
    this.#focus(this.#snoozeAnchor ?? this.#snoozeOverlay.before);
  }

  choose(action: ChatMenuAction): void {
    const { menu } = this;
    if (menu !== null) this.run(menu.target, action, menu.chat);
  }

  /** `chat`: of a target of one chat, that one. */
  run(target: ActionTarget, action: ChatMenuAction, chat: ChatView): void {
    const { actions } = this.#options;
    switch (action.kind) {
      case 'export':
        this.#options.openExport(chat);
        break;
      case 'print':
        this.#options.print(chat);
        break;
      case 'find':
        this.#after = this.#options.find;
        break;
      case 'panel':
        this.#after = this.#options.togglePanel;
        break;
      case 'snooze':
        this.openSnooze(target);
        break;
      case 'pin':
      case 'read':
      case 'block':
      case 'settle':
        void actions.toggle(action.kind, target);
        break;
      default:
        void actions.do(action, target);
    }
  }

  #showMenu(menu: OpenMenu): void {
    this.#menu = menu;
    this.#menuOverlay.open();
  }

  #focus(anchor: MenuAnchor | null): void {
    const element = anchor instanceof HTMLElement ? anchor : null;
    const isOfChatLeft = element?.closest(THREAD_HEADER) != null && this.#visit !== this.#options.selection.visit;
    if (element !== null && element.isConnected && element.tabIndex >= 0 && !isOfChatLeft) element.focus();
    else this.#options.places.go('list');
  }
}

/** Beside the bar of those that are checked; beside the row while the keys are in the list; else beside the thread's button. */
function findMenuAnchor(target: ActionTarget, chat: ChatView, place: KeyContext): HTMLElement | null {
  const row = document.getElementById(`chat-${String(chat.id)}`);
  if (target.kind === 'checked') return document.querySelector<HTMLElement>('[data-anchor="checked-menu"]') ?? row;
  return place === 'list' ? row : (document.querySelector<HTMLElement>('[data-anchor="chat-menu"]') ?? row);
}

export const MUTE_HOURS = [1, 8, 24] as const;

interface MenuOptions {
  readonly title: string;
  readonly count: number;
  readonly canPin: boolean;
}

/** Of several, what all of them are: so that the first press makes them alike. */
export function toMenuModel(chats: readonly ChatView[], { title, count, canPin }: MenuOptions): ChatMenuModel {
  const isEvery = (is: (chat: ChatView) => boolean): boolean => chats.length > 0 && chats.every(is);
  const only = count === 1 ? (chats[0] ?? null) : null;
  return {
    title,
    isOne: count === 1,
    shelf: toShelf(isEvery),
    canPin,
    isPinned: isEvery(({ isPinned }) => isPinned),
    isMuted: isEvery(({ isMuted }) => isMuted),
    mutedUntil: only?.mutedUntil ?? null,
    snoozedUntil: only?.snoozedUntil ?? null,
    isBlocked: isEvery(({ isBlocked }) => isBlocked),
    isUnread: chats.some(({ unreadCount }) => unreadCount > 0),
    reply: toReply(chats),
  };
}

function toReply(chats: readonly ChatView[]): ChatMenuModel['reply'] {
  if (chats.some(({ waitingSince }) => waitingSince !== null)) return 'needed';
  return chats.some(canNeedReply) ? 'not-needed' : 'none';
}

function toShelf(isEvery: (is: (chat: ChatView) => boolean) => boolean): ChatMenuModel['shelf'] {
  if (isEvery(({ status }) => status === 'deleted')) return 'deleted';
  if (isEvery(({ status }) => status === 'closed' || status === 'deleted')) return 'closed';
  return isEvery(({ snoozedUntil }) => snoozedUntil !== null) ? 'snoozed' : 'open';
}
