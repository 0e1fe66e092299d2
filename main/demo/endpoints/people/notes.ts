import type { Reply } from '../../http.ts';
import { parsePaging, sliceFromEnd, toListReply } from '../../paging.ts';
import { refuseShared } from '../../refusal.ts';
import { isOthers } from '../../state/memberships.ts';
import type { ContactNote } from '../../state/model.ts';
import { toContactNote } from '../../wire/contact.ts';
import { listChosen } from '../bulk.ts';
import { done, ok, toLink } from '../call.ts';
import type { Call, Row } from '../call.ts';
import { getRow } from '../find.ts';
import { getOwnContact } from './own.ts';

/** Newest first. */
function listNotes(call: Call): Reply {
  const { world, query, shape, view } = call;
  const contact = getRow(world.contacts, call);
  const paging = parsePaging(query);
  query.check();
  const { rows, total } = sliceFromEnd(world.contactIndex.notesOf(contact.id), paging);
  return toListReply(shape, { paging, total, resources: rows.map((note) => toContactNote(note, view)) });
}

function parseText({ body }: Call): string {
  const note = body.required('note');
  body.check();
  return note;
}

function createNote(call: Call): Reply {
  const { world, nowAt } = call;
  const contact = getOwnContact(call);
  const id = world.contactNotes.nextId();
  const note = parseText(call);
  world.contactNotes.append({ id, contactId: contact.id, note, createdAt: nowAt, userId: world.account.id });
  world.changed();
  return toLink(id, 'notes');
}

/** The note that the path names, where the account may change it: the contact's owner shares, and nobody else writes. */
function getOwnNote(call: Call): ContactNote {
  const { world } = call;
  const note = getRow(world.contactNotes, call);
  const contact = world.contacts.find(note.contactId);
  if (contact !== undefined && isOthers(world, contact)) throw refuseShared();
  return note;
}

function updateNote(call: Call): Reply {
  const note = getOwnNote(call);
  note.note = parseText(call);
  call.world.contactNotes.touch();
  call.world.changed();
  return toLink(note.id, 'notes');
}

function deleteNote(call: Call): Reply {
  call.world.contactNotes.remove(getOwnNote(call).id);
  call.world.changed();
  return done();
}

/** Those of the contact's notes whose ids are given, or all of them; ids of others' notes do nothing. */
function deleteNotes(call: Call): Reply {
  const { world } = call;
  const contact = getOwnContact(call);
  const notes = listChosen(call, world.contactNotes, () => world.contactIndex.notesOf(contact.id));
  const own = notes.filter(({ contactId }) => contactId === contact.id);
  world.contactNotes.removeAll(new Set(own.map(({ id }) => id)));
  world.changed();
  return done();
}

const ROW = { group: 'notes' } as const;

export const noteRows: readonly Row[] = [
  { ...ROW, method: 'GET', path: '/contacts/{id}/notes', handle: listNotes },
  { ...ROW, method: 'POST', path: '/contacts/{id}/notes', handle: createNote },
  { ...ROW, method: 'POST', path: '/contacts/{id}/notes/delete', handle: deleteNotes },
  {
    ...ROW,
    method: 'GET',
    path: '/notes/{id}',
    handle: (call) => ok(toContactNote(getRow(call.world.contactNotes, call), call.view)),
  },
  { ...ROW, method: 'PUT', path: '/notes/{id}', handle: updateNote },
  { ...ROW, method: 'DELETE', path: '/notes/{id}', handle: deleteNote },
];
