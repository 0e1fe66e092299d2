/** Cases of the lists themselves. */
import { expect } from 'vitest';
import { toListId } from '#shared/domain/ids.ts';
import type { ListId } from '#shared/domain/ids.ts';
import { linkSchema, listSchema, pageOf } from '#test/unit/api/support/entity-schemas.ts';
import { toCase } from '../operation-case.ts';
import type { OperationCase } from '../operation-case.ts';
import type { ClientOnDemo } from '../client-on-demo.ts';

const user = { priority: 'user' } as const;
const page = { page: 1, limit: 100 } as const;
const values = { isShared: false, isFavorite: true, isDefault: true };
const NOWHERE = toListId(987_654);
const ONLY_HERE = 'On this list only';
const ELSEWHERE = 'On another list as well';

const listPageSchema = pageOf(listSchema);

const ofScene = ({ list }: ClientOnDemo): ListId => toListId(list.id);

/** A list that somebody else shares with the account. */
export function getOthersList({ world }: ClientOnDemo): ListId {
  const list = world.lists.rows.find(({ userId }) => userId !== world.account.id);
  if (list === undefined) throw new Error('Nobody shares a list');
  return toListId(list.id);
}

/** The list of a sign-up form. */
function getFormList({ world }: ClientOnDemo): ListId {
  const list = world.lists.rows.find(({ service }) => service === true);
  if (list === undefined) throw new Error('No list belongs to a form');
  return toListId(list.id);
}

export const listCases: readonly OperationCase[] = [
  toCase({
    row: 'GET /lists',
    fixture: 'lists',
    request: () => ({ path: '/lists?limit=100' }),
    call: (client) => client.listLists({ ...page, direction: 'asc', onlyOwn: true }, user),
    result: listPageSchema,
    works: ({ world }, { items }) => {
      const own = world.lists.rows.filter(({ userId }) => userId === world.account.id);
      expect(own.length).toBeLessThan(world.lists.rows.length);
      expect(items.map(({ id }) => id)).toEqual(own.map(({ id }) => id));
      expect(items.map(({ membersCount }) => membersCount)).toEqual(own.map(({ id }) => world.membersCount(id)));
    },
    refusals: {
      404: (client, setup) => {
        setup.withoutGroups('lists');
        return client.listLists(page, user);
      },
    },
  }),
  toCase({
    row: 'GET /lists/search',
    fixture: 'lists-search',
    request: () => ({ path: '/lists/search?query=s&limit=100' }),
    call: (client) => client.searchLists({ ...page, text: 'REMINDERS', direction: 'asc' }, user),
    result: listPageSchema,
    works: async ({ client, world }, { items }) => {
      expect(items.map(({ name }) => name)).toEqual(['Reminders, dogs', 'Reminders, cats']);
      const [dogs, cats] = items.map(({ id }) => id);
      const byId = await client.searchLists({ ...page, listIds: [cats ?? NOWHERE] }, user);
      expect(byId.items.map(({ id }) => id)).toEqual([cats]);
      const byDefault = await client.searchLists({ ...page, onlyDefault: true, onlyOwn: true }, user);
      expect(byDefault.items.map(({ id }) => id)).toEqual([dogs]);
      expect(world.lists.find(Number(dogs))?.isDefault).toBe(true);
    },
    refusals: {
      404: (client, setup) => {
        setup.withoutGroups('lists');
        return client.searchLists(page, user);
      },
    },
  }),
  toCase({
    row: 'GET /lists/{id}',
    fixture: 'list',
    request: ({ list }) => ({ path: `/lists/${list.id}` }),
    call: (client, setup) => client.getList({ listId: ofScene(setup) }, user),
    result: listSchema,
    works: ({ list, world }, result) => {
      const { id, name, description } = list;
      expect(result).toMatchObject({ id, name, description, membersCount: world.membersCount(id) });
    },
    refusals: { 404: (client) => client.getList({ listId: NOWHERE }, user) },
  }),
  toCase({
    row: 'POST /lists',
    fixture: 'list-create',
    request: () => ({ path: '/lists', body: { name: 'Spring boosters', favorited: true } }),
    call: (client) => client.createList({ name: 'Spring boosters', ...values }, user),
    result: linkSchema,
    works: ({ world }, { id }) => {
      const name = 'Spring boosters';
      const userId = world.account.id;
      expect(world.lists.find(id ?? 0)).toMatchObject({
        name,
        userId,
        favorited: true,
        isDefault: true,
        shared: false,
      });
      expect(world.lists.rows.filter(({ isDefault }) => isDefault)).toHaveLength(1);
    },
    refusals: { 400: (client) => client.createList({ name: ' ', ...values }, user) },
  }),
  toCase({
    row: 'PUT /lists/{id}',
    fixture: 'list-update',
    request: ({ list }) => ({ path: `/lists/${list.id}`, body: { name: 'Renamed' } }),
    call: (client, setup) =>
      client.updateList({ listId: ofScene(setup), name: 'Renamed', ...values, isShared: true }, user),
    result: null,
    works: ({ world }) => {
      const [list] = world.lists.rows.filter(({ name }) => name === 'Renamed');
      expect(list).toMatchObject({ shared: true, favorited: true, isDefault: true });
      expect(world.lists.rows.filter(({ isDefault }) => isDefault)).toEqual([list]);
    },
    refusals: {
      400: (client, setup) => client.updateList({ listId: ofScene(setup), name: '', ...values }, user),
      403: (client, setup) => client.updateList({ listId: getOthersList(setup), name: 'Mine', ...values }, user),
      404: (client) => client.updateList({ listId: NOWHERE, name: 'Mine', ...values }, user),
    },
  }),
  toCase({
    row: 'DELETE /lists/{id}',
    fixture: 'list-delete',
    prepare: ({ list, world }) => {
      const [first, second] = world.contacts.rows;
      if (first === undefined || second === undefined) throw new Error('There are no contacts');
      Object.assign(first, { lastName: ONLY_HERE, listIds: [list.id] });
      Object.assign(second, { lastName: ELSEWHERE, listIds: [list.id, 71_005] });
      world.contacts.touch();
    },
    request: ({ list }) => ({ path: `/lists/${list.id}` }),
    call: (client, setup) => client.deleteList({ listId: ofScene(setup) }, user),
    result: null,
    works: ({ world }) => {
      expect(world.lists.find(71_001)).toBeUndefined();
      expect(world.contacts.rows.filter(({ listIds }) => listIds.includes(71_001))).toEqual([]);
      expect(world.contacts.rows.filter(({ lastName }) => lastName === ONLY_HERE)).toEqual([]);
      const [spared] = world.contacts.rows.filter(({ lastName }) => lastName === ELSEWHERE);
      expect(spared?.listIds).toEqual([71_005]);
      expect(world.findContactByPhone(spared?.phone ?? '')).toBe(spared);
    },
    refusals: {
      400: (client, setup) => client.deleteList({ listId: getFormList(setup) }, user),
      403: (client, setup) => client.deleteList({ listId: getOthersList(setup) }, user),
      404: (client) => client.deleteList({ listId: NOWHERE }, user),
    },
  }),
  toCase({
    row: 'POST /lists/delete',
    fixture: 'lists-delete',
    request: ({ list }) => ({ path: '/lists/delete', body: { ids: String(list.id) } }),
    call: (client) => client.deleteLists({ listIds: [toListId(71_003), toListId(71_004), NOWHERE] }, user),
    result: null,
    works: async ({ client, world }) => {
      const ids = world.lists.rows.map(({ id }) => id);
      expect(ids).not.toContain(71_003);
      expect(ids).not.toContain(71_004);
      expect(ids).toContain(71_002);
      await client.deleteLists({ all: true }, user);
      // A form's list stays, and so do those of others with their contacts.
      const left = world.lists.rows.filter(({ userId }) => userId === world.account.id);
      expect(left.map(({ service }) => service)).toEqual([true]);
      expect(world.contacts.rows.every(({ listIds, userId }) => listIds.length === 0 || userId !== undefined)).toBe(
        true,
      );
    },
    refusals: {
      400: (client, setup) => client.deleteLists({ listIds: [getFormList(setup), ofScene(setup)] }, user),
      404: (client) => client.deleteLists({ listIds: [NOWHERE] }, user),
    },
  }),
];
