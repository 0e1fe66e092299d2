import { afterEach, describe, expect, it } from 'vitest';
import { toMessageKey } from '#shared/domain/ids.ts';
import { makeChat, makeMessage } from '#test/support/sync/builders.ts';
import { createSyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';
import type { SyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';

let fakes: SyncOnFakes;
const chat = makeChat(1);
const KEY = toMessageKey('in', 1);

async function openWorld(): Promise<SyncOnFakes> {
  fakes = createSyncOnFakes();
  fakes.service.chats = [chat, makeChat(2)];
  fakes.service.add(makeMessage('in', 1, { phone: chat.phone }));
  fakes.sync.start();
  await fakes.clock.advance(30_000);
  fakes.service.calls.length = 0;
  return fakes;
}
const findActionId = (): number => fakes.store.pending[0]?.id ?? 0;

afterEach(() => fakes.sync.dispose());

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

  it.each([
    [{ kind: 'pin', isPinned: true }, 'pinChat'],
    [{ kind: 'mute', isMuted: true, hours: null }, 'muteChat'],
    [{ kind: 'block', isBlocked: true }, 'blockPhone'],
    [{ kind: 'read', isRead: false }, 'markChatRead'],
  ] as const)('stays where an earlier life of the app may have sent it: %j', async (action, method) => {
    const { store, service, sync, clock } = await openWorld();
    service.failNext(method, { code: 'timeout', outcome: 'unknown' });
    store.act(chat.id, action);
    sync.actionsChanged();
    await clock.advance(0);
    await sync.dispose();
    fakes = createSyncOnFakes({ store, service, clock });
    expect(await fakes.sync.cancel({ actionId: findActionId() })).toBe(false);
    expect(store.pending).toHaveLength(1);
  });

  it('can still be cancelled where it left and surely did not arrive', async () => {
    const { store, service, sync, clock } = await openWorld();
    service.failNext('any', { code: 'offline' }, { times: 10_000 });
    store.act(chat.id, { kind: 'pin', isPinned: true });
    sync.actionsChanged();
    await clock.advance(10_000);
    expect(service.callsOf('pinChat')).toHaveLength(1);
    expect(await sync.cancel({ actionId: findActionId() })).toBe(true);
    expect(store.chatOf(chat.id)?.isPinned).toBe(false);
  });

  it('can still be cancelled where many left together and surely did not arrive', async () => {
    const { store, service, sync, clock } = await openWorld();
    service.failNext('any', { code: 'offline' }, { times: 10_000 });
    for (const chatId of [chat.id, makeChat(2).id]) store.act(chatId, { kind: 'pin', isPinned: true });
    sync.actionsChanged();
    await clock.advance(10_000);
    expect(service.callsOf('pinChats')).toHaveLength(1);
    expect(await sync.cancel({ actionId: findActionId() })).toBe(true);
  });

  it('never reaches the service where it was on the list that was read meanwhile', async () => {
    const { store, service, sync, clock } = await openWorld();
    store.act(chat.id, { kind: 'pin', isPinned: true });
    const isFree = Promise.withResolvers<undefined>();
    const list = store.listPendingActions;
    store.listPendingActions = async (input) => {
      const actions = await list(input);
      await isFree.promise;
      return actions;
    };
    sync.actionsChanged();
    await clock.advance(1);
    expect(await sync.cancel({ actionId: findActionId() })).toBe(true);
    isFree.resolve(undefined);
    await clock.advance(60_000);
    expect(service.callsOf('pinChat')).toEqual([]);
  });

  it('leaves the chat as the service says that it is by now', async () => {
    const { store, service, sync, clock } = await openWorld();
    const now = clock.now();
    const deleted = { kind: 'status', status: 'deleted' } as const;
    store.run('applyActions', { chatIds: [chat.id], action: deleted, at: now, dueAt: now + 8_000 });
    sync.actionsChanged();
    service.changeChat(chat.id, { status: 'closed' });
    store.run('commitChats', { chats: [{ ...chat, status: 'closed' }] });
    expect(await sync.cancel({ actionId: findActionId() })).toBe(true);
    await clock.advance(0);
    expect(store.chatOf(chat.id)?.status).toBe('closed');
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
  it('stay at the service where their time is over while they are taken back', async () => {
    const { store, service, sync, clock } = await openWorld();
    const now = clock.now();
    store.removeByUser(chat.id, [KEY], { createdAt: now, dueAt: now + 8_000 });
    sync.actionsChanged();
    await clock.advance(7_995);
    const isFree = Promise.withResolvers<undefined>();
    const restore = store.restoreMessages;
    store.restoreMessages = async (input) => {
      await isFree.promise;
      return restore(input);
    };
    const cancelled = sync.cancel({ keys: [KEY] });
    await clock.advance(20);
    isFree.resolve(undefined);
    expect(await cancelled).toBe(true);
    await clock.advance(60_000);
    expect([store.messages.map(({ key }) => key), service.callsOf('deleteChatMessages')]).toEqual([[KEY], []]);
  });

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
