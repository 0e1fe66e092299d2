import { describe, expect, it } from 'vitest';
import type { ChatView } from '#shared/contract/index.ts';
import { NOW, setUp } from '#test/support/inbox-on-fakes.ts';
import { untilAnswered } from '#test/support/until-answered.ts';

describe('a chat that is opened from elsewhere', () => {
  it('is what the keys mean at once, and is on its row once that is found far down the list', async () => {
    const { bridge, inbox, run, openId, menus } = await setUp(3_000);
    await run('next');
    inbox.open(bridge.data.chats[2_499] as ChatView);
    await Promise.all([run('write', 'list'), run('mute', 'list'), run('snooze', 'list')]);
    expect(openId()).toBe(2_500);
    expect(menus).toEqual(['mute:2500', 'snooze:2500']);
    expect([inbox.selection.cursor?.index, inbox.list.indexOf(2_500)]).toEqual([2_499, 2_499]);
  });

  it('is what the keys mean in a list that has it not, which goes on where the keys were', async () => {
    const { bridge, inbox, run, openId, cursorId } = await setUp();
    bridge.change(4, { status: 'closed' });
    await inbox.list.refresh();
    await run('next');
    await run('next');
    inbox.open(bridge.data.chats.find(({ id }) => id === 4) as ChatView);
    await untilAnswered();
    await run('write', 'list');
    await run('close-or-reopen', 'list');
    expect(openId()).toBe(4);
    expect(bridge.data.chats.map(({ status }) => status)).toEqual(['active', 'active', 'active', 'active']);
    bridge.change(4, { status: 'closed' });
    await inbox.list.refresh();
    await run('next');
    expect(cursorId()).toBe(2);
  });

  it('does not take the keys back from where they went before its place was found', async () => {
    const { bridge, inbox, run, cursorId } = await setUp(3_000);
    inbox.open(bridge.data.chats[2_499] as ChatView);
    await run('next');
    await untilAnswered();
    expect(cursorId()).toBe(1);
  });

  it('is found again where it goes to another place while that is sought', async () => {
    const { bridge, inbox } = await setUp(3_000);
    inbox.list.setVisibleRange(1_500, 1_520);
    await inbox.list.refresh();
    const asked = (): readonly number[] => bridge.inputsOf('chats.list').map(({ offset }) => offset);
    const before = asked().length;
    inbox.open(bridge.data.chats[2_499] as ChatView);
    for (let turns = 0; turns < 100 && asked().length === before; turns += 1) await Promise.resolve();
    expect(asked().slice(before)).toContain(2_400);
    bridge.change(2_500, { lastAt: NOW + 1_000 });
    await untilAnswered();
    expect([inbox.selection.cursor, inbox.list.indexOf(2_500)]).toEqual([{ chatId: 2_500, index: 0 }, 0]);
  });

  it('leaves the rows on screen loaded while its place is sought, and after another one is opened', async () => {
    const { bridge, inbox } = await setUp(3_000);
    inbox.list.setVisibleRange(1_500, 1_516);
    await inbox.list.refresh();
    inbox.open(bridge.data.chats[1_508] as ChatView);
    bridge.change(1_509, { lastAt: NOW + 1_000 });
    await inbox.list.refresh();
    await inbox.selection.seekMoved(true);
    await inbox.list.refresh();
    expect([inbox.list.indexOf(1_509), inbox.list.indexOf(1_511)]).toEqual([0, 1_510]);
    inbox.open(bridge.data.chats.find(({ id }) => id === 1_511) as ChatView);
    await inbox.list.refresh();
    expect([inbox.list.indexOf(1_509), inbox.list.indexOf(1_511)]).toEqual([-1, 1_510]);
  });
});
