import { describe, expect, it } from 'vitest';
import { Chats } from '#renderer/data/chats.svelte.ts';
import { buildChat, FakeBridge } from '#test/support/fake-bridge.ts';
import { untilAnswered } from '#test/support/until-answered.ts';

function setUp(...ids: number[]) {
  const bridge = new FakeBridge();
  bridge.data.chats = ids.map((id) => buildChat({ id, phone: String(447_400_000_000 + id) }));
  const chats = new Chats(bridge);
  chats.put(bridge.data.chats);
  const followed = new Set<number>();
  const heard: number[][] = [];
  chats.follow({ ids: () => followed, onAnswer: (before, { id }) => heard.push([before, id]) });
  const countFound = () => bridge.inputsOf('chats.find').length;
  return { bridge, chats, followed, heard, countFound };
}

describe('the chats by id', () => {
  it('are asked for where an event names one that is followed, and no other', async () => {
    const { bridge, chats, followed, heard, countFound } = setUp(1, 2, 3);
    followed.add(2);
    bridge.change(1, { unreadCount: 4 });
    await untilAnswered();
    expect(countFound()).toBe(0);
    bridge.change(2, { unreadCount: 4 });
    await untilAnswered();
    expect(chats.find(2)?.unreadCount).toBe(4);
    expect(heard).toEqual([[2, 2]]);
  });

  it('are asked for once where two follow the same one', async () => {
    const { bridge, chats, followed, countFound } = setUp(1);
    followed.add(1);
    const others: number[] = [];
    chats.follow({ ids: () => [1], onAnswer: (_, { id }) => others.push(id) });
    bridge.resync();
    await untilAnswered();
    expect([countFound(), others]).toEqual([1, [1]]);
  });

  it('follow a provisional chat to the real one by its number', async () => {
    const { bridge, chats, followed, heard } = setUp(-7);
    followed.add(-7);
    bridge.change(-7, { id: 40 });
    await untilAnswered();
    expect(heard).toEqual([[-7, 40]]);
    expect(chats.find(40)?.id).toBe(40);
  });

  it('stay the same object where an answer says the same as before, so that their rows are not drawn anew', async () => {
    const { bridge, chats } = setUp(1, 2);
    const [one, two] = [chats.find(1), chats.find(2)];
    bridge.data.chats = [buildChat({ id: 1, phone: '447400000001' }), buildChat({ id: 2, lastText: 'New' })];
    await Promise.all([chats.refresh(1), chats.refresh(2)]);
    expect(chats.find(1)).toBe(one);
    expect(chats.find(2)).not.toBe(two);
    expect(chats.find(2)?.lastText).toBe('New');
  });

  it('STATE-2: keep the view that was asked for later', async () => {
    const { bridge, chats } = setUp(1);
    const take = chats.expectAnswer();
    const late = buildChat({ id: 1, lastText: 'Before' });
    bridge.data.chats = [buildChat({ id: 1, lastText: 'After' })];
    await chats.refresh(1);
    take([late]);
    expect(chats.find(1)?.lastText).toBe('After');
  });

  it('show an action over every answer until main has done it, and then as it was done', () => {
    const { chats } = setUp(1, 2);
    const change = (chat: ReturnType<typeof buildChat>) => (chat.id === 1 ? { ...chat, isPinned: true } : chat);
    const end = chats.applyOptimistic({ change });
    chats.put([buildChat({ id: 1, lastText: 'Are you there?' })]);
    expect(chats.find(1)).toMatchObject({ lastText: 'Are you there?', isPinned: true });
    expect(chats.find(2)?.isPinned).toBe(false);
    end(true);
    expect(chats.find(1)).toMatchObject({ lastText: 'Are you there?', isPinned: true });
  });

  it('STATE-3: are shown as they were where main refuses', () => {
    const { chats } = setUp(1);
    const end = chats.applyOptimistic({ change: (chat) => ({ ...chat, isPinned: true }) });
    end(false);
    expect(chats.find(1)?.isPinned).toBe(false);
  });

  it('are forgotten where none holds them', () => {
    const { chats, followed } = setUp(1, 2, 3);
    followed.add(2);
    const release = chats.hold(() => [3]);
    chats.forgetUnheld();
    expect([1, 2, 3].map((id) => chats.find(id)?.id ?? null)).toEqual([null, 2, 3]);
    release();
    chats.forgetUnheld();
    expect(chats.find(3)).toBeNull();
  });

  it('STATE-5: end their listeners', () => {
    const { bridge, chats } = setUp();
    chats.dispose();
    expect(bridge.listenerCount).toBe(0);
  });
});
