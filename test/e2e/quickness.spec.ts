import { expect, test } from '@playwright/test';
import { readUsableMs, scrollThrough } from '#test/bench/inbox-steps.ts';
import { watchFirstSync } from '#test/bench/watching.ts';
import { World } from '#test/bench/world.ts';

/**
 * The bench in small, with room for a busy machine: what fails here has become another kind of slow. The figures
 * themselves come from `npm run bench`.
 */
const isFull = process.env['SWITCHBOARD_TEST_SCALE'] === 'full';
const COUNTS = isFull
  ? { chats: 20_000, messages: 300_000, contacts: 100_000 }
  : { chats: 1_500, messages: 6_000, contacts: 1_000 };
/** Twice what a person may meet on a machine of their own. */
const LONGEST_TASK_MS = 100;
const MOST_NODES = 1_500;

test('stays quick while everything comes in: no long task in the page or in main, and a list pane of few nodes', async () => {
  test.setTimeout(isFull ? 600_000 : 120_000);
  const world = await World.create(COUNTS);
  try {
    await world.startApp();
    const page = await world.openWindow();
    await world.load(page);
    await readUsableMs(page);
    const watched = await watchFirstSync({ world, page });
    for (const { activity, page: tasks, main: turns } of watched) {
      expect.soft(tasks.cpuMs, `the longest task of the page while ${activity}`).toBeLessThan(LONGEST_TASK_MS);
      expect.soft(turns.cpuMs, `the longest turn of main while ${activity}`).toBeLessThan(LONGEST_TASK_MS);
      expect.soft(tasks.usedMs, 'the page did something').toBeGreaterThan(0);
    }
    const passage = await scrollThrough(page, 200);
    expect(passage.rows).toBeGreaterThan(COUNTS.chats / 2);
    expect(passage.mostNodes).toBeLessThan(MOST_NODES);
  } finally {
    await world.dispose();
  }
});
