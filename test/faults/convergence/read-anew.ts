import { mkdir } from 'node:fs/promises';
import type { ReadDb } from '#main/store/open.ts';
import { Life } from './life.ts';
import type { Story } from './story.ts';

const LONGEST_MS = 60 * 60_000;

/** A cache that is read from the service as it is now, with nothing known before. */
export async function readAnew(story: Story, folder: string): Promise<{ readonly db: ReadDb; close(): Promise<void> }> {
  const { demo, clock, random, oddity } = story;
  await mkdir(folder, { recursive: true });
  const { maxLimit, days } = oddity;
  const life = new Life({ folder, demo, clock, random: random.fork(), maxLimit, onTold: () => undefined });
  life.sync.setHistory({ days, isPaused: false });
  const latest = clock.trueNow() + LONGEST_MS;
  do await clock.pass(5_000);
  while (life.sync.getStatus().phase !== 'idle' && clock.trueNow() < latest);
  await lookThrough(story, life);
  return { db: life.store.db, close: () => clock.passUntil(life.close(), LONGEST_MS) };
}

/** Compares everything with the service, and looks into every chat. */
export async function lookThrough({ clock, oddity }: Story, life: Life): Promise<void> {
  const isRefusedInPart = oddity.absent.length > 0 || oddity.refusals.length > 0;
  // What this service refuses for good, a check may say; it does all the rest all the same.
  const check = life.sync.checkEverything().catch((error: unknown) => {
    if (!isRefusedInPart) throw error;
  });
  await clock.passUntil(check, LONGEST_MS);
  await clock.passUntil(life.openEveryChat(), LONGEST_MS);
  // Two lists, some time apart, tell of what cannot be asked for alone, as calls.
  if (oddity.refusals.length > 0 || hasCalls(life)) {
    await clock.pass(90_000);
    await clock.passUntil(life.openEveryChat(), LONGEST_MS);
    await clock.pass(5_000);
  }
  if (isRefusedInPart) await clock.passUntil(life.readEveryChat(), LONGEST_MS);
  await clock.pass(20_000);
}

function hasCalls({ store }: Life): boolean {
  return store.db.get(`SELECT 1 AS found FROM messages WHERE sequence = 'call' LIMIT 1`) !== undefined;
}
