import { afterEach, describe, expect, it } from 'vitest';
import { toContactId, toListId } from '#shared/domain/ids.ts';
import type { ContactFieldName, KeptPeopleChange, PeopleChange } from '#shared/domain/people-changes.ts';
import { makeContact, makeList, range } from '#test/support/sync/builders.ts';
import { createSyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';
import type { SyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';

const HOLD_MS = 5_000;
const SECOND_MS = 1_000;
const ONE = toContactId(1);
const LIST = toListId(3);

const worlds: SyncOnFakes[] = [];
afterEach(async () => {
  await Promise.all(worlds.splice(0).map(({ sync }) => sync.dispose()));
});

/** Five contacts and a list, all of it read. */
async function openWorld(count = 5): Promise<SyncOnFakes> {
  const fakes = createSyncOnFakes();
  const { service, clock } = fakes;
  worlds.push(fakes);
  service.now = () => clock.now();
  service.contacts = range(1, count).map(makeContact);
  service.lists = [makeList(3)];
  fakes.sync.start();
  await clock.advance(30 * SECOND_MS);
  service.calls.length = 0;
  return fakes;
}

function change({ store, sync, clock }: SyncOnFakes, ...changes: readonly PeopleChange[]): readonly number[] {
  const at = clock.now();
  const { changeIds } = store.run('applyPeopleChanges', { changes, at, dueAt: at + HOLD_MS });
  sync.peopleChanged();
  return changeIds.map((id) => id ?? 0);
}

const edit = (field: ContactFieldName, value: string, base = ''): PeopleChange => ({
  ...{ kind: 'edit-contact', contactId: ONE },
  ...{ field, value, base },
});

const listKept = ({ store }: SyncOnFakes): readonly KeptPeopleChange[] => store.executor.ask('listPeopleChanges', {});
const show = ({ store }: SyncOnFakes) => store.executor.ask('getContactDetails', { contactId: ONE });

describe('edits of a contact', () => {
  it('leave in one request when the undo is over, with everything that the service has', async () => {
    const fakes = await openWorld();
    const { service, clock } = fakes;
    service.changeContact(ONE, { company: 'Pets', isFavorite: true, tags: [{ id: 12, title: 'VIP' }], ownerId: 7 });
    change(fakes, edit('email', 'a@b.example'));
    change(fakes, edit('lastName', 'Okonkwo'));
    await clock.advance(HOLD_MS - 1);
    expect(service.callsOf('updateContact')).toEqual([]);
    expect(show(fakes)).toMatchObject({ email: 'a@b.example', lastName: 'Okonkwo' });
    await clock.advance(SECOND_MS);
    expect(service.callsOf('updateContact')).toHaveLength(1);
    expect(service.contact(ONE)).toMatchObject({
      ...{ email: 'a@b.example', lastName: 'Okonkwo', company: 'Pets', isFavorite: true, ownerId: 7 },
      tags: [{ id: 12 }],
    });
    expect(listKept(fakes)).toEqual([]);
    expect(show(fakes)).toMatchObject({ email: 'a@b.example', company: 'Pets', isFavorite: true });
  });

  it('never leave once they were taken back', async () => {
    const fakes = await openWorld();
    const changeIds = change(fakes, edit('email', 'a@b.example'));
    fakes.store.run('cancelPeopleChanges', { changeIds });
    await fakes.clock.advance(HOLD_MS + SECOND_MS);
    expect(fakes.service.callsOf('updateContact')).toEqual([]);
    expect(show(fakes)?.email).toBe('');
  });

  it('become a conflict where another client set another value, and the others are merged', async () => {
    const fakes = await openWorld();
    const { service, clock } = fakes;
    change(fakes, edit('email', 'a@b.example'), edit('lastName', 'Okonkwo'));
    service.changeContact(ONE, { email: 'other@b.example', company: 'Pets' });
    await clock.advance(HOLD_MS + SECOND_MS);
    expect(service.contact(ONE)).toMatchObject({ email: 'other@b.example', lastName: 'Okonkwo', company: 'Pets' });
    expect(listKept(fakes)).toMatchObject([{ state: 'conflict', theirs: 'other@b.example' }]);
    expect(show(fakes)?.email).toBe('other@b.example');
  });

  it('are refused by the field that the service names; the others arrive', async () => {
    const fakes = await openWorld();
    fakes.service.refusedValues.set('email nonsense', 'This is no address.');
    change(fakes, edit('email', 'nonsense'), edit('company', 'Pets'));
    await fakes.clock.advance(HOLD_MS + SECOND_MS);
    expect(fakes.service.contact(ONE)).toMatchObject({ email: '', company: 'Pets' });
    expect(listKept(fakes)).toMatchObject([
      { state: 'refused', problem: { code: 'validation', detail: 'This is no address.' } },
    ]);
  });

  it('of tags and of the owner are read back, and the others are not waited for', async () => {
    const fakes = await openWorld();
    const { service, clock } = fakes;
    service.changeContact(ONE, { company: 'Pets', tags: [{ id: 12, title: 'VIP' }], ownerId: 7 });
    change(fakes, edit('tags', '[{"id":13,"title":"Bites"}]', '[{"id":12,"title":"Vip"}]'));
    change(fakes, edit('ownerId', '', '7'), edit('email', 'a@b.example'));
    await clock.advance(HOLD_MS + SECOND_MS);
    expect(service.callsOf('updateContact')).toHaveLength(1);
    expect(service.contact(ONE)).toMatchObject({
      tags: [{ id: 13 }],
      ownerId: null,
      email: 'a@b.example',
      company: 'Pets',
    });
    expect(listKept(fakes)).toEqual([]);
    expect(show(fakes)).toMatchObject({ tags: [{ id: 13, title: 'Tag 13' }], ownerId: null, email: 'a@b.example' });
  });

  it('of tags and of the owner are refused unwritten where the service says neither; the others arrive', async () => {
    const fakes = await openWorld();
    const { service, clock } = fakes;
    change(fakes, edit('tags', '[{"id":13,"title":"Bites"}]'), edit('ownerId', '9'), edit('email', 'a@b.example'));
    await clock.advance(HOLD_MS + SECOND_MS);
    expect(service.callsOf('updateContact')).toMatchObject([{ query: { draft: { email: 'a@b.example' } } }]);
    expect(service.callsOf('updateContact')[0]?.query).not.toHaveProperty('draft.tagIds');
    expect(listKept(fakes)).toMatchObject([
      { state: 'refused', change: { field: 'tags' }, problem: { code: 'absent', detail: '' } },
      { state: 'refused', change: { field: 'ownerId' }, problem: { code: 'absent', detail: '' } },
    ]);
    expect(show(fakes)).toMatchObject({ tags: null, ownerId: null, email: 'a@b.example' });
  });

  it('of tags are refused where the service took them and has what it had before', async () => {
    const fakes = await openWorld();
    const { service, clock } = fakes;
    service.changeContact(ONE, { tags: [{ id: 12, title: 'VIP' }], ownerId: 7 });
    service.keepsTags = false;
    change(fakes, edit('tags', '', '[{"id":12,"title":"VIP"}]'), edit('company', 'Pets'));
    await clock.advance(HOLD_MS + SECOND_MS);
    expect(listKept(fakes)).toMatchObject([{ state: 'refused', problem: { code: 'absent' } }]);
    expect(show(fakes)).toMatchObject({ tags: [{ id: 12, title: 'VIP' }], company: 'Pets' });
  });

  it('of tags wait, written, until they can be read back, and are not taken back meanwhile', async () => {
    const fakes = await openWorld();
    const { service, store, clock } = fakes;
    service.changeContact(ONE, { tags: [], ownerId: 7 });
    service.beforeAnswer = ({ method }) => {
      if (method === 'updateContact') service.failNext('getContact', { code: 'timeout', outcome: 'unknown' });
    };
    const changeIds = change(fakes, edit('tags', '[{"id":13,"title":"Bites"}]'));
    await clock.advance(HOLD_MS + 100);
    expect(service.contact(ONE).tags).toMatchObject([{ id: 13 }]);
    expect(listKept(fakes)).toMatchObject([{ state: 'waiting' }]);
    expect(store.run('cancelPeopleChanges', { changeIds }).cancelledIds).toEqual([]);
    await clock.advance(120 * SECOND_MS);
    expect(service.callsOf('updateContact')).toHaveLength(1);
    expect(listKept(fakes)).toEqual([]);
    expect(show(fakes)?.tags).toEqual([{ id: 13, title: 'Tag 13' }]);
  });

  it('are not made twice where the answer was lost', async () => {
    const fakes = await openWorld();
    const { service, clock } = fakes;
    service.failNext('updateContact', { code: 'timeout', outcome: 'unknown' }, { isAfter: true });
    change(fakes, edit('email', 'a@b.example'));
    await clock.advance(HOLD_MS + 120 * SECOND_MS);
    expect(service.callsOf('updateContact')).toHaveLength(1);
    expect(listKept(fakes)).toEqual([]);
  });

  it('are given up after five unknown outcomes, and do not keep others waiting meanwhile', async () => {
    const fakes = await openWorld();
    const { service, clock } = fakes;
    service.failNext('updateContact', { code: 'server', outcome: 'unknown' }, { times: 5 });
    change(fakes, edit('email', 'a@b.example'));
    change(fakes, { kind: 'add-note', contactId: toContactId(2), noteId: -1, text: 'Called' });
    await clock.advance(HOLD_MS + SECOND_MS);
    expect(service.notes.get(toContactId(2))).toMatchObject([{ text: 'Called' }]);
    await clock.advance(600 * SECOND_MS);
    expect(service.callsOf('updateContact')).toHaveLength(5);
    expect(listKept(fakes)).toMatchObject([{ state: 'refused', problem: { code: 'server' } }]);
  });

  it('wait while the service is away, can still be taken back, and go when it is back', async () => {
    const fakes = await openWorld();
    const { service, clock } = fakes;
    service.failNext('any', { code: 'offline' }, { times: 10_000 });
    change(fakes, edit('email', 'a@b.example'));
    await clock.advance(60 * SECOND_MS);
    expect(listKept(fakes)).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    service.heal();
    await clock.advance(120 * SECOND_MS);
    expect(service.contact(ONE).email).toBe('a@b.example');
    expect(listKept(fakes)).toEqual([]);
  });

  it('of a value that the service hides are written alone, so that no other value is lost', async () => {
    const fakes = await openWorld();
    const { service, clock } = fakes;
    service.changeContact(ONE, { fields: [{ id: 501, name: 'Pet', value: null }] });
    change(fakes, edit('field:501', 'Biscuit'));
    await clock.advance(HOLD_MS + SECOND_MS);
    expect(service.callsOf('setCustomFieldValue')).toMatchObject([{ query: { fieldId: 501, value: 'Biscuit' } }]);
    expect(service.callsOf('updateContact')).toEqual([]);
    expect(listKept(fakes)).toEqual([]);
  });
});

describe('notes', () => {
  it('are not made twice where the answer was lost', async () => {
    const fakes = await openWorld();
    const { service, store, clock } = fakes;
    service.failNext('createNote', { code: 'timeout', outcome: 'unknown' }, { isAfter: true });
    change(fakes, { kind: 'add-note', contactId: ONE, noteId: -1, text: 'Called' });
    await clock.advance(HOLD_MS + 120 * SECOND_MS);
    expect(service.callsOf('createNote')).toHaveLength(1);
    expect(listKept(fakes)).toEqual([]);
    expect(store.notesOf(ONE)).toMatchObject([{ id: 1_001, text: 'Called' }]);
  });

  it('are looked for first where the user tries again what was given up', async () => {
    const fakes = await openWorld();
    const { service, store, sync, clock } = fakes;
    const [changeId = 0] = change(fakes, { kind: 'add-note', contactId: ONE, noteId: -1, text: 'Called' });
    service.notes.set(ONE, [{ id: 7, text: 'Called', createdAt: clock.now(), authorId: 1, authorName: '' }]);
    const problem = { code: 'timeout', detail: '' };
    store.run('finishPeopleChange', { changeId, outcome: { kind: 'refused', problem } });
    store.run('resolvePeopleChange', { changeId, choice: 'again', at: clock.now() });
    sync.peopleChanged();
    await clock.advance(HOLD_MS + SECOND_MS);
    expect(service.callsOf('createNote')).toEqual([]);
    expect(listKept(fakes)).toEqual([]);
    expect(store.notesOf(ONE)).toMatchObject([{ id: 7, text: 'Called' }]);
  });

  it('that are edited before the service has them are edited there afterwards', async () => {
    const fakes = await openWorld();
    const { service, store, clock } = fakes;
    change(fakes, { kind: 'add-note', contactId: ONE, noteId: -1, text: 'Called' });
    change(fakes, { kind: 'edit-note', contactId: ONE, noteId: -1, text: 'Called back', base: 'Called' });
    await clock.advance(HOLD_MS + 10 * SECOND_MS);
    expect(service.notes.get(ONE)).toMatchObject([{ text: 'Called back' }]);
    expect(store.notesOf(ONE)).toMatchObject([{ id: 1_001, text: 'Called back' }]);
  });

  it('of another text by now are a conflict; those that are gone are deleted as was wanted', async () => {
    const fakes = await openWorld();
    const { service, store, clock } = fakes;
    const note = { id: 7, text: 'Hm', createdAt: 1, authorId: 1, authorName: '' };
    service.notes.set(ONE, [note]);
    store.run('setContactNotes', { contactId: ONE, notes: [note, { ...note, id: 8 }] });
    change(fakes, { kind: 'edit-note', contactId: ONE, noteId: 7, text: 'Ho', base: 'Hm' });
    change(fakes, { kind: 'delete-notes', contactId: ONE, noteIds: [8] });
    service.notes.set(ONE, [{ ...note, text: 'Ha' }]);
    service.failNext('deleteNote', { code: 'not-found', outcome: 'refused' });
    await clock.advance(HOLD_MS + SECOND_MS);
    expect(listKept(fakes)).toMatchObject([{ state: 'conflict', theirs: 'Ha' }]);
    expect(store.notesOf(ONE)).toMatchObject([{ id: 7, text: 'Ha' }]);
  });
});

describe('deletions of contacts', () => {
  it('take them out here too, also those that were gone at the service', async () => {
    const fakes = await openWorld();
    const { service, store, clock } = fakes;
    service.contacts = service.contacts.filter(({ id }) => id !== ONE);
    change(fakes, { kind: 'delete-contacts', contactIds: [ONE] });
    change(fakes, { kind: 'delete-contacts', contactIds: [2, 3].map(toContactId) });
    await clock.advance(HOLD_MS + SECOND_MS);
    expect(service.contacts.map(({ id }) => id)).toEqual([4, 5]);
    expect(store.idsOf('contacts')).toEqual([4, 5]);
    expect(listKept(fakes)).toEqual([]);
  });

  it('cannot be taken back any more once some are gone', async () => {
    const fakes = await openWorld(501);
    const { service, store, clock } = fakes;
    const remove = service.deleteContacts.bind(service);
    service.deleteContacts = async (query, options) => {
      await remove(query, options);
      service.deleteContacts = remove;
      service.failNext('deleteContact', { code: 'rate-limited', outcome: 'not-accepted' });
    };
    const changeIds = change(fakes, { kind: 'delete-contacts', contactIds: range(1, 501).map(toContactId) });
    await clock.advance(HOLD_MS + 1);
    expect(service.contacts).toHaveLength(1);
    expect(store.run('cancelPeopleChanges', { changeIds }).cancelledIds).toEqual([]);
    await clock.advance(600 * SECOND_MS);
    expect([service.contacts, listKept(fakes)]).toEqual([[], []]);
  });
});

describe('edits of a list', () => {
  it('put all its values back with only theirs changed', async () => {
    const fakes = await openWorld();
    const { service, clock } = fakes;
    service.lists = [{ ...makeList(3), isShared: true }];
    change(fakes, { kind: 'edit-list', listId: LIST, field: 'name', value: 'Dogs', base: 'List 3' });
    await clock.advance(HOLD_MS + SECOND_MS);
    expect(service.lists).toMatchObject([{ name: 'Dogs', isShared: true, isFavorite: false }]);
    expect(listKept(fakes)).toEqual([]);
  });
});

describe('members of a list', () => {
  const ids = (count: number) => range(1, count).map(toContactId);

  it('of a few people who could be added go without a result', async () => {
    const fakes = await openWorld();
    const { service, store, clock } = fakes;
    change(fakes, { kind: 'members', listId: LIST, contactIds: ids(2), isAdded: true, agreedIds: [] });
    await clock.advance(HOLD_MS + SECOND_MS);
    expect(service.members.get(LIST)).toEqual([1, 2]);
    expect(store.membersOf(LIST)).toEqual([1, 2]);
    expect(listKept(fakes)).toEqual([]);
  });

  it('go by portions and say how many were there before, and how many could not be added', async () => {
    const fakes = await openWorld(250);
    const { service, store, clock } = fakes;
    service.members.set(LIST, ids(10));
    change(fakes, {
      kind: 'members',
      listId: LIST,
      contactIds: [...ids(250), toContactId(999)],
      isAdded: true,
      agreedIds: [],
    });
    await clock.advance(HOLD_MS + SECOND_MS);
    const portions = service.callsOf('addListMembers').map(({ query }) => (query as { contactIds: [] }).contactIds);
    expect(portions.map(({ length }) => length)).toEqual([100, 100, 51]);
    expect(listKept(fakes)).toMatchObject([
      { state: 'done', progress: { handledCount: 251, alreadyCount: 10, refusedCount: 1, finalCount: 250 } },
    ]);
    expect(store.membersOf(LIST)).toHaveLength(250);
  });

  it('go on after a restart where they were, and count those of before as before', async () => {
    const first = await openWorld(250);
    const { service, store, clock } = first;
    service.members.set(LIST, ids(10));
    service.beforeAnswer = ({ method }) => {
      if (method !== 'addListMembers' || service.callsOf(method).length < 2) return;
      service.failNext('any', { code: 'offline' }, { times: 10_000 });
    };
    change(first, { kind: 'members', listId: LIST, contactIds: ids(250), isAdded: true, agreedIds: [] });
    await clock.advance(HOLD_MS + SECOND_MS);
    expect(listKept(first)).toMatchObject([{ state: 'waiting', progress: { handledCount: 100 } }]);
    await first.sync.dispose();
    service.beforeAnswer = () => undefined;
    service.heal();
    service.calls.length = 0;
    const second = createSyncOnFakes({ clock, service, store });
    worlds.push(second);
    second.sync.start();
    await clock.advance(60 * SECOND_MS);
    expect(service.callsOf('addListMembers')).toHaveLength(2);
    expect(listKept(second)).toMatchObject([
      { state: 'done', progress: { handledCount: 250, alreadyCount: 10, refusedCount: 0, finalCount: 250 } },
    ]);
  });

  it('stay where they are while the user has them paused', async () => {
    const fakes = await openWorld(250);
    const { service, store, sync, clock } = fakes;
    const [changeId = 0] = change(fakes, {
      kind: 'members',
      listId: LIST,
      contactIds: ids(250),
      isAdded: true,
      agreedIds: [],
    });
    service.beforeAnswer = ({ method }) => {
      const [kept] = listKept(fakes);
      if (method !== 'addListMembers' || kept?.progress?.handledCount !== 100 || kept.state !== 'waiting') return;
      store.run('noteMembersProgress', { changeId, progress: kept.progress, state: 'paused' });
    };
    await clock.advance(HOLD_MS + SECOND_MS);
    expect(service.callsOf('addListMembers')).toHaveLength(2);
    service.beforeAnswer = () => undefined;
    const progress = listKept(fakes)[0]?.progress;
    expect(progress).toMatchObject({ handledCount: 200 });
    if (progress) store.run('noteMembersProgress', { changeId, progress, state: 'waiting' });
    sync.peopleChanged();
    await clock.advance(SECOND_MS);
    expect(service.members.get(LIST)).toHaveLength(250);
  });

  it('that are taken off their last list are gone where the service deletes them', async () => {
    const fakes = await openWorld();
    const { service, store, clock } = fakes;
    service.members.set(LIST, ids(3));
    store.run('setListMembers', { listId: LIST, contactIds: ids(3) });
    service.beforeAnswer = ({ method }) => {
      if (method === 'deleteListMembers') service.contacts = service.contacts.filter(({ id }) => id !== ONE);
    };
    change(fakes, { kind: 'members', listId: LIST, contactIds: ids(2), isAdded: false, agreedIds: ids(2) });
    await clock.advance(HOLD_MS + 2 * SECOND_MS);
    expect(store.membersOf(LIST)).toEqual([3]);
    expect(store.idsOf('contacts')).toEqual([2, 3, 4, 5]);
  });
});
