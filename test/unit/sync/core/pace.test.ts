import { describe, expect, it } from 'vitest';
import {
  afterActivity,
  afterRound,
  afterSend,
  createPace,
  planIntervalMs,
  planNextRoundAt,
} from '#main/sync/core/pace.ts';
import type { Pace } from '#main/sync/core/pace.ts';

const quiet = (pace: Pace, rounds: number): Pace => ({ ...pace, quietRounds: rounds });
const hidden = (pace: Pace): Pace => afterActivity(pace, { isVisible: false, isFocused: false }, 0);

describe('planIntervalMs', () => {
  it('asks every 5 s while somebody looks and things happen', () => {
    expect(planIntervalMs(createPace())).toBe(5_000);
  });

  it('slows down to 20 s while nothing happens', () => {
    const intervals = [0, 1, 2, 3, 4, 5, 6, 7, 50].map((rounds) => planIntervalMs(quiet(createPace(), rounds)));
    expect(intervals).toEqual([...intervals].sort((a, b) => a - b));
    expect(intervals.at(-1)).toBe(20_000);
  });

  it('asks no more often than every 15 s while hidden, and at least once a minute', () => {
    expect(planIntervalMs(hidden(createPace()))).toBe(15_000);
    expect(planIntervalMs(quiet(hidden(createPace()), 50))).toBe(60_000);
  });
});

describe('planNextRoundAt', () => {
  it('asks at once before the first round', () => {
    expect(planNextRoundAt(createPace(), 0)).toBe(0);
  });

  it('asks again one interval after the end of the last round', () => {
    const pace = afterRound(createPace(), { startedAt: 1_000, endedAt: 2_000, isLively: true });
    expect(planNextRoundAt(pace, 2_000)).toBe(7_000);
  });

  it('asks at once where the last round lies ahead, because the clock was set back (SYNC-11)', () => {
    const pace = afterRound(createPace(), { startedAt: 9_000, endedAt: 9_000, isLively: true });
    expect(planNextRoundAt(pace, 8_999)).toBe(8_999);
  });

  it('forgets extra rounds that lie further ahead than any was planned', () => {
    const pace = afterSend(createPace(), 3_600_000);
    expect(afterRound(pace, { startedAt: 1_000, endedAt: 2_000, isLively: true }).followUps).toEqual([]);
  });

  it('asks 1, 3 and 8 s after a send, so that its ticks come promptly', () => {
    let pace = afterRound(createPace(), { startedAt: 0, endedAt: 0, isLively: true });
    pace = afterSend(pace, 100);
    const asked: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const at = planNextRoundAt(pace, asked.at(-1) ?? 100);
      asked.push(at);
      pace = afterRound(pace, { startedAt: at, endedAt: at, isLively: true });
    }
    expect(asked).toEqual([1_100, 3_100, 8_100]);
  });

  it('asks no more than twice a second after many sends', () => {
    let pace = createPace();
    for (let send = 0; send < 50; send += 1) pace = afterSend(pace, send * 10);
    const gaps = pace.followUps.slice(1).map((at, index) => at - (pace.followUps[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(500);
  });

  it('asks at the fresh pace when somebody comes back', () => {
    const away = quiet(hidden(createPace()), 9);
    expect(afterActivity(away, { isVisible: true, isFocused: true }, 0).quietRounds).toBe(0);
    expect(afterActivity(away, { isVisible: false, isFocused: false }, 0).quietRounds).toBe(9);
  });

  it('counts the rounds that brought nothing', () => {
    const once = afterRound(createPace(), { startedAt: 1, endedAt: 1, isLively: false });
    expect(once.quietRounds).toBe(1);
    expect(afterRound(once, { startedAt: 2, endedAt: 2, isLively: true }).quietRounds).toBe(0);
  });
});
