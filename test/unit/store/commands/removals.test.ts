/** Who would be deleted by being taken off a list, or with it, as the two questions before count it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toContactId, toListId } from '#shared/domain/ids.ts';
import { NO_PROGRESS, ONLY_LIST } from '#shared/domain/people-changes.ts';
import type { PeopleChange } from '#shared/domain/people-changes.ts';
import { buildAccount, buildContact, buildList, MINUTE_MS, NOON } from '../builders.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';

const LIST = toListId(5);
const OTHER = toListId(6);
const ids = (...all: readonly number[]) => all.map(toContactId);

describe('members who are on no other list', () => {
  let store: StoreInOneThread;
  beforeEach(() => {
    store = new StoreInOneThread();
    store.run('saveAccount', { account: buildAccount() });
    store.run('commitLists', { lists: [buildList(5), buildList(6)] });
    store.run('commitContacts', { contacts: [1, 2, 3].map((id) => buildContact(id)) });
    store.run('setListMembers', { listId: LIST, contactIds: ids(1, 2, 3) });
    store.run('setListMembers', { listId: OTHER, contactIds: ids(3) });
  });
  afterEach(() => store.close());

  const apply = (...changes: readonly PeopleChange[]): readonly number[] =>
    store
      .run('applyPeopleChanges', { changes, at: NOON, dueAt: NOON + MINUTE_MS })
      .changeIds.map((changeId) => changeId ?? 0);
  const put = (listId: typeof LIST, ...contactIds: readonly number[]): PeopleChange => ({
    ...{ kind: 'members', listId, contactIds: ids(...contactIds), isAdded: true, agreedIds: [] },
  });
  const take = (listId: typeof LIST, contactIds: readonly number[], agreed: readonly number[] = []): PeopleChange => ({
    ...{ kind: 'members', listId, contactIds: ids(...contactIds), isAdded: false, agreedIds: ids(...agreed) },
  });
  /** To be taken off the list; to go with it. */
  const count = () => {
    const some = store.ask('listOnlyHere', { listId: LIST, contactIds: ids(1, 2, 3), limit: 0 });
    const all = store.ask('listOnlyHere', { listId: LIST, contactIds: null, limit: 0 });
    return [some.onlyHereIds, all.onlyHereIds, all.outOfSightIds];
  };

  it('are the same for both questions where nothing waits', () => {
    expect(count()).toEqual([[1, 2], [1, 2], []]);
  });

  it('are those who wait to leave their other list', () => {
    apply(take(OTHER, [3]));
    expect(count()).toEqual([[1, 2, 3], [1, 2, 3], []]);
  });

  it('who wait to be put on another list leave this one after that, but would go with it', () => {
    apply(put(OTHER, 1));
    expect(count()).toEqual([[2], [1, 2], []]);
  });

  it('who wait to be put on this one do not go with it: the service does not have them on it', () => {
    store.run('commitContacts', { contacts: [buildContact(4)] });
    apply(put(LIST, 4));
    expect(store.ask('listOnlyHere', { listId: LIST, contactIds: null, limit: 0 })).toMatchObject({
      ...{ membersCount: 4, onlyHereIds: [1, 2] },
    });
  });

  it('who wait to leave this list go with it; those whose deletion the user agreed to are not asked about again', () => {
    apply(take(LIST, [1, 2], [2]));
    expect(count()).toEqual([[], [1], [2]]);
  });

  it('whose own deletion waits are not asked about, and are not forgotten', () => {
    apply({ kind: 'delete-contacts', contactIds: ids(1, 3) });
    expect(count()).toEqual([[2], [2], [1]]);
  });

  it('are contacts as well that only the members of the list were read of', () => {
    store.run('setListMembers', { listId: LIST, contactIds: ids(1, 2, 3, 99) });
    expect(count()).toEqual([[1, 2], [1, 2, 99], []]);
    const { onlyHereIds, onlyHere } = store.ask('listOnlyHere', { listId: LIST, contactIds: null, limit: 9 });
    expect([onlyHereIds.length, onlyHere.map(({ contactId }) => contactId)]).toEqual([3, [1, 2]]);
  });

  it('are not kept by a list that the account does not have any more', () => {
    const lists = [
      { id: LIST, name: 'List 5' },
      { id: toListId(77), name: 'Of before' },
    ];
    store.run('commitContacts', { contacts: [buildContact(1, { lists })] });
    expect(count()).toEqual([[1, 2], [1, 2], []]);
  });

  it('of a change that an older version kept are none that the user agreed to lose', () => {
    const [changeId] = apply(take(LIST, [1], [1]));
    store.owned.run(`UPDATE people_changes SET change = json_remove(change, '$.agreedIds') WHERE id = ?`, [
      changeId ?? 0,
    ]);
    expect(store.ask('listPeopleChanges', {})).toMatchObject([{ change: { agreedIds: [] } }]);
    expect(count()).toEqual([[2], [1, 2], []]);
  });

  it('are shown on it again where a change is refused after some of them had to stay', () => {
    const [changeId = 0] = apply(take(LIST, [1, 3]));
    store.run('beginPeopleChanges', { changeIds: [changeId] });
    const progress = { ...NO_PROGRESS, handledCount: 2, refusedWhy: ONLY_LIST };
    store.run('noteMembersProgress', { changeId, progress });
    const problem = { code: 'server', detail: '' };
    store.run('finishPeopleChange', { changeId, outcome: { kind: 'refused', problem } });
    expect(store.ask('listMembers', { listId: LIST })).toEqual([1, 2, 3]);
  });
});

describe('a new note that is about to leave', () => {
  it('keeps which equal notes were there before, and so it does when it is tried again', () => {
    const store = new StoreInOneThread();
    store.run('commitContacts', { contacts: [buildContact(1)] });
    const note = { kind: 'add-note', contactId: toContactId(1), noteId: -1, text: 'Called' } as const;
    const { changeIds } = store.run('applyPeopleChanges', { changes: [note], at: NOON, dueAt: NOON });
    const [changeId = 0] = changeIds.map((id) => id ?? 0);
    const list = () => store.ask('listPeopleChanges', {}).map(({ change }) => change);
    expect(list()).toEqual([note]);
    store.run('beginPeopleChanges', { changeIds: [changeId], knownNoteIds: [7, 8] });
    expect(list()).toEqual([{ ...note, knownIds: [7, 8] }]);
    store.run('finishPeopleChange', {
      changeId,
      outcome: { kind: 'refused', problem: { code: 'timeout', detail: '' } },
    });
    store.run('resolvePeopleChange', { changeId, choice: 'again', at: NOON });
    expect(list()).toEqual([{ ...note, knownIds: [7, 8] }]);
    store.close();
  });
});

describe('a list by its id', () => {
  it('has its values and whose it is; null where there is none', () => {
    const store = new StoreInOneThread();
    store.run('saveAccount', { account: buildAccount() });
    store.run('commitLists', { lists: [buildList(5, { isShared: true, userId: 7 }), buildList(6, { userId: 8 })] });
    const find = (listId: number) => store.ask('findList', { listId });
    expect(find(5)).toMatchObject({ id: 5, name: 'List 5', isShared: true, isFavorite: false, isReadOnly: false });
    expect([find(6)?.isReadOnly, find(7)]).toEqual([true, null]);
    store.close();
  });
});
