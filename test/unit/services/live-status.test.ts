import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LiveStatus } from '#main/services/health/live-status.ts';
import type { SyncStatus } from '#shared/domain/sync.ts';
import { makeStatus } from '#test/support/sync-status.ts';

const ONLINE = makeStatus({ since: 5, lastSyncedAt: 5 });

describe('the link as a person sees it', () => {
  let live: LiveStatus;
  let told: SyncStatus[];

  beforeEach(() => {
    vi.useFakeTimers({ now: 100_000 });
    told = [];
    live = new LiveStatus({ now: () => Date.now(), tell: (status) => told.push(status) });
  });
  afterEach(() => {
    live.dispose();
    vi.useRealTimers();
  });

  it('is what sync says as long as nobody asked for a pause', () => {
    live.statusChanged(ONLINE);
    expect(told).toEqual([ONLINE]);
    expect(live.toShown(ONLINE)).toBe(ONLINE);
  });

  it.each([
    ['rate-limited', 'slowed'],
    ['maintenance', 'maintenance'],
  ] as const)('is covered by a pause for %s, since when and until when it lasts', async (reason, link) => {
    live.statusChanged(ONLINE);
    live.paused({ reason, untilAt: 105_000 });
    await vi.advanceTimersByTimeAsync(1_000);
    live.paused({ reason, untilAt: 112_000 });
    expect(told.slice(1)).toEqual([
      { ...ONLINE, link, since: 100_000, nextAttemptAt: 105_000 },
      { ...ONLINE, link, since: 100_000, nextAttemptAt: 112_000 },
    ]);
    await vi.advanceTimersByTimeAsync(10_999);
    expect(told).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(1);
    expect(told.at(-1)).toBe(ONLINE);
  });

  it('does not flicker for a pause that is over at once', () => {
    live.statusChanged(ONLINE);
    live.paused({ reason: 'rate-limited', untilAt: 101_000 });
    expect(told).toEqual([ONLINE]);
  });

  it.each(['offline', 'unauthorized', 'maintenance', 'slowed'] as const)('keeps a trouble of its own: %s', (link) => {
    live.paused({ reason: 'rate-limited', untilAt: 110_000 });
    const status = { ...ONLINE, link, nextAttemptAt: 103_000 };
    live.statusChanged(status);
    expect(told).toEqual([status]);
  });

  it('is what sync says as soon as a pause is called over', () => {
    live.statusChanged(ONLINE);
    live.paused({ reason: 'maintenance', untilAt: 700_000 });
    live.paused({ reason: 'maintenance', untilAt: 100_000 });
    expect(told.at(-1)).toBe(ONLINE);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('says beside it that the disk takes nothing, under a pause as well, until it does', () => {
    live.statusChanged(ONLINE);
    live.diskChanged('full');
    live.diskChanged('full');
    expect(told.slice(1)).toEqual([{ ...ONLINE, disk: 'full' }]);
    live.paused({ reason: 'rate-limited', untilAt: 110_000 });
    expect(told.at(-1)).toMatchObject({ link: 'slowed', disk: 'full' });
    live.paused({ reason: 'rate-limited', untilAt: 100_000 });
    live.diskChanged(null);
    expect(told.at(-1)).toBe(ONLINE);
    expect(live.toShown(ONLINE)).toBe(ONLINE);
  });

  it('says that the data is opened again, whatever the disk does meanwhile', () => {
    live.statusChanged(ONLINE);
    live.reopens();
    live.diskChanged('full');
    live.diskChanged(null);
    expect(told.at(-1)).toEqual({ ...ONLINE, disk: 'reopening' });
  });

  it('says nothing after its end and leaves no timer', () => {
    live.statusChanged(ONLINE);
    live.paused({ reason: 'rate-limited', untilAt: 110_000 });
    live.dispose();
    expect(vi.getTimerCount()).toBe(0);
  });
});
