import type { PeopleChangeView } from '#shared/contract/index.ts';
import type { KeptPeopleChange, PeopleChange } from '#shared/domain/people-changes.ts';

/** A change as the window is told of it. */
export function toPeopleChangeView(kept: KeptPeopleChange): PeopleChangeView {
  const { id, change, state, createdAt, attempts, theirs, problem } = kept;
  return {
    ...{ id, kind: change.kind, state, createdAt, hasLeft: attempts > 0, theirs, problem },
    contactId: toContactId(change),
    listId: 'listId' in change ? change.listId : null,
    noteId: toNoteId(change),
    field: 'field' in change ? change.field : null,
    ...toValues(change),
    members: toMembers(kept),
  };
}

/** The one contact that it is about; null where it may be about several, unless it is about one of them after all. */
function toContactId(change: PeopleChange): number | null {
  if ('contactId' in change) return change.contactId;
  return change.kind === 'delete-contacts' && change.contactIds.length === 1 ? (change.contactIds[0] ?? null) : null;
}

function toNoteId(change: PeopleChange): number | null {
  if ('noteId' in change) return change.noteId;
  return change.kind === 'delete-notes' && change.noteIds.length === 1 ? (change.noteIds[0] ?? null) : null;
}

function toValues(change: PeopleChange): Pick<PeopleChangeView, 'value' | 'base'> {
  switch (change.kind) {
    case 'edit-contact':
    case 'edit-list':
      return { value: change.value, base: change.base };
    case 'edit-note':
      return { value: change.text, base: change.base };
    case 'add-note':
      return { value: change.text, base: '' };
    default:
      return { value: '', base: '' };
  }
}

function toMembers({ change, progress }: KeptPeopleChange): PeopleChangeView['members'] {
  if (change.kind !== 'members' || progress === null) return null;
  return { isAdded: change.isAdded, totalCount: change.contactIds.length, ...progress };
}
