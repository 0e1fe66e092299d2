import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Changes } from '#main/store/changes.ts';
import { migrate } from '#main/store/migrate.ts';
import { cacheMigrations } from '#main/store/migrations/list.ts';
import { openForWriting } from '#main/store/open.ts';
import { reconcile } from '#main/store/reconcile.ts';
import { runGroup } from '#main/store/writer.ts';
import type { ChatScope, ChatView } from '#shared/contract/index.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { toChatId } from '#shared/domain/ids.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { DAY_MS, MINUTE_MS, NOON, buildChat, buildMessage, buildSend, phoneOf } from '../builders.ts';

const LATER = NOON + DAY_MS;

describe('snoozed chats (STORE-31)', () => {
  let store: StoreInOneThread;
  beforeEach(() => (store = new StoreInOneThread()));
  afterEach(() => store.close());

  const commit = (...chats: Chat[]) => store.run('commitChats', { chats });
  const snooze = (id: number, until: number | null = LATER) =>
    store.run('applyActions', {
      chatIds: [toChatId(id)],
      action: { kind: 'snooze', until },
      ...{ at: store.now, dueAt: store.now },
    });
  const receive = (id: number, at: number, phone = phoneOf(1)) =>
    store.run('commitMessages', { messages: [buildMessage(`in:${id}`, { at, phone })], source: 'page' });
  const comeBack = (now: number) => {
    store.now = now;
    return store.run('returnSnoozed', { now }).returnedIds;
  };
  const find = (id = 1): ChatView | null => store.ask('findChat', { chatId: toChatId(id), phone: null });
  const list = (shelf: ChatScope['shelf']): number[] =>
    store
      .ask('listChats', {
        scope: { shelf, marks: [], listId: null },
        ...{ sort: 'newest', offset: 0, limit: 50, todayAt: 0, yesterdayAt: 0, now: store.now },
      })
      .rows.map(({ id }) => id);

  it('are in a list of their own, and count neither as open nor as unread nor for the lamp', () => {
    commit(buildChat(1, { unreadCount: 2, updatedAt: NOON }), buildChat(2));
    snooze(1);
    expect([list('open'), list('snoozed'), list('any')]).toEqual([[2], [1], [1, 2]]);
    expect(find()?.snoozedUntil).toBe(LATER);
    expect(store.ask('countChats', {})).toMatchObject({ open: 1, unread: 0, lamp: 0, snoozed: 1 });
    expect(store.ask('countUnread', {})).toEqual({ messages: 0, chats: 0 });
  });

  it('come back at their time, at the top, until something is said', () => {
    commit(buildChat(1, { updatedAt: NOON }), buildChat(2, { updatedAt: NOON + 5 }), buildChat(3));
    snooze(1);
    expect([comeBack(LATER - 1), store.ask('getNextSnoozeEnd', {})]).toEqual([[], LATER]);
    expect([comeBack(LATER), store.ask('getNextSnoozeEnd', {})]).toEqual([[1], null]);
    expect(store.changes?.chatIds).toEqual([1]);
    expect([list('open'), list('snoozed')]).toEqual([[1, 2, 3], []]);
    expect(find()).toMatchObject({ snoozedUntil: null, returnedAt: LATER });
    expect(comeBack(LATER + 1)).toEqual([]);
    receive(1, NOON + MINUTE_MS);
    expect(find()?.returnedAt).toBeNull();
    expect(list('open')).toEqual([1, 2, 3]);
    receive(2, NOON + 2 * MINUTE_MS, phoneOf(2));
    expect(list('open')).toEqual([2, 1, 3]);
  });

  it('stand where their text stands once it was written, and come back to the top where that is taken out', () => {
    commit(buildChat(1, { updatedAt: NOON }), buildChat(2, { updatedAt: NOON + 2 * DAY_MS }));
    snooze(1);
    comeBack(NOON + 3 * DAY_MS);
    const send = buildSend('answer', { createdAt: NOON + DAY_MS });
    store.run('createSend', { send });
    expect([find()?.returnedAt, list('open')]).toEqual([null, [2, 1]]);
    store.run('deleteSend', { sendId: send.id });
    expect([find()?.returnedAt, list('open')]).toEqual([NOON + 3 * DAY_MS, [1, 2]]);
  });

  it('come back with a newer text of theirs, which is news and unread in the same commit', () => {
    commit(buildChat(1, { updatedAt: NOON }));
    store.run('openNotices', {});
    snooze(1);
    receive(7, NOON + MINUTE_MS);
    expect(store.changes?.chatIds).toEqual([1]);
    expect(list('open')).toEqual([1]);
    expect(find()).toMatchObject({ unreadCount: 1, snoozedUntil: null, returnedAt: null });
    expect(store.ask('countChats', {}).lamp).toBe(1);
    expect(store.run('takeNotices', { limit: 9 })).toHaveLength(1);
    expect(store.ask('getNextSnoozeEnd', {})).toBeNull();
  });

  it('do not come back with older texts, nor with ours', () => {
    commit(buildChat(1, { updatedAt: NOON }));
    snooze(1);
    receive(1, NOON);
    receive(2, NOON - DAY_MS);
    store.run('commitMessages', { messages: [buildMessage('out:3', { at: NOON + MINUTE_MS })], source: 'page' });
    store.run('createSend', { send: buildSend('mine') });
    expect([list('open'), list('snoozed')]).toEqual([[], [1]]);
  });

  it('do not come back with an answer of ours that left later, where the row of the chat counts that too', () => {
    commit(buildChat(1, { updatedAt: NOON, lastDirection: 'in' }));
    snooze(1);
    commit(buildChat(1, { updatedAt: NOON + MINUTE_MS, lastDirection: 'out' }));
    expect([list('open'), list('snoozed')]).toEqual([[], [1]]);
    comeBack(LATER);
    commit(buildChat(1, { updatedAt: LATER + 1, lastDirection: 'out' }));
    expect([find()?.returnedAt, store.ask('getNextSnoozeEnd', {})]).toEqual([null, null]);
  });

  it('come back where the row of the chat tells of a newer text before the text is here', () => {
    commit(buildChat(1, { updatedAt: NOON }));
    snooze(1);
    commit(buildChat(1, { updatedAt: NOON, unreadCount: 1 }));
    expect(list('snoozed')).toEqual([1]);
    commit(buildChat(1, { updatedAt: NOON + 1, lastDirection: 'in' }));
    expect([list('open'), list('snoozed')]).toEqual([[1], []]);
  });

  it('stay snoozed whatever else their rows say, also as the real chat takes the place of a provisional one', () => {
    const id = store.run('ensureChat', { phone: phoneOf(1), at: NOON });
    snooze(id);
    commit(buildChat(1, { firstName: 'Ada' }));
    expect([list('open'), list('snoozed')]).toEqual([[], [1]]);
    commit(buildChat(1, { isPinned: true, isMuted: true }));
    expect([list('open'), list('snoozed'), find()?.isPinned]).toEqual([[], [1], true]);
  });

  it('are closed like others, and not snoozed afterwards', () => {
    commit(buildChat(1, { updatedAt: NOON }));
    snooze(1);
    commit(buildChat(1, { updatedAt: NOON, status: 'closed' }));
    expect([list('closed'), list('snoozed'), find()?.snoozedUntil]).toEqual([[1], [], null]);
    expect(comeBack(LATER)).toEqual([]);
    expect(find()?.returnedAt).toBeNull();
  });

  it('are where they were before once a person takes it back', () => {
    commit(buildChat(1, { updatedAt: NOON }), buildChat(2, { updatedAt: NOON + 1 }));
    snooze(1);
    snooze(1, null);
    expect([list('open'), find()?.snoozedUntil, find()?.returnedAt]).toEqual([[2, 1], null, null]);
  });

  it('are snoozed anew for another time, also after they came back', () => {
    commit(buildChat(1, { updatedAt: NOON }));
    snooze(1);
    snooze(1, LATER + DAY_MS);
    expect([find()?.snoozedUntil, comeBack(LATER)]).toEqual([LATER + DAY_MS, []]);
    expect(comeBack(LATER + DAY_MS)).toEqual([1]);
    snooze(1, LATER + 2 * DAY_MS);
    expect(find()).toMatchObject({ snoozedUntil: LATER + 2 * DAY_MS, returnedAt: null });
  });

  it('are found by number like open ones, before a closed chat of the number', () => {
    const phone = phoneOf(1);
    commit(buildChat(1, { phone, status: 'closed', updatedAt: NOON + 9 }), buildChat(2, { phone, updatedAt: NOON }));
    snooze(2);
    expect(store.ask('findChat', { chatId: null, phone })?.id).toBe(2);
    expect(store.run('ensureChat', { phone, at: NOON })).toBe(2);
  });

  it('are brought in line at the opening where the app ended before the cache followed', () => {
    commit(buildChat(1, { updatedAt: NOON }));
    store.crashIn('applyActions', {
      chatIds: [toChatId(1)],
      action: { kind: 'snooze', until: LATER },
      ...{ at: NOON, dueAt: NOON },
    });
    expect(list('snoozed')).toEqual([1]);
    store.now = LATER;
    store.crashIn('returnSnoozed', { now: LATER });
    expect([list('open'), find()?.returnedAt]).toEqual([[1], LATER]);
    snooze(1, LATER + DAY_MS);
    store.crashIn('applyActions', {
      chatIds: [toChatId(1)],
      action: { kind: 'snooze', until: null },
      ...{ at: NOON, dueAt: NOON },
    });
    expect([list('open'), list('snoozed')]).toEqual([[1], []]);
  });

  it('are snoozed in a cache that is read anew, and came back there as well', () => {
    commit(buildChat(1, { updatedAt: NOON }), buildChat(2, { updatedAt: NOON }));
    snooze(1, LATER);
    snooze(2, LATER + DAY_MS);
    comeBack(LATER);
    const path = `${store.folderPath}/anew.db`;
    const cache = openForWriting(path, 'NORMAL');
    migrate(cache, { migrations: cacheMigrations });
    const anew = { owned: store.owned, cache, now: LATER, changes: new Changes() };
    reconcile(anew);
    const chats = [buildChat(1, { updatedAt: NOON }), buildChat(2, { updatedAt: NOON })];
    runGroup(anew, [{ name: 'commitChats', input: { chats } }], LATER);
    expect(cache.all('SELECT id, shelf, snoozed_until, returned_at FROM chats ORDER BY id')).toEqual([
      { id: 1, shelf: 0, snoozed_until: null, returned_at: LATER },
      { id: 2, shelf: -1, snoozed_until: LATER + DAY_MS, returned_at: null },
    ]);
    cache.close();
    rmSync(path, { force: true });
  });
});
