import type { Overlay, Overlays } from '#renderer/app/overlays.svelte.ts';

/** What the app asks before something that cannot be taken back, in words. */
export interface ConfirmationWords {
  /** Names the thing and counts it: "Delete 214 chats?" */
  readonly title: string;
  /** What stays and what goes. */
  readonly text: string;
  /** The verb: "Delete 214 chats". */
  readonly confirm: string;
  /** The safe choice. */
  readonly cancel: string;
}

/** The one confirmation on screen. A newer one answers the one before with no. */
export class Confirmation {
  #words = $state.raw<ConfirmationWords | null>(null);
  #settle: ((isYes: boolean) => void) | null = null;
  readonly #overlay: Overlay;

  constructor(overlays: Overlays) {
    this.#overlay = overlays.create({ onclose: () => this.answer(false) });
  }

  /** Null: nothing is asked. */
  get words(): ConfirmationWords | null {
    return this.#words;
  }

  /** Resolves once the user chose; false too when the screen goes. */
  ask(words: ConfirmationWords): Promise<boolean> {
    this.answer(false);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#words = words;
    this.#settle = resolve;
    this.#overlay.open();
    return promise;
  }

  answer(isYes: boolean): void {
    const settle = this.#settle;
    this.#words = null;
    this.#settle = null;
    this.#overlay.close();
    settle?.(isYes);
  }
}
