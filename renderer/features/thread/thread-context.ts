import { getContext, setContext } from 'svelte';
import type { ChatView } from '#shared/contract/index.ts';
import type { FocusTargets } from '#renderer/app/focus-targets.ts';
import type { SendActions } from './send-actions.svelte.ts';
import type { ThreadDialogs } from './thread-dialogs.svelte.ts';

/** What the thread needs of the screen that it is part of. */
export interface ThreadScreen {
  /** How much room there is. Read runes. */
  readonly layout: {
    readonly isNarrow: boolean;
    /** Whether the header has room for little more than the name. */
    readonly isTiny: boolean;
    readonly isPanelShown: boolean;
  };
  readonly places: Pick<FocusTargets, 'go' | 'register'>;
  readonly sendActions: Pick<
    SendActions,
    'run' | 'decidedSendId' | 'endDecision' | 'sendAnyway' | 'findUploadProgress'
  >;
  readonly dialogs: ThreadDialogs;
  /** Sends what the composer of the open chat holds. */
  readonly send: () => void;
  /** Ends the hold of the last text of the open chat. */
  readonly sendNow: () => void;
  /** Begins a new message with the text of messages, one of which has the focus. */
  readonly forward: (text: string, key: string | null) => void;
  readonly toggleClosed: (chat: ChatView) => void;
  readonly unmute: (chat: ChatView) => void;
  readonly unblock: (chat: ChatView) => void;
  /** The same where only the service knows of the block. */
  readonly unblockNumber: (chat: ChatView) => void;
  readonly openChatMenu: (chat: ChatView, kind: 'all' | 'mute', anchor: HTMLElement | null) => void;
  readonly findInChat: () => void;
  /** `at`: of the day that is shown at first, epoch ms. */
  readonly jumpToDate: (at: number) => void;
  readonly togglePanel: () => void;
  /** Says what was done, and offers to undo it. */
  readonly offerUndo: (done: { readonly undoId: string; readonly text: string }) => void;
}

const THREAD_SCREEN = Symbol('thread screen');

/** Gives every thread below this component its screen. */
export function provideThreadScreen(screen: ThreadScreen): void {
  setContext(THREAD_SCREEN, screen);
}

/** Call while a component is created. */
export function useThreadScreen(): ThreadScreen {
  return getContext<ThreadScreen>(THREAD_SCREEN);
}
