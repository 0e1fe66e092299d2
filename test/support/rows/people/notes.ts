/** Cases of the notes about contacts. */
import { expect } from 'vitest';
import type { ContactNote } from '#main/demo/state/model.ts';
import { linkSchema, noteSchema, pageOf } from '#test/unit/api/support/entity-schemas.ts';
import { getContactOf, getSharedContact, idOf, NOWHERE } from '../../people.ts';
import { toCase } from '../row-case.ts';
import type { RowCase } from '../row-case.ts';
import type { Scene } from '../scene.ts';

const user = { priority: 'user' } as const;
const page = { page: 1, limit: 100 } as const;
const DEBORAH = '447700900318';
const TEXT = 'Prefers a text to a call.\nアレルギー: ペニシリン';

const deborahOf = (scene: Scene) => getContactOf(scene, DEBORAH);

/** One of the two notes about Deborah. */
function getNote(scene: Scene): ContactNote {
  const [note] = scene.world.contactIndex.notesOf(deborahOf(scene).id);
  if (note === undefined) throw new Error('Nothing is noted about Deborah');
  return note;
}

/** A note about a contact that somebody shares. */
function getSharedNote(scene: Scene): ContactNote {
  const [note] = scene.world.contactIndex.notesOf(getSharedContact(scene).id);
  if (note === undefined) throw new Error('Nothing is noted about the shared contact');
  return note;
}

export const noteCases: readonly RowCase[] = [
  toCase({
    row: 'GET /contacts/{id}/notes',
    fixture: 'contact-notes',
    request: (scene) => ({ path: `/contacts/${deborahOf(scene).id}/notes` }),
    call: (client, scene) => client.listNotesOfContact({ ...page, contactId: idOf(deborahOf(scene)) }, user),
    result: pageOf(noteSchema),
    works: async (scene, { items }) => {
      const { client, world } = scene;
      const kept = getNote(scene);
      const author = world.findUser(kept.userId);
      expect(items.at(-1)).toMatchObject({ id: kept.id, text: kept.note, authorId: kept.userId });
      expect(items.at(-1)?.authorName).toBe(`${author?.firstName ?? ''} ${author?.lastName ?? ''}`);
      await client.createNote({ contactId: idOf(deborahOf(scene)), text: 'The newest' }, user);
      const after = await client.listNotesOfContact({ ...page, contactId: idOf(deborahOf(scene)) }, user);
      expect(after.items.map(({ text }) => text)).toEqual(['The newest', ...items.map(({ text }) => text)]);
    },
  }),
  toCase({
    row: 'POST /contacts/{id}/notes',
    fixture: 'contact-note-create',
    request: (scene) => ({ path: `/contacts/${deborahOf(scene).id}/notes`, body: { note: TEXT } }),
    call: (client, scene) => client.createNote({ contactId: idOf(deborahOf(scene)), text: TEXT }, user),
    result: linkSchema,
    works: async (scene, { id }) => {
      const { client, world } = scene;
      const kept = world.contactNotes.find(id ?? 0);
      expect(kept).toMatchObject({ contactId: deborahOf(scene).id, note: TEXT, userId: world.account.id });
      const contact = await client.getContact({ contactId: idOf(deborahOf(scene)) }, user);
      expect(contact.notes.map(({ text }) => text)).toContain(TEXT);
      const shared = { contactId: idOf(getSharedContact(scene)), text: TEXT };
      await expect(client.createNote(shared, user)).rejects.toMatchObject({ code: 'forbidden' });
    },
    refusals: {
      400: (client, scene) => client.createNote({ contactId: idOf(deborahOf(scene)), text: ' ' }, user),
      404: (client) => client.createNote({ contactId: NOWHERE, text: TEXT }, user),
    },
  }),
  toCase({
    row: 'POST /contacts/{id}/notes/delete',
    fixture: 'contact-notes-delete',
    request: (scene) => ({
      path: `/contacts/${deborahOf(scene).id}/notes/delete`,
      body: { ids: String(getNote(scene).id), all: false },
    }),
    call: (client, scene) => {
      const [one, other] = [getNote(scene), getSharedNote(scene)];
      const noteIds = [one.id, other.id];
      return client.deleteNotesOfContact({ contactId: idOf(deborahOf(scene)), noteIds }, user);
    },
    result: null,
    works: async (scene) => {
      const { client, world } = scene;
      const contactId = idOf(deborahOf(scene));
      expect(world.contactIndex.notesOf(contactId)).toHaveLength(1);
      expect(getSharedNote(scene)).toBeDefined();
      for (const text of ['one', 'two']) await client.createNote({ contactId, text }, user);
      await client.deleteNotesOfContact({ contactId, all: true }, user);
      expect(world.contactIndex.notesOf(contactId)).toEqual([]);
    },
    refusals: {
      400: (client, scene) => client.deleteNotesOfContact({ contactId: idOf(deborahOf(scene)), noteIds: [-1] }, user),
    },
  }),
  toCase({
    row: 'GET /notes/{id}',
    fixture: 'note',
    request: (scene) => ({ path: `/notes/${getNote(scene).id}` }),
    call: (client, scene) => client.getNote({ noteId: getNote(scene).id }, user),
    result: noteSchema,
    works: (scene, note) => {
      const { id, note: text, createdAt } = getNote(scene);
      expect(note).toMatchObject({ id, text, createdAt: Math.floor(createdAt / 1_000) * 1_000 });
    },
    refusals: { 404: (client) => client.getNote({ noteId: NOWHERE }, user) },
  }),
  toCase({
    row: 'PUT /notes/{id}',
    fixture: 'note-update',
    request: (scene) => ({ path: `/notes/${getNote(scene).id}`, body: { note: TEXT } }),
    call: (client, scene) => client.updateNote({ noteId: getNote(scene).id, text: TEXT }, user),
    result: null,
    works: (scene) => expect(getNote(scene).note).toBe(TEXT),
    refusals: {
      400: (client, scene) => client.updateNote({ noteId: getNote(scene).id, text: '' }, user),
      403: (client, scene) => client.updateNote({ noteId: getSharedNote(scene).id, text: TEXT }, user),
      404: (client) => client.updateNote({ noteId: NOWHERE, text: TEXT }, user),
    },
  }),
  toCase({
    row: 'DELETE /notes/{id}',
    fixture: 'note-delete',
    request: (scene) => ({ path: `/notes/${getNote(scene).id}` }),
    call: (client, scene) => client.deleteNote({ noteId: getNote(scene).id }, user),
    result: null,
    works: async (scene) => {
      expect(scene.world.contactIndex.notesOf(deborahOf(scene).id)).toHaveLength(1);
      const shared = scene.client.deleteNote({ noteId: getSharedNote(scene).id }, user);
      await expect(shared).rejects.toMatchObject({ code: 'forbidden' });
    },
    refusals: { 404: (client) => client.deleteNote({ noteId: NOWHERE }, user) },
  }),
];
