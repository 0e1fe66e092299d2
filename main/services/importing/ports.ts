/** What a run of an import works with. */
import type { ContactImport } from '#main/api/endpoints/people/imports.ts';
import type { Log } from '#main/platform/log.ts';
import type { PeopleService } from '#main/services/contacts/ports.ts';
import type { Store } from '#main/store/api.ts';
import type { CallOptions, PagingQuery } from '#main/sync/calls.ts';
import type { Sync } from '#main/sync/create-sync.ts';
import type { SyncSource } from '#main/sync/ports.ts';
import type { Page } from '#shared/domain/entities.ts';
import type { ListId } from '#shared/domain/ids.ts';
import type { ImportProgress } from '#shared/domain/imports.ts';
import type { ContactDetails } from '#shared/domain/people.ts';

/** What an import asks of the service. Every method throws `AppError` and nothing else. */
export interface ImportService
  extends
    Pick<
      PeopleService,
      | 'createCustomField'
      | 'createList'
      | 'deleteCustomField'
      | 'deleteList'
      | 'getCustomField'
      | 'getList'
      | 'searchLists'
    >,
    Pick<
      SyncSource,
      | 'addListMembers'
      | 'deleteContacts'
      | 'deleteListMembers'
      | 'getContact'
      | 'listContacts'
      | 'listCustomFields'
      | 'listListsOfContact'
      | 'listMemberIds'
      | 'setCustomFieldValue'
      | 'updateContact'
    > {
  /** `importId` null: the service does not tell it. */
  importContacts(query: ContactImport, options: CallOptions): Promise<{ readonly importId: number | null }>;
  getImportProgress(query: { readonly importId: number }, options: CallOptions): Promise<ImportProgress>;
  listContactsOfList(
    query: PagingQuery & { readonly listId: ListId },
    options: CallOptions,
  ): Promise<Page<ContactDetails>>;
}

export interface RunParts {
  readonly store: Store;
  readonly service: ImportService;
  readonly sync: Pick<Sync, 'holdPeopleChanges' | 'fetchMembers' | 'checkContacts' | 'readMembers'>;
  readonly log: Log;
  readonly now: () => number;
  /** Rejects with the reason of the signal. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** A run has changed: the page is told (at most four times a second). */
  readonly tell: (importId: number) => void;
}
