/** What the service keeps about people besides their names: notes, tags, fields, favourites, suggestions. */
import type { Contact } from './entities.ts';
import type { ContactId, ListId, PhoneKey } from './ids.ts';

/** A word that marks contacts; unique in the account, 1 to 50 characters. */
export interface Tag {
  readonly id: number;
  readonly title: string;
}

/** What somebody of the team wrote about a contact. */
export interface ContactNote {
  readonly id: number;
  readonly text: string;
  /** Null where the service did not say. */
  readonly createdAt: number | null;
  /** Who wrote it: user id and name; null and '' where the service did not say. */
  readonly authorId: number | null;
  readonly authorName: string;
}

/** A contact with all that is kept about it. */
export interface ContactDetails extends Contact {
  /** The user whose contact it is: somebody else's is shared to the account, which cannot change it. */
  readonly userId: number | null;
  /** The user who looks after it. */
  readonly ownerId: number | null;
  /** Null where the service did not say all of them, as in the specification's shape. */
  readonly tags: readonly Tag[] | null;
  readonly notes: readonly ContactNote[];
}

/** A field of the account's own making: one free text for each contact, and a merge field by its name. */
export interface CustomField {
  readonly id: number;
  readonly name: string;
  readonly createdAt: number | null;
}

/** A contact or a list that somebody marked as a favourite. */
export interface Favorite {
  /** `unknown`: a kind that the service added later. */
  readonly kind: 'contact' | 'list' | 'unknown';
  readonly id: number;
  readonly name: string;
  /** Number of a contact; empty for a list. */
  readonly phone: PhoneKey;
  /** Members of a list; null for a contact, or where the service did not say. */
  readonly membersCount: number | null;
  /** The country of a contact in words; null where unknown. */
  readonly countryName: string | null;
  readonly avatarHref: string | null;
}

interface SuggestionBase {
  readonly label: string;
  readonly avatarHref: string | null;
  readonly isFavorite: boolean;
  readonly isShared: boolean;
  /** Name of the user who shares it; null where nobody does. */
  readonly sharedBy: string | null;
  readonly countryName: string | null;
}

/** Somebody to write to: a contact, a list, or a number that wrote before and that nobody has a name for. */
export type RecipientSuggestion =
  | (SuggestionBase & { readonly kind: 'contact'; readonly contactId: ContactId })
  | (SuggestionBase & { readonly kind: 'list'; readonly listId: ListId })
  | (SuggestionBase & { readonly kind: 'reply'; readonly phone: PhoneKey });

/**
 * A contact as it shall be. What is not here is lost when it replaces one that exists, or may be: no document promises
 * that anything stays. So callers send again all that they know of it.
 */
export interface ContactDraft {
  /** Written in full, or as at home where `localCountry` says so. */
  readonly phone: string;
  /** ISO 3166 alpha-2: the number is one of that country, without its code. */
  readonly localCountry?: string;
  /** At least one, and none that is shared to the account. */
  readonly listIds: readonly ListId[];
  readonly firstName: string;
  readonly lastName: string;
  readonly company: string;
  readonly email: string;
  readonly isFavorite: boolean;
  /** Null: as it is now, which is found out before it is replaced. A new contact is not blocked. */
  readonly isBlocked: boolean | null;
  /** Absent: the service finds out anew, whatever was said before. */
  readonly phoneType?: 'landline' | 'mobile';
  /** Values to set, exactly as they are; an empty one clears. Those of fields that are not here may be lost. */
  readonly fields?: readonly { readonly id: number; readonly value: string }[];
  /** All tags that it shall have; absent: not said, and they may be lost. Only newer services know tags and owners. */
  readonly tagIds?: readonly number[];
  /** The user who looks after it; null: none shall. Absent: not said, and it may become none. */
  readonly ownerId?: number | null;
}
