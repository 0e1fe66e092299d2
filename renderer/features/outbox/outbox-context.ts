import { getContext, setContext } from 'svelte';
import type { FocusTargets } from '#renderer/app/focus-targets.ts';
import type { UnsentText, UnsentTexts } from '#renderer/data/unsent-texts.svelte.ts';

/** What the outbox needs of the screen that shows the chats of its texts. */
export interface OutboxScreen {
  readonly unsent: {
    readonly texts: Pick<UnsentTexts, 'shown' | 'listTo'>;
    /** Shows where a text stands: its chat, or the new message that it was written as. */
    open(phone: string): Promise<void>;
    /** Takes a text back into its field that main was never asked to take. */
    takeBack(text: Pick<UnsentText, 'phone' | 'requestId'>): void;
  };
  readonly sends: {
    /** Takes a text out of the outbox: it is a draft again. False: it could not. */
    cancelWaiting(text: { readonly sendId: string; readonly phone: string }): Promise<boolean>;
  };
  readonly places: Pick<FocusTargets, 'go'>;
  openMessage(chatId: number, key: string): Promise<void>;
  /** False where there is no such chat. */
  openById(chatId: number): Promise<boolean>;
}

const OUTBOX_SCREEN = Symbol('outbox screen');

/** Gives every outbox part below this component its screen. */
export function provideOutboxScreen(screen: OutboxScreen): void {
  setContext(OUTBOX_SCREEN, screen);
}

/** Call while a component is created. */
export function useOutboxScreen(): OutboxScreen {
  return getContext<OutboxScreen>(OUTBOX_SCREEN);
}
