/** Tags and the owner of contacts, the account's users, and numbers that are unblocked together. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toTagsText } from '#shared/domain/people-changes.ts';
import { listShapes } from '#test/support/full-counts.ts';
import { until } from '#test/support/until.ts';
import type { DemoOptions } from '#main/demo/service.ts';
import { toRequestId } from './app-on-demo.ts';
import { ALL, SyncedPeople } from './synced-people.ts';

class TaggedPeople extends SyncedPeople {
  static async open(options: DemoOptions): Promise<TaggedPeople> {
    return new TaggedPeople(await SyncedPeople.openApp(options));
  }

  /** As another client changes it. */
  changeElsewhere(contactId: number, change: { tagIds?: readonly number[]; ownerId?: number | null }): void {
    Object.assign(this.atService(contactId), change);
    this.world.contacts.touch();
  }

  /** A tag that the service has. */
  tag(at: number): { readonly id: number; readonly title: string } {
    const tag = this.world.tags.rows[at];
    if (tag === undefined) throw new Error('The service has no such tag');
    return { id: tag.id, title: tag.title };
  }

  countAnswers(path: string): number {
    return this.at.service.seen.filter((one) => one.path.endsWith(path) && one.status < 400).length;
  }
}

describe('tags and the owner of contacts, at a service that knows them', () => {
  let people: TaggedPeople;
  beforeAll(async () => {
    people = await TaggedPeople.open({ shapes: 'sdk' });
  });
  afterAll(() => people.at.dispose());

  // Each has contacts of its own, and mostly waits for the time to undo.
  describe.concurrent('are edited', () => {
    it('at once for the eye, then at the service, which keeps all else', async () => {
      const { id } = await people.take();
      const before = structuredClone(people.atService(id));
      const [tag, other] = [people.tag(0), people.tag(1)];
      const colleague = (await people.ask('people.listUsers', {})).find(({ isMe }) => !isMe);
      await people.edit(id, 'tags', toTagsText([other, tag]));
      await people.edit(id, 'ownerId', String(colleague?.id));
      const shown = { tags: [tag, other], ownerId: colleague?.id, ownerName: colleague?.name };
      expect(await people.show(id)).toMatchObject(shown);
      const expected = { ...before, tagIds: [tag.id, other.id], ownerId: colleague?.id };
      await until(() => expect(people.atService(id)).toEqual(expected));
      await until(async () => expect(await people.listChangesOf(id)).toEqual([]));
      expect(await people.show(id)).toMatchObject(shown);
      await people.edit(id, 'tags', '');
      await people.edit(id, 'ownerId', '');
      await until(() => expect(people.atService(id)).toMatchObject({ tagIds: [], ownerId: null }));
      await until(async () => expect(await people.listChangesOf(id)).toEqual([]));
      expect(await people.show(id)).toMatchObject({ tags: [], ownerId: null, ownerName: '' });
    });

    it('and taken back', async () => {
      const { id } = await people.take();
      const { tags, ownerId } = await people.show(id);
      const taken = await people.edit(id, 'tags', toTagsText([people.tag(1)]));
      expect((await people.show(id)).tags).toEqual([people.tag(1)]);
      await people.ask('contacts.undo', { requestId: toRequestId(), undoId: taken.undoId ?? '' });
      expect(await people.show(id)).toMatchObject({ tags, ownerId, changes: [] });
    });

    it('and are in conflict where another client set other tags or another owner meanwhile', async () => {
      const { id } = await people.take();
      const [mine, theirs] = [people.tag(0), people.tag(1)];
      await people.edit(id, 'tags', toTagsText([mine]));
      await people.edit(id, 'ownerId', '');
      const colleague = people.world.data.users[1]?.id ?? 0;
      people.changeElsewhere(id, { tagIds: [theirs.id], ownerId: colleague });
      const changes = await until(async () => {
        const found = await people.listChangesOf(id);
        expect(found).toMatchObject([
          { state: 'conflict', field: 'tags', value: toTagsText([mine]), theirs: toTagsText([theirs]) },
          { state: 'conflict', field: 'ownerId', value: '', theirs: String(colleague) },
        ]);
        return found;
      });
      expect(await people.show(id)).toMatchObject({ tags: [theirs], ownerId: colleague });
      const answer = (at: number, choice: 'mine' | 'theirs') =>
        people.ask('contacts.resolveChange', { requestId: toRequestId(), changeId: changes[at]?.id ?? 0, choice });
      await answer(0, 'mine');
      await answer(1, 'theirs');
      await until(() => expect(people.atService(id)).toMatchObject({ tagIds: [mine.id], ownerId: colleague }));
      await until(async () => expect(await people.listChangesOf(id)).toEqual([]));
    });

    it('and refused where the service has no such tag or user, with the rest written', async () => {
      const { id } = await people.take();
      const { tags, ownerId } = await people.show(id);
      await people.edit(id, 'tags', toTagsText([{ id: 999_999, title: 'Gone' }]));
      await people.edit(id, 'ownerId', '999999');
      await people.edit(id, 'company', 'Beside it');
      const problem = { code: 'validation', detail: 'This value is not valid.' };
      await until(async () =>
        expect(await people.listChangesOf(id)).toMatchObject([
          { state: 'refused', field: 'tags', problem },
          { state: 'refused', field: 'ownerId', problem },
        ]),
      );
      await until(() => expect(people.atService(id).company).toBe('Beside it'));
      expect(await people.show(id)).toMatchObject({ tags, ownerId });
    });

    it('by texts that say tags and a user', async () => {
      const { id: contactId } = await people.take();
      for (const [field, value] of [
        ['tags', 'VIP'],
        ['tags', '[{"id":"12","title":"VIP"}]'],
        ['tags', '{"id":12}'],
        ['ownerId', 'Ada'],
        ['ownerId', '-1'],
      ] as const) {
        const input = { requestId: toRequestId(), contactId, field, value };
        const why = field === 'tags' ? 'not-tags' : 'not-a-user';
        expect(await people.at.window.askForError('contacts.edit', input)).toMatchObject({
          ...{ code: 'validation', fields: { [field]: [why] } },
        });
      }
    });
  });

  it('wait while the service is away, and arrive when it is back', async () => {
    const { id } = await people.take();
    const users = await people.ask('people.listUsers', {});
    const known = await people.ask('people.listTags', {});
    await people.at.goOffline();
    await people.edit(id, 'tags', toTagsText([people.tag(1)]));
    await people.edit(id, 'ownerId', '');
    expect(await people.show(id)).toMatchObject({ tags: [people.tag(1)], ownerId: null });
    expect(await people.ask('people.listUsers', {})).toEqual(users);
    expect(await people.ask('people.listTags', {})).toEqual(known);
    expect(people.atService(id).ownerId).toBeUndefined();
    await people.at.comeBack();
    await until(() => expect(people.atService(id)).toMatchObject({ tagIds: [people.tag(1).id], ownerId: null }));
  });
});

describe.each(listShapes(['spec', 'sdk'], 'spec'))(
  'the account’s users, tags and blocks, of the shape %s',
  (shapes) => {
    let people: TaggedPeople;
    beforeAll(async () => {
      people = await TaggedPeople.open({ shapes });
    });
    afterAll(() => people.at.dispose());

    it('has the users with this one first, and is asked for them once', async () => {
      const { account, data } = people.world;
      const team = data.users.filter(({ id }) => id !== account.id);
      const listed = await Promise.all([people.ask('people.listUsers', {}), people.ask('people.listUsers', {})]);
      const [users = []] = [...listed, await people.ask('people.listUsers', {})];
      expect(users[0]).toMatchObject({ id: account.id, isMe: true });
      const others = users.slice(1);
      expect(others.map(({ id }) => id).sort()).toEqual(team.map(({ id }) => id).sort());
      expect(others.map(({ name }) => name)).toEqual(team.map((one) => `${one.firstName} ${one.lastName}`).sort());
      expect(listed[1]).toEqual(users);
      expect(people.countAnswers('/subaccounts')).toBe(1);
    });

    it('creates tags, which are listed with those of contacts; not twice, and not where the service knows none', async () => {
      const create = (title: string) => people.ask('people.createTag', { requestId: toRequestId(), title });
      const tag = await create('  Nervous  ');
      expect(tag.title).toBe('Nervous');
      expect(people.world.tags.find(tag.id)?.title).toBe('Nervous');
      const tags = await people.ask('people.listTags', {});
      expect(tags).toContainEqual(tag);
      // Contacts of the older shape do not say theirs.
      if (shapes === 'sdk') expect(tags.map(({ title }) => title)).toContain(people.tag(0).title);
      expect(tags.map(({ title }) => title)).toEqual(
        tags.map(({ title }) => title).toSorted((a, b) => a.localeCompare(b)),
      );
      const twice = { requestId: toRequestId(), title: 'nervous' };
      expect(await people.at.window.askForError('people.createTag', twice)).toMatchObject({
        ...{ code: 'validation', fields: { title: ['A tag with this title already exists.'] } },
      });
      people.at.service.settings.absent = ['tags'];
      const absent = { requestId: toRequestId(), title: 'Calm' };
      expect(await people.at.window.askForError('people.createTag', absent)).toMatchObject({ code: 'not-found' });
      people.at.service.settings.absent = [];
    });

    it('unblocks several numbers together, and one by one where the service does not', async () => {
      const rows = [await people.take(), await people.take(), await people.take()];
      const setBlocked = (isBlocked: boolean) =>
        people.ask('people.setBlocked', {
          requestId: toRequestId(),
          phones: rows.map(({ phone }) => phone),
          isBlocked,
        });
      const expectBlocked = (isBlocked: boolean) =>
        until(async () => {
          for (const { id } of rows) expect(await people.show(id)).toMatchObject({ isBlocked });
          const { ids } = await people.ask('contacts.list', {
            query: { ...ALL, scope: { kind: 'blocked' } },
            firstRows: 0,
          });
          expect(rows.filter(({ id }) => ids.includes(id)).length).toBe(isBlocked ? rows.length : 0);
        });
      expect(await setBlocked(true)).toEqual({ count: 3 });
      await expectBlocked(true);
      expect(await setBlocked(false)).toEqual({ count: 3 });
      expect(rows.map(({ id }) => people.atService(id).blocked)).toEqual([false, false, false]);
      expect([people.countAnswers('/contacts/unblock/bulk'), people.countAnswers('/contacts/unblock')]).toEqual([1, 0]);
      await expectBlocked(false);
      await setBlocked(true);
      await expectBlocked(true);
      people.at.service.faults.set([{ kind: 'status', status: 404, path: '/contacts/unblock/bulk' }]);
      expect(await setBlocked(false)).toEqual({ count: 3 });
      people.at.service.faults.set([]);
      expect(rows.map(({ id }) => people.atService(id).blocked)).toEqual([false, false, false]);
      expect(people.countAnswers('/contacts/unblock')).toBe(3);
      await expectBlocked(false);
    });

    it('reads back what became of several numbers where the answer was lost', async () => {
      const rows = [await people.take(), await people.take()];
      const input = (isBlocked: boolean) => ({
        ...{ requestId: toRequestId(), phones: rows.map(({ phone }) => phone), isBlocked },
      });
      const expectShown = (isBlocked: boolean) =>
        until(async () => {
          for (const { id } of rows) expect(await people.show(id)).toMatchObject({ isBlocked });
        });
      await people.ask('people.setBlocked', input(true));
      await expectShown(true);
      people.at.service.faults.set([{ kind: 'status-after', status: 502, path: '/contacts/unblock/bulk' }]);
      expect(await people.at.window.askForError('people.setBlocked', input(false))).toMatchObject({ code: 'server' });
      people.at.service.faults.set([]);
      await expectShown(false);
    });

    it('are known after a restart without the key', async () => {
      const [users, tags] = [await people.ask('people.listUsers', {}), await people.ask('people.listTags', {})];
      expect(users.length).toBeGreaterThan(1);
      await people.at.restart();
      expect(await people.ask('people.listUsers', {})).toEqual(users);
      expect(await people.ask('people.listTags', {})).toEqual(tags);
    });
  },
);

describe('tags and the owner of contacts, at a service of an older shape', () => {
  let people: TaggedPeople;
  beforeAll(async () => {
    people = await TaggedPeople.open({ shapes: 'spec', role: 'U' });
  });
  afterAll(() => people.at.dispose());

  it('are refused, and not written over what may be there unseen', async () => {
    const { id } = await people.take();
    people.changeElsewhere(id, { tagIds: [people.tag(0).id] });
    const before = structuredClone(people.atService(id));
    await people.edit(id, 'tags', toTagsText([people.tag(1)]));
    await people.edit(id, 'ownerId', '7');
    await people.edit(id, 'company', 'Beside it');
    const problem = { code: 'absent', detail: '' };
    const changes = await until(async () => {
      const found = await people.listChangesOf(id);
      expect(found).toMatchObject([
        { state: 'refused', field: 'tags', value: toTagsText([people.tag(1)]), problem },
        { state: 'refused', field: 'ownerId', value: '7', problem },
      ]);
      return found;
    });
    await until(() => expect(people.atService(id)).toEqual({ ...before, company: 'Beside it' }));
    expect(await people.show(id)).toMatchObject({ tags: null, ownerId: null, ownerName: '' });
    for (const { id: changeId } of changes) {
      await people.ask('contacts.resolveChange', { requestId: toRequestId(), changeId, choice: 'theirs' });
    }
    expect(await people.listChangesOf(id)).toEqual([]);
  });

  it('know this user alone where it may not see the others', async () => {
    const users = await people.ask('people.listUsers', {});
    expect(users).toMatchObject([{ id: people.world.account.id, isMe: true }]);
    await people.ask('people.listUsers', {});
    expect(people.at.service.seen.filter(({ path }) => path.endsWith('/subaccounts'))).toHaveLength(1);
  });
});
