import { getContext, setContext } from 'svelte';
import type { FocusTargets } from '#renderer/app/focus-targets.ts';
import type { ChatList } from '#renderer/features/chat-list/chat-list.svelte.ts';
import type { Checked } from '#renderer/features/chat-list/checked.svelte.ts';
import type { Selection } from '#renderer/features/chat-list/selection.svelte.ts';
import type { ChatActions } from './chat-actions.svelte.ts';
import type { ChatMenuState } from './chat-menu.svelte.ts';
import type { Confirmation } from './confirmation.svelte.ts';

/** What menus, dialogs and the bar of checked chats need of the screen that they lie over. Its getters read runes. */
export interface ChatActionsScreen {
  readonly actions: ChatActions;
  readonly menu: ChatMenuState;
  readonly confirmation: Confirmation;
  readonly list: Pick<ChatList, 'total'>;
  readonly selection: Pick<Selection, 'chat' | 'visit'>;
  readonly checked: Checked;
  readonly places: Pick<FocusTargets, 'go'>;
  /** Which of list and sheet there is room for. */
  readonly pane: 'both' | 'list' | 'sheet';
  /** Whether the header of a thread has room for little more than the name. */
  readonly isTiny: boolean;
  /** How many rows of the list fit on screen. */
  readonly pageRows: number;
}

const SCREEN = Symbol('chat-actions');

/** Gives the menus and dialogs below this component their screen. */
export function provideChatActions(screen: ChatActionsScreen): void {
  setContext(SCREEN, screen);
}

/** Call while a component is created. */
export function useChatActions(): ChatActionsScreen {
  return getContext<ChatActionsScreen>(SCREEN);
}
