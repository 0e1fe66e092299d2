import { expect, test } from '@playwright/test';
import { spendDay } from '#test/bench/day-parts.ts';
import { World } from '#test/bench/world.ts';

/**
 * A day of a person who answers all day, keyboard only, while people go on writing. How quick each key is comes from
 * `npm run bench -- --only day`.
 */
const DAY = { chats: 20_000, messages: 300_000, contacts: 100_000, queue: 100 };

test('a day by keys: the focus is somewhere, nothing jumps, and the service has what was done', async () => {
  test.setTimeout(3_600_000);
  const world = await World.create(DAY);
  try {
    const { hands, differences } = await spendDay(world, DAY);
    const { pressed, lost, rests } = hands;
    expect(differences).toEqual([]);
    expect(lost, 'keys after which nothing had the focus').toEqual([]);
    expect(pressed.length).toBeGreaterThan(DAY.queue * 5);
    expect(rests.length).toBeGreaterThan(1);
    expect(rests.flatMap(({ shifts }) => shifts)).toEqual([]);
    expect(rests.filter(({ isRowHidden }) => isRowHidden)).toEqual([]);
    expect(Math.max(...rests.map(({ sheetWay }) => sheetWay)), 'the open chat stays in its place').toBeLessThanOrEqual(
      1,
    );
  } finally {
    await world.dispose();
  }
});
