/** Cases of who is on a list. */
import { expect } from 'vitest';
import type { Contact } from '#main/demo/state/model.ts';
import { toContactId, toListId } from '#shared/domain/ids.ts';
import type { ContactId, ListId } from '#shared/domain/ids.ts';
import { contactDetailsSchema, idsSchema, pageOf } from '#test/unit/api/support/entity-schemas.ts';
import { getOthersList } from './lists.ts';
import { toCase } from '../operation-case.ts';
import type { OperationCase } from '../operation-case.ts';
import type { ClientOnDemo } from '../client-on-demo.ts';

const user = { priority: 'user' } as const;
const NOWHERE = toListId(987_654);
const NOBODY = toContactId(987_654);
const INVALID = toContactId(-1);
/** Another list of the account. */
const FARM = 71_005;

const listIdOf = ({ list }: ClientOnDemo): ListId => toListId(list.id);

function memberIds({ world, list }: ClientOnDemo): number[] {
  return world.contacts.rows.filter(({ listIds }) => listIds.includes(list.id)).map(({ id }) => id);
}

/** Three contacts: on this list only, on this one and another, on the other only. */
function pickThree({ world }: ClientOnDemo): readonly [ContactId, ContactId, ContactId] {
  const [first, second, third] = world.contacts.rows.map(({ id }) => toContactId(id));
  if (first === undefined || second === undefined || third === undefined) throw new Error('There are no contacts');
  return [first, second, third];
}

function prepareThree(setup: ClientOnDemo): void {
  const { world, list } = setup;
  const lists = [[list.id], [list.id, FARM], [FARM]];
  for (const [at, id] of pickThree(setup).entries())
    Object.assign(world.contacts.find(id) ?? {}, { listIds: lists[at] });
  world.contacts.touch();
}

/** What the three are called afterwards by the service: undefined for one that is gone. */
function listsOf({ world }: ClientOnDemo, ids: readonly number[]): (readonly number[] | undefined)[] {
  return ids.map((id) => world.contacts.find(id)?.listIds);
}

/** On no list, and not because of a STOP. */
function isLeftOver({ world }: ClientOnDemo, { listIds, phone }: Contact): boolean {
  return listIds.length === 0 && world.findUnsubscribed(phone) === undefined;
}

const toCsv = (ids: readonly number[]): string => ids.join(',');

export const listMemberCases: readonly OperationCase[] = [
  toCase({
    row: 'GET /lists/{id}/contacts',
    fixture: 'list-contacts',
    request: ({ list }) => ({ path: `/lists/${list.id}/contacts?limit=100` }),
    call: (client, setup) =>
      client.listContactsOfList(
        { listId: listIdOf(setup), page: 1, limit: 100, orderBy: 'lastName', direction: 'asc' },
        user,
      ),
    result: pageOf(contactDetailsSchema),
    works: (setup, { items }) => {
      expect(items.map(({ id }) => id).sort()).toEqual(memberIds(setup).sort());
      const names = items.map(({ lastName }) => lastName);
      expect(names).toEqual(names.toSorted((a, b) => (a < b ? -1 : 1)));
    },
    refusals: { 404: (client) => client.listContactsOfList({ listId: NOWHERE, page: 1, limit: 10 }, user) },
  }),
  toCase({
    row: 'GET /lists/{id}/contacts/ids',
    fixture: 'list-member-ids',
    request: ({ list }) => ({ path: `/lists/${list.id}/contacts/ids` }),
    call: (client, setup) => client.listMemberIds({ listId: listIdOf(setup) }, user),
    result: idsSchema,
    works: (setup, result) => expect(result).toEqual(memberIds(setup)),
    refusals: { 404: (client) => client.listMemberIds({ listId: NOWHERE }, user) },
  }),
  toCase({
    row: 'POST /lists/{id}/contacts',
    fixture: 'list-members-set',
    prepare: prepareThree,
    request: (setup) => ({ path: `/lists/${setup.list.id}/contacts`, body: { contacts: toCsv(pickThree(setup)) } }),
    call: (client, setup) => {
      const [, , third] = pickThree(setup);
      return client.setListMembers({ listId: listIdOf(setup), contactIds: [third] }, user);
    },
    result: null,
    works: async (setup) => {
      const { client, world } = setup;
      const [added] = memberIds(setup);
      expect(memberIds(setup)).toHaveLength(1);
      expect(world.contacts.find(added ?? 0)?.listIds).toEqual([FARM, setup.list.id]);
      // Nobody is left without a list: those who were on this one only are gone.
      const own = world.contacts.rows.filter(({ userId }) => userId === undefined);
      expect(own.filter((contact) => isLeftOver(setup, contact))).toEqual([]);
      await client.setListMembers({ listId: listIdOf(setup), all: true }, user);
      expect(memberIds(setup)).toEqual(own.map(({ id }) => id));
    },
    refusals: {
      400: (client, setup) => client.setListMembers({ listId: listIdOf(setup), contactIds: [NOBODY] }, user),
      403: (client, setup) =>
        client.setListMembers({ listId: getOthersList(setup), contactIds: pickThree(setup) }, user),
      404: (client, setup) => client.setListMembers({ listId: NOWHERE, contactIds: pickThree(setup) }, user),
    },
  }),
  toCase({
    row: 'PUT /lists/{id}/contacts',
    fixture: 'list-members-add',
    prepare: prepareThree,
    request: ({ list }) => ({ path: `/lists/${list.id}/contacts`, body: { contacts: 'all' } }),
    call: (client, setup) =>
      client.addListMembers({ listId: listIdOf(setup), contactIds: [...pickThree(setup), NOBODY] }, user),
    result: null,
    works: async (setup) => {
      const { client, world, list } = setup;
      expect(listsOf(setup, pickThree(setup))).toEqual([[list.id], [list.id, FARM], [FARM, list.id]]);
      await client.addListMembers({ listId: listIdOf(setup), all: true }, user);
      expect(memberIds(setup)).toEqual(
        world.contacts.rows.filter(({ userId }) => userId === undefined).map(({ id }) => id),
      );
    },
    refusals: {
      400: (client, setup) => client.addListMembers({ listId: listIdOf(setup), contactIds: [INVALID] }, user),
      403: (client, setup) =>
        client.addListMembers({ listId: getOthersList(setup), contactIds: pickThree(setup) }, user),
      404: (client, setup) => client.addListMembers({ listId: NOWHERE, contactIds: pickThree(setup) }, user),
    },
  }),
  toCase({
    row: 'DELETE /lists/{id}/contacts',
    fixture: 'list-members-remove',
    prepare: prepareThree,
    request: (setup) => ({ path: `/lists/${setup.list.id}/contacts`, body: { contacts: toCsv(pickThree(setup)) } }),
    call: async (client, setup) => {
      const contactIds = pickThree(setup);
      await client.removeListMembers({ listId: listIdOf(setup), contactIds }, user);
    },
    result: null,
    works: ({ world, list }) => {
      const numbers = world.contacts.rows.filter(({ userId }) => userId === undefined);
      // The first of the three is gone with its only list; the others keep theirs.
      expect(numbers.slice(0, 2).map(({ listIds }) => listIds)).toEqual([[FARM], [FARM]]);
      expect(world.membersCount(list.id)).toBe(numbers.filter(({ listIds }) => listIds.includes(list.id)).length);
    },
    refusals: {
      404: (client, setup) => {
        const [, , third] = pickThree(setup);
        prepareThree(setup);
        return client.removeListMembers({ listId: listIdOf(setup), contactIds: [third] }, user);
      },
      403: (client, setup) =>
        client.removeListMembers({ listId: getOthersList(setup), contactIds: pickThree(setup) }, user),
    },
  }),
  toCase({
    row: 'POST /lists/{id}/contacts/delete',
    fixture: 'list-members-delete',
    prepare: prepareThree,
    request: (setup) => ({ path: `/lists/${setup.list.id}/contacts/delete`, body: { ids: toCsv(pickThree(setup)) } }),
    call: (client, setup) =>
      client.deleteListMembers({ listId: listIdOf(setup), contactIds: [...pickThree(setup), NOBODY] }, user),
    result: null,
    works: async (setup) => {
      const { client, world, list } = setup;
      expect(world.contacts.rows.slice(0, 2).map(({ listIds }) => listIds)).toEqual([[FARM], [FARM]]);
      const [kept] = world.contacts.rows;
      await client.deleteListMembers({ listId: listIdOf(setup), all: true }, user);
      expect(world.membersCount(list.id)).toBe(0);
      expect(world.contacts.rows[0]).toBe(kept);
      expect(world.contacts.rows.filter((contact) => isLeftOver(setup, contact))).toEqual([]);
    },
    refusals: {
      400: (client, setup) => client.deleteListMembers({ listId: listIdOf(setup), contactIds: [INVALID] }, user),
    },
  }),
];
