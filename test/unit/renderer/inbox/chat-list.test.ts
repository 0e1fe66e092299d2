import { describe, expect, it } from 'vitest';
import { Chats } from '#renderer/data/chats.svelte.ts';
import { SCOPES } from '#renderer/data/scopes.ts';
import { ChatList } from '#renderer/features/chat-list/chat-list.svelte.ts';
import { buildChat, FakeBridge, toProblem } from '#test/support/fake-bridge.ts';
import { untilAnswered } from '#test/support/until-answered.ts';

const DAYS = { todayAt: 1_000, yesterdayAt: 500 };

function setUp(count: number) {
  const bridge = new FakeBridge();
  bridge.data.chats = Array.from({ length: count }, (_, index) =>
    buildChat({ id: index + 1, phone: String(447_400_000_000 + index), lastAt: 10_000 - index }),
  );
  const chats = new Chats(bridge);
  const list = new ChatList(bridge, { chats, days: () => DAYS });
  const ids = () => list.window.rows.map((chat) => chat?.id ?? null);
  return { bridge, chats, list, ids };
}

describe('the chat list', () => {
  it('loads what is on screen and leaves gaps for the rest', async () => {
    const { bridge, list, ids } = setUp(250);
    expect(list.status).toBe('loading');
    await list.refresh();
    expect(list.status).toBe('ready');
    expect(list.total).toBe(250);
    expect(ids().slice(98, 102)).toEqual([99, 100, null, null]);
    expect(bridge.inputsOf('chats.list')).toEqual([
      { scope: SCOPES.open, sort: 'newest', offset: 0, limit: 100, ...DAYS },
    ]);
  });

  it('asks nothing more once it is gone, also where an answer is on its way', async () => {
    const { bridge, list } = setUp(3);
    const release = bridge.hold('chats.list');
    const refreshed = list.refresh();
    list.dispose();
    release();
    await refreshed;
    expect(bridge.inputsOf('chats.list')).toHaveLength(1);
    expect(list.status).toBe('loading');
  });

  it('loads a page more when the eye gets there, once', async () => {
    const { bridge, list, ids } = setUp(250);
    await list.refresh();
    list.setVisibleRange(95, 105);
    list.setVisibleRange(96, 106);
    await untilAnswered();
    expect(ids()[100]).toBe(101);
    expect(bridge.inputsOf('chats.list').map(({ offset }) => offset)).toEqual([0, 100]);
  });

  it('finds a chat at a place that was not loaded', async () => {
    const { list } = setUp(250);
    await list.refresh();
    expect((await list.chatAt(249))?.id).toBe(250);
    expect(await list.chatAt(250)).toBeNull();
    expect(await list.chatAt(-1)).toBeNull();
  });

  it('asks again only for what is on screen when chats change', async () => {
    const { bridge, list, ids } = setUp(450);
    await list.refresh();
    list.setVisibleRange(210, 220);
    await untilAnswered();
    bridge.asked.length = 0;
    bridge.change(1, { lastAt: 99_999, unreadCount: 1 });
    await untilAnswered();
    expect(bridge.inputsOf('chats.list').map(({ offset }) => offset)).toEqual([100, 200]);
    expect(ids()[210]).toBe(211);
  });

  it('joins a burst of changes into one question and one more', async () => {
    const { bridge, list } = setUp(3);
    await list.refresh();
    const release = bridge.hold('chats.list');
    bridge.asked.length = 0;
    for (let index = 0; index < 20; index += 1) bridge.emit('chats.changed', { chatIds: [1], everything: false });
    release();
    await untilAnswered();
    expect(bridge.inputsOf('chats.list')).toHaveLength(2);
  });

  it('shows a chat that moved up at the top', async () => {
    const { bridge, list, ids } = setUp(3);
    await list.refresh();
    bridge.change(3, { lastAt: 99_999 });
    await untilAnswered();
    expect(ids()).toEqual([3, 1, 2]);
  });

  it('STATE-2: an answer for the list that was left is not shown', async () => {
    const { bridge, list, ids } = setUp(3);
    bridge.data.chats = bridge.data.chats.map((chat) => (chat.id === 2 ? { ...chat, status: 'closed' } : chat));
    const release = bridge.hold('chats.list');
    const first = list.refresh();
    list.choose(SCOPES.closed);
    release();
    await first;
    await untilAnswered();
    expect(list.scope).toEqual(SCOPES.closed);
    expect(ids()).toEqual([2]);
  });

  it('shows who waits longest first where waiting is what the list is about', async () => {
    const { bridge, list, ids } = setUp(4);
    bridge.data.chats = bridge.data.chats.map((chat) => ({
      ...chat,
      waitingSince: chat.id === 2 ? 900 : chat.id === 4 ? 300 : null,
    }));
    list.choose(SCOPES.waiting);
    expect(list.sort).toBe('waiting');
    await untilAnswered();
    expect(ids()).toEqual([4, 2]);
  });

  it('shows the same list in another order, from its top, under its own titles', async () => {
    const { bridge, list, ids } = setUp(3);
    bridge.data.chats = bridge.data.chats.map((chat) => ({ ...chat, waitingSince: chat.id === 3 ? 900 : null }));
    await list.refresh();
    list.sortBy('waiting');
    await untilAnswered();
    expect(list.scope).toEqual(SCOPES.open);
    expect(ids()).toEqual([3, 1, 2]);
    const rows = Array.from({ length: list.rowsCount }, (_, place) => list.rowAt(place));
    expect(rows.flatMap((row) => (row.kind === 'section' ? [row.section] : []))).toEqual(['waiting', 'answered']);
  });

  it('asks nothing where the list on screen is chosen again, and counts only real choices', async () => {
    const { bridge, list } = setUp(3);
    await list.refresh();
    bridge.asked.length = 0;
    list.choose({ ...SCOPES.open, marks: [] });
    expect(list.version).toBe(0);
    expect(bridge.asked).toEqual([]);
    list.choose(SCOPES.pinned);
    expect(list.version).toBe(1);
  });

  it('STATE-1: asks again after a resync', async () => {
    const { bridge, list, ids } = setUp(1);
    await list.refresh();
    bridge.data.chats = [buildChat({ id: 7 })];
    bridge.resync();
    await untilAnswered();
    expect(ids()).toEqual([7]);
  });

  it('says that it could not load, and recovers', async () => {
    const { bridge, list, ids } = setUp(1);
    bridge.fail('chats.list', toProblem('disk'));
    await list.refresh();
    expect(list.status).toBe('failed');
    expect(list.problem?.code).toBe('disk');
    bridge.fail('chats.list', null);
    await list.refresh();
    expect(list.status).toBe('ready');
    expect(ids()).toEqual([1]);
  });

  it('keeps what it shows when a later question fails', async () => {
    const { bridge, list, ids } = setUp(1);
    await list.refresh();
    bridge.fail('chats.list', toProblem('disconnected'));
    await list.refresh();
    expect(list.status).toBe('ready');
    expect(ids()).toEqual([1]);
  });

  it('STATE-5: ends its listeners', () => {
    const { bridge, chats, list } = setUp(1);
    list.dispose();
    chats.dispose();
    expect(bridge.listenerCount).toBe(0);
  });
});

describe('a list that is held', () => {
  it('goes on below its end for whoever scrolls there', async () => {
    const { bridge, list } = setUp(60);
    await list.refresh();
    list.hold(true);
    list.setVisibleRange(0, 12);
    for (let id = 61; id <= 90; id += 1) {
      bridge.data.chats.push(buildChat({ id, phone: String(447_500_000_000 + id), lastAt: 10 }));
    }
    bridge.change(60, { lastAt: 99_999 });
    await untilAnswered();
    expect(list.total).toBe(60);
    list.setVisibleRange(47, 59);
    expect(list.total).toBe(90);
  });

  it('does not move, changes in place, and says how many wait', async () => {
    const { bridge, list, ids } = setUp(3);
    await list.refresh();
    list.hold(true);
    bridge.change(3, { lastAt: 99_999, unreadCount: 2 });
    await untilAnswered();
    expect(ids()).toEqual([1, 2, 3]);
    expect(list.window.rows.at(-1)?.unreadCount).toBe(2);
    expect(list.newAtTop).toBe(1);
    list.hold(false);
    expect(ids()).toEqual([3, 1, 2]);
    expect(list.newAtTop).toBe(0);
  });

  it('moves at once for what the person does', async () => {
    const { bridge, list, ids } = setUp(3);
    await list.refresh();
    list.hold(true);
    bridge.data.chats = bridge.data.chats.map((chat) => (chat.id === 1 ? { ...chat, status: 'closed' } : chat));
    await list.refresh({ moves: true });
    expect(ids()).toEqual([2, 3]);
  });

  it('lets what waited in when somebody asks for it', async () => {
    const { bridge, list, ids } = setUp(2);
    await list.refresh();
    list.hold(true);
    bridge.data.chats.push(buildChat({ id: 9, phone: '447400999999', lastAt: 99_999 }));
    bridge.emit('chats.changed', { chatIds: [9], everything: false });
    await untilAnswered();
    expect(list.newAtTop).toBe(1);
    list.showWaiting();
    expect(ids()).toEqual([9, 1, 2]);
  });
});
