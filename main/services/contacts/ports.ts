/** What is asked of the service at once, while the user waits: contacts, lists, fields and registers. */
import type { UploadSource } from '#main/api/uploads/upload.ts';
import type { CallOptions } from '#main/sync/calls.ts';
import type { Country } from '#shared/domain/account.ts';
import type { Account, Contact, ContactList, Page } from '#shared/domain/entities.ts';
import type { ContactId, ListId, PhoneKey } from '#shared/domain/ids.ts';
import type { ContactDetails, ContactDraft, CustomField, RecipientSuggestion } from '#shared/domain/people.ts';

/** What a write gives back: the id of what it made; null where the service does not say it. */
interface Link {
  readonly id: number | null;
}

/** Every method throws `AppError` and nothing else. */
export interface PeopleService extends PictureService {
  createContact(draft: ContactDraft, options: CallOptions): Promise<Link>;
  getContact(query: { readonly contactId: ContactId }, options: CallOptions): Promise<ContactDetails>;
  findContactByPhone(query: { readonly phone: PhoneKey }, options: CallOptions): Promise<ContactDetails | undefined>;
  searchContacts(
    query: {
      readonly page: number;
      readonly limit: number;
      readonly text?: string;
      readonly listId?: ListId;
      readonly includesShared?: boolean;
      readonly includesBlocked?: boolean;
    },
    options: CallOptions,
  ): Promise<Page<Contact>>;
  suggestRecipients(
    query: { readonly text: string; readonly limit: number; readonly includesLists: boolean },
    options: CallOptions,
  ): Promise<readonly RecipientSuggestion[]>;
  listCountries(options: CallOptions): Promise<readonly Country[]>;

  blockPhone(query: { readonly phone: PhoneKey }, options: CallOptions): Promise<unknown>;
  unblockPhone(query: { readonly phone: PhoneKey }, options: CallOptions): Promise<void>;
  unblockContacts(query: { readonly contactIds: readonly ContactId[] }, options: CallOptions): Promise<void>;
  /** Undefined: the number is not blocked. */
  findBlockedContact(query: { readonly phone: PhoneKey }, options: CallOptions): Promise<Contact | undefined>;
  unsubscribePhone(query: { readonly phone: PhoneKey }, options: CallOptions): Promise<unknown>;
  /** Rejects with `forbidden` for those who wrote STOP, `not-found` for those who are not unsubscribed. */
  resubscribePhone(query: { readonly phone: PhoneKey }, options: CallOptions): Promise<void>;

  /** Rejects with `not-found` where the service knows no tags. */
  createTag(query: { readonly title: string }, options: CallOptions): Promise<Link>;
  /** Rejects with `forbidden` where this user may not see the others. */
  listSubaccounts(
    query: { readonly page: number; readonly limit: number },
    options: CallOptions,
  ): Promise<Page<Account>>;

  listCustomFields(
    query: { readonly page: number; readonly limit: number },
    options: CallOptions,
  ): Promise<Page<CustomField>>;
  getCustomField(query: { readonly fieldId: number }, options: CallOptions): Promise<CustomField>;
  createCustomField(query: { readonly name: string }, options: CallOptions): Promise<Link>;
  renameCustomField(query: { readonly fieldId: number; readonly name: string }, options: CallOptions): Promise<void>;
  deleteCustomField(query: { readonly fieldId: number }, options: CallOptions): Promise<void>;

  searchLists(
    query: { readonly page: number; readonly limit: number; readonly text?: string },
    options: CallOptions,
  ): Promise<Page<ContactList>>;
  getList(query: { readonly listId: ListId }, options: CallOptions): Promise<ContactList>;
  createList(
    query: {
      readonly name: string;
      readonly isShared: boolean;
      readonly isFavorite: boolean;
      readonly isDefault: boolean;
    },
    options: CallOptions,
  ): Promise<Link>;
  deleteList(query: { readonly listId: ListId }, options: CallOptions): Promise<void>;
  listMemberIds(query: { readonly listId: ListId }, options: CallOptions): Promise<readonly ContactId[]>;
  addListMembers(
    query: { readonly listId: ListId; readonly contactIds: readonly ContactId[] },
    options: CallOptions,
  ): Promise<void>;
}

/**
 * Pictures of contacts and lists, PNG or JPG, at most 10 MB; an upload replaces the one before. Rejects with `validation`
 * of `file`, `forbidden` for what is another user's, `not-found`.
 */
interface PictureService {
  uploadContactAvatar(
    query: { readonly contactId: ContactId; readonly image: UploadSource },
    options: CallOptions,
  ): Promise<void>;
  deleteContactAvatar(query: { readonly contactId: ContactId }, options: CallOptions): Promise<void>;
  uploadListAvatar(
    query: { readonly listId: ListId; readonly image: UploadSource },
    options: CallOptions,
  ): Promise<void>;
  deleteListAvatar(query: { readonly listId: ListId }, options: CallOptions): Promise<void>;
}
