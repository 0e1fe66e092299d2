/** Roles, missing rights, missing features and oddities of the account's own operations, against the demo service. */
import * as v from 'valibot';
import { afterEach, describe, expect, it } from 'vitest';
import { createServiceClient } from '#main/api/client.ts';
import type { ServiceClient } from '#main/api/client.ts';
import type { DemoOptions } from '#main/demo/service.ts';
import type { Shape } from '#main/demo/settings.ts';
import type { AppError } from '#shared/domain/app-error.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { accountCases } from '#test/support/operations/account/account.ts';
import { SHAPES } from '#test/support/operations/all.ts';
import { lookupCases } from '#test/support/operations/account/lookups.ts';
import { notificationCases } from '#test/support/operations/account/notifications.ts';
import { referenceCases } from '#test/support/operations/account/reference.ts';
import { openClientOnDemo } from '#test/support/operations/client-on-demo.ts';
import type { ClientOnDemo } from '#test/support/operations/client-on-demo.ts';
import { senderCases } from '#test/support/operations/account/senders.ts';
import { statisticsCases } from '#test/support/operations/account/statistics.ts';

const user = { priority: 'user' } as const;
const page = { page: 1, limit: 10 } as const;

const opened: { dispose(): Promise<void> }[] = [];

afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.dispose();
});

async function open(shape: Shape, options: DemoOptions = {}): Promise<ClientOnDemo> {
  const setup = await openClientOnDemo(shape, options);
  opened.push(setup);
  return setup;
}

/** A client of the same account with a key that the service does not know. */
function openStranger({ demo, listening }: ClientOnDemo): ServiceClient {
  const credentials = { username: demo.username, apiKey: 'no-such-key' };
  const client = createServiceClient({ ...listening, webUrl: null, userAgent: 'Switchboard/test', credentials });
  opened.push(client);
  return client;
}

const refusalOf = (call: Promise<unknown>): Promise<AppError> =>
  call.then(
    () => expect.unreachable('It was not refused'),
    (error: unknown) => error as AppError,
  );

const pathsOf = ({ demo }: ClientOnDemo): string[] => demo.seen.map(({ path }) => path.replace('/api/v2', ''));

describe.each(SHAPES)('in the shape %s', (shape) => {
  it('a regular user has no right to the team, and keeps the key', async () => {
    const setup = await open(shape, { role: 'U' });
    const refused = await refusalOf(setup.client.listSubaccounts(page, user));
    expect(refused).toMatchObject({ code: 'forbidden', status: 401, outcome: 'refused' });
    expect(refused.common).toEqual(['You have no right to perform this action']);
    expect(setup.client.absentFeatures).toEqual([]);
    expect(pathsOf(setup)).toEqual(['/subaccounts', '/user']);
  });

  it('a wrong key is a wrong key, whatever is asked', async () => {
    const setup = await open(shape, { role: 'U' });
    const stranger = openStranger(setup);
    expect(await refusalOf(stranger.listSubaccounts(page, user))).toMatchObject({ code: 'unauthorized', status: 401 });
    expect(await refusalOf(stranger.getUser(user))).toMatchObject({ code: 'unauthorized' });
    expect(await refusalOf(stranger.ping(user))).toMatchObject({ code: 'unauthorized' });
    expect(pathsOf(setup)).toEqual(['/subaccounts', '/user', '/user', '/ping']);
  });

  it('a text that may not be sent is refused, where one with a wrong key waits for another', async () => {
    const setup = await open(shape);
    const text = { phone: toPhoneKey('447700900765'), text: 'Hello', from: null, referenceId: 'r', createChat: false };
    const send = (client: ServiceClient) => refusalOf(client.sendMessage(text, { priority: 'sending' }));
    setup.demo.faults.set([{ kind: 'status', status: 401, path: '/messages', method: 'POST' }]);
    expect(await send(setup.client)).toMatchObject({ code: 'forbidden', outcome: 'refused' });
    expect(await send(openStranger(setup))).toMatchObject({ code: 'unauthorized' });
  });

  it('who asks for many things without a right asks about the key once', async () => {
    const setup = await open(shape, { role: 'U' });
    const calls = Array.from({ length: 8 }, () => refusalOf(setup.client.listSubaccounts(page, user)));
    for (const refused of await Promise.all(calls)) expect(refused.code).toBe('forbidden');
    expect(pathsOf(setup).filter((path) => path === '/user').length).toBeLessThan(8);
  });

  it.each([['reset-before'], ['maintenance']] as const)(
    'a 401 stays one where the question about the key meets %s',
    async (kind) => {
      const setup = await open(shape, { role: 'U' });
      setup.demo.faults.set([{ kind, path: '/user' }]);
      expect(await refusalOf(setup.client.listSubaccounts(page, user))).toMatchObject({ code: 'unauthorized' });
    },
  );

  it.each(['P', 'A'] as const)('role %s sees the team and its invoices', async (role) => {
    const setup = await open(shape, { role });
    expect((await setup.client.listSubaccounts(page, user)).items.length).toBeGreaterThan(0);
    const { status, body } = await setup.ask('GET', { path: '/invoices' });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { page: 1, resources: [{ currency: 'GBP' }, {}, {}, {}] },
    });
  });

  it('the service tells a regular user so in its own words', async () => {
    const setup = await open(shape, { role: 'U' });
    for (const path of ['/subaccounts', '/invoices']) {
      const { status, body } = await setup.ask('GET', { path });
      const words = { code: 401, message: 'You have no right to perform this action' };
      expect({ status, body }).toEqual({ status: 401, body: words });
    }
  });

  it.each<[group: string, feature: string, ask: (client: ServiceClient) => Promise<unknown>]>([
    ['callbacks', 'callback-settings', (client) => client.getCallbackSettings(user)],
    ['notifications', 'notification-settings', (client) => client.getInboundNotification(user)],
    ['senders', 'senders', (client) => client.listSenders({}, user)],
    ['sender-ids', 'sender-ids', (client) => client.listSenderIds(page, user)],
    ['statistics', 'statistics', (client) => client.listMessagingStatistics({ by: 'off' }, user)],
    ['subaccounts', 'subaccounts', (client) => client.listSubaccounts(page, user)],
  ])('a service without %s is remembered to have none', async (group, feature, ask) => {
    const setup = await open(shape);
    setup.withoutGroups(group);
    expect(await refusalOf(ask(setup.client))).toMatchObject({ code: 'not-found' });
    expect(setup.client.absentFeatures).toEqual([feature]);
    setup.withoutGroups();
    await ask(setup.client);
    expect(setup.client.absentFeatures).toEqual([]);
  });
});

describe.each(SHAPES)('at its oddest, in the shape %s', (shape) => {
  const groups = [accountCases, notificationCases, referenceCases, senderCases, statisticsCases, lookupCases];
  const read = groups.flat().filter(({ row, result }) => row.startsWith('GET') && result !== null);

  it.each(read)('$row is read all the same', async (one) => {
    const setup = await open(shape, { quirks: true });
    await one.prepare?.(setup);
    const result = await one.call(setup.client, setup);
    expect(v.safeParse(one.result ?? v.never(), result).issues).toBeUndefined();
    const plain = await open(shape);
    await one.prepare?.(plain);
    const expected = await one.call(plain.client, plain);
    // Only what oddities take away may be missing.
    if (Array.isArray(expected)) expect((result as readonly unknown[]).length).toBe(expected.length);
  });
});
