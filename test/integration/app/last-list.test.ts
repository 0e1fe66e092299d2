/** Contacts on their last list: the service deletes who is on none, and the app lets it delete no one unasked. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ContactRow } from '#shared/contract/index.ts';
import { listShapes } from '#test/support/full-counts.ts';
import { until } from '#test/support/until.ts';
import { AppOnDemo, toRequestId } from './app-on-demo.ts';
import type { AppWindow, RunningService } from './app-on-demo.ts';
import { ALL } from './synced-people.ts';

const ONLY_LIST = { code: 'validation', fields: { members: ['only-list'] } };

type Shape = 'spec' | 'sdk';

/** The app and its service, with what tests ask of both. */
class Lists {
  readonly #app: AppOnDemo;
  readonly #running: RunningService;
  readonly #taken = new Set<number>();
  window: AppWindow;

  private constructor(app: AppOnDemo, running: RunningService, window: AppWindow) {
    this.#app = app;
    this.#running = running;
    this.window = window;
  }

  static async open(shapes: Shape): Promise<Lists> {
    const app = await AppOnDemo.open();
    const running = await app.startService({ shapes, chats: 20, messages: 100, contacts: 60 });
    const lists = new Lists(app, running, await app.openWindow());
    await lists.window.signIn(running.credentials);
    await lists.waitUntilRead();
    return lists;
  }

  async dispose(): Promise<void> {
    await this.#app.dispose();
  }

  /** Ends the app and starts it again on what it stored. */
  async restart(whileClosed: () => void): Promise<void> {
    await this.#app.closeApps();
    whileClosed();
    this.window = await this.#app.openWindow();
    await this.window.signIn(this.#running.credentials);
  }

  get ask() {
    return this.window.ask.bind(this.window);
  }

  get askForError() {
    return this.window.askForError.bind(this.window);
  }

  get world() {
    return this.#running.service.world;
  }

  get faults() {
    return this.#running.service.faults;
  }

  async waitUntilRead(): Promise<void> {
    await until(async () => {
      expect(await this.ask('sync.getStatus', {})).toMatchObject({ link: 'online', phase: 'idle' });
      expect(await this.ask('contacts.count', {})).toMatchObject({ isFilling: false });
    });
  }

  async create(...names: readonly string[]): Promise<number[]> {
    const flags = { isShared: false, isFavorite: false, isDefault: false };
    const ids: number[] = [];
    for (const name of names) {
      ids.push((await this.ask('lists.create', { requestId: toRequestId(), name, ...flags })).listId);
    }
    return ids;
  }

  /** A contact that no other test takes, on exactly these lists, here and at the service. */
  async take(...listIds: readonly number[]): Promise<number> {
    const { ids } = await this.ask('contacts.list', { query: ALL, firstRows: 0 });
    const rows = await this.ask('contacts.listRows', { scope: ALL.scope, ids });
    const isFree = (row: ContactRow | null): row is ContactRow =>
      row !== null && !row.isReadOnly && row.lists.length > 0 && !this.#taken.has(row.id);
    const contactId = rows.find(isFree)?.id ?? 0;
    this.#taken.add(contactId);
    this.put(contactId, ...listIds);
    await this.ask('contacts.open', { contactId });
    await until(async () => expect(await this.listListsOf(contactId)).toEqual([...listIds]));
    return contactId;
  }

  /** As another client does: the service has it on exactly these lists. */
  put(contactId: number, ...listIds: readonly number[]): void {
    const contact = this.world.contacts.find(contactId);
    if (contact === undefined) throw new Error('The service has no such contact');
    contact.listIds = listIds;
    this.world.contacts.touch();
  }

  listListsAtService(contactId: number): readonly number[] | undefined {
    return this.world.contacts.find(contactId)?.listIds;
  }

  /** As they are shown; undefined where the contact is not. */
  async listListsOf(contactId: number): Promise<readonly number[] | undefined> {
    const details = await this.ask('contacts.get', { contactId });
    return details?.lists.map(({ id }) => id).sort((one, other) => one - other);
  }

  async remove(listId: number, contactIds: number[], agreedCount = 0) {
    const input = { requestId: toRequestId(), listId, contactIds, isAdded: false, agreedCount };
    return await this.ask('lists.changeMembers', input);
  }

  async listChangesOf(listId: number) {
    return (await this.ask('contacts.listChanges', {})).filter((change) => change.listId === listId);
  }

  /** The change is over, and says that so many stayed, and why. */
  async expectTold(listId: number, refusedCount: number): Promise<void> {
    await until(async () =>
      expect(await this.listChangesOf(listId)).toMatchObject([
        { state: 'done', members: { refusedCount, refusedWhy: 'only-list' } },
      ]),
    );
  }

  countRemovals(listId: number): number {
    const path = `/api/v2/lists/${String(listId)}/contacts/delete`;
    return this.#running.service.seen.filter((one) => one.path === path && one.status < 400).length;
  }
}

describe.each(listShapes(['spec', 'sdk'], 'sdk'))('contacts of a service of the shape %s', (shape) => {
  let lists: Lists;
  beforeAll(async () => {
    lists = await Lists.open(shape);
  });
  afterAll(() => lists.dispose());

  // Each has lists and contacts of its own, and mostly waits for the time to undo.
  describe.concurrent('that are taken off a list', () => {
    it('stay on it where another client has taken them off their other list, and that is told', async () => {
      const [list = 0, other = 0] = await lists.create('Stays', 'Left elsewhere');
      const [staying, leaving] = [await lists.take(list, other), await lists.take(list, other)];
      lists.put(staying, list);
      await lists.remove(list, [staying, leaving]);
      await lists.expectTold(list, 1);
      expect(lists.listListsAtService(staying)).toEqual([list]);
      expect(lists.listListsAtService(leaving)).toEqual([other]);
      await until(async () => expect(await lists.listListsOf(staying)).toEqual([list]));
      expect(await lists.listListsOf(leaving)).toEqual([other]);
    });

    it('are deleted only as the user agreed; else nothing is changed', async () => {
      const [list = 0, other = 0] = await lists.create('Agreed', 'Beside it');
      const [lost, kept] = [await lists.take(list), await lists.take(list, other)];
      const input = { requestId: toRequestId(), listId: list, contactIds: [lost, kept], isAdded: false };
      expect(await lists.askForError('lists.changeMembers', { ...input, agreedCount: 0 })).toMatchObject(ONLY_LIST);
      expect(await lists.listChangesOf(list)).toEqual([]);
      expect(await lists.listListsOf(kept)).toEqual([list, other]);
      await lists.remove(list, [lost, kept], 1);
      await until(() => expect(lists.listListsAtService(kept)).toEqual([other]));
      await until(async () => expect(await lists.listListsOf(lost)).toBeUndefined());
      expect(lists.listListsAtService(lost)).toBeUndefined();
    });

    it('leave it once they are on the list that they were put on before', async () => {
      const [from = 0, to = 0] = await lists.create('Moved from', 'Moved to');
      const contactId = await lists.take(from);
      const input = { requestId: toRequestId(), listId: to, contactIds: [contactId], isAdded: true, agreedCount: 0 };
      await lists.ask('lists.changeMembers', input);
      await lists.remove(from, [contactId]);
      await until(() => expect(lists.listListsAtService(contactId)).toEqual([to]));
      await until(async () => expect(await lists.listChangesOf(from)).toEqual([]));
    });
  });

  describe.concurrent('that are made all that a list has', () => {
    it('come and go with one undo, and no contact is lost', async () => {
      const [list = 0, other = 0] = await lists.create('Exactly these', 'The others');
      const [leaving, both] = [await lists.take(list, other), await lists.take(list, other)];
      const coming = await lists.take(other);
      const set = async () =>
        await lists.ask('lists.setMembers', {
          ...{ requestId: toRequestId(), listId: list, contactIds: [both, coming], agreedCount: 0 },
        });
      const { undoId, ...counts } = await set();
      await lists.ask('contacts.undo', { requestId: toRequestId(), undoId: undoId ?? '' });
      expect(counts).toEqual({ addedCount: 1, removedCount: 1 });
      const show = () => Promise.all([leaving, both, coming].map((id) => lists.listListsOf(id)));
      expect(await show()).toEqual([[list, other], [list, other], [other]]);
      await set();
      expect(await show()).toEqual([[other], [list, other], [list, other]]);
      await until(() => expect(lists.world.membersCount(list)).toBe(2));
      await until(() => expect(lists.listListsAtService(coming)?.toSorted()).toEqual([list, other]));
      await until(() => expect(lists.listListsAtService(leaving)).toEqual([other]));
      await until(async () => expect(await lists.listChangesOf(list)).toEqual([]));
      expect(await set()).toEqual({ addedCount: 0, removedCount: 0, undoId: null });
    });

    it('are not where that deletes more contacts than the user agreed to, or the list is another user’s', async () => {
      const [list = 0, other = 0] = await lists.create('Not so', 'Elsewhere');
      const [lost, coming] = [await lists.take(list), await lists.take(other)];
      const input = { requestId: toRequestId(), contactIds: [coming], agreedCount: 0 };
      expect(await lists.askForError('lists.setMembers', { ...input, listId: list })).toMatchObject(ONLY_LIST);
      expect([await lists.listListsOf(lost), await lists.listListsOf(coming)]).toEqual([[list], [other]]);
      expect(await lists.listChangesOf(list)).toEqual([]);
      const others = (await lists.ask('contacts.count', {})).lists.find(({ isReadOnly }) => isReadOnly);
      const ofOthers = { ...input, requestId: toRequestId(), listId: others?.id ?? 0 };
      expect(await lists.askForError('lists.setMembers', ofOthers)).toMatchObject({ code: 'forbidden' });
    });
  });

  describe.concurrent('whose list is deleted', () => {
    it('are counted anew: what the user agreed to was less, so nothing goes before it is asked again', async () => {
      const [list = 0, other = 0] = await lists.create('Stale', 'Emptied elsewhere');
      const [alone, moved] = [await lists.take(list), await lists.take(list, other)];
      lists.put(moved, list);
      const input = { listId: list, moveTo: null };
      const first = { ...input, requestId: toRequestId(), agreedCount: 1 };
      expect(await lists.askForError('lists.delete', first)).toMatchObject(ONLY_LIST);
      expect(lists.world.lists.find(list)).toBeDefined();
      const question = { listId: list, contactIds: null, limit: 9 };
      const explained = await lists.ask('lists.explainRemoval', question);
      expect(explained).toMatchObject({ membersCount: 2, onlyHereCount: 2 });
      expect(explained.onlyHere.map(({ contactId }) => contactId).sort()).toEqual([alone, moved].sort());
      await lists.ask('lists.delete', { ...input, requestId: toRequestId(), agreedCount: 2 });
      expect(lists.world.lists.find(list)).toBeUndefined();
      await until(async () => expect(await lists.listListsOf(moved)).toBeUndefined());
    });

    it('are moved, those whom only the service knows of to be on no other list as well', async () => {
      const [list = 0, other = 0, goal = 0] = await lists.create('Goes', 'Emptied too', 'Goal');
      const [alone, elsewhere] = [await lists.take(list), await lists.take(list, other)];
      lists.put(elsewhere, list);
      const input = { requestId: toRequestId(), listId: list, moveTo: goal, agreedCount: 0 };
      expect(await lists.ask('lists.delete', input)).toEqual({ movedCount: 2 });
      expect([alone, elsewhere].map((id) => lists.listListsAtService(id))).toEqual([[goal], [goal]]);
      expect(await lists.listListsOf(elsewhere)).toEqual([goal]);
    });

    it('go with it where the user deleted them before, and that cannot be taken back any more', async () => {
      const [list = 0] = await lists.create('Goes at last');
      const contactId = await lists.take(list);
      const gone = await lists.ask('contacts.delete', { requestId: toRequestId(), contactIds: [contactId] });
      const input = { requestId: toRequestId(), listId: list, moveTo: null, agreedCount: 0 };
      await lists.ask('lists.delete', input);
      expect(lists.listListsAtService(contactId)).toBeUndefined();
      const undo = { requestId: toRequestId(), undoId: gone.undoId ?? '' };
      expect(await lists.askForError('contacts.undo', undo)).toMatchObject({ code: 'not-found' });
      await until(async () => {
        const changes = await lists.ask('contacts.listChanges', {});
        expect(changes.filter((change) => change.contactId === contactId)).toEqual([]);
      });
    });
  });
});

describe.each(listShapes(['spec', 'sdk'], 'sdk'))(
  'changes of lists that wait, of a service of the shape %s',
  (shape) => {
    let lists: Lists;
    afterEach(() => lists.dispose());

    it('leave when the service is back, without those whom it has on no other list by then', async () => {
      lists = await Lists.open(shape);
      const [list = 0, other = 0] = await lists.create('While away', 'Emptied meanwhile');
      const [staying, leaving] = [await lists.take(list, other), await lists.take(list, other)];
      lists.faults.set([{ kind: 'reset-before' }]);
      await lists.remove(list, [staying, leaving]);
      await until(async () => {
        await lists.ask('sync.tryNow', {});
        expect(await lists.ask('sync.getStatus', {})).toMatchObject({ link: 'offline' });
      });
      lists.put(staying, list);
      expect(await lists.listListsOf(staying)).toEqual([other]);
      lists.faults.set([]);
      await until(async () => {
        await lists.ask('sync.tryNow', {});
        await lists.expectTold(list, 1);
      });
      expect(lists.listListsAtService(staying)).toEqual([list]);
      expect(lists.listListsAtService(leaving)).toEqual([other]);
    });

    it('are kept over a restart, and leave once', async () => {
      lists = await Lists.open(shape);
      const [list = 0, other = 0] = await lists.create('Restarted', 'Beside');
      const [staying, leaving, coming] = [
        await lists.take(list, other),
        await lists.take(list, other),
        await lists.take(other),
      ];
      // Nothing leaves before the restart, however long that takes.
      lists.faults.set([{ kind: 'reset-before' }]);
      await lists.ask('lists.setMembers', {
        ...{ requestId: toRequestId(), listId: list, contactIds: [coming], agreedCount: 0 },
      });
      await lists.restart(() => {
        lists.put(staying, list);
        lists.faults.set([]);
      });
      expect(await lists.listListsOf(leaving)).toEqual([other]);
      await until(async () => {
        const changes = await lists.listChangesOf(list);
        expect(changes).toMatchObject([{ state: 'done', members: { refusedCount: 1, refusedWhy: 'only-list' } }]);
      });
      expect(lists.countRemovals(list)).toBe(1);
      expect(lists.listListsAtService(staying)).toEqual([list]);
      expect(lists.listListsAtService(leaving)).toEqual([other]);
      expect(lists.listListsAtService(coming)?.toSorted()).toEqual([list, other]);
      // What the service kept is read again some time after it refused the change.
      await until(async () => {
        await lists.waitUntilRead();
        const shown = await Promise.all([staying, leaving, coming].map((id) => lists.listListsOf(id)));
        expect(shown).toEqual([[list], [other], [list, other]]);
      });
    });
  },
);
