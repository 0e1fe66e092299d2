/** One run of the real app, from its start to its kill. */
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { spawnApp, toSignInEnvironment, type RunningProgram } from '#test/e2e/support/programs.ts';
import { until } from '#test/support/until.ts';
import { WindowClient } from '#test/support/window-client.ts';
import { disturbService, useWindow } from './random-activity.ts';
import type { RunContext } from './requested-writes.ts';

/** An early kill comes before the app listens, or while it reads its first pages. */
const EARLY_MS = 1_200;
const LONGEST_MS = 900;
/** Accepted texts to wait for in every other run. */
const TEXTS = 3;

/**
 * Starts the app on `dataFolder`, with random activity, and kills it at a random moment: in its first second, while it
 * signs in with a window open, or, in every other run, once it accepted some texts. Rejects when the app ended by itself or
 * refused what it must not refuse.
 */
export async function runUntilKilled(dataFolder: string, context: RunContext): Promise<void> {
  const { random, account, run } = context;
  const ending = new AbortController();
  const app = spawnApp({ dataFolder, env: toSignInEnvironment(account) });
  const disturbing = disturbService({ ...context, random: random.fork() }, ending.signal);
  try {
    if (run % 2 === 0 && random.happens(50)) {
      await wait(random.between(0, EARLY_MS));
      await kill(app.program);
    } else {
      await workUntilKilled(await app.waitForAddress(), { ...context, random: random.fork() }, app.program);
    }
  } finally {
    await app.program.stop('SIGKILL');
    ending.abort();
    await disturbing;
  }
}

/** Performs user actions until the app is killed. */
async function workUntilKilled(address: string, context: RunContext, app: RunningProgram): Promise<void> {
  const { random, requested, run } = context;
  const ending = new AbortController();
  const client = await WindowClient.open(address);
  const before = requested.answered.length;
  const killing = (async () => {
    if (run % 2 === 1) await until(() => expect(requested.answered.length).toBeGreaterThanOrEqual(before + TEXTS));
    await wait(random.between(20, LONGEST_MS));
    await kill(app);
    ending.abort();
  })();
  const working = useWindow(client, { ...context, random: random.fork() }, ending.signal);
  await Promise.all([killing, working]).finally(() => client.close());
}

/** Throws when the app ended by itself. */
async function kill(app: RunningProgram): Promise<void> {
  if (!app.isRunning) throw new Error(`The app ended by itself:\n${app.output}`);
  await app.stop('SIGKILL');
}
