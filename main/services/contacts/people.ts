import type { ContactView, PersonView, RequestOutput } from '#shared/contract/index.ts';
import { toChatId } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import type { Session } from '#main/services/account/session.ts';

const MOST_SUGGESTIONS = 8;

/** People and their lists as far as the inbox needs them. */
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

  /**
   * Has the service text a person again, because they asked for it; what it says of them is read anew. Throws `forbidden`
   * (they wrote STOP: it wants it from them), `not-found`, and what the service or the network says.
   */
  async resubscribe(typed: string): Promise<void> {
    const { store, sync, service } = this.#session.getAccount();
    const phone = toPhoneKey(typed);
    await service.resubscribePhone({ phone }, { priority: 'user' });
    sync.readRegister('unsubscribers');
    const chat = await store.findChat({ chatId: null, phone });
    if (chat !== null && chat.id > 0) sync.openChat(toChatId(chat.id));
  }

  /** Fields of contacts by name. Throws `disk`. */
  async listFields(): Promise<RequestOutput<'people.listFields'>> {
    const fields = await this.#session.getAccount().store.listCustomFields({});
    return fields.map(({ id, name }) => ({ id, name })).sort((one, other) => one.name.localeCompare(other.name));
  }

  /** Contact lists of the cache by name. Throws `disk`. */
  async listLists(): Promise<RequestOutput<'lists.list'>> {
    return [...(await this.#session.getAccount().store.listListNames({}))];
  }
}
