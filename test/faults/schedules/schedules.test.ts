/**
 * Scheduled texts through any trouble: killed at every step of making, changing, cancelling and sending, each goes out once, or
 * its state says why it did not, by the service's own record. A seed repeats its sequence:
 * `SWITCHBOARD_SIMULATION_SEED=<seed> npx vitest run --project faults test/faults/schedules/schedules.test.ts`
 */
import { afterEach, describe, expect, it } from 'vitest';
import { isFull } from '#test/support/full-counts.ts';
import { Random, throwDice } from '#test/support/random.ts';
import { listFaults } from './oracle.ts';
import { ScheduleSimulation } from './schedule-simulation.ts';
import { STEPS } from './steps.ts';

const RUNS = isFull ? 200 : 4;
const IN_ONE_TEST = isFull ? 20 : 4;

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** The faults of the sequence of that seed; empty where there are none. */
async function simulate(seed: number): Promise<readonly string[]> {
  const random = new Random(seed);
  const simulation = await ScheduleSimulation.start(random);
  undo.push(() => simulation.end());
  await simulation.trouble(STEPS, random.between(10, 40));
  const faults = [...(await simulation.settle())];
  const rows = await simulation.listOwn();
  faults.push(...(await listFaults(simulation, rows)), ...simulation.bugs.map((bug) => `bug: ${String(bug)}`));
  await undo.pop()?.();
  return faults.length === 0 ? [] : [`seed ${String(seed)}`, ...simulation.log, ...faults.slice(0, 40)];
}

describe('scheduled texts through any trouble', () => {
  it.each(Array.from({ length: RUNS / IN_ONE_TEST }, (_, part) => part))(
    'go out once, or their state says why they did not, portion %i',
    async () => {
      const random = throwDice();
      const given = process.env['SWITCHBOARD_SIMULATION_SEED'];
      for (let count = 0; count < (given === undefined ? IN_ONE_TEST : 1); count += 1) {
        const lines = await simulate(Number(given ?? random.between(1, 1_000_000_000)));
        expect(lines.join('\n')).toBe('');
      }
    },
    900_000,
  );
});
