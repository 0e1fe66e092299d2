/** Cases of sends to more than 1,000 people. */
import * as v from 'valibot';
import { expect } from 'vitest';
import type { BulkStatus } from '#shared/domain/bulks.ts';
import { pageOf, serviceSendSchema } from '#test/unit/api/support/entity-schemas.ts';
import { listNumbers } from '../../demo-people.ts';
import { toCase } from '../operation-case.ts';
import type { OperationCase } from '../operation-case.ts';
import type { ClientOnDemo } from '../client-on-demo.ts';

const user = { priority: 'user' } as const;
const NOWHERE = 999_999;
const PEOPLE = 1_001;
const STATUSES: readonly BulkStatus[] = ['created', 'working', 'failed', 'completed', 'suspended', 'unknown'];

const count = v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0)));
const bulkSchema = v.strictObject({
  id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  status: v.picklist(STATUSES),
  processedCount: count,
  totalCount: count,
  createdAt: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
  text: v.string(),
  send: v.nullable(serviceSendSchema),
});

async function send({ ask }: { ask: ClientOnDemo['ask'] }, text: string): Promise<void> {
  const answer = await ask('POST', {
    path: '/messages',
    body: { text, phones: listNumbers(PEOPLE).join(','), referenceId: 'closed-monday' },
  });
  if (answer.status !== 202) throw new Error(`The bulk was refused: ${JSON.stringify(answer.body)}`);
}

/** Lets the service work until nothing of its bulks is left to do. */
function finish({ demo, world }: ClientOnDemo): void {
  for (let step = 0; step < 50 && world.bulks.rows.some(({ status }) => status !== 'c'); step += 1) demo.advance(500);
}

/** One that is done, and one that has just begun. */
async function prepare(setup: ClientOnDemo): Promise<void> {
  setup.world.data.balance = 1_000;
  const asking = { ask: setup.ask.bind(setup) };
  await send(asking, 'We are closed on Monday.');
  finish(setup);
  await send(asking, 'We are open again.');
  setup.demo.advance(500);
}

const firstOf = ({ world }: ClientOnDemo): number => world.bulks.rows[0]?.id ?? NOWHERE;

export const bulkCases: readonly OperationCase[] = [
  toCase({
    row: 'GET /bulks',
    fixture: 'bulks',
    prepare,
    request: () => ({ path: '/bulks' }),
    call: (client) => client.listBulks({ page: 1, limit: 10 }, user),
    result: pageOf(bulkSchema),
    works: async (setup, { items: [second, first] }) => {
      expect(first).toMatchObject({ status: 'completed', processedCount: PEOPLE, totalCount: PEOPLE });
      expect(second).toMatchObject({ status: 'working', totalCount: PEOPLE, send: null });
      expect(second?.processedCount).toBeGreaterThan(0);
      expect(second?.processedCount).toBeLessThan(PEOPLE);
      finish(setup);
      const { items } = await setup.client.listBulks({ page: 1, limit: 1 }, user);
      expect(items[0]).toMatchObject({ status: 'completed', processedCount: PEOPLE });
    },
  }),
  toCase({
    row: 'GET /bulks/{id}',
    fixture: 'bulk',
    prepare,
    request: (setup) => ({ path: `/bulks/${firstOf(setup)}` }),
    call: (client, setup) => client.getBulk({ bulkId: firstOf(setup) }, user),
    result: bulkSchema,
    works: ({ world }, bulk) => {
      expect(bulk.send).toMatchObject({ text: 'We are closed on Monday.', referenceId: 'closed-monday' });
      const messages = world.outbound.rows.filter(({ sessionId }) => sessionId === bulk.send?.id);
      expect(new Set(messages.map(({ receiver }) => receiver)).size).toBe(PEOPLE);
    },
    refusals: { 404: (client) => client.getBulk({ bulkId: NOWHERE }, user) },
  }),
];
