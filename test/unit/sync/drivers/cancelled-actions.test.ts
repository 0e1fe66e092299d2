import { afterEach, describe, expect, it } from 'vitest';
import { toMessageKey } from '#shared/domain/ids.ts';
import { makeChat, makeMessage } from '#test/support/sync/builders.ts';
import { createWorld } from '#test/support/sync/world.ts';
import type { World } from '#test/support/sync/world.ts';

let world: World;
const chat = makeChat(1);
const KEY = toMessageKey('in', 1);

async function openWorld(): Promise<World> {
  world = createWorld();
  world.service.chats = [chat, makeChat(2)];
  world.service.add(makeMessage('in', 1, { phone: chat.phone }));
  world.sync.start();
  await world.clock.advance(30_000);
  world.service.calls.length = 0;
  return world;
}
const findActionId = (): number => world.store.pending[0]?.id ?? 0;

afterEach(() => world.sync.dispose());

describe('an action that is cancelled', () => {
  it('never reaches the service where it had not left', async () => {
    const { store, service, sync, clock } = await openWorld();
    service.failNext('any', { code: 'offline' }, { times: 10_000 });
    await clock.advance(60_000);
    store.act(chat.id, { kind: 'pin', isPinned: true });
    sync.actionsChanged();
    expect(await sync.cancel({ actionId: findActionId() })).toBe(true);
    expect([store.pending, store.chatOf(chat.id)?.isPinned]).toEqual([[], false]);
    service.heal();
    await clock.advance(120_000);
    expect(service.callsOf('pinChat')).toEqual([]);
  });

  it('stays where it may be there already', async () => {
    const { store, service, sync, clock } = await openWorld();
    service.failNext('pinChat', { code: 'timeout', outcome: 'unknown' });
    store.act(chat.id, { kind: 'pin', isPinned: true });
    sync.actionsChanged();
    await clock.advance(0);
    expect(await sync.cancel({ actionId: findActionId() })).toBe(false);
    expect(store.chatOf(chat.id)?.isPinned).toBe(true);
    await clock.advance(120_000);
    expect(service.chats.find(({ id }) => id === chat.id)?.isPinned).toBe(true);
  });

  it('is none where it was done by then', async () => {
    const { store, sync, clock } = await openWorld();
    store.act(chat.id, { kind: 'pin', isPinned: true });
    const actionId = findActionId();
    sync.actionsChanged();
    await clock.advance(0);
    expect(await sync.cancel({ actionId })).toBe(false);
    expect(store.chatOf(chat.id)?.isPinned).toBe(true);
  });
});

describe('messages whose deletion is cancelled', () => {
  it('are shown again, and stay at the service', async () => {
    const { store, service, sync, clock } = await openWorld();
    const now = clock.now();
    store.removeByUser(chat.id, [KEY], { createdAt: now, dueAt: now + 8_000 });
    sync.actionsChanged();
    expect(store.messages).toEqual([]);
    expect(await sync.cancel({ keys: [KEY] })).toBe(true);
    await clock.advance(60_000);
    expect([store.messages.map(({ key }) => key), service.callsOf('deleteChatMessages')]).toEqual([[KEY], []]);
  });

  it('stay deleted where that may be done already', async () => {
    const { store, service, sync, clock } = await openWorld();
    service.failNext('deleteChatMessages', { code: 'timeout', outcome: 'unknown' });
    const now = clock.now();
    store.removeByUser(chat.id, [KEY], { createdAt: now, dueAt: now });
    sync.actionsChanged();
    await clock.advance(0);
    expect(await sync.cancel({ keys: [KEY] })).toBe(false);
    expect(store.messages).toEqual([]);
  });
});
