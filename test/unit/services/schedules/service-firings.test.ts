import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ServiceFirings } from '#main/services/schedules/service-firings.ts';
import type { ScheduleRecord } from '#main/store/api/schedules.ts';
import { buildSchedule } from '#test/unit/store/builders.ts';
import { buildRecord, HOUR_MS, NOW } from './build-own-schedule.ts';

describe('times of schedules that the service keeps', () => {
  let items: ScheduleRecord[];
  let reads: number;
  let firings: ServiceFirings;

  const coming = (nextAt: number | null): ScheduleRecord =>
    buildRecord({ service: buildSchedule(3, { nextAt, isCompleted: nextAt === null }) });
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: NOW });
    [items, reads] = [[], 0];
    firings = new ServiceFirings({
      store: { listScheduleRecords: () => Promise.resolve({ items, cursor: null, total: items.length }) },
      readSoon: () => (reads += 1),
      log: { error: () => undefined },
      now: () => Date.now(),
      startTimer: (run, ms) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    });
  });
  afterEach(async () => {
    await firings.dispose();
    vi.useRealTimers();
  });

  it('are read again soon after they should have gone out, and then at their next time', async () => {
    items = [coming(NOW + HOUR_MS)];
    firings.look();
    await pass(HOUR_MS + 4_000);
    expect(reads).toBe(0);
    await pass(2_000);
    expect(reads).toBe(1);
    items = [coming(NOW + 2 * HOUR_MS)];
    firings.look();
    await pass(HOUR_MS);
    expect(reads).toBe(2);
  });

  it('are asked about twice where the service is late, and then with everything else', async () => {
    items = [coming(NOW - HOUR_MS)];
    firings.look();
    await pass(2 * HOUR_MS);
    expect(reads).toBe(2);
  });

  it('are read once a while after the user decided something', async () => {
    firings.decided();
    await pass(10_000);
    firings.decided();
    await pass(10_001);
    expect(reads).toBe(1);
    await pass(HOUR_MS);
    expect(reads).toBe(1);
  });

  it('are asked about no more once they are over', async () => {
    items = [coming(null)];
    firings.look();
    await pass(2 * HOUR_MS);
    expect(reads).toBe(0);
  });
});
