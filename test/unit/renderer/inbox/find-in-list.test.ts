import { describe, expect, it } from 'vitest';
import { Chats } from '#renderer/data/chats.svelte.ts';
import { ChatList } from '#renderer/features/chat-list/chat-list.svelte.ts';
import { findNextUnread, findPlace } from '#renderer/features/chat-list/find-in-list.ts';
import { buildChat, FakeBridge } from '#test/support/fake-bridge.ts';

const NOW = Date.parse('2026-11-20T09:54:00Z');

/** A list of that many chats, of which the first page is loaded; `countAsked`: what main is asked after that. */
async function setUp(count: number, unread: readonly number[]) {
  const bridge = new FakeBridge();
  bridge.data.chats = Array.from({ length: count }, (_, index) =>
    buildChat({ id: index + 1, lastAt: NOW - index, unreadCount: unread.includes(index + 1) ? 1 : 0 }),
  );
  const list = new ChatList(bridge, { chats: new Chats(bridge), days: () => ({ todayAt: 0, yesterdayAt: 0 }) });
  await list.refresh();
  const before = bridge.asked.length;
  return { bridge, list, countAsked: () => bridge.asked.length - before };
}

describe('the next unread chat', () => {
  it('is found among those that are loaded without a question', async () => {
    const { list, countAsked } = await setUp(5_000, [3, 40, 4_000]);
    expect((await findNextUnread(list, { index: 3, openId: 3 }))?.id).toBe(40);
    expect(countAsked()).toBe(0);
  });

  it('is found thousands of read ones further by one question, and so is its place', async () => {
    const { bridge, list, countAsked } = await setUp(5_000, [3, 4_000, 4_500]);
    expect((await findNextUnread(list, { index: 3, openId: 3 }))?.id).toBe(4_000);
    expect(bridge.inputsOf('chats.findPlace')).toEqual([
      { scope: list.scope, sort: 'newest', of: { kind: 'unread', belowId: 100, exceptId: 3 } },
    ]);
    expect(await findPlace(list, 4_000)).toBe(3_999);
    expect(countAsked()).toBe(2);
  });

  it('is sought below the last row that was looked at, wherever that is', async () => {
    const { list } = await setUp(5_000, [90, 2_000, 3_010]);
    await list.chatAt(2_999);
    expect((await findNextUnread(list, { index: 3_000, openId: null }))?.id).toBe(3_010);
  });

  it('goes on below where one is, and from the top after the last one', async () => {
    const { list } = await setUp(5_000, [150, 4_000, 4_500]);
    await list.chatAt(3_999);
    expect((await findNextUnread(list, { index: 4_000, openId: 4_000 }))?.id).toBe(4_500);
    await list.chatAt(4_499);
    await list.chatAt(4_999);
    for (let index = 4_500; index < 5_000; index += 100) await list.chatAt(index);
    expect((await findNextUnread(list, { index: 4_500, openId: 4_500 }))?.id).toBe(150);
  });

  it('is none where only the open one is unread', async () => {
    const { list } = await setUp(300, [7]);
    expect(await findNextUnread(list, { index: 7, openId: 7 })).toBeNull();
    expect(await findNextUnread((await setUp(0, [])).list, { index: 0, openId: null })).toBeNull();
  });
});

describe('the place of a chat', () => {
  it('is nowhere for one that is not in the list, and where main does not answer', async () => {
    const { bridge, list } = await setUp(500, []);
    expect(await findPlace(list, 9_999)).toBe(-1);
    expect(await findPlace(list, 400)).toBe(399);
    bridge.fail('chats.findPlace', { code: 'unavailable', detail: null, fields: {}, retryAfterMs: null });
    expect(await findPlace(list, 400)).toBe(-1);
    expect(await findNextUnread(list, { index: 3, openId: null })).toBeNull();
  });
});
