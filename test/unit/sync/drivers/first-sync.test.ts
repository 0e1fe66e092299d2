import { afterEach, describe, expect, it } from 'vitest';
import type { SyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';
import { createSyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';
import { makeChat, makeContact, makeList, makeMessage, range } from '#test/support/sync/builders.ts';

const worlds: SyncOnFakes[] = [];
const createTracked = (parts?: Parameters<typeof createSyncOnFakes>[0]): SyncOnFakes => {
  const fakes = createSyncOnFakes(parts);
  worlds.push(fakes);
  return fakes;
};
afterEach(async () => {
  await Promise.all(worlds.splice(0).map(({ sync }) => sync.dispose()));
});

function fill({ service }: SyncOnFakes, size: { messages: number; chats: number }): void {
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
    const fakes = createTracked();
    fill(fakes, { messages: 1_234, chats: 350 });
    fakes.sync.start();
    await fakes.clock.advance(60_000);
    const { store, service } = fakes;
    expect(store.account).toEqual(service.account);
    expect(store.messagesCount).toBe(2 * 1_234);
    expect(store.chats.map(({ id }) => id).sort((a, b) => a - b)).toEqual(service.chats.map(({ id }) => id));
    expect(store.idsOf('contacts').length).toBe(230);
    expect(store.idsOf('lists').length).toBe(12);
    expect(store.cursorOf('inbound')).toMatchObject({ headId: 1_234, tailId: 1, isComplete: true });
    expect(store.cursorOf('outbound')).toMatchObject({ headId: 1_234, tailId: 1, isComplete: true });
    expect(fakes.sink.bugs).toEqual([]);
  });

  it('ends the same where the service answers with bare arrays', async () => {
    const fakes = createTracked();
    fill(fakes, { messages: 777, chats: 120 });
    fakes.service.isBare = true;
    fakes.sync.start();
    await fakes.clock.advance(60_000);
    expect(fakes.store.messagesCount).toBe(2 * 777);
    expect(fakes.store.chats.length).toBe(120);
    expect(fakes.store.idsOf('contacts').length).toBe(230);
  });

  it('reads account, first chats and newest messages before anything else', async () => {
    const fakes = createTracked();
    fill(fakes, { messages: 500, chats: 100 });
    fakes.sync.start();
    await fakes.clock.advance(0);
    const order = fakes.service.calls.map(({ method, query }) => {
      const status = (query as { status?: string; orderBy?: string } | null)?.orderBy;
      return status === undefined ? method : `${method} by ${status}`;
    });
    expect(order.slice(0, 4)).toEqual(['getUser', 'listChats by messageTime', 'listOutboundMessages', 'listReplies']);
    const first = (name: string): number => order.indexOf(name);
    expect(first('listContacts')).toBeGreaterThan(first('listChats by id'));
    expect(first('listLists')).toBeGreaterThan(first('listContacts'));
  });

  it('reads older history at the lowest priority, beside contacts and lists, once the chats are read', async () => {
    const fakes = createTracked();
    fill(fakes, { messages: 900, chats: 10 });
    fakes.sync.start();
    await fakes.clock.advance(1_000);
    const { calls } = fakes.service;
    const firstBackfill = calls.findIndex(({ priority }) => priority === 'backfill');
    const isSweep = ({ method, query }: (typeof calls)[number]): boolean =>
      method === 'listChats' && (query as { orderBy: string }).orderBy === 'id';
    expect(firstBackfill).toBeGreaterThan(calls.findLastIndex(isSweep));
    expect(firstBackfill).toBeLessThan(calls.findIndex(({ method }) => method === 'listLists'));
    expect(calls.filter(({ priority }) => priority === 'user')).toEqual([]);
  });

  it('reads the top chats one by one only where the feeds did not show them', async () => {
    const fakes = createTracked();
    fakes.service.chats = range(1, 3).map((id) => makeChat(id));
    const silent = makeChat(4);
    fakes.service.chats.push(silent);
    fakes.service.add(...range(1, 3).map((id) => makeMessage('in', id)));
    fakes.sync.start();
    await fakes.clock.advance(0);
    const asked = fakes.service.callsOf('listChatMessages').map(({ query }) => (query as { chatId: number }).chatId);
    expect(asked).toEqual([silent.id]);
  });

  it('shows its phases in order, with counts, and ends idle', async () => {
    const fakes = createTracked();
    fill(fakes, { messages: 3_000, chats: 150 });
    fakes.sync.start();
    await fakes.clock.advance(20_000);
    const phases = fakes.sink.statuses.map(({ phase }) => phase);
    const changes = phases.filter((phase, index) => phase !== phases[index - 1] && phase !== 'idle');
    expect(changes).toEqual(['account', 'chats', 'messages', 'chats', 'contacts', 'lists', 'others', 'history']);
    expect(fakes.sink.statuses.some(({ phase, total }) => phase === 'history' && total === 6_000)).toBe(true);
    expect(fakes.sync.getStatus()).toMatchObject({ phase: 'idle', done: 6_000, link: 'online' });
  });

  it('goes on with history where it stopped when the app is started again', async () => {
    const fakes = createTracked();
    fill(fakes, { messages: 3_000, chats: 10 });
    // The history is cut off in the middle by the end of the app.
    fakes.service.beforeAnswer = ({ priority }) => {
      if (priority === 'backfill' && fakes.store.messagesCount > 2_500) void fakes.sync.dispose();
    };
    fakes.sync.start();
    await fakes.clock.advance(1_000);
    await fakes.sync.dispose();
    const reached = fakes.store.messagesCount;
    expect(reached).toBeGreaterThan(2_000);
    expect(reached).toBeLessThan(6_000);
    const { clock, service, store } = fakes;
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
    const fakes = createTracked();
    fill(fakes, { messages: 100, chats: 5 });
    fakes.sync.start();
    await fakes.clock.advance(5_000);
    await fakes.sync.dispose();
    const { clock, service, store } = fakes;
    service.add(...range(101, 900).map((id) => makeMessage('in', id)));
    const again = createTracked({ clock, service, store });
    again.sync.start();
    await clock.advance(0);
    expect(store.messagesCount).toBe(1_000);
    expect(store.cursorOf('inbound')?.headId).toBe(900);
  });

  it('leaves no message out that arrives or shifts the pages while it reads (SYNC-1, SYNC-3)', async () => {
    const fakes = createTracked();
    fill(fakes, { messages: 1_500, chats: 20 });
    let next = 1_501;
    let calls = 0;
    fakes.service.beforeAnswer = () => {
      calls += 1;
      if (calls > 80) return;
      fakes.service.add(makeMessage('in', next), makeMessage('out', next));
      next += 1;
      fakes.service.inbound.splice((calls * 37) % fakes.service.inbound.length, 1 + (calls % 7));
    };
    fakes.sync.start();
    await fakes.clock.advance(120_000);
    const all = [...fakes.service.inbound, ...fakes.service.outbound];
    expect(all.filter(({ key }) => !fakes.store.hasMessage(key))).toEqual([]);
    expect(fakes.store.cursorOf('inbound')?.isComplete).toBe(true);
  });

  it('goes on after a crash between any two writes of the store (SYNC-5)', async () => {
    const fakes = createTracked();
    fill(fakes, { messages: 650, chats: 20 });
    fakes.sync.start();
    fakes.store.failure = { method: 'commitMessages', error: new Error('disk went away') };
    await fakes.clock.advance(60_000);
    expect(fakes.sink.bugs).toHaveLength(1);
    expect(fakes.store.messagesCount).toBe(1_300);
  });

  it('reads the other things when the service refuses one of them', async () => {
    const fakes = createTracked();
    fill(fakes, { messages: 10, chats: 5 });
    fakes.service.failNext('listContacts', { code: 'forbidden', outcome: 'refused' }, { times: 1 });
    fakes.sync.start();
    await fakes.clock.advance(1_000);
    expect(fakes.store.idsOf('contacts').length).toBe(0);
    expect(fakes.store.idsOf('lists').length).toBe(12);
    expect(fakes.sync.getStatus().link).toBe('online');
    await fakes.clock.advance(5 * 60_000);
    expect(fakes.store.idsOf('contacts').length).toBe(230);
  });

  it('lets chats stand in where the service has no inbound feed', async () => {
    const fakes = createTracked();
    fill(fakes, { messages: 30, chats: 9 });
    fakes.service.failNext('listReplies', { code: 'not-found', outcome: 'refused' }, { times: 100 });
    fakes.sync.start();
    await fakes.clock.advance(1_000);
    const writers = new Set(fakes.service.chats.map(({ phone }) => phone));
    const fromChats = fakes.service.inbound.filter(({ phone }) => writers.has(phone));
    expect(fromChats.filter(({ key }) => !fakes.store.hasMessage(key))).toEqual([]);
    fakes.service.add(makeMessage('in', 41));
    fakes.service.changeChat(makeChat(1).id, { unreadCount: 1 });
    await fakes.clock.advance(30_000);
    expect(fakes.store.hasMessage(makeMessage('in', 41).key)).toBe(true);
  });
});
