/** Whatever people, network, clock and power do, in whatever order: what the outbox promises holds. */
import * as fc from 'fast-check';
import { describe, it } from 'vitest';
import { OutboxSimulation } from '#test/support/sending/outbox-simulation.ts';
import type { OutboxEvent } from '#test/support/sending/outbox-simulation.ts';

const error = fc.constantFrom(
  { code: 'offline', outcome: 'not-accepted' } as const,
  { code: 'rate-limited', outcome: 'not-accepted', retryAfterMs: 20_000 } as const,
  { code: 'timeout', outcome: 'unknown' } as const,
  { code: 'server', outcome: 'unknown' } as const,
  { code: 'validation', outcome: 'refused' } as const,
  { code: 'unauthorized', outcome: 'refused' } as const,
);
const happening: fc.Arbitrary<OutboxEvent> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('write'),
      lane: fc.nat(2),
      holdMs: fc.constantFrom(0, 5_000, 30_000),
      files: fc.constantFrom(0, 0, 1, 2),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('pass'), ms: fc.constantFrom(0, 1, 900, 4_000, 5_000, 31_000) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('fail', 'fail upload'), error, isAfter: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('send now', 'discard', 'retry'), send: fc.nat(9) }),
  },
  fc.record({ kind: fc.constant('set clock'), ms: fc.constantFrom(-90_000_000, -3_000, 3_000, 4_000_000) }),
  fc.record({ kind: fc.constantFrom('wake', 'restart', 'flush', 'hold answers', 'let answers go') }),
);

describe('any story of an outbox', () => {
  it('sends nothing twice, nothing too early, nothing out of order, and all in the end (SEND-1 to 6, 12 to 14)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 5, maxLength: 40 }), async (happenings) => {
        const simulation = new OutboxSimulation();
        for (const one of happenings) await simulation.apply(one);
        await simulation.end();
      }),
      { numRuns: 60 },
    );
  });
});
