import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinSpans, listGapsUntil, placeGaps } from '#main/store/core/spans.ts';
import type { Span } from '#main/store/core/spans.ts';

const LATEST = 30;
const instant = fc.integer({ min: 0, max: LATEST });
const span: fc.Arbitrary<Span> = fc
  .tuple(fc.option(instant, { freq: 5 }), instant)
  .map(([fromAt, toAt]) => ({ fromAt: fromAt === null ? null : Math.min(fromAt, toAt), toAt }));
const spans = fc.array(span, { maxLength: 8 });

/** Every instant from one before the earliest that a stretch can name: that one lies in what reaches to the beginning. */
const INSTANTS = Array.from({ length: LATEST + 2 }, (_, index) => index - 1);
const isIn = ({ fromAt, toAt }: Span, at: number): boolean => (fromAt ?? -Infinity) <= at && at <= toAt;
const listCovered = (list: readonly Span[]): number[] => INSTANTS.filter((at) => list.some((one) => isIn(one, at)));

describe('stretches of time', () => {
  it('cover joined just what they cover apart, in any order', () => {
    fc.assert(
      fc.property(spans, (list) => {
        expect(listCovered(joinSpans(list))).toEqual(listCovered(list));
      }),
    );
  });

  it('are joined with at least one instant between any two, oldest first', () => {
    fc.assert(
      fc.property(spans, (list) => {
        const joined = joinSpans(list);
        for (const [index, { fromAt }] of joined.slice(1).entries()) {
          expect(fromAt).toBeGreaterThan((joined[index]?.toAt ?? NaN) + 1);
        }
      }),
    );
  });

  it('are the same joined twice, and joined with one of their own', () => {
    fc.assert(
      fc.property(spans, (list) => {
        const joined = joinSpans(list);
        expect(joinSpans(joined)).toEqual(joined);
        expect(joinSpans([...joined, ...list.slice(0, 1)])).toEqual(joined);
      }),
    );
  });

  it('that end before they begin are none', () => {
    expect(joinSpans([{ fromAt: 5, toAt: 4 }])).toEqual([]);
  });
});

describe('gaps', () => {
  const until = fc.integer({ min: 0, max: LATEST });

  it('and what is known cover every instant up to the given one, and gaps nothing known but their ends', () => {
    fc.assert(
      fc.property(spans, until, (list, untilAt) => {
        const known = joinSpans(list);
        const gaps = listGapsUntil(known, untilAt);
        const upTo = INSTANTS.filter((at) => at <= untilAt);
        expect(listCovered([...known, ...gaps]).filter((at) => at <= untilAt)).toEqual(upTo);
        for (const gap of gaps) {
          const inside = INSTANTS.filter((at) => isIn(gap, at) && at !== gap.fromAt && at !== gap.toAt);
          expect(inside.filter((at) => known.some((one) => isIn(one, at)))).toEqual([]);
        }
      }),
    );
  });

  it('never reach above the given instant, and are none where all is known up to there', () => {
    fc.assert(
      fc.property(spans, until, (list, untilAt) => {
        const known = joinSpans(list);
        for (const { toAt } of listGapsUntil(known, untilAt)) expect(toAt).toBeLessThanOrEqual(untilAt);
        expect(listGapsUntil(joinSpans([...list, { fromAt: null, toAt: untilAt }]), untilAt)).toEqual([]);
      }),
    );
  });

  it('close when just they are read', () => {
    fc.assert(
      fc.property(spans, until, (list, untilAt) => {
        const known = joinSpans(list);
        const gaps = listGapsUntil(known, untilAt);
        expect(listGapsUntil(joinSpans([...known, ...gaps]), untilAt)).toEqual([]);
      }),
    );
  });

  it('reach from the beginning where nothing is known', () => {
    expect(listGapsUntil([], 9)).toEqual([{ fromAt: null, toAt: 9 }]);
  });
});

describe('the places of gaps on a page', () => {
  const lines = (...times: number[]) => times.map((at) => ({ at, key: `in:${at}` }));
  const keys = (placed: readonly { readonly itemKey: string }[]): string[] => placed.map(({ itemKey }) => itemKey);

  it('are above the first line behind them', () => {
    expect(placeGaps([{ fromAt: 10, toAt: 20 }], lines(5, 10, 20, 30), null)).toEqual([
      { itemKey: 'in:20', fromAt: 10, toAt: 20 },
    ]);
  });

  it('are at both of their ends where known lines lie in them', () => {
    expect(keys(placeGaps([{ fromAt: 10, toAt: 20 }], lines(10, 12, 15, 25), null))).toEqual(['in:12', 'in:25']);
  });

  it('are above the oldest line of all for one from the beginning, not above the first of a page further down', () => {
    const gap = { fromAt: null, toAt: 10 };
    expect(keys(placeGaps([gap], lines(10, 20), null))).toEqual(['in:10']);
    expect(keys(placeGaps([gap], lines(20, 30), 10))).toEqual([]);
  });

  it('name a line once, however many gaps end there', () => {
    const gaps = [
      { fromAt: 1, toAt: 3 },
      { fromAt: 5, toAt: 9 },
    ];
    expect(placeGaps(gaps, lines(1, 9), null)).toEqual([{ itemKey: 'in:9', fromAt: 1, toAt: 9 }]);
  });

  it('are the same however the thread is cut into pages', () => {
    const times = fc.uniqueArray(instant, { maxLength: 12 }).map((list) => list.toSorted((a, b) => a - b));
    fc.assert(
      fc.property(spans, times, fc.nat(12), (list, found, cut) => {
        const gaps = listGapsUntil(joinSpans(list), found.at(-1) ?? 0);
        const all = lines(...found);
        const [above, below] = [all.slice(0, cut), all.slice(cut)];
        const parts = [...placeGaps(gaps, above, null), ...placeGaps(gaps, below, above.at(-1)?.at ?? null)];
        expect(parts).toEqual(placeGaps(gaps, all, null));
      }),
    );
  });

  it('leave out no gap that has a line behind it', () => {
    const times = fc.uniqueArray(instant, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(spans, times, (list, found) => {
        const gaps = listGapsUntil(joinSpans(list), Math.max(...found));
        const placed = placeGaps(gaps, lines(...found.toSorted((a, b) => a - b)), null);
        for (const { fromAt, toAt } of gaps) {
          const here = placed.filter((one) => (one.fromAt ?? -1) <= (fromAt ?? -1) && one.toAt >= toAt);
          expect(here).not.toEqual([]);
        }
      }),
    );
  });
});
