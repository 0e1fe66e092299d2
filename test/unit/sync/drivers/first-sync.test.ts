import { afterEach, describe, expect, it } from 'vitest';
import type { World } from '#test/support/sync/world.ts';
import { createWorld } from '#test/support/sync/world.ts';
import { makeChat, makeContact, makeList, makeMessage, range } from '#test/support/sync/builders.ts';

const worlds: World[] = [];
const createTracked = (parts?: Parameters<typeof createWorld>[0]): World => {
  const world = createWorld(parts);
  worlds.push(world);
  return world;
};
afterEach(async () => {
  await Promise.all(worlds.splice(0).map(({ sync }) => sync.dispose()));
});

function fill({ service }: World, size: { messages: number; chats: number }): void {
  service.chats = range(1, size.chats).map((id) =>
    makeChat(id, { status: id % 10 === 0 ? 'closed' : id % 11 === 0 ? 'deleted' : 'active' }),
  );
  service.add(...range(1, size.messages).map((id) => makeMessage('in', id)));
  service.add(...range(1, size.messages).map((id) => makeMessage('out', id)));
  service.contacts = range(1, 230).map(makeContact);
  service.lists = range(1, 12).map(makeList);
}

describe('the first sync', () => {
  it('ends with everything of the service in the cache', async () => {
    const world = createTracked();
    fill(world, { messages: 1_234, chats: 350 });
    world.sync.start();
    await world.clock.advance(60_000);
    const { store, service } = world;
    expect(store.account).toEqual(service.account);
    expect(store.messagesCount).toBe(2 * 1_234);
    expect(store.chats.map(({ id }) => id).sort((a, b) => a - b)).toEqual(service.chats.map(({ id }) => id));
    expect(store.idsOf('contacts').length).toBe(230);
    expect(store.idsOf('lists').length).toBe(12);
    expect(store.cursorOf('inbound')).toMatchObject({ headId: 1_234, tailId: 1, isComplete: true });
    expect(store.cursorOf('outbound')).toMatchObject({ headId: 1_234, tailId: 1, isComplete: true });
    expect(world.sink.bugs).toEqual([]);
  });

  it('ends the same where the service answers with bare arrays', async () => {
    const world = createTracked();
    fill(world, { messages: 777, chats: 120 });
    world.service.isBare = true;
    world.sync.start();
    await world.clock.advance(60_000);
    expect(world.store.messagesCount).toBe(2 * 777);
    expect(world.store.chats.length).toBe(120);
    expect(world.store.idsOf('contacts').length).toBe(230);
  });

  it('reads account, first chats and newest messages before anything else', async () => {
    const world = createTracked();
    fill(world, { messages: 500, chats: 100 });
    world.sync.start();
    await world.clock.advance(0);
    const order = world.service.calls.map(({ method, query }) => {
      const status = (query as { status?: string; orderBy?: string } | null)?.orderBy;
      return status === undefined ? method : `${method} by ${status}`;
    });
    expect(order.slice(0, 4)).toEqual(['getUser', 'listChats by messageTime', 'listOutboundMessages', 'listReplies']);
    const first = (name: string): number => order.indexOf(name);
    expect(first('listContacts')).toBeGreaterThan(first('listChats by id'));
    expect(first('listLists')).toBeGreaterThan(first('listContacts'));
  });

  it('reads older history at the lowest priority, beside contacts and lists, once the chats are read', async () => {
    const world = createTracked();
    fill(world, { messages: 900, chats: 10 });
    world.sync.start();
    await world.clock.advance(1_000);
    const { calls } = world.service;
    const firstBackfill = calls.findIndex(({ priority }) => priority === 'backfill');
    const isSweep = ({ method, query }: (typeof calls)[number]): boolean =>
      method === 'listChats' && (query as { orderBy: string }).orderBy === 'id';
    expect(firstBackfill).toBeGreaterThan(calls.findLastIndex(isSweep));
    expect(firstBackfill).toBeLessThan(calls.findIndex(({ method }) => method === 'listLists'));
    expect(calls.filter(({ priority }) => priority === 'user')).toEqual([]);
  });

  it('reads the top chats one by one only where the feeds did not show them', async () => {
    const world = createTracked();
    world.service.chats = range(1, 3).map((id) => makeChat(id));
    const silent = makeChat(4);
    world.service.chats.push(silent);
    world.service.add(...range(1, 3).map((id) => makeMessage('in', id)));
    world.sync.start();
    await world.clock.advance(0);
    const asked = world.service.callsOf('listChatMessages').map(({ query }) => (query as { chatId: number }).chatId);
    expect(asked).toEqual([silent.id]);
  });

  it('shows its phases in order, with counts, and ends idle', async () => {
    const world = createTracked();
    fill(world, { messages: 3_000, chats: 150 });
    world.sync.start();
    await world.clock.advance(20_000);
    const phases = world.sink.statuses.map(({ phase }) => phase);
    const changes = phases.filter((phase, index) => phase !== phases[index - 1] && phase !== 'idle');
    expect(changes).toEqual(['account', 'chats', 'messages', 'chats', 'contacts', 'lists', 'others', 'history']);
    expect(world.sink.statuses.some(({ phase, total }) => phase === 'history' && total === 6_000)).toBe(true);
    expect(world.sync.getStatus()).toMatchObject({ phase: 'idle', done: 6_000, link: 'online' });
  });

  it('goes on with history where it stopped when the app is started again', async () => {
    const world = createTracked();
    fill(world, { messages: 3_000, chats: 10 });
    // The history is cut off in the middle by the end of the app.
    world.service.beforeAnswer = ({ priority }) => {
      if (priority === 'backfill' && world.store.messagesCount > 2_500) void world.sync.dispose();
    };
    world.sync.start();
    await world.clock.advance(1_000);
    await world.sync.dispose();
    const reached = world.store.messagesCount;
    expect(reached).toBeGreaterThan(2_000);
    expect(reached).toBeLessThan(6_000);
    const { clock, service, store } = world;
    service.beforeAnswer = () => undefined;
    const callsBefore = service.calls.length;
    const again = createTracked({ clock, service, store });
    again.sync.start();
    await clock.advance(1_000);
    expect(store.messagesCount).toBe(6_000);
    const isOlder = ({ method, priority }: (typeof service.calls)[number]): boolean =>
      priority === 'backfill' && (method === 'listReplies' || method === 'listOutboundMessages');
    const backfill = service.calls.slice(callsBefore).filter(isOlder);
    expect(backfill.length).toBeLessThan((6_000 - reached) / 60);
  });

  it('closes the gap since the last run before it counts as synced (SYNC-1)', async () => {
    const world = createTracked();
    fill(world, { messages: 100, chats: 5 });
    world.sync.start();
    await world.clock.advance(5_000);
    await world.sync.dispose();
    const { clock, service, store } = world;
    service.add(...range(101, 900).map((id) => makeMessage('in', id)));
    const again = createTracked({ clock, service, store });
    again.sync.start();
    await clock.advance(0);
    expect(store.messagesCount).toBe(1_000);
    expect(store.cursorOf('inbound')?.headId).toBe(900);
  });

  it('leaves no message out that arrives or shifts the pages while it reads (SYNC-1, SYNC-3)', async () => {
    const world = createTracked();
    fill(world, { messages: 1_500, chats: 20 });
    let next = 1_501;
    let calls = 0;
    world.service.beforeAnswer = () => {
      calls += 1;
      if (calls > 80) return;
      world.service.add(makeMessage('in', next), makeMessage('out', next));
      next += 1;
      world.service.inbound.splice((calls * 37) % world.service.inbound.length, 1 + (calls % 7));
    };
    world.sync.start();
    await world.clock.advance(120_000);
    const all = [...world.service.inbound, ...world.service.outbound];
    expect(all.filter(({ key }) => !world.store.hasMessage(key))).toEqual([]);
    expect(world.store.cursorOf('inbound')?.isComplete).toBe(true);
  });

  it('goes on after a crash between any two writes of the store (SYNC-5)', async () => {
    const world = createTracked();
    fill(world, { messages: 650, chats: 20 });
    world.sync.start();
    world.store.failure = { method: 'commitMessages', error: new Error('disk went away') };
    await world.clock.advance(60_000);
    expect(world.sink.bugs).toHaveLength(1);
    expect(world.store.messagesCount).toBe(1_300);
  });

  it('reads the other things when the service refuses one of them', async () => {
    const world = createTracked();
    fill(world, { messages: 10, chats: 5 });
    world.service.failNext('listContacts', { code: 'forbidden', outcome: 'refused' }, { times: 1 });
    world.sync.start();
    await world.clock.advance(1_000);
    expect(world.store.idsOf('contacts').length).toBe(0);
    expect(world.store.idsOf('lists').length).toBe(12);
    expect(world.sync.getStatus().link).toBe('online');
    await world.clock.advance(5 * 60_000);
    expect(world.store.idsOf('contacts').length).toBe(230);
  });

  it('lets chats stand in where the service has no inbound feed', async () => {
    const world = createTracked();
    fill(world, { messages: 30, chats: 9 });
    world.service.failNext('listReplies', { code: 'not-found', outcome: 'refused' }, { times: 100 });
    world.sync.start();
    await world.clock.advance(1_000);
    const writers = new Set(world.service.chats.map(({ phone }) => phone));
    const fromChats = world.service.inbound.filter(({ phone }) => writers.has(phone));
    expect(fromChats.filter(({ key }) => !world.store.hasMessage(key))).toEqual([]);
    world.service.add(makeMessage('in', 41));
    world.service.changeChat(makeChat(1).id, { unreadCount: 1 });
    await world.clock.advance(30_000);
    expect(world.store.hasMessage(makeMessage('in', 41).key)).toBe(true);
  });
});
