import { describe, expect, it } from 'vitest';
import { IdempotencyCache } from '#main/bridge/idempotency-cache.ts';

interface Answer {
  readonly ok: boolean;
  readonly act: number;
}

const REFUSAL: Answer = { ok: false, act: 0 };
const refuse = (): Promise<Answer> => Promise.resolve(REFUSAL);

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
    const repeats = new IdempotencyCache<Answer>();
    const act = createAct();
    const both = await Promise.all([
      repeats.once({ key: 'a', content: 'x', act, refuse }),
      repeats.once({ key: 'a', content: 'x', act, refuse }),
    ]);
    expect(both.map((answer) => answer.act)).toEqual([1, 1]);
    expect((await repeats.once({ key: 'a', content: 'x', act, refuse })).act).toBe(1);
    expect((await repeats.once({ key: 'b', content: 'x', act, refuse })).act).toBe(2);
  });

  it('refuse another content under a known id, also while the first one is being made', async () => {
    const repeats = new IdempotencyCache<Answer>();
    const act = createAct();
    const [first, other] = ['x', 'y'].map((content) => repeats.once({ key: 'a', content, act, refuse }));
    expect(await Promise.all([first, other])).toEqual([{ ok: true, act: 1 }, REFUSAL]);
    expect(await repeats.once({ key: 'a', content: 'y', act, refuse })).toEqual(REFUSAL);
    expect(await repeats.once({ key: 'a', content: 'x', act, refuse })).toEqual({ ok: true, act: 1 });
  });

  it('remember nothing that knows its ids itself, once it is done', async () => {
    const repeats = new IdempotencyCache<Answer>();
    const act = createAct();
    const ask = () => repeats.once({ key: 'a', content: 'x', isRemembered: false, act, refuse });
    expect((await Promise.all([ask(), ask()])).map((answer) => answer.act)).toEqual([1, 1]);
    expect((await ask()).act).toBe(2);
  });

  it('try again what failed', async () => {
    const repeats = new IdempotencyCache<Answer>();
    const act = createAct(1);
    expect(await repeats.once({ key: 'a', content: 'x', act, refuse })).toEqual({ ok: false, act: 1 });
    expect(await repeats.once({ key: 'a', content: 'x', act, refuse })).toEqual({ ok: true, act: 2 });
    expect(await repeats.once({ key: 'a', content: 'x', act, refuse })).toEqual({ ok: true, act: 2 });
  });

  it('forget the oldest beyond their limit', async () => {
    const repeats = new IdempotencyCache<Answer>(2);
    const act = createAct();
    for (const key of ['a', 'b', 'c']) await repeats.once({ key, content: 'x', act, refuse });
    expect((await repeats.once({ key: 'c', content: 'x', act, refuse })).act).toBe(3);
    expect((await repeats.once({ key: 'a', content: 'x', act, refuse })).act).toBe(4);
  });
});
