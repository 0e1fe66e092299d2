/** Cases of the account itself: signing in, the user, where callbacks go. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { findZoneId } from '#main/demo/rules/zones.ts';
import { callbackSettingsSchema } from '#test/unit/api/support/account-schemas.ts';
import { accountSchema, pingSchema } from '#test/unit/api/support/entity-schemas.ts';
import { toCase } from '../operation-case.ts';
import type { OperationCase } from '../operation-case.ts';
import type { ClientOnDemo } from '../client-on-demo.ts';

const user = { priority: 'user' } as const;

const CHANGES = {
  ...{ username: 'northgate-vets', firstName: 'Ruth', lastName: 'Adeyemi-Cole', email: 'ruth@northgate.example' },
  ...{ phone: '447700900003', company: 'Northgate Veterinary' },
};

/**
 * Lets a call be answered with a status that nothing in it can provoke: the client sends no parameters there, or only
 * such as are right. What the demo really refuses at these rows is in test/unit/demo/bodies.test.ts.
 */
export function refuseNext(setup: ClientOnDemo, status: number): void {
  setup.demo.faults.set([{ kind: 'status', status, times: 1 }]);
}

/** A place on this computer that answers everything with a status, for as long as `use` takes. */
async function withReceiver(status: number, use: (url: string) => Promise<void>): Promise<void> {
  const server = createServer((_request, response) => response.writeHead(status).end());
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/secret`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  }
}

export const accountCases: readonly OperationCase[] = [
  toCase({
    row: 'GET /ping',
    fixture: 'ping',
    request: () => ({ path: '/ping' }),
    call: (client) => client.ping(user),
    result: pingSchema,
    works: ({ shape, world }, { userId }) => {
      expect(userId).toBe(shape === 'spec' ? null : world.account.id);
    },
  }),
  toCase({
    row: 'GET /user',
    fixture: 'user',
    request: () => ({ path: '/user' }),
    call: (client) => client.getUser(user),
    result: accountSchema,
    works: ({ world }, account) => {
      const { id, username, firstName, lastName, email, company, phone } = world.account;
      expect(account).toMatchObject({ userId: id, username, firstName, lastName, email, company, phone });
      expect(account).toMatchObject({ balance: world.data.balance, currency: 'GBP', country: 'GB', role: 'parent' });
    },
    refusals: {
      400: (client, setup) => {
        refuseNext(setup, 400);
        return client.getUser(user);
      },
    },
  }),
  toCase({
    row: 'PUT /user',
    fixture: 'user-put',
    request: () => ({ path: '/user', body: { ...CHANGES, timezone: 47 } }),
    call: (client) => client.updateUser({ ...CHANGES, timeZoneId: findZoneId('Asia/Tokyo') ?? 0 }, user),
    result: null,
    works: async ({ client, world }) => {
      expect(world.account).toMatchObject(CHANGES);
      expect(world.data.settings.timeZone).toBe('Asia/Tokyo');
      expect(await client.getUser(user)).toMatchObject({ ...CHANGES, timeZone: 'Asia/Tokyo' });
      await client.updateUser({ ...CHANGES, phone: '', company: '' }, user);
      expect(await client.getUser(user)).toMatchObject({ phone: null, company: '', timeZone: 'Asia/Tokyo' });
    },
    refusals: {
      400: (client, { world }) =>
        client.updateUser({ ...CHANGES, username: world.data.users[1]?.username ?? '' }, user),
    },
  }),
  toCase({
    row: 'GET /callback/settings',
    fixture: 'callback-settings',
    prepare: ({ world }) => {
      world.data.callbacks.outUrl = 'http://127.0.0.1:4999/out/secret';
    },
    request: () => ({ path: '/callback/settings' }),
    call: (client) => client.getCallbackSettings(user),
    result: callbackSettingsSchema,
    works: (_scene, settings) => {
      expect(settings).toEqual({ outUrl: 'http://127.0.0.1:4999/out/secret', inUrl: null, format: 'json' });
    },
  }),
  toCase({
    row: 'PUT /callback/settings',
    fixture: 'callback-settings-put',
    request: () => ({ path: '/callback/settings', body: { outUrl: null, inUrl: null, format: 'j' } }),
    call: (client) => client.setCallbackSettings({ outUrl: null, inUrl: null, format: 'multipart' }, user),
    result: null,
    works: async ({ client, world }) => {
      expect(world.data.callbacks).toEqual({ outUrl: null, inUrl: null, format: 'm' });
      await withReceiver(200, async (inUrl) => {
        await client.setCallbackSettings({ outUrl: null, inUrl, format: 'urlencoded' }, user);
        expect(await client.getCallbackSettings(user)).toEqual({ outUrl: null, inUrl, format: 'urlencoded' });
      });
      await withReceiver(404, async (outUrl) => {
        const refused = client.setCallbackSettings({ outUrl, inUrl: null, format: 'json' }, user);
        await expect(refused).rejects.toMatchObject({ code: 'validation', fields: { outUrl: [expect.any(String)] } });
      });
      expect(world.data.callbacks).toMatchObject({ outUrl: null, format: 'u' });
    },
    refusals: {
      400: (client) => client.setCallbackSettings({ outUrl: 'ftp://example', inUrl: null, format: 'json' }, user),
    },
  }),
];
