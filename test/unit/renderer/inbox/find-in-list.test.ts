import { describe, expect, it } from 'vitest';
import type { ChatView } from '#shared/contract/index.ts';
import { Chats } from '#renderer/data/chats.svelte.ts';
import { ChatList } from '#renderer/features/chat-list/chat-list.svelte.ts';
import { findNextUnread, findPlace, isBehind } from '#renderer/features/chat-list/find-in-list.ts';
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
  const listLimits = () => bridge.inputsOf('chats.list').map(({ limit }) => limit);
  return { bridge, list, listLimits, countAsked: () => bridge.asked.length - before };
}

describe('the next unread chat', () => {
  it('is found among those that are loaded without a question', async () => {
    const { list, countAsked } = await setUp(5_000, [3, 40, 4_000]);
    expect((await findNextUnread(list, { index: 3, openId: 3 }))?.id).toBe(40);
    expect(countAsked()).toBe(0);
  });

  it('is found thousands of read ones further by one question, and its place by a few', async () => {
    const { list, countAsked } = await setUp(5_000, [3, 4_000, 4_500]);
    const chat = await findNextUnread(list, { index: 3, openId: 3 });
    expect(chat?.id).toBe(4_000);
    expect(countAsked()).toBe(1);
    expect(await findPlace(list, chat as ChatView)).toBe(3_999);
    expect(countAsked()).toBeLessThan(10);
  });

  it('is found among hundreds of unread ones, by pages that are small', async () => {
    const unread = Array.from({ length: 400 }, (_, index) => 200 + index * 10);
    const { list, countAsked, listLimits } = await setUp(5_000, unread);
    await list.chatAt(2_999);
    const chat = await findNextUnread(list, { index: 3_000, openId: null });
    expect(chat?.id).toBe(3_010);
    expect(countAsked()).toBeLessThan(12);
    expect(Math.max(...listLimits().slice(2))).toBe(20);
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
  it('is nowhere for one that is not in the list', async () => {
    const { list } = await setUp(500, []);
    expect(await findPlace(list, buildChat({ id: 9_999, lastAt: NOW - 250 }))).toBe(-1);
  });

  it('is found by few questions near the rows that are loaded', async () => {
    const { list, countAsked } = await setUp(5_000, []);
    await list.chatAt(2_999);
    const before = countAsked();
    expect(await findPlace(list, buildChat({ id: 3_015, lastAt: NOW - 3_014 }))).toBe(3_014);
    expect(countAsked() - before).toBe(1);
  });

  it('is found above the rows that are loaded where they stand further down than they did', async () => {
    const { bridge, list } = await setUp(5_000, []);
    await list.chatAt(2_999);
    bridge.data.chats = bridge.data.chats.filter(({ id }) => id < 1_000 || id >= 1_500);
    expect(await findPlace(list, buildChat({ id: 3_005, lastAt: NOW - 3_004 }))).toBe(2_504);
  });
});

it('puts pinned chats first, then the newest, then the older id; by waiting, who waits longest', () => {
  const chat = (fields: Partial<ChatView>) => buildChat({ id: 5, lastAt: NOW, ...fields });
  expect(isBehind(chat({}), chat({ isPinned: true, lastAt: 1 }), 'newest')).toBe(true);
  expect(isBehind(chat({}), chat({ lastAt: 1, returnedAt: NOW + 1 }), 'newest')).toBe(true);
  expect(isBehind(chat({}), chat({ id: 4 }), 'newest')).toBe(true);
  expect(isBehind(chat({}), chat({}), 'newest')).toBe(false);
  expect(isBehind(chat({}), chat({ waitingSince: 3, lastAt: 1 }), 'waiting')).toBe(true);
  expect(isBehind(chat({ waitingSince: 4 }), chat({ waitingSince: 3 }), 'waiting')).toBe(true);
});
