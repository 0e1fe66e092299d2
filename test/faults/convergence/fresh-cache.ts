import { mkdir } from 'node:fs/promises';
import type { ReadDb } from '#main/store/open.ts';
import { SimulatedApp } from './simulated-app.ts';
import type { Simulation } from './simulation.ts';

const LONGEST_MS = 60 * 60_000;

/** Reads the whole service into an empty data folder. */
export async function readFreshCache(
  simulation: Simulation,
  folder: string,
): Promise<{ readonly db: ReadDb; close(): Promise<void> }> {
  const { demo, clock, random, variant } = simulation;
  await mkdir(folder, { recursive: true });
  const { maxLimit, days } = variant;
  const app = new SimulatedApp({ folder, demo, clock, random: random.fork(), maxLimit, onTold: () => undefined });
  app.sync.setHistory({ days, isPaused: false });
  const latest = clock.trueNow() + LONGEST_MS;
  do await clock.pass(5_000);
  while (app.sync.getStatus().phase !== 'idle' && clock.trueNow() < latest);
  await readEverything(simulation, app);
  return { db: app.store.db, close: () => clock.passUntil(app.close(), LONGEST_MS) };
}

/** Verifies the whole cache with the service and opens every chat. */
export async function readEverything({ clock, variant }: Simulation, app: SimulatedApp): Promise<void> {
  const isRefusedInPart = variant.absent.length > 0 || variant.refusals.length > 0;
  // The check reports what this service always refuses, and does the rest.
  const check = app.sync.checkEverything().catch((error: unknown) => {
    if (!isRefusedInPart) throw error;
  });
  await clock.passUntil(check, LONGEST_MS);
  await clock.passUntil(app.openEveryChat(), LONGEST_MS);
  // Calls cannot be asked for one by one: only two lists, some time apart, show that one is gone.
  if (variant.refusals.length > 0 || hasCalls(app)) {
    await clock.pass(90_000);
    await clock.passUntil(app.openEveryChat(), LONGEST_MS);
    await clock.pass(5_000);
  }
  if (isRefusedInPart) await clock.passUntil(app.readEveryChat(), LONGEST_MS);
  await clock.pass(20_000);
}

function hasCalls({ store }: SimulatedApp): boolean {
  return store.db.get(`SELECT 1 AS found FROM messages WHERE sequence = 'call' LIMIT 1`) !== undefined;
}
