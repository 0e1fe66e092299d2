import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Message } from '#shared/domain/entities.ts';
import type { SyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';
import { createSyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';
import { makeChat, makeMessage, range } from '#test/support/sync/builders.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let fakes: SyncOnFakes;

/** A world whose history is read to its end. Nobody looks, so that days go by quickly. */
async function openWorld(count = 450): Promise<SyncOnFakes> {
  fakes = createSyncOnFakes();
  const { service, sync, clock } = fakes;
  service.chats = range(1, 5).map((id) => makeChat(id));
  service.add(...range(1, count).map((id) => makeMessage('in', id)));
  service.add(...range(1, count).map((id) => makeMessage('out', id)));
  sync.setActivity({ isVisible: false, isFocused: false });
  sync.start();
  await clock.advance(120_000);
  return fakes;
}

/** Sets the clock forward as a long sleep does, and lets what is due then happen. */
async function sleep(ms: number): Promise<void> {
  fakes.clock.jump(ms);
  await fakes.clock.advance(120_000);
}

const without = (messages: readonly Message[], ids: readonly number[]): Message[] =>
  messages.filter(({ id }) => !ids.includes(id));

function expectSame(): void {
  const { service, store } = fakes;
  const there = [...service.inbound, ...service.outbound].map(({ key, letter }) => `${key} ${letter ?? '-'}`);
  const here = [...store.messages].map(({ key, letter }) => `${key} ${letter ?? '-'}`);
  expect(here.sort()).toEqual(there.sort());
}

afterEach(() => fakes.sync.dispose());

describe('a sweep of messages', () => {
  it('finds what was deleted anywhere in both feeds, a day after the first reading', async () => {
    const { service } = await openWorld();
    service.inbound = without(service.inbound, [1, 77, 200, 201]);
    service.outbound = without(service.outbound, [3, 150, 350]);
    await sleep(DAY_MS + HOUR_MS);
    expectSame();
  });

  it('does not happen before a day is over', async () => {
    const { service, store, clock } = await openWorld();
    service.inbound = without(service.inbound, [77]);
    await sleep(20 * HOUR_MS);
    expect(store.hasMessage(makeMessage('in', 77).key)).toBe(true);
    service.calls.length = 0;
    await clock.advance(60_000);
    expect(service.calls.filter(({ priority }) => priority === 'backfill')).toEqual([]);
  });

  it('asks for each message that a page left out before anything is taken out (SYNC-12)', async () => {
    const { service, store } = await openWorld();
    const hidden = makeMessage('out', 150);
    const { outbound } = service;
    // The list leaves it out, yet the message itself is there.
    service.beforeAnswer = ({ method }) => {
      service.outbound = method === 'listOutboundMessages' ? without(outbound, [150]) : outbound;
    };
    await sleep(DAY_MS + HOUR_MS);
    expect(service.callsOf('getOutboundMessage').map(({ query }) => query)).toContainEqual({ messageId: 150 });
    expect(store.hasMessage(hidden.key)).toBe(true);
  });

  it('brings a late flip of a letter, which no page may bring by itself', async () => {
    const { service, store } = await openWorld();
    service.outbound = service.outbound.map((one) => (one.id === 5 ? { ...one, letter: 'f' } : one));
    await sleep(DAY_MS + HOUR_MS);
    expect(store.messageOf(makeMessage('out', 5).key)?.letter).toBe('f');
  });

  it('waits while the service says that it has no such feed, and happens once it has', async () => {
    const { service, store, clock } = await openWorld();
    service.inbound = without(service.inbound, [77]);
    service.failNext('listReplies', { code: 'not-found', outcome: 'refused' }, { times: Infinity });
    const readingMarks = vi.spyOn(store, 'getSyncMark');
    await sleep(DAY_MS + HOUR_MS);
    expect(readingMarks.mock.calls.length).toBeLessThan(200);
    expect(store.hasMessage(makeMessage('in', 77).key)).toBe(true);
    service.heal();
    await clock.advance(HOUR_MS);
    await clock.advance(HOUR_MS);
    expectSame();
  });

  it('asks at the lowest priority', async () => {
    const { service } = await openWorld();
    service.calls.length = 0;
    service.inbound = without(service.inbound, [77]);
    await sleep(DAY_MS + HOUR_MS);
    const singles = service.callsOf('getReply');
    expect(singles).toHaveLength(1);
    expect(singles.every(({ priority }) => priority === 'backfill')).toBe(true);
  });

  it('goes on where it was when the app is started again, and leaves nothing out (SYNC-17)', async () => {
    const { service, store, clock } = await openWorld(1_500);
    service.inbound = without(service.inbound, [1_400, 700, 7]);
    service.outbound = without(service.outbound, [1_400, 700, 7]);
    let pages = 0;
    service.beforeAnswer = ({ method, priority }) => {
      if (method !== 'listReplies' || priority !== 'backfill') return;
      pages += 1;
      if (pages === 8) void fakes.sync.dispose();
    };
    await sleep(DAY_MS + HOUR_MS);
    await fakes.sync.dispose();
    service.beforeAnswer = () => undefined;
    expect(store.hasMessage(makeMessage('in', 7).key)).toBe(true);
    service.calls.length = 0;
    fakes = createSyncOnFakes({ service, store, clock });
    fakes.sync.start();
    await clock.advance(120_000);
    expectSame();
    expect(service.callsOf('listReplies').filter(({ priority }) => priority === 'backfill').length).toBeLessThan(12);
  });

  it('asks once more for what was doubtful when the app ended in the middle of a page (SYNC-17)', async () => {
    const { service, store, clock } = await openWorld(900);
    service.outbound = without(service.outbound, [700]);
    service.beforeAnswer = ({ method }) => {
      if (method === 'getOutboundMessage') void fakes.sync.dispose();
    };
    await sleep(DAY_MS + HOUR_MS);
    await fakes.sync.dispose();
    service.beforeAnswer = () => undefined;
    expect(store.hasMessage(makeMessage('out', 700).key)).toBe(true);
    fakes = createSyncOnFakes({ service, store, clock });
    fakes.sync.start();
    await clock.advance(120_000);
    expectSame();
  });

  it('goes on after the link broke in the middle', async () => {
    const { service } = await openWorld(900);
    service.outbound = without(service.outbound, [10, 500]);
    let pages = 0;
    service.beforeAnswer = ({ priority }) => {
      if (priority !== 'backfill') return;
      pages += 1;
      if (pages === 4) service.failNext('any', { code: 'offline' }, { times: 3 });
    };
    await sleep(DAY_MS + HOUR_MS);
    expectSame();
  });

  it('notices that the newest messages, or all of them, are gone', async () => {
    const { service, store } = await openWorld(60);
    service.inbound = without(service.inbound, range(51, 60));
    service.outbound = [];
    await sleep(DAY_MS + HOUR_MS);
    expectSame();
    expect(store.messagesCount).toBe(50);
  });

  it('stops at the depth that is wanted', async () => {
    const { service, sync } = await openWorld(900);
    sync.setHistory({ days: 30, isPaused: false });
    service.calls.length = 0;
    // The messages are twenty days old: in twelve more, all of them are too old.
    await sleep(12 * DAY_MS);
    const pages = service.callsOf('listOutboundMessages').filter(({ priority }) => priority === 'backfill');
    expect(pages).toHaveLength(1);
  });

  it('goes on while reading older history is paused', async () => {
    const { service, sync } = await openWorld();
    sync.setHistory({ days: null, isPaused: true });
    service.inbound = without(service.inbound, [77]);
    await sleep(DAY_MS + HOUR_MS);
    expectSame();
  });

  it('is one, not many, after a clock that was set back by days and forth again (SYNC-11)', async () => {
    const { service, clock } = await openWorld();
    service.inbound = without(service.inbound, [77]);
    await sleep(-5 * DAY_MS);
    await sleep(10 * DAY_MS);
    expectSame();
    service.calls.length = 0;
    await clock.advance(HOUR_MS);
    expect(service.callsOf('listReplies').filter(({ priority }) => priority === 'backfill')).toEqual([]);
  });
});

describe('open letters', () => {
  it('older than the newest page are read by themselves, at most twenty in five minutes', async () => {
    const { service, store, clock } = await openWorld(300);
    const now = clock.now();
    service.add(...range(301, 450).map((id) => makeMessage('out', id, { letter: 'q', at: now - id })));
    await clock.advance(120_000);
    service.outbound = service.outbound.map((one) => (one.id <= 330 ? { ...one, letter: 'd' } : one));
    service.calls.length = 0;
    await clock.advance(10 * 60_000);
    const first = service.callsOf('getOutboundMessage').length;
    expect(first).toBeGreaterThanOrEqual(1);
    expect(first).toBeLessThanOrEqual(40);
    await clock.advance(60 * 60_000);
    expect(store.messageOf(makeMessage('out', 310).key)?.letter).toBe('d');
  });

  it('that are never final are asked for less and less, and after three days no more', async () => {
    const { service, clock } = await openWorld(100);
    const at = clock.now();
    service.add(makeMessage('out', 101, { letter: 'q', at }), ...range(102, 160).map((id) => makeMessage('out', id)));
    await clock.advance(HOUR_MS);
    const inFirstHour = service.callsOf('getOutboundMessage').length;
    await clock.advance(3 * HOUR_MS);
    expect(service.callsOf('getOutboundMessage').length - inFirstHour).toBeLessThan(inFirstHour);
    await sleep(4 * DAY_MS);
    service.calls.length = 0;
    await clock.advance(3 * HOUR_MS);
    expect(service.callsOf('getOutboundMessage')).toEqual([]);
  });
});
