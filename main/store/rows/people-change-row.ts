/** A change of contacts, notes or lists between its row and what the rest of main is told. */
import * as v from 'valibot';
import { toContactId, toListId } from '#shared/domain/ids.ts';
import { LIST_FIELDS, NO_PROGRESS } from '#shared/domain/people-changes.ts';
import type {
  ContactFieldName,
  KeptPeopleChange,
  MembersProgress,
  PeopleChange,
  PeopleChangeState,
} from '#shared/domain/people-changes.ts';

export interface PeopleChangeRow {
  readonly id: number;
  readonly kind: PeopleChange['kind'];
  readonly state: PeopleChangeState;
  readonly created_at: number;
  readonly due_at: number;
  readonly attempts: number;
  readonly problem: string | null;
  readonly theirs: string | null;
  readonly progress: string | null;
  readonly change: string;
}

const contactId = v.pipe(v.number(), v.transform(toContactId));
const listId = v.pipe(v.number(), v.transform(toListId));
const field = v.pipe(
  v.string(),
  v.transform((name) => name as ContactFieldName),
);
const changeSchema = v.variant('kind', [
  v.object({ kind: v.literal('edit-contact'), contactId, field, value: v.string(), base: v.string() }),
  v.object({ kind: v.literal('delete-contacts'), contactIds: v.array(contactId) }),
  v.object({
    ...{ kind: v.literal('add-note'), contactId, noteId: v.number(), text: v.string() },
    knownIds: v.exactOptional(v.array(v.number())),
  }),
  v.object({ kind: v.literal('edit-note'), contactId, noteId: v.number(), text: v.string(), base: v.string() }),
  v.object({ kind: v.literal('delete-notes'), contactId, noteIds: v.array(v.number()) }),
  v.object({
    ...{ kind: v.literal('members'), listId, contactIds: v.array(contactId), isAdded: v.boolean() },
    // Older changes name none: contacts that they would delete stay.
    agreedIds: v.optional(v.array(contactId), []),
  }),
  v.object({
    kind: v.literal('edit-list'),
    listId,
    field: v.picklist(LIST_FIELDS),
    value: v.string(),
    base: v.string(),
  }),
]);
const problemSchema = v.object({ code: v.string(), detail: v.string() });
const progressSchema = v.object({
  handledCount: v.number(),
  alreadyCount: v.number(),
  refusedCount: v.number(),
  refusedWhy: v.string(),
  finalCount: v.nullable(v.number()),
});

export const parsePeopleChange = (json: string): PeopleChange => v.parse(changeSchema, JSON.parse(json));

export function parseProgress(json: string | null): MembersProgress {
  return json === null ? NO_PROGRESS : v.parse(progressSchema, JSON.parse(json));
}

export function toKeptPeopleChange(row: PeopleChangeRow): KeptPeopleChange {
  return {
    id: row.id,
    change: parsePeopleChange(row.change),
    state: row.state,
    createdAt: row.created_at,
    dueAt: row.due_at,
    attempts: row.attempts,
    problem: row.problem === null ? null : v.parse(problemSchema, JSON.parse(row.problem)),
    theirs: row.theirs,
    progress: row.kind === 'members' ? parseProgress(row.progress) : null,
  };
}

/** The columns by which a change is looked up, and the change itself. */
export function toChangeColumns(change: PeopleChange) {
  return {
    kind: change.kind,
    contact_id: 'contactId' in change ? change.contactId : null,
    list_id: 'listId' in change ? change.listId : null,
    note_id: 'noteId' in change ? change.noteId : null,
    field: 'field' in change ? change.field : null,
    change: JSON.stringify(change),
  };
}
