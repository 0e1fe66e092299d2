import { describe, expect, it } from 'vitest';
import { buildMessage, toProblem } from '#test/support/fake-bridge.ts';
import { ONE_PANE, setUp } from '#test/support/inbox-on-fakes.ts';
import { untilAnswered } from '#test/support/until-answered.ts';

describe('moving through the list', () => {
  it('moves the row under the keys without opening it in one pane', async () => {
    const { run, cursorId, openId } = await setUp(4, ONE_PANE);
    await run('next');
    await run('next');
    expect(cursorId()).toBe(2);
    await run('previous');
    expect(cursorId()).toBe(1);
    await run('last');
    expect(cursorId()).toBe(4);
    await run('page-up');
    expect(cursorId()).toBe(2);
    await run('first');
    await run('previous');
    expect(cursorId()).toBe(1);
    expect(openId()).toBeNull();
  });

  it('goes on in one pane from the row in its place when its chat is gone', async () => {
    const { bridge, inbox, run, cursorId } = await setUp(4, ONE_PANE);
    await run('next');
    await run('next');
    bridge.data.chats = bridge.data.chats.filter(({ id }) => id !== 2);
    await inbox.list.refresh();
    await run('next');
    expect(cursorId()).toBe(4);
  });

  it('goes on from where the open chat was once it left the list by being read, and skips nobody', async () => {
    const { bridge, inbox, run, openId, cursorId } = await setUp(5);
    for (const id of [1, 2, 3, 4, 5]) bridge.change(id, { unreadCount: 1 });
    inbox.views.openUsual('unread');
    await inbox.list.refresh();
    await run('next');
    await run('next');
    await run('open');
    bridge.change(2, { unreadCount: 0 });
    await untilAnswered();
    expect(inbox.list.total).toBe(4);
    await run('next');
    expect(cursorId()).toBe(3);
    inbox.selection.moveCursor({ chatId: 2, index: 1 });
    await run('previous');
    expect(cursorId()).toBe(1);
    inbox.selection.moveCursor({ chatId: 2, index: 1 });
    await run('next-chat', 'composer');
    expect(openId()).toBe(3);
  });

  it('begins at the top of a list that was just chosen', async () => {
    const { bridge, inbox, run, cursorId } = await setUp(5);
    for (const id of [1, 2, 3]) bridge.change(id, { status: 'closed' });
    await inbox.list.refresh();
    await run('last');
    expect(cursorId()).toBe(5);
    inbox.views.openUsual('closed');
    await inbox.list.refresh();
    await run('next');
    expect(cursorId()).toBe(1);
  });

  it('opens with Enter and gives the composer the focus once it is there', async () => {
    const { inbox, run, openId } = await setUp();
    await run('next');
    await run('open');
    expect(openId()).toBe(1);
    const focused: string[] = [];
    inbox.places.register('composer', () => focused.push('composer'));
    await untilAnswered();
    expect(focused).toEqual(['composer']);
  });

  it('opens the chooser of files where one is written to, and not later where none is', async () => {
    const { inbox, run } = await setUp();
    const opened: string[] = [];
    await run('attach');
    const leave = inbox.places.register('attach', () => opened.push('chooser'));
    await untilAnswered();
    expect(opened).toEqual([]);
    await run('attach');
    expect(opened).toEqual(['chooser']);
    leave();
  });

  it('goes to the next chat, the previous and the next unread from anywhere', async () => {
    const { bridge, inbox, run, openId } = await setUp();
    await run('next-chat', 'field');
    expect(openId()).toBe(1);
    await run('next-chat', 'field');
    await run('next-chat', 'field');
    await run('previous-chat', 'field');
    expect(openId()).toBe(2);
    bridge.change(1, { unreadCount: 3 });
    await inbox.list.refresh();
    await run('next-unread', 'field');
    expect(openId()).toBe(1);
  });

  it('goes to one far down the list and brings its row in, although chats change meanwhile', async () => {
    const { bridge, inbox, run, openId } = await setUp(3_000);
    bridge.change(2_500, { unreadCount: 1 });
    await Promise.all([run('next-unread', 'list'), inbox.list.refresh()]);
    await inbox.list.refresh();
    expect([openId(), inbox.selection.cursor?.index, inbox.list.indexOf(2_500)]).toEqual([2_500, 2_499, 2_499]);
  });
});

describe('acting on chats', () => {
  it('closes the open one and opens the next, and can be undone', async () => {
    const { bridge, run, openId, toasts } = await setUp();
    await run('next');
    await run('open');
    await run('close-or-reopen', 'elsewhere');
    expect(bridge.data.chats[0]?.status).toBe('closed');
    expect(openId()).toBe(2);
    expect(toasts.current?.text).toBe('Chat with P1 closed');
    toasts.act();
    await untilAnswered();
    expect(bridge.data.chats[0]?.status).toBe('active');
    toasts.dispose();
  });

  it('closes the open chat where it left the list by being read, not the one in its place, and opens that', async () => {
    const { bridge, inbox, run, openId } = await setUp();
    for (const id of [1, 2, 3, 4]) bridge.change(id, { unreadCount: 1 });
    inbox.views.openUsual('unread');
    await inbox.list.refresh();
    await run('next');
    await run('next');
    await run('open');
    bridge.change(2, { unreadCount: 0 });
    await untilAnswered();
    await run('close-or-reopen', 'list');
    expect(bridge.data.chats.map(({ status }) => status)).toEqual(['active', 'closed', 'active', 'active']);
    expect(openId()).toBe(3);
    await run('undo', 'list');
    expect(bridge.data.chats.every(({ status }) => status === 'active')).toBe(true);
    expect(openId()).toBe(2);
  });

  it('leaves a chat of another list on the sheet once it is closed', async () => {
    const { bridge, inbox, run, openId } = await setUp();
    await run('last');
    await run('open');
    inbox.views.openUsual('snoozed');
    await inbox.list.refresh();
    await run('close-or-reopen', 'elsewhere');
    expect(bridge.data.chats[3]?.status).toBe('closed');
    expect(openId()).toBe(4);
  });

  it('closes the last one and leaves nothing open', async () => {
    const { run, openId, inbox, toasts } = await setUp(1);
    await run('next');
    await run('open');
    await run('close-or-reopen', 'elsewhere');
    expect(openId()).toBeNull();
    expect(inbox.conversation).toBeNull();
    toasts.dispose();
  });

  it('acts in one pane on the row under the keys while the list has the focus, else on the open chat', async () => {
    const { bridge, run } = await setUp(4, ONE_PANE);
    await run('next');
    await run('open');
    await run('next');
    await run('pin', 'list');
    expect(bridge.data.chats.find(({ isPinned }) => isPinned)?.id).toBe(2);
    await run('pin', 'elsewhere');
    expect(bridge.data.chats.find(({ id }) => id === 1)?.isPinned).toBe(true);
  });

  it('pins nothing where the service cannot', async () => {
    const { bridge, run, can } = await setUp();
    can.pin = false;
    await run('next');
    await run('pin', 'list');
    expect(bridge.data.chats.some(({ isPinned }) => isPinned)).toBe(false);
  });

  it('asks for how long to mute, and ends a mute at once', async () => {
    const { bridge, run, menus, inbox } = await setUp();
    await run('next');
    await run('mute');
    expect(menus).toEqual(['mute:1']);
    bridge.change(1, { isMuted: true });
    await inbox.list.refresh();
    await run('mute');
    expect(bridge.data.chats[0]?.isMuted).toBe(false);
  });

  it('says when main could not, and when the service refused', async () => {
    const { bridge, run, toasts } = await setUp();
    bridge.fail('chats.applyAction', toProblem('disk', 'No room left.'));
    await run('next');
    await run('pin');
    expect(toasts.current).toMatchObject({ tone: 'fault', text: 'The chat with P1 wasn’t changed. No room left.' });
    const problem = { ...toProblem('forbidden', 'Not yours.'), at: 0 };
    bridge.emit('chats.actionRefused', { chatId: 1, action: 'pin', problem });
    await untilAnswered();
    expect(toasts.current?.text).toBe('The service rejected the change to P1’s chat, so we undid it. Not yours.');
    toasts.dispose();
  });
});

describe('the open chat', () => {
  it('has a text back that could not be kept, also where it was left and opened again meanwhile', async () => {
    const { bridge, inbox, toasts } = await setUp(2);
    await inbox.openById(1);
    const { composer } = inbox.conversation ?? {};
    if (composer === undefined) throw new Error('No chat is open');
    composer.text = 'On our way';
    const answer = bridge.hold('sends.create');
    const sending = inbox.send();
    await inbox.openById(2);
    await inbox.openById(1);
    if (inbox.conversation !== null) inbox.conversation.composer.text = 'Half a word';
    bridge.fail('sends.create', toProblem('disk'));
    answer();
    await sending;
    expect(inbox.conversation?.composer.text).toBe('On our way\nHalf a word');
    await inbox.saveDrafts();
    expect(bridge.data.drafts.get(composer.phone ?? '')).toBe('On our way\nHalf a word');
    toasts.dispose();
  });

  it('has a text that is on its way when the window goes: saving waits for it', async () => {
    const { bridge, inbox, toasts } = await setUp(1);
    await inbox.openById(1);
    if (inbox.conversation !== null) inbox.conversation.composer.text = 'On our way';
    const answer = bridge.hold('sends.create');
    const sending = inbox.send();
    let isSaved = false;
    const saving = inbox.saveDrafts().then(() => (isSaved = true));
    await untilAnswered();
    expect(isSaved).toBe(false);
    answer();
    await Promise.all([sending, saving]);
    expect(isSaved).toBe(true);
    toasts.dispose();
  });

  it('is followed when a provisional chat becomes a real one, without a new visit', async () => {
    const { bridge, inbox, openId } = await setUp(1);
    await inbox.newMessage.type('+44 7400 555555');
    inbox.newMessage.composer.text = 'Hello';
    inbox.startWriting();
    await inbox.sendNew();
    await untilAnswered();
    expect(openId()).toBe(-1);
    expect(inbox.isWriting).toBe(false);
    const { visit } = inbox.selection;
    const messages = bridge.data.messages.get(-1) ?? [];
    bridge.data.messages.set(77, messages);
    bridge.data.chats = bridge.data.chats.map((chat) => (chat.id === -1 ? { ...chat, id: 77 } : chat));
    bridge.emit('chats.changed', { chatIds: [77], everything: false });
    await untilAnswered();
    expect(openId()).toBe(77);
    expect(inbox.selection.visit).toBe(visit);
    expect(inbox.conversation?.thread.messages).toHaveLength(1);
  });

  it('leaves a new message alone that was begun before main had the one before', async () => {
    const { bridge, inbox, openId } = await setUp();
    const release = bridge.hold('sends.create');
    inbox.writeTo('447400555555', '');
    inbox.newMessage.composer.text = 'Hello';
    const first = inbox.sendNew();
    inbox.writeTo('447400666666', '');
    inbox.newMessage.composer.text = 'And you';
    release();
    await first;
    await untilAnswered();
    expect([inbox.isWriting, inbox.newMessage.composer.text, openId()]).toEqual([true, 'And you', null]);
    expect(bridge.inputsOf('sends.create').map(({ phone, text }) => [phone, text])).toEqual([
      ['+447400555555', 'Hello'],
    ]);
  });

  it('shows what was sent without waiting for word from main', async () => {
    const { inbox, run } = await setUp();
    await run('next');
    await run('open');
    const { conversation } = inbox;
    if (conversation !== null) conversation.composer.text = 'On our way';
    await inbox.send();
    expect(conversation?.thread.messages.at(-1)?.text).toBe('On our way');
  });

  it('keeps its text and says why when it could not be kept', async () => {
    const { bridge, inbox, run, toasts } = await setUp();
    await run('next');
    await run('open');
    bridge.fail('sends.create', toProblem('disk', 'The disk is full.'));
    if (inbox.conversation !== null) inbox.conversation.composer.text = 'On our way';
    await inbox.send();
    expect(inbox.conversation?.composer.text).toBe('On our way');
    expect(toasts.current?.text).toContain('The disk is full.');
    toasts.dispose();
  });

  it('is known by name or not at all', async () => {
    const { bridge, inbox } = await setUp();
    bridge.data.messages.set(1, [buildMessage()]);
    expect(await inbox.openById(1)).toBe(true);
    expect(await inbox.openById(999)).toBe(false);
  });
});

it('STATE-5: nothing listens any more once it is disposed', async () => {
  const { bridge, inbox, run } = await setUp();
  await run('next');
  await run('open');
  inbox.dispose();
  expect(bridge.listenerCount).toBe(0);
});
