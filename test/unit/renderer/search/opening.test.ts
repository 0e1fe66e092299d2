import { afterEach, describe, expect, it, vi } from 'vitest';
import { Formats } from '#renderer/lib/format.ts';
import { Translator } from '#renderer/lib/messages.ts';
import { Inbox } from '#renderer/features/inbox/inbox.svelte.ts';
import { READ_MS } from '#renderer/features/thread/conversation.svelte.ts';
import { Overlays } from '#renderer/app/overlays.svelte.ts';
import { RequestIds } from '#renderer/data/request-ids.ts';
import { Toasts } from '#renderer/app/toasts.svelte.ts';
import { buildChat, buildMessage, FakeBridge } from '#test/support/fake-bridge.ts';
import { buildUnsentTexts } from '#test/support/writing-tools.ts';

const texts = new Translator('en-GB');
const formats = new Formats(texts, { timeFormat: '24h', currency: 'GBP', timeZone: 'Europe/London' });

function setUp() {
  const bridge = new FakeBridge();
  bridge.data.chats = [buildChat(), buildChat({ id: 2, phone: '447700900405', name: 'Tom Abara' })];
  const messages = Array.from({ length: 300 }, (_, index) =>
    buildMessage({ key: `in:${String(index)}`, at: index * 1_000 }),
  );
  bridge.data.messages.set(2, messages);
  const toasts = new Toasts();
  const inbox = new Inbox(bridge, {
    texts,
    formats: () => formats,
    toasts,
    overlays: new Overlays(() => null),
    announcer: { say: () => undefined, interrupt: () => undefined },
    ids: new RequestIds(() => 'northgate'),
    unsent: buildUnsentTexts(bridge),
    counts: { applyOptimistic: () => () => undefined },
    returnToScreen: () => false,
    now: () => 0,
    hasTwoPanes: () => true,
    homePhone: () => null,
    homeCountry: () => 'GB',
    isOnline: () => true,
    webUrl: () => 'https://my.example.com',
  });
  const keys = () => inbox.conversation?.thread.messages.map(({ key }) => key) ?? [];
  return { bridge, inbox, toasts, keys };
}

afterEach(() => vi.useRealTimers());

describe('opening what was found', () => {
  it('opens a chat at one of its old messages', async () => {
    const { inbox, toasts, keys } = setUp();
    await inbox.openMessage(2, 'in:40');
    expect(inbox.selection.chat?.id).toBe(2);
    expect(keys()).toContain('in:40');
    expect(keys()).not.toContain('in:299');
    expect(toasts.current).toBeNull();
  });

  it('goes there in the chat that is open, and keeps what is being written', async () => {
    const { inbox, keys } = setUp();
    await inbox.openById(2);
    const { conversation } = inbox;
    await inbox.openMessage(2, 'in:40');
    expect(inbox.conversation).toBe(conversation);
    expect(keys()).toContain('in:40');
  });

  it('shows the newest and says so where the message is gone', async () => {
    const { inbox, toasts, keys } = setUp();
    await inbox.openMessage(2, 'in:999');
    expect(keys()).toContain('in:299');
    expect(toasts.current?.text).toBe('This message is no longer on this computer. Showing the newest ones.');
  });

  it('says that a chat is gone', async () => {
    const { inbox, toasts } = setUp();
    await inbox.openMessage(9, 'in:1');
    expect(inbox.selection.chat).toBeNull();
    expect(toasts.current?.text).toBe('This chat is no longer on this computer.');
  });

  it('READ-1: does not count a chat as read that shows an old message', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { bridge, inbox } = setUp();
    bridge.change(2, { unreadCount: 3 });
    await inbox.openMessage(2, 'in:40');
    const { chat } = inbox.selection;
    const { conversation } = inbox;
    if (chat === null || conversation === null) throw new Error('the chat is not open');
    conversation.readIfSeen(chat, true);
    await vi.advanceTimersByTimeAsync(READ_MS);
    expect(bridge.inputsOf('chats.applyAction')).toEqual([]);
    await conversation.thread.toNewest();
    conversation.readIfSeen(chat, true);
    await vi.advanceTimersByTimeAsync(READ_MS);
    expect(bridge.inputsOf('chats.applyAction')).toHaveLength(1);
  });

  it('begins a message to somebody without a chat', () => {
    const { inbox } = setUp();
    inbox.writeTo('447700900777', 'Adaeze Okonkwo');
    expect(inbox.isWriting).toBe(true);
    expect(inbox.newMessage.chosen).toMatchObject({ phone: '447700900777', name: 'Adaeze Okonkwo' });
    expect(inbox.newMessage.composer.phone).toBe('447700900777');
  });
});
