import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConnectionStatus } from '#main/services/health/connection-status.ts';
import type { SyncStatus } from '#shared/domain/sync.ts';
import { makeStatus } from '#test/support/sync-status.ts';

const ONLINE = makeStatus({ since: 5, lastSyncedAt: 5 });

describe('the connection as the user sees it', () => {
  let connection: ConnectionStatus;
  let told: SyncStatus[];

  beforeEach(() => {
    vi.useFakeTimers({ now: 100_000 });
    told = [];
    connection = new ConnectionStatus({ now: () => Date.now(), tell: (status) => told.push(status) });
  });
  afterEach(() => {
    connection.dispose();
    vi.useRealTimers();
  });

  it('equals the status of sync without a pause', () => {
    connection.statusChanged(ONLINE);
    expect(told).toEqual([ONLINE]);
    expect(connection.toShown(ONLINE)).toBe(ONLINE);
  });

  it.each([
    ['rate-limited', 'slowed'],
    ['maintenance', 'maintenance'],
  ] as const)('shows a pause for %s with its begin and end', async (reason, link) => {
    connection.statusChanged(ONLINE);
    connection.paused({ reason, untilAt: 105_000 });
    await vi.advanceTimersByTimeAsync(1_000);
    connection.paused({ reason, untilAt: 112_000 });
    expect(told.slice(1)).toEqual([
      { ...ONLINE, link, since: 100_000, nextAttemptAt: 105_000 },
      { ...ONLINE, link, since: 100_000, nextAttemptAt: 112_000 },
    ]);
    await vi.advanceTimersByTimeAsync(10_999);
    expect(told).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(1);
    expect(told.at(-1)).toBe(ONLINE);
  });

  it('ignores a pause that is over at once', () => {
    connection.statusChanged(ONLINE);
    connection.paused({ reason: 'rate-limited', untilAt: 101_000 });
    expect(told).toEqual([ONLINE]);
  });

  it.each(['offline', 'unauthorized', 'maintenance', 'slowed'] as const)(
    'shows a problem of sync rather than a pause: %s',
    (link) => {
      connection.paused({ reason: 'rate-limited', untilAt: 110_000 });
      const status = { ...ONLINE, link, nextAttemptAt: 103_000 };
      connection.statusChanged(status);
      expect(told).toEqual([status]);
    },
  );

  it('equals the status of sync as soon as the pause is ended', () => {
    connection.statusChanged(ONLINE);
    connection.paused({ reason: 'maintenance', untilAt: 700_000 });
    connection.paused({ reason: 'maintenance', untilAt: 100_000 });
    expect(told.at(-1)).toBe(ONLINE);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('shows a full disk, during a pause as well, until the disk takes writes again', () => {
    connection.statusChanged(ONLINE);
    connection.diskChanged('full');
    connection.diskChanged('full');
    expect(told.slice(1)).toEqual([{ ...ONLINE, disk: 'full' }]);
    connection.paused({ reason: 'rate-limited', untilAt: 110_000 });
    expect(told.at(-1)).toMatchObject({ link: 'slowed', disk: 'full' });
    connection.paused({ reason: 'rate-limited', untilAt: 100_000 });
    connection.diskChanged(null);
    expect(told.at(-1)).toBe(ONLINE);
    expect(connection.toShown(ONLINE)).toBe(ONLINE);
  });

  it('shows that the store is opened again, whatever the disk does meanwhile', () => {
    connection.statusChanged(ONLINE);
    connection.reopens();
    connection.diskChanged('full');
    connection.diskChanged(null);
    expect(told.at(-1)).toEqual({ ...ONLINE, disk: 'reopening' });
  });

  it('has no timer once it is disposed of', () => {
    connection.statusChanged(ONLINE);
    connection.paused({ reason: 'rate-limited', untilAt: 110_000 });
    connection.dispose();
    expect(vi.getTimerCount()).toBe(0);
  });
});
