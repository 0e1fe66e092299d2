import { expect, test } from '@playwright/test';
import { withScrollWorld } from '#test/bench/scroll-parts.ts';
import { goOnce, listWays, threadWays, type Way } from '#test/bench/scroll-ways.ts';
import type { Passage } from '#test/bench/scroll-steps.ts';
import type { Place } from '#test/bench/watching.ts';

/**
 * The bench's scrolling in small, with room for a busy machine: what fails here has become another kind of slow. The
 * figures themselves come from `npm run bench -- --only scroll`.
 */
const isFull = process.env['SWITCHBOARD_TEST_SCALE'] === 'full';
const SIZE = isFull ? { chats: 20_000, threadMessages: 50_000 } : { chats: 600, threadMessages: 1_200 };
/** Twice what a person may meet on a machine of their own. */
const LONGEST_TASK_MS = 100;
/** Rows on screen and those that the browser is given ahead, whatever there is beyond them. */
const MOST_NODES = 2_500;

test('a long list and a long thread scroll by wheel, thumb and keys without a stall, in few nodes', async () => {
  test.setTimeout(isFull ? 1_800_000 : 480_000);
  await withScrollWorld(SIZE, async (place, phone) => {
    const list = await goSmoothly(place, listWays(place.page));
    // Turned by most of a screen, dragged, paged: all of it was on screen, not only its first rows.
    expect(list[0]?.steps).toBeGreaterThan(SIZE.chats / 20);
    const thread = await goSmoothly(place, threadWays(place.page, phone));
    expect(thread[0]?.steps).toBeGreaterThan(SIZE.threadMessages / 100);
  });
});

/** Each way once. */
async function goSmoothly(place: Place, ways: readonly Way[]): Promise<Passage[]> {
  const passages: Passage[] = [];
  for (const way of ways) {
    const { watched, passage } = await goOnce(place, way);
    const { activity, page, main } = watched;
    expect.soft(page.cpuMs, `the longest task of the page: ${activity}`).toBeLessThan(LONGEST_TASK_MS);
    expect.soft(main.cpuMs, `the longest turn of main: ${activity}`).toBeLessThan(LONGEST_TASK_MS);
    expect.soft(passage.mostNodes, `nodes of the pane: ${activity}`).toBeLessThan(MOST_NODES);
    expect.soft(passage.mostNodes, 'nodes were counted').toBeGreaterThan(100);
    passages.push(passage);
  }
  return passages;
}
