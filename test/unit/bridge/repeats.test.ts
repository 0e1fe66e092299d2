import { describe, expect, it } from 'vitest';
import { Repeats } from '#main/bridge/repeats.ts';

interface Answer {
  readonly ok: boolean;
  readonly act: number;
}

/** Counts its acts; the first ones fail. */
function createAct(failures = 0): () => Promise<Answer> {
  let acts = 0;
  return () => {
    acts += 1;
    return Promise.resolve({ ok: acts > failures, act: acts });
  };
}

describe('repeats', () => {
  it('give the first answer again, also while it is still being made', async () => {
    const repeats = new Repeats<Answer>();
    const act = createAct();
    const both = await Promise.all([repeats.once('a', act), repeats.once('a', act)]);
    expect(both.map((answer) => answer.act)).toEqual([1, 1]);
    expect((await repeats.once('a', act)).act).toBe(1);
    expect((await repeats.once('b', act)).act).toBe(2);
  });

  it('try again what failed', async () => {
    const repeats = new Repeats<Answer>();
    const act = createAct(1);
    expect(await repeats.once('a', act)).toEqual({ ok: false, act: 1 });
    expect(await repeats.once('a', act)).toEqual({ ok: true, act: 2 });
    expect(await repeats.once('a', act)).toEqual({ ok: true, act: 2 });
  });

  it('forget the oldest beyond their limit', async () => {
    const repeats = new Repeats<Answer>(2);
    const act = createAct();
    for (const key of ['a', 'b', 'c']) await repeats.once(key, act);
    expect((await repeats.once('c', act)).act).toBe(3);
    expect((await repeats.once('a', act)).act).toBe(4);
  });
});
