import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Changes } from '#main/store/changes.ts';
import { commands } from '#main/store/commands/table.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { NOON, buildMessage, phoneOf } from '../builders.ts';

const TEXTS = 12;
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ ids: fc.array(fc.integer({ min: 1, max: TEXTS }), { maxLength: 4 }) }) },
  { weight: 2, arbitrary: fc.record({ limit: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ crashes: fc.constant(true) }) },
);

describe('notices', () => {
  it('are one for each text, whatever comes twice, out of order, by either way, with the app ending in between', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.boolean(), (steps, isCallback) => {
        const store = new StoreInOneThread();
        try {
          const told: string[] = [];
          const take = (limit: number): number => {
            const taken = store.run('takeNotices', { limit }).map(({ key }) => key);
            told.push(...taken);
            return taken.length;
          };
          const arrive = (ids: readonly number[], via: 'callback' | 'poll'): void => {
            const messages = ids.map((id) => buildMessage(`in:${id}`, { at: NOON + id, phone: phoneOf(id % 3) }));
            store.run('commitMessages', { messages, source: via === 'poll' ? 'page' : 'single', via });
          };
          store.run('openNotices', {});
          for (const [index, one] of steps.entries()) {
            if ('ids' in one) arrive(one.ids, isCallback === (index % 2 === 0) ? 'callback' : 'poll');
            else if ('limit' in one) take(one.limit);
            else if (commands.takeNotices.file === 'cache') {
              const { owned, cache, now } = store;
              commands.takeNotices.prepare?.({ owned, cache, now, changes: new Changes() }, { limit: 2 });
            }
          }
          const all = Array.from({ length: TEXTS }, (_, index) => index + 1);
          arrive(all, 'poll');
          while (take(5) > 0);
          expect(told.toSorted()).toEqual(all.map((id) => `in:${id}`).toSorted());
        } finally {
          store.close();
        }
      }),
      { numRuns: 25 },
    );
  }, 30_000);
});
