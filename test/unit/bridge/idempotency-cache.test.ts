import { describe, expect, it } from 'vitest';
import { IdempotencyCache } from '#main/bridge/idempotency-cache.ts';

interface Answer {
  readonly ok: boolean;
  readonly count: number;
}

const REFUSAL: Answer = { ok: false, count: 0 };
const refuse = (): Promise<Answer> => Promise.resolve(REFUSAL);

/** Counts its calls; the first ones fail. */
function createAnswer(failures = 0): () => Promise<Answer> {
  let done = 0;
  return () => {
    done += 1;
    return Promise.resolve({ ok: done > failures, count: done });
  };
}

describe('the idempotency cache', () => {
  it('gives the first answer again, also while it is still being made', async () => {
    const cache = new IdempotencyCache<Answer>();
    const answer = createAnswer();
    const both = await Promise.all([
      cache.once({ key: 'a', content: 'x', answer, refuse }),
      cache.once({ key: 'a', content: 'x', answer, refuse }),
    ]);
    expect(both.map((answer) => answer.count)).toEqual([1, 1]);
    expect((await cache.once({ key: 'a', content: 'x', answer, refuse })).count).toBe(1);
    expect((await cache.once({ key: 'b', content: 'x', answer, refuse })).count).toBe(2);
  });

  it('refuses another content under a known id, also while the first one is being made', async () => {
    const cache = new IdempotencyCache<Answer>();
    const answer = createAnswer();
    const [first, other] = ['x', 'y'].map((content) => cache.once({ key: 'a', content, answer, refuse }));
    expect(await Promise.all([first, other])).toEqual([{ ok: true, count: 1 }, REFUSAL]);
    expect(await cache.once({ key: 'a', content: 'y', answer, refuse })).toEqual(REFUSAL);
    expect(await cache.once({ key: 'a', content: 'x', answer, refuse })).toEqual({ ok: true, count: 1 });
  });

  it('remembers nothing that knows its ids itself, once it is done', async () => {
    const cache = new IdempotencyCache<Answer>();
    const answer = createAnswer();
    const ask = () => cache.once({ key: 'a', content: 'x', isRemembered: false, answer, refuse });
    expect((await Promise.all([ask(), ask()])).map((answer) => answer.count)).toEqual([1, 1]);
    expect((await ask()).count).toBe(2);
  });

  it('tries again what failed', async () => {
    const cache = new IdempotencyCache<Answer>();
    const answer = createAnswer(1);
    expect(await cache.once({ key: 'a', content: 'x', answer, refuse })).toEqual({ ok: false, count: 1 });
    expect(await cache.once({ key: 'a', content: 'x', answer, refuse })).toEqual({ ok: true, count: 2 });
    expect(await cache.once({ key: 'a', content: 'x', answer, refuse })).toEqual({ ok: true, count: 2 });
  });

  it('forgets the oldest beyond its limit', async () => {
    const cache = new IdempotencyCache<Answer>(2);
    const answer = createAnswer();
    for (const key of ['a', 'b', 'c']) await cache.once({ key, content: 'x', answer, refuse });
    expect((await cache.once({ key: 'c', content: 'x', answer, refuse })).count).toBe(3);
    expect((await cache.once({ key: 'a', content: 'x', answer, refuse })).count).toBe(4);
  });
});
