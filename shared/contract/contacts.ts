/** Contacts with their notes and custom fields, other people, and the registers of blocked and unsubscribed numbers. */
import * as v from 'valibot';
import { CONTACT_FIELDS } from '#shared/domain/people-changes.ts';
import type { ContactFieldName } from '#shared/domain/people-changes.ts';
import { instant, nothing, OPEN_ERRORS, ownId, phone, phoneInput, requestId, SERVICE_ERRORS } from './common.ts';

const id = v.pipe(v.number(), v.safeInteger());
const ids = v.pipe(v.array(id), v.maxLength(1_000_000));
const shortText = v.pipe(v.string(), v.maxLength(1_000));
const noteText = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(10_000));

/** What is asked of the service at once, and may be refused by it. */
const WRITE_ERRORS = [...SERVICE_ERRORS, 'forbidden', 'not-found', 'validation', 'disk'] as const;

export const contactViewSchema = v.object({
  id: v.number(),
  phone,
  name: v.string(),
  company: v.string(),
  email: v.string(),
  country: v.nullable(v.string()),
  avatarId: v.nullable(v.string()),
  isBlocked: v.boolean(),
  isFavorite: v.boolean(),
  isShared: v.boolean(),
  fields: v.array(v.object({ id: v.number(), name: v.string(), value: v.nullable(v.string()) })),
  lists: v.array(v.object({ id: v.number(), name: v.string() })),
});
export type ContactView = v.InferOutput<typeof contactViewSchema>;

export const personViewSchema = v.object({
  phone,
  name: v.string(),
  contactId: v.nullable(v.number()),
  /** Why a text would not reach them; null: it would, as far as is known. */
  optOut: v.nullable(v.picklist(['blocked', 'unsubscribed'])),
});
export type PersonView = v.InferOutput<typeof personViewSchema>;

/** A name of `ContactFieldName`. */
export const contactFieldSchema = v.custom<ContactFieldName>(
  (value) =>
    typeof value === 'string' && (CONTACT_FIELDS.some((name) => name === value) || /^field:[1-9]\d{0,15}$/.test(value)),
);

/** Which contacts the table shows. `field`: those who have a value in that custom field. */
export const contactScopeSchema = v.variant('kind', [
  v.object({ kind: v.literal('all') }),
  v.object({ kind: v.literal('favorites') }),
  v.object({ kind: v.literal('list'), listId: id }),
  v.object({ kind: v.literal('field'), fieldId: id }),
  v.object({ kind: v.literal('blocked') }),
  v.object({ kind: v.literal('unsubscribed') }),
]);
export type ContactScope = v.InferOutput<typeof contactScopeSchema>;

/** Only members who are on no other list, or whom no text reaches (blocked, unsubscribed, landline); null: all. */
export const contactNarrowingSchema = v.nullable(v.picklist(['only-this-list', 'unreachable']));
export type ContactNarrowing = v.InferOutput<typeof contactNarrowingSchema>;

/** A usual column, or `field:12`. */
export const contactColumnSchema = v.pipe(
  v.string(),
  v.regex(/^(name|phone|email|company|country|lists|lastText|unsubscribedAt|field:[1-9]\d{0,15})$/),
);
export const contactSortSchema = v.object({ column: contactColumnSchema, isDescending: v.boolean() });
export type ContactSort = v.InferOutput<typeof contactSortSchema>;

/** What a table of contacts is asked for. `text`: words of any script, or digits of a number; '' for all. */
export const contactQuerySchema = v.object({
  scope: contactScopeSchema,
  narrowing: contactNarrowingSchema,
  text: v.pipe(v.string(), v.maxLength(200)),
  sort: contactSortSchema,
});
export type ContactQuery = v.InferOutput<typeof contactQuerySchema>;

/**
 * One row of the table. `id` is the contact's, except in the registers (`blocked`, `unsubscribed`), where it is that of the
 * register's entry, and `contactId` is null where no contact has the number.
 */
export const contactRowSchema = v.object({
  id: v.number(),
  contactId: v.nullable(v.number()),
  phone,
  /** '' where there is none. */
  name: v.string(),
  email: v.string(),
  company: v.string(),
  country: v.nullable(v.string()),
  /** Lower case, an open set: `mobile`, `landline`; null where the service did not say. */
  phoneType: v.nullable(v.string()),
  avatarId: v.nullable(v.string()),
  isBlocked: v.boolean(),
  isUnsubscribed: v.boolean(),
  unsubscribedAt: v.nullable(instant),
  isFavorite: v.boolean(),
  /** Another user's, who shares it: it cannot be changed here. */
  isReadOnly: v.boolean(),
  fields: v.array(v.object({ id: v.number(), value: v.string() })),
  /** Every list that it is on, by name. */
  lists: v.array(v.object({ id: v.number(), name: v.string() })),
  /** The newest text either way; null: none is known. */
  lastTextAt: v.nullable(instant),
  hasLastTextFailed: v.boolean(),
  /** Something that the user changed has not reached the service. */
  isWaiting: v.boolean(),
});
export type ContactRow = v.InferOutput<typeof contactRowSchema>;

export const contactNoteSchema = v.object({
  /** Below zero: the service does not have it yet. */
  id: v.number(),
  text: v.string(),
  createdAt: v.nullable(instant),
  authorName: v.string(),
  isOwn: v.boolean(),
  isWaiting: v.boolean(),
});
export type ContactNoteView = v.InferOutput<typeof contactNoteSchema>;

/** What waits, was refused, or needs an answer. `field` null: it is not about one field of a contact or a list. */
export const peopleChangeSchema = v.object({
  id: v.number(),
  kind: v.picklist([
    'edit-contact',
    'delete-contacts',
    'add-note',
    'edit-note',
    'delete-notes',
    'members',
    'edit-list',
  ]),
  state: v.picklist(['waiting', 'refused', 'conflict', 'paused', 'done']),
  createdAt: instant,
  /** It may be at the service already: it cannot be taken back by leaving it out. */
  hasLeft: v.boolean(),
  contactId: v.nullable(v.number()),
  listId: v.nullable(v.number()),
  noteId: v.nullable(v.number()),
  field: v.nullable(v.string()),
  /** As the user wants it, and as it was before. */
  value: v.string(),
  base: v.string(),
  /** What the service has now, of a conflict. */
  theirs: v.nullable(v.string()),
  problem: v.nullable(v.object({ code: v.string(), detail: v.string() })),
  /** Of `members`. */
  members: v.nullable(
    v.object({
      isAdded: v.boolean(),
      totalCount: v.number(),
      handledCount: v.number(),
      alreadyCount: v.number(),
      refusedCount: v.number(),
      /** The service's sentence, or `only-list`: they are on no other list any more, so the service would delete them. */
      refusedWhy: v.string(),
      finalCount: v.nullable(v.number()),
    }),
  ),
});
export type PeopleChangeView = v.InferOutput<typeof peopleChangeSchema>;

/** Everything about one contact. */
export const contactDetailsSchema = v.object({
  ...contactViewSchema.entries,
  firstName: v.string(),
  lastName: v.string(),
  phoneType: v.nullable(v.string()),
  /** Another user's, who shares it: it cannot be changed here. */
  isReadOnly: v.boolean(),
  isUnsubscribed: v.boolean(),
  unsubscribedAt: v.nullable(instant),
  /** The user who looks after it; null: none, or not said. */
  ownerId: v.nullable(v.number()),
  /** '' where it is not known. */
  ownerName: v.string(),
  /** Null where the service did not say them. */
  tags: v.nullable(v.array(v.object({ id: v.number(), title: v.string() }))),
  /** Newest first. */
  notes: v.array(contactNoteSchema),
  changes: v.array(peopleChangeSchema),
  /** Chats of the number, the one that counts first. */
  chatIds: v.array(v.number()),
  /** Newest first, at most five. */
  recentTexts: v.array(
    v.object({
      key: v.string(),
      direction: v.picklist(['in', 'out']),
      text: v.string(),
      at: instant,
      /** Delivery status of an outbound text, the service's code; null where not said. */
      letter: v.nullable(v.string()),
    }),
  ),
  /** Of the service and of this computer, next first. `key`: see `schedules.get`. */
  scheduledTexts: v.array(v.object({ id: v.number(), key: v.string(), text: v.string(), at: v.nullable(instant) })),
});
export type ContactDetailsView = v.InferOutput<typeof contactDetailsSchema>;

/** Counts beside the names of the side list. */
export const contactCountsSchema = v.object({
  all: v.number(),
  favorites: v.number(),
  blocked: v.number(),
  unsubscribed: v.number(),
  /** By name. */
  lists: v.array(
    v.object({
      id: v.number(),
      name: v.string(),
      membersCount: v.number(),
      isFavorite: v.boolean(),
      isShared: v.boolean(),
      isDefault: v.boolean(),
      /** Another user's, who shares it. */
      isReadOnly: v.boolean(),
      avatarId: v.nullable(v.string()),
    }),
  ),
  /** By name. */
  fields: v.array(v.object({ id: v.number(), name: v.string() })),
  /** Contacts are still being read for the first time: the service may have more than is here. */
  isFilling: v.boolean(),
});
export type ContactCounts = v.InferOutput<typeof contactCountsSchema>;

/** A new contact as the user gave it. */
export const contactDraftSchema = v.object({
  phone: phoneInput,
  /** ISO 3166 alpha-2: the number is written as at home there; null: with its country code. */
  localCountry: v.nullable(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/))),
  listIds: v.pipe(v.array(id), v.minLength(1), v.maxLength(200)),
  firstName: shortText,
  lastName: shortText,
  company: shortText,
  email: shortText,
  fields: v.pipe(v.array(v.object({ id, value: v.pipe(v.string(), v.maxLength(10_000)) })), v.maxLength(500)),
});
export type ContactDraftInput = v.InferOutput<typeof contactDraftSchema>;

export const contactRequests = {
  'contacts.find': {
    input: v.object({ contactId: v.nullable(v.number()), phone: v.nullable(phoneInput) }),
    output: v.nullable(contactViewSchema),
    errors: [],
  },
  /**
   * Ids of all rows of a table, in its order (see `contactRowSchema` for what an id is), and its first rows. Asked again
   * after `contacts.changed`.
   */
  'contacts.list': {
    input: v.object({
      query: contactQuerySchema,
      firstRows: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(200)),
    }),
    output: v.object({ ids: v.array(v.number()), rows: v.array(contactRowSchema) }),
    errors: OPEN_ERRORS,
  },
  /** Rows by id, in the order of the ids; null for one that is gone. */
  'contacts.listRows': {
    input: v.object({ scope: contactScopeSchema, ids: v.pipe(v.array(id), v.maxLength(200)) }),
    output: v.array(v.nullable(contactRowSchema)),
    errors: OPEN_ERRORS,
  },
  'contacts.count': { input: nothing, output: contactCountsSchema, errors: OPEN_ERRORS },
  /** Null: no such contact here. */
  'contacts.get': {
    input: v.object({ contactId: id }),
    output: v.nullable(contactDetailsSchema),
    errors: OPEN_ERRORS,
  },
  /** The user opened a contact: it and its notes are read from the service; what differs comes as `contacts.changed`. */
  'contacts.open': { input: v.object({ contactId: id }), output: nothing, errors: OPEN_ERRORS },
  /**
   * More matches than are here, found by the service while contacts are still being read: they are kept here on the way and
   * come as `contacts.changed`. `count`: how many the service found.
   */
  'contacts.searchService': {
    input: v.object({ text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)), listId: v.nullable(id) }),
    output: v.object({ count: v.number() }),
    errors: [...SERVICE_ERRORS, 'forbidden', 'validation', 'disk'],
  },
  /**
   * Whether a contact has this number: here, and else at the service, so that no contact is created twice. `phone`: its digits,
   * country code first; '' where it is no possible number. `isChecked` false: the service could not be asked.
   */
  'contacts.findByNumber': {
    input: v.object({ phone: phoneInput, localCountry: v.nullable(v.string()) }),
    output: v.object({ phone, contactId: v.nullable(v.number()), name: v.string(), isChecked: v.boolean() }),
    errors: OPEN_ERRORS,
  },
  /** Asked of the service at once. `validation` names the fields: `phone`, `lists`, `email`, … */
  'contacts.create': {
    input: v.object({ requestId, draft: contactDraftSchema }),
    output: v.object({ contactId: v.number() }),
    errors: WRITE_ERRORS,
  },
  /**
   * One field of one contact, in the text form of `PeopleChange`. Shown at once, also offline; leaves when its undo is over.
   * `undoId` null: it had that value already.
   */
  'contacts.edit': {
    input: v.object({
      requestId,
      contactId: id,
      field: contactFieldSchema,
      value: v.pipe(v.string(), v.maxLength(10_000)),
    }),
    output: v.object({ undoId: v.nullable(v.string()) }),
    errors: ['not-found', 'forbidden', 'validation', ...OPEN_ERRORS],
  },
  /** Shown at once, also offline. Read-only contacts are left out. */
  'contacts.delete': {
    input: v.object({ requestId, contactIds: v.pipe(ids, v.minLength(1)) }),
    output: v.object({ count: v.number(), undoId: v.nullable(v.string()) }),
    errors: ['not-found', 'forbidden', ...OPEN_ERRORS],
  },
  /**
   * A staged file (`files.stage`) as the contact's picture, or none (`handle` null). PNG or JPG, at most 10 MB: else
   * `validation` of `file`. Asked of the service at once; the file is released once it is set or refused, and stays where the
   * service could not be asked. A lost answer is looked into; where it stays lost, the field `outcome` says `unknown`.
   */
  'contacts.setPicture': {
    input: v.object({ requestId, contactId: id, handle: v.nullable(ownId) }),
    output: nothing,
    errors: WRITE_ERRORS,
  },
  /** What goes with them, for the question before. `scheduledCount`: texts of the service that wait to go to them. */
  'contacts.explainDelete': {
    input: v.object({ contactIds: v.pipe(ids, v.minLength(1)) }),
    output: v.object({
      count: v.number(),
      readOnlyCount: v.number(),
      notesCount: v.number(),
      valuesCount: v.number(),
      scheduledCount: v.number(),
      listsCount: v.number(),
    }),
    errors: OPEN_ERRORS,
  },
  /** Takes back what waits: an edit, a note, members, a deletion. `not-found`: too late, or the app was restarted. */
  'contacts.undo': {
    input: v.object({ requestId, undoId: ownId }),
    output: v.object({ count: v.number() }),
    errors: ['not-found', ...OPEN_ERRORS],
  },
  /** Everything that waits, was refused or needs an answer, oldest first. */
  'contacts.listChanges': { input: nothing, output: v.array(peopleChangeSchema), errors: OPEN_ERRORS },
  /**
   * The user's answer. `mine`: of a conflict or a refusal, once more · `theirs`: what the service has stays, the change is
   * dropped · `dismiss`: a result was seen · `pause`, `resume`, `stop`: of members.
   */
  'contacts.resolveChange': {
    input: v.object({
      requestId,
      changeId: id,
      choice: v.picklist(['mine', 'theirs', 'dismiss', 'pause', 'resume', 'stop']),
    }),
    output: nothing,
    errors: ['not-found', ...OPEN_ERRORS],
  },
  /**
   * Writes a table into a CSV file to download (`/file/<handle>`): UTF-8 with a byte-order mark, numbers as text, no cell
   * that a spreadsheet takes for a formula. `ids` null: all of the query.
   */
  'contacts.export': {
    input: v.object({
      requestId,
      query: contactQuerySchema,
      ids: v.nullable(ids),
      /** Title of each column of the file and the column that it holds. */
      columns: v.pipe(
        v.array(v.object({ column: contactColumnSchema, title: v.pipe(v.string(), v.maxLength(200)) })),
        v.minLength(1),
        v.maxLength(600),
      ),
    }),
    output: v.object({ handle: v.string(), name: v.string(), rows: v.number() }),
    errors: OPEN_ERRORS,
  },
  /** Countries of the service, by its own names. Empty where it could not be asked. */
  'contacts.listCountries': {
    input: nothing,
    output: v.array(v.object({ id: v.string(), name: v.string() })),
    errors: OPEN_ERRORS,
  },

  /** Notes: shown at once, also offline; taken back by `contacts.undo`. */
  'notes.add': {
    input: v.object({ requestId, contactId: id, text: noteText }),
    output: v.object({ undoId: v.nullable(v.string()) }),
    errors: ['not-found', 'forbidden', ...OPEN_ERRORS],
  },
  'notes.edit': {
    input: v.object({ requestId, contactId: id, noteId: id, text: noteText }),
    output: v.object({ undoId: v.nullable(v.string()) }),
    errors: ['not-found', 'forbidden', ...OPEN_ERRORS],
  },
  'notes.delete': {
    input: v.object({ requestId, contactId: id, noteIds: v.pipe(v.array(id), v.minLength(1), v.maxLength(1_000)) }),
    output: v.object({ count: v.number(), undoId: v.nullable(v.string()) }),
    errors: ['not-found', 'forbidden', ...OPEN_ERRORS],
  },

  /** Custom fields of the account, asked of the service at once. */
  'fields.create': {
    input: v.object({ requestId, name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)) }),
    output: v.object({ fieldId: v.number() }),
    errors: WRITE_ERRORS,
  },
  'fields.rename': {
    input: v.object({ requestId, fieldId: id, name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)) }),
    output: nothing,
    errors: WRITE_ERRORS,
  },
  /** Its values go with it: `fields.countValues` says how many. */
  'fields.delete': { input: v.object({ requestId, fieldId: id }), output: nothing, errors: WRITE_ERRORS },
  'fields.countValues': {
    input: v.object({ fieldId: id }),
    output: v.object({ count: v.number() }),
    errors: OPEN_ERRORS,
  },

  /** People of the cache by name or digits, for the "To" field. */
  'people.suggest': {
    input: v.object({ query: v.pipe(v.string(), v.maxLength(100)) }),
    output: v.array(personViewSchema),
    errors: [],
  },
  /**
   * Has the service text a person again who unsubscribed, because they asked for it. `forbidden`: the service wants it from
   * the person; `not-found`: it knows of no such unsubscription.
   */
  'people.resubscribe': {
    input: v.object({ requestId, phone: phoneInput }),
    output: nothing,
    errors: [
      'unauthorized',
      'forbidden',
      'not-found',
      'validation',
      'offline',
      'timeout',
      'rate-limited',
      'maintenance',
      'server',
    ],
  },
  /** No text goes to that number any more. Asked of the service at once, and read back. */
  'people.unsubscribe': { input: v.object({ requestId, phone: phoneInput }), output: nothing, errors: WRITE_ERRORS },
  /**
   * Blocks numbers or takes the block off; asked of the service at once, and read back. Chats of the inbox have an action
   * of their own, which also works offline.
   */
  'people.setBlocked': {
    input: v.object({
      requestId,
      phones: v.pipe(v.array(phoneInput), v.minLength(1), v.maxLength(500)),
      isBlocked: v.boolean(),
    }),
    output: v.object({ count: v.number() }),
    errors: WRITE_ERRORS,
  },
  /**
   * Users of the account who can look after a contact, this one first: as the service said them last; only this one where it
   * never did, or this user may not see the others.
   */
  'people.listUsers': {
    input: nothing,
    output: v.array(v.object({ id: v.number(), name: v.string(), isMe: v.boolean() })),
    errors: OPEN_ERRORS,
  },
  /** Tags that contacts or chats here have, by title: the service has no list of them. */
  'people.listTags': {
    input: nothing,
    output: v.array(v.object({ id: v.number(), title: v.string() })),
    errors: OPEN_ERRORS,
  },
  /** Asked of the service at once. `validation` of `title`: too long, or there is one of that name. */
  'people.createTag': {
    input: v.object({ requestId, title: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(50)) }),
    output: v.object({ id: v.number(), title: v.string() }),
    errors: WRITE_ERRORS,
  },
  /** Whether the service blocks a number, before one writes to a stranger; null where it could not be asked. */
  'people.findBlocked': {
    input: v.object({ phone: phoneInput }),
    output: v.object({ isBlocked: v.nullable(v.boolean()) }),
    errors: OPEN_ERRORS,
  },
  /** Fields that the account gave its contacts, by name: for the line above a thread. */
  'people.listFields': {
    input: nothing,
    output: v.array(v.object({ id: v.number(), name: v.string() })),
    errors: [],
  },
} as const;
