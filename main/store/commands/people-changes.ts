/**
 * What the user does to contacts, notes and lists: kept in `owned.db`, shown in the cache, and taken back while it waits.
 *
 *   applyPeopleChanges ─► waiting ─► beginPeopleChanges ─► finishPeopleChange ─► done: gone
 *        ▲                   │                                   ├──► refused, conflict: kept until the user decides
 *        └───────────────────┴─ cancelPeopleChanges              ▼
 *                                           resolvePeopleChange: waiting again, or gone
 */
import { listChangedContacts } from '#shared/domain/people-changes.ts';
import type { PeopleChange } from '#shared/domain/people-changes.ts';
import type { ReadDb, WriteDb } from '../open.ts';
import { parsePeopleChange, toChangeColumns } from '../rows/people-change-row.ts';
import type { PeopleChangeRow } from '../rows/people-change-row.ts';
import { toInsert } from '../rows/sql.ts';
import type { OwnedCommand, WriteContext } from './command.ts';
import { showContacts } from './service-contacts.ts';
import { showLists } from './service-lists.ts';
import { showMembers } from './service-members.ts';

const CHANGES_BY_ID = `
  SELECT * FROM people_changes WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`;
const COLUMNS = [
  'kind',
  'contact_id',
  'list_id',
  'note_id',
  'field',
  'change',
  'created_at',
  'due_at',
  'state',
] as const;
const INSERT = toInsert('people_changes', COLUMNS);
const DROP = 'DELETE FROM people_changes WHERE id = ?';

/** What one change or several are about: what has to be shown anew. */
export class Touched {
  readonly #contacts = new Set<number>();
  readonly #lists = new Set<number>();
  #hasListEdits = false;
  readonly #context: WriteContext;

  constructor(context: WriteContext) {
    this.#context = context;
  }

  /** Windows are told of it too, also where only the change itself is another one. */
  add(change: PeopleChange): void {
    const { changes } = this.#context;
    for (const id of listChangedContacts(change)) {
      changes.addContact(id);
      if (change.kind !== 'members') this.#contacts.add(id);
    }
    if (!('listId' in change)) return;
    changes.addList(change.listId);
    if (change.kind === 'members') this.#lists.add(change.listId);
    else this.#hasListEdits = true;
  }

  /** Shows in the cache what waits for all of them now. */
  show(): void {
    showContacts(this.#context, this.#contacts);
    for (const listId of this.#lists) showMembers(this.#context, listId);
    if (this.#hasListEdits) showLists(this.#context);
  }
}

export const applyPeopleChanges: OwnedCommand<'applyPeopleChanges'> = {
  file: 'owned',
  own: (context, { changes, at, dueAt }) => {
    const touched = new Touched(context);
    const changeIds = changes.map((change) => {
      const entered = prepare(context, change, touched);
      if (entered === null) return null;
      touched.add(entered);
      const row = { ...toChangeColumns(entered), created_at: at, due_at: dueAt, state: 'waiting' };
      return context.owned.run(INSERT, row).lastId;
    });
    return { output: { changeIds }, follow: () => touched.show() };
  },
};

/** The change as it is kept; null where nothing is different. What it takes the place of goes. */
function prepare(context: WriteContext, change: PeopleChange, touched: Touched): PeopleChange | null {
  switch (change.kind) {
    case 'edit-contact':
    case 'edit-note':
    case 'edit-list':
      return prepareEdit(context, change, touched);
    case 'add-note':
      return change;
    case 'delete-notes':
      return prepareNotesGone(context, change, touched);
    case 'delete-contacts':
      return prepareContactsGone(context, change, touched);
    case 'members':
      return isDifferent(context.cache, change) ? change : null;
  }
}

export type Edit = Extract<PeopleChange, { readonly base: string }>;
export const isEdit = (change: PeopleChange): change is Edit => 'base' in change;
export const toValue = (edit: Edit): string => (edit.kind === 'edit-note' ? edit.text : edit.value);

const OF_FIELD = 'SELECT * FROM people_changes WHERE contact_id = ? AND kind = ? AND field = ? ORDER BY id';
const OF_NOTE = 'SELECT * FROM people_changes WHERE contact_id = ? AND kind = ? AND note_id = ? ORDER BY id';
const OF_LIST = 'SELECT * FROM people_changes WHERE list_id = ? AND kind = ? AND field = ? ORDER BY id';

/** All that is kept of the same value, oldest first. */
export function listEditsOfSame(owned: ReadDb, edit: Edit): PeopleChangeRow[] {
  switch (edit.kind) {
    case 'edit-contact':
      return owned.all<PeopleChangeRow>(OF_FIELD, [edit.contactId, edit.kind, edit.field]);
    case 'edit-note':
      return owned.all<PeopleChangeRow>(OF_NOTE, [edit.contactId, edit.kind, edit.noteId]);
    case 'edit-list':
      return owned.all<PeopleChangeRow>(OF_LIST, [edit.listId, edit.kind, edit.field]);
  }
}

function prepareEdit({ owned }: WriteContext, edit: Edit, touched: Touched): Edit | null {
  let base: string | null = null;
  for (const row of listEditsOfSame(owned, edit)) {
    const earlier = parsePeopleChange(row.change);
    if (!isEdit(earlier)) continue;
    if (row.state === 'waiting' && row.attempts > 0) {
      // It may be at the service by the time that this one leaves.
      base = toValue(earlier);
      continue;
    }
    if (row.state === 'waiting') base ??= earlier.base;
    owned.run(DROP, [row.id]);
    touched.add(earlier);
  }
  const begun = { ...edit, base: base ?? edit.base };
  return toValue(begun) === begun.base ? null : begun;
}

const UNSENT_NOTE = `
  DELETE FROM people_changes
  WHERE contact_id = @contactId AND kind = 'add-note' AND note_id = @noteId AND (attempts = 0 OR state = 'refused')`;
const EDITS_OF_NOTE = `
  DELETE FROM people_changes
  WHERE contact_id = @contactId AND kind = 'edit-note' AND note_id = @noteId`;

/** A note that the service never saw is simply not sent, nor is what was done to it. */
function prepareNotesGone(
  { owned }: WriteContext,
  change: Extract<PeopleChange, { kind: 'delete-notes' }>,
  touched: Touched,
): PeopleChange | null {
  const { contactId } = change;
  touched.add(change);
  const noteIds = change.noteIds.filter((noteId) => {
    const isUnsent = owned.run(UNSENT_NOTE, { contactId, noteId }).changes > 0;
    if (isUnsent) owned.run(EDITS_OF_NOTE, { contactId, noteId });
    return !isUnsent;
  });
  return noteIds.length === 0 ? null : { ...change, noteIds };
}

const DELETIONS_AMONG = `
  SELECT DISTINCT about.contact_id AS id, people_changes.id AS changeId, people_changes.state
  FROM json_each(?) AS wanted CROSS JOIN people_change_contacts AS about ON about.contact_id = wanted.value
  CROSS JOIN people_changes ON people_changes.id = about.change_id WHERE people_changes.kind = 'delete-contacts'`;

/** Who is to be deleted already is so once; a deletion that was refused gives way to this one. */
function prepareContactsGone(
  { owned }: WriteContext,
  change: Extract<PeopleChange, { kind: 'delete-contacts' }>,
  touched: Touched,
): PeopleChange | null {
  type Row = { readonly id: number; readonly changeId: number; readonly state: string };
  const known = owned.all<Row>(DELETIONS_AMONG, [JSON.stringify(change.contactIds)]);
  for (const changeId of new Set(known.flatMap((row) => (row.state === 'refused' ? row.changeId : [])))) {
    dropChange(owned, changeId, touched);
  }
  const waiting = new Set(known.flatMap(({ id, state }) => (state === 'waiting' ? id : [])));
  const contactIds = [...new Set(change.contactIds)].filter((id) => !waiting.has(id));
  return contactIds.length === 0 ? null : { ...change, contactIds };
}

const COUNT_SHOWN = `
  SELECT count(*) AS n FROM json_each(?) AS wanted
  CROSS JOIN contact_lists ON contact_lists.contact_id = wanted.value AND contact_lists.list_id = ?`;

function isDifferent(cache: ReadDb, change: Extract<PeopleChange, { kind: 'members' }>): boolean {
  const ids = [...new Set(change.contactIds)];
  const count = cache.get<{ n: number }>(COUNT_SHOWN, [JSON.stringify(ids), change.listId])?.n ?? 0;
  return change.isAdded ? count < ids.length : count > 0;
}

/** The change goes; what the user made of the same value later began with what was before. */
export function dropChange(owned: WriteDb, changeId: number, touched: Touched): PeopleChange | null {
  const row = owned.get<PeopleChangeRow>('SELECT * FROM people_changes WHERE id = ?', [changeId]);
  if (row === undefined) return null;
  const change = parsePeopleChange(row.change);
  owned.run(DROP, [row.id]);
  touched.add(change);
  if (isEdit(change)) rebase(owned, row.id, change);
  return change;
}

const LEAVING_AFTER = `
  SELECT leaving.id FROM people_changes AS leaving
  WHERE leaving.kind = 'members' AND leaving.state IN ('waiting', 'paused') AND leaving.attempts = 0
    AND leaving.id > @changeId AND leaving.list_id <> @listId AND leaving.change ->> '$.isAdded' = 0
    AND EXISTS (
      SELECT 1 FROM people_change_contacts AS added CROSS JOIN people_change_contacts AS others
        ON others.contact_id = added.contact_id AND others.change_id = leaving.id
      WHERE added.change_id = @changeId
    )`;

/**
 * As `dropChange`. Those who do not go to a list do not leave another one that the user took them off afterwards: they may
 * be on no list then, and the service deletes such contacts.
 */
export function dropWithFollowers(owned: WriteDb, row: PeopleChangeRow, touched: Touched): void {
  const change = parsePeopleChange(row.change);
  // A result that was seen: who could not be added does not leave the other list either, as the service is asked then.
  const isThrough = row.state === 'done';
  if (change.kind === 'members' && change.isAdded && !isThrough) {
    const followers = owned.all<{ id: number }>(LEAVING_AFTER, { changeId: row.id, listId: change.listId });
    for (const { id } of followers) dropChange(owned, id, touched);
  }
  dropChange(owned, row.id, touched);
}

const REBASE = 'UPDATE people_changes SET change = ? WHERE id = ?';

function rebase(owned: WriteDb, droppedId: number, dropped: Edit): void {
  const next = listEditsOfSame(owned, dropped).find(({ id, state }) => id > droppedId && state === 'waiting');
  if (next === undefined) return;
  const change = parsePeopleChange(next.change);
  if (!isEdit(change) || change.base !== toValue(dropped)) return;
  owned.run(REBASE, [JSON.stringify({ ...change, base: dropped.base }), next.id]);
}

/** What has begun to leave may be at the service, members too whose first portion has no answer yet. */
function canCancel({ kind, state, attempts }: PeopleChangeRow): boolean {
  return attempts === 0 && (state === 'waiting' || (kind === 'members' && state === 'paused'));
}

export const cancelPeopleChanges: OwnedCommand<'cancelPeopleChanges'> = {
  file: 'owned',
  own: (context, { changeIds }) => {
    const touched = new Touched(context);
    const rows = context.owned.all<PeopleChangeRow>(CHANGES_BY_ID, [JSON.stringify(changeIds)]).filter(canCancel);
    for (const row of rows) dropWithFollowers(context.owned, row, touched);
    return { output: { cancelledIds: rows.map(({ id }) => id) }, follow: () => touched.show() };
  },
};

const READY = `
  UPDATE people_changes SET attempts = attempts + 1
  WHERE id IN (SELECT value FROM json_each(?)) AND state = 'waiting' RETURNING id`;
const KNOWN_NOTES = `
  UPDATE people_changes SET change = json_set(change, '$.knownIds', json(@noteIds))
  WHERE id IN (SELECT value FROM json_each(@changeIds)) AND kind = 'add-note' AND state = 'waiting'`;
const UNDO = `
  UPDATE people_changes SET attempts = attempts - 1
  WHERE id IN (SELECT value FROM json_each(?)) AND attempts > 0`;

export const beginPeopleChanges: OwnedCommand<'beginPeopleChanges'> = {
  file: 'owned',
  own: (context, { changeIds, knownNoteIds }) => {
    if (knownNoteIds !== undefined) {
      const params = { noteIds: JSON.stringify(knownNoteIds), changeIds: JSON.stringify(changeIds) };
      context.owned.run(KNOWN_NOTES, params);
    }
    const ready = context.owned.all<{ id: number }>(READY, [JSON.stringify(changeIds)]).map(({ id }) => id);
    announce(context, ready);
    return { output: { readyIds: ready.sort((one, other) => one - other) }, follow: () => undefined };
  },
};

export const undoBeginPeopleChanges: OwnedCommand<'undoBeginPeopleChanges'> = {
  file: 'owned',
  own: (context, { changeIds }) => {
    context.owned.run(UNDO, [JSON.stringify(changeIds)]);
    announce(context, changeIds);
    return { output: undefined, follow: () => undefined };
  },
};

/** Whether it can still be taken back shows beside it. */
function announce(context: WriteContext, changeIds: readonly number[]): void {
  const touched = new Touched(context);
  const rows = context.owned.all<PeopleChangeRow>(CHANGES_BY_ID, [JSON.stringify(changeIds)]);
  for (const row of rows) touched.add(parsePeopleChange(row.change));
}
