import type { ContactView, PersonView } from '#shared/contract/index.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import type { Session } from './session/session.ts';

const MOST_SUGGESTIONS = 8;

/** Contacts as far as the inbox needs them. */
export class People {
  readonly #session: Session;

  constructor(needs: { readonly session: Session }) {
    this.#session = needs.session;
  }

  async findContact(query: {
    readonly contactId: number | null;
    readonly phone: string | null;
  }): Promise<ContactView | null> {
    const phone = query.phone === null ? null : toPhoneKey(query.phone);
    return await this.#session.getAccount().store.findContact({ contactId: query.contactId, phone });
  }

  async suggest(query: string): Promise<PersonView[]> {
    const { store } = this.#session.getAccount();
    return [...(await store.suggestPeople({ query: query.trim(), limit: MOST_SUGGESTIONS }))];
  }
}
