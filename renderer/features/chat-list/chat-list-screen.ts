import { getContext, setContext } from 'svelte';
import type { ChatView, SavedView } from '#shared/contract/index.ts';
import type { FocusTargets } from '#renderer/app/focus-targets.ts';
import type { ScopeName } from '#renderer/data/scopes.ts';
import type { ActionTarget } from '#renderer/data/chat-actions.ts';
import type { ChatList } from './chat-list.svelte.ts';
import type { Checked } from './checked.svelte.ts';
import type { Selection } from './selection.svelte.ts';
import type { MenuAnchor } from '#renderer/ui/menu-anchor.ts';

/** What the chat list needs of the screen that it is part of. Its getters read runes. */
export interface ChatListScreen {
  readonly list: ChatList;
  readonly selection: Selection;
  readonly checked: Checked;
  readonly places: Pick<FocusTargets, 'go' | 'register'>;
  /** The lists that the user keeps under a name. */
  readonly views: {
    readonly list: readonly SavedView[];
    /** Null: another list is shown. */
    readonly shown: SavedView | null;
    open(view: SavedView): void;
    openUsual(name: ScopeName): void;
  };
  /** The menu of lists, and the dialogs that it opens. */
  readonly viewDialogs: {
    isMenuOpen: boolean;
    /** After the menu; false where its button has the focus. */
    giveFocusBack(): boolean;
    saveView(): void;
    manageViews(): void;
  };
  readonly actions: {
    toggle(kind: 'close' | 'pin', target: ActionTarget): unknown;
    markAllRead(): unknown;
    closeAllRead(): unknown;
  };
  /** Which of list and sheet there is room for. */
  readonly pane: 'both' | 'list' | 'sheet';
  /** Whether the list has little room. */
  readonly isNarrow: boolean;
  /** Whether there is room for the tab of closed chats. */
  readonly hasClosedTab: boolean;
  /** Whether list and sheet are side by side. */
  readonly hasTwoPanes: boolean;
  /** Whether the sheet shows a new message in place of a chat. */
  readonly isWriting: boolean;
  /** The chat whose menu is open; null: none. */
  readonly menuChatId: number | null;
  open(chat: ChatView): void;
  openMenu(chat: ChatView, anchor: MenuAnchor): void;
  startWriting(): void;
  /** How many rows fit on screen, as far as they were measured. */
  setPageRows(count: number): void;
}

const SCREEN = Symbol('chat-list');

/** Gives the chat list below this component its screen. */
export function provideChatList(screen: ChatListScreen): void {
  setContext(SCREEN, screen);
}

/** Call while a component is created. */
export function useChatList(): ChatListScreen {
  return getContext<ChatListScreen>(SCREEN);
}
