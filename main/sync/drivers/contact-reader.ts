import { isAppError } from '#shared/domain/app-error.ts';
import type { Contact, ContactList } from '#shared/domain/entities.ts';
import type { ContactId, ListId } from '#shared/domain/ids.ts';
import type { ContactDetails } from '#shared/domain/people.ts';
import type { CallPriority } from '../calls.ts';
import { readCollection } from './collection.ts';
import type { SyncContext } from './context.ts';

/** So often a contact is read again because it changed while it was read. */
const MOST_READINGS = 3;

/**
 * Reads contacts one by one into the cache.
 *
 * SYNC-26  An answer asked for before a change of a contact was made never undoes it; what others changed meanwhile stays.
 */
export class ContactReader {
  readonly #context: SyncContext;
  /** Counts changes; per contact, the count at its latest one. */
  #changes = 0;
  readonly #changedAt = new Map<number, number>();

  constructor(context: SyncContext) {
    this.#context = context;
  }

  /** From now on, answers to older questions say nothing about these contacts. */
  noteChanged(contactIds: readonly number[]): void {
    this.#changes += 1;
    for (const contactId of contactIds) this.#changedAt.set(contactId, this.#changes);
  }

  /** To be asked for before a question. */
  get moment(): number {
    return this.#changes;
  }

  /** Whether an answer to a question of that moment says nothing about the contact any more. */
  isChangedSince(contactId: number, moment: number): boolean {
    return (this.#changedAt.get(contactId) ?? 0) > moment;
  }

  /** Keeps what the service says of them, but for those that changed since it was asked. */
  async commit(contacts: readonly Contact[], moment: number): Promise<void> {
    const current = contacts.filter(({ id }) => !this.isChangedSince(id, moment));
    if (current.length > 0) await this.#context.store.commitContacts({ contacts: current });
  }

  /** The contact with all its lists. Rejects with `AppError`. */
  async fetch(
    contactId: ContactId,
    priority: CallPriority,
  ): Promise<ContactDetails & { readonly lists: NonNullable<Contact['lists']> }> {
    const { link, source } = this.#context;
    const contact = await link.call(priority, (options) => source.getContact({ contactId }, options));
    return { ...contact, lists: contact.lists ?? (await this.#fetchLists(contactId, priority)) };
  }

  /** Reads it and keeps it; takes it out where the service does not have it. Rejects with `AppError`. */
  async refresh(contactId: ContactId, priority: CallPriority): Promise<void> {
    for (let reading = 0; reading < MOST_READINGS; reading += 1) {
      const { moment } = this;
      try {
        const contact = await this.fetch(contactId, priority);
        await this.commit([contact], moment);
      } catch (error) {
        if (!isAppError(error, 'not-found')) throw error;
        await this.#context.store.removeRows({ name: 'contacts', ids: [contactId] });
      }
      if (!this.isChangedSince(contactId, moment)) return;
    }
  }

  async #fetchLists(
    contactId: ContactId,
    priority: CallPriority,
  ): Promise<readonly { readonly id: ListId; readonly name: string }[]> {
    const { link, source } = this.#context;
    const lists = new Map<ListId, ContactList>();
    await readCollection<ContactList>({
      readPage: async (query) => {
        const ask = { ...query, contactId };
        const page = await link.call(priority, (options) => source.listListsOfContact(ask, options));
        for (const list of page.items) lists.set(list.id, list);
        return page;
      },
      keyOf: ({ id }) => id,
    });
    return [...lists.values()].map(({ id, name }) => ({ id, name }));
  }
}
