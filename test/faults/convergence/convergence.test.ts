/**
 * The SYNC and NOTICE invariants together: after random steps and a full check, the cache equals one that is read freshly
 * from the same service, the user was notified of every message at most once, and only chats that are snoozed and
 * unanswered are out of the list. A seed repeats its simulation.
 */
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { AS_READ, compareWithService, readServiceState } from '#test/support/comparison/compare-with-service.ts';
import { isFull } from '#test/support/full-counts.ts';
import { Random, throwDice } from '#test/support/random.ts';
import { dumpCache, listDifferences, listNoticeFaults, listSnoozeFaults } from './cache-checks.ts';
import { endSnoozes } from './user-steps.ts';
import { readEverything, readFreshCache } from './fresh-cache.ts';
import { STEPS } from './steps.ts';
import { Simulation } from './simulation.ts';

const SIMULATIONS = isFull ? 1_000 : 12;
const IN_ONE_TEST = isFull ? 20 : 12;

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** The faults at the end of the simulation of that seed; empty where there are none. */
async function simulate(seed: number): Promise<readonly string[]> {
  const random = new Random(seed);
  const simulation = await Simulation.start(random);
  undo.push(() => simulation.end());
  await simulation.run(STEPS, random.between(4, 26));
  await simulation.settle();
  await readEverything(simulation, simulation.app);
  await endSnoozes(simulation);
  const fresh = await readFreshCache(simulation, path.join(simulation.home, 'fresh'));
  undo.push(() => fresh.close());
  const faults = [
    ...listDifferences(dumpCache(simulation.app.store.db, simulation), dumpCache(fresh.db, simulation)),
    ...listServiceFaults(simulation),
    ...listNoticeFaults(simulation),
    ...listSnoozeFaults(simulation),
    ...simulation.app.sink.bugs.map((bug) => `bug: ${String(bug)}`),
  ];
  const { link } = simulation.app.sync.getStatus();
  if (link !== 'online') faults.push(`the link is ${link}`);
  await undo.pop()?.();
  await undo.pop()?.();
  return faults.length === 0 ? [] : [`seed ${String(seed)}`, ...simulation.log, ...faults.slice(0, 40)];
}

/** Compares the cache with the service's own state where the variant has everything and refuses nothing. */
function listServiceFaults({ app, demo, depthAt, variant }: Simulation): readonly string[] {
  if (!['plain', 'large', 'stingy'].includes(variant.name)) return [];
  return compareWithService(app.store.db, readServiceState(demo), { except: AS_READ, depthAt });
}

describe('the cache after any history', () => {
  it.each(Array.from({ length: SIMULATIONS / IN_ONE_TEST }, (_, part) => part))(
    'equals the service, portion %i',
    async () => {
      const random = throwDice();
      for (let count = 0; count < IN_ONE_TEST; count += 1) {
        const seed = process.env['SWITCHBOARD_SIMULATION_SEED'] ?? random.between(1, 1_000_000_000);
        expect(await simulate(Number(seed))).toEqual([]);
      }
    },
    900_000,
  );
});
