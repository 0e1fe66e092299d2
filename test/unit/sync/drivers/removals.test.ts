import { afterEach, describe, expect, it } from 'vitest';
import { toContactId, toListId } from '#shared/domain/ids.ts';
import type { ContactId, ListId } from '#shared/domain/ids.ts';
import type { KeptPeopleChange, PeopleChange } from '#shared/domain/people-changes.ts';
import { ONLY_LIST } from '#shared/domain/people-changes.ts';
import { makeContact, makeList, range } from '#test/support/sync/builders.ts';
import { createSyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';
import type { SyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';

const HOLD_MS = 5_000;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const LIST = toListId(3);
const OTHER = toListId(4);
const EMPTY = toListId(5);

const ids = (from: number, to: number): ContactId[] => range(from, to).map(toContactId);

const worlds: SyncOnFakes[] = [];
afterEach(async () => {
  await Promise.all(worlds.splice(0).map(({ sync }) => sync.dispose()));
});

/** All contacts are on the list, and these on the other one too. A contact that leaves its last list is deleted. */
async function openWorld(count: number, onOther: readonly ContactId[]): Promise<SyncOnFakes> {
  const fakes = createSyncOnFakes();
  const { service, clock } = fakes;
  worlds.push(fakes);
  service.now = () => clock.now();
  service.deletesListless = true;
  service.contacts = range(1, count).map(makeContact);
  service.lists = [makeList(3), makeList(4), makeList(5)];
  service.setMembers(LIST, ids(1, count));
  service.setMembers(OTHER, onOther);
  fakes.sync.start();
  await clock.advance(30 * SECOND_MS);
  service.calls.length = 0;
  return fakes;
}

function apply({ store, sync, clock }: SyncOnFakes, ...changes: readonly PeopleChange[]): readonly number[] {
  const at = clock.now();
  const { changeIds } = store.run('applyPeopleChanges', { changes, at, dueAt: at + HOLD_MS });
  sync.peopleChanged();
  return changeIds.map((id) => id ?? 0);
}

const removal = (
  contactIds: readonly ContactId[],
  agreedIds: readonly ContactId[] = [],
  listId: ListId = LIST,
): PeopleChange => ({ kind: 'members', listId, contactIds, isAdded: false, agreedIds });

const listKept = ({ store }: SyncOnFakes): readonly KeptPeopleChange[] => store.executor.ask('listPeopleChanges', {});
const listReadings = ({ service }: SyncOnFakes, listId: ListId): number =>
  service.callsOf('listMemberIds').filter(({ query }) => (query as { listId: ListId }).listId === listId).length;

/** The user pauses each change after its first portion. */
function pauseEach(fakes: SyncOnFakes): void {
  fakes.service.beforeAnswer = ({ method }) => {
    if (method !== 'deleteListMembers') return;
    for (const { id, progress, state } of listKept(fakes)) {
      if (state !== 'waiting' || progress?.handledCount !== 0) continue;
      fakes.store.run('noteMembersProgress', { changeId: id, progress, state: 'paused' });
    }
  };
}

function resume(fakes: SyncOnFakes, changeId: number): void {
  fakes.service.beforeAnswer = () => undefined;
  const progress = listKept(fakes).find(({ id }) => id === changeId)?.progress;
  if (progress) fakes.store.run('noteMembersProgress', { changeId, progress, state: 'waiting' });
  fakes.sync.peopleChanged();
}

describe('contacts that are taken off a list', () => {
  it('leave it where another list has them by the service’s word, and no contact is deleted', async () => {
    const fakes = await openWorld(3, ids(1, 2));
    const { service, store, clock } = fakes;
    apply(fakes, removal(ids(1, 2)));
    await clock.advance(HOLD_MS + SECOND_MS);
    expect([service.members.get(LIST), service.contacts.length, listKept(fakes)]).toEqual([[3], 3, []]);
    expect(store.membersOf(LIST)).toEqual([3]);
  });

  it('stay on it, and are shown and counted again, where another client took them off their other list meanwhile', async () => {
    const fakes = await openWorld(3, ids(1, 2));
    const { service, store, clock } = fakes;
    apply(fakes, removal(ids(1, 2)));
    expect(store.membersOf(LIST)).toEqual([3]);
    service.setMembers(OTHER, ids(2, 2));
    await clock.advance(HOLD_MS + SECOND_MS);
    expect([service.members.get(LIST), service.contacts.length]).toEqual([[1, 3], 3]);
    expect([store.membersOf(LIST), store.membersOf(OTHER)]).toEqual([[1, 3], [2]]);
    expect(listKept(fakes)).toMatchObject([
      { state: 'done', progress: { handledCount: 2, refusedCount: 1, refusedWhy: ONLY_LIST, finalCount: 2 } },
    ]);
  });

  it('stay on it without a request where none may leave', async () => {
    const fakes = await openWorld(2, []);
    apply(fakes, removal(ids(1, 2)));
    await fakes.clock.advance(HOLD_MS + SECOND_MS);
    expect(fakes.service.callsOf('deleteListMembers')).toEqual([]);
    expect(listKept(fakes)).toMatchObject([{ state: 'done', progress: { refusedCount: 2, refusedWhy: ONLY_LIST } }]);
  });

  it('are deleted as the user agreed, without a look at other lists', async () => {
    const fakes = await openWorld(3, ids(3, 3));
    const { service, store, clock } = fakes;
    apply(fakes, removal(ids(1, 2), ids(1, 2)));
    await clock.advance(HOLD_MS + 2 * SECOND_MS);
    expect([service.callsOf('listLists'), service.contacts.map(({ id }) => id)]).toEqual([[], [3]]);
    expect([store.idsOf('contacts'), listKept(fakes)]).toEqual([[3], []]);
  });

  it('are asked for afterwards, and other changes do not wait for that', async () => {
    const fakes = await openWorld(3, ids(3, 3));
    const { service, store, clock } = fakes;
    const get = service.getContact.bind(service);
    const late = Promise.withResolvers<undefined>();
    service.getContact = async (query, options) => {
      if (query.contactId < 3) await late.promise;
      return get(query, options);
    };
    apply(fakes, removal(ids(1, 2), ids(1, 2)));
    await clock.advance(HOLD_MS + SECOND_MS);
    expect(service.contacts.map(({ id }) => id)).toEqual([3]);
    const contactId = toContactId(3);
    apply(fakes, { kind: 'edit-contact', contactId, field: 'company', value: 'Pets', base: '' });
    await clock.advance(HOLD_MS + SECOND_MS);
    const company = service.contact(contactId)?.company;
    late.resolve(undefined);
    await clock.advance(2 * SECOND_MS);
    expect([company, store.idsOf('contacts'), listKept(fakes)]).toEqual(['Pets', [3], []]);
  });

  it('stay on it where the user put them on another list after all, before they left', async () => {
    const fakes = await openWorld(3, []);
    const { service, store, clock } = fakes;
    apply(fakes, removal(ids(1, 2), ids(1, 2)));
    await clock.advance(SECOND_MS);
    apply(fakes, { kind: 'members', listId: OTHER, contactIds: ids(1, 1), isAdded: true, agreedIds: [] });
    await clock.advance(HOLD_MS + 10 * SECOND_MS);
    expect([service.contacts.map(({ id }) => id), service.members.get(OTHER)]).toEqual([[1, 3], [1]]);
    expect([store.idsOf('contacts'), store.membersOf(LIST)]).toEqual([
      [1, 3],
      [1, 3],
    ]);
    expect(listKept(fakes)).toMatchObject([{ state: 'done', progress: { refusedCount: 1, refusedWhy: ONLY_LIST } }]);
  });

  it('may be on a list that another client made since', async () => {
    const fakes = await openWorld(2, []);
    const { service, clock } = fakes;
    apply(fakes, removal(ids(1, 1)));
    service.lists = [...service.lists, makeList(9)];
    service.setMembers(toListId(9), ids(1, 1));
    await clock.advance(HOLD_MS + SECOND_MS);
    expect([service.members.get(LIST), service.contacts.length, listKept(fakes)]).toEqual([[2], 2, []]);
  });

  it('are asked for once a change, and no more lists than it takes to find them', async () => {
    const fakes = await openWorld(250, ids(1, 250));
    apply(fakes, removal(ids(1, 250)));
    await fakes.clock.advance(HOLD_MS + SECOND_MS);
    expect(fakes.service.callsOf('deleteListMembers')).toHaveLength(3);
    expect(fakes.service.callsOf('listLists')).toHaveLength(1);
    expect([listReadings(fakes, OTHER), listReadings(fakes, EMPTY)]).toEqual([1, 0]);
  });

  it('are asked for again after two minutes', async () => {
    const fakes = await openWorld(250, ids(1, 250));
    const { service, clock } = fakes;
    pauseEach(fakes);
    const [changeId = 0] = apply(fakes, removal(ids(1, 250)));
    await clock.advance(HOLD_MS + SECOND_MS);
    expect(listKept(fakes)).toMatchObject([{ state: 'paused', progress: { handledCount: 100 } }]);
    service.setMembers(OTHER, ids(1, 249));
    await clock.advance(2 * MINUTE_MS);
    resume(fakes, changeId);
    await clock.advance(SECOND_MS);
    expect(listReadings(fakes, OTHER)).toBe(2);
    expect([service.members.get(LIST), service.contacts.length]).toEqual([[250], 250]);
  });

  it('are asked for again once another change took people off a list', async () => {
    const fakes = await openWorld(250, ids(1, 250));
    const { service, clock } = fakes;
    pauseEach(fakes);
    const [changeId = 0] = apply(fakes, removal(ids(1, 250)));
    await clock.advance(HOLD_MS + SECOND_MS);
    apply(fakes, removal(ids(101, 250), [], OTHER));
    await clock.advance(HOLD_MS + SECOND_MS);
    expect(listKept(fakes)).toMatchObject([{ state: 'paused' }, { state: 'paused' }]);
    expect(service.members.get(OTHER)).toHaveLength(150);
    resume(fakes, changeId);
    await clock.advance(SECOND_MS);
    expect([service.members.get(LIST), service.contacts.length]).toEqual([ids(101, 200), 250]);
  });

  it('are asked for again once a list was deleted', async () => {
    const fakes = await openWorld(150, ids(1, 150));
    const { service, sync, clock } = fakes;
    pauseEach(fakes);
    const [changeId = 0] = apply(fakes, removal(ids(1, 150)));
    await clock.advance(HOLD_MS + SECOND_MS);
    await sync.holdPeopleChanges(() => Promise.resolve(service.setMembers(OTHER, ids(1, 149))));
    resume(fakes, changeId);
    await clock.advance(SECOND_MS);
    expect([service.members.get(LIST), service.contacts.length]).toEqual([[150], 150]);
  });

  it('wait while other lists cannot be read, and can be taken back', async () => {
    const fakes = await openWorld(2, ids(1, 2));
    const { service, store, clock } = fakes;
    service.failNext('listLists', { code: 'offline' }, { times: 10_000 });
    const changeIds = apply(fakes, removal(ids(1, 1)));
    await clock.advance(HOLD_MS + MINUTE_MS);
    expect(service.callsOf('deleteListMembers')).toEqual([]);
    expect(listKept(fakes)).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    expect(store.run('cancelPeopleChanges', { changeIds }).cancelledIds).toEqual(changeIds);
    apply(fakes, removal(ids(2, 2)));
    service.heal();
    await clock.advance(5 * MINUTE_MS);
    expect([service.members.get(LIST), listKept(fakes)]).toEqual([[1], []]);
  });

  it('are asked for anew after a restart, and go on where they were', async () => {
    const first = await openWorld(250, ids(1, 250));
    const { service, store, clock } = first;
    service.beforeAnswer = ({ method }) => {
      if (method !== 'deleteListMembers' || service.callsOf(method).length < 2) return;
      service.failNext('any', { code: 'offline' }, { times: 10_000 });
    };
    apply(first, removal(ids(1, 250)));
    await clock.advance(HOLD_MS + SECOND_MS);
    expect(listKept(first)).toMatchObject([{ state: 'waiting', progress: { handledCount: 100 } }]);
    await first.sync.dispose();
    service.beforeAnswer = () => undefined;
    service.heal();
    service.setMembers(OTHER, ids(1, 249));
    const second = createSyncOnFakes({ clock, service, store });
    worlds.push(second);
    second.sync.start();
    await clock.advance(MINUTE_MS);
    expect([service.members.get(LIST), service.contacts.length]).toEqual([[250], 250]);
    expect(listKept(second)).toMatchObject([
      { state: 'done', progress: { handledCount: 250, alreadyCount: 0, refusedCount: 1, finalCount: 1 } },
    ]);
  });

  it('are shown as the service has them where the change is given up on its way', async () => {
    const fakes = await openWorld(150, ids(2, 150));
    const { service, store, clock } = fakes;
    service.beforeAnswer = ({ method }) => {
      if (method !== 'deleteListMembers' || service.callsOf(method).length !== 2) return;
      service.failNext('deleteListMembers', { code: 'server', outcome: 'unknown' }, { times: 5 });
    };
    apply(fakes, removal(ids(1, 150)));
    await clock.advance(HOLD_MS + 10 * MINUTE_MS);
    expect(listKept(fakes)).toMatchObject([{ state: 'refused', progress: { refusedWhy: ONLY_LIST } }]);
    expect(service.members.get(LIST)).toHaveLength(51);
    expect(store.membersOf(LIST)).toEqual([1, ...range(101, 150)]);
  });
});

describe('while no change of people may leave', () => {
  it('one that is due waits, and what happened to lists meanwhile is read before it leaves', async () => {
    const fakes = await openWorld(2, ids(1, 2));
    const { service, sync, clock } = fakes;
    const ended = Promise.withResolvers<undefined>();
    const held = sync.holdPeopleChanges(() => ended.promise);
    apply(fakes, removal(ids(1, 1)));
    await clock.advance(HOLD_MS + MINUTE_MS);
    expect(listReadings(fakes, OTHER)).toBe(0);
    service.setMembers(OTHER, []);
    ended.resolve(undefined);
    await held;
    await clock.advance(SECOND_MS);
    expect([service.members.get(LIST), listReadings(fakes, OTHER)]).toEqual([[1, 2], 1]);
  });

  it('goes on where the work failed', async () => {
    const fakes = await openWorld(2, ids(1, 2));
    await expect(fakes.sync.holdPeopleChanges(() => Promise.reject(new Error('made to fail')))).rejects.toThrow();
    apply(fakes, removal(ids(1, 1)));
    await fakes.clock.advance(HOLD_MS + SECOND_MS);
    expect(fakes.service.members.get(LIST)).toEqual([2]);
  });
});

describe('a reading of all lists and members', () => {
  it('keeps them as they are now, and takes out lists that are gone', async () => {
    const fakes = await openWorld(4, ids(1, 2));
    const { service, store, sync } = fakes;
    service.lists = [makeList(3), makeList(4), makeList(9)];
    service.members.delete(EMPTY);
    service.setMembers(OTHER, ids(3, 3));
    service.setMembers(toListId(9), ids(4, 4));
    await sync.readAllMembers();
    expect(store.idsOf('lists')).toEqual([3, 4, 9]);
    expect([LIST, OTHER, toListId(9)].map((id) => store.membersOf(id))).toEqual([[1, 2, 3, 4], [3], [4]]);
  });

  it('fails where a list cannot be read, and takes no one off it', async () => {
    const fakes = await openWorld(4, ids(1, 2));
    fakes.service.failNext('listMemberIds', { code: 'server', outcome: 'unknown' }, { times: 10 });
    await expect(fakes.sync.readAllMembers()).rejects.toMatchObject({ code: 'server' });
    expect(fakes.store.membersOf(LIST)).toEqual([1, 2, 3, 4]);
  });
});
