/** How long the page and main are busy in one go while something is done, and while the first sync runs. */
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright';
import * as v from 'valibot';
import { pageKeySchema } from '#shared/contract/index.ts';
import { STORED_AS } from '#test/support/page-key.ts';
import { WindowClient } from '#test/support/window-client.ts';
import { openChat, scrollThrough } from './inbox-steps.ts';
import { toWorst, watchTurns, type Stretch } from './main-turns.ts';
import { watchTasks } from './page-tasks.ts';
import { HANGS_AFTER_MS } from './until.ts';
import type { World } from './world.ts';

/** So many rows are on screen for certain. */
const ROWS_ON_SCREEN = 8;
/** Frames of a way through the list and back: in leaps, so that it is done many times while the sync runs. */
const LEAPS = 400;
const REST_MS = 3_000;

export interface Watched {
  readonly activity: string;
  readonly page: Stretch;
  readonly main: Stretch;
}

export interface Place {
  readonly world: World;
  readonly page: Page;
}

export async function watch({ world, page }: Place, activity: string, work: () => Promise<unknown>): Promise<Watched> {
  const stretches = { page: toWorst([]), main: toWorst([]) };
  stretches.main = await watchTurns(world.probeFile, async () => {
    stretches.page = await watchTasks(page, work);
  });
  return { activity, ...stretches };
}

/** Opens the chats on screen one after another; milliseconds from each click until its messages were painted. */
export async function openChats(page: Page, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) times.push(await openChat(page, index % ROWS_ON_SCREEN));
  return times;
}

/** Rests, scrolls and opens chats by turns, each at least once, until everything of the service is in the cache. */
export async function watchFirstSync(place: Place): Promise<Watched[]> {
  const { page } = place;
  const beside = await joinPage(page);
  const endsAt = performance.now() + HANGS_AFTER_MS;
  const watched: Watched[] = [];
  try {
    while (performance.now() < endsAt) {
      watched.push(await watch(place, 'nobody touches it', () => wait(REST_MS)));
      watched.push(await watch(place, 'scrolling', () => scrollThrough(page, LEAPS)));
      watched.push(await watch(place, 'opening chats', () => openChats(page, ROWS_ON_SCREEN)));
      const { phase, done, total } = await beside.get('sync.getStatus', {});
      if (phase === 'idle') return watched;
      process.stderr.write(`  ${phase}: ${done} of ${total ?? '?'}\n`);
    }
  } finally {
    beside.close();
  }
  throw new Error('The first sync does not end');
}

/** The contract beside a page: main is asked without it. */
export async function joinPage(page: Page): Promise<WindowClient> {
  const stored = await page.evaluate((name) => sessionStorage.getItem(name), STORED_AS);
  return await WindowClient.join(page.url(), v.parse(v.pipe(v.string(), v.parseJson(), pageKeySchema), stored));
}
