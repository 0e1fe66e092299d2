import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { READ_MS } from '#renderer/features/thread/conversation.svelte.ts';
import { buildMessage } from '#test/support/fake-bridge.ts';
import { NOW, setUp } from '#test/support/inbox-on-fakes.ts';
import { untilAnswered } from '#test/support/until-answered.ts';

beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

async function setUpReading(unreadCount = 2) {
  const world = await setUp(4, { now: () => Date.now() });
  const { bridge, inbox, run } = world;
  for (const { id } of bridge.data.chats) bridge.change(id, { unreadCount });
  await inbox.list.refresh();
  await run('next');
  /** As the sheet does whenever something changes. */
  const look = (isLookedAt: boolean) => {
    const { conversation, selection } = inbox;
    if (conversation !== null && selection.chat !== null) conversation.readIfSeen(selection.chat, isLookedAt);
  };
  const pass = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    await untilAnswered();
  };
  const unread = () => bridge.data.chats.map((chat) => chat.unreadCount);
  return { ...world, look, pass, unread };
}

describe('READ-1: a chat', () => {
  it('is read after a second in view, and not before', async () => {
    const { look, pass, unread } = await setUpReading();
    look(true);
    await pass(READ_MS - 1);
    expect(unread()[0]).toBe(2);
    await pass(1);
    expect(unread()).toEqual([0, 2, 2, 2]);
  });

  it('is not read while nobody looks at its newest message', async () => {
    const { look, pass, unread } = await setUpReading();
    look(false);
    await pass(10 * READ_MS);
    expect(unread()[0]).toBe(2);
  });

  it('is not read by parts of a second', async () => {
    const { look, pass, unread } = await setUpReading();
    for (let turn = 0; turn < 5; turn += 1) {
      look(true);
      await pass(READ_MS - 1);
      look(false);
      await pass(1);
    }
    expect(unread()[0]).toBe(2);
  });

  it('is not read before a text was in view for a second that came meanwhile', async () => {
    const { bridge, look, pass, unread } = await setUpReading();
    look(true);
    await pass(READ_MS - 1);
    bridge.arrive(1, buildMessage({ key: 'in:99', direction: 'in', text: 'One more', at: NOW }));
    bridge.change(1, { unreadCount: 3 });
    await untilAnswered();
    look(true);
    await pass(READ_MS - 1);
    expect(unread()[0]).toBe(3);
    await pass(1);
    expect(unread()[0]).toBe(0);
  });

  it('is not read by whoever goes through ten of them', async () => {
    const { run, look, pass, unread } = await setUpReading();
    for (const command of ['next', 'next', 'next', 'previous', 'previous', 'next', 'next'] as const) {
      look(true);
      await pass(READ_MS / 10);
      await run(command);
    }
    expect(unread()).toEqual([2, 2, 2, 2]);
  });

  it('is not read because the one before it was closed, and comes back unread', async () => {
    const { run, look, pass, unread, openId } = await setUpReading();
    look(true);
    await run('close-or-reopen');
    expect(openId()).toBe(2);
    look(true);
    await pass(READ_MS - 1);
    expect(unread()).toEqual([2, 2, 2, 2]);
    await run('undo');
    await pass(READ_MS);
    expect([openId(), unread()]).toEqual([1, [2, 2, 2, 2]]);
  });
});

describe('READ-2: what was marked unread', () => {
  it('stays so until something new comes', async () => {
    const { bridge, run, look, pass, unread } = await setUpReading();
    look(true);
    await pass(READ_MS);
    await run('read-or-unread', 'elsewhere');
    look(true);
    await pass(2 * READ_MS);
    expect(unread()[0]).toBe(1);
    bridge.change(1, { unreadCount: 2 });
    await untilAnswered();
    look(true);
    await pass(READ_MS);
    expect(unread()[0]).toBe(0);
  });

  it('stays so as well where that came back by an undo', async () => {
    const { run, look, pass, unread, openId } = await setUpReading();
    await run('read-or-unread');
    expect(unread()[0]).toBe(0);
    await pass(READ_MS);
    await run('next');
    await run('undo');
    expect([openId(), unread()[0]]).toEqual([1, 2]);
    look(true);
    await pass(2 * READ_MS);
    expect(unread()[0]).toBe(2);
  });
});
