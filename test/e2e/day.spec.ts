import { expect, test } from '@playwright/test';
import { spendDay, toKinds } from '#test/bench/day-parts.ts';
import { toPercentile } from '#test/bench/measure.ts';
import { World } from '#test/bench/world.ts';

/**
 * A day of somebody who answers all day, keyboard only, while people go on writing. In small with room for a busy machine;
 * the figures themselves come from `npm run bench -- --only day`.
 */
const isFull = process.env['SWITCHBOARD_TEST_SCALE'] === 'full';
const DAY = isFull
  ? { chats: 20_000, messages: 300_000, contacts: 100_000, queue: 100 }
  : { chats: 1_500, messages: 6_000, contacts: 1_000, queue: 20 };
const KEY_MS = isFull ? 100 : 200;
/** Of keys that write no letter; a busy machine has them all wait for main. */
const ACT_MS = isFull ? 100 : 300;

test('a day by keys: every key is quick, the focus is somewhere, nothing jumps, and the service has what was done', async () => {
  test.setTimeout(isFull ? 1_200_000 : 240_000);
  const world = await World.create(DAY);
  try {
    const { hands, differences } = await spendDay(world, DAY);
    const { pressed, lost, rests } = hands;
    const all = pressed.map(({ ms }) => ms);
    const others = pressed.filter(({ isLetter }) => !isLetter);
    const kinds = JSON.stringify(toKinds(others));
    expect(differences).toEqual([]);
    expect(lost, 'keys after which nothing had the focus').toEqual([]);
    expect(pressed.length).toBeGreaterThan(DAY.queue * 5);
    expect.soft(toPercentile(all, 0.95), `p95 of all keys; ${kinds}`).toBeLessThanOrEqual(KEY_MS);
    expect
      .soft(
        toPercentile(
          others.map(({ ms }) => ms),
          0.95,
        ),
        `p95 without letters; ${kinds}`,
      )
      .toBeLessThanOrEqual(ACT_MS);
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
