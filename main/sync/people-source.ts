/** What sync asks of the service for what the user does to contacts, notes and lists. */
import type { ContactList, Page } from '#shared/domain/entities.ts';
import type { ContactId, ListId } from '#shared/domain/ids.ts';
import type { ContactDetails, ContactDraft, ContactNote, CustomField } from '#shared/domain/people.ts';
import type { CallOptions, PagingQuery } from './calls.ts';

/** What can be set on a list; all of it each time. */
interface ListValues {
  readonly name: string;
  readonly isShared: boolean;
  readonly isFavorite: boolean;
  readonly isDefault: boolean;
}

/** Every method throws `AppError` and nothing else. */
export interface PeopleSource {
  getContact(query: { readonly contactId: ContactId }, options: CallOptions): Promise<ContactDetails>;
  listListsOfContact(
    query: PagingQuery & { readonly contactId: ContactId },
    options: CallOptions,
  ): Promise<Page<ContactList>>;
  /** Replaces the contact: what the draft leaves out may be lost. */
  updateContact(
    query: { readonly contactId: ContactId; readonly draft: ContactDraft },
    options: CallOptions,
  ): Promise<void>;
  /** One contact's value of a custom field, and nothing else of it. */
  setCustomFieldValue(
    query: { readonly fieldId: number; readonly contactId: ContactId; readonly value: string },
    options: CallOptions,
  ): Promise<void>;
  deleteContact(query: { readonly contactId: ContactId }, options: CallOptions): Promise<void>;
  deleteContacts(query: { readonly contactIds: readonly ContactId[] }, options: CallOptions): Promise<void>;
  listNotesOfContact(
    query: PagingQuery & { readonly contactId: ContactId },
    options: CallOptions,
  ): Promise<Page<ContactNote>>;
  getNote(query: { readonly noteId: number }, options: CallOptions): Promise<ContactNote>;
  /** The id of the new note, where the service says it. */
  createNote(
    query: { readonly contactId: ContactId; readonly text: string },
    options: CallOptions,
  ): Promise<{ readonly id: number | null }>;
  updateNote(query: { readonly noteId: number; readonly text: string }, options: CallOptions): Promise<void>;
  deleteNote(query: { readonly noteId: number }, options: CallOptions): Promise<void>;
  deleteNotesOfContact(
    query: { readonly contactId: ContactId; readonly noteIds: readonly number[] },
    options: CallOptions,
  ): Promise<void>;
  getList(query: { readonly listId: ListId }, options: CallOptions): Promise<ContactList>;
  updateList(query: ListValues & { readonly listId: ListId }, options: CallOptions): Promise<void>;
  /** All members, in as many requests as that takes. */
  listMemberIds(query: { readonly listId: ListId }, options: CallOptions): Promise<readonly ContactId[]>;
  addListMembers(
    query: { readonly listId: ListId; readonly contactIds: readonly ContactId[] },
    options: CallOptions,
  ): Promise<void>;
  /** Deletes those of them who are on no other list. */
  deleteListMembers(
    query: { readonly listId: ListId; readonly contactIds: readonly ContactId[] },
    options: CallOptions,
  ): Promise<void>;
  listCustomFields(query: PagingQuery, options: CallOptions): Promise<Page<CustomField>>;
}
