import { describe, expect, it } from 'vitest';
import { Repeats } from '#main/bridge/repeats.ts';

describe('repeats', () => {
  it('gives the first answer again, also while it is still being made', async () => {
    const repeats = new Repeats<number>();
    let acts = 0;
    const act = (): Promise<number> => Promise.resolve((acts += 1));
    expect(await Promise.all([repeats.once('a', act), repeats.once('a', act)])).toEqual([1, 1]);
    expect(await repeats.once('a', act)).toBe(1);
    expect(await repeats.once('b', act)).toBe(2);
  });

  it('forgets the oldest beyond its limit', async () => {
    const repeats = new Repeats<number>(2);
    let acts = 0;
    const act = (): Promise<number> => Promise.resolve((acts += 1));
    for (const key of ['a', 'b', 'c']) await repeats.once(key, act);
    expect(await repeats.once('c', act)).toBe(3);
    expect(await repeats.once('a', act)).toBe(4);
  });
});
