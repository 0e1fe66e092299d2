import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '#shared/domain/app-error.ts';
import type { SyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';
import { createSyncOnFakes, openIdleSync } from '#test/support/sync/sync-on-fakes.ts';
import { makeChat, makeMessage, range } from '#test/support/sync/builders.ts';

let fakes: SyncOnFakes;

async function openWorld(): Promise<SyncOnFakes> {
  fakes = await openIdleSync(30_000);
  return fakes;
}

afterEach(() => fakes.sync.dispose());

describe('a lost link', () => {
  it.each(['offline', 'timeout'] as const)('after %s says since when and when the next attempt comes', async (code) => {
    const { clock, service, sync } = await openWorld();
    service.failNext('any', { code }, { times: 10_000 });
    await clock.advance(20_000);
    const status = sync.getStatus();
    expect(status.link).toBe('offline');
    expect(clock.now() - status.since).toBeLessThanOrEqual(20_000);
    expect(status.nextAttemptAt).toBeGreaterThan(clock.now());
    await clock.advance(60_000);
    expect(sync.getStatus().since).toBe(status.since);
  });

  it('is asked about ever more rarely, at least once a minute, by the main loop alone (SYNC-6, SYNC-10)', async () => {
    const { clock, service } = await openWorld();
    service.failNext('any', { code: 'offline' }, { times: 100_000 });
    await clock.advance(20_000);
    service.calls.length = 0;
    await clock.advance(600_000);
    const attempts = service.callsOf('listReplies').length;
    expect(attempts).toBeGreaterThanOrEqual(10);
    expect(attempts).toBeLessThanOrEqual(18);
    expect(service.calls.length).toBe(attempts * 2);
  });

  it('comes back by itself, with everything that was missed', async () => {
    const { clock, service, store, sync } = await openWorld();
    service.failNext('any', { code: 'offline' }, { times: 10_000 });
    await clock.advance(120_000);
    service.add(...range(31, 90).map((id) => makeMessage('in', id)));
    service.heal();
    await clock.advance(60_000);
    expect(sync.getStatus()).toMatchObject({ link: 'online', nextAttemptAt: null });
    expect(store.messagesCount).toBe(90);
  });

  it('is tried at once when a person says so', async () => {
    const { clock, service, sync } = await openWorld();
    service.failNext('any', { code: 'offline' }, { times: 10_000 });
    await clock.advance(300_000);
    service.heal();
    expect(sync.getStatus().link).toBe('offline');
    sync.tryNow();
    await clock.advance(0);
    expect(sync.getStatus().link).toBe('online');
  });

  it('keeps the age of the data over a restart', async () => {
    const { clock, service, store, sync } = await openWorld();
    const { lastSyncedAt } = sync.getStatus();
    await sync.dispose();
    service.failNext('any', { code: 'offline' }, { times: 10_000 });
    fakes = createSyncOnFakes({ clock, service, store });
    fakes.sync.start();
    await clock.advance(1_000);
    const again = fakes.sync.getStatus().lastSyncedAt;
    expect(again).not.toBeNull();
    expect((lastSyncedAt ?? 0) - (again ?? 0)).toBeLessThan(60_000);
  });
});

describe('a refused key', () => {
  const refuseKey = ({ service }: SyncOnFakes): void =>
    service.failNext('any', { code: 'unauthorized', outcome: 'refused', status: 401 }, { times: 10_000 });

  it('keeps everything still until a person does something', async () => {
    const opened = await openWorld();
    refuseKey(opened);
    await opened.clock.advance(30_000);
    expect(opened.sync.getStatus()).toMatchObject({ link: 'unauthorized', nextAttemptAt: null });
    opened.service.calls.length = 0;
    await opened.clock.advance(3 * 3_600_000);
    expect(opened.service.calls).toEqual([]);
    opened.service.heal();
    opened.sync.tryNow();
    await opened.clock.advance(0);
    expect(opened.sync.getStatus().link).toBe('online');
  });

  it('is not believed when only one call says so and the account still opens', async () => {
    const { clock, service, sync } = await openWorld();
    service.failNext('listReplies', { code: 'unauthorized', outcome: 'refused', status: 401 }, { times: 10_000 });
    await clock.advance(30_000);
    expect(sync.getStatus().link).toBe('online');
  });
});

describe('a service that is busy', () => {
  it('in maintenance is asked again when it said', async () => {
    const { clock, service, sync } = await openWorld();
    service.failNext('any', { code: 'maintenance', retryAfterMs: 120_000 }, { times: 2 });
    for (let second = 0; second < 30 && sync.getStatus().link === 'online'; second += 1) await clock.advance(1_000);
    const { link, nextAttemptAt } = sync.getStatus();
    expect(link).toBe('maintenance');
    expect((nextAttemptAt ?? 0) - clock.now()).toBeGreaterThan(110_000);
    await clock.advance(125_000);
    expect(sync.getStatus().link).toBe('online');
  });

  it('that limits us makes us slow, not offline', async () => {
    const { clock, service, sync } = await openWorld();
    service.failNext('any', { code: 'rate-limited', retryAfterMs: 30_000 }, { times: 2 });
    for (let second = 0; second < 30 && sync.getStatus().link === 'online'; second += 1) await clock.advance(1_000);
    expect(sync.getStatus().link).toBe('slowed');
    await clock.advance(40_000);
    expect(sync.getStatus().link).toBe('online');
  });
});

describe('the end', () => {
  it('comes at once, and nothing is asked or written any more (SYNC-9)', async () => {
    const { clock, service, sync } = await openWorld();
    await sync.dispose();
    service.calls.length = 0;
    sync.tryNow();
    sync.actionsChanged();
    sync.messageSent(makeChat(1).phone);
    await clock.advance(3_600_000);
    expect(service.calls).toEqual([]);
    expect(clock.sleepers).toBe(0);
    await expect(sync.fetchOlder(makeChat(1).id)).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('may come in the middle of a call', async () => {
    const { clock, service, sync, sink } = await openWorld();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let asked = 0;
    service.beforeAnswer = () => {
      asked += 1;
      return held;
    };
    for (let second = 0; second < 30 && asked === 0; second += 1) await clock.advance(1_000);
    const ended = sync.dispose();
    release();
    await ended;
    expect(sink.bugs).toEqual([]);
  });
});

describe('a failing disk', () => {
  it('is reported, and sync goes on after a while', async () => {
    const { clock, service, store, sink } = await openWorld();
    store.failure = { method: 'commitChats', error: new AppError({ code: 'disk', message: 'disk full' }) };
    service.add(makeMessage('in', 31));
    await clock.advance(60_000);
    expect(sink.bugs).toHaveLength(1);
    expect(store.hasMessage(makeMessage('in', 31).key)).toBe(true);
  });

  it('is tried again at once by who says that it is well', async () => {
    const { clock, service, store, sync } = await openWorld();
    const error = new AppError({ code: 'disk', message: 'disk full' });
    store.failure = { method: 'commitMessages', error, isLasting: true };
    service.add(makeMessage('in', 31));
    await clock.advance(120_000);
    store.failure = null;
    await clock.advance(100);
    expect(store.hasMessage(makeMessage('in', 31).key)).toBe(false);
    sync.tryNow();
    await clock.advance(100);
    expect(store.hasMessage(makeMessage('in', 31).key)).toBe(true);
  });
});
