/** Cases of numbers that get no more texts. */
import { expect } from 'vitest';
import type { PhoneKey } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { linkSchema, pageOf, unsubscriberSchema } from '#test/unit/api/support/entity-schemas.ts';
import { toCase } from '../operation-case.ts';
import type { OperationCase } from '../operation-case.ts';
import type { ClientOnDemo } from '../client-on-demo.ts';

const user = { priority: 'user' } as const;
const STRANGER = toPhoneKey('447700900733');
const IMPOSSIBLE = toPhoneKey('12');

const phoneOf = ({ contact }: ClientOnDemo): PhoneKey => toPhoneKey(contact.phone);

/** Somebody with a name writes STOP. Gives the unsubscriber. */
function stop(setup: ClientOnDemo) {
  const { demo, world } = setup;
  demo.receive({ sender: phoneOf(setup), text: ' Stop! ' });
  const row = world.findUnsubscribed(phoneOf(setup));
  if (row === undefined) throw new Error('STOP did nothing');
  return row;
}

/** The account unsubscribes a number that nobody knows. */
async function takeOut(setup: ClientOnDemo): Promise<void> {
  await setup.ask('POST', { path: '/unsubscribers', body: { phone: STRANGER } });
}

/** The letter with which a text to that number begins its way, and what it costs. */
async function sendTo(
  setup: ClientOnDemo,
  phone: string,
): Promise<{ letter: string | undefined; price: number | undefined }> {
  await setup.ask('POST', { path: '/messages', body: { text: 'Hello', phones: phone } });
  const message = setup.world.outbound.rows.findLast(({ receiver }) => receiver === phone);
  return { letter: message?.status, price: message?.price };
}

function getStopped({ world }: ClientOnDemo) {
  const row = world.unsubscribed.rows.at(-1);
  if (row === undefined) throw new Error('Nobody has unsubscribed');
  return row;
}

export const unsubscriberCases: readonly OperationCase[] = [
  toCase({
    row: 'GET /unsubscribers',
    fixture: 'unsubscribers',
    prepare: async (setup) => {
      stop(setup);
      await takeOut(setup);
    },
    request: () => ({ path: '/unsubscribers' }),
    call: (client) => client.listUnsubscribers({ page: 1, limit: 2 }, user),
    result: pageOf(unsubscriberSchema),
    works: (setup, { items }) => {
      const { firstName, lastName } = setup.contact;
      expect(items).toHaveLength(2);
      expect(items[0]).toMatchObject({ phone: STRANGER, firstName: '', lastName: '' });
      expect(items[1]).toMatchObject({ phone: phoneOf(setup), firstName, lastName });
      expect(items[1]?.unsubscribedAt).toBe(
        Math.floor((setup.world.findUnsubscribed(phoneOf(setup))?.at ?? 0) / 1_000) * 1_000,
      );
    },
  }),
  toCase({
    row: 'GET /unsubscribers/{id}',
    fixture: 'unsubscriber-plural',
    prepare: (setup) => void stop(setup),
    request: (setup) => ({ path: `/unsubscribers/${getStopped(setup).id}` }),
    call: (client, setup) => client.getUnsubscriber({ unsubscriberId: getStopped(setup).id }, user),
    result: unsubscriberSchema,
    works: (setup, { id, phone }) => expect({ id, phone }).toEqual({ id: getStopped(setup).id, phone: phoneOf(setup) }),
    refusals: { 404: (client) => client.getUnsubscriber({ unsubscriberId: 987_654 }, user) },
  }),
  toCase({
    row: 'GET /unsubscriber/{id}',
    fixture: 'unsubscriber',
    prepare: (setup) => {
      setup.withoutGroups('unsubscriber-plural');
      stop(setup);
    },
    request: (setup) => ({ path: `/unsubscriber/${getStopped(setup).id}` }),
    call: (client, setup) => client.getUnsubscriber({ unsubscriberId: getStopped(setup).id }, user),
    result: unsubscriberSchema,
    works: async (setup, { id }) => {
      expect(id).toBe(getStopped(setup).id);
      const asked = setup.demo.seen.length;
      await setup.client.getUnsubscriber({ unsubscriberId: id }, user);
      // What worked is remembered: no second look at the place that is not there.
      expect(setup.demo.seen.slice(asked).map(({ path }) => path)).toEqual([`/api/v2/unsubscriber/${id}`]);
    },
  }),
  toCase({
    row: 'POST /unsubscribers',
    fixture: 'unsubscribe',
    request: () => ({ path: '/unsubscribers', body: { phone: STRANGER } }),
    call: (client, setup) => client.unsubscribePhone({ phone: phoneOf(setup) }, user),
    result: linkSchema,
    works: async (setup, { id }) => {
      const { client, demo, world, contact } = setup;
      expect(world.unsubscribed.find(id ?? 0)?.phone).toBe(contact.phone);
      // Off the lists to send to, and still there.
      expect(world.findContactByPhone(contact.phone)?.listIds).toEqual([]);
      expect(await sendTo(setup, contact.phone)).toEqual({ letter: 'g', price: 0 });
      expect((await client.unsubscribePhone({ phone: phoneOf(setup) }, user)).id).toBe(id);
      expect(demo.receive({ sender: contact.phone, text: 'Hi' })).not.toBeNull();
      await client.unsubscribePhone({ phone: phoneOf(setup), blocksIncoming: true }, user);
      expect(demo.receive({ sender: contact.phone, text: 'Hi' })).toBeNull();
    },
    refusals: { 400: (client) => client.unsubscribePhone({ phone: IMPOSSIBLE }, user) },
  }),
  toCase({
    row: 'POST /contacts/resubscribe',
    fixture: 'resubscribe',
    prepare: takeOut,
    request: () => ({ path: '/contacts/resubscribe', body: { phone: STRANGER } }),
    call: (client) => client.resubscribePhone({ phone: STRANGER }, user),
    result: null,
    works: async (setup) => {
      expect(setup.world.findUnsubscribed(STRANGER)).toBeUndefined();
      expect((await sendTo(setup, STRANGER)).letter).toBe('q');
      expect(setup.client.absentFeatures).not.toContain('resubscribing');
    },
    refusals: {
      400: (client) => client.resubscribePhone({ phone: IMPOSSIBLE }, user),
      403: (client, setup) => client.resubscribePhone({ phone: toPhoneKey(stop(setup).phone) }, user),
      404: (client) => client.resubscribePhone({ phone: toPhoneKey('447700900734') }, user),
    },
  }),
];
