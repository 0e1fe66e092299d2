import { describe, expect, it } from 'vitest';
import { toDelayMs } from '#test/bench/main-turns.ts';
import { hasFailed, toFigure, toPercentile, toVerdictLines } from '#test/bench/measure.ts';
import { parseOptions, PARTS } from '#test/bench/options.ts';
import { toPurpose, toRates } from '#test/bench/service-log.ts';

describe('a figure of the bench', () => {
  const said = { name: 'reads', unit: 'ms', value: 30, target: 20, details: {} };

  it.each([
    [20, 'at most', 'met'],
    [20.1, 'at most', 'missed'],
    [30, 'at most', 'missed'],
    [30.1, 'at most', 'failed'],
    [30, 'at least', 'met'],
    [20, 'at least', 'met'],
    [19.9, 'at least', 'missed'],
    [13.4, 'at least', 'missed'],
    [13.3, 'at least', 'failed'],
  ] as const)('of %d where the target is %s 20 is %s', (value, bound, verdict) => {
    expect(toFigure({ ...said, value, bound })).toMatchObject({ verdict, bound });
  });

  it('without a target is neither met nor missed, and has no ratio', () => {
    expect(toFigure({ ...said, target: null })).toMatchObject({ verdict: null, ratio: null });
    expect(toFigure(said).ratio).toBe(1.5);
  });

  it('that has to be none fails by one', () => {
    expect(toFigure({ ...said, target: 0, value: 0 })).toMatchObject({ verdict: 'met', ratio: null });
    expect(toFigure({ ...said, target: 0, value: 1 }).verdict).toBe('failed');
  });

  it('that could not be measured is failed, whichever side is good', () => {
    expect(toFigure({ ...said, value: Number.NaN }).verdict).toBe('failed');
    expect(toFigure({ ...said, value: Number.NaN, bound: 'at least' }).verdict).toBe('failed');
  });

  it('says why only where it is missed', () => {
    expect(toFigure({ ...said, cause: 'slow' }).cause).toBe('slow');
    expect(toFigure({ ...said, value: 10, cause: 'slow' }).cause).toBeNull();
  });
});

describe('a run of the bench', () => {
  const toRow = (name: string, value: number, target: number | null = 20) =>
    toFigure({ name, unit: 'ms', value, target, details: {} });

  it('fails where one figure is worse than 1.5 times its target, and not where all are only missed', () => {
    expect(hasFailed([toRow('a', 10), toRow('b', 30), toRow('c', 900, null)])).toBe(false);
    expect(hasFailed([toRow('a', 10), toRow('b', 31)])).toBe(true);
  });

  it('ends with what is missed and what is failed, by name, and counts both', () => {
    expect(
      toVerdictLines([toRow('reads', 31), toRow('writes', 10), toRow('starts', 25), toRow('nodes', 7, null)]),
    ).toEqual([
      'MISSED: starts: 25 ms, at most 20',
      'FAILED: reads: 31 ms, at most 20',
      '1 of 3 targets met, 1 missed, 1 failed (worse than 1.5 times).',
    ]);
  });
});

describe('percentiles', () => {
  it('are values that all but the share do not exceed', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
    expect([0.5, 0.95, 0.99, 1].map((share) => toPercentile(hundred, share))).toEqual([50, 95, 99, 100]);
    expect(toPercentile([], 0.99)).toBeNaN();
  });
});

describe('the delay of main', () => {
  it('is what somebody waits who comes at a random moment: long turns count by how long they hold up', () => {
    // One turn of 100 ms in each second: a tenth of all moments lie in it, a hundredth in its first 10 ms.
    expect(toDelayMs([100], 1_000, 0.99)).toBeCloseTo(90, 0);
    expect(toDelayMs([100], 100_000, 0.99)).toBeLessThan(1);
    expect(toDelayMs([], 1_000, 0.99)).toBe(0);
  });
});

describe('rates', () => {
  it('slide over the seconds between two moments', () => {
    const times = Array.from({ length: 100 }, (_, index) => index * 20);
    expect(toRates(times, 0, 2_000)).toEqual({ mean: 50, median: 50, least: 50, most: 50 });
    const withGap = times.filter((at) => at < 1_000 || at >= 1_500);
    expect(toRates(withGap, 0, 2_000)).toMatchObject({ mean: 37.5, most: 50, least: 25 });
  });
});

describe('requests at rest', () => {
  it('are told apart by what they are about', () => {
    const paths = [
      '/messages',
      '/replies',
      '/messages/7',
      '/chats',
      '/contacts/12/notes',
      '/callback/settings',
      '/user',
    ];
    const purposes = paths.map((path) => toPurpose(`/api/v2${path}`));
    expect(purposes).toEqual(['heads', 'heads', 'other', 'chats', 'notes', 'callbacks', 'account']);
  });
});

describe('the options of the bench', () => {
  it('run everything at full size unless told, in small when quick, and sizes by themselves', () => {
    expect(parseOptions([])).toMatchObject({
      parts: PARTS,
      chats: 20_000,
      messages: 300_000,
      startMessages: 1_000_000,
    });
    expect(parseOptions(['--quick', '--only', 'sync,idle', '--chats', '70'])).toMatchObject({
      parts: ['sync', 'idle'],
      chats: 70,
      idleSeconds: 5,
    });
  });

  it('say what is wrong with them', () => {
    expect(() => parseOptions(['--chats', 'many'])).toThrow('--chats: takes a whole number.');
    expect(() => parseOptions(['--only', 'everything'])).toThrow('--only: takes of store, app');
    expect(() => parseOptions(['--large'])).toThrow(/large/);
  });
});
