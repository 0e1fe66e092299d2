import { getContext, setContext } from 'svelte';
import type { FocusTargets } from '#renderer/app/focus-targets.ts';
import type { NewMessage } from './new-message.svelte.ts';

/** What composers need of the screen that they are part of. */
export interface ComposerScreen {
  readonly places: Pick<FocusTargets, 'go' | 'register'>;
  readonly newMessage: NewMessage;
  /** Sends the new message and opens its chat. */
  sendNew(): Promise<void>;
  /** The new message was scheduled: its chat opens. */
  leaveNew(chatId: number): Promise<void>;
  /** Takes the block off the number of the new message. */
  unblockNew(): Promise<void>;
  /** The user goes back from the new message to where it was begun. */
  leaveWriting(): void;
}

const COMPOSER_SCREEN = Symbol('composer screen');

/** Gives every composer below this component its screen. */
export function provideComposerScreen(screen: ComposerScreen): void {
  setContext(COMPOSER_SCREEN, screen);
}

/** Call while a component is created. */
export function useComposerScreen(): ComposerScreen {
  return getContext<ComposerScreen>(COMPOSER_SCREEN);
}
