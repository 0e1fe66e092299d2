/** Cases of the notes about contacts. */
import { expect } from 'vitest';
import type { ContactNote } from '#main/demo/state/model.ts';
import { linkSchema, noteSchema, pageOf } from '#test/unit/api/support/entity-schemas.ts';
import { getContactOf, getSharedContact, idOf, NOWHERE } from '../../demo-people.ts';
import { toCase } from '../operation-case.ts';
import type { OperationCase } from '../operation-case.ts';
import type { ClientOnDemo } from '../client-on-demo.ts';

const user = { priority: 'user' } as const;
const page = { page: 1, limit: 100 } as const;
const DEBORAH = '447700900318';
const TEXT = 'Prefers a text to a call.\nアレルギー: ペニシリン';

const deborahOf = (setup: ClientOnDemo) => getContactOf(setup, DEBORAH);

/** One of the two notes about Deborah. */
function getNote(setup: ClientOnDemo): ContactNote {
  const [note] = setup.world.contactIndex.notesOf(deborahOf(setup).id);
  if (note === undefined) throw new Error('Nothing is noted about Deborah');
  return note;
}

/** A note about a contact that somebody shares. */
function getSharedNote(setup: ClientOnDemo): ContactNote {
  const [note] = setup.world.contactIndex.notesOf(getSharedContact(setup).id);
  if (note === undefined) throw new Error('Nothing is noted about the shared contact');
  return note;
}

export const noteCases: readonly OperationCase[] = [
  toCase({
    row: 'GET /contacts/{id}/notes',
    fixture: 'contact-notes',
    request: (setup) => ({ path: `/contacts/${deborahOf(setup).id}/notes` }),
    call: (client, setup) => client.listNotesOfContact({ ...page, contactId: idOf(deborahOf(setup)) }, user),
    result: pageOf(noteSchema),
    works: async (setup, { items }) => {
      const { client, world } = setup;
      const kept = getNote(setup);
      const author = world.findUser(kept.userId);
      expect(items.at(-1)).toMatchObject({ id: kept.id, text: kept.note, authorId: kept.userId });
      expect(items.at(-1)?.authorName).toBe(`${author?.firstName ?? ''} ${author?.lastName ?? ''}`);
      await client.createNote({ contactId: idOf(deborahOf(setup)), text: 'The newest' }, user);
      const after = await client.listNotesOfContact({ ...page, contactId: idOf(deborahOf(setup)) }, user);
      expect(after.items.map(({ text }) => text)).toEqual(['The newest', ...items.map(({ text }) => text)]);
    },
  }),
  toCase({
    row: 'POST /contacts/{id}/notes',
    fixture: 'contact-note-create',
    request: (setup) => ({ path: `/contacts/${deborahOf(setup).id}/notes`, body: { note: TEXT } }),
    call: (client, setup) => client.createNote({ contactId: idOf(deborahOf(setup)), text: TEXT }, user),
    result: linkSchema,
    works: async (setup, { id }) => {
      const { client, world } = setup;
      const kept = world.contactNotes.find(id ?? 0);
      expect(kept).toMatchObject({ contactId: deborahOf(setup).id, note: TEXT, userId: world.account.id });
      const contact = await client.getContact({ contactId: idOf(deborahOf(setup)) }, user);
      expect(contact.notes.map(({ text }) => text)).toContain(TEXT);
      const shared = { contactId: idOf(getSharedContact(setup)), text: TEXT };
      await expect(client.createNote(shared, user)).rejects.toMatchObject({ code: 'forbidden' });
    },
    refusals: {
      400: (client, setup) => client.createNote({ contactId: idOf(deborahOf(setup)), text: ' ' }, user),
      404: (client) => client.createNote({ contactId: NOWHERE, text: TEXT }, user),
    },
  }),
  toCase({
    row: 'POST /contacts/{id}/notes/delete',
    fixture: 'contact-notes-delete',
    request: (setup) => ({
      path: `/contacts/${deborahOf(setup).id}/notes/delete`,
      body: { ids: String(getNote(setup).id), all: false },
    }),
    call: (client, setup) => {
      const [one, other] = [getNote(setup), getSharedNote(setup)];
      const noteIds = [one.id, other.id];
      return client.deleteNotesOfContact({ contactId: idOf(deborahOf(setup)), noteIds }, user);
    },
    result: null,
    works: async (setup) => {
      const { client, world } = setup;
      const contactId = idOf(deborahOf(setup));
      expect(world.contactIndex.notesOf(contactId)).toHaveLength(1);
      expect(getSharedNote(setup)).toBeDefined();
      for (const text of ['one', 'two']) await client.createNote({ contactId, text }, user);
      await client.deleteNotesOfContact({ contactId, all: true }, user);
      expect(world.contactIndex.notesOf(contactId)).toEqual([]);
    },
    refusals: {
      400: (client, setup) => client.deleteNotesOfContact({ contactId: idOf(deborahOf(setup)), noteIds: [-1] }, user),
    },
  }),
  toCase({
    row: 'GET /notes/{id}',
    fixture: 'note',
    request: (setup) => ({ path: `/notes/${getNote(setup).id}` }),
    call: (client, setup) => client.getNote({ noteId: getNote(setup).id }, user),
    result: noteSchema,
    works: (setup, note) => {
      const { id, note: text, createdAt } = getNote(setup);
      expect(note).toMatchObject({ id, text, createdAt: Math.floor(createdAt / 1_000) * 1_000 });
    },
    refusals: { 404: (client) => client.getNote({ noteId: NOWHERE }, user) },
  }),
  toCase({
    row: 'PUT /notes/{id}',
    fixture: 'note-update',
    request: (setup) => ({ path: `/notes/${getNote(setup).id}`, body: { note: TEXT } }),
    call: (client, setup) => client.updateNote({ noteId: getNote(setup).id, text: TEXT }, user),
    result: null,
    works: (setup) => expect(getNote(setup).note).toBe(TEXT),
    refusals: {
      400: (client, setup) => client.updateNote({ noteId: getNote(setup).id, text: '' }, user),
      403: (client, setup) => client.updateNote({ noteId: getSharedNote(setup).id, text: TEXT }, user),
      404: (client) => client.updateNote({ noteId: NOWHERE, text: TEXT }, user),
    },
  }),
  toCase({
    row: 'DELETE /notes/{id}',
    fixture: 'note-delete',
    request: (setup) => ({ path: `/notes/${getNote(setup).id}` }),
    call: (client, setup) => client.deleteNote({ noteId: getNote(setup).id }, user),
    result: null,
    works: async (setup) => {
      expect(setup.world.contactIndex.notesOf(deborahOf(setup).id)).toHaveLength(1);
      const shared = setup.client.deleteNote({ noteId: getSharedNote(setup).id }, user);
      await expect(shared).rejects.toMatchObject({ code: 'forbidden' });
    },
    refusals: { 404: (client) => client.deleteNote({ noteId: NOWHERE }, user) },
  }),
];
