/** Cases of blocked numbers. */
import { expect } from 'vitest';
import { toContactId } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { contactSchema, linkSchema, pageOf } from '#test/unit/api/support/entity-schemas.ts';
import { toCase } from '../operation-case.ts';
import type { OperationCase } from '../operation-case.ts';
import type { ClientOnDemo } from '../client-on-demo.ts';

const user = { priority: 'user' } as const;
const STRANGER = toPhoneKey('447700900733');
const IMPOSSIBLE = toPhoneKey('12');

/** Blocks two people by hand and gives their numbers. */
function blockTwo({ world }: ClientOnDemo): void {
  for (const contact of world.contacts.rows.slice(0, 2)) contact.blocked = true;
  world.contacts.touch();
}

const blockedIds = ({ world }: ClientOnDemo): number[] =>
  world.contacts.rows.filter(({ blocked }) => blocked).map(({ id }) => id);

const firstOf = ({ world }: ClientOnDemo): { id: number; phone: string } => {
  const [first] = world.contacts.rows;
  if (first === undefined) throw new Error('There are no contacts');
  return first;
};

export const blockingCases: readonly OperationCase[] = [
  toCase({
    row: 'POST /contacts/block',
    fixture: 'contact-block',
    request: () => ({ path: '/contacts/block', body: { phone: STRANGER } }),
    call: (client) => client.blockPhone({ phone: STRANGER }, user),
    result: linkSchema,
    works: async (setup, { id }) => {
      const { client, demo, world, contact } = setup;
      expect(world.contacts.find(id ?? 0)).toMatchObject({ phone: STRANGER, blocked: true, listIds: [], phoneType: 1 });
      expect(demo.receive({ sender: STRANGER, text: 'Hello?' })).toBeNull();
      const sent = await setup.ask('POST', { path: '/messages', body: { text: 'Hello!', phones: STRANGER } });
      expect(sent.status).toBe(400);
      const known = await client.blockPhone({ phone: toPhoneKey(contact.phone) }, user);
      expect(world.contacts.find(known.id ?? 0)).toMatchObject({ blocked: true });
    },
    refusals: { 400: (client) => client.blockPhone({ phone: IMPOSSIBLE }, user) },
  }),
  toCase({
    row: 'POST /contacts/unblock',
    fixture: 'contact-unblock',
    prepare: blockTwo,
    request: (setup) => ({ path: '/contacts/unblock', body: { phone: firstOf(setup).phone } }),
    call: (client, setup) => client.unblockPhone({ phone: toPhoneKey(firstOf(setup).phone) }, user),
    result: null,
    works: (setup) => {
      expect(blockedIds(setup)).not.toContain(firstOf(setup).id);
      expect(blockedIds(setup)).not.toEqual([]);
      expect(setup.demo.receive({ sender: firstOf(setup).phone, text: 'Hello again' })).not.toBeNull();
    },
    refusals: { 400: (client) => client.unblockPhone({ phone: IMPOSSIBLE }, user) },
  }),
  toCase({
    row: 'POST /contacts/unblock/bulk',
    fixture: 'contacts-unblock-bulk',
    prepare: blockTwo,
    request: (setup) => ({ path: '/contacts/unblock/bulk', body: { ids: String(firstOf(setup).id) } }),
    call: (client, setup) =>
      client.unblockContacts({ contactIds: [toContactId(firstOf(setup).id), toContactId(987_654)] }, user),
    result: null,
    works: async (setup) => {
      expect(blockedIds(setup)).not.toContain(firstOf(setup).id);
      expect(blockedIds(setup)).not.toEqual([]);
      await setup.client.unblockContacts({ all: true }, user);
      expect(blockedIds(setup)).toEqual([]);
    },
    refusals: { 400: (client) => client.unblockContacts({ contactIds: [toContactId(-1)] }, user) },
  }),
  toCase({
    row: 'GET /contacts/block/list',
    fixture: 'contacts-blocked',
    prepare: blockTwo,
    request: () => ({ path: '/contacts/block/list?limit=100' }),
    call: (client) => client.listBlockedContacts({ page: 1, limit: 100, orderBy: 'firstName', direction: 'asc' }, user),
    result: pageOf(contactSchema),
    works: async (setup, { items }) => {
      expect(items.map(({ id }) => id).sort()).toEqual(blockedIds(setup).sort());
      expect(items.every(({ isBlocked }) => isBlocked)).toBe(true);
      const names = items.map(({ firstName }) => firstName);
      expect(names).toEqual(names.toSorted((a, b) => (a < b ? -1 : 1)));
      const { phone, id } = firstOf(setup);
      const found = await setup.client.listBlockedContacts({ page: 1, limit: 10, text: phone.slice(-6) }, user);
      expect(found.items.map((one) => one.id)).toContain(id);
    },
  }),
  toCase({
    row: 'GET /contacts/block/phone',
    fixture: 'contact-blocked',
    prepare: blockTwo,
    request: (setup) => ({ path: `/contacts/block/phone?phone=${firstOf(setup).phone}` }),
    call: async (client, setup) => {
      const found = await client.findBlockedContact({ phone: toPhoneKey(firstOf(setup).phone) }, user);
      if (found === undefined) throw new Error('Blocked, and not found');
      return found;
    },
    result: contactSchema,
    works: async (setup, { id, isBlocked }) => {
      expect({ id, isBlocked }).toEqual({ id: firstOf(setup).id, isBlocked: true });
      await expect(setup.client.findBlockedContact({ phone: IMPOSSIBLE }, user)).rejects.toMatchObject({
        code: 'validation',
      });
    },
    refusals: { 404: (client) => client.findBlockedContact({ phone: STRANGER }, user) },
  }),
];
