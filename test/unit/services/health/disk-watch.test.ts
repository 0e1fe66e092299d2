import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DiskWatch } from '#main/services/health/disk-watch.ts';
import type { DiskTrouble } from '#shared/domain/sync.ts';

describe('the watch over the disk', () => {
  let trouble: DiskTrouble | null;
  let looks: number;
  let told: (DiskTrouble | null | 'goes on')[];
  let watch: DiskWatch;

  beforeEach(() => {
    vi.useFakeTimers({ now: 100_000 });
    [trouble, looks, told] = [null, 0, []];
    watch = new DiskWatch({
      now: () => Date.now(),
      look: () => {
        looks += 1;
        return Promise.resolve(trouble);
      },
      tell: (word) => told.push(word),
    });
    watch.onWritable = () => told.push('goes on');
  });
  afterEach(() => {
    watch.dispose();
    vi.useRealTimers();
  });

  it('looks at nothing as long as nothing fails', async () => {
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect([looks, told]).toEqual([0, []]);
  });

  it.each(['full', 'unwritable'] as const)('tells that it is %s, and that it goes on, within seconds', async (kind) => {
    trouble = kind;
    watch.failed();
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toEqual([kind]);
    await vi.advanceTimersByTimeAsync(600_000);
    trouble = null;
    told = [];
    await vi.advanceTimersByTimeAsync(3_000);
    expect(told).toEqual([null, 'goes on']);
    const seen = looks;
    await vi.advanceTimersByTimeAsync(600_000);
    expect(looks).toBe(seen);
  });

  it('looks once for however many failures', async () => {
    trouble = 'full';
    for (let count = 0; count < 100; count += 1) watch.failed();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(looks).toBeLessThan(12);
  });

  it('lets what failed once be tried again without a word where the disk is well', async () => {
    watch.failed();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(told).toEqual([null, 'goes on']);
  });

  it('believes a disk less that fails again and again while it looks well, and says that it takes nothing', async () => {
    watch.onWritable = () => {
      told.push('goes on');
      watch.failed();
    };
    watch.failed();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(told).toContain('unwritable');
    expect(told.filter((word) => word === 'goes on').length).toBeLessThan(8);
  });

  it('does nothing any more once it was disposed of', async () => {
    trouble = 'full';
    watch.failed();
    await vi.advanceTimersByTimeAsync(0);
    watch.dispose();
    trouble = null;
    told = [];
    await vi.advanceTimersByTimeAsync(60_000);
    expect(told).toEqual([]);
  });
});
