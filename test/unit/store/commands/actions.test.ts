import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChatBefore } from '#main/store/api/chats.ts';
import { toChatId } from '#shared/domain/ids.ts';
import type { ChatAct } from '#shared/domain/sync.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { DAY_MS, MINUTE_MS, NOON, buildChat, buildMessage, phoneOf } from '../builders.ts';

const HOUR_MS = 3_600_000;

describe('what a person does to chats', () => {
  let store: StoreInOneThread;
  beforeEach(() => (store = new StoreInOneThread()));
  afterEach(() => store.close());

  const find = (id: number) => store.ask('findChat', { chatId: toChatId(id), phone: null });
  const actOn = (ids: readonly number[], action: ChatAct, dueAt = NOON): readonly ChatBefore[] =>
    store.run('applyActions', { chatIds: ids.map(toChatId), action, at: NOON, dueAt }).applied;
  const list = () => store.ask('listPendingActions', {});

  it('is done to those that differ, each once, and answers how each was', () => {
    const muted = { isMuted: true, mutedUntil: NOON + DAY_MS, isPinned: true };
    store.run('commitChats', { chats: [buildChat(1, { unreadCount: 2 }), buildChat(2), buildChat(3, muted)] });
    const applied = actOn([1, 2, 3, 9, 1], { kind: 'pin', isPinned: true });
    expect(applied).toEqual([
      {
        ...{ chatId: 1, status: 'active', unreadCount: 2, isPinned: false, isMuted: false, mutedUntil: null },
        ...{ isBlocked: false, snoozedUntil: null, isReplyNeeded: false },
      },
      expect.objectContaining({ chatId: 2, unreadCount: 0, isPinned: false }),
    ]);
    expect(store.changes).toMatchObject({ chatIds: [1, 2], outbox: true });
    expect(list().map(({ chatId, action }) => [chatId, action])).toEqual([
      [1, { kind: 'pin', isPinned: true }],
      [2, { kind: 'pin', isPinned: true }],
    ]);
    expect(actOn([1, 2, 3], { kind: 'pin', isPinned: true })).toEqual([]);
    expect([store.changes, list().length]).toEqual([null, 2]);
  });

  it('waits with the number of the chat and the time before which nobody hears of it', () => {
    store.run('commitChats', { chats: [buildChat(1)] });
    actOn([1], { kind: 'status', status: 'deleted' }, NOON + 8_000);
    expect(list()).toEqual([
      {
        ...{ id: 1, chatId: 1, phone: phoneOf(1), action: { kind: 'status', status: 'deleted' } },
        ...{
          covers: { upToAt: null, upToId: null, upToText: null },
          createdAt: NOON,
          dueAt: NOON + 8_000,
          attempts: 0,
        },
      },
    ]);
    expect(find(1)?.status).toBe('deleted');
  });

  it('names the number also of what an older version wrote down', () => {
    store.run('commitChats', { chats: [buildChat(1)] });
    actOn([1], { kind: 'pin', isPinned: true });
    store.owned.run(`UPDATE pending_actions SET phone = ''`);
    expect(list().map(({ phone }) => phone)).toEqual([phoneOf(1)]);
  });

  it.each([
    [{ kind: 'read', isRead: true }, { unreadCount: 0 }],
    [{ kind: 'status', status: 'closed' }, { status: 'closed' }],
    [{ kind: 'status', status: 'deleted' }, { status: 'deleted' }],
    [{ kind: 'pin', isPinned: true }, { isPinned: true }],
    [
      { kind: 'mute', isMuted: true, hours: 8 },
      { isMuted: true, mutedUntil: NOON + 8 * HOUR_MS },
    ],
    [
      { kind: 'mute', isMuted: true, hours: null },
      { isMuted: true, mutedUntil: null },
    ],
    [{ kind: 'block', isBlocked: true }, { isBlocked: true }],
  ] as const)('shows %j at once, over every row that comes, and after a crash (STORE-7)', (action, shown) => {
    const row = buildChat(1, { unreadCount: 2, updatedAt: NOON });
    store.run('commitChats', { chats: [row] });
    store.crashIn('applyActions', { chatIds: [row.id], action, at: NOON, dueAt: NOON });
    expect(find(1)).toMatchObject(shown);
    store.run('commitChats', { chats: [{ ...row, lastText: 'Anew' }] });
    expect(find(1)).toMatchObject(shown);
    store.run('finishActions', { actionIds: list().map(({ id }) => id) });
    expect([find(1), list()]).toMatchObject([shown, []]);
  });

  it('takes the place of what was done before and has not left, whichever way round it was', () => {
    store.run('commitChats', { chats: [buildChat(1)] });
    actOn([1], { kind: 'status', status: 'deleted' }, NOON + 8_000);
    actOn([1], { kind: 'status', status: 'active' });
    expect(list().map(({ action }) => action)).toEqual([{ kind: 'status', status: 'active' }]);
    expect(find(1)?.status).toBe('active');
  });

  it('mutes anew for another time, and not for the same', () => {
    store.run('commitChats', { chats: [buildChat(1)] });
    actOn([1], { kind: 'mute', isMuted: true, hours: 1 });
    expect(actOn([1], { kind: 'mute', isMuted: true, hours: 1 })).toEqual([]);
    expect(actOn([1], { kind: 'mute', isMuted: true, hours: null })).toMatchObject([{ mutedUntil: NOON + HOUR_MS }]);
    expect(find(1)?.mutedUntil).toBeNull();
  });

  it('says that everything read was closed with it, for one call to do it', () => {
    store.run('commitChats', { chats: [buildChat(1)] });
    store.run('applyActions', {
      chatIds: [toChatId(1)],
      action: { kind: 'status', status: 'closed', isEveryRead: true },
      ...{ at: NOON, dueAt: NOON },
    });
    expect(list().map(({ action }) => action)).toEqual([{ kind: 'status', status: 'closed', isEveryRead: true }]);
  });

  it('leaves a chat of a status that nobody knows with the open ones: there is nothing to reopen', () => {
    store.run('commitChats', { chats: [buildChat(1, { status: 'unknown' })] });
    expect(actOn([1], { kind: 'status', status: 'active' })).toEqual([]);
  });

  it('reads 500 chats in one commit that looks at what differs alone', () => {
    const chats = Array.from({ length: 500 }, (_, index) => buildChat(index + 1, { unreadCount: index % 2 }));
    store.run('commitChats', { chats });
    const ids = chats.map(({ id }) => id);
    expect(actOn(ids, { kind: 'read', isRead: true })).toHaveLength(250);
    expect([store.ask('countUnread', {}).messages, list().length]).toEqual([0, 250]);
  });

  describe('to be out of the way for a while', () => {
    const later = NOON + 3 * HOUR_MS;
    beforeEach(() => {
      store.run('commitChats', { chats: [buildChat(1, { updatedAt: NOON }), buildChat(2, { status: 'closed' })] });
      store.run('commitMessages', { messages: [buildMessage('in:1')], source: 'page' });
    });

    it('is known here only: nothing waits to be told', () => {
      expect(actOn([1], { kind: 'snooze', until: later })).toMatchObject([{ chatId: 1, snoozedUntil: null }]);
      expect([find(1)?.snoozedUntil, list()]).toEqual([later, []]);
      expect(store.ask('countChats', {})).toMatchObject({ open: 0, snoozed: 1 });
    });

    it('is for open chats, and nothing where it is so already', () => {
      expect(actOn([1, 2], { kind: 'snooze', until: later })).toHaveLength(1);
      expect(actOn([1, 2], { kind: 'snooze', until: later })).toEqual([]);
      expect(actOn([2], { kind: 'snooze', until: null })).toEqual([]);
    });

    it('is over when a person says so, and answers until when it was', () => {
      actOn([1], { kind: 'snooze', until: later });
      expect(actOn([1], { kind: 'snooze', until: null })).toMatchObject([{ chatId: 1, snoozedUntil: later }]);
      expect(find(1)?.snoozedUntil).toBeNull();
      expect(store.ask('countChats', {})).toMatchObject({ open: 1, snoozed: 0 });
    });

    it('ends with closing and with deleting', () => {
      for (const status of ['closed', 'deleted'] as const) {
        actOn([1], { kind: 'snooze', until: later });
        expect(actOn([1], { kind: 'status', status })).toMatchObject([{ snoozedUntil: later }]);
        expect(find(1)).toMatchObject({ status, snoozedUntil: null });
        expect(store.ask('getNextSnoozeEnd', {})).toBeNull();
        actOn([1], { kind: 'status', status: 'active' });
      }
    });

    it('is so after a crash too', () => {
      const action = { kind: 'snooze', until: later } as const;
      store.crashIn('applyActions', { chatIds: [toChatId(1)], action, at: NOON, dueAt: NOON });
      expect(store.ask('countChats', {})).toMatchObject({ open: 0, snoozed: 1 });
      const close = { kind: 'status', status: 'closed' } as const;
      store.crashIn('applyActions', { chatIds: [toChatId(1)], action: close, at: NOON, dueAt: NOON });
      expect(find(1)).toMatchObject({ status: 'closed', snoozedUntil: null });
    });
  });

  describe('and somebody wrote meanwhile (STORE-28)', () => {
    const incoming = (id: number, said = {}) => buildMessage(`in:${id}`, { at: NOON + id * MINUTE_MS, ...said });
    const arrive = (...messages: readonly ReturnType<typeof incoming>[]) =>
      store.run('commitMessages', { messages, source: 'page' });
    beforeEach(() => {
      store.run('commitChats', { chats: [buildChat(1, { updatedAt: NOON + MINUTE_MS })] });
      arrive(incoming(1));
    });

    it.each(['closed', 'deleted'] as const)('is open again, and nobody hears that it was %s', (status) => {
      actOn([1], { kind: 'status', status });
      actOn([1], { kind: 'pin', isPinned: true });
      arrive(incoming(2));
      expect(find(1)).toMatchObject({ status: 'active', isPinned: true, unreadCount: 1 });
      expect(store.changes).toMatchObject({ chatIds: [1], messageChatIds: [1], outbox: true });
      expect(list().map(({ action }) => action.kind)).toEqual(['pin']);
    });

    it('stays closed for what was known, for history and for what we wrote', () => {
      actOn([1], { kind: 'status', status: 'closed' });
      arrive(incoming(1), incoming(0), buildMessage('out:1', { at: NOON + 9 * MINUTE_MS }));
      arrive(incoming(3, { kind: 'log' }), incoming(4, { phone: phoneOf(2) }));
      expect([find(1)?.status, list().length]).toEqual(['closed', 1]);
    });

    it('stays open where it was reopened, and closed where the service has it', () => {
      actOn([1], { kind: 'status', status: 'closed' });
      actOn([1], { kind: 'status', status: 'active' });
      arrive(incoming(2));
      expect(list().map(({ action }) => action)).toEqual([{ kind: 'status', status: 'active' }]);
      store.run('finishActions', { actionIds: list().map(({ id }) => id) });
      store.run('commitChats', { chats: [buildChat(1, { status: 'closed', updatedAt: NOON + 2 * MINUTE_MS })] });
      arrive(incoming(3));
      expect(find(1)?.status).toBe('closed');
    });

    it('takes nothing back when the message cannot be written', () => {
      actOn([1], { kind: 'status', status: 'closed' });
      store.cache.exec(`CREATE TRIGGER broken BEFORE INSERT ON messages BEGIN SELECT RAISE(ABORT, 'no'); END`);
      expect(() => arrive(incoming(2))).toThrow();
      expect(find(1)?.status).toBe('closed');
      store.cache.exec('DROP TRIGGER broken');
      // The service never heard of it: its next row says so.
      store.run('commitChats', { chats: [buildChat(1, { unreadCount: 1, updatedAt: NOON + 2 * MINUTE_MS })] });
      expect(find(1)).toMatchObject({ status: 'active', unreadCount: 1 });
    });
  });
});
