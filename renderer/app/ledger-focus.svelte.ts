import type { Sections } from './sections.svelte.ts';

/**
 * Leads from another screen to one text of the ledger: `app.ledgerFocus.open(sendId)`. Outlives screens; the ledger takes
 * what is wanted once it is on screen.
 */
export class LedgerFocus {
  #wanted = $state<string | null>(null);
  readonly #sections: Pick<Sections, 'go'>;

  constructor(sections: Pick<Sections, 'go'>) {
    this.#sections = sections;
  }

  /** The send that is to be shown; null: none. Reads runes. */
  get wanted(): string | null {
    return this.#wanted;
  }

  /** Opens the ledger with that send's detail. */
  open(sendId: string): void {
    this.#wanted = sendId;
    this.#sections.go('settings');
  }

  /** What was wanted, once. */
  take(): string | null {
    const wanted = this.#wanted;
    this.#wanted = null;
    return wanted;
  }
}
