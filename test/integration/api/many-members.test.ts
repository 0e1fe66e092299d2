/** More members than one request holds: what the client makes of them, and what a failure in the middle leaves. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toContactId, toListId } from '#shared/domain/ids.ts';
import type { ContactId } from '#shared/domain/ids.ts';
import { openClientOnDemo } from '#test/support/operations/client-on-demo.ts';
import type { ClientOnDemo } from '#test/support/operations/client-on-demo.ts';

const user = { priority: 'user' } as const;
const LIST = toListId(71_005);

let setup: ClientOnDemo;
let everyone: readonly ContactId[];

beforeEach(async () => {
  setup = await openClientOnDemo('sdk');
  const { world } = setup;
  const [model] = world.contacts.rows;
  if (model === undefined) throw new Error('There are no contacts');
  everyone = Array.from({ length: 2_500 }, (_, at) => {
    const id = world.contacts.nextId();
    const phone = String(447_500_000_000 + at);
    world.addContact({ ...model, id, phone, listIds: [Number(LIST)], values: {}, tagIds: [] });
    return toContactId(id);
  });
});

afterEach(() => setup.dispose());

function memberIds(): ContactId[] {
  return setup.world.contacts.rows.filter(({ listIds }) => listIds.includes(LIST)).map(({ id }) => toContactId(id));
}

/** Who of them is not on the list. */
function listMissing(wanted: readonly ContactId[]): ContactId[] {
  const there = new Set(memberIds());
  return wanted.filter((id) => !there.has(id));
}

function callsSince(count: number): string[] {
  return setup.demo.seen.slice(count).map(({ method, path, status }) => `${method} ${path.slice(7)} ${status}`);
}

describe('a reset to more members than one request holds', () => {
  it('keeps everyone who is wanted, although this is their only list', async () => {
    const wanted = everyone.slice(0, 1_100);
    await setup.client.setListMembers({ listId: LIST, contactIds: wanted }, user);
    expect(memberIds()).toEqual(wanted);
    expect(callsSince(0)).toEqual([
      ...Array.from({ length: 3 }, () => 'PUT /lists/71005/contacts 201'),
      'GET /lists/71005/contacts/ids 200',
      ...Array.from({ length: 3 }, () => 'DELETE /lists/71005/contacts 204'),
    ]);
    // The others were on no other list.
    expect(everyone.slice(1_100).filter((id) => setup.world.contacts.find(id) !== undefined)).toEqual([]);
  });

  it('that fails in the middle has taken nobody off, and completes when it is made again', async () => {
    const wanted = everyone.slice(0, 1_500);
    setup.demo.faults.set([{ kind: 'status', status: 500, path: '/lists/71005/contacts/ids', times: 10 }]);
    const call = () => setup.client.setListMembers({ listId: LIST, contactIds: wanted }, { ...user, repeats: false });
    await expect(call()).rejects.toMatchObject({ name: 'PartlyDoneError', code: 'server', doneCount: 1_500 });
    expect(listMissing(everyone)).toEqual([]);
    setup.demo.faults.set([]);
    await call();
    expect(memberIds()).toEqual(wanted);
  });

  it('that fails while the others are removed counts who was wanted, and completes when it is made again', async () => {
    const wanted = everyone.slice(0, 600);
    const call = () => setup.client.setListMembers({ listId: LIST, contactIds: wanted }, { ...user, repeats: false });
    const last = String(everyone.at(-1));
    setup.demo.faults.set([{ kind: 'status', status: 500, method: 'DELETE', containing: last, times: 1 }]);
    const failure = { name: 'PartlyDoneError', doneCount: 600, status: 500 };
    await expect(call()).rejects.toMatchObject(failure);
    expect(listMissing(wanted)).toEqual([]);
    expect(memberIds().length).toBeLessThan(everyone.length);
    await call();
    expect(memberIds()).toEqual(wanted);
  });
});

describe('a reset to nobody', () => {
  it('is refused before anything is asked: it would delete whoever is on this list only', async () => {
    const call = setup.client.setListMembers({ listId: LIST, contactIds: [] }, user);
    await expect(call).rejects.toMatchObject({ code: 'validation', outcome: 'not-accepted' });
    expect(callsSince(0)).toEqual([]);
    expect(listMissing(everyone)).toEqual([]);
  });
});

describe('taking off more members than one request holds', () => {
  it('passes over portions of which nobody was a member', async () => {
    const strangers = Array.from({ length: 1_000 }, (_, at) => toContactId(900_000 + at));
    await setup.client.removeListMembers({ listId: LIST, contactIds: [...strangers, ...everyone.slice(0, 5)] }, user);
    expect(memberIds()).toEqual(expect.not.arrayContaining(everyone.slice(0, 5)));
    expect(callsSince(0).map((one) => one.slice(-3))).toEqual(['404', '404', '204']);
  });

  it('is refused when nobody of them was', async () => {
    const strangers = Array.from({ length: 1_001 }, (_, at) => toContactId(900_000 + at));
    const call = setup.client.removeListMembers({ listId: LIST, contactIds: strangers }, user);
    await expect(call).rejects.toMatchObject({ code: 'not-found', status: 404 });
  });
});
