/** Cases of who is on a list. */
import { expect } from 'vitest';
import type { Contact } from '#main/demo/state/model.ts';
import { toContactId, toListId } from '#shared/domain/ids.ts';
import type { ContactId, ListId } from '#shared/domain/ids.ts';
import { contactSchema, idsSchema, pageOf } from '#test/unit/api/support/entity-schemas.ts';
import { getOthersList } from './lists.ts';
import { toCase } from '../row-case.ts';
import type { RowCase } from '../row-case.ts';
import type { Scene } from '../scene.ts';

const user = { priority: 'user' } as const;
const NOWHERE = toListId(987_654);
const NOBODY = toContactId(987_654);
const INVALID = toContactId(-1);
/** Another list of the account. */
const FARM = 71_005;

const listIdOf = ({ list }: Scene): ListId => toListId(list.id);

function memberIds({ world, list }: Scene): number[] {
  return world.contacts.rows.filter(({ listIds }) => listIds.includes(list.id)).map(({ id }) => id);
}

/** Three contacts: on this list only, on this one and another, on the other only. */
function pickThree({ world }: Scene): readonly [ContactId, ContactId, ContactId] {
  const [first, second, third] = world.contacts.rows.map(({ id }) => toContactId(id));
  if (first === undefined || second === undefined || third === undefined) throw new Error('There are no contacts');
  return [first, second, third];
}

function prepareThree(scene: Scene): void {
  const { world, list } = scene;
  const lists = [[list.id], [list.id, FARM], [FARM]];
  for (const [at, id] of pickThree(scene).entries())
    Object.assign(world.contacts.find(id) ?? {}, { listIds: lists[at] });
  world.contacts.touch();
}

/** What the three are called afterwards by the service: undefined for one that is gone. */
function listsOf({ world }: Scene, ids: readonly number[]): (readonly number[] | undefined)[] {
  return ids.map((id) => world.contacts.find(id)?.listIds);
}

/** On no list, and not because of a STOP. */
function isLeftOver({ world }: Scene, { listIds, phone }: Contact): boolean {
  return listIds.length === 0 && world.findUnsubscribed(phone) === undefined;
}

const toCsv = (ids: readonly number[]): string => ids.join(',');

export const listMemberCases: readonly RowCase[] = [
  toCase({
    row: 'GET /lists/{id}/contacts',
    fixture: 'list-contacts',
    request: ({ list }) => ({ path: `/lists/${list.id}/contacts?limit=100` }),
    call: (client, scene) =>
      client.listContactsOfList(
        { listId: listIdOf(scene), page: 1, limit: 100, orderBy: 'lastName', direction: 'asc' },
        user,
      ),
    result: pageOf(contactSchema),
    works: (scene, { items }) => {
      expect(items.map(({ id }) => id).sort()).toEqual(memberIds(scene).sort());
      const names = items.map(({ lastName }) => lastName);
      expect(names).toEqual(names.toSorted((a, b) => (a < b ? -1 : 1)));
    },
    refusals: { 404: (client) => client.listContactsOfList({ listId: NOWHERE, page: 1, limit: 10 }, user) },
  }),
  toCase({
    row: 'GET /lists/{id}/contacts/ids',
    fixture: 'list-member-ids',
    request: ({ list }) => ({ path: `/lists/${list.id}/contacts/ids` }),
    call: (client, scene) => client.listMemberIds({ listId: listIdOf(scene) }, user),
    result: idsSchema,
    works: (scene, result) => expect(result).toEqual(memberIds(scene)),
    refusals: { 404: (client) => client.listMemberIds({ listId: NOWHERE }, user) },
  }),
  toCase({
    row: 'POST /lists/{id}/contacts',
    fixture: 'list-members-set',
    prepare: prepareThree,
    request: (scene) => ({ path: `/lists/${scene.list.id}/contacts`, body: { contacts: toCsv(pickThree(scene)) } }),
    call: (client, scene) => {
      const [, , third] = pickThree(scene);
      return client.setListMembers({ listId: listIdOf(scene), contactIds: [third] }, user);
    },
    result: null,
    works: async (scene) => {
      const { client, world } = scene;
      const [added] = memberIds(scene);
      expect(memberIds(scene)).toHaveLength(1);
      expect(world.contacts.find(added ?? 0)?.listIds).toEqual([FARM, scene.list.id]);
      // Nobody is left without a list: those who were on this one only are gone.
      const own = world.contacts.rows.filter(({ userId }) => userId === undefined);
      expect(own.filter((contact) => isLeftOver(scene, contact))).toEqual([]);
      await client.setListMembers({ listId: listIdOf(scene), all: true }, user);
      expect(memberIds(scene)).toEqual(own.map(({ id }) => id));
    },
    refusals: {
      400: (client, scene) => client.setListMembers({ listId: listIdOf(scene), contactIds: [NOBODY] }, user),
      403: (client, scene) =>
        client.setListMembers({ listId: getOthersList(scene), contactIds: pickThree(scene) }, user),
      404: (client, scene) => client.setListMembers({ listId: NOWHERE, contactIds: pickThree(scene) }, user),
    },
  }),
  toCase({
    row: 'PUT /lists/{id}/contacts',
    fixture: 'list-members-add',
    prepare: prepareThree,
    request: ({ list }) => ({ path: `/lists/${list.id}/contacts`, body: { contacts: 'all' } }),
    call: (client, scene) =>
      client.addListMembers({ listId: listIdOf(scene), contactIds: [...pickThree(scene), NOBODY] }, user),
    result: null,
    works: async (scene) => {
      const { client, world, list } = scene;
      expect(listsOf(scene, pickThree(scene))).toEqual([[list.id], [list.id, FARM], [FARM, list.id]]);
      await client.addListMembers({ listId: listIdOf(scene), all: true }, user);
      expect(memberIds(scene)).toEqual(
        world.contacts.rows.filter(({ userId }) => userId === undefined).map(({ id }) => id),
      );
    },
    refusals: {
      400: (client, scene) => client.addListMembers({ listId: listIdOf(scene), contactIds: [INVALID] }, user),
      403: (client, scene) =>
        client.addListMembers({ listId: getOthersList(scene), contactIds: pickThree(scene) }, user),
      404: (client, scene) => client.addListMembers({ listId: NOWHERE, contactIds: pickThree(scene) }, user),
    },
  }),
  toCase({
    row: 'DELETE /lists/{id}/contacts',
    fixture: 'list-members-remove',
    prepare: prepareThree,
    request: (scene) => ({ path: `/lists/${scene.list.id}/contacts`, body: { contacts: toCsv(pickThree(scene)) } }),
    call: async (client, scene) => {
      const contactIds = pickThree(scene);
      await client.removeListMembers({ listId: listIdOf(scene), contactIds }, user);
    },
    result: null,
    works: ({ world, list }) => {
      const numbers = world.contacts.rows.filter(({ userId }) => userId === undefined);
      // The first of the three is gone with its only list; the others keep theirs.
      expect(numbers.slice(0, 2).map(({ listIds }) => listIds)).toEqual([[FARM], [FARM]]);
      expect(world.membersCount(list.id)).toBe(numbers.filter(({ listIds }) => listIds.includes(list.id)).length);
    },
    refusals: {
      404: (client, scene) => {
        const [, , third] = pickThree(scene);
        prepareThree(scene);
        return client.removeListMembers({ listId: listIdOf(scene), contactIds: [third] }, user);
      },
      403: (client, scene) =>
        client.removeListMembers({ listId: getOthersList(scene), contactIds: pickThree(scene) }, user),
    },
  }),
  toCase({
    row: 'POST /lists/{id}/contacts/delete',
    fixture: 'list-members-delete',
    prepare: prepareThree,
    request: (scene) => ({ path: `/lists/${scene.list.id}/contacts/delete`, body: { ids: toCsv(pickThree(scene)) } }),
    call: (client, scene) =>
      client.deleteListMembers({ listId: listIdOf(scene), contactIds: [...pickThree(scene), NOBODY] }, user),
    result: null,
    works: async (scene) => {
      const { client, world, list } = scene;
      expect(world.contacts.rows.slice(0, 2).map(({ listIds }) => listIds)).toEqual([[FARM], [FARM]]);
      const [kept] = world.contacts.rows;
      await client.deleteListMembers({ listId: listIdOf(scene), all: true }, user);
      expect(world.membersCount(list.id)).toBe(0);
      expect(world.contacts.rows[0]).toBe(kept);
      expect(world.contacts.rows.filter((contact) => isLeftOver(scene, contact))).toEqual([]);
    },
    refusals: {
      400: (client, scene) => client.deleteListMembers({ listId: listIdOf(scene), contactIds: [INVALID] }, user),
    },
  }),
];
