/** What the service keeps besides chats and messages, kept whole in `cache.db`. */
import type { CollectionName, CollectionRows } from '#shared/domain/collections.ts';
import type { ContactId, ListId } from '#shared/domain/ids.ts';
import type { ContactNote, CustomField } from '#shared/domain/people.ts';
import type { Schedule } from '#shared/domain/schedules.ts';
import type { Template } from '#shared/domain/templates.ts';
import type { Call, Nothing } from './call.ts';

export interface CollectionCommands {
  /** Upserts by id. */
  commitRows: Call<CollectionRows, void>;
  /** Gone at the service, which said so of each by itself; or a whole small collection that was read without a hole. */
  removeRows: Call<{ readonly name: CollectionName; readonly ids: readonly number[] }, void>;
  /** All members of a list, exactly these; `between`: all of those whose id is above the one and up to the other. */
  setListMembers: Call<
    {
      readonly listId: ListId;
      readonly contactIds: readonly ContactId[];
      readonly between?: { readonly afterId: number | null; readonly upToId: number | null };
    },
    void
  >;
  /** All notes of a contact, exactly these. */
  setContactNotes: Call<{ readonly contactId: ContactId; readonly notes: readonly ContactNote[] }, void>;
}

/** What the cache takes on this computer. */
export interface CacheSize {
  readonly kind: 'messages' | 'search' | 'chats' | 'people' | 'others';
  readonly rows: number;
  readonly bytes: number;
}

/** Owned rows: what only this computer knows. */
export interface OwnedCounts {
  readonly drafts: number;
  /** Texts that did not leave, or of which nobody knows whether they did. */
  readonly unsent: number;
  /** Things done to chats that the service has not confirmed. */
  readonly actions: number;
  /** Sends in the ledger. */
  readonly ledger: number;
  /** Imports of contacts: those under way end, and none can be undone any more. */
  readonly imports: number;
  /** Texts scheduled here that are not over. */
  readonly schedules: number;
}

export interface CollectionQueries {
  /**
   * Ids that the cache has, so that what is missing from the service can be found; ascending, provisional chats left
   * out. `status`: only chats of that one.
   */
  listRowIds: Call<
    { readonly name: CollectionName | 'chats'; readonly status?: 'active' | 'closed' | 'deleted' },
    readonly number[]
  >;
  /** Lists that have another number of members here than the service says. */
  listUnevenLists: Call<Nothing, readonly ListId[]>;
  listTemplates: Call<Nothing, readonly Template[]>;
  listSchedules: Call<Nothing, readonly Schedule[]>;
  listCustomFields: Call<Nothing, readonly CustomField[]>;
  listContactNotes: Call<{ readonly contactId: ContactId }, readonly ContactNote[]>;
  listMembers: Call<{ readonly listId: ListId }, readonly ContactId[]>;
  measureCache: Call<
    Nothing,
    { readonly kinds: readonly CacheSize[]; readonly cacheBytes: number; readonly ownedBytes: number }
  >;
  countOwned: Call<Nothing, OwnedCounts>;
}
