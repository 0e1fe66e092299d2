/**
 * Edits of people by the user and by another client, in any order and through any trouble: in the end the cache equals the
 * service, nothing was overwritten unseen, and nothing is lost or doubled. A seed repeats its sequence:
 * `SWITCHBOARD_SIMULATION_SEED=<seed> npx vitest run --project faults test/faults/people/people.test.ts`
 */
import { afterEach, describe, expect, it } from 'vitest';
import { compareWithService, readServiceState, TABLE_NAMES } from '#test/support/comparison/compare-with-service.ts';
import { isFull } from '#test/support/full-counts.ts';
import { Random, throwDice } from '#test/support/random.ts';
import { listOracleFaults } from './oracle.ts';
import { PeopleSimulation } from './people-simulation.ts';
import { STEPS } from './steps.ts';

const SEQUENCES = isFull ? 1_000 : 10;
const IN_ONE_TEST = 10;

/** What these sequences are about. */
const COMPARED: readonly string[] = ['contacts', 'lists', 'members', 'fields', 'notes', 'blocked', 'unsubscribers'];
const LEFT_OUT = [...TABLE_NAMES.filter((name) => !COMPARED.includes(name)), 'last', 'unread', 'search'];

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** The faults at the end of the sequence of that seed; empty where there are none. */
async function simulate(seed: number): Promise<readonly string[]> {
  const random = new Random(seed);
  const simulation = await PeopleSimulation.start(random);
  undo.push(() => simulation.end());
  await simulation.run(STEPS, random.between(20, 60));
  const stuck = await simulation.settle();
  await simulation.readEverything();
  const { app, demo, watched, intents } = simulation;
  const faults = [
    ...stuck,
    ...compareWithService(app.store.db, readServiceState(demo), { except: LEFT_OUT, whole: ['notes'] }),
    ...listOracleFaults({ watched, intents }),
    ...simulation.bugs.map((bug) => `bug: ${String(bug)}`),
  ];
  await undo.pop()?.();
  return faults.length === 0 ? [] : [`seed ${String(seed)}`, ...simulation.log, ...faults.slice(0, 40)];
}

describe('people after any history of edits', () => {
  it.each(Array.from({ length: SEQUENCES / IN_ONE_TEST }, (_, part) => part))(
    'are as the service has them, and nothing was overwritten unseen, lost or doubled, portion %i',
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
