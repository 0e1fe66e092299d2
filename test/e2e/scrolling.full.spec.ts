import { expect, test } from '@playwright/test';
import { withScrollWorld } from '#test/bench/scroll-parts.ts';
import { goOnce, listWays, threadWays, type Way } from '#test/bench/scroll-ways.ts';
import type { Passage } from '#test/bench/scroll-steps.ts';
import type { Place } from '#test/bench/watching.ts';

/**
 * A long list and a long thread by each way of scrolling. How long their tasks take comes from
 * `npm run bench -- --only scroll`.
 */
const SIZE = { chats: 20_000, threadMessages: 50_000 };
/** Rows on screen and those that the browser is given ahead, whatever there is beyond them. */
const MOST_NODES = 2_500;

test('a long list and a long thread scroll by wheel, thumb and keys from end to end, in few nodes', async () => {
  test.setTimeout(3_600_000);
  await withScrollWorld(SIZE, async (place, phone) => {
    const list = await goAll(place, listWays(place.page));
    // Turned by most of a screen, dragged, paged: all of it was on screen, not only its first rows.
    expect(list[0]?.steps).toBeGreaterThan(SIZE.chats / 20);
    const thread = await goAll(place, threadWays(place.page, phone));
    expect(thread[0]?.steps).toBeGreaterThan(SIZE.threadMessages / 100);
  });
});

/** Each way once. */
async function goAll(place: Place, ways: readonly Way[]): Promise<Passage[]> {
  const passages: Passage[] = [];
  for (const way of ways) {
    const { watched, passage } = await goOnce(place, way);
    expect.soft(passage.mostNodes, `nodes of the pane: ${watched.activity}`).toBeLessThan(MOST_NODES);
    expect.soft(passage.mostNodes, 'nodes were counted').toBeGreaterThan(100);
    passages.push(passage);
  }
  return passages;
}
