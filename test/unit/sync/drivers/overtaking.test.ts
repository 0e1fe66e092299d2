/** SYNC-24: what a newer text overtakes, at whatever moment it comes. */
import { afterEach, describe, expect, it } from 'vitest';
import { toChatId } from '#shared/domain/ids.ts';
import type { ChatAction } from '#shared/domain/sync.ts';
import { makeChat, makeMessage, range } from '#test/support/sync/builders.ts';
import type { RecordedCall } from '#test/support/sync/fake-answers.ts';
import { createSyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';
import type { SyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';

const READ: ChatAction = { kind: 'read', isRead: true };
const CLOSE: ChatAction = { kind: 'status', status: 'closed' };
const DELETE: ChatAction = { kind: 'status', status: 'deleted' };

let fakes: SyncOnFakes;
afterEach(() => fakes.sync.dispose());

async function openWorld(count = 1): Promise<SyncOnFakes> {
  fakes = createSyncOnFakes();
  const { service, sync, clock } = fakes;
  service.chats = range(1, count).map((id) => makeChat(id));
  for (const id of range(1, count)) write(id, id);
  sync.start();
  await clock.advance(30_000);
  service.calls.length = 0;
  return fakes;
}

/** A customer writes: one more is unread, and the chat is open. */
function write(chat: number, message: number): void {
  const { service, clock } = fakes;
  const { id: chatId, phone } = makeChat(chat);
  service.add(makeMessage('in', message, { phone, at: clock.now() }));
  const unreadCount = (service.chats.find(({ id }) => id === chatId)?.unreadCount ?? 0) + 1;
  service.changeChat(chatId, { unreadCount, status: 'active', updatedAt: clock.now(), lastDirection: 'in' });
}

function act(count: number, action: ChatAction): void {
  for (const id of range(1, count)) fakes.store.act(toChatId(id), action);
  fakes.sync.actionsChanged();
}

/** The first time that such a call is about to be answered. */
function onceBefore(matches: (call: RecordedCall) => boolean, run: () => void): void {
  let isOver = false;
  fakes.service.beforeAnswer = (call) => {
    if (isOver || !matches(call)) return;
    isOver = true;
    run();
  };
}

/** Every chat is open and unread, at the service and here, and nothing waits any more. */
function expectNothingHidden(count = 1): void {
  const { store, service, sink } = fakes;
  expect([store.pending, sink.refusals, sink.bugs]).toEqual([[], [], []]);
  for (const id of range(1, count).map(toChatId)) {
    for (const chat of [service.chats.find((one) => one.id === id), store.chatOf(id)]) {
      expect([chat?.status, (chat?.unreadCount ?? 0) > 0]).toEqual(['active', true]);
    }
  }
}

const isWrite = ({ method }: RecordedCall): boolean => /^(mark|set|close|delete|reopen)/.test(method);

describe.each([1, 3])('of %i chats', (count) => {
  it.each([READ, CLOSE, DELETE])('what waited for the link is dropped where somebody wrote: %j', async (action) => {
    const { service, sync, clock } = await openWorld(count);
    service.failNext('any', { code: 'offline' }, { times: 10_000 });
    act(count, action);
    await clock.advance(60_000);
    for (const id of range(1, count)) write(id, 100 + id);
    service.heal();
    service.calls.length = 0;
    sync.tryNow();
    await clock.advance(5_000);
    expect(service.calls.filter(isWrite)).toEqual([]);
    expectNothingHidden(count);
  });

  it.each([READ, CLOSE, DELETE])('a text right before the request is noticed after it: %j', async (action) => {
    const { clock } = await openWorld(count);
    onceBefore(isWrite, () => range(1, count).forEach((id) => write(id, 100 + id)));
    act(count, action);
    await clock.advance(30_000);
    expectNothingHidden(count);
  });

  it.each([READ, CLOSE, DELETE])('a text before a request whose answer was lost is noticed: %j', async (action) => {
    const { service, clock } = await openWorld(count);
    for (const method of [...WRITES]) {
      service.failNext(method, { code: 'timeout', outcome: 'unknown' }, { isAfter: true });
    }
    onceBefore(isWrite, () => range(1, count).forEach((id) => write(id, 100 + id)));
    act(count, action);
    await clock.advance(60_000);
    expectNothingHidden(count);
  });

  it.each([READ, CLOSE])(
    'a text while the app ends after the request is noticed in the next run: %j',
    async (action) => {
      const { store, service, clock } = await openWorld(count);
      onceBefore(isWrite, () => {
        range(1, count).forEach((id) => write(id, 100 + id));
        service.failNext('any', { code: 'offline' }, { times: 10_000 });
        // The work is done, and nothing that comes after it.
        for (const id of range(1, count)) {
          service.changeChat(toChatId(id), action.kind === 'read' ? { unreadCount: 0 } : { status: 'closed' });
        }
      });
      act(count, action);
      await clock.advance(100);
      await fakes.sync.dispose();
      service.heal();
      fakes = createSyncOnFakes({ store, service, clock });
      fakes.sync.start();
      await clock.advance(30_000);
      expectNothingHidden(count);
    },
  );

  it('nothing is dropped where nobody wrote, however long it waited', async () => {
    const { store, service, sync, clock } = await openWorld(count);
    service.failNext('any', { code: 'offline' }, { times: 10_000 });
    act(count, READ);
    await clock.advance(3_600_000);
    service.heal();
    sync.tryNow();
    await clock.advance(5_000);
    expect(store.pending).toEqual([]);
    expect(service.chats.map(({ unreadCount }) => unreadCount)).toEqual(range(1, count).map(() => 0));
  });
});

const WRITES = [
  ...(['markChatRead', 'setChatStatus', 'deleteChats'] as const),
  ...(['markChatsRead', 'closeChats'] as const),
];

describe('where the service has no inbound feed', () => {
  it.each([READ, CLOSE])('the chat says whether somebody wrote: %j', async (action) => {
    const { service, sync, clock } = await openWorld(3);
    service.failNext('listReplies', { code: 'not-found', outcome: 'refused' }, { times: 10_000 });
    await clock.advance(60_000);
    act(3, action);
    onceBefore(isWrite, () => range(1, 3).forEach((id) => write(id, 100 + id)));
    sync.actionsChanged();
    await clock.advance(30_000);
    expectNothingHidden(3);
  });

  it('what nobody overtook is done', async () => {
    const { store, service, clock } = await openWorld(3);
    service.failNext('listReplies', { code: 'not-found', outcome: 'refused' }, { times: 10_000 });
    service.failNext('listChatsByIds', { code: 'not-found', outcome: 'refused' }, { times: 10_000 });
    await clock.advance(60_000);
    act(3, CLOSE);
    await clock.advance(30_000);
    expect(store.pending).toEqual([]);
    expect(service.chats.map(({ status }) => status)).toEqual(['closed', 'closed', 'closed']);
  });
});

it('what a newer text does not overtake leaves all the same', async () => {
  const { store, service, sync, clock } = await openWorld(2);
  service.failNext('any', { code: 'offline' }, { times: 10_000 });
  act(2, CLOSE);
  act(2, { kind: 'pin', isPinned: true });
  act(2, { kind: 'mute', isMuted: true, hours: null });
  await clock.advance(60_000);
  for (const id of [1, 2]) write(id, 100 + id);
  service.heal();
  sync.tryNow();
  await clock.advance(5_000);
  expectNothingHidden(2);
  expect(store.pending).toEqual([]);
  expect(service.chats.map(({ isPinned, isMuted }) => [isPinned, isMuted])).toEqual([
    [true, true],
    [true, true],
  ]);
});

describe('a mute that waited', () => {
  const HOUR_MS = 3_600_000;

  async function muteLate(hours: number, lateMs: number, before = {}): Promise<SyncOnFakes> {
    await openWorld(1);
    const { service, sync, clock } = fakes;
    service.changeChat(toChatId(1), before);
    await clock.advance(60_000);
    service.failNext('any', { code: 'offline' }, { times: 10_000 });
    act(1, { kind: 'mute', isMuted: true, hours });
    await clock.advance(lateMs);
    service.heal();
    service.calls.length = 0;
    sync.tryNow();
    await clock.advance(5_000);
    expect(fakes.store.pending).toEqual([]);
    return fakes;
  }

  it('is asked for with the whole hours that are left', async () => {
    const { service, sink } = await muteLate(8, HOUR_MS + 75_000);
    expect(service.callsOf('muteChat').map(({ query }) => query)).toMatchObject([{ isMuted: true, hours: 6 }]);
    expect([sink.lateMutes, sink.refusals]).toEqual([[], []]);
  });

  it('with less than an hour left is not sent, and whoever made it is told', async () => {
    const { service, store, sink } = await muteLate(1, 75_000);
    expect(service.callsOf('muteChat')).toEqual([]);
    expect(store.chatOf(toChatId(1))?.isMuted).toBe(false);
    expect(sink.lateMutes).toEqual([1]);
  });

  it('is not sent where it is over', async () => {
    const { service, sink } = await muteLate(1, 2 * HOUR_MS);
    expect(service.callsOf('muteChat')).toEqual([]);
    expect(sink.lateMutes).toEqual([]);
  });

  it('ends one for good that it was to take the place of', async () => {
    const { service } = await muteLate(1, 75_000, { isMuted: true });
    expect(service.callsOf('muteChat').map(({ query }) => query)).toMatchObject([{ isMuted: false }]);
    expect(service.chats[0]?.isMuted).toBe(false);
  });

  it('of several chats leaves in one request with what is left', async () => {
    const { service, sync, clock, store } = await openWorld(3);
    service.failNext('any', { code: 'offline' }, { times: 10_000 });
    act(3, { kind: 'mute', isMuted: true, hours: 8 });
    await clock.advance(75_000);
    service.heal();
    service.calls.length = 0;
    sync.tryNow();
    await clock.advance(5_000);
    expect(service.callsOf('muteChats').map(({ query }) => query)).toMatchObject([{ hours: 7 }]);
    expect(store.pending).toEqual([]);
  });

  it('is left as it is where the service has just that one still', async () => {
    const { service, sync, clock, store } = await openWorld(1);
    const endsAt = clock.now() + 90 * 60_000;
    service.changeChat(toChatId(1), { isMuted: true, mutedUntil: endsAt });
    // A person unmuted it and took that back before anybody heard of it.
    store.act(toChatId(1), { kind: 'mute', isMuted: true, hours: 2, endsAt });
    sync.actionsChanged();
    await clock.advance(1_000);
    expect(service.callsOf('muteChat')).toEqual([]);
    expect(store.pending).toEqual([]);
  });
});
