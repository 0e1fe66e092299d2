/** The parts of an account that drafts of imports work with, in memory. */
import type { ImportContact, PlannedRow } from '#shared/domain/imports.ts';
import { NO_CHANGES, type ChangeSet } from '#shared/domain/sync.ts';
import { ACCOUNT } from '../fakes.ts';

export const CONTACT: ImportContact = {
  ...{ id: 1, phone: '447700900101', firstName: 'Ada', lastName: 'Quill', email: '', fields: [], listIds: [5] },
  ...{ isReadOnly: false, isBlocked: false, isUnsubscribed: false },
};

/** The store of an account, as far as a draft reads it. */
export class FakeStore {
  contacts: ImportContact[] = [CONTACT];
  filledAt: number | null = 1;
  lists = [{ id: 5, name: 'Clients', membersCount: 1, isReadOnly: false }];
  remembered: { header: string; choice: { kind: 'email' } }[] = [];
  reads = 0;
  readonly #listeners = new Set<(changes: ChangeSet) => void>();

  commit(changes: Partial<ChangeSet>): void {
    for (const listener of this.#listeners) listener({ ...NO_CHANGES, ...changes });
  }

  get listenersCount(): number {
    return this.#listeners.size;
  }

  readonly store = {
    getAccount: () => Promise.resolve(ACCOUNT),
    getSyncMark: () => Promise.resolve(this.filledAt),
    listListNames: () => Promise.resolve(this.lists),
    findList: ({ listId }: { readonly listId: number }) =>
      Promise.resolve(this.lists.find(({ id }) => id === listId) ?? null),
    listCustomFields: () => Promise.resolve([{ id: 12, name: 'Vet' }]),
    findColumnChoices: () => Promise.resolve(this.remembered),
    listImportContacts: ({ afterId, limit }: { readonly afterId: number; readonly limit: number }) => {
      this.reads += 1;
      return Promise.resolve(this.contacts.filter(({ id }) => id > afterId).slice(0, limit));
    },
    listImportNumbers: () => Promise.resolve({ blocked: ['4477'], unsubscribed: [] }),
    onChange: (listener: (changes: ChangeSet) => void) => {
      this.#listeners.add(listener);
      return () => this.#listeners.delete(listener);
    },
  };
}

export class FakeRuns {
  readonly started: { requestId: string; plan: unknown; rows: readonly PlannedRow[] }[] = [];
  refusal: Error | null = null;

  async start(input: { requestId: string; plan: unknown; rows: AsyncIterable<readonly PlannedRow[]> }) {
    const rows: PlannedRow[] = [];
    for await (const portion of input.rows) rows.push(...portion);
    if (this.refusal !== null) throw this.refusal;
    this.started.push({ ...input, rows });
    return { importId: 70 + this.started.length };
  }
}
