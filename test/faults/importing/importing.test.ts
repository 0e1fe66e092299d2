/**
 * Random imports through any trouble: in the end the service has what the run says and nothing else, and after the undo it is
 * as before. A seed repeats its sequence:
 * `SWITCHBOARD_SIMULATION_SEED=<seed> npx vitest run --project faults test/faults/importing/importing.test.ts`
 */
import { afterEach, describe, expect, it } from 'vitest';
import { compareWithService, readServiceState, TABLE_NAMES } from '#test/support/comparison/compare-with-service.ts';
import { isFull } from '#test/support/full-counts.ts';
import { Random, throwDice } from '#test/support/random.ts';
import { ImportSimulation } from './import-simulation.ts';
import { listRunFaults, listUndoFaults } from './oracle.ts';
import { STEPS, STEPS_WITH_STOP } from './steps.ts';

const IMPORTS = isFull ? 100 : 5;
const IN_ONE_TEST = 5;
const MOST_UNDOS = 4;

/** What imports are about. */
const COMPARED: readonly string[] = ['contacts', 'lists', 'members', 'fields', 'notes', 'blocked', 'unsubscribers'];
const LEFT_OUT = [...TABLE_NAMES.filter((name) => !COMPARED.includes(name)), 'last', 'unread', 'search'];

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** The faults of the import of that seed and of its undo; empty where there are none. */
async function simulate(seed: number): Promise<readonly string[]> {
  const random = new Random(seed);
  const simulation = await ImportSimulation.start(random);
  undo.push(() => simulation.end());
  const { watched, demo } = simulation;
  const before = watched.read();
  const fieldsBefore = structuredClone(demo.world.fields.rows);
  const planned = await simulation.planImport();
  await simulation.startImport(planned);
  await simulation.trouble(random.happens(25) ? STEPS_WITH_STOP : STEPS, random.between(2, 20));
  const faults = [...(await simulation.settle())];
  const after = watched.read();
  const fields = new Map(demo.world.fields.rows.map(({ id, name }) => [id, name]));
  const [stored, rows] = [await simulation.find(), await simulation.listRows()];
  faults.push(...listRunFaults({ before, after, planned, stored, rows, fields }));
  simulation.log.push(`${stored.state}: ${JSON.stringify(stored.counts)}`);

  const mayStop = random.happens(25);
  // An undo that was stopped is begun again.
  for (let begun = 0; begun < MOST_UNDOS && (await simulation.readState()) !== 'undone'; begun += 1) {
    await simulation.undo();
    await simulation.trouble(mayStop && begun < MOST_UNDOS - 1 ? STEPS_WITH_STOP : STEPS, random.between(0, 12));
    faults.push(...(await simulation.settle()));
  }
  const undone = { before, after: watched.read(), rows: await simulation.listRows() };
  faults.push(...listUndoFaults({ ...undone, hidesValues: demo.settings.shapes === 'spec' }));
  const fieldsAfter = demo.world.fields.rows;
  if (JSON.stringify(fieldsAfter) !== JSON.stringify(fieldsBefore)) {
    faults.push(`custom fields are ${JSON.stringify(fieldsAfter)}, and were ${JSON.stringify(fieldsBefore)}`);
  }
  await simulation.clock.passUntil(simulation.app.sync.checkEverything(), 3_600_000);
  const differences = compareWithService(simulation.app.store.db, readServiceState(demo), { except: LEFT_OUT });
  faults.push(...differences, ...simulation.bugs.map((bug) => `bug: ${String(bug)}`));
  await undo.pop()?.();
  return faults.length === 0 ? [] : [`seed ${String(seed)}`, ...simulation.log, ...faults.slice(0, 40)];
}

describe('an import through any trouble', () => {
  it.each(Array.from({ length: IMPORTS / IN_ONE_TEST }, (_, part) => part))(
    'has done what it says, no contact is doubled or lost, and its undo leaves the service as before, portion %i',
    async () => {
      const random = throwDice();
      const given = process.env['SWITCHBOARD_SIMULATION_SEED'];
      for (let count = 0; count < (given === undefined ? IN_ONE_TEST : 1); count += 1) {
        expect(await simulate(Number(given ?? random.between(1, 1_000_000_000)))).toEqual([]);
      }
    },
    900_000,
  );
});
