/** Contacts as a table and one by one, and what the user changed of contacts, notes and lists. */
import type {
  ContactCounts,
  ContactDetailsView,
  ContactQuery,
  ContactRow,
  ContactScope,
  LostContact,
} from '#shared/contract/index.ts';
import type { ContactId, ListId, PhoneKey } from '#shared/domain/ids.ts';
import type { KeptPeopleChange, MembersProgress, PeopleChange, Tag } from '#shared/domain/people-changes.ts';
import type { Call, Nothing } from './call.ts';

/** Counts of the side list; whether contacts are still being read is sync's to say. */
export type StoredContactCounts = Omit<ContactCounts, 'isFilling'>;

/** What came of a change that left. */
export type PeopleChangeOutcome =
  /** The service has it. `noteId`: the one that it gave a new note. */
  | { readonly kind: 'done'; readonly noteId?: number }
  /** It said no: what was shown is put back, and the change is kept as `refused`. */
  | { readonly kind: 'refused'; readonly problem: { readonly code: string; readonly detail: string } }
  /** Another value is there by now: it is shown, and the change is kept as `conflict`. */
  | { readonly kind: 'conflict'; readonly theirs: string };

export interface PeopleCommands {
  /**
   * Owned rows first, then what the cache shows of them. An edit of a value that waits already replaces it and keeps its
   * `base`; one that brings back that base drops it. Answers with the ids that wait now, in the order of the changes;
   * null where nothing is different.
   */
  applyPeopleChanges: Call<
    { readonly changes: readonly PeopleChange[]; readonly at: number; readonly dueAt: number },
    { readonly changeIds: readonly (number | null)[] }
  >;
  /** Takes changes back that have not begun to leave: the cache shows what was there before. */
  cancelPeopleChanges: Call<{ readonly changeIds: readonly number[] }, { readonly cancelledIds: readonly number[] }>;
  /**
   * They are about to leave. Those that are not there any more, or do not wait, are left out. `knownNoteIds`: kept with
   * new notes among them.
   */
  beginPeopleChanges: Call<
    { readonly changeIds: readonly number[]; readonly knownNoteIds?: readonly number[] },
    { readonly readyIds: readonly number[] }
  >;
  /** It began and surely did not reach the service: that beginning counts no more. */
  undoBeginPeopleChanges: Call<{ readonly changeIds: readonly number[] }, void>;
  finishPeopleChange: Call<{ readonly changeId: number; readonly outcome: PeopleChangeOutcome }, void>;
  /** How far a change of members is; `state` where that changes too. */
  noteMembersProgress: Call<
    {
      readonly changeId: number;
      readonly progress: MembersProgress;
      readonly state?: 'waiting' | 'paused' | 'done';
    },
    void
  >;
  /**
   * The user's answer to a refusal or a conflict. `again`: it waits once more, from what the service has now · `drop`: gone,
   * as is a result that was seen or a change of members that was stopped.
   */
  resolvePeopleChange: Call<
    { readonly changeId: number; readonly choice: 'again' | 'drop'; readonly at: number },
    void
  >;
  /** All that the service lists, exactly these; the signed-in user may be left out. */
  saveUsers: Call<{ readonly users: readonly StoredUser[] }, void>;
  /** Tags that are there, beside those that contacts and chats are known to have. */
  saveTags: Call<{ readonly tags: readonly Tag[] }, void>;
}

/** A user of the account. */
interface StoredUser {
  readonly id: number;
  readonly name: string;
}

export interface PeopleQueries {
  /** Ids of all rows of a table in its order. Null narrowing, empty text: all. */
  listContactIds: Call<{ readonly query: ContactQuery }, readonly number[]>;
  /** In the order of the ids; null for one that is gone. */
  listContactRows: Call<
    { readonly scope: ContactScope; readonly ids: readonly number[] },
    readonly (ContactRow | null)[]
  >;
  countContacts: Call<Nothing, StoredContactCounts>;
  getContactDetails: Call<{ readonly contactId: ContactId }, ContactDetailsView | null>;
  /** By exact number; its own before one that is shared. Null: none here. */
  findContactIdByPhone: Call<{ readonly phone: PhoneKey }, ContactId | null>;
  /** Contacts of these numbers; numbers that none has are left out. */
  listContactIdsByPhone: Call<
    { readonly phones: readonly PhoneKey[] },
    readonly { readonly phone: PhoneKey; readonly contactId: ContactId }[]
  >;
  /** Contacts of these numbers that the service blocks, by its register or by what they say; a number may have several. */
  listBlockedContacts: Call<
    { readonly phones: readonly PhoneKey[] },
    readonly { readonly phone: PhoneKey; readonly contactId: ContactId }[]
  >;
  /** What goes with them; see `contacts.explainDelete`. */
  countLostWith: Call<
    { readonly contactIds: readonly ContactId[] },
    {
      readonly count: number;
      readonly readOnlyCount: number;
      readonly notesCount: number;
      readonly valuesCount: number;
      readonly scheduledCount: number;
      readonly listsCount: number;
    }
  >;
  /**
   * Members of the list who are on no other; see `lists.explainRemoval`. Of these contacts, to be taken off it: once all that
   * waits for lists is done. All (`contactIds` null), to go with the list: by what the service has now, but for those who
   * wait to be taken off other lists. `outOfSightIds`: all the same, but not shown on the list any more, since they are to be
   * deleted anyway.
   */
  listOnlyHere: Call<
    { readonly listId: ListId; readonly contactIds: readonly ContactId[] | null; readonly limit: number },
    {
      readonly membersCount: number;
      readonly onlyHereIds: readonly ContactId[];
      readonly onlyHere: readonly LostContact[];
      readonly outOfSightIds: readonly ContactId[];
    }
  >;
  /** Null: no such list. */
  findList: Call<
    { readonly listId: number },
    Omit<StoredContactCounts['lists'][number], 'membersCount' | 'avatarId'> | null
  >;
  /** Those whom the service listed last. */
  listUsers: Call<Nothing, readonly StoredUser[]>;
  /** Tags that contacts or chats here have or had, and those that were made here. */
  listTags: Call<Nothing, readonly Tag[]>;
  countFieldValues: Call<{ readonly fieldId: number }, number>;
  /** Everything that is kept, oldest first. */
  listPeopleChanges: Call<Nothing, readonly KeptPeopleChange[]>;
  /** Contacts whose chat had a message since then, the latest first, then those that have notes here. */
  listContactIdsInUse: Call<{ readonly sinceAt: number; readonly limit: number }, readonly ContactId[]>;
}
