import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BlockedNumbers } from '#renderer/features/composer/blocked-numbers.ts';
import { RecipientBlock } from '#renderer/features/composer/recipient-block.svelte.ts';
import { RequestIds } from '#renderer/data/request-ids.ts';
import { buildChat, FakeBridge, toProblem } from '#test/support/fake-bridge.ts';
import { buildInbox, buildMain } from '#test/support/inbox-on-fakes.ts';
import { makeStatus } from '#test/support/sync-status.ts';

const STRANGER = '447400123456';
const WRITTEN = `+${STRANGER}`;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Lets every pause end, and every answer come. */
const settle = () => vi.advanceTimersByTimeAsync(5_000);

function setUp() {
  const bridge = new FakeBridge();
  const state = { isOnline: true };
  bridge.contacts.blockedAtService?.add(WRITTEN);
  const ids = new RequestIds(() => 'northgate');
  const numbers = new BlockedNumbers(bridge, { ids, isOnline: () => state.isOnline });
  const block = new RecipientBlock(bridge, numbers);
  const countAsked = () => bridge.inputsOf('people.findBlocked').length;
  const watch = async (phone: string | null) => {
    block.watch(phone);
    await settle();
  };
  return { bridge, state, numbers, block, countAsked, watch };
}

const allContacts = { contactIds: [], everything: true };

describe('whether a number is blocked that has neither a chat nor a contact here', () => {
  it('is asked of the service once, and known from then on', async () => {
    const { bridge, block, countAsked, watch } = setUp();
    await watch(STRANGER);
    expect(block.isBlocked).toBe(true);
    await watch('447400123457');
    expect(block.isBlocked).toBe(false);
    await watch(STRANGER);
    bridge.emit('contacts.changed', { contactIds: [7], everything: false });
    await settle();
    expect(block.isBlocked).toBe(true);
    expect(bridge.inputsOf('people.findBlocked')).toEqual([{ phone: WRITTEN }, { phone: '+447400123457' }]);
    expect(countAsked()).toBe(2);
  });

  it('is not asked about each number on the way to it', async () => {
    const { block, bridge, watch } = setUp();
    block.watch('44740012345');
    block.watch('4474001234');
    await watch(STRANGER);
    expect(bridge.inputsOf('people.findBlocked')).toEqual([{ phone: WRITTEN }]);
  });

  it('is asked again after all contacts may have changed', async () => {
    const { bridge, block, countAsked, watch } = setUp();
    await watch(STRANGER);
    bridge.contacts.blockedAtService?.clear();
    bridge.emit('contacts.changed', allContacts);
    await settle();
    expect(block.isBlocked).toBe(false);
    expect(countAsked()).toBe(2);
  });

  it('is not asked offline, where nothing is blocked, and asked once the service is there again', async () => {
    const { bridge, state, block, countAsked, watch } = setUp();
    state.isOnline = false;
    await watch(STRANGER);
    expect(block.isBlocked).toBe(false);
    expect(await block.isStopped(STRANGER)).toBe(false);
    expect(countAsked()).toBe(0);
    state.isOnline = true;
    bridge.emit('sync.statusChanged', { status: makeStatus({ link: 'online' }) });
    await settle();
    expect(block.isBlocked).toBe(true);
  });

  it('blocks nothing where the service does not answer, and is asked again the next time', async () => {
    const { bridge, block, countAsked, watch } = setUp();
    bridge.contacts.blockedAtService = null;
    await watch(STRANGER);
    expect(block.isBlocked).toBe(false);
    expect(countAsked()).toBe(1);
    bridge.contacts.blockedAtService = new Set([WRITTEN]);
    expect(await block.isStopped(STRANGER)).toBe(true);
    expect(block.isBlocked).toBe(true);
  });

  it('is known before a text leaves, also when it is sent at once', async () => {
    const { block } = setUp();
    block.watch(STRANGER);
    expect(await block.isStopped(STRANGER)).toBe(true);
    expect(block.isBlocked).toBe(true);
  });

  it('does not keep a text from leaving for long', async () => {
    const { bridge, block } = setUp();
    const release = bridge.hold('people.findBlocked');
    block.watch(STRANGER);
    const isStopped = block.isStopped(STRANGER);
    await settle();
    expect(await isStopped).toBe(false);
    release();
    await settle();
    expect(block.isBlocked).toBe(true);
  });

  it('is taken off at the service, and shown so at once', async () => {
    const { bridge, block, countAsked, watch } = setUp();
    await watch(STRANGER);
    expect((await block.unblock())?.ok).toBe(true);
    expect(block.isBlocked).toBe(false);
    expect(bridge.inputsOf('people.setBlocked')).toMatchObject([{ phones: [WRITTEN], isBlocked: false }]);
    await watch(null);
    await watch(STRANGER);
    expect(block.isBlocked).toBe(false);
    expect(countAsked()).toBe(1);
  });

  it('stays where the service does not take it off', async () => {
    const { bridge, block, watch } = setUp();
    await watch(STRANGER);
    bridge.fail('people.setBlocked', toProblem('offline'));
    expect((await block.unblock())?.ok).toBe(false);
    expect(block.isBlocked).toBe(true);
  });

  it('leaves no listener behind', () => {
    const { bridge, numbers, block } = setUp();
    block.dispose();
    numbers.dispose();
    expect(bridge.listenerCount).toBe(0);
  });
});

describe('whether a number is blocked that has a chat here', () => {
  it('is what the chat says: the service is not asked', async () => {
    const { bridge, block, countAsked, watch } = setUp();
    bridge.data.chats = [buildChat({ id: 5, phone: STRANGER, isBlocked: false })];
    await watch(STRANGER);
    expect(block.isBlocked).toBe(false);
    bridge.change(5, { isBlocked: true });
    await settle();
    expect(block.isBlocked).toBe(true);
    expect(countAsked()).toBe(0);
  });

  it('is what the service says where the chat exists only here, until the user blocks it here', async () => {
    const { bridge, block, countAsked, watch } = setUp();
    bridge.data.chats = [buildChat({ id: -5, phone: STRANGER, contactId: null })];
    await watch(STRANGER);
    expect(block.isBlocked).toBe(true);
    bridge.change(-5, { isBlocked: true });
    await settle();
    bridge.change(-5, { isBlocked: false });
    await settle();
    expect(block.isBlocked).toBe(false);
    expect(countAsked()).toBe(1);
  });
});

describe('a text to a blocked stranger', () => {
  function write() {
    const bridge = buildMain(1);
    bridge.contacts.blockedAtService?.add(WRITTEN);
    const { inbox, toasts } = buildInbox(bridge);
    inbox.startWriting();
    return { bridge, inbox, toasts };
  }

  it('stays in its box and says why; it leaves once the block is off', async () => {
    const { bridge, inbox } = write();
    await inbox.newMessage.type('07400 123456');
    inbox.newMessage.composer.text = 'Hello';
    const sending = inbox.sendNew();
    await settle();
    await sending;
    expect(bridge.inputsOf('sends.create')).toEqual([]);
    expect(inbox.newMessage.composer.text).toBe('Hello');
    expect(inbox.newMessage.block.isBlocked).toBe(true);
    await inbox.unblockNew();
    await inbox.sendNew();
    expect(bridge.inputsOf('sends.create')).toMatchObject([{ phone: WRITTEN, text: 'Hello' }]);
  });

  it('comes back with those behind it, in order', async () => {
    const { bridge, inbox } = write();
    const release = bridge.hold('people.findBlocked');
    inbox.writeTo(STRANGER, '');
    inbox.newMessage.composer.text = 'One';
    const first = inbox.sendNew();
    expect(inbox.newMessage.composer.text).toBe('');
    inbox.newMessage.composer.text = 'Two';
    const second = inbox.sendNew();
    release();
    await Promise.all([first, second]);
    expect(inbox.newMessage.composer.text).toBe('One\nTwo');
    expect(bridge.inputsOf('sends.create')).toEqual([]);
  });

  it('tells the user where the block could not be taken off', async () => {
    const { bridge, inbox, toasts } = write();
    await inbox.newMessage.type('07400 123456');
    inbox.newMessage.accept();
    await settle();
    bridge.fail('people.setBlocked', toProblem('disconnected'));
    await inbox.unblockNew();
    expect(toasts.current).toMatchObject({ tone: 'fault' });
    expect(inbox.newMessage.block.isBlocked).toBe(true);
  });

  it('does not leave from a chat that exists only here', async () => {
    const { bridge, inbox } = write();
    const chat = buildChat({ id: -9, phone: STRANGER, name: '', contactId: null });
    bridge.data.chats = [chat];
    inbox.open(chat);
    await settle();
    expect(inbox.conversation?.block.isBlocked).toBe(true);
    if (inbox.conversation !== null) inbox.conversation.composer.text = 'Hello';
    await inbox.send();
    expect(bridge.inputsOf('sends.create')).toEqual([]);
    await inbox.unblockNumber(chat);
    await inbox.send();
    expect(bridge.inputsOf('sends.create')).toHaveLength(1);
  });
});
