/** Cases of what a text may come from: sources, settings by country, names to send by. */
import { expect } from 'vitest';
import { toChatId } from '#shared/domain/ids.ts';
import { senderGroupsSchema, senderIdSchema, senderSettingsSchema } from '#test/unit/api/support/account-schemas.ts';
import { linkSchema, pageOf } from '#test/unit/api/support/entity-schemas.ts';
import { toCase } from '../operation-case.ts';
import type { OperationCase } from '../operation-case.ts';
import type { ClientOnDemo } from '../client-on-demo.ts';

const user = { priority: 'user' } as const;
const page = { page: 1, limit: 100 } as const;
const NOWHERE = 987_654_321;
const OWN_NUMBER = '447700900002';

const senderIdPageSchema = pageOf(senderIdSchema);

/** A name of the account that nobody has approved yet. */
function getWaitingId({ world }: ClientOnDemo): number {
  return world.senderIds.rows.find(({ status }) => status === 'P')?.id ?? 0;
}

export const senderCases: readonly OperationCase[] = [
  toCase({
    row: 'GET /sources',
    fixture: 'sources',
    request: () => ({ path: '/sources?country=GB' }),
    call: (client) => client.listSenders({ country: 'gb' }, user),
    result: senderGroupsSchema,
    works: async ({ client, shape }, groups) => {
      const of = (kind: string) => groups.find((group) => group.kind === kind)?.senders;
      expect(of('dedicated')).toEqual([OWN_NUMBER]);
      expect(of('senderIds')).toEqual(['NORTHGATE']);
      expect(groups).toHaveLength(shape === 'spec' ? 4 : 9);
      const american = await client.listSenders({ country: 'US' }, user);
      expect(american.find(({ kind }) => kind === 'senderIds')?.senders).toEqual([]);
    },
  }),
  toCase({
    row: 'GET /sender/settings/normalized',
    fixture: 'sender-settings-normalized',
    request: () => ({ path: '/sender/settings/normalized' }),
    call: (client) => client.getSenderSettings({}, user),
    result: senderSettingsSchema,
    works: ({ demo }, { user: own, special, other }) => {
      expect(own).toEqual([{ country: 'GB', sender: OWN_NUMBER }]);
      expect(special.map(({ country }) => country).toSorted()).toEqual(['CA', 'PR', 'US']);
      expect(other).toContainEqual({ country: 'FR', sender: OWN_NUMBER });
      expect(demo.seen.map(({ path }) => path)).toEqual(['/api/v2/sender/settings/normalized']);
    },
  }),
  toCase({
    row: 'GET /sender/settings',
    fixture: 'sender-settings',
    prepare: (setup) => setup.withoutGroups('senders-normalized'),
    request: () => ({ path: '/sender/settings' }),
    call: (client) => client.getSenderSettings({ country: 'US' }, user),
    result: senderSettingsSchema,
    works: async ({ client, demo }, settings) => {
      expect(settings).toEqual({ user: [], special: [{ country: 'US', sender: '12025550190' }], other: [] });
      await client.getSenderSettings({}, user);
      // The way that worked is the first one from then on.
      expect(demo.seen.map(({ path }) => path.split('/').at(-1))).toEqual(['normalized', 'settings', 'settings']);
    },
  }),
  toCase({
    row: 'PUT /sender/settings',
    fixture: 'sender-settings-put',
    request: () => ({ path: '/sender/settings', body: { value: 'NORTHGATE', country: 'GB' } }),
    call: (client) => client.setSender({ value: 'NORTHGATE', country: 'gb' }, user),
    result: null,
    works: async ({ client, chat, world }) => {
      const { user: own } = await client.getSenderSettings({ country: 'GB' }, user);
      expect(own).toEqual([{ country: 'GB', sender: 'NORTHGATE' }]);
      await client.setSender({ value: `+${OWN_NUMBER}`, country: 'GB', chatId: toChatId(chat.id) }, user);
      expect(await client.getChat({ chatId: toChatId(chat.id) }, user)).toMatchObject({ from: OWN_NUMBER });
      expect(world.data.settings.senders).toEqual({ GB: 'NORTHGATE' });
    },
    refusals: {
      400: (client) => client.setSender({ value: 'NGVETS', country: 'GB' }, user),
      404: (client) => client.setSender({ value: 'NORTHGATE', country: 'GB', chatId: toChatId(NOWHERE) }, user),
    },
  }),
  toCase({
    row: 'GET /senderids',
    fixture: 'senderids',
    request: () => ({ path: '/senderids' }),
    call: (client) => client.listSenderIds(page, user),
    result: senderIdPageSchema,
    works: (_scene, { items }) => {
      expect(items.map(({ name, status }) => [name, status])).toEqual([
        ['NGVETS', 'pending'],
        ['NORTHGATE', 'active'],
      ]);
    },
  }),
  toCase({
    row: 'GET /senderids/{id}',
    fixture: 'senderid',
    request: (setup) => ({ path: `/senderids/${getWaitingId(setup)}` }),
    call: (client, setup) => client.getSenderId({ senderId: getWaitingId(setup) }, user),
    result: senderIdSchema,
    works: (setup, senderId) => {
      expect(senderId).toEqual({ id: getWaitingId(setup), name: 'NGVETS', status: 'pending' });
    },
    refusals: { 404: (client) => client.getSenderId({ senderId: NOWHERE }, user) },
  }),
  toCase({
    row: 'POST /senderids',
    fixture: 'senderids-post',
    request: () => ({ path: '/senderids', body: { senderId: 'NGATE2', explanation: 'For reminders at night.' } }),
    call: (client) => client.requestSenderId({ name: 'VETS24', explanation: 'Our night line.' }, user),
    result: linkSchema,
    works: async ({ client }, { id }) => {
      const asked = await client.getSenderId({ senderId: id ?? 0 }, user);
      expect(asked).toMatchObject({ name: 'VETS24', status: 'pending' });
      const twice = client.requestSenderId({ name: 'vets24', explanation: 'Again.' }, user);
      await expect(twice).rejects.toMatchObject({ fields: { senderId: [expect.any(String)] } });
      // Nobody can send by it yet.
      const groups = await client.listSenders({ country: 'GB' }, user);
      expect(groups.flatMap(({ senders }) => senders)).not.toContain('VETS24');
    },
    refusals: { 400: (client) => client.requestSenderId({ name: '2026', explanation: 'No letter.' }, user) },
  }),
  toCase({
    row: 'DELETE /senderids/{id}',
    fixture: 'senderids-delete',
    prepare: ({ client }) => client.setSender({ value: 'NORTHGATE', country: 'FR' }, user),
    request: (setup) => ({ path: `/senderids/${getWaitingId(setup)}` }),
    call: async (client, { world }) => {
      const active = world.senderIds.rows.find(({ status }) => status === 'A');
      await client.deleteSenderId({ senderId: active?.id ?? 0 }, user);
    },
    result: null,
    works: async ({ client }) => {
      const { items } = await client.listSenderIds(page, user);
      expect(items.map(({ name }) => name)).toEqual(['NGVETS']);
      expect((await client.getSenderSettings({ country: 'FR' }, user)).user).toEqual([]);
    },
    refusals: { 404: (client) => client.deleteSenderId({ senderId: NOWHERE }, user) },
  }),
];
