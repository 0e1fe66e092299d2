/** Contact lists: their settings, and who is on them. */
import * as v from 'valibot';
import { LIST_FIELDS } from '#shared/domain/people-changes.ts';
import { nothing, OPEN_ERRORS, ownId, requestId, SERVICE_ERRORS } from './common.ts';

const id = v.pipe(v.number(), v.safeInteger());
const ids = v.pipe(v.array(id), v.minLength(1), v.maxLength(1_000_000));
const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const WRITE_ERRORS = [...SERVICE_ERRORS, 'forbidden', 'not-found', 'validation', 'disk'] as const;

/** A contact that would be deleted with a list, and what would be lost. */
export const lostContactSchema = v.object({
  contactId: v.number(),
  name: v.string(),
  phone: v.string(),
  avatarId: v.nullable(v.string()),
  notesCount: v.number(),
  scheduledCount: v.number(),
  lastTextAt: v.nullable(v.number()),
});
export type LostContact = v.InferOutput<typeof lostContactSchema>;

export const listRequests = {
  /** Contact lists of the cache by name, for conditions of a view. */
  'lists.list': {
    input: nothing,
    output: v.array(v.object({ id: v.number(), name: v.string(), membersCount: v.number() })),
    errors: [],
  },
  /** Asked of the service at once. */
  'lists.create': {
    input: v.object({ requestId, name, isShared: v.boolean(), isFavorite: v.boolean(), isDefault: v.boolean() }),
    output: v.object({ listId: v.number() }),
    errors: WRITE_ERRORS,
  },
  /** One value of a list; flags as `true` and `false`. Shown at once, also offline; taken back by `contacts.undo`. */
  'lists.edit': {
    input: v.object({
      requestId,
      listId: id,
      field: v.picklist(LIST_FIELDS),
      value: v.pipe(v.string(), v.maxLength(200)),
    }),
    output: v.object({ undoId: v.nullable(v.string()) }),
    errors: ['not-found', 'forbidden', 'validation', ...OPEN_ERRORS],
  },
  /**
   * Who would be deleted by deleting the list (`contactIds` null), or by taking these people off it: the service deletes
   * contacts that are on no other list. `onlyHere`: at most `limit` of them.
   */
  'lists.explainRemoval': {
    input: v.object({
      listId: id,
      contactIds: v.nullable(ids),
      limit: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(500)),
    }),
    output: v.object({ membersCount: v.number(), onlyHereCount: v.number(), onlyHere: v.array(lostContactSchema) }),
    errors: OPEN_ERRORS,
  },
  /** A staged file as the list's picture, like `contacts.setPicture`. */
  'lists.setPicture': {
    input: v.object({ requestId, listId: id, handle: v.nullable(ownId) }),
    output: nothing,
    errors: WRITE_ERRORS,
  },
  /**
   * Asked of the service at once. `moveTo`: those who are on no other list are added to that one first, and the list goes
   * only once the service has them there. Who else is on another list is read from the service before. `agreedCount`: how
   * many contacts the user agreed to have deleted; where it would be more by now, or one of a few had no name in the
   * question (its contact is read then), `validation` of `members`, and nothing is changed.
   */
  'lists.delete': {
    input: v.object({ requestId, listId: id, moveTo: v.nullable(id), agreedCount: count }),
    output: v.object({ movedCount: v.number() }),
    errors: WRITE_ERRORS,
  },
  /**
   * Adds people to a list, or takes them off it. Shown at once, also offline; leaves in portions at the service's strict
   * rate and goes on after a restart (`contacts.listChanges`); taken back by `contacts.undo` until it begins. `agreedCount`:
   * how many of those taken off the user agreed to have deleted, being on no other list; where it would be more,
   * `validation` of `members`, and nothing is changed. The service's own word is asked once more before they leave: who is
   * on no other list only by then stays on this one.
   */
  'lists.changeMembers': {
    input: v.object({ requestId, listId: id, contactIds: ids, isAdded: v.boolean(), agreedCount: count }),
    output: v.object({ count: v.number(), undoId: v.nullable(v.string()) }),
    errors: ['not-found', 'forbidden', 'validation', ...OPEN_ERRORS],
  },
  /**
   * Makes these people all that a list has: two changes, of those added and of those taken off, with one undo. Where the
   * service counts more members than are known here, they are read first; where there are some whom the user could not
   * know of, `validation` of `members`, and nothing is changed.
   */
  'lists.setMembers': {
    input: v.object({ requestId, listId: id, contactIds: ids, agreedCount: count }),
    output: v.object({ addedCount: v.number(), removedCount: v.number(), undoId: v.nullable(v.string()) }),
    errors: WRITE_ERRORS,
  },
  /** Contacts that have these numbers, as they were pasted; `unknown` are numbers that no contact here has. */
  'lists.findByNumbers': {
    input: v.object({ text: v.pipe(v.string(), v.maxLength(2_000_000)), country: v.nullable(v.string()) }),
    output: v.object({ contactIds: v.array(v.number()), unknown: v.array(v.string()), invalid: v.array(v.string()) }),
    errors: OPEN_ERRORS,
  },
} as const;
