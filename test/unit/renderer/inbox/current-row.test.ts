import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChatView } from '#shared/contract/index.ts';
import { SCOPES } from '#renderer/data/scopes.ts';
import { SERIES_MS } from '#renderer/features/chat-list/selection.svelte.ts';
import { NOW, ONE_PANE, setUp } from '#test/support/inbox-on-fakes.ts';
import { untilAnswered } from '#test/support/until-answered.ts';

beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

async function setUpKeys(count = 12) {
  const world = await setUp(count, { now: () => Date.now() });
  const { bridge, inbox } = world;
  const opened = () => bridge.inputsOf('chats.open').map(({ chatId }) => chatId);
  const currentId = () => {
    const { index, isOnRow } = inbox.selection.cursorPlace;
    return isOnRow ? (inbox.list.window.rows[index]?.id ?? null) : null;
  };
  const statusOf = (id: number) => bridge.data.chats.find((chat) => chat.id === id)?.status;
  const chatOf = (id: number) => bridge.data.chats.find((chat) => chat.id === id) as ChatView;
  return { ...world, opened, currentId, statusOf, chatOf };
}

describe('in two panes the row under the keys', () => {
  it('is opened at once by a single key', async () => {
    const { run, openId, currentId } = await setUpKeys();
    await run('next');
    expect([openId(), currentId()]).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(SERIES_MS);
    await run('last');
    expect([openId(), currentId()]).toEqual([12, 12]);
  });

  it('is opened after the last of a quick series, and none on the way', async () => {
    const { run, opened, openId, currentId } = await setUpKeys();
    for (let press = 0; press < 10; press += 1) {
      await run('next');
      await vi.advanceTimersByTimeAsync(SERIES_MS / 4);
    }
    expect([openId(), currentId()]).toEqual([1, 10]);
    await vi.advanceTimersByTimeAsync(SERIES_MS);
    expect([openId(), currentId(), opened()]).toEqual([10, 10, [1, 10]]);
  });

  it('is opened first when a key acts on it in the middle of a series', async () => {
    const { run, openId, statusOf, opened } = await setUpKeys();
    await run('next');
    await run('next');
    await run('next');
    await run('close-or-reopen');
    expect([1, 2, 3, 4].map(statusOf)).toEqual(['active', 'active', 'closed', 'active']);
    expect([openId(), opened()]).toEqual([4, [1, 3, 4]]);
  });

  it('is the chat that keys act on wherever the focus is', async () => {
    const { run, bridge, chatOf } = await setUpKeys();
    await run('next');
    await run('next');
    await run('pin', 'elsewhere');
    expect(bridge.data.chats.filter(({ isPinned }) => isPinned)).toEqual([chatOf(2)]);
  });

  it('is not parted from the open chat by Escape', async () => {
    const { run, openId, currentId, statusOf } = await setUpKeys();
    await run('next');
    await run('open');
    await run('back', 'composer');
    await run('next');
    await run('next');
    await run('close-or-reopen');
    expect([1, 2, 3].map(statusOf)).toEqual(['active', 'active', 'closed']);
    expect([openId(), currentId()]).toEqual([4, 4]);
  });

  it('is opened before the next, the previous and the next unread are looked for', async () => {
    const { run, openId } = await setUpKeys();
    for (const command of ['next', 'next', 'next', 'next-chat'] as const) await run(command);
    expect(openId()).toBe(4);
    for (const command of ['next', 'next', 'previous-chat'] as const) await run(command);
    expect(openId()).toBe(5);
  });

  it('keeps its chat open while that rises and others do', async () => {
    const { run, bridge, inbox, openId, currentId, statusOf } = await setUpKeys();
    await run('next');
    await run('next');
    await vi.advanceTimersByTimeAsync(SERIES_MS);
    bridge.change(5, { lastAt: NOW + 1 });
    bridge.change(2, { lastAt: NOW + 2 });
    await inbox.list.refresh();
    expect([openId(), currentId(), inbox.list.indexOf(2)]).toEqual([2, 2, 0]);
    await run('close-or-reopen');
    expect([1, 2, 5].map(statusOf)).toEqual(['active', 'closed', 'active']);
    expect(openId()).toBe(5);
  });

  it('is opened as it is told by then', async () => {
    const { run, bridge, inbox } = await setUpKeys();
    await run('next');
    await run('next');
    bridge.change(2, { name: 'Renamed' });
    await inbox.list.refresh();
    const release = bridge.hold('chats.find');
    await vi.advanceTimersByTimeAsync(SERIES_MS);
    expect(inbox.selection.chat?.name).toBe('Renamed');
    release();
  });

  it('is opened by a check of it by keys, and a series of checks opens the last', async () => {
    const { run, inbox, openId, opened } = await setUpKeys();
    await run('check');
    await run('check-down');
    await run('check-down');
    await vi.advanceTimersByTimeAsync(SERIES_MS);
    expect([inbox.checked.count, openId(), opened()]).toEqual([3, 3, [1, 3]]);
  });

  it('is opened when the sheet comes beside the list', async () => {
    const panes = { hasTwo: false };
    const { run, inbox, openId } = await setUp(4, { hasTwoPanes: () => panes.hasTwo });
    await run('next');
    await run('next');
    expect(openId()).toBeNull();
    panes.hasTwo = true;
    inbox.selection.openBeside();
    expect(openId()).toBe(2);
  });
});

describe('no row is under the keys in two panes', () => {
  it('once the open chat has left the list by news: they mean it, and no chat that took its place', async () => {
    const { run, bridge, inbox, openId, currentId, statusOf } = await setUpKeys();
    await run('next');
    await run('next');
    await vi.advanceTimersByTimeAsync(SERIES_MS);
    bridge.change(2, { status: 'closed' });
    await inbox.list.refresh();
    expect([openId(), currentId()]).toEqual([2, null]);
    await run('pin');
    expect(bridge.data.chats.filter(({ isPinned }) => isPinned).map(({ id }) => id)).toEqual([2]);
    await run('close-or-reopen');
    expect([1, 2, 3].map(statusOf)).toEqual(['active', 'active', 'active']);
    expect([openId(), currentId()]).toEqual([2, 2]);
  });

  it('once the row is gone that is to be opened: no other takes its place before', async () => {
    const { run, bridge, inbox, openId, currentId, statusOf } = await setUpKeys();
    await run('next');
    await run('next');
    bridge.change(2, { snoozedUntil: NOW + 1 });
    await inbox.list.refresh();
    expect(currentId()).toBeNull();
    await run('close-or-reopen');
    expect([1, 2, 3].map(statusOf)).toEqual(['active', 'closed', 'active']);
    expect(openId()).not.toBe(1);
  });

  it('where a chat of another list is open: they act on it, and go on at the top', async () => {
    const { run, bridge, inbox, openId, currentId, statusOf } = await setUpKeys();
    bridge.change(7, { status: 'closed' });
    await run('next');
    inbox.list.choose(SCOPES.closed);
    await untilAnswered();
    expect([openId(), currentId()]).toEqual([1, null]);
    await run('close-or-reopen');
    expect(statusOf(1)).toBe('closed');
    inbox.list.choose(SCOPES.deleted);
    await untilAnswered();
    expect([openId(), currentId()]).toEqual([1, null]);
    inbox.list.choose(SCOPES.closed);
    await untilAnswered();
    expect(currentId()).toBe(1);
  });

  it('while a new message is on the sheet: they act on no chat, and moving on leaves it', async () => {
    const { run, bridge, inbox, openId, currentId } = await setUpKeys();
    await run('next');
    await run('new-message');
    expect(currentId()).toBeNull();
    for (const command of ['close-or-reopen', 'pin', 'delete', 'snooze', 'write'] as const)
      expect(await run(command), command).toBe(false);
    expect(bridge.inputsOf('chats.applyAction')).toEqual([]);
    await vi.advanceTimersByTimeAsync(SERIES_MS);
    await run('next');
    expect([openId(), currentId(), inbox.isWriting]).toEqual([1, 1, false]);
  });

  it('after a new message is begun in the middle of a series, which stays on the sheet', async () => {
    const { run, inbox, openId } = await setUpKeys();
    await run('next');
    await run('next');
    await run('new-message');
    await vi.advanceTimersByTimeAsync(SERIES_MS);
    expect([inbox.isWriting, openId()]).toEqual([true, 2]);
  });
});

describe('in one pane', () => {
  it('E acts on the row under the keys, and nothing opens', async () => {
    const { run, bridge, openId, cursorId } = await setUp(4, ONE_PANE);
    await run('next');
    await run('next');
    await run('close-or-reopen');
    expect(bridge.data.chats.map(({ status }) => status)).toEqual(['active', 'closed', 'active', 'active']);
    expect([openId(), cursorId()]).toEqual([null, 3]);
  });
});
