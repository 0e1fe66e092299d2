import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChatScope } from '#shared/contract/index.ts';
import { toChatId } from '#shared/domain/ids.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { DAY_MS, MINUTE_MS, NOON, buildChat, buildMessage, buildSend, phoneOf } from '../builders.ts';

const SCOPES = {
  open: { shelf: 'open', marks: [], listId: null },
  unread: { shelf: 'open', marks: ['unread'], listId: null },
  closed: { shelf: 'closed', marks: [], listId: null },
  deleted: { shelf: 'deleted', marks: [], listId: null },
} as const satisfies Record<string, ChatScope>;
type Tab = keyof typeof SCOPES;

const TODAY = { todayAt: NOON - DAY_MS / 2, yesterdayAt: NOON - 1.5 * DAY_MS };

describe('the chat list', () => {
  let store: StoreInOneThread;
  beforeEach(() => (store = new StoreInOneThread()));
  afterEach(() => store.close());

  const list = (tab: Tab, offset = 0, limit = 50) =>
    store.ask('listChats', { scope: SCOPES[tab], sort: 'newest', offset, limit, ...TODAY, now: store.now });
  const ids = (tab: Tab) => list(tab).rows.map((row) => row.id);
  const commit = (...chats: Chat[]) => store.run('commitChats', { chats });

  it('puts pinned chats first, then the newest, then by id', () => {
    commit(
      buildChat(3, { updatedAt: NOON }),
      buildChat(1, { updatedAt: NOON }),
      buildChat(4, { updatedAt: NOON - 1, isPinned: true }),
      buildChat(2, { updatedAt: NOON + 1 }),
      buildChat(5),
    );
    expect(ids('open')).toEqual([4, 2, 1, 3, 5]);
  });

  it('keeps open, unread, closed and deleted chats apart', () => {
    commit(
      buildChat(1),
      buildChat(2, { unreadCount: 2 }),
      buildChat(3, { status: 'closed', unreadCount: 1 }),
      buildChat(4, { status: 'deleted' }),
    );
    expect([ids('open'), ids('unread'), ids('closed'), ids('deleted')]).toEqual([[1, 2], [2], [3], [4]]);
  });

  it('shows a chat of a status that nobody knows with the open ones', () => {
    commit(buildChat(1, { status: 'unknown' }));
    expect(list('open').rows.map((row) => row.status)).toEqual(['unknown']);
  });

  it('counts its sections over the whole list and cuts windows out of it', () => {
    commit(
      buildChat(1, { isPinned: true, updatedAt: NOON - 9 * DAY_MS }),
      buildChat(2, { updatedAt: TODAY.todayAt }),
      buildChat(3, { updatedAt: TODAY.todayAt - 1 }),
      buildChat(4, { updatedAt: TODAY.yesterdayAt }),
      buildChat(5, { updatedAt: TODAY.yesterdayAt - 1 }),
      buildChat(6),
    );
    const page = list('open', 2, 3);
    expect(page.sections).toEqual([
      { section: 'pinned', count: 1 },
      { section: 'today', count: 1 },
      { section: 'yesterday', count: 2 },
      { section: 'earlier', count: 2 },
    ]);
    expect([page.total, page.offset, page.rows.map((row) => row.id)]).toEqual([6, 2, [3, 4, 5]]);
    expect(list('open', 99).rows).toEqual([]);
  });

  it('moves a chat up for a message, for a send, and not for a draft', () => {
    commit(buildChat(1, { updatedAt: NOON }), buildChat(2), buildChat(3));
    store.run('saveDraft', { phone: phoneOf(3), text: 'Half a', at: NOON });
    expect(ids('open')).toEqual([1, 2, 3]);
    store.run('createSend', { send: buildSend('abc', { phone: phoneOf(2), createdAt: NOON + MINUTE_MS }) });
    expect(ids('open')).toEqual([2, 1, 3]);
    const message = buildMessage('in:1', { phone: phoneOf(3), at: NOON + 2 * MINUTE_MS });
    store.run('commitMessages', { messages: [message], source: 'page' });
    expect(ids('open')).toEqual([3, 2, 1]);
    store.run('deleteSend', { sendId: buildSend('abc').id });
    expect(ids('open')).toEqual([3, 1, 2]);
  });

  it('shows a draft while there is one', () => {
    commit(buildChat(1));
    const draft = (text: string): string | null | undefined => {
      store.run('saveDraft', { phone: phoneOf(1), text, at: NOON });
      return list('open').rows[0]?.draft;
    };
    expect([draft('Half a'), draft('')]).toEqual(['Half a', null]);
  });

  it('forgets a mute when its time is over', () => {
    commit(buildChat(1, { isMuted: true, mutedUntil: NOON + MINUTE_MS, unreadCount: 1 }));
    const shown = (): unknown => [list('open').rows[0]?.isMuted, list('open').rows[0]?.mutedUntil];
    expect([shown(), store.ask('countChats', {}).lamp]).toEqual([[true, NOON + MINUTE_MS], 0]);
    store.now = NOON + MINUTE_MS;
    expect([shown(), store.ask('countChats', {}).lamp]).toEqual([[false, null], 1]);
  });

  it('counts what each tab lists, and for the lamp what is not muted', () => {
    commit(
      buildChat(1, { unreadCount: 5 }),
      buildChat(2, { unreadCount: 1, isMuted: true }),
      buildChat(3),
      buildChat(4, { status: 'closed', unreadCount: 1 }),
      buildChat(5, { status: 'deleted', unreadCount: 1 }),
    );
    expect(store.ask('countChats', {})).toEqual({
      ...{ open: 3, unread: 2, closed: 1, deleted: 1, snoozed: 0, pinned: 0, muted: 1, waiting: 0, lamp: 1 },
      ...{ drafts: 0, failed: 0, scheduled: 0, views: [] },
    });
  });

  it('finds a chat by number: the open one before the closed one', () => {
    const phone = phoneOf(1);
    commit(buildChat(1, { phone, status: 'closed', updatedAt: NOON }), buildChat(2, { phone }));
    const find = (chatId: number | null, number: Chat['phone'] | null) =>
      store.ask('findChat', { chatId: chatId === null ? null : toChatId(chatId), phone: number })?.id;
    expect([find(null, phone), find(1, null), find(9, null), find(null, phoneOf(9)), find(null, null)]).toEqual([
      2,
      1,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('finds many at once, each at the place of its id, and nothing for those that are not there', () => {
    commit(buildChat(1), buildChat(3, { status: 'deleted' }));
    const provisional = store.run('ensureChat', { phone: phoneOf(7), at: NOON });
    const chatIds = [toChatId(3), toChatId(9), provisional, toChatId(1), toChatId(3)];
    const ids = (): unknown => store.ask('listChatsById', { chatIds }).map((chat) => chat?.id ?? null);
    expect(ids()).toEqual([3, null, provisional, 1, 3]);
    commit(buildChat(7));
    expect(ids()).toEqual([3, null, 7, 1, 3]);
    expect(store.ask('listChatsById', { chatIds: [] })).toEqual([]);
  });
});
