import { afterEach, describe, expect, it } from 'vitest';
import { toPhoneKey } from '#shared/domain/phones.ts';
import type { SyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';
import { createSyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';
import { makeChat, makeMessage, range } from '#test/support/sync/builders.ts';

let fakes: SyncOnFakes;

/** A world whose first sync is over. */
async function openWorld(fill: (fakes: SyncOnFakes) => void = () => undefined): Promise<SyncOnFakes> {
  fakes = createSyncOnFakes();
  fakes.service.chats = range(1, 40).map((id) => makeChat(id));
  fakes.service.add(...range(1, 200).map((id) => makeMessage('in', id)));
  fakes.service.add(...range(1, 200).map((id) => makeMessage('out', id)));
  fill(fakes);
  fakes.sync.start();
  await fakes.clock.advance(120_000);
  fakes.service.calls.length = 0;
  return fakes;
}

afterEach(() => fakes.sync.dispose());

describe('rounds', () => {
  it('cost three requests each when nothing happens', async () => {
    const { clock, service } = await openWorld();
    await clock.advance(60_000);
    const methods = service.calls.map(({ method }) => method);
    expect(methods.length % 3).toBe(0);
    expect(methods.slice(0, 3).sort()).toEqual(['listChats', 'listOutboundMessages', 'listReplies']);
    expect(methods.length).toBeLessThanOrEqual(12);
    expect(methods.length).toBeGreaterThanOrEqual(9);
  });

  it('become rarer when nobody looks, and quicker when somebody comes back', async () => {
    const { clock, service, sync } = await openWorld();
    sync.setActivity({ isVisible: false, isFocused: false });
    await clock.advance(600_000);
    const hidden = service.callsOf('listReplies').length;
    expect(hidden).toBeLessThanOrEqual(12);
    service.calls.length = 0;
    sync.setActivity({ isVisible: true, isFocused: true });
    await clock.advance(5_000);
    expect(service.callsOf('listReplies').length).toBeGreaterThanOrEqual(1);
  });

  it('bring a new message and its chat within seconds', async () => {
    const { clock, service, store } = await openWorld();
    service.add(makeMessage('in', 201, { phone: makeChat(1).phone }));
    service.changeChat(makeChat(1).id, { unreadCount: 1 });
    await clock.advance(20_000);
    expect(store.hasMessage(makeMessage('in', 201).key)).toBe(true);
    expect(store.chatOf(makeChat(1).id)?.unreadCount).toBe(1);
  });

  it('keep a quick pace while things happen', async () => {
    const { clock, service } = await openWorld();
    let id = 201;
    service.beforeAnswer = ({ method }) => {
      if (method === 'listReplies') service.add(makeMessage('in', id++));
    };
    await clock.advance(20_000);
    service.calls.length = 0;
    await clock.advance(60_000);
    expect(service.callsOf('listReplies').length).toBeGreaterThanOrEqual(11);
  });

  it('read on until they meet what is known, so that no hole stays (SYNC-1)', async () => {
    const { clock, service, store } = await openWorld();
    service.add(...range(201, 700).map((id) => makeMessage('in', id)));
    service.add(...range(201, 700).map((id) => makeMessage('out', id)));
    await clock.advance(20_000);
    expect(store.messagesCount).toBe(1_400);
    expect(store.cursorOf('inbound')?.headId).toBe(700);
    expect(store.cursorOf('outbound')?.headId).toBe(700);
  });

  it('leave the head where it is when the way down to it breaks off (SYNC-1, SYNC-5)', async () => {
    const { clock, service, store } = await openWorld();
    service.add(...range(201, 700).map((id) => makeMessage('in', id)));
    let pages = 0;
    service.beforeAnswer = ({ method }) => {
      if (method !== 'listReplies') return;
      pages += 1;
      if (pages === 3) service.failNext('listReplies', { code: 'offline' }, { times: 1 });
    };
    for (let second = 0; second < 30 && pages < 3; second += 1) await clock.advance(1_000);
    expect(store.cursorOf('inbound')?.headId).toBe(200);
    await clock.advance(20_000);
    expect(store.cursorOf('inbound')?.headId).toBe(700);
    expect(store.messagesCount).toBe(900);
  });

  it('refresh the letters of recent messages', async () => {
    const { clock, service, store } = await openWorld();
    service.add(makeMessage('out', 201, { letter: 'q' }));
    await clock.advance(20_000);
    service.outbound = service.outbound.map((one) => (one.id === 201 ? { ...one, letter: 'd' } : one));
    await clock.advance(20_000);
    expect(store.messageOf(makeMessage('out', 201).key)?.letter).toBe('d');
  });

  it('ask 1, 3 and 8 s after a message was sent', async () => {
    const { clock, service, sync } = await openWorld();
    const sentAt = clock.now();
    const asked: number[] = [];
    service.beforeAnswer = ({ method }) => {
      if (method === 'listOutboundMessages') asked.push(clock.now() - sentAt);
    };
    sync.messageSent(makeChat(1).phone);
    await clock.advance(9_000);
    expect(asked).toEqual(expect.arrayContaining([1_000, 3_000, 8_000]));
  });

  it('read active chats again every five minutes, which brings what no message announces', async () => {
    const { clock, service, store } = await openWorld();
    service.changeChat(makeChat(40).id, { isPinned: true });
    await clock.advance(5 * 60_000);
    expect(store.chatOf(makeChat(40).id)?.isPinned).toBe(true);
  });

  it('say when everything new was last here', async () => {
    const { clock, sync } = await openWorld();
    await clock.advance(60_000);
    expect(clock.now() - (sync.getStatus().lastSyncedAt ?? 0)).toBeLessThanOrEqual(20_000);
  });

  it('ask again for a feed that was said not to be there: something in between may have said it', async () => {
    const { service, store, clock } = await openWorld();
    service.failNext('listOutboundMessages', { code: 'not-found', outcome: 'refused' });
    await clock.advance(30_000);
    service.add(makeMessage('out', 201));
    await clock.advance(180_000);
    expect(store.hasMessage(makeMessage('out', 201).key)).toBe(true);
  });

  it('ask seldom for a feed that the service does not have', async () => {
    const { service, clock } = await openWorld();
    service.failNext('listReplies', { code: 'not-found', outcome: 'refused' }, { times: Infinity });
    await clock.advance(4 * 3_600_000);
    expect(service.callsOf('listReplies').length).toBeLessThan(12);
  });

  it('do not stop at one feed that fails, yet do not count as synced', async () => {
    const { clock, service, store, sync } = await openWorld();
    const before = sync.getStatus().lastSyncedAt;
    service.failNext('listOutboundMessages', { code: 'server', outcome: 'unknown' }, { times: 1_000 });
    service.add(makeMessage('in', 201));
    await clock.advance(40_000);
    expect(store.hasMessage(makeMessage('in', 201).key)).toBe(true);
    expect(sync.getStatus().lastSyncedAt).toBe(before);
    service.heal();
    await clock.advance(60_000);
    expect(sync.getStatus().lastSyncedAt).not.toBe(before);
  });
});

describe('chats of new messages', () => {
  it('are found by their number when no page of active chats shows them', async () => {
    const closed = makeChat(77, { status: 'closed', unreadCount: 0 });
    const { clock, service, store } = await openWorld(({ service: filling }) => filling.chats.push(closed));
    service.changeChat(closed.id, { unreadCount: 1 });
    service.add(makeMessage('in', 201, { phone: closed.phone }));
    await clock.advance(20_000);
    expect(service.callsOf('findChatByPhone').map(({ query }) => query)).toEqual([{ phone: closed.phone }]);
    expect(store.chatOf(closed.id)?.unreadCount).toBe(1);
  });

  it('come with the first page of chats where that shows them, without a request of their own', async () => {
    const { clock, service, store } = await openWorld();
    const fresh = makeChat(500, { unreadCount: 1 });
    service.chats.push(fresh);
    service.add(makeMessage('in', 201, { phone: fresh.phone }));
    await clock.advance(20_000);
    expect(store.chatOf(fresh.id)).toBeDefined();
    expect(service.callsOf('findChatByPhone')).toEqual([]);
  });

  it('are not asked for again and again where the service has none', async () => {
    const { clock, service } = await openWorld();
    service.add(makeMessage('out', 201, { phone: toPhoneKey('447700955555') }));
    await clock.advance(120_000);
    expect(service.callsOf('findChatByPhone')).toHaveLength(1);
  });

  it('are looked for after a send, even when they were not there yet at first', async () => {
    const { clock, service, store, sync } = await openWorld();
    const late = makeChat(900, { status: 'closed' });
    sync.messageSent(late.phone);
    service.chats.push(late);
    await clock.advance(10_000);
    expect(store.chatOf(late.id)).toBeDefined();
  });
});

describe('the open chat', () => {
  it('is read at once, ahead of everything else', async () => {
    const { service, sync, clock } = await openWorld();
    sync.openChat(makeChat(3).id);
    await clock.advance(0);
    expect(service.calls.map(({ method, priority }) => `${method} ${priority}`)).toEqual([
      'getChat user',
      'listChatMessages user',
    ]);
  });

  it('is looked at again now and then while somebody looks', async () => {
    const { service, sync, clock } = await openWorld();
    sync.openChat(makeChat(3).id);
    await clock.advance(0);
    service.calls.length = 0;
    await clock.advance(120_000);
    const looks = service.callsOf('listChatMessages').length;
    expect(looks).toBeGreaterThanOrEqual(2);
    expect(looks).toBeLessThanOrEqual(4);
    sync.setActivity({ isVisible: false, isFocused: false });
    service.calls.length = 0;
    await clock.advance(120_000);
    expect(service.callsOf('listChatMessages')).toEqual([]);
  });

  it('is not read twice within seconds, and not at all while only this computer knows it', async () => {
    const { service, sync, clock } = await openWorld();
    sync.openChat(makeChat(-3).id);
    sync.openChat(makeChat(3).id);
    await clock.advance(1_000);
    sync.openChat(makeChat(3).id);
    await clock.advance(0);
    expect(service.callsOf('getChat')).toHaveLength(1);
  });

  it('is complete when its only page shows all of it', async () => {
    const { service, sync, clock, store } = await openWorld();
    service.inbound = service.inbound.filter(({ phone }) => phone !== makeChat(3).phone);
    service.add(makeMessage('in', 203));
    sync.openChat(makeChat(3).id);
    await clock.advance(0);
    expect(store.completeChatIds).toContain(makeChat(3).id);
  });
});
