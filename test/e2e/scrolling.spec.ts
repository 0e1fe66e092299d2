import { expect, test } from '@playwright/test';
import { withScrollWorld } from '#test/bench/scroll-parts.ts';
import { goAll, listWays, threadWays, toMostNodes, toUsual, type WentWay } from '#test/bench/scroll-ways.ts';

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
    const list = await goAll(place, listWays(place.page), LONGEST_TASK_MS);
    expectSmooth(list);
    // Turned by most of a screen, dragged, paged: all of it was on screen, not only its first rows.
    expect(list[0]?.rounds[0]?.passage.steps).toBeGreaterThan(SIZE.chats / 20);
    const thread = await goAll(place, threadWays(place.page, phone), LONGEST_TASK_MS);
    expectSmooth(thread);
    expect(thread[0]?.rounds[0]?.passage.steps).toBeGreaterThan(SIZE.threadMessages / 100);
  });
});

function expectSmooth(ways: readonly WentWay[]): void {
  for (const way of ways) {
    const { activity } = way;
    const { cpuMs: pageMs } = toUsual(way, 'page');
    expect.soft(pageMs, `the longest task of the page: ${activity}`).toBeLessThan(LONGEST_TASK_MS);
    expect.soft(toUsual(way, 'main').cpuMs, `the longest turn of main: ${activity}`).toBeLessThan(LONGEST_TASK_MS);
    expect.soft(toMostNodes(way), `nodes of the pane: ${activity}`).toBeLessThan(MOST_NODES);
    expect.soft(toMostNodes(way), 'nodes were counted').toBeGreaterThan(100);
  }
}
