import { afterEach, describe, expect, it } from 'vitest';
import type { SyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';
import { createSyncOnFakes, openIdleSync } from '#test/support/sync/sync-on-fakes.ts';
import { makeChat, makeMessage, range } from '#test/support/sync/builders.ts';

const HOUR_MS = 3_600_000;
const AWAY = { isVisible: false, isFocused: false };
const HERE = { isVisible: true, isFocused: true };

let fakes: SyncOnFakes;

async function openLiveWorld(): Promise<SyncOnFakes> {
  fakes = await openIdleSync(180_000);
  fakes.sync.setLive(true);
  await fakes.clock.advance(61_000);
  fakes.service.calls.length = 0;
  return fakes;
}

const roundsOf = ({ service }: SyncOnFakes): number => service.callsOf('listReplies').length;

afterEach(() => fakes.sync.dispose());

describe('rounds while callbacks get through', () => {
  it('come once a minute and cost two requests: the heads of both feeds', async () => {
    const { clock, service } = await openLiveWorld();
    await clock.advance(180_000);
    // Whole collections are read again in their own time.
    const isOfRound = ({ method }: { method: string }): boolean => /^list(Outbound|Replies)/.test(method);
    expect(service.callsOf('listChats').filter(({ query }) => !JSON.stringify(query).includes('"id"'))).toEqual([]);
    expect(
      service.calls
        .filter(isOfRound)
        .map(({ method }) => method)
        .sort(),
    ).toEqual([...range(1, 3).map(() => 'listOutboundMessages'), ...range(1, 3).map(() => 'listReplies')]);
  });

  it('see changes of chats within five minutes', async () => {
    const { clock, service, store } = await openLiveWorld();
    service.changeChat(makeChat(2).id, { isMuted: true });
    await clock.advance(5 * 60_000);
    expect(store.chatOf(makeChat(2).id)?.isMuted).toBe(true);
  });

  it('see the chat of a message that no callback told of', async () => {
    const { clock, service, store } = await openLiveWorld();
    service.add(makeMessage('in', 31, { phone: makeChat(4).phone }));
    service.changeChat(makeChat(4).id, { unreadCount: 3 });
    await clock.advance(61_000);
    expect(store.chatOf(makeChat(4).id)?.unreadCount).toBe(3);
    expect(store.viaOf(makeMessage('in', 31).key)).toBe('poll');
  });

  it('are as many as before once callbacks get through no longer', async () => {
    const { clock, sync } = await openLiveWorld();
    sync.setLive(false);
    await clock.advance(60_000);
    expect(roundsOf(fakes)).toBeGreaterThanOrEqual(4);
  });

  it('ask again soon after a send, all the same', async () => {
    const { clock, sync } = await openLiveWorld();
    sync.messageSent(makeChat(1).phone);
    await clock.advance(9_000);
    expect(roundsOf(fakes)).toBe(3);
  });
});

describe('whoever comes back to the window', () => {
  it.each([true, false])('is shown news at once (callbacks get through: %s)', async (isLive) => {
    const { clock, sync, service, store } = await openLiveWorld();
    sync.setLive(isLive);
    sync.setActivity(AWAY);
    await clock.advance(20_000);
    service.add(makeMessage('in', 31));
    service.calls.length = 0;
    sync.setActivity(HERE);
    await clock.advance(0);
    expect(store.hasMessage(makeMessage('in', 31).key)).toBe(true);
  });

  it('makes one round in five seconds, however often the window changes', async () => {
    const { clock, sync } = await openLiveWorld();
    for (let time = 0; time < 50; time += 1) {
      sync.setActivity(AWAY);
      sync.setActivity(HERE);
      await clock.advance(100);
    }
    expect(roundsOf(fakes)).toBeLessThanOrEqual(2);
    expect(roundsOf(fakes)).toBeGreaterThanOrEqual(1);
  });

  it('after hours of sleep finds one round, not many (SYNC-11)', async () => {
    const { clock, sync } = await openLiveWorld();
    sync.setActivity(AWAY);
    clock.jump(9 * HOUR_MS);
    sync.setActivity(HERE);
    sync.tryNow();
    await clock.advance(10_000);
    expect(roundsOf(fakes)).toBeLessThanOrEqual(2);
    expect(roundsOf(fakes)).toBeGreaterThanOrEqual(1);
  });

  it('is not kept from it by a clock that was set back by a day', async () => {
    const { clock, sync } = await openLiveWorld();
    sync.setActivity(AWAY);
    clock.jump(-24 * HOUR_MS);
    sync.setActivity(HERE);
    await clock.advance(15_000);
    expect(roundsOf(fakes)).toBeGreaterThanOrEqual(1);
  });
});

describe('notices', () => {
  it('are opened once both heads were read for the first time, and not before', async () => {
    fakes = createSyncOnFakes();
    const { service, store, sync, clock } = fakes;
    service.add(...range(1, 300).map((id) => makeMessage('in', id)));
    const openedWhen = new Map<string, boolean>();
    service.beforeAnswer = ({ method }) => {
      if (!openedWhen.has(method)) openedWhen.set(method, store.areNoticesOpen);
    };
    sync.start();
    await clock.advance(120_000);
    expect(openedWhen.get('listReplies')).toBe(false);
    expect(openedWhen.get('listOutboundMessages')).toBe(false);
    expect(openedWhen.get('listContacts')).toBe(true);
    expect(store.areNoticesOpen).toBe(true);
  });
});

describe('the clock of the service', () => {
  it('is told where it differs from ours, and again when that changes by more than five seconds', async () => {
    const { clock, service, sync, sink, store } = await openLiveWorld();
    service.clockSkewMs = 90_000;
    await clock.advance(61_000);
    expect(sync.getStatus().clockSkewMs).toBe(90_000);
    sink.statuses.length = 0;
    service.clockSkewMs = 93_000;
    await clock.advance(61_000);
    expect(sync.getStatus().clockSkewMs).toBe(90_000);
    service.clockSkewMs = 99_000;
    await clock.advance(61_000);
    expect(sync.getStatus().clockSkewMs).toBe(99_000);
    expect(store.markOf('clock.skewMs')).toBe(99_000);
  });

  it('is left with the store, for the time that news took', async () => {
    const { clock, service, store } = await openLiveWorld();
    service.clockSkewMs = 90_000;
    await clock.advance(61_000);
    expect(store.markOf('clock.skewMs')).toBe(90_000);
  });
});
