import { describe, expect, it } from 'vitest';
import type { MessageView } from '#shared/contract/index.ts';
import { Texts } from '#renderer/lib/messages.ts';
import { Drafts } from '#renderer/state/inbox/composer-drafts.ts';
import { RequestIds } from '#renderer/state/request-ids.ts';
import { Conversation } from '#renderer/state/thread/thread-conversation.svelte.ts';
import { SendActs } from '#renderer/state/thread/thread-sends.ts';
import { Toasts } from '#renderer/state/toasts.svelte.ts';
import { buildChat, buildMessage, FakeBridge, toProblem } from '#test/support/fake-bridge.ts';

const send = { id: 's1', state: 'refused', dueAt: 0, attempts: 1, problem: null, check: null } as const;
const refused = buildMessage({ key: 'send:s1', direction: 'out', text: 'On our way', send });

function setUp() {
  const bridge = new FakeBridge();
  const chat = buildChat();
  bridge.world.chats = [chat];
  bridge.world.messages.set(chat.id, [refused]);
  const ids = new RequestIds(() => 'northgate');
  const drafts = new Drafts(bridge, () => undefined);
  const conversation = new Conversation(bridge, chat, { drafts, ids });
  const toasts = new Toasts();
  const acts = new SendActs(bridge, {
    texts: new Texts('en-GB'),
    toasts,
    ids,
    drafts,
    findConversation: () => conversation,
    findComposer: (phone) => (conversation.composer.phone === phone ? conversation.composer : null),
    onBack: () => undefined,
  });
  return { bridge, conversation, acts, toasts, drafts };
}

describe('SEND-ID: what is done about a text, when the answer got lost', () => {
  it.each([
    ['again', 'sends.create'],
    ['retry', 'sends.retry'],
    ['cancel', 'sends.discard'],
  ] as const)('“%s” pressed once more is the same act to main', async (act, name) => {
    const { bridge, acts, toasts } = setUp();
    bridge.fail(name, toProblem('disconnected'));
    await acts.act(act, refused);
    expect(toasts.current).not.toBeNull();
    bridge.fail(name, null);
    await acts.act(act, refused);
    const [first, second] = bridge.inputsOf(name).map(({ requestId }) => requestId);
    expect(second).toBe(first);
  });

  it('a retry of what failed anew is a new one', async () => {
    const { bridge, acts } = setUp();
    bridge.fail('sends.retry', toProblem('disconnected'));
    await acts.act('retry', refused);
    const anew: MessageView = { ...refused, send: { ...send, attempts: 2 } };
    await acts.act('retry', anew);
    expect(new Set(bridge.inputsOf('sends.retry').map(({ requestId }) => requestId)).size).toBe(2);
  });

  it('the same words sent again on purpose are not the ones in the composer', async () => {
    const { bridge, conversation, acts } = setUp();
    bridge.fail('sends.create', toProblem('disconnected'));
    conversation.composer.text = refused.text;
    await conversation.composer.send();
    await acts.act('again', refused);
    expect(new Set(bridge.inputsOf('sends.create').map(({ requestId }) => requestId)).size).toBe(2);
  });
});

describe('a text whose answer got lost', () => {
  const checking: MessageView = { ...refused, send: { ...send, state: 'checking' } };

  it('WAIT-2: is not sent again before a person has seen the evidence', async () => {
    const { bridge, acts } = setUp();
    await acts.act('decide', checking);
    expect(acts.decision.sendId).toBe('s1');
    expect(bridge.inputsOf('sends.retry')).toEqual([]);
    await acts.sendAnyway({ ...send, state: 'checking' });
    expect(acts.decision.sendId).toBeNull();
    expect(bridge.inputsOf('sends.retry')).toMatchObject([{ sendId: 's1', mayDouble: true }]);
  });

  it('takes no chance where it surely did not go out', async () => {
    const { bridge, acts } = setUp();
    await acts.act('retry', { ...refused, send: { ...send, state: 'not-sent' } });
    expect(bridge.inputsOf('sends.retry')).toMatchObject([{ sendId: 's1', mayDouble: false }]);
  });

  it('is looked for now, and that is said', async () => {
    const { bridge, acts, toasts } = setUp();
    await acts.act('look', checking);
    expect(bridge.inputsOf('sends.lookNow')).toEqual([{ sendId: 's1' }]);
    expect(toasts.current?.text).toBe('Looking for it now.');
    bridge.fail('sends.lookNow', toProblem('not-found'));
    await acts.act('look', checking);
    expect(toasts.current).toMatchObject({ tone: 'fault', text: expect.stringContaining('Something else') as string });
  });

  it('goes when it is removed, does not come into the composer by itself, and can be had back', async () => {
    const { acts, conversation, toasts } = setUp();
    await acts.act('remove', checking);
    expect(conversation.thread.messages).toEqual([]);
    expect(conversation.composer.text).toBe('');
    expect(toasts.current?.text).toContain('If it did go out');
    toasts.act();
    expect(conversation.composer.text).toBe('On our way');
  });
});

describe('a text that is cancelled from the list of what waits', () => {
  it('WAIT-1: comes back into the composer where its chat is open', async () => {
    const { acts, conversation } = setUp();
    conversation.composer.text = 'Half a word';
    expect(await acts.cancelWaiting({ sendId: 's1', phone: '447700900318' })).toBe(true);
    expect(conversation.composer.text).toBe('On our way\nHalf a word');
  });

  it('WAIT-1: becomes a draft of its chat where another is open, before what was begun there', async () => {
    const { bridge, acts } = setUp();
    bridge.world.chats.push(buildChat({ id: 2, phone: '447700900999', draft: 'Half a word' }));
    bridge.world.messages.set(2, [{ ...refused, key: 'send:s2', send: { ...send, id: 's2' } }]);
    expect(await acts.cancelWaiting({ sendId: 's2', phone: '447700900999' })).toBe(true);
    expect(bridge.world.drafts.get('447700900999')).toBe('On our way\nHalf a word');
  });

  it('stays where it is when nobody knows what is written there already', async () => {
    const { bridge, acts, toasts } = setUp();
    bridge.fail('chats.find', toProblem('disconnected'));
    expect(await acts.cancelWaiting({ sendId: 's1', phone: '447700900318' })).toBe(false);
    expect(bridge.inputsOf('sends.discard')).toEqual([]);
    expect(toasts.current?.tone).toBe('fault');
  });

  it('says so when it had left', async () => {
    const { acts, toasts } = setUp();
    expect(await acts.cancelWaiting({ sendId: 'gone', phone: '447700900318' })).toBe(false);
    expect(toasts.current?.text).toBe('It had already left.');
  });
});
