/**
 * 20,000 contacts of an account of 25,000 are put on a list, and taken off it, by a process that is killed in the middle:
 * each is there once, or gone once, and the count at the end is the service's own. Takes about two minutes, since the
 * service takes changes of members at five requests a second.
 */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeFolder } from '#test/e2e/support/programs.ts';
import { startDemoInProcess } from '#test/support/demo-in-process.ts';
import { throwDice } from '#test/support/random.ts';
import { KilledApp, LONG, toRequestId } from './killed-app.ts';

const CONTACTS = 25_000;
const CHOSEN = 20_000;
/** Contacts that another client leaves on no other list. */
const LONELY = 250;

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

const sortIds = (ids: readonly number[]): readonly number[] => ids.toSorted((one, other) => one - other);

describe(`${String(CHOSEN)} contacts of ${String(CONTACTS)}`, () => {
  it('come on a list and off it once each, although the app is killed in the middle of both', async () => {
    const random = throwDice();
    const service = await startDemoInProcess({ seed: 7, chats: 20, messages: 100, contacts: CONTACTS });
    undo.push(() => service.stop());
    const folder = await makeFolder();
    undo.push(() => folder.remove());
    const app = new KilledApp(service, folder.path);
    undo.push(() => app.kill());
    const { world, faults } = service.demo;
    const atService = (listId: number): readonly number[] =>
      world.contacts.rows.filter(({ listIds }) => listIds.includes(listId)).map(({ id }) => id);
    await app.start();
    const before = world.contacts.rows.length;
    expect(before).toBeGreaterThanOrEqual(CONTACTS);
    const chosen = sortIds((await app.listOwnIds()).slice(0, CHOSEN));
    expect(chosen).toHaveLength(CHOSEN);
    const flags = { isShared: false, isFavorite: false, isDefault: false };
    const { listId } = await app.client.get('lists.create', { requestId: toRequestId(), name: 'Many', ...flags });

    // Added.
    await app.changeMembers(listId, chosen, { isAdded: true, agreedCount: 0 });
    await app.killAfter(listId, random.between(1_000, CHOSEN / 2));
    expect(atService(listId).length).toBeLessThan(CHOSEN);
    await app.start();
    expect(await app.takeResult(listId)).toMatchObject({
      ...{ totalCount: CHOSEN, handledCount: CHOSEN, alreadyCount: 0, refusedCount: 0, finalCount: CHOSEN },
    });
    expect(sortIds(atService(listId))).toEqual(chosen);
    expect(world.contacts.rows.filter(({ listIds }) => new Set(listIds).size < listIds.length)).toEqual([]);
    expect(world.membersCount(listId)).toBe(CHOSEN);
    expect(sortIds(await app.listMemberIds(listId))).toEqual(chosen);

    // Taken off while another client leaves some on no other list: these are held back.
    const only = new Set(chosen.filter((id) => world.contacts.find(id)?.listIds.length === 1));
    const others = chosen.filter((id) => !only.has(id));
    const lonely = others.filter((_, index) => index % Math.floor(others.length / LONELY) === 0);
    faults.set([{ kind: 'reset-before' }]);
    for (const id of lonely) Object.assign(world.contacts.find(id) ?? {}, { listIds: [listId] });
    world.contacts.touch();
    await app.changeMembers(listId, others, { isAdded: false, agreedCount: 0 });
    faults.set([]);
    await app.client.get('sync.tryNow', {});
    await app.killAfter(listId, random.between(1_000, CHOSEN / 2));
    expect(atService(listId).length).toBeGreaterThan(only.size + lonely.length);
    await app.start();
    const left = sortIds([...only, ...lonely]);
    expect(await app.takeResult(listId)).toMatchObject({
      ...{ totalCount: others.length, handledCount: others.length, alreadyCount: 0 },
      ...{ refusedCount: lonely.length, refusedWhy: 'only-list', finalCount: left.length },
    });
    expect(sortIds(atService(listId))).toEqual(left);
    expect(world.contacts.rows).toHaveLength(before);
    expect(sortIds(await app.listMemberIds(listId))).toEqual(left);

    // Taken off although that deletes them, as the user agreed.
    const explained = await vi.waitFor(async () => {
      const answer = await app.client.get('lists.explainRemoval', { listId, contactIds: [...left], limit: 0 });
      expect(answer.onlyHereCount).toBe(left.length);
      return answer;
    }, LONG);
    await app.changeMembers(listId, left, { isAdded: false, agreedCount: explained.onlyHereCount });
    expect(await app.takeResult(listId)).toMatchObject({ refusedCount: 0, finalCount: 0 });
    expect([atService(listId), world.contacts.rows.length]).toEqual([[], before - left.length]);
    await vi.waitFor(async () => {
      expect(await app.client.get('contacts.count', {})).toMatchObject({ all: before - left.length });
    }, LONG);
  }, 3_000_000);
});
