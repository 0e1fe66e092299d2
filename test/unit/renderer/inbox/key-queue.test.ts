import { describe, expect, it } from 'vitest';
import type { ChatView } from '#shared/contract/index.ts';
import { SCOPES } from '#renderer/data/scopes.ts';
import { setUp } from '#test/support/inbox-on-fakes.ts';
import { untilAnswered } from '#test/support/until-answered.ts';

/** Keys on the last row that is loaded, and main takes its time over the next page. */
async function setUpAtEdge() {
  const world = await setUp(250);
  const { bridge, inbox } = world;
  inbox.open(bridge.data.chats[99] as ChatView);
  await untilAnswered();
  const release = bridge.hold('chats.list');
  const readClosed = () => bridge.data.chats.flatMap(({ id, status }) => (status === 'closed' ? [id] : []));
  return { ...world, release, readClosed };
}

describe('keys that are pressed while a row is being loaded', () => {
  it('count from it, each one', async () => {
    const { run, release, cursorId } = await setUpAtEdge();
    const pressed = [run('next'), run('next'), run('page-down'), run('previous')];
    await untilAnswered();
    expect(cursorId()).toBe(100);
    release();
    await Promise.all(pressed);
    await untilAnswered();
    expect(cursorId()).toBe(103);
  });

  it('act on it, and not on the row before', async () => {
    const { run, release, readClosed, menus } = await setUpAtEdge();
    const pressed = [run('next'), run('close-or-reopen'), run('snooze')];
    await untilAnswered();
    release();
    await Promise.all(pressed);
    await untilAnswered();
    expect(readClosed()).toEqual([101]);
    expect(menus).toEqual(['snooze:102']);
  });

  it('check it, and what is done next is done to what is checked', async () => {
    const { inbox, run, release, menus } = await setUpAtEdge();
    const pressed = [run('next'), run('check'), run('mute')];
    release();
    await Promise.all(pressed);
    await untilAnswered();
    expect(inbox.checked.known().map(({ id }) => id)).toEqual([101]);
    expect(menus).toEqual(['mute:checked']);
  });

  it('do nothing once another list is chosen', async () => {
    const { inbox, run, release, readClosed, cursorId } = await setUpAtEdge();
    const pressed = [run('next'), run('next'), run('close-or-reopen')];
    await untilAnswered();
    inbox.list.choose(SCOPES.closed);
    release();
    await Promise.all(pressed);
    await untilAnswered();
    expect([readClosed(), cursorId()]).toEqual([[], 100]);
  });

  it('leave the keys where a click put them meanwhile', async () => {
    const { inbox, run, release, cursorId } = await setUpAtEdge();
    const pressed = run('next');
    await untilAnswered();
    inbox.selection.moveCursor({ chatId: 5, index: 4 });
    release();
    await pressed;
    await untilAnswered();
    expect(cursorId()).toBe(5);
  });
});
