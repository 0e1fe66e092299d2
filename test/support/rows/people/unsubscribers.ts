/** Cases of numbers that get no more texts. */
import { expect } from 'vitest';
import type { PhoneKey } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { linkSchema, pageOf, unsubscriberSchema } from '#test/unit/api/support/entity-schemas.ts';
import { toCase } from '../row-case.ts';
import type { RowCase } from '../row-case.ts';
import type { Scene } from '../scene.ts';

const user = { priority: 'user' } as const;
const STRANGER = toPhoneKey('447700900733');
const IMPOSSIBLE = toPhoneKey('12');

const phoneOf = ({ contact }: Scene): PhoneKey => toPhoneKey(contact.phone);

/** Somebody with a name writes STOP. Gives the unsubscriber. */
function stop(scene: Scene) {
  const { demo, world } = scene;
  demo.receive({ sender: phoneOf(scene), text: ' Stop! ' });
  const row = world.findUnsubscribed(phoneOf(scene));
  if (row === undefined) throw new Error('STOP did nothing');
  return row;
}

/** The account unsubscribes a number that nobody knows. */
async function takeOut(scene: Scene): Promise<void> {
  await scene.ask('POST', { path: '/unsubscribers', body: { phone: STRANGER } });
}

/** The letter with which a text to that number begins its way, and what it costs. */
async function sendTo(scene: Scene, phone: string): Promise<{ letter: string | undefined; price: number | undefined }> {
  await scene.ask('POST', { path: '/messages', body: { text: 'Hello', phones: phone } });
  const message = scene.world.outbound.rows.findLast(({ receiver }) => receiver === phone);
  return { letter: message?.status, price: message?.price };
}

function getStopped({ world }: Scene) {
  const row = world.unsubscribed.rows.at(-1);
  if (row === undefined) throw new Error('Nobody has unsubscribed');
  return row;
}

export const unsubscriberCases: readonly RowCase[] = [
  toCase({
    row: 'GET /unsubscribers',
    fixture: 'unsubscribers',
    prepare: async (scene) => {
      stop(scene);
      await takeOut(scene);
    },
    request: () => ({ path: '/unsubscribers' }),
    call: (client) => client.listUnsubscribers({ page: 1, limit: 2 }, user),
    result: pageOf(unsubscriberSchema),
    works: (scene, { items }) => {
      const { firstName, lastName } = scene.contact;
      expect(items).toHaveLength(2);
      expect(items[0]).toMatchObject({ phone: STRANGER, firstName: '', lastName: '' });
      expect(items[1]).toMatchObject({ phone: phoneOf(scene), firstName, lastName });
      expect(items[1]?.unsubscribedAt).toBe(
        Math.floor((scene.world.findUnsubscribed(phoneOf(scene))?.at ?? 0) / 1_000) * 1_000,
      );
    },
  }),
  toCase({
    row: 'GET /unsubscribers/{id}',
    fixture: 'unsubscriber-plural',
    prepare: (scene) => void stop(scene),
    request: (scene) => ({ path: `/unsubscribers/${getStopped(scene).id}` }),
    call: (client, scene) => client.getUnsubscriber({ unsubscriberId: getStopped(scene).id }, user),
    result: unsubscriberSchema,
    works: (scene, { id, phone }) => expect({ id, phone }).toEqual({ id: getStopped(scene).id, phone: phoneOf(scene) }),
    refusals: { 404: (client) => client.getUnsubscriber({ unsubscriberId: 987_654 }, user) },
  }),
  toCase({
    row: 'GET /unsubscriber/{id}',
    fixture: 'unsubscriber',
    prepare: (scene) => {
      scene.withoutGroups('unsubscriber-plural');
      stop(scene);
    },
    request: (scene) => ({ path: `/unsubscriber/${getStopped(scene).id}` }),
    call: (client, scene) => client.getUnsubscriber({ unsubscriberId: getStopped(scene).id }, user),
    result: unsubscriberSchema,
    works: async (scene, { id }) => {
      expect(id).toBe(getStopped(scene).id);
      const asked = scene.demo.seen.length;
      await scene.client.getUnsubscriber({ unsubscriberId: id }, user);
      // What worked is remembered: no second look at the place that is not there.
      expect(scene.demo.seen.slice(asked).map(({ path }) => path)).toEqual([`/api/v2/unsubscriber/${id}`]);
    },
  }),
  toCase({
    row: 'POST /unsubscribers',
    fixture: 'unsubscribe',
    request: () => ({ path: '/unsubscribers', body: { phone: STRANGER } }),
    call: (client, scene) => client.unsubscribePhone({ phone: phoneOf(scene) }, user),
    result: linkSchema,
    works: async (scene, { id }) => {
      const { client, demo, world, contact } = scene;
      expect(world.unsubscribed.find(id ?? 0)?.phone).toBe(contact.phone);
      // Off the lists to send to, and still there.
      expect(world.findContactByPhone(contact.phone)?.listIds).toEqual([]);
      expect(await sendTo(scene, contact.phone)).toEqual({ letter: 'g', price: 0 });
      expect((await client.unsubscribePhone({ phone: phoneOf(scene) }, user)).id).toBe(id);
      expect(demo.receive({ sender: contact.phone, text: 'Hi' })).not.toBeNull();
      await client.unsubscribePhone({ phone: phoneOf(scene), blocksIncoming: true }, user);
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
    works: async (scene) => {
      expect(scene.world.findUnsubscribed(STRANGER)).toBeUndefined();
      expect((await sendTo(scene, STRANGER)).letter).toBe('q');
      expect(scene.client.absentFeatures).not.toContain('resubscribing');
    },
    refusals: {
      400: (client) => client.resubscribePhone({ phone: IMPOSSIBLE }, user),
      403: (client, scene) => client.resubscribePhone({ phone: toPhoneKey(stop(scene).phone) }, user),
      404: (client) => client.resubscribePhone({ phone: toPhoneKey('447700900734') }, user),
    },
  }),
];
