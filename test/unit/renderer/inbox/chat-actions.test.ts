import { describe, expect, it } from 'vitest';
import type { ChatCounts, ChatView } from '#shared/contract/index.ts';
import { SCOPES } from '#renderer/data/scopes.ts';
import { AppCounts } from '#renderer/data/app-counts.svelte.ts';
import { toProblem } from '#test/support/fake-bridge.ts';
import type { InboxOptions } from '#renderer/features/inbox/inbox.svelte.ts';
import { buildInbox, buildMain, NOW, ONE_PANE } from '#test/support/inbox-on-fakes.ts';
import { untilAnswered } from '#test/support/until-answered.ts';

const one = (chat: ChatView) => ({ kind: 'chats', chats: [chat] }) as const;

async function setUp(
  count = 4,
  changes: (id: number) => Partial<ChatView> = () => ({}),
  options: Partial<InboxOptions> = {},
) {
  const bridge = buildMain(count, changes);
  const counts = new AppCounts(bridge);
  const clock = { now: NOW };
  const { inbox, toasts, said } = buildInbox(bridge, {
    counts,
    now: () => clock.now,
    homePhone: () => null,
    ...options,
  });
  await Promise.all([inbox.list.refresh(), counts.refresh()]);
  const shown = () => inbox.list.window.rows.map((chat) => chat?.name ?? '…');
  const chatOf = (id: number): ChatView => bridge.data.chats.find((chat) => chat.id === id) as ChatView;
  const numbers = (): Partial<ChatCounts> => counts.counts ?? {};
  const dispose = (): void => {
    inbox.dispose();
    counts.dispose();
    toasts.dispose();
  };
  return { bridge, inbox, toasts, counts, said, clock, shown, chatOf, numbers, dispose };
}

describe('an action on a chat', () => {
  it('is on screen before main has answered: row, counts and the next chat', async () => {
    const { bridge, inbox, shown, chatOf, numbers, dispose } = await setUp(4, (id) => ({
      unreadCount: id === 2 ? 3 : 0,
    }));
    inbox.open(chatOf(2));
    await untilAnswered();
    const release = bridge.hold('chats.applyAction');
    const done = inbox.actions.do({ kind: 'close' }, one(chatOf(2)));
    expect(shown()).toEqual(['P1', 'P3', 'P4']);
    expect(inbox.list.total).toBe(3);
    expect(inbox.selection.chat?.name).toBe('P3');
    expect(numbers()).toMatchObject({ open: 3, closed: 1, unread: 0, lamp: 0 });
    release();
    expect(await done).toBe(true);
    await untilAnswered();
    expect(shown()).toEqual(['P1', 'P3', 'P4']);
    dispose();
  });

  it('stays on screen while answers of before arrive', async () => {
    const { bridge, inbox, counts, shown, chatOf, numbers, dispose } = await setUp();
    const release = bridge.hold('chats.applyAction');
    const done = inbox.actions.do({ kind: 'close' }, one(chatOf(1)));
    bridge.change(4, { lastText: 'Are you there?' });
    await Promise.all([inbox.list.refresh(), counts.refresh()]);
    expect(shown()).toEqual(['P2', 'P3', 'P4']);
    expect(numbers().open).toBe(3);
    release();
    await done;
    dispose();
  });

  it('stays on the sheet while an answer of before arrives', async () => {
    const { bridge, inbox, chatOf, dispose } = await setUp();
    inbox.open(chatOf(1));
    await untilAnswered();
    const releaseFind = bridge.hold('chats.find');
    const asked = inbox.selection.refresh();
    const release = bridge.hold('chats.applyAction');
    const done = inbox.actions.do({ kind: 'block' }, one(chatOf(1)));
    releaseFind();
    await asked;
    expect(inbox.selection.chat?.isBlocked).toBe(true);
    release();
    await done;
    await untilAnswered();
    expect(inbox.selection.chat?.isBlocked).toBe(true);
    dispose();
  });

  it('is put back where main refuses, with the chat that was open, and says so', async () => {
    const { bridge, inbox, toasts, shown, chatOf, numbers, dispose } = await setUp();
    inbox.open(chatOf(2));
    await untilAnswered();
    bridge.fail('chats.applyAction', toProblem('disk'));
    expect(await inbox.actions.do({ kind: 'delete' }, one(chatOf(2)))).toBe(false);
    await untilAnswered();
    expect(shown()).toEqual(['P1', 'P2', 'P3', 'P4']);
    expect(inbox.selection.chat?.name).toBe('P2');
    expect(numbers()).toMatchObject({ open: 4, deleted: 0 });
    expect(toasts.current).toMatchObject({ tone: 'fault' });
    expect(toasts.current?.text).toContain('The chat with P2 wasn’t changed.');
    expect(inbox.actions.canUndo).toBe(false);
    dispose();
  });

  it('opens the one before it where it was the last, and leaves the sheet empty where it was the only one', async () => {
    const { inbox, chatOf, dispose } = await setUp(2);
    inbox.open(chatOf(2));
    await untilAnswered();
    await inbox.actions.do({ kind: 'snooze', until: NOW + 3_600_000 }, one(chatOf(2)));
    expect(inbox.selection.chat?.name).toBe('P1');
    await inbox.actions.do({ kind: 'delete' }, one(chatOf(1)));
    expect(inbox.selection.chat).toBeNull();
    dispose();
  });

  it('moves the keys in one pane to the row in its place, and leaves another open chat alone', async () => {
    const { inbox, chatOf, dispose } = await setUp(4, undefined, ONE_PANE);
    inbox.open(chatOf(1));
    inbox.selection.moveCursor({ chatId: 3, index: 2 });
    await untilAnswered();
    await inbox.actions.do({ kind: 'close' }, one(chatOf(3)));
    expect(inbox.selection.chat?.name).toBe('P1');
    expect(inbox.selection.cursor).toEqual({ chatId: 4, index: 2 });
    dispose();
  });

  it('does not put the open chat away where it is only marked', async () => {
    const { inbox, chatOf, dispose } = await setUp();
    inbox.open(chatOf(2));
    await untilAnswered();
    for (const kind of ['pin', 'read', 'block', 'unread'] as const) {
      await inbox.actions.do({ kind }, one(chatOf(2)));
      expect(inbox.selection.chat?.name).toBe('P2');
    }
    expect(inbox.selection.chat).toMatchObject({ isPinned: true, isBlocked: true });
    dispose();
  });

  it('takes those that need no reply off the list of who waits, and opens the next; elsewhere they stay', async () => {
    const { inbox, chatOf, shown, numbers, dispose } = await setUp(3, (id) => ({
      ...{ waitingSince: NOW - id, lastDirection: 'in' },
    }));
    inbox.open(chatOf(1));
    await untilAnswered();
    await inbox.actions.toggle('settle', one(chatOf(1)));
    expect([inbox.selection.chat?.name, inbox.selection.chat?.waitingSince]).toEqual(['P1', null]);
    expect(numbers()).toMatchObject({ waiting: 2, open: 3 });
    await inbox.actions.undoLast();
    inbox.list.choose(SCOPES.waiting);
    await untilAnswered();
    inbox.open(chatOf(2));
    await untilAnswered();
    await inbox.actions.toggle('settle', one(chatOf(2)));
    expect(shown()).not.toContain('P2');
    expect(inbox.selection.chat?.name).not.toBe('P2');
    dispose();
  });

  it('says that there is nothing to reply to where our text is the last', async () => {
    const { bridge, inbox, toasts, chatOf, dispose } = await setUp(1, () => ({
      ...{ waitingSince: null, lastDirection: 'out' },
    }));
    await inbox.actions.toggle('settle', one(chatOf(1)));
    expect(toasts.current?.text).toBe('There’s no text here to reply to: the last one is yours.');
    expect(bridge.inputsOf('chats.applyAction')).toEqual([]);
    dispose();
  });

  it.each([
    [{ kind: 'settle' }, 'P1 doesn’t need a reply'],
    [{ kind: 'close' }, 'Chat with P1 closed'],
    [{ kind: 'mute', hours: 8 }, 'Chat with P1 muted until Fri 20 Nov, 17:54'],
    [{ kind: 'mute', hours: null }, 'Chat with P1 muted'],
    [{ kind: 'snooze', until: NOW + 60_000 }, 'Chat with P1 snoozed until Fri 20 Nov, 09:55'],
    [{ kind: 'block' }, 'P1 blocked'],
    [{ kind: 'delete' }, 'Chat with P1 deleted'],
  ] as const)('%o is told as “%s”, with the key that takes it back', async (action, text) => {
    const { inbox, toasts, chatOf, dispose } = await setUp(2, () => ({ waitingSince: NOW }));
    await inbox.actions.do(action, one(chatOf(1)));
    expect(toasts.current).toMatchObject({ text, action: { label: 'Undo', command: 'undo' } });
    dispose();
  });

  it('says nothing where the chat was so already', async () => {
    const { inbox, toasts, chatOf, dispose } = await setUp();
    expect(await inbox.actions.do({ kind: 'unpin' }, one(chatOf(1)))).toBe(true);
    expect(toasts.current).toBeNull();
    await untilAnswered();
    expect(inbox.actions.canUndo).toBe(false);
    dispose();
  });
});

describe('taking back', () => {
  it('goes act by act, the last one first, also while one is on its way', async () => {
    const { bridge, inbox, toasts, shown, chatOf, dispose } = await setUp();
    await inbox.actions.do({ kind: 'close' }, one(chatOf(1)));
    const release = bridge.hold('chats.applyAction');
    const done = inbox.actions.do({ kind: 'delete' }, one(chatOf(2)));
    const undone = inbox.actions.undoLast();
    release();
    expect([await done, await undone]).toEqual([true, true]);
    expect(shown()).toEqual(['P2', 'P3', 'P4']);
    expect(toasts.current?.text).toBe('Chat with P2 restored');
    expect(await inbox.actions.undoLast()).toBe(true);
    expect(shown()).toEqual(['P1', 'P2', 'P3', 'P4']);
    expect(await inbox.actions.undoLast()).toBe(false);
    dispose();
  });

  it('opens the chat again in one pane that was left for the next one, unless the person has gone on', async () => {
    const { inbox, chatOf, dispose } = await setUp(4, undefined, ONE_PANE);
    inbox.open(chatOf(2));
    await untilAnswered();
    await inbox.actions.do({ kind: 'close' }, one(chatOf(2)));
    await inbox.actions.undoLast();
    expect(inbox.selection.chat?.name).toBe('P2');
    await inbox.actions.do({ kind: 'close' }, one(chatOf(2)));
    inbox.open(chatOf(4));
    await inbox.actions.undoLast();
    expect(inbox.selection.chat?.name).toBe('P4');
    dispose();
  });

  it('brings chat, row and read mark back together in two panes, wherever the person has gone', async () => {
    const { inbox, shown, chatOf, dispose } = await setUp(4, (id) => ({ unreadCount: id === 2 ? 3 : 0 }));
    inbox.open(chatOf(2));
    await untilAnswered();
    await inbox.actions.do({ kind: 'close' }, one(chatOf(2)));
    inbox.open(chatOf(4));
    await untilAnswered();
    await inbox.actions.undoLast();
    expect(shown()).toEqual(['P1', 'P2', 'P3', 'P4']);
    expect(inbox.selection.chat).toMatchObject({ name: 'P2', unreadCount: 3, status: 'active' });
    expect(inbox.selection.cursor).toEqual({ chatId: 2, index: 1 });
    dispose();
  });

  it('of several leads to the chat that was open among them, and leaves one alone that was not', async () => {
    const { inbox, shown, chatOf, dispose } = await setUp(6);
    inbox.open(chatOf(3));
    await inbox.actions.do({ kind: 'delete' }, { kind: 'chats', chats: [2, 3, 4].map(chatOf) });
    expect(inbox.selection.chat?.name).toBe('P5');
    await inbox.actions.undoLast();
    expect(shown()).toEqual(['P1', 'P2', 'P3', 'P4', 'P5', 'P6']);
    expect([inbox.selection.chat?.name, inbox.selection.cursor]).toEqual(['P3', { chatId: 3, index: 2 }]);
    await inbox.actions.do({ kind: 'close' }, { kind: 'chats', chats: [5, 6].map(chatOf) });
    await inbox.actions.undoLast();
    expect([inbox.selection.chat?.name, inbox.selection.cursor]).toEqual(['P3', { chatId: 3, index: 2 }]);
    dispose();
  });

  it('leaves whoever opened a chat or went to write before main had taken it back', async () => {
    const { bridge, inbox, chatOf, dispose } = await setUp();
    const closeAndUndo = async (meanwhile: () => void) => {
      inbox.open(chatOf(2));
      await inbox.actions.do({ kind: 'close' }, one(chatOf(2)));
      const release = bridge.hold('chats.undo');
      const undone = inbox.actions.undoLast();
      await untilAnswered();
      meanwhile();
      release();
      await undone;
      return inbox.selection.chat?.name;
    };
    expect(await closeAndUndo(() => inbox.open(chatOf(4)))).toBe('P4');
    expect(await closeAndUndo(() => inbox.places.go('composer'))).toBe('P3');
    expect(await closeAndUndo(() => undefined)).toBe('P2');
    dispose();
  });

  it('leaves whoever writes in the next chat where main refuses only then', async () => {
    const { bridge, inbox, shown, chatOf, dispose } = await setUp();
    inbox.open(chatOf(2));
    const release = bridge.hold('chats.applyAction');
    bridge.fail('chats.applyAction', toProblem('disk'));
    const done = inbox.actions.do({ kind: 'close' }, one(chatOf(2)));
    inbox.places.go('composer');
    release();
    expect(await done).toBe(false);
    await untilAnswered();
    expect([inbox.selection.chat?.name, inbox.selection.cursor?.chatId]).toEqual(['P3', 3]);
    expect(shown()).toEqual(['P1', 'P2', 'P3', 'P4']);
    dispose();
  });

  it('opens no chat over a new message', async () => {
    const { inbox, chatOf, dispose } = await setUp();
    inbox.open(chatOf(2));
    await inbox.actions.do({ kind: 'close' }, one(chatOf(2)));
    inbox.startWriting();
    await inbox.actions.undoLast();
    expect([inbox.isWriting, inbox.selection.chat?.name]).toEqual([true, 'P3']);
    dispose();
  });

  it('happens once, by the toast or by the key', async () => {
    const { bridge, inbox, toasts, chatOf, dispose } = await setUp();
    await inbox.actions.do({ kind: 'pin' }, one(chatOf(3)));
    const { action } = toasts.current ?? {};
    action?.run();
    action?.run();
    await untilAnswered();
    expect(await inbox.actions.undoLast()).toBe(false);
    expect(bridge.inputsOf('chats.undo')).toHaveLength(1);
    dispose();
  });

  it('says when it is too late, and can be tried again where main did not answer', async () => {
    const { bridge, inbox, toasts, chatOf, dispose } = await setUp();
    await inbox.actions.do({ kind: 'pin' }, one(chatOf(3)));
    bridge.fail('chats.undo', toProblem('disconnected'));
    expect(await inbox.actions.undoLast()).toBe(false);
    expect(toasts.current?.text).toContain('Nothing was undone.');
    expect(inbox.actions.canUndo).toBe(true);
    bridge.fail('chats.undo', toProblem('not-found'));
    expect(await inbox.actions.undoLast()).toBe(false);
    expect(toasts.current?.text).toBe('It’s too late to undo that.');
    expect(inbox.actions.canUndo).toBe(false);
    const [first, second] = bridge.inputsOf('chats.undo');
    expect(first?.requestId).toBe(second?.requestId);
    dispose();
  });

  it('also takes back what was done elsewhere, in its turn', async () => {
    const { bridge, inbox, toasts, chatOf, dispose } = await setUp();
    await inbox.actions.do({ kind: 'pin' }, one(chatOf(3)));
    inbox.actions.offerUndo({ undoId: 'undo-of-messages', text: '2 messages deleted' });
    expect(toasts.current).toMatchObject({ text: '2 messages deleted', lastsMs: 8_000 });
    await inbox.actions.undoLast();
    expect(bridge.inputsOf('chats.undo').map(({ undoId }) => undoId)).toEqual(['undo-of-messages']);
    dispose();
  });
});

describe('actions on many chats', () => {
  it('take all that are checked, end the checking and count them', async () => {
    const { inbox, toasts, shown, chatOf, dispose } = await setUp();
    inbox.checked.toggle(chatOf(1), 0);
    inbox.checked.toggle(chatOf(3), 2);
    expect(await inbox.actions.toggle('close', { kind: 'checked' })).toBe(true);
    expect(shown()).toEqual(['P2', 'P4']);
    expect(toasts.current?.text).toBe('2 chats closed');
    expect(inbox.checked.isAny).toBe(false);
    dispose();
  });

  it('take the whole list as a scope, but for those unchecked, whatever is loaded', async () => {
    const { bridge, inbox, shown, chatOf, dispose } = await setUp(250);
    inbox.checked.everything();
    inbox.checked.toggle(chatOf(7), 6);
    const release = bridge.hold('chats.applyAction');
    const done = inbox.actions.do({ kind: 'close' }, { kind: 'checked' });
    expect(shown()).toEqual(['P7']);
    release();
    await done;
    await untilAnswered();
    expect(bridge.inputsOf('chats.applyAction')[0]?.target).toEqual({ kind: 'scope', scope: SCOPES.open, except: [7] });
    expect(shown()).toEqual(['P7']);
    dispose();
  });

  it('make them alike first, and turn them back once they all are', async () => {
    const { inbox, chatOf, dispose } = await setUp(3, (id) => ({ isPinned: id === 1 }));
    const both = () => ({ kind: 'chats', chats: [chatOf(1), chatOf(2)] }) as const;
    await inbox.actions.toggle('pin', both());
    expect([chatOf(1).isPinned, chatOf(2).isPinned]).toEqual([true, true]);
    await inbox.actions.toggle('pin', both());
    expect([chatOf(1).isPinned, chatOf(2).isPinned]).toEqual([false, false]);
    dispose();
  });

  it('go in portions where they are more than one action may name, and are taken back together', async () => {
    const { bridge, inbox, shown, dispose } = await setUp(1_050);
    const chats = [...bridge.data.chats];
    await inbox.actions.do({ kind: 'close' }, { kind: 'chats', chats });
    expect(bridge.inputsOf('chats.applyAction')).toHaveLength(2);
    expect(shown()).toEqual([]);
    await inbox.actions.undoLast();
    expect(inbox.list.total).toBe(1_050);
    dispose();
  });

  it('ask before more than 50 are deleted, with their number, and not before less', async () => {
    const { bridge, inbox, dispose } = await setUp(60);
    const chats = [...bridge.data.chats];
    await inbox.actions.do({ kind: 'delete' }, { kind: 'chats', chats: chats.slice(0, 9) });
    const kept = inbox.actions.do({ kind: 'delete' }, { kind: 'chats', chats: chats.slice(9) });
    expect(inbox.confirmation.words).toMatchObject({ title: 'Delete 51 chats?', confirm: 'Delete 51 chats' });
    inbox.confirmation.answer(false);
    expect(await kept).toBe(false);
    expect(bridge.inputsOf('chats.applyAction')).toHaveLength(1);
    const deleted = inbox.actions.do({ kind: 'delete' }, { kind: 'chats', chats: chats.slice(9) });
    inbox.confirmation.answer(true);
    expect(await deleted).toBe(true);
    expect(inbox.list.total).toBe(0);
    dispose();
  });

  it('close all that are read but those that the user holds on to, and say so', async () => {
    const held = {
      2: { isPinned: true },
      3: { draft: 'Dear' },
      4: { hasFailed: true },
      5: { unreadCount: 1 },
    } as const;
    const { inbox, chatOf, toasts, dispose } = await setUp(6, (id) => held[id as keyof typeof held] ?? {});
    await inbox.actions.closeAllRead();
    const statuses = [1, 2, 3, 4, 5, 6].map((id) => chatOf(id).status);
    expect(statuses).toEqual(['closed', 'active', 'active', 'active', 'active', 'closed']);
    const rest = 'Pinned chats and chats with a draft or an undelivered text stay open.';
    expect(toasts.current?.text).toBe(`2 chats closed. ${rest}`);
    await inbox.actions.closeAllRead();
    expect(toasts.current).toMatchObject({ text: `No chats closed. ${rest}`, action: null });
    dispose();
  });

  it('close all that are read, and mark all read, whichever list is shown', async () => {
    const { bridge, inbox, chatOf, dispose } = await setUp(4, (id) => ({ unreadCount: id % 2 }));
    await inbox.actions.closeAllRead();
    expect([1, 2, 3, 4].map((id) => chatOf(id).status)).toEqual(['active', 'closed', 'active', 'closed']);
    await inbox.actions.markAllRead();
    expect(bridge.data.chats.every(({ unreadCount }) => unreadCount === 0)).toBe(true);
    dispose();
  });
});
