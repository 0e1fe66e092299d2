/** What becomes of changes of contacts, notes and lists on their way to the service. */
import type { ContactId } from '#shared/domain/ids.ts';
import type { PeopleChange } from '#shared/domain/people-changes.ts';
import type { PeopleChangeOutcome } from '../api/people.ts';
import { toContactText, toListText } from '../core/people-values.ts';
import type { ReadDb } from '../open.ts';
import type { NoteColumns } from '../rows/collection-rows.ts';
import type { ContactRowColumns, ListRowColumns } from '../rows/contact-row.ts';
import { parsePeopleChange, parseProgress } from '../rows/people-change-row.ts';
import type { PeopleChangeRow } from '../rows/people-change-row.ts';
import type { OwnedCommand, OwnedOutcome, WriteContext } from './command.ts';
import { dropChange, dropWithFollowers, isEdit, listEditsOfSame, Touched, toValue } from './people-changes.ts';
import type { Edit } from './people-changes.ts';
import { removeContacts } from './removals.ts';
import { editServiceContact, toChangedNotes, toNewNote, withEdit } from './service-contacts.ts';
import { settleListEdit } from './service-lists.ts';
import { settleMembers } from './service-members.ts';

const ROW = 'SELECT * FROM people_changes WHERE id = ?';
const NOTHING: OwnedOutcome<void> = { output: undefined, follow: () => undefined };

interface Finishing<Change extends PeopleChange = PeopleChange> {
  readonly row: PeopleChangeRow;
  readonly change: Change;
  readonly touched: Touched;
}

export const finishPeopleChange: OwnedCommand<'finishPeopleChange'> = {
  file: 'owned',
  own: (context, { changeId, outcome }) => {
    const row = context.owned.get<PeopleChangeRow>(ROW, [changeId]);
    if (row === undefined) return NOTHING;
    const finishing = { row, change: parsePeopleChange(row.change), touched: new Touched(context) };
    finishing.touched.add(finishing.change);
    const settle = outcome.kind === 'done' ? finish(context, finishing, outcome) : keep(context, finishing, outcome);
    const follow = (): void => {
      settle();
      finishing.touched.show();
    };
    return { output: undefined, follow };
  },
};

type Outcome<Kind> = Extract<PeopleChangeOutcome, { readonly kind: Kind }>;

/** Returns what the cache is told before what still waits is shown over it. */
function finish(context: WriteContext, finishing: Finishing, { noteId }: Outcome<'done'>): () => void {
  const { row, change } = finishing;
  context.owned.run('DELETE FROM people_changes WHERE id = ?', [row.id]);
  switch (change.kind) {
    case 'edit-contact':
      return () => settleField(context, change.contactId, change);
    case 'edit-list':
      return () => settleListEdit(context, change);
    case 'edit-note':
    case 'delete-notes':
      return () =>
        editServiceContact(context, change.contactId, ({ notes }) => ({
          notes: notes && toChangedNotes(notes, change),
        }));
    case 'add-note':
      return finishNewNote(context, { ...finishing, change }, noteId ?? change.noteId);
    case 'delete-contacts':
      return finishDeletion(context, { ...finishing, change });
    case 'members':
      // Who is on the list was read from the service at the end.
      return () => undefined;
  }
}

function settleField(
  context: WriteContext,
  contactId: ContactId,
  edit: Pick<Extract<PeopleChange, { kind: 'edit-contact' }>, 'field' | 'value'>,
): void {
  editServiceContact(context, contactId, ({ contact }) => ({ contact: contact && withEdit(context, contact, edit) }));
}

const OF_NEW_NOTE = `
  SELECT * FROM people_changes WHERE contact_id = ? AND kind IN ('edit-note', 'delete-notes') ORDER BY id`;
const RENAME = 'UPDATE people_changes SET change = ?, note_id = ? WHERE id = ?';

/** What waits for the note is about the one of the service from now on. */
function finishNewNote(
  context: WriteContext,
  { change, row }: Finishing<Extract<PeopleChange, { kind: 'add-note' }>>,
  noteId: number,
): () => void {
  const { owned } = context;
  const toId = (id: number): number => (id === change.noteId ? noteId : id);
  for (const other of owned.all<PeopleChangeRow>(OF_NEW_NOTE, [change.contactId])) {
    const about = parsePeopleChange(other.change);
    if (about.kind === 'edit-note' && about.noteId === change.noteId) {
      owned.run(RENAME, [JSON.stringify({ ...about, noteId }), noteId, other.id]);
    } else if (about.kind === 'delete-notes' && about.noteIds.includes(change.noteId)) {
      owned.run(RENAME, [JSON.stringify({ ...about, noteIds: about.noteIds.map(toId) }), null, other.id]);
    }
  }
  return () =>
    editServiceContact(context, change.contactId, ({ notes }) => {
      const note: NoteColumns = { ...toNewNote(context.cache, change, row.created_at), id: noteId };
      const isThere = notes?.some(({ id }) => id === noteId) ?? true;
      return { notes: isThere ? notes : [...(notes ?? []), note] };
    });
}

const WITH_CONTACTS = `
  DELETE FROM people_changes
  WHERE kind IN ('edit-contact', 'add-note', 'edit-note', 'delete-notes')
    AND contact_id IN (SELECT value FROM json_each(?))`;

/** What else waited for these contacts has nothing left to change. */
function finishDeletion(
  context: WriteContext,
  { change }: Finishing<Extract<PeopleChange, { kind: 'delete-contacts' }>>,
): () => void {
  context.owned.run(WITH_CONTACTS, [JSON.stringify(change.contactIds)]);
  return () => removeContacts(context, change.contactIds);
}

const KEEP = `UPDATE people_changes SET state = ?, problem = ?, theirs = ? WHERE id = ?`;

/** It is kept until the user decides, unless the user made something else of the same value meanwhile. */
function keep(
  context: WriteContext,
  finishing: Finishing,
  outcome: Outcome<'refused'> | Outcome<'conflict'>,
): () => void {
  const { row, change, touched } = finishing;
  const { owned } = context;
  const isFollowed =
    isEdit(change) && listEditsOfSame(owned, change).some(({ id, state }) => id > row.id && state === 'waiting');
  if (isFollowed) dropChange(owned, row.id, touched);
  else if (outcome.kind === 'conflict') owned.run(KEEP, ['conflict', null, outcome.theirs, row.id]);
  else owned.run(KEEP, ['refused', JSON.stringify(outcome.problem), null, row.id]);
  return () => {
    if (outcome.kind === 'conflict' && isEdit(change)) settleTheirs(context, change, outcome.theirs);
    if (change.kind === 'members') settleHandled(context, change, row);
  };
}

/** The service has another value. */
function settleTheirs(context: WriteContext, change: Edit, theirs: string): void {
  switch (change.kind) {
    case 'edit-contact':
      settleField(context, change.contactId, { field: change.field, value: theirs });
      return;
    case 'edit-list':
      settleListEdit(context, { ...change, value: theirs });
      return;
    case 'edit-note':
      editServiceContact(context, change.contactId, ({ notes }) => ({
        notes: notes && toChangedNotes(notes, { ...change, text: theirs }),
      }));
      return;
  }
}

/** Of members that are not all through, those whom the service took; where it did not take all, it has to be read who they are. */
function settleHandled(
  context: WriteContext,
  change: Extract<PeopleChange, { kind: 'members' }>,
  row: PeopleChangeRow,
): void {
  const { handledCount, refusedWhy } = parseProgress(row.progress);
  if (refusedWhy !== '') return;
  settleMembers(context, { ...change, contactIds: change.contactIds.slice(0, handledCount) });
}

const PROGRESS = `UPDATE people_changes SET progress = ?, state = coalesce(?, state) WHERE id = ? AND kind = 'members'`;

export const noteMembersProgress: OwnedCommand<'noteMembersProgress'> = {
  file: 'owned',
  own: (context, { changeId, progress, state }) => {
    const { owned, changes } = context;
    const row = owned.get<PeopleChangeRow>(ROW, [changeId]);
    const change = row === undefined ? undefined : parsePeopleChange(row.change);
    if (change?.kind !== 'members') return NOTHING;
    owned.run(PROGRESS, [JSON.stringify(progress), state ?? null, changeId]);
    if (state === undefined || state !== 'done') {
      // Who is shown on the list stays the same.
      changes.addList(change.listId);
      return NOTHING;
    }
    const touched = new Touched(context);
    touched.add(change);
    return { output: undefined, follow: () => touched.show() };
  },
};

/**
 * A new note may be there although the change was given up: it stays begun, so that it is looked for first. It is not due
 * later than it was at first: the clock may have been ahead when the user answered.
 */
const AGAIN = `
  UPDATE people_changes
  SET state = 'waiting', attempts = (kind = 'add-note'), problem = NULL, theirs = NULL, due_at = min(due_at, ?), change = ?
  WHERE id = ?`;

export const resolvePeopleChange: OwnedCommand<'resolvePeopleChange'> = {
  file: 'owned',
  own: (context, { changeId, choice, at }) => {
    const { owned } = context;
    const row = owned.get<PeopleChangeRow>(ROW, [changeId]);
    if (row === undefined) return NOTHING;
    const change = parsePeopleChange(row.change);
    const touched = new Touched(context);
    touched.add(change);
    const again = choice === 'again' ? toAgain(context, row, change) : null;
    if (again === null) dropWithFollowers(owned, row, touched);
    else owned.run(AGAIN, [at, JSON.stringify(again), changeId]);
    const follow = (): void => {
      const isStopped = again === null && change.kind === 'members' && row.state !== 'done';
      if (isStopped) settleHandled(context, change, row);
      touched.show();
    };
    return { output: undefined, follow };
  },
};

/** From what the service has now; null where that is what the user wants, so that nothing is left to be done. */
function toAgain({ cache }: WriteContext, row: PeopleChangeRow, change: PeopleChange): PeopleChange | null {
  if (!isEdit(change)) return change;
  const base = row.theirs ?? (row.state === 'refused' ? findShown(cache, change) : null) ?? change.base;
  return base === toValue(change) ? null : { ...change, base };
}

/** While nothing of the same value waits, what is shown is what the service has; null where it is not here. */
function findShown(cache: ReadDb, change: Edit): string | null {
  switch (change.kind) {
    case 'edit-contact': {
      const row = cache.get<ContactRowColumns>('SELECT * FROM contacts WHERE id = ?', [change.contactId]);
      return row === undefined ? null : toContactText(row, change.field);
    }
    case 'edit-list': {
      const row = cache.get<ListRowColumns>('SELECT * FROM lists WHERE id = ?', [change.listId]);
      return row === undefined ? null : toListText(row, change.field);
    }
    case 'edit-note':
      return cache.get<NoteColumns>('SELECT * FROM contact_notes WHERE id = ?', [change.noteId])?.text ?? null;
  }
}
