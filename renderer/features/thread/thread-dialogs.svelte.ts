import type { ChatView } from '#shared/contract/index.ts';
import type { LinkDoubt } from './link-doubt.ts';

/** What may lie over the thread. */
export type ThreadDialog =
  | { readonly kind: 'export' | 'print' | 'resubscribe'; readonly chat: ChatView }
  /** To a date of the open chat. */
  | { readonly kind: 'jump' }
  | { readonly kind: 'link'; readonly url: string; readonly doubt: LinkDoubt };

/** Which dialog of the thread is open: one at a time, the newest wish. It stays the one that is shown until it has closed. */
export class ThreadDialogs {
  #shown = $state.raw<ThreadDialog | null>(null);
  #isOpen = $state(false);

  /** What is open, or was last: its words stay while it goes. */
  get shown(): ThreadDialog | null {
    return this.#shown;
  }
  get isOpen(): boolean {
    return this.#isOpen;
  }

  show(dialog: ThreadDialog): void {
    this.#shown = dialog;
    this.#isOpen = true;
  }

  close(): void {
    this.#isOpen = false;
  }
}
