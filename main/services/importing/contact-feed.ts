import type { ImportFile } from '#main/importing/check/port.ts';
import type { Store } from '#main/store/api.ts';
import type { ImportContact } from '#shared/domain/imports.ts';
import type { ChangeSet } from '#shared/domain/sync.ts';

const PAGE_CONTACTS = 1_000;

type FedStore = Pick<Store, 'listImportContacts' | 'listImportNumbers' | 'onChange'>;

/** Gives a file the contacts that its rows are checked against, and gives them again once some have changed. */
export class ContactFeed {
  readonly #file: Pick<ImportFile, 'addContacts' | 'setNumbers'>;
  #store: FedStore | null = null;
  #unsubscribe = (): void => undefined;
  #isStale = true;
  #filling: Promise<void> | null = null;

  constructor(file: Pick<ImportFile, 'addContacts' | 'setNumbers'>) {
    this.#file = file;
  }

  /**
   * Resolves when the file has the contacts of that store as they are now. What changes while they are read is read the next
   * time. Rejects with `disk`, or as the file does.
   */
  async fill(store: FedStore): Promise<void> {
    // Another check reads them: how that ends is its own affair.
    while (this.#filling !== null) await Promise.allSettled([this.#filling]);
    this.#watch(store);
    if (!this.#isStale) return;
    this.#isStale = false;
    this.#filling = this.#read(store);
    try {
      await this.#filling;
    } catch (error) {
      this.#isStale = true;
      throw error;
    } finally {
      this.#filling = null;
    }
  }

  dispose(): void {
    this.#unsubscribe();
    this.#unsubscribe = () => undefined;
    this.#store = null;
  }

  /** The store is another one after the account was opened again. */
  #watch(store: FedStore): void {
    if (this.#store === store) return;
    this.#unsubscribe();
    this.#store = store;
    this.#isStale = true;
    this.#unsubscribe = store.onChange((changes) => {
      this.#isStale ||= touchesContacts(changes);
    });
  }

  async #read(store: FedStore): Promise<void> {
    let afterId = 0;
    let page: readonly ImportContact[];
    let isFirst = true;
    do {
      page = await store.listImportContacts({ afterId, limit: PAGE_CONTACTS });
      await this.#file.addContacts(page, isFirst);
      isFirst = false;
      afterId = page.at(-1)?.id ?? afterId;
    } while (page.length === PAGE_CONTACTS);
    await this.#file.setNumbers(await store.listImportNumbers({}));
  }
}

function touchesContacts({ contactIds, listIds, people, everything }: ChangeSet): boolean {
  return contactIds.length > 0 || listIds.length > 0 || people || everything;
}
