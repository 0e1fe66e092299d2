/** Changes of people of which the service said too little. */
import { afterEach, describe, expect, it } from 'vitest';
import { toContactId } from '#shared/domain/ids.ts';
import type { KeptPeopleChange, PeopleChange } from '#shared/domain/people-changes.ts';
import { makeContact, range } from '#test/support/sync/builders.ts';
import { createSyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';
import type { SyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';

const HOLD_MS = 5_000;
const SECOND_MS = 1_000;
const ONE = toContactId(1);

const worlds: SyncOnFakes[] = [];
afterEach(async () => {
  await Promise.all(worlds.splice(0).map(({ sync }) => sync.dispose()));
});

async function openWorld(): Promise<SyncOnFakes> {
  const fakes = createSyncOnFakes();
  const { service, clock } = fakes;
  worlds.push(fakes);
  service.now = () => clock.now();
  service.contacts = range(1, 5).map(makeContact);
  fakes.sync.start();
  await clock.advance(30 * SECOND_MS);
  service.calls.length = 0;
  return fakes;
}

function apply({ store, sync, clock }: SyncOnFakes, ...changes: readonly PeopleChange[]): void {
  const at = clock.now();
  store.run('applyPeopleChanges', { changes, at, dueAt: at + HOLD_MS });
  sync.peopleChanged();
}

const listKept = ({ store }: SyncOnFakes): readonly KeptPeopleChange[] => store.executor.ask('listPeopleChanges', {});
const note = (noteId: number): PeopleChange => ({ kind: 'add-note', contactId: ONE, noteId, text: 'Called' });
const listNoteIds = ({ service }: SyncOnFakes) => service.notes.get(ONE)?.map(({ id }) => id) ?? [];

describe('equal notes within a minute', () => {
  it('are both made where the answer to the second one was lost', async () => {
    const fakes = await openWorld();
    const { service, store, clock } = fakes;
    apply(fakes, note(-1));
    await clock.advance(HOLD_MS + SECOND_MS);
    service.failNext('createNote', { code: 'timeout', outcome: 'unknown' });
    apply(fakes, note(-2));
    await clock.advance(HOLD_MS + 120 * SECOND_MS);
    expect(listNoteIds(fakes)).toEqual([1_001, 1_002]);
    expect(store.notesOf(ONE)).toMatchObject([{ id: 1_001 }, { id: 1_002 }]);
    expect(listKept(fakes)).toEqual([]);
  });

  it('are not made a third time where the second one arrived and its answer was lost', async () => {
    const fakes = await openWorld();
    const { service, clock } = fakes;
    apply(fakes, note(-1));
    await clock.advance(HOLD_MS + SECOND_MS);
    service.failNext('createNote', { code: 'timeout', outcome: 'unknown' }, { isAfter: true });
    apply(fakes, note(-2));
    await clock.advance(HOLD_MS + 120 * SECOND_MS);
    expect([service.callsOf('createNote').length, listNoteIds(fakes)]).toEqual([2, [1_001, 1_002]]);
    expect(listKept(fakes)).toEqual([]);
  });

  it('are told apart after a restart as well', async () => {
    const first = await openWorld();
    const { service, store, clock } = first;
    apply(first, note(-1));
    await clock.advance(HOLD_MS + SECOND_MS);
    service.failNext('createNote', { code: 'timeout', outcome: 'unknown' });
    apply(first, note(-2));
    await clock.advance(HOLD_MS + 100);
    expect(listKept(first)).toMatchObject([{ attempts: 1, change: { knownIds: [1_001] } }]);
    await first.sync.dispose();
    const second = createSyncOnFakes({ clock, service, store });
    worlds.push(second);
    second.sync.start();
    await clock.advance(120 * SECOND_MS);
    expect([listNoteIds(second), listKept(second)]).toEqual([[1_001, 1_002], []]);
  });

  it('of another client are left alone, and the id is found where the service does not say it', async () => {
    const fakes = await openWorld();
    const { service, store, clock } = fakes;
    const theirs = { id: 2_000, text: 'Called', createdAt: clock.now(), authorId: 2, authorName: '' };
    service.notes.set(ONE, [theirs]);
    service.saysIds = false;
    apply(fakes, note(-1));
    await clock.advance(HOLD_MS + SECOND_MS);
    expect(store.notesOf(ONE).map(({ id }) => id)).toEqual([1_001, 2_000]);
    expect(listKept(fakes)).toEqual([]);
  });

  it('are not made twice where the service does not say the id, and cannot be asked for it', async () => {
    const fakes = await openWorld();
    const { service, store, clock } = fakes;
    service.saysIds = false;
    service.beforeAnswer = ({ method }) => {
      if (method !== 'createNote') return;
      service.beforeAnswer = () => undefined;
      service.failNext('listNotesOfContact', { code: 'offline' });
    };
    apply(fakes, note(-1));
    await clock.advance(HOLD_MS + 10);
    expect(listKept(fakes)).toMatchObject([{ state: 'waiting', attempts: 1 }]);
    await clock.advance(120 * SECOND_MS);
    expect([service.callsOf('createNote').length, listNoteIds(fakes), listKept(fakes)]).toEqual([1, [1_001], []]);
    expect(store.notesOf(ONE)).toMatchObject([{ id: 1_001 }]);
  });

  it('are not told as refused where they were made, and may not be read', async () => {
    const fakes = await openWorld();
    const { service, clock } = fakes;
    service.saysIds = false;
    service.beforeAnswer = ({ method }) => {
      if (method !== 'createNote') return;
      service.beforeAnswer = () => undefined;
      service.failNext('listNotesOfContact', { code: 'not-found', outcome: 'refused' });
    };
    apply(fakes, note(-1));
    await clock.advance(HOLD_MS + SECOND_MS);
    expect([service.callsOf('createNote').length, listNoteIds(fakes), listKept(fakes)]).toEqual([1, [1_001], []]);
  });

  it('wait where the notes of before cannot be read, and never left', async () => {
    const fakes = await openWorld();
    const { service, clock } = fakes;
    service.failNext('listNotesOfContact', { code: 'server', outcome: 'unknown' });
    apply(fakes, note(-1));
    await clock.advance(HOLD_MS + 10);
    expect(listKept(fakes)).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    await clock.advance(120 * SECOND_MS);
    expect([listNoteIds(fakes), listKept(fakes)]).toEqual([[1_001], []]);
  });
});

describe('a deletion of several contacts that the service answers with 404', () => {
  const gone = (count: number): PeopleChange => ({
    kind: 'delete-contacts',
    contactIds: range(1, count).map(toContactId),
  });

  it('goes on with those whom the service still has', async () => {
    const fakes = await openWorld();
    const { service, store, clock } = fakes;
    service.contacts = service.contacts.filter(({ id }) => id !== ONE);
    service.failNext('deleteContacts', { code: 'not-found', outcome: 'refused' });
    apply(fakes, gone(3));
    await clock.advance(HOLD_MS + SECOND_MS);
    expect(service.contacts.map(({ id }) => id)).toEqual([4, 5]);
    expect([store.idsOf('contacts'), listKept(fakes)]).toEqual([[4, 5], []]);
  });

  it('is done where all of them are gone', async () => {
    const fakes = await openWorld();
    const { service, store, clock } = fakes;
    service.contacts = service.contacts.filter(({ id }) => id > 3);
    service.failNext('deleteContacts', { code: 'not-found', outcome: 'refused' });
    apply(fakes, gone(3));
    await clock.advance(HOLD_MS + SECOND_MS);
    expect(service.callsOf('deleteContacts')).toHaveLength(1);
    expect([store.idsOf('contacts'), listKept(fakes)]).toEqual([[4, 5], []]);
  });

  it('is refused, and shows them again, where the service has them and does not delete them', async () => {
    const fakes = await openWorld();
    const { service, store, clock } = fakes;
    service.contacts = service.contacts.filter(({ id }) => id !== ONE);
    service.failNext('deleteContacts', { code: 'not-found', outcome: 'refused' }, { times: 2 });
    apply(fakes, gone(3));
    await clock.advance(HOLD_MS + SECOND_MS);
    expect(service.contacts.map(({ id }) => id)).toEqual([2, 3, 4, 5]);
    expect(store.idsOf('contacts')).toEqual([2, 3, 4, 5]);
    expect(listKept(fakes)).toMatchObject([{ state: 'refused', problem: { code: 'not-found' } }]);
  });

  it('waits where it cannot be asked who is gone', async () => {
    const fakes = await openWorld();
    const { service, clock } = fakes;
    service.failNext('deleteContacts', { code: 'not-found', outcome: 'refused' });
    service.failNext('getContact', { code: 'offline' });
    apply(fakes, gone(3));
    await clock.advance(HOLD_MS + 10);
    expect(listKept(fakes)).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    await clock.advance(120 * SECOND_MS);
    expect([service.contacts.map(({ id }) => id), listKept(fakes)]).toEqual([[4, 5], []]);
  });
});
