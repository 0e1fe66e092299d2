/**
 * What the user does to contacts, notes and lists. A change is kept on this computer until the service has it, is shown
 * at once, leaves in the order in which it was made, and can be taken back while it waits.
 */
import type { ContactId, ListId } from './ids.ts';

/** Fields of a contact that are edited one at a time; `field:12` is the custom field with that id. */
export const CONTACT_FIELDS = [
  'firstName',
  'lastName',
  'company',
  'email',
  'phone',
  'phoneType',
  'isFavorite',
  'tags',
  'ownerId',
] as const;
export type ContactFieldName = (typeof CONTACT_FIELDS)[number] | `field:${number}`;

export interface Tag {
  readonly id: number;
  readonly title: string;
}

/** In the order of their ids, so that equal sets are equal texts; '' for none. */
export function toTagsText(tags: readonly Tag[]): string {
  if (tags.length === 0) return '';
  return JSON.stringify(tags.map(({ id, title }) => ({ id, title })).toSorted((one, other) => one.id - other.id));
}

/** What `toTagsText` wrote, also in another order; null for any other text. */
export function parseTagsText(text: string): readonly Tag[] | null {
  if (text === '') return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every(isTag) ? value.map(({ id, title }) => ({ id, title })) : null;
  } catch {
    return null;
  }
}

function isTag(value: unknown): value is Tag {
  if (typeof value !== 'object' || value === null || !('id' in value) || !('title' in value)) return false;
  return Number.isSafeInteger(value.id) && Number(value.id) > 0 && typeof value.title === 'string';
}

/** What can be changed of a list. */
export const LIST_FIELDS = ['name', 'isFavorite', 'isShared', 'isDefault'] as const;
export type ListFieldName = (typeof LIST_FIELDS)[number];

/**
 * Values are texts as they are stored and compared: a flag is `true` or `false`, `phone` digits, `phoneType` `mobile`,
 * `landline` or '' (the service decides), `tags` as `toTagsText` writes them, `ownerId` digits or '' (none).
 */
export type PeopleChange =
  | {
      readonly kind: 'edit-contact';
      readonly contactId: ContactId;
      readonly field: ContactFieldName;
      readonly value: string;
      /** As it was when the user began: where the service has another value by then, the user is asked. */
      readonly base: string;
    }
  | { readonly kind: 'delete-contacts'; readonly contactIds: readonly ContactId[] }
  /** `noteId` below zero: until the service gives the note its own. */
  | {
      readonly kind: 'add-note';
      readonly contactId: ContactId;
      readonly noteId: number;
      readonly text: string;
      /** Notes of the same text that the service had before this one left first; absent: it did not leave yet. */
      readonly knownIds?: readonly number[];
    }
  | {
      readonly kind: 'edit-note';
      readonly contactId: ContactId;
      readonly noteId: number;
      readonly text: string;
      readonly base: string;
    }
  | { readonly kind: 'delete-notes'; readonly contactId: ContactId; readonly noteIds: readonly number[] }
  /** Members that are added to a list, or taken off it; any number of them. */
  | {
      readonly kind: 'members';
      readonly listId: ListId;
      readonly contactIds: readonly ContactId[];
      readonly isAdded: boolean;
      /**
       * Of those taken off: contacts that were on no other list when the user agreed that they are deleted. Any
       * other contact that is on no other list when the change leaves stays on this one.
       */
      readonly agreedIds: readonly ContactId[];
    }
  | {
      readonly kind: 'edit-list';
      readonly listId: ListId;
      readonly field: ListFieldName;
      readonly value: string;
      readonly base: string;
    };

/**
 * `waiting`: it leaves when it is due · `refused`: the service said no, and the value is kept until the user decides ·
 * `conflict`: another client changed the same value meanwhile (`theirs`), and the user is asked · `paused`: by the user
 * (members) · `done`: a change of members with its result, until the user has seen it. Anything else that is done is gone.
 */
export type PeopleChangeState = 'waiting' | 'refused' | 'conflict' | 'paused' | 'done';

/**
 * In place of the service's sentence: contacts stay on the list because they are on no other one any more, so that taking
 * them off would delete them, and the user did not agree to that.
 */
export const ONLY_LIST = 'only-list';

/** How far a change of members is, in people. */
export interface MembersProgress {
  /** Of `contactIds`, from the beginning: what the service has answered for. */
  readonly handledCount: number;
  /** Were on the list before (added), or were not (taken off). */
  readonly alreadyCount: number;
  readonly refusedCount: number;
  /** The service's sentence on the first refusal, or `ONLY_LIST`; '' where there was none. */
  readonly refusedWhy: string;
  /** Members of the list as it was read back at the end; null before that. */
  readonly finalCount: number | null;
}

export const NO_PROGRESS: MembersProgress = {
  handledCount: 0,
  alreadyCount: 0,
  refusedCount: 0,
  refusedWhy: '',
  finalCount: null,
};

/** A change as it is kept. */
export interface KeptPeopleChange {
  readonly id: number;
  readonly change: PeopleChange;
  readonly state: PeopleChangeState;
  /** When the user made it, and before when it does not leave; epoch ms. */
  readonly createdAt: number;
  readonly dueAt: number;
  /** How often it began to leave: above zero it may be at the service. */
  readonly attempts: number;
  /** Why it was refused: a code of `AppError`, and the service's words for the field. Null in other states. */
  readonly problem: { readonly code: string; readonly detail: string } | null;
  /** The value that the service has now, of a `conflict`; null otherwise. */
  readonly theirs: string | null;
  /** Of members only. */
  readonly progress: MembersProgress | null;
}

/** The contacts that a change is about; none where it is about a list alone. */
export function listChangedContacts(change: PeopleChange): readonly ContactId[] {
  if (change.kind === 'edit-list') return [];
  return 'contactIds' in change ? change.contactIds : [change.contactId];
}
