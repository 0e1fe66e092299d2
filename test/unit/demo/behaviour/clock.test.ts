import { describe, expect, it } from 'vitest';
import { ServiceClock, systemTimers } from '#main/demo/behaviour/clock.ts';
import { FakeTimers, NOW_AT } from '../demo-on-fake-timers.ts';

describe('the service’s clock', () => {
  it('goes as fast as it is told from then on, without a jump', () => {
    const timers = new FakeTimers();
    const clock = new ServiceClock(timers);
    timers.advance(1_000);
    clock.setRate(60);
    expect(clock.nowAt()).toBe(NOW_AT + 1_000);
    timers.advance(1_000);
    expect(clock.nowAt()).toBe(NOW_AT + 61_000);
    clock.setRate(1);
    timers.advance(500);
    expect(clock.nowAt()).toBe(NOW_AT + 61_500);
    expect(clock.aheadMs).toBe(59_000);
  });

  it('never goes back', () => {
    const clock = new ServiceClock(new FakeTimers());
    clock.advance(-5_000);
    expect(clock.nowAt()).toBe(NOW_AT);
  });

  it('arms timers that wait anew when its rate changes or it is moved', () => {
    const timers = new FakeTimers();
    const clock = new ServiceClock(timers);
    const ranAt: number[] = [];
    clock.after(60_000, () => ranAt.push(timers.nowAt() - NOW_AT));
    clock.after(600_000, () => ranAt.push(timers.nowAt() - NOW_AT));
    timers.advance(10_000);
    clock.setRate(50);
    timers.advance(1_000);
    expect(ranAt).toEqual([11_000]);
    clock.advance(539_950);
    timers.advance(0);
    expect(ranAt).toEqual([11_000]);
    timers.advance(1);
    expect(ranAt).toEqual([11_000, 11_001]);
  });

  it('runs timers in the order of their time at a rate of 1,000, on the computer’s own timers', async () => {
    const clock = new ServiceClock(systemTimers);
    // It stands nearly still while they are set, so that their times are those of this list.
    clock.setRate(0.000_001);
    const ran: number[] = [];
    const delays = Array.from({ length: 200 }, (_, at) => (at * 7_919) % 20_011);
    await new Promise<void>((resolve) => {
      for (const delayMs of delays) clock.after(delayMs, () => ran.push(delayMs));
      clock.after(21_000, resolve);
      clock.setRate(1_000);
    });
    expect(ran).toEqual([...delays].sort((a, b) => a - b));
  });

  it('never runs a timer early, nor one that was cancelled', () => {
    const timers = new FakeTimers();
    const clock = new ServiceClock(timers);
    clock.setRate(7);
    const startAt = clock.nowAt();
    const early: number[] = [];
    for (const delayMs of [1, 5, 13, 700, 701]) {
      clock.after(delayMs, () => {
        if (clock.nowAt() < startAt + delayMs) early.push(delayMs);
      });
    }
    let isRun = false;
    clock.after(3, () => (isRun = true))();
    timers.advance(1_000);
    expect({ early, isRun }).toEqual({ early: [], isRun: false });
  });

  it('goes on with the others when one timer fails', () => {
    const timers = new FakeTimers();
    const clock = new ServiceClock(timers);
    let isRun = false;
    clock.after(1, () => {
      throw new Error('broken');
    });
    clock.after(1, () => (isRun = true));
    expect(() => timers.advance(1)).toThrow('broken');
    timers.advance(0);
    expect(isRun).toBe(true);
  });
});
