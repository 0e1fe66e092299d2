/** Look-ups cost account money: each is made once, whatever becomes of its answer. */
import { afterEach, describe, expect, it } from 'vitest';
import type { ServiceClient } from '#main/api/client.ts';
import type { AppError } from '#shared/domain/app-error.ts';
import { SHAPES } from '#test/support/operations/all.ts';
import { openClientOnDemo } from '#test/support/operations/client-on-demo.ts';
import type { ClientOnDemo } from '#test/support/operations/client-on-demo.ts';

const user = { priority: 'user' } as const;

let setup: ClientOnDemo | undefined;

afterEach(async () => {
  await setup?.dispose();
  setup = undefined;
});

const LOOKUPS: readonly [path: string, lookUp: (client: ServiceClient) => Promise<unknown>][] = [
  ['/lookups', (client) => client.lookUpCarrier({ phone: '447700900318' }, user)],
  ['/email-lookups', (client) => client.lookUpEmail({ email: 'ruth@northgate.example' }, user)],
];

describe.each(SHAPES)('in the shape %s', (shape) => {
  it.each(LOOKUPS)('%s is asked for once where its answer is lost', async (path, lookUp) => {
    setup = await openClientOnDemo(shape);
    const { demo, client, world } = setup;
    const before = world.data.balance;
    demo.faults.set([{ kind: 'reset-after', path }]);
    const failure = await lookUp(client).catch((error: unknown) => error as AppError);
    expect(failure).toMatchObject({ code: 'offline', outcome: 'unknown' });
    expect(demo.seen).toHaveLength(1);
    expect(before - world.data.balance).toBeLessThan(0.05);
  });
});
