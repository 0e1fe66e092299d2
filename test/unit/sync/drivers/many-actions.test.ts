import { afterEach, describe, expect, it } from 'vitest';
import type { Chat } from '#shared/domain/entities.ts';
import { toChatId } from '#shared/domain/ids.ts';
import type { ChatAction } from '#shared/domain/sync.ts';
import { makeChat, range } from '#test/support/sync/builders.ts';
import type { RecordedCall } from '#test/support/sync/fake-answers.ts';
import { createSyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';
import type { SyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';

let fakes: SyncOnFakes;

const READ: ChatAction = { kind: 'read', isRead: true };
const CLOSE: ChatAction = { kind: 'status', status: 'closed' };
const CLOSE_READ: ChatAction = { ...CLOSE, isEveryRead: true };
const WRITES = /^(close|reopen|delete|mute|unmute|pin|unpin|mark|set)/;

async function openWorld(count: number, before: Partial<Chat> = {}): Promise<SyncOnFakes> {
  fakes = createSyncOnFakes();
  fakes.service.chats = range(1, count).map((id) => makeChat(id, { unreadCount: 3, ...before }));
  fakes.sync.start();
  await fakes.clock.advance(30_000);
  fakes.service.calls.length = 0;
  return fakes;
}

function actOn(ids: readonly number[], action: ChatAction): void {
  for (const id of ids) fakes.store.act(toChatId(id), action, { createdAt: fakes.clock.now() });
  fakes.sync.actionsChanged();
}

/** What was changed at the service: the operation, and how many chats it named. */
function listWrites(): (string | number)[][] {
  const toCount = ({ query }: RecordedCall): number =>
    (query as { chatIds?: readonly number[] } | null)?.chatIds?.length ?? 1;
  return fakes.service.calls.filter(({ method }) => WRITES.test(method)).map((call) => [call.method, toCount(call)]);
}

afterEach(() => fakes.sync.dispose());

describe('what a person does to many chats', () => {
  it.each([
    [READ, 'markChatsRead', { unreadCount: 3 }, { unreadCount: 0 }],
    [{ kind: 'read', isRead: false }, 'markChatsUnread', { unreadCount: 0 }, { unreadCount: 1 }],
    [CLOSE, 'closeChats', { status: 'active' }, { status: 'closed' }],
    [{ kind: 'status', status: 'active' }, 'reopenChats', { status: 'closed' }, { status: 'active' }],
    [{ kind: 'status', status: 'deleted' }, 'deleteChats', { status: 'active' }, { status: 'deleted' }],
    [{ kind: 'pin', isPinned: true }, 'pinChats', { isPinned: false }, { isPinned: true }],
    [{ kind: 'pin', isPinned: false }, 'unpinChats', { isPinned: true }, { isPinned: false }],
    [{ kind: 'mute', isMuted: true, hours: 8 }, 'muteChats', { isMuted: false }, { isMuted: true }],
    [{ kind: 'mute', isMuted: false, hours: null }, 'unmuteChats', { isMuted: true }, { isMuted: false }],
  ] as const)('leaves in one request: %j', async (action, method, before, expected) => {
    const { store, service, sink, clock } = await openWorld(4, before);
    actOn([1, 2, 3], action);
    await clock.advance(0);
    expect(listWrites()).toEqual([[method, 3]]);
    expect(store.pending).toEqual([]);
    for (const id of [1, 2, 3]) {
      expect(service.chats.find((chat) => chat.id === toChatId(id))).toMatchObject(expected);
      expect(store.chatOf(toChatId(id))).toMatchObject(expected);
    }
    expect(sink.refusals).toEqual([]);
  });

  it('takes 500 chats a request, and reads them back 50 at a time behind what a person waits for', async () => {
    const { store, service, clock } = await openWorld(620);
    actOn(range(1, 620), READ);
    await clock.advance(1_000);
    expect(listWrites()).toEqual([
      ['markChatsRead', 500],
      ['markChatsRead', 120],
    ]);
    const looks = service.callsOf('listChatsByIds');
    expect(looks.map(({ query }) => (query as { chatIds: readonly number[] }).chatIds.length)).toEqual([
      ...range(1, 12).map(() => 50),
      20,
    ]);
    expect(new Set(looks.map(({ priority }) => priority))).toEqual(new Set(['sync']));
    expect(store.pending).toEqual([]);
  });

  it('lets several kinds leave side by side, and the actions of one chat in order (SYNC-8)', async () => {
    const { store, service, clock } = await openWorld(4);
    actOn([1, 2, 3, 4], READ);
    actOn([1, 2], CLOSE);
    actOn([3, 4], { kind: 'pin', isPinned: true });
    await clock.advance(0);
    expect(listWrites()[0]).toEqual(['markChatsRead', 4]);
    expect(listWrites().slice(1).sort()).toEqual([
      ['closeChats', 2],
      ['pinChats', 2],
    ]);
    expect(store.pending).toEqual([]);
    expect(service.chats.map(({ status }) => status)).toEqual(['closed', 'closed', 'active', 'active']);
  });

  it('does not reopen what was closed and reopened while the close was being looked at (SYNC-8)', async () => {
    const { store, service, clock } = await openWorld(2);
    service.beforeAnswer = ({ method }) => {
      if (method !== 'closeChats') return;
      service.beforeAnswer = () => undefined;
      actOn([1, 2], { kind: 'status', status: 'active' });
    };
    actOn([1, 2], CLOSE);
    await clock.advance(1_000);
    expect(listWrites()).toEqual([
      ['closeChats', 2],
      ['reopenChats', 2],
    ]);
    expect(store.pending).toEqual([]);
    expect(service.chats.map(({ status }) => status)).toEqual(['active', 'active']);
  });

  it('goes one by one where the request for all is refused, so that only what is refused is told', async () => {
    const { store, service, sink, clock } = await openWorld(3);
    service.failNext('pinChats', { code: 'validation', outcome: 'refused' });
    service.failNext('pinChat', { code: 'forbidden', outcome: 'refused' });
    actOn([1, 2, 3], { kind: 'pin', isPinned: true });
    await clock.advance(0);
    expect(listWrites().map(([method]) => method)).toEqual(['pinChats', 'pinChat', 'pinChat', 'pinChat']);
    expect(store.pending).toEqual([]);
    expect(sink.refusals.map(({ chatId }) => chatId)).toEqual([1]);
    expect(range(1, 3).map((id) => store.chatOf(toChatId(id))?.isPinned)).toEqual([false, true, true]);
  });

  it('goes one by one for the chats that the service passed over in silence', async () => {
    const { store, service, sink, clock } = await openWorld(3);
    service.passedOver.add(toChatId(2));
    actOn([1, 2, 3], CLOSE);
    await clock.advance(0);
    expect(listWrites()).toEqual([
      ['closeChats', 3],
      ['setChatStatus', 1],
    ]);
    expect([store.pending, sink.refusals]).toEqual([[], []]);
    expect(service.chats.map(({ status }) => status)).toEqual(['closed', 'closed', 'closed']);
  });

  it('is told for a chat that the service has no more, and done for the others', async () => {
    const { store, service, sink, clock } = await openWorld(3);
    service.chats = service.chats.filter(({ id }) => id !== toChatId(2));
    actOn([1, 2, 3], { kind: 'mute', isMuted: true, hours: null });
    await clock.advance(0);
    expect(store.pending).toEqual([]);
    expect(sink.refusals.map(({ chatId, error }) => [chatId, error.code])).toEqual([[2, 'not-found']]);
  });

  it('whose answer was lost is looked for, and only what is not so is sent again, one by one', async () => {
    const { store, service, sink, clock } = await openWorld(3);
    service.passedOver.add(toChatId(3));
    service.failNext('closeChats', { code: 'server', outcome: 'unknown' }, { isAfter: true });
    actOn([1, 2, 3], CLOSE);
    await clock.advance(30_000);
    expect(listWrites()).toEqual([
      ['closeChats', 3],
      ['setChatStatus', 1],
    ]);
    expect([store.pending, sink.refusals]).toEqual([[], []]);
  });

  it('does not close again a chat in which somebody wrote after it was closed (SYNC-21)', async () => {
    const { store, service, clock } = await openWorld(2);
    service.beforeAnswer = ({ method }) => {
      if (method !== 'listChatsByIds') return;
      service.changeChat(toChatId(2), { status: 'active', unreadCount: 4, updatedAt: clock.now() + 1 });
    };
    actOn([1, 2], CLOSE);
    await clock.advance(0);
    expect(listWrites()).toEqual([['closeChats', 2]]);
    expect(store.pending).toEqual([]);
    expect(store.chatOf(toChatId(2))).toMatchObject({ status: 'active', unreadCount: 4 });
  });

  it.each([
    ['offline', 'not-accepted'],
    ['rate-limited', 'not-accepted'],
    ['maintenance', 'not-accepted'],
    ['unauthorized', 'refused'],
  ] as const)('waits whole while the service says %s', async (code, outcome) => {
    const { store, service, sync, sink, clock } = await openWorld(3);
    service.failNext('any', { code, outcome }, { times: 10_000 });
    actOn([1, 2, 3], READ);
    await clock.advance(60_000);
    expect(store.pending).toHaveLength(3);
    expect(range(1, 3).map((id) => store.chatOf(toChatId(id))?.unreadCount)).toEqual([0, 0, 0]);
    service.heal();
    service.calls.length = 0;
    sync.tryNow();
    await clock.advance(5_000);
    expect(listWrites()).toEqual([['markChatsRead', 3]]);
    expect([store.pending, sink.refusals]).toEqual([[], []]);
  });

  it('loses nothing when the app ends between the request and the look (SYNC-20)', async () => {
    const { store, service, sync, clock } = await openWorld(3);
    service.failNext('listChatsByIds', { code: 'offline', outcome: 'not-accepted' });
    actOn([1, 2, 3], CLOSE);
    await clock.advance(0);
    await sync.dispose();
    expect(store.pending).toHaveLength(3);
    fakes = createSyncOnFakes({ store, service, clock });
    fakes.sync.start();
    await clock.advance(10_000);
    expect(store.pending).toEqual([]);
    expect(service.chats.map(({ status }) => status)).toEqual(['closed', 'closed', 'closed']);
  });

  it('leaves at the next start where the app was closed while it could be taken back (SYNC-21)', async () => {
    const { store, service, sync, clock } = await openWorld(2);
    const times = { createdAt: clock.now(), dueAt: clock.now() + 8_000 };
    for (const id of [1, 2]) store.act(toChatId(id), { kind: 'status', status: 'deleted' }, times);
    sync.actionsChanged();
    await clock.advance(3_000);
    await sync.dispose();
    expect(listWrites()).toEqual([]);
    clock.jump(60_000);
    fakes = createSyncOnFakes({ store, service, clock });
    fakes.sync.start();
    await clock.advance(5_000);
    expect(listWrites()).toEqual([['deleteChats', 2]]);
    expect(store.pending).toEqual([]);
  });

  it('asks for each chat where the service cannot be asked for many by their ids', async () => {
    const { store, service, sink, clock } = await openWorld(3);
    service.failNext('listChatsByIds', { code: 'not-found', outcome: 'refused' }, { times: 100 });
    actOn([1, 2, 3], CLOSE);
    await clock.advance(30_000);
    expect(listWrites()).toEqual([['closeChats', 3]]);
    expect([store.pending, sink.refusals]).toEqual([[], []]);
  });
});

describe('"close all read"', () => {
  it('is one request, which names no chat', async () => {
    const { store, service, clock } = await openWorld(3, { unreadCount: 0 });
    service.changeChat(toChatId(3), { unreadCount: 2 });
    await clock.advance(30_000);
    service.calls.length = 0;
    actOn([1, 2], CLOSE_READ);
    await clock.advance(0);
    expect(listWrites()).toEqual([['closeReadChats', 1]]);
    expect(store.pending).toEqual([]);
    expect(service.chats.map(({ status }) => status)).toEqual(['closed', 'closed', 'active']);
  });

  it.each([
    ['another chat without unread messages is open', () => undefined],
    [
      'a chat is snoozed here',
      () => fakes.store.act(toChatId(3), { kind: 'snooze', until: fakes.clock.now() + 86_400_000 }),
    ],
  ])('goes by ids where %s', async (_why, prepare) => {
    const { store, service, clock } = await openWorld(3, { unreadCount: 0 });
    prepare();
    actOn([1, 2], CLOSE_READ);
    await clock.advance(0);
    expect(listWrites()).toEqual([['closeChats', 2]]);
    expect(store.pending).toEqual([]);
    expect(service.chats.map(({ status }) => status)).toEqual(['closed', 'closed', 'active']);
  });

  it('goes by ids when it could leave a minute later only', async () => {
    const { service, sync, clock } = await openWorld(2, { unreadCount: 0 });
    service.failNext('any', { code: 'offline' }, { times: 10_000 });
    actOn([1, 2], CLOSE_READ);
    await clock.advance(61_000);
    service.heal();
    service.calls.length = 0;
    sync.tryNow();
    await clock.advance(5_000);
    expect(listWrites()).toEqual([['closeChats', 2]]);
  });

  it('goes by ids for what the one request left open', async () => {
    const { store, service, clock } = await openWorld(3, { unreadCount: 0 });
    service.passedOver.add(toChatId(2));
    service.passedOver.add(toChatId(3));
    actOn([1, 2, 3], CLOSE_READ);
    await clock.advance(0);
    expect(listWrites()).toEqual([
      ['closeReadChats', 1],
      ['closeChats', 2],
      ['setChatStatus', 1],
      ['setChatStatus', 1],
    ]);
    expect(store.pending).toEqual([]);
  });
});
