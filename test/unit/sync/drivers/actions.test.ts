import { toPhoneKey } from '#shared/domain/phones.ts';
import type { ChatAction } from '#shared/domain/sync.ts';
import { afterEach, describe, expect, it } from 'vitest';
import type { SyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';
import { createSyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';
import { makeChat, range } from '#test/support/sync/builders.ts';

let fakes: SyncOnFakes;
const chatId = makeChat(1).id;
const otherId = makeChat(2).id;

async function openWorld(): Promise<SyncOnFakes> {
  fakes = createSyncOnFakes();
  fakes.service.chats = range(1, 5).map((id) => makeChat(id, { unreadCount: 3 }));
  fakes.sync.start();
  await fakes.clock.advance(30_000);
  fakes.service.calls.length = 0;
  return fakes;
}

afterEach(() => fakes.sync.dispose());

describe('what a person does to a chat', () => {
  it.each([
    [{ kind: 'read', isRead: true }, { unreadCount: 0 }],
    [{ kind: 'status', status: 'closed' }, { status: 'closed' }],
    [{ kind: 'pin', isPinned: true }, { isPinned: true }],
    [{ kind: 'mute', isMuted: true, hours: 8 }, { isMuted: true }],
    [{ kind: 'status', status: 'deleted' }, { status: 'deleted' }],
    [{ kind: 'block', isBlocked: true }, { isBlocked: true }],
  ] as const)('reaches the service: %j', async (action, expected) => {
    const { store, service, sync, clock } = await openWorld();
    store.act(chatId, action);
    sync.actionsChanged();
    await clock.advance(0);
    expect(service.chats.find(({ id }) => id === chatId)).toMatchObject(expected);
    expect(store.chatOf(chatId)).toMatchObject(expected);
    expect(store.pending).toEqual([]);
    // What a newer text could overtake has the newest texts read before and after.
    const isMindful = action.kind === 'read' || action.kind === 'status';
    const news = service.callsOf('listReplies').length;
    expect(news).toBe(isMindful ? 2 : 0);
    expect(service.calls.map(({ priority }) => priority)).toEqual(Array.from({ length: 2 + news }, () => 'user'));
  });

  it('keeps its order within a chat (SYNC-8)', async () => {
    const { store, service, sync, clock } = await openWorld();
    store.act(chatId, { kind: 'pin', isPinned: true });
    store.act(otherId, { kind: 'mute', isMuted: true, hours: null });
    store.act(chatId, { kind: 'read', isRead: true });
    sync.actionsChanged();
    await clock.advance(0);
    const asked = service.calls.filter(({ method }) => method.startsWith('pin') || method.startsWith('mark'));
    const ofChat = asked.filter(({ query }) => (query as { chatId: number }).chatId === chatId);
    expect(ofChat.map(({ method }) => method)).toEqual(['pinChat', 'markChatRead']);
    expect(service.chats.find(({ id }) => id === otherId)?.isMuted).toBe(true);
  });

  it('waits for the link and goes out by itself (SYNC-8)', async () => {
    const { store, service, sync, clock } = await openWorld();
    service.failNext('any', { code: 'offline' }, { times: 10_000 });
    store.act(chatId, { kind: 'read', isRead: true });
    sync.actionsChanged();
    await clock.advance(60_000);
    expect(store.pending).toHaveLength(1);
    expect(store.chatOf(chatId)?.unreadCount).toBe(0);
    service.heal();
    await clock.advance(60_000);
    expect(store.pending).toEqual([]);
    expect(service.chats.find(({ id }) => id === chatId)?.unreadCount).toBe(0);
  });

  it('goes out after a restart too', async () => {
    const { store, service, sync, clock } = await openWorld();
    await sync.dispose();
    store.act(chatId, { kind: 'read', isRead: true });
    fakes = createSyncOnFakes({ store, service, clock });
    fakes.sync.start();
    await clock.advance(1_000);
    expect(store.pending).toEqual([]);
  });

  it.each(['validation', 'forbidden', 'not-found'] as const)(
    'is put back and reported when the service says %s',
    async (code) => {
      const { store, service, sync, sink, clock } = await openWorld();
      service.failNext('pinChat', { code, outcome: 'refused' });
      const action: ChatAction = { kind: 'pin', isPinned: true };
      store.act(chatId, action);
      sync.actionsChanged();
      await clock.advance(0);
      expect(store.pending).toEqual([]);
      expect(store.chatOf(chatId)?.isPinned).toBe(false);
      expect(sink.refusals).toHaveLength(1);
      expect(sink.refusals[0]).toMatchObject({ chatId, action, error: { code } });
    },
  );

  it('whose answer was lost is looked for before it is sent again', async () => {
    const { store, service, sync, clock } = await openWorld();
    service.failNext('markChatRead', { code: 'server', outcome: 'unknown' }, { isAfter: true });
    store.act(chatId, { kind: 'read', isRead: true });
    sync.actionsChanged();
    await clock.advance(10_000);
    expect(store.pending).toEqual([]);
    expect(service.callsOf('markChatRead')).toHaveLength(1);
  });

  it('is sent again when the chat shows that it never arrived, and given up after five times', async () => {
    const { store, service, sync, sink, clock } = await openWorld();
    service.failNext('markChatRead', { code: 'server', outcome: 'unknown' }, { times: 1_000 });
    store.act(chatId, { kind: 'read', isRead: true });
    sync.actionsChanged();
    await clock.advance(300_000);
    expect(service.callsOf('markChatRead')).toHaveLength(5);
    expect(store.pending).toEqual([]);
    expect(store.chatOf(chatId)?.unreadCount).toBe(3);
    expect(sink.refusals).toHaveLength(1);
  });

  it('leaves when the time in which it can be taken back is over, and not before', async () => {
    const { store, service, sync, clock } = await openWorld();
    const now = clock.now();
    store.act(chatId, { kind: 'status', status: 'deleted' }, { createdAt: now, dueAt: now + 8_000 });
    sync.actionsChanged();
    await clock.advance(7_900);
    expect(service.callsOf('deleteChats')).toEqual([]);
    await clock.advance(200);
    expect(service.callsOf('deleteChats')).toHaveLength(1);
    expect(store.pending).toEqual([]);
  });

  it('does not wait for a hold that was planned before the clock was set back (SYNC-11)', async () => {
    const { store, service, sync, clock } = await openWorld();
    const now = clock.now();
    store.act(chatId, { kind: 'status', status: 'deleted' }, { createdAt: now, dueAt: now + 8_000 });
    sync.actionsChanged();
    clock.jump(-3_600_000);
    await clock.advance(11_000);
    expect(service.callsOf('deleteChats')).toHaveLength(1);
  });

  it('is no failure when a chat that was to be deleted is gone already', async () => {
    const { store, service, sync, sink, clock } = await openWorld();
    service.failNext('deleteChats', { code: 'not-found', outcome: 'refused' });
    store.act(chatId, { kind: 'status', status: 'deleted' });
    sync.actionsChanged();
    await clock.advance(0);
    expect(store.pending).toEqual([]);
    expect(sink.refusals).toEqual([]);
  });

  it('is no failure when a number that was to be unblocked is not blocked by now', async () => {
    const { store, service, sync, sink, clock } = await openWorld();
    service.failNext('unblockPhone', { code: 'not-found', outcome: 'refused' });
    store.act(chatId, { kind: 'block', isBlocked: false });
    sync.actionsChanged();
    await clock.advance(0);
    expect(store.pending).toEqual([]);
    expect(sink.refusals).toEqual([]);
  });

  it('is not done once more to a chat in which somebody wrote since its answer was lost', async () => {
    const { store, service, sync, sink, clock } = await openWorld();
    service.failNext('setChatStatus', { code: 'server', outcome: 'unknown' }, { isAfter: true });
    store.act(chatId, { kind: 'status', status: 'closed' }, { createdAt: clock.now() });
    sync.actionsChanged();
    await clock.advance(0);
    service.changeChat(chatId, { status: 'active', unreadCount: 1, updatedAt: clock.now() + 500 });
    await clock.advance(30_000);
    expect(service.callsOf('setChatStatus')).toHaveLength(1);
    expect(store.chatOf(chatId)).toMatchObject({ status: 'active', unreadCount: 1 });
    expect([store.pending, sink.refusals]).toEqual([[], []]);
  });

  it('leaves a chat alone that only this computer knows', async () => {
    const { store, service, sync, clock } = await openWorld();
    const provisionalId = store.run('ensureChat', { phone: toPhoneKey('447700955555'), at: clock.now() });
    store.act(provisionalId, { kind: 'pin', isPinned: true });
    sync.actionsChanged();
    await clock.advance(1_000);
    expect(service.callsOf('pinChat')).toEqual([]);
    expect(store.chatOf(provisionalId)?.isPinned).toBe(true);
  });

  it('is not undone by an answer that was asked for before it was confirmed (SYNC-7)', async () => {
    const { store, service, sync, clock } = await openWorld();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const stale = [...service.chats];
    let asked = 0;
    service.beforeAnswer = async ({ method }) => {
      if (method !== 'listChats' || (asked += 1) > 1) return;
      await held;
      service.chats = stale;
    };
    for (let second = 0; second < 30 && asked === 0; second += 1) await clock.advance(1_000);
    store.act(chatId, { kind: 'read', isRead: true });
    sync.actionsChanged();
    await clock.advance(0);
    expect(store.pending).toEqual([]);
    release();
    await clock.advance(0);
    expect(store.chatOf(chatId)?.unreadCount).toBe(0);
  });
});
