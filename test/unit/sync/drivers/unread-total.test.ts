import { afterEach, describe, expect, it } from 'vitest';
import { toChatId } from '#shared/domain/ids.ts';
import { makeChat, range } from '#test/support/sync/builders.ts';
import { createSyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';
import type { SyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';

let fakes: SyncOnFakes;

async function openWorld(): Promise<SyncOnFakes> {
  fakes = createSyncOnFakes();
  fakes.service.chats = range(1, 5).map((id) => makeChat(id, { unreadCount: id === 1 ? 4 : 0 }));
  fakes.sync.start();
  await fakes.clock.advance(30_000);
  fakes.service.calls.length = 0;
  return fakes;
}

afterEach(() => fakes.sync.dispose());

describe('how much is unread at the service', () => {
  it('is asked with every reading of all open chats, and kept with its time', async () => {
    const { store, service, clock } = await openWorld();
    expect(store.markOf('unread.total')).toBe(4);
    service.unreadTotal = 9;
    await clock.advance(6 * 60_000);
    expect(service.callsOf('getUnreadTotal').length).toBeGreaterThan(0);
    expect(store.markOf('unread.total')).toBe(9);
    expect(clock.now() - (store.markOf('unread.askedAt') ?? 0)).toBeLessThan(6 * 60_000);
  });

  it('has the unread chats read anew after a check of everything, where it is not what was counted here', async () => {
    const { store, service, sync, clock } = await openWorld();
    service.beforeAnswer = ({ method }) => {
      if (method === 'getUnreadTotal') service.changeChat(toChatId(2), { unreadCount: 7 });
    };
    const checking = sync.checkEverything();
    await clock.advance(20_000);
    await checking;
    expect(store.chatOf(toChatId(2))?.unreadCount).toBe(7);
    expect(service.calls.some(({ query }) => (query as { orderBy?: string } | null)?.orderBy === 'unread')).toBe(true);
  });

  it('is read anew to its end also where a row of a page cannot be read', async () => {
    const { store, service, sync, clock } = await openWorld();
    service.beforeAnswer = ({ method }) => {
      if (method !== 'getUnreadTotal') return;
      service.chats = range(1, 150).map((id) => makeChat(id, { unreadCount: 500 - id }));
      service.unreadable.add(service.chats[0]);
    };
    const checking = sync.checkEverything();
    await clock.advance(20_000);
    await checking;
    expect(store.chatOf(toChatId(150))?.unreadCount).toBe(350);
  });

  it('costs one request where both count the same', async () => {
    const { service, sync, clock } = await openWorld();
    const checking = sync.checkEverything();
    await clock.advance(20_000);
    await checking;
    expect(service.calls.some(({ query }) => (query as { orderBy?: string } | null)?.orderBy === 'unread')).toBe(false);
  });

  it('keeps nothing from being done where the service does not tell', async () => {
    const { store, service, sync, sink, clock } = await openWorld();
    store.removeMark('unread.total');
    service.failNext('getUnreadTotal', { code: 'not-found', outcome: 'refused' }, { times: 100 });
    const checking = sync.checkEverything();
    await clock.advance(20_000);
    await expect(checking).resolves.toBeUndefined();
    expect(store.markOf('unread.total')).toBeNull();
    expect(sink.bugs).toEqual([]);
  });
});
