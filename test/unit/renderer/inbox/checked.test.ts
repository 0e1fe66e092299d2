import { describe, expect, it } from 'vitest';
import { Chats } from '#renderer/data/chats.svelte.ts';
import { SCOPES } from '#renderer/data/scopes.ts';
import { ChatList } from '#renderer/features/chat-list/chat-list.svelte.ts';
import { Checked } from '#renderer/features/chat-list/checked.svelte.ts';
import { buildChat, FakeBridge } from '#test/support/fake-bridge.ts';

const NOW = Date.parse('2026-11-20T09:54:00Z');

async function setUp(count = 250) {
  const bridge = new FakeBridge();
  bridge.data.chats = Array.from({ length: count }, (_, index) =>
    buildChat({ id: index + 1, phone: String(447_400_000_000 + index), lastAt: NOW - index * 1_000 }),
  );
  const known = new Chats(bridge);
  const list = new ChatList(bridge, { chats: known, days: () => ({ todayAt: 0, yesterdayAt: 0 }) });
  const changes = { count: 0 };
  const checked = new Checked(known, list, () => (changes.count += 1));
  await list.refresh();
  const chatAt = async (index: number) => {
    const chat = await list.chatAt(index);
    if (chat === null) throw new Error(`No chat at ${String(index)}`);
    return chat;
  };
  const ids = () => checked.known().map(({ id }) => id);
  return { bridge, list, checked, changes, chatAt, ids };
}

describe('checked chats', () => {
  it('are checked and unchecked one by one', async () => {
    const { checked, changes, chatAt, ids } = await setUp();
    checked.toggle(await chatAt(4), 4);
    checked.toggle(await chatAt(1), 1);
    expect([checked.count, checked.has(5), checked.has(6)]).toEqual([2, true, false]);
    checked.toggle(await chatAt(4), 4);
    expect(ids()).toEqual([2]);
    expect(changes.count).toBe(3);
  });

  it('reach from the last toggled row, and back again when the reach is shorter', async () => {
    const { checked, chatAt, ids } = await setUp();
    checked.toggle(await chatAt(20), 20);
    checked.toggle(await chatAt(5), 5);
    await checked.extendTo(8);
    expect(ids()).toEqual([21, 6, 7, 8, 9]);
    await checked.extendTo(6);
    expect(ids()).toEqual([21, 6, 7]);
    await checked.extendTo(3);
    expect([...ids()].sort((one, other) => one - other)).toEqual([4, 5, 6, 21]);
  });

  it('begin where one is told, when no row was toggled', async () => {
    const { checked, ids } = await setUp();
    await checked.extendTo(3, 2);
    expect(ids()).toEqual([3, 4]);
    await checked.extendTo(4, 3);
    expect(ids()).toEqual([3, 4, 5]);
  });

  it('load what the reach needs', async () => {
    const { checked, chatAt } = await setUp();
    checked.toggle(await chatAt(90), 90);
    await checked.extendTo(229);
    expect(checked.count).toBe(140);
    expect(checked.has(230)).toBe(true);
  });

  it('stay checked by their ids while others arrive and rows move', async () => {
    const { bridge, list, checked, chatAt, ids } = await setUp(5);
    checked.toggle(await chatAt(2), 2);
    bridge.change(5, { lastAt: NOW + 1_000 });
    await list.refresh();
    expect(ids()).toEqual([3]);
    // The row from which they reach has moved with its chat.
    await checked.extendTo(4);
    expect(ids()).toEqual([3, 4]);
  });

  it('are the whole list, but for those unchecked since, and it grows with the list', async () => {
    const { bridge, list, checked, chatAt } = await setUp();
    checked.everything();
    expect([checked.count, checked.isEverything, checked.has(249)]).toEqual([250, true, true]);
    checked.toggle(await chatAt(0), 0);
    expect([checked.count, checked.isEverything, checked.isWhole, checked.has(1)]).toEqual([249, false, true, false]);
    bridge.data.chats.push(buildChat({ id: 900, phone: '447400009999', lastAt: NOW + 1 }));
    await list.refresh();
    expect(checked.count).toBe(250);
    expect(checked.toTargets()).toEqual([{ kind: 'scope', scope: SCOPES.open, except: [1] }]);
  });

  it('follow a chat from its provisional id to its real one, checked or left out', async () => {
    const { bridge, list, checked, chatAt, ids } = await setUp(3);
    bridge.change(2, { id: -7 });
    await list.refresh();
    const toReal = async (): Promise<void> => {
      bridge.change(-7, { id: 40 });
      await expect.poll(() => checked.has(-7)).toBe(checked.isWhole);
    };
    checked.toggle(await chatAt(1), 1);
    await checked.extendTo(2);
    await toReal();
    expect(ids()).toEqual([40, 3]);
    expect(checked.toTargets()).toEqual([{ kind: 'chats', chatIds: [40, 3] }]);
    // The row from which they reach is the same.
    await list.refresh();
    await checked.extendTo(1);
    expect(ids()).toEqual([40]);
    bridge.change(40, { id: -7 });
    await list.refresh();
    checked.everything();
    checked.toggle(await chatAt(1), 1);
    await toReal();
    expect(checked.toTargets()).toEqual([{ kind: 'scope', scope: SCOPES.open, except: [40] }]);
  });

  it('end with the list that they are in, and do not come back with it', async () => {
    const { list, checked, chatAt } = await setUp();
    checked.toggle(await chatAt(0), 0);
    list.choose(SCOPES.closed);
    expect(checked.isAny).toBe(false);
    list.choose(SCOPES.open);
    await list.refresh();
    expect([checked.isAny, checked.has(1), checked.toTargets()]).toEqual([false, false, []]);
  });

  it('are cleared once, which is told only where there were some', async () => {
    const { checked, changes, chatAt } = await setUp();
    checked.toggle(await chatAt(0), 0);
    expect([checked.clear(), checked.clear()]).toEqual([true, false]);
    expect(changes.count).toBe(2);
  });

  it('are named in portions that one action takes', async () => {
    const { checked, chatAt } = await setUp(1_200);
    checked.toggle(await chatAt(0), 0);
    await checked.extendTo(1_099);
    const sizes = checked.toTargets().map((target) => (target.kind === 'chats' ? target.chatIds.length : 0));
    expect(sizes).toEqual([1_000, 100]);
  });
});
