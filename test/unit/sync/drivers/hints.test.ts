import { afterEach, describe, expect, it } from 'vitest';
import type { SyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';
import { createSyncOnFakes, openIdleSync } from '#test/support/sync/sync-on-fakes.ts';
import { makeChat, makeMessage, range } from '#test/support/sync/builders.ts';

let fakes: SyncOnFakes;

/** A world whose first sync is over, and that callbacks reach: rounds come once a minute. */
async function openLiveWorld(): Promise<SyncOnFakes> {
  fakes = await openIdleSync(180_000);
  const { service, sync, clock } = fakes;
  service.add(...range(1, 300).map((id) => makeMessage('out', id, { letter: id > 200 ? 'q' : 'd' })));
  await clock.advance(60_000);
  sync.setLive(true);
  await clock.advance(61_000);
  service.calls.length = 0;
  return fakes;
}

const methodsOf = ({ service }: SyncOnFakes): string[] => service.calls.map(({ method }) => method);

afterEach(() => fakes.sync.dispose());

describe('a callback of an incoming message', () => {
  it('is confirmed by reading that message and its chat, within a second (SYNC-13)', async () => {
    const { service, store, sync, clock } = await openLiveWorld();
    const message = makeMessage('in', 31, { phone: makeChat(2).phone });
    service.add(message);
    service.changeChat(makeChat(2).id, { unreadCount: 1, lastText: message.text });
    store.keep({ direction: 'in', messageId: 31, phone: message.phone });
    sync.callbacksArrived();
    await clock.advance(1_000);
    expect(store.hasMessage(message.key)).toBe(true);
    expect(store.viaOf(message.key)).toBe('callback');
    expect(store.chatOf(makeChat(2).id)?.unreadCount).toBe(1);
    expect(store.callbackCounts).toEqual({ waiting: 0, confirmed: 1, refuted: 0 });
    expect(methodsOf(fakes)).toEqual(['getReply', 'listChats']);
    expect(service.calls.every(({ priority }) => priority === 'sync')).toBe(true);
  });

  it('does not move the cursor: the next round does, by what it reads itself (SYNC-14)', async () => {
    const { service, store, sync, clock } = await openLiveWorld();
    service.add(...range(31, 33).map((id) => makeMessage('in', id)));
    store.keep({ direction: 'in', messageId: 33 });
    sync.callbacksArrived();
    await clock.advance(1_000);
    expect(store.hasMessage(makeMessage('in', 33).key)).toBe(true);
    expect(store.cursorOf('inbound')?.headId).toBe(30);
    await clock.advance(60_000);
    expect(store.cursorOf('inbound')?.headId).toBe(33);
    expect(store.hasMessage(makeMessage('in', 31).key)).toBe(true);
  });

  it('asks nothing where polling was quicker', async () => {
    const { store, sync, clock, service } = await openLiveWorld();
    store.keep({ direction: 'in', messageId: 30 });
    sync.callbacksArrived();
    await clock.advance(1_000);
    expect(service.calls).toEqual([]);
    expect(store.callbackCounts.confirmed).toBe(1);
  });

  it('that is made up changes nothing and is refuted after four tries within three minutes (SYNC-13)', async () => {
    const { store, sync, clock, service } = await openLiveWorld();
    const before = store.messagesCount;
    store.keep({ direction: 'in', messageId: 999, phone: makeChat(1).phone });
    sync.callbacksArrived();
    await clock.advance(150_000);
    expect(store.callbackCounts.waiting).toBe(1);
    await clock.advance(10_000);
    expect(store.callbackCounts.refuted).toBe(1);
    expect(service.callsOf('getReply')).toHaveLength(4);
    expect(store.messagesCount).toBe(before);
  });

  it('that comes before the service can show its message is confirmed by a later try', async () => {
    const { store, sync, clock, service } = await openLiveWorld();
    store.keep({ direction: 'in', messageId: 31 });
    sync.callbacksArrived();
    await clock.advance(2_000);
    expect(store.callbackCounts.waiting).toBe(1);
    service.add(makeMessage('in', 31));
    await clock.advance(5_000);
    expect(store.callbackCounts.confirmed).toBe(1);
  });
});

describe('a callback of a delivery letter', () => {
  it('is confirmed by a reading of that very message, whatever letter it shows', async () => {
    const { service, store, sync, clock } = await openLiveWorld();
    service.outbound = service.outbound.map((one) => (one.id === 242 ? { ...one, letter: 'f' } : one));
    store.keep({ direction: 'out', messageId: 242, letter: 'd' });
    sync.callbacksArrived();
    await clock.advance(1_000);
    expect(methodsOf(fakes)).toEqual(['getOutboundMessage']);
    expect(store.messageOf(makeMessage('out', 242).key)?.letter).toBe('f');
    expect(store.callbackCounts.confirmed).toBe(1);
  });

  it('brings a late flip of a final letter too, since the message itself was read', async () => {
    const { service, store, sync, clock } = await openLiveWorld();
    service.outbound = service.outbound.map((one) => (one.id === 100 ? { ...one, letter: 'f' } : one));
    store.keep({ direction: 'out', messageId: 100, letter: 'f' });
    sync.callbacksArrived();
    await clock.advance(1_000);
    expect(store.messageOf(makeMessage('out', 100).key)?.letter).toBe('f');
  });
});

describe('a storm of callbacks', () => {
  it('collapses into a few readings of the heads', async () => {
    const { service, store, sync, clock } = await openLiveWorld();
    for (let second = 0; second < 10; second += 1) {
      const ids = range(200 * (second + 1), 200 * (second + 2) - 1);
      service.add(...ids.map((id) => makeMessage('in', id, { phone: makeChat(1 + (id % 5)).phone })));
      store.keep(...ids.map((messageId) => ({ direction: 'in', messageId }) as const));
      sync.callbacksArrived();
      await clock.advance(1_000);
    }
    await clock.advance(5_000);
    expect(store.callbackCounts).toMatchObject({ waiting: 0, confirmed: 2_000 });
    expect(service.callsOf('getReply')).toEqual([]);
    // A hundred messages to a page, a few rows of overlap, and one page of chats for each pass.
    expect(service.calls.length).toBeLessThan(70);
  });

  it('of letters is read a hundred at a time', async () => {
    const { service, store, sync, clock } = await openLiveWorld();
    service.outbound = service.outbound.map((one) => ({ ...one, letter: 'd' }));
    store.keep(...range(201, 300).map((messageId) => ({ direction: 'out', messageId, letter: 'd' }) as const));
    sync.callbacksArrived();
    await clock.advance(2_000);
    expect(store.callbackCounts.confirmed).toBe(100);
    expect(service.calls.length).toBeLessThanOrEqual(3);
    expect([...store.messages].filter(({ letter }) => letter === 'q')).toEqual([]);
  });

  it('of made-up events asks little, and keeps a true one waiting for no longer than a second', async () => {
    const { service, store, sync, clock } = await openLiveWorld();
    store.keep(...range(5_000, 8_000).map((messageId) => ({ direction: 'in', messageId }) as const));
    sync.callbacksArrived();
    await clock.advance(1_500);
    service.calls.length = 0;
    service.add(makeMessage('in', 31));
    store.keep({ direction: 'in', messageId: 31 });
    sync.callbacksArrived();
    await clock.advance(1_000);
    expect(store.hasMessage(makeMessage('in', 31).key)).toBe(true);
    await clock.advance(180_000);
    expect(store.callbackCounts).toEqual({ waiting: 0, confirmed: 1, refuted: 3_001 });
    expect(service.calls.length).toBeLessThan(40);
  });

  it('of made-up events about ids that were passed over holds up no true one, neither new nor old', async () => {
    const { service, store, sync, clock } = await openLiveWorld();
    service.add(makeMessage('in', 10_000));
    await clock.advance(61_000);
    store.keep(...range(1_001, 7_000).map((messageId) => ({ direction: 'in', messageId }) as const));
    sync.callbacksArrived();
    await clock.advance(3_000);
    service.add(makeMessage('in', 10_001));
    service.outbound = service.outbound.map((one) => (one.id === 242 ? { ...one, letter: 'd' } : one));
    store.keep({ direction: 'in', messageId: 10_001 });
    store.keep({ direction: 'out', messageId: 242, letter: 'd' });
    sync.callbacksArrived();
    await clock.advance(2_000);
    expect(store.hasMessage(makeMessage('in', 10_001).key)).toBe(true);
    expect(store.messageOf(makeMessage('out', 242).key)?.letter).toBe('d');
    // Those that wait longest get their turn all the same, while more of them come.
    for (let second = 0; second < 60; second += 1) {
      for (const messageId of range(1, 30)) store.keep({ direction: 'in', messageId: 7_000 + second * 30 + messageId });
      sync.callbacksArrived();
      await clock.advance(1_000);
    }
    const asked = new Set(service.callsOf('getReply').map(({ query }) => (query as { replyId: number }).replyId));
    expect(range(1_001, 1_300).filter((id) => !asked.has(id))).toEqual([]);
  });

  it('comes down to asking once a second, however often it is told of something new', async () => {
    const { service, store, sync, clock } = await openLiveWorld();
    const rain = async (from: number, count: number): Promise<number> => {
      const before = service.callsOf('listChats').length;
      for (const id of range(from, from + count - 1)) {
        service.add(makeMessage('in', id, { phone: makeChat(1).phone }));
        store.keep({ direction: 'in', messageId: id });
        sync.callbacksArrived();
        await clock.advance(100);
      }
      return service.callsOf('listChats').length - before;
    };
    expect(await rain(31, 30)).toBeLessThanOrEqual(10);
    expect(await rain(61, 100)).toBeLessThanOrEqual(11);
    await clock.advance(1_000);
    expect(store.callbackCounts.confirmed).toBe(130);
  });

  it('shows a text that comes right after another one without a second’s wait', async () => {
    const { service, store, sync, clock } = await openLiveWorld();
    for (const id of range(31, 35)) {
      service.add(makeMessage('in', id, { phone: makeChat(1).phone }));
      store.keep({ direction: 'in', messageId: id });
      sync.callbacksArrived();
      await clock.advance(200);
      expect(store.hasMessage(makeMessage('in', id).key)).toBe(true);
    }
  });
});

describe('callbacks while the service cannot be asked', () => {
  it('wait for the link and are confirmed when it is back (SYNC-6)', async () => {
    const { service, store, sync, clock } = await openLiveWorld();
    service.failNext('any', { code: 'offline' }, { times: 10_000 });
    await clock.advance(70_000);
    expect(sync.getStatus().link).toBe('offline');
    service.add(makeMessage('in', 31));
    store.keep({ direction: 'in', messageId: 31 });
    service.calls.length = 0;
    sync.callbacksArrived();
    await clock.advance(0);
    expect(service.callsOf('getReply')).toEqual([]);
    service.heal();
    await clock.advance(120_000);
    expect(store.callbackCounts.confirmed).toBe(1);
  });

  it('count for nothing where the link breaks in the middle, and are read again', async () => {
    const { service, store, sync, clock } = await openLiveWorld();
    service.add(makeMessage('in', 31), makeMessage('in', 32));
    store.keep({ direction: 'in', messageId: 31 });
    store.keep({ direction: 'in', messageId: 32 });
    service.failNext('listChats', { code: 'timeout' }, { times: 1 });
    sync.callbacksArrived();
    await clock.advance(500);
    expect(store.callbackCounts.waiting).toBe(2);
    await clock.advance(60_000);
    expect(store.callbackCounts.confirmed).toBe(2);
  });

  it('are taken up at the start of the next run (SYNC-9)', async () => {
    const { service, store, sync, clock } = await openLiveWorld();
    await sync.dispose();
    service.add(makeMessage('out', 301));
    store.keep({ direction: 'out', messageId: 301, letter: 'd' });
    sync.callbacksArrived();
    await clock.advance(10_000);
    expect(store.callbackCounts.waiting).toBe(1);
    fakes = createSyncOnFakes({ service, store, clock });
    fakes.sync.start();
    await clock.advance(1_000);
    expect(store.callbackCounts.confirmed).toBe(1);
  });
});

describe('callbacks of a service without an inbound feed', () => {
  it('are confirmed by the newest page of the chat of their number', async () => {
    fakes = createSyncOnFakes();
    const { service, store, sync, clock } = fakes;
    service.chats = range(1, 5).map((id) => makeChat(id));
    service.failNext('listReplies', { code: 'not-found', outcome: 'refused' }, { times: 1_000 });
    sync.start();
    await clock.advance(60_000);
    const { phone } = makeChat(3);
    service.add(makeMessage('in', 50, { phone }));
    store.keep({ direction: 'in', messageId: 50, phone });
    store.keep({ direction: 'in', messageId: 51, phone });
    sync.callbacksArrived();
    await clock.advance(1_000);
    expect(store.hasMessage(makeMessage('in', 50).key)).toBe(true);
    expect(store.callbackCounts).toMatchObject({ waiting: 1, confirmed: 1 });
    await clock.advance(180_000);
    expect(store.callbackCounts.refuted).toBe(1);
  });
});

describe('callbacks and a clock that is set', () => {
  it('back by days are tried again at once, and forward by days not four times in a row (SYNC-11)', async () => {
    const { store, sync, clock, service } = await openLiveWorld();
    store.keep({ direction: 'in', messageId: 999 });
    sync.callbacksArrived();
    await clock.advance(1_000);
    clock.jump(-3 * 86_400_000);
    await clock.advance(15_000);
    expect(service.callsOf('getReply').length).toBeGreaterThanOrEqual(2);
    service.calls.length = 0;
    clock.jump(6 * 86_400_000);
    await clock.advance(15_000);
    expect(service.callsOf('getReply').length).toBeLessThanOrEqual(1);
    await clock.advance(180_000);
    expect(store.callbackCounts.refuted).toBe(1);
  });
});
