import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OpenAccount } from '#main/services/account/open-account.ts';
import { EDIT_UNDO_MS, UNDO_MS, UndoMemory } from '#main/services/chats/undo-memory.ts';
import { applyPeopleChanges, undoPeopleChanges } from '#main/services/contacts/people-changes.ts';
import { listHandlers } from '#main/services/lists/requests.ts';
import type { Services } from '#main/services/services.ts';
import type { RequestInput, RequestOutput } from '#shared/contract/index.ts';
import { toContactId, toListId } from '#shared/domain/ids.ts';
import { makeContact, makeList, range } from '#test/support/sync/builders.ts';
import { createSyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';
import type { SyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';
import { ACCOUNT, toServices } from '../fakes.ts';

const SECOND_MS = 1_000;
const LIST = toListId(3);
const OTHER = toListId(4);
const GOAL = toListId(5);
const ids = (...all: readonly number[]) => all.map(toContactId);
const ONLY_LIST = { code: 'validation', fields: { members: ['only-list'] } };

type Deletion = Pick<RequestInput<'lists.delete'>, 'moveTo' | 'agreedCount'>;

/** Requests about lists on a real store, with real sync over a service in memory; the clock stands still by itself. */
class ListsOnFakes {
  readonly fakes: SyncOnFakes = createSyncOnFakes();
  readonly #services: Services;
  readonly #account: OpenAccount;
  readonly #undo: UndoMemory;
  #requests = 0;

  constructor() {
    const { store, sync, service, clock } = this.fakes;
    this.#account = { store, sync, service, folder: 'here' } as unknown as OpenAccount;
    this.#undo = new UndoMemory({ createId: () => `undo-${String((this.#requests += 1))}` });
    const session = { getAccount: () => this.#account } as Services['session'];
    this.#services = toServices({ session, undo: this.#undo, now: () => clock.now() });
  }

  /** Contacts 1 to 4 are on the list, 3 and 4 on the other one as well; contact 5 on the other one alone. */
  async open(): Promise<void> {
    const { service, store, sync, clock } = this.fakes;
    store.run('saveAccount', { account: ACCOUNT });
    service.deletesListless = true;
    service.contacts = range(1, 5).map(makeContact);
    service.lists = [makeList(3), makeList(4), makeList(5)];
    service.setMembers(LIST, ids(1, 2, 3, 4));
    service.setMembers(OTHER, ids(3, 4, 5));
    sync.start();
    await clock.advance(30 * SECOND_MS);
    service.calls.length = 0;
  }

  async dispose(): Promise<void> {
    await this.fakes.sync.dispose();
  }

  /** Of what is asked of the service at once; the clock goes on until it is answered. */
  async delete(deletion: Deletion): Promise<RequestOutput<'lists.delete'>> {
    return await listHandlers['lists.delete'](this.#services, {
      ...{ requestId: this.#toRequestId(), listId: LIST },
      ...deletion,
    });
  }

  async change(isAdded: boolean, contactIds: number[], agreedCount = 0, listId: number = LIST) {
    const input = { requestId: this.#toRequestId(), listId, contactIds, isAdded, agreedCount };
    return await listHandlers['lists.changeMembers'](this.#services, input);
  }

  async set(contactIds: number[], agreedCount = 0, listId: number = LIST) {
    const input = { requestId: this.#toRequestId(), listId, contactIds, agreedCount };
    return await listHandlers['lists.setMembers'](this.#services, input);
  }

  async explain(contactIds: number[] | null) {
    return await listHandlers['lists.explainRemoval'](this.#services, { listId: LIST, contactIds, limit: 9 });
  }

  async deleteContacts(...contactIds: readonly number[]): Promise<string> {
    const changes = [{ kind: 'delete-contacts', contactIds: ids(...contactIds) }] as const;
    const at = this.fakes.clock.now();
    const applying = { undo: this.#undo, account: this.#account, changes, at, undoMs: UNDO_MS };
    return (await applyPeopleChanges(applying)) ?? '';
  }

  async undo(undoId: string) {
    return await undoPeopleChanges(this.#services, { requestId: this.#toRequestId(), undoId });
  }

  listMembers(listId: number): readonly number[] {
    return this.fakes.store.membersOf(listId);
  }

  get kept() {
    return this.fakes.store.executor.ask('listPeopleChanges', {});
  }

  get atService() {
    return this.fakes.service.contacts.map(({ id }) => id);
  }

  #toRequestId(): string {
    return `request-${String((this.#requests += 1))}`;
  }
}

let lists: ListsOnFakes;
beforeEach(async () => {
  lists = new ListsOnFakes();
  await lists.open();
});
afterEach(() => lists.dispose());

describe('contacts that are taken off a list', () => {
  it('are no more to be deleted than the user agreed; else nothing waits', async () => {
    await expect(lists.change(false, [1, 2, 3], 1)).rejects.toMatchObject(ONLY_LIST);
    expect([lists.kept, lists.listMembers(LIST)]).toEqual([[], [1, 2, 3, 4]]);
    await lists.change(false, [1, 2, 3], 2);
    expect(lists.kept).toMatchObject([{ change: { contactIds: [1, 2, 3], agreedIds: [1, 2] } }]);
  });

  it('are to be deleted by what waits for their other list, and not by what waits to put them on one', async () => {
    await lists.change(false, [3], 0, OTHER);
    await lists.change(true, [1], 0, GOAL);
    await expect(lists.change(false, [1, 3], 0)).rejects.toMatchObject(ONLY_LIST);
    await lists.change(false, [1, 3], 1);
    expect(lists.kept.at(-1)).toMatchObject({ change: { agreedIds: [3] } });
  });

  it('are counted as the question counted them', async () => {
    await lists.change(true, [1], 0, GOAL);
    const { onlyHereCount } = await lists.explain([1, 2, 3]);
    expect(onlyHereCount).toBe(1);
    await expect(lists.change(false, [1, 2, 3], onlyHereCount)).resolves.toMatchObject({ count: 3 });
  });

  it('are of the user’s own list', async () => {
    lists.fakes.store.run('commitLists', { lists: [{ ...makeList(6), userId: 99 }] });
    await expect(lists.change(false, [1], 0, 6)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(lists.set([1], 0, 6)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(lists.set([1], 0, 7)).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('contacts that are made all that a list has', () => {
  it('come before others leave, and all of that is taken back together', async () => {
    const { undoId, ...counts } = await lists.set([1, 2, 5]);
    expect(counts).toEqual({ addedCount: 1, removedCount: 2 });
    expect(lists.listMembers(LIST)).toEqual([1, 2, 5]);
    expect(lists.kept).toMatchObject([
      { change: { isAdded: true, contactIds: [5], agreedIds: [] } },
      { change: { isAdded: false, contactIds: [3, 4], agreedIds: [] } },
    ]);
    expect(await lists.undo(undoId ?? '')).toEqual({ count: 2 });
    expect([lists.listMembers(LIST), lists.kept]).toEqual([[1, 2, 3, 4], []]);
  });

  it('are so at the service in the end', async () => {
    await lists.set([1, 2, 5]);
    const { service, clock } = lists.fakes;
    await clock.advance(EDIT_UNDO_MS + 2 * SECOND_MS);
    expect([service.members.get(LIST), lists.atService, lists.kept]).toEqual([[1, 2, 5], [1, 2, 3, 4, 5], []]);
  });

  it('are not where more would be deleted than the user agreed', async () => {
    await expect(lists.set([3, 5], 1)).rejects.toMatchObject(ONLY_LIST);
    expect([lists.kept, lists.listMembers(LIST)]).toEqual([[], [1, 2, 3, 4]]);
    expect(await lists.set([3, 5], 2)).toMatchObject({ addedCount: 1, removedCount: 3 });
  });

  it('are not where others are on the list than were ever read: they are read, and the question is right then', async () => {
    const { service, store, sync } = lists.fakes;
    store.run('setListMembers', { listId: LIST, contactIds: ids(1) });
    service.failNext('listMemberIds', { code: 'offline' });
    await expect(lists.set([1, 5])).rejects.toMatchObject({ code: 'offline' });
    sync.tryNow();
    await lists.fakes.clock.advance(SECOND_MS);
    store.run('setListMembers', { listId: LIST, contactIds: ids(1) });
    await expect(lists.set([1, 5])).rejects.toMatchObject({ code: 'validation', fields: { members: ['unseen'] } });
    expect([lists.kept, lists.listMembers(LIST)]).toEqual([[], [1, 2, 3, 4]]);
    expect(await lists.set([1, 5], 1)).toMatchObject({ addedCount: 1, removedCount: 3 });
  });

  it('are so already: nothing waits, and nothing is taken back', async () => {
    expect(await lists.set([4, 3, 2, 1, 1])).toEqual({ addedCount: 0, removedCount: 0, undoId: null });
    expect(lists.kept).toEqual([]);
  });
});

describe('a list that is deleted', () => {
  it('stays where more contacts would go with it by now, and the question is right when it is asked again', async () => {
    const { service, store } = lists.fakes;
    expect(await lists.explain(null)).toMatchObject({ onlyHereCount: 2 });
    service.contacts = [...service.contacts, makeContact(8)];
    service.setMembers(LIST, ids(1, 2, 3, 4, 8));
    service.setMembers(OTHER, ids(4, 5));
    await expect(lists.delete({ moveTo: null, agreedCount: 2 })).rejects.toMatchObject(ONLY_LIST);
    expect([service.callsOf('deleteList'), store.idsOf('lists')]).toEqual([[], [3, 4, 5]]);
    const { onlyHereCount, onlyHere } = await lists.explain(null);
    expect([onlyHereCount, onlyHere.map(({ contactId }) => contactId)]).toEqual([4, [1, 2, 3, 8]]);
    await lists.delete({ moveTo: null, agreedCount: 4 });
    expect([lists.atService, store.idsOf('lists')]).toEqual([
      [4, 5],
      [4, 5],
    ]);
  });

  it('stays where others would go with it than the user was told of, as many as those', async () => {
    const { service } = lists.fakes;
    expect(await lists.explain(null)).toMatchObject({ onlyHereCount: 2 });
    service.setMembers(OTHER, ids(1, 4, 5));
    await expect(lists.delete({ moveTo: null, agreedCount: 2 })).rejects.toMatchObject(ONLY_LIST);
    expect([service.callsOf('deleteList'), lists.atService]).toEqual([[], [1, 2, 3, 4, 5]]);
    const { onlyHere } = await lists.explain(null);
    expect(onlyHere.map(({ contactId }) => contactId)).toEqual([2, 3]);
    await lists.delete({ moveTo: null, agreedCount: 2 });
    expect(lists.atService).toEqual([1, 4, 5]);
  });

  it('stays where the question counted a contact that it could not name, and names it when it is asked again', async () => {
    const { service, store } = lists.fakes;
    service.contacts = [...service.contacts, makeContact(8)];
    service.setMembers(LIST, ids(1, 2, 3, 4, 8));
    store.run('setListMembers', { listId: LIST, contactIds: ids(1, 2, 3, 4, 8) });
    const told = await lists.explain(null);
    expect([told.onlyHereCount, told.onlyHere.map(({ contactId }) => contactId)]).toEqual([3, [1, 2]]);
    await expect(lists.delete({ moveTo: null, agreedCount: 3 })).rejects.toMatchObject(ONLY_LIST);
    expect(service.callsOf('deleteList')).toEqual([]);
    const { onlyHere } = await lists.explain(null);
    expect(onlyHere.map(({ contactId }) => contactId)).toEqual([1, 2, 8]);
    await lists.delete({ moveTo: null, agreedCount: 3 });
    expect(lists.atService).toEqual([3, 4, 5]);
  });

  it('does not keep an account from being closed while it waits for the service', async () => {
    const { service, sync, clock } = lists.fakes;
    const asked = Promise.withResolvers<undefined>();
    service.deleteList = () => {
      asked.resolve(undefined);
      return new Promise(() => undefined);
    };
    void lists.delete({ moveTo: null, agreedCount: 2 });
    await asked.promise;
    await lists.change(true, [5], 0, GOAL);
    await clock.advance(EDIT_UNDO_MS + SECOND_MS);
    await expect(sync.dispose()).resolves.toBeUndefined();
  });

  it('counts no contact as being on a list that another client deleted meanwhile', async () => {
    const { service, store } = lists.fakes;
    service.lists = service.lists.filter(({ id }) => id !== OTHER);
    service.members.delete(OTHER);
    await expect(lists.delete({ moveTo: null, agreedCount: 2 })).rejects.toMatchObject(ONLY_LIST);
    expect(await lists.explain(null)).toMatchObject({ onlyHereCount: 4 });
    expect(store.idsOf('lists')).toEqual([3, 5]);
  });

  it('moves all who are on no other list, those whom the user is about to delete as well', async () => {
    const undoId = await lists.deleteContacts(1);
    expect(await lists.delete({ moveTo: GOAL, agreedCount: 0 })).toEqual({ movedCount: 1 });
    expect(lists.fakes.service.members.get(GOAL)?.toSorted()).toEqual([1, 2]);
    await lists.undo(undoId);
    expect([lists.listMembers(GOAL), lists.atService]).toEqual([
      [1, 2],
      [1, 2, 3, 4, 5],
    ]);
  });

  it('goes with those whom the user deleted before, unasked again, and they are not taken back any more', async () => {
    const undoId = await lists.deleteContacts(1, 2);
    await lists.delete({ moveTo: null, agreedCount: 0 });
    expect(lists.atService).toEqual([3, 4, 5]);
    await expect(lists.undo(undoId)).rejects.toMatchObject({ code: 'not-found' });
    await lists.fakes.clock.advance(UNDO_MS + 10 * SECOND_MS);
    expect([lists.fakes.store.idsOf('contacts'), lists.kept]).toEqual([[3, 4, 5], []]);
  });

  it('leaves a deletion to be taken back where the service refuses that the list goes', async () => {
    const undoId = await lists.deleteContacts(1, 2);
    lists.fakes.service.failNext('deleteList', { code: 'validation', outcome: 'refused' });
    await expect(lists.delete({ moveTo: null, agreedCount: 0 })).rejects.toMatchObject({ code: 'validation' });
    expect(await lists.undo(undoId)).toEqual({ count: 1 });
    expect(lists.listMembers(LIST)).toEqual([1, 2, 3, 4]);
  });

  it('is not asked about again for those whom the user agreed to take off it and lose', async () => {
    await lists.change(false, [1], 1);
    await lists.delete({ moveTo: null, agreedCount: 1 });
    expect([lists.atService, lists.kept]).toEqual([[3, 4, 5], []]);
  });

  it('is asked about again for those whom the user put on another list after all', async () => {
    await lists.change(false, [1], 1);
    await lists.change(true, [1], 0, GOAL);
    expect(await lists.explain(null)).toMatchObject({ onlyHereCount: 2 });
    await expect(lists.delete({ moveTo: null, agreedCount: 1 })).rejects.toMatchObject(ONLY_LIST);
    expect(lists.atService).toEqual([1, 2, 3, 4, 5]);
  });

  it('moves those as well whom the user was about to take off it', async () => {
    await lists.change(false, [1], 1);
    expect(await lists.delete({ moveTo: GOAL, agreedCount: 0 })).toEqual({ movedCount: 1 });
    expect([lists.listMembers(GOAL), lists.atService.length, lists.kept]).toEqual([[1, 2], 5, []]);
  });

  it('takes what waited for it along: contacts that were to move to it stay where they are', async () => {
    await lists.change(true, [5], 0);
    await lists.change(false, [5], 0, OTHER);
    await lists.delete({ moveTo: null, agreedCount: 2 });
    expect([lists.kept, lists.listMembers(OTHER)]).toEqual([[], [3, 4, 5]]);
    await lists.fakes.clock.advance(EDIT_UNDO_MS + 10 * SECOND_MS);
    expect(lists.atService).toEqual([3, 4, 5]);
  });

  it('counts those who wait to leave their other list: the two would delete them together', async () => {
    await lists.change(false, [3], 0, OTHER);
    await expect(lists.delete({ moveTo: null, agreedCount: 2 })).rejects.toMatchObject(ONLY_LIST);
    expect(await lists.delete({ moveTo: GOAL, agreedCount: 0 })).toEqual({ movedCount: 3 });
    await lists.fakes.clock.advance(EDIT_UNDO_MS + 10 * SECOND_MS);
    expect([lists.listMembers(GOAL), lists.atService]).toEqual([
      [1, 2, 3],
      [1, 2, 3, 4, 5],
    ]);
  });

  it('stays where not all could be moved, but for contacts that are gone meanwhile', async () => {
    const { service } = lists.fakes;
    const add = service.addListMembers.bind(service);
    service.addListMembers = (query, options) => add({ ...query, contactIds: ids(2) }, options);
    await expect(lists.delete({ moveTo: GOAL, agreedCount: 0 })).rejects.toMatchObject({ code: 'server' });
    expect(service.callsOf('deleteList')).toEqual([]);
    service.contacts = service.contacts.filter(({ id }) => id !== 1);
    expect(await lists.delete({ moveTo: GOAL, agreedCount: 0 })).toMatchObject({ movedCount: 1 });
  });

  it('stays where the lists cannot be read', async () => {
    lists.fakes.service.failNext('listLists', { code: 'offline' });
    await expect(lists.delete({ moveTo: null, agreedCount: 2 })).rejects.toMatchObject({ code: 'offline' });
    expect(lists.fakes.service.callsOf('deleteList')).toEqual([]);
  });

  it('is not found where it is gone, and is not shown any more', async () => {
    const { service, store } = lists.fakes;
    service.lists = service.lists.filter(({ id }) => id !== LIST);
    service.members.delete(LIST);
    await expect(lists.delete({ moveTo: null, agreedCount: 9 })).rejects.toMatchObject({ code: 'not-found' });
    expect(store.idsOf('lists')).toEqual([4, 5]);
  });
});
