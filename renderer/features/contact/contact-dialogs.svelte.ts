import type { Overlay, Overlays } from '#renderer/app/overlays.svelte.ts';

export type ContactDialog = 'delete' | 'unsubscribe' | 'resubscribe' | 'look-up-carrier' | 'look-up-email';

/** The question that lies over a contact. */
export class ContactDialogs {
  #shown = $state<ContactDialog | null>(null);
  readonly #overlay: Overlay;

  constructor(overlays: Overlays) {
    this.#overlay = overlays.create();
  }

  /** Null: nothing is asked. */
  get shown(): ContactDialog | null {
    return this.#overlay.isOpen ? this.#shown : null;
  }

  open(dialog: ContactDialog): void {
    this.#shown = dialog;
    this.#overlay.open();
  }

  close(): void {
    this.#overlay.close();
  }
}
