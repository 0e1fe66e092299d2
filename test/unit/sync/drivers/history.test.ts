import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';
import { createSyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';
import { makeChat, makeMessage, range } from '#test/support/sync/builders.ts';

const DAY_MS = 86_400_000;

let fakes: SyncOnFakes;

/** A service with a message every four hours for a year, the newest of them just now. */
function createYear(): SyncOnFakes {
  fakes = createSyncOnFakes();
  const { service, clock } = fakes;
  const count = 365 * 6;
  const at = (id: number): number => clock.now() - (count - id) * 4 * 3_600_000;
  service.chats = range(1, 3).map((id) => makeChat(id));
  for (const direction of ['in', 'out'] as const) {
    service.add(...range(1, count).map((id) => makeMessage(direction, id, { at: at(id) })));
  }
  return fakes;
}

const oldestAt = ({ store }: SyncOnFakes): number => Math.min(...[...store.messages].map(({ at }) => at));

afterEach(() => fakes.sync.dispose());

describe('the depth of history', () => {
  it('ends the reading of both feeds within a page or two', async () => {
    const { sync, clock, store } = createYear();
    sync.setHistory({ days: 30, isPaused: false });
    sync.start();
    await clock.advance(120_000);
    const depthAt = clock.now() - 30 * DAY_MS;
    expect(oldestAt(fakes)).toBeLessThan(depthAt);
    expect(oldestAt(fakes)).toBeGreaterThan(depthAt - 40 * DAY_MS);
    expect(store.cursorOf('outbound')?.isComplete).toBe(false);
    expect(sync.getStatus()).toMatchObject({ phase: 'idle', isHistoryPaused: false });
  });

  it('is not gone beyond by starting the app again and again', async () => {
    const { sync, clock, store, service } = createYear();
    sync.setHistory({ days: 30, isPaused: false });
    sync.start();
    await clock.advance(120_000);
    await sync.dispose();
    const before = oldestAt(fakes);
    for (let run = 0; run < 3; run += 1) {
      fakes = createSyncOnFakes({ clock, store, service });
      fakes.sync.setHistory({ days: 30, isPaused: false });
      fakes.sync.start();
      await clock.advance(60_000);
      await fakes.sync.dispose();
    }
    expect(oldestAt(fakes)).toBe(before);
  });

  it('is measured by the clock of the service, not by one here that is weeks behind', async () => {
    const { sync, clock, service } = createYear();
    clock.jump(-20 * DAY_MS);
    service.clockSkewMs = 20 * DAY_MS;
    sync.setHistory({ days: 30, isPaused: false });
    sync.start();
    await clock.advance(120_000);
    const depthAt = clock.now() + 20 * DAY_MS - 30 * DAY_MS;
    expect(oldestAt(fakes)).toBeGreaterThan(depthAt - 40 * DAY_MS);
    expect(sync.getStatus().clockSkewMs).toBe(20 * DAY_MS);
  });

  it('that is made greater is read at once, and that is made smaller deletes nothing', async () => {
    const { sync, clock, store } = createYear();
    sync.setHistory({ days: 30, isPaused: false });
    sync.start();
    await clock.advance(120_000);
    sync.setHistory({ days: null, isPaused: false });
    await clock.advance(120_000);
    expect(store.messagesCount).toBe(2 * 365 * 6);
    sync.setHistory({ days: 30, isPaused: false });
    await clock.advance(120_000);
    expect(store.messagesCount).toBe(2 * 365 * 6);
  });
});

describe('the progress of history', () => {
  it('is kept without counting all messages again and again', async () => {
    const { sync, clock, store, sink } = createYear();
    const counting = vi.spyOn(store, 'countMessages');
    sync.setHistory({ days: null, isPaused: false });
    sync.start();
    await clock.advance(120_000);
    expect(store.messagesCount).toBe(2 * 365 * 6);
    // Once after the first messages, once as older ones begin.
    expect(counting.mock.calls.length).toBeLessThanOrEqual(2);
    const shown = sink.statuses.filter(({ phase }) => phase === 'history').map(({ done }) => done);
    expect(shown.length).toBeGreaterThan(3);
    expect(shown.at(-1)).toBe(2 * 365 * 6);
    expect(shown).toEqual([...shown].sort((one, other) => one - other));
  });

  it('is not counted at all where an earlier run read everything', async () => {
    const { sync, clock, store, service } = createYear();
    sync.start();
    await clock.advance(120_000);
    await sync.dispose();
    const counting = vi.spyOn(store, 'countMessages');
    fakes = createSyncOnFakes({ clock, store, service });
    fakes.sync.start();
    await clock.advance(60_000);
    expect(counting).not.toHaveBeenCalled();
  });
});

describe('a pause of history', () => {
  it('begins after the page under way, and is shown', async () => {
    const { sync, clock, service } = createYear();
    let pages = 0;
    service.beforeAnswer = ({ priority }) => {
      pages += priority === 'backfill' ? 1 : 0;
      if (pages === 6) sync.setHistory({ days: null, isPaused: true });
    };
    sync.start();
    await clock.advance(120_000);
    expect(pages).toBeLessThanOrEqual(8);
    expect(sync.getStatus()).toMatchObject({ isHistoryPaused: true, phase: 'idle' });
  });

  it('ends where it began, also after the app was started again', async () => {
    const { sync, clock, service, store } = createYear();
    sync.setHistory({ days: null, isPaused: true });
    sync.start();
    await clock.advance(120_000);
    const reached = store.messagesCount;
    expect(reached).toBeLessThan(1_000);
    await sync.dispose();
    fakes = createSyncOnFakes({ clock, store, service });
    fakes.sync.setHistory({ days: null, isPaused: true });
    fakes.sync.start();
    await clock.advance(60_000);
    expect(store.messagesCount).toBe(reached);
    expect(fakes.sync.getStatus().isHistoryPaused).toBe(true);
    service.calls.length = 0;
    fakes.sync.setHistory({ days: null, isPaused: false });
    await clock.advance(120_000);
    expect(store.messagesCount).toBe(2 * 365 * 6);
    expect(fakes.sync.getStatus().isHistoryPaused).toBe(false);
    expect(service.callsOf('listOutboundMessages').length).toBeLessThan(30);
  });

  it('is not shown once there is nothing more to read', async () => {
    fakes = createSyncOnFakes();
    const { sync, clock, service } = fakes;
    service.add(...range(1, 50).map((id) => makeMessage('in', id)));
    sync.setHistory({ days: null, isPaused: true });
    sync.start();
    await clock.advance(60_000);
    expect(sync.getStatus().isHistoryPaused).toBe(false);
  });

  it('does not keep news from coming', async () => {
    const { sync, clock, service, store } = createYear();
    sync.setHistory({ days: null, isPaused: true });
    sync.start();
    await clock.advance(60_000);
    const fresh = makeMessage('in', 20_000, { at: clock.now() });
    service.add(fresh);
    await clock.advance(30_000);
    expect(store.hasMessage(fresh.key)).toBe(true);
  });
});
