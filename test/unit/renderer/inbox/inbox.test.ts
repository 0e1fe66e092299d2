import { describe, expect, it } from 'vitest';
import { Formats } from '#renderer/lib/format.ts';
import type { FocusPlace, InboxCommand } from '#renderer/lib/inbox/keys.ts';
import { Texts } from '#renderer/lib/messages.ts';
import { InboxCommands } from '#renderer/state/inbox/inbox-commands.ts';
import { Inbox } from '#renderer/state/inbox/inbox.svelte.ts';
import { RequestIds } from '#renderer/state/request-ids.ts';
import { Toasts } from '#renderer/state/toasts.svelte.ts';
import { buildChat, buildMessage, FakeBridge, toProblem } from '#test/support/fake-bridge.ts';

const texts = new Texts('en-GB');
const formats = new Formats(texts, { timeFormat: '24h', currency: 'GBP', timeZone: 'Europe/London' });
const NOW = Date.parse('2026-11-20T09:54:00Z');
const settle = () => new Promise((done) => setTimeout(done));

async function setUp(count = 4) {
  const bridge = new FakeBridge();
  bridge.world.chats = Array.from({ length: count }, (_, index) =>
    buildChat({
      id: index + 1,
      phone: String(447_400_000_000 + index),
      name: `P${String(index + 1)}`,
      lastAt: NOW - index,
    }),
  );
  const toasts = new Toasts();
  const inbox = new Inbox(bridge, {
    texts,
    formats: () => formats,
    toasts,
    ids: new RequestIds(() => 'northgate'),
    now: () => NOW,
    homePhone: () => '447400999999',
    homeCountry: () => 'GB',
  });
  const menus: string[] = [];
  const can = { pin: true };
  const commands = new InboxCommands(inbox, {
    togglePanel: () => menus.push('panel'),
    closeOverlay: () => false,
    search: (command) => menus.push(command),
    canPin: () => can.pin,
    openMenu: (chat, kind) => menus.push(`${kind}:${String(chat.id)}`),
  });
  const run = async (command: InboxCommand, place: FocusPlace = 'list') => {
    await commands.run(command, { place, isInComposer: place === 'field', pageRows: 2 });
    await settle();
  };
  const openId = () => inbox.selection.chat?.id ?? null;
  const cursorId = () => inbox.selection.cursor?.chatId ?? null;
  await inbox.list.refresh();
  return { bridge, inbox, toasts, menus, can, run, openId, cursorId };
}

describe('moving through the list', () => {
  it('moves the row under the keys without opening it', async () => {
    const { run, cursorId, openId } = await setUp();
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

  it('goes on from where the row was when its chat is gone', async () => {
    const { bridge, inbox, run, cursorId } = await setUp();
    await run('next');
    await run('next');
    bridge.world.chats = bridge.world.chats.filter(({ id }) => id !== 2);
    await inbox.list.refresh();
    await run('next');
    expect(cursorId()).toBe(4);
  });

  it('opens with Enter and gives the composer the focus once it is there', async () => {
    const { inbox, run, openId } = await setUp();
    await run('next');
    await run('open');
    expect(openId()).toBe(1);
    const focused: string[] = [];
    inbox.places.register('composer', () => focused.push('composer'));
    await settle();
    expect(focused).toEqual(['composer']);
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
});

describe('acting on chats', () => {
  it('closes the open one and opens the next, and can be undone', async () => {
    const { bridge, run, openId, toasts } = await setUp();
    await run('next');
    await run('open');
    await run('close-or-reopen', 'elsewhere');
    expect(bridge.world.chats[0]?.status).toBe('closed');
    expect(openId()).toBe(2);
    expect(toasts.current?.text).toBe('Chat with P1 closed');
    toasts.act();
    await settle();
    expect(bridge.world.chats[0]?.status).toBe('active');
    toasts.dispose();
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

  it('acts on the row under the keys while the list has the focus, else on the open chat', async () => {
    const { bridge, run } = await setUp();
    await run('next');
    await run('open');
    await run('next');
    await run('pin', 'list');
    expect(bridge.world.chats.find(({ isPinned }) => isPinned)?.id).toBe(2);
    await run('pin', 'elsewhere');
    expect(bridge.world.chats.find(({ id }) => id === 1)?.isPinned).toBe(true);
  });

  it('pins nothing where the service cannot', async () => {
    const { bridge, run, can } = await setUp();
    can.pin = false;
    await run('next');
    await run('pin', 'list');
    expect(bridge.world.chats.some(({ isPinned }) => isPinned)).toBe(false);
  });

  it('asks for how long to mute, and ends a mute at once', async () => {
    const { bridge, run, menus, inbox } = await setUp();
    await run('next');
    await run('mute');
    expect(menus).toEqual(['mute:1']);
    bridge.change(1, { isMuted: true });
    await inbox.list.refresh();
    await run('mute');
    expect(bridge.world.chats[0]?.isMuted).toBe(false);
  });

  it('says when main could not, and when the service refused', async () => {
    const { bridge, run, toasts } = await setUp();
    bridge.fail('chats.act', toProblem('disk', 'No room left.'));
    await run('next');
    await run('pin');
    expect(toasts.current).toMatchObject({ tone: 'fault', text: 'The chat with P1 was not changed. No room left.' });
    const problem = { ...toProblem('forbidden', 'Not yours.'), at: 0 };
    bridge.emit('chats.actionRefused', { chatId: 1, action: 'pin', problem });
    await settle();
    expect(toasts.current?.text).toBe(
      'The service refused the change to the chat with P1, so it was put back. Not yours.',
    );
    toasts.dispose();
  });
});

describe('reading', () => {
  async function open(unreadCount: number) {
    const world = await setUp();
    world.bridge.change(1, { unreadCount });
    await world.inbox.list.refresh();
    await world.run('next');
    await world.run('open');
    const read = async (isLookedAt: boolean) => {
      const { conversation, selection } = world.inbox;
      if (conversation !== null && selection.chat !== null) await conversation.readIfSeen(selection.chat, isLookedAt);
      await settle();
      return world.bridge.world.chats.find(({ id }) => id === 1)?.unreadCount;
    };
    return { ...world, read };
  }

  it('READ-1: a chat is read only when somebody looks at its newest message', async () => {
    const { read } = await open(2);
    expect(await read(false)).toBe(2);
    expect(await read(true)).toBe(0);
  });

  it('READ-2: what was marked unread stays so until something new comes', async () => {
    const { bridge, run, read } = await open(2);
    await read(true);
    await run('read-or-unread', 'elsewhere');
    expect(await read(true)).toBe(1);
    expect(await read(true)).toBe(1);
    bridge.change(1, { unreadCount: 2 });
    await settle();
    expect(await read(true)).toBe(0);
  });
});

describe('the open chat', () => {
  it('is followed when a provisional chat becomes a real one, without a new visit', async () => {
    const { bridge, inbox, openId } = await setUp(1);
    await inbox.newMessage.type('+44 7400 555555');
    inbox.newMessage.composer.text = 'Hello';
    inbox.startWriting();
    await inbox.sendNew();
    await settle();
    expect(openId()).toBe(-1);
    expect(inbox.isWriting).toBe(false);
    const { visit } = inbox.selection;
    const messages = bridge.world.messages.get(-1) ?? [];
    bridge.world.messages.set(77, messages);
    bridge.world.chats = bridge.world.chats.map((chat) => (chat.id === -1 ? { ...chat, id: 77 } : chat));
    bridge.emit('chats.changed', { chatIds: [77], everything: false });
    await settle();
    expect(openId()).toBe(77);
    expect(inbox.selection.visit).toBe(visit);
    expect(inbox.conversation?.thread.messages).toHaveLength(1);
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
    bridge.world.messages.set(1, [buildMessage()]);
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
