import { toPhoneKey } from '#shared/domain/phones.ts';
import type { Session } from './session/session.ts';

/** What was typed and not sent. Owned: it outlives everything. */
export class Drafts {
  readonly #session: Session;
  readonly #now: () => number;

  constructor(needs: { readonly session: Session; readonly now: () => number }) {
    this.#session = needs.session;
    this.#now = needs.now;
  }

  /** An empty text forgets the draft. Throws `disk`. */
  async save(phone: string, text: string): Promise<void> {
    const { store } = this.#session.getAccount();
    await store.saveDraft({ phone: toPhoneKey(phone), text, at: this.#now() });
  }
}
