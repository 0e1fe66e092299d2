import { describe, expect, it } from 'vitest';
import type { MessageView } from '#shared/contract/index.ts';
import { Translator } from '#renderer/lib/messages.ts';
import { Conversation } from '#renderer/features/thread/thread-conversation.svelte.ts';
import { SendActs } from '#renderer/features/thread/thread-sends.ts';
import { Toasts } from '#renderer/app/toasts.svelte.ts';
import { buildChat, buildFile, buildMessage, buildSend, FakeBridge, toProblem } from '#test/support/fake-bridge.ts';
import { buildWritingTools } from '#test/support/writing-tools.ts';
import { untilAnswered } from '#test/support/until-answered.ts';

const send = buildSend({ state: 'refused', attempts: 1 });
const refused = buildMessage({ key: 'send:s1', direction: 'out', text: 'On our way', send });

function setUp() {
  const bridge = new FakeBridge();
  const chat = buildChat();
  bridge.world.chats = [chat];
  bridge.world.messages.set(chat.id, [refused]);
  const tools = buildWritingTools(bridge);
  const { ids, drafts } = tools;
  const conversation = new Conversation(bridge, chat, tools);
  const said: string[] = [];
  const toasts = new Toasts();
  const acts = new SendActs(bridge, {
    texts: new Translator('en-GB'),
    toasts,
    announcer: { say: (text) => said.push(text) },
    ids,
    drafts,
    findConversation: () => conversation,
    findComposer: (phone) => (conversation.composer.phone === phone ? conversation.composer : null),
    onBack: () => undefined,
  });
  return { bridge, conversation, acts, toasts, drafts, said };
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

  it.each(['remove', 'cancel'] as const)('what is written after a “%s” is a new text to main', async (act) => {
    const { bridge, conversation, acts } = setUp();
    const { composer } = conversation;
    composer.text = refused.text;
    bridge.fail('sends.create', toProblem('disconnected'));
    await composer.send();
    bridge.fail('sends.create', null);
    await acts.act(act, refused);
    composer.text = refused.text;
    expect(await composer.send()).toMatchObject({ kind: 'sent' });
    expect(new Set(bridge.inputsOf('sends.create').map(({ requestId }) => requestId)).size).toBe(2);
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

describe('a held text', () => {
  const held = { ...refused, send: { ...send, state: 'held' as const, files: [buildFile()] } };

  it('WAIT-1: comes back with its files, and that is said', async () => {
    const { bridge, acts, conversation, said } = setUp();
    bridge.world.messages.set(1, [held]);
    await acts.act('undo', held);
    expect(conversation.composer.text).toBe('On our way');
    expect(conversation.composer.files.items.map(({ name }) => name)).toEqual(['Consent.pdf']);
    expect(said).toEqual(['Taken back. The text and its files are in the box again.']);
  });

  it('is taken back once, however quickly it is asked for twice', async () => {
    const { bridge, acts, conversation, toasts } = setUp();
    bridge.world.messages.set(1, [held]);
    const answer = bridge.hold('sends.discard');
    const waiting = { sendId: 's1', phone: '447700900318' };
    const presses = [acts.act('undo', held), acts.act('undo', held), acts.cancelWaiting(waiting)];
    answer();
    await Promise.all(presses);
    expect(bridge.inputsOf('sends.discard')).toHaveLength(1);
    expect(conversation.composer.text).toBe('On our way');
    expect(toasts.current).toBeNull();
  });

  it('leaves when somebody does not want to wait, once however often it is asked', async () => {
    const { bridge, acts } = setUp();
    bridge.world.messages.set(1, [held]);
    bridge.fail('sends.sendNow', toProblem('disconnected'));
    await acts.act('send-now', held);
    await acts.act('send-now', held);
    const ids = bridge.inputsOf('sends.sendNow').map(({ requestId }) => requestId);
    expect(new Set(ids).size).toBe(1);
  });

  it('that left meanwhile says so', async () => {
    const { acts, toasts } = setUp();
    await acts.act('send-now', { ...held, send: { ...held.send, id: 'gone' } });
    expect(toasts.current?.text).toBe('It has left already, or was taken back.');
  });
});

describe('WAIT-1: a text that is removed', () => {
  const stopped = { ...refused, send: { ...send, state: 'not-sent' as const, files: [buildFile()] } };

  it('takes its files along once nobody can keep it any more', async () => {
    const { bridge, acts, conversation, toasts } = setUp();
    bridge.world.messages.set(1, [stopped]);
    await acts.act('remove', stopped);
    expect(conversation.composer.files.items).toEqual([]);
    expect(bridge.world.files.get('447700900318')).toHaveLength(1);
    toasts.dismiss();
    await untilAnswered();
    expect(bridge.world.files.get('447700900318')).toEqual([]);
  });

  it('keeps them where it is kept as a draft', async () => {
    const { bridge, acts, conversation, toasts } = setUp();
    bridge.world.messages.set(1, [stopped]);
    await acts.act('remove', stopped);
    toasts.act();
    await untilAnswered();
    expect(conversation.composer.files.items.map(({ name }) => name)).toEqual(['Consent.pdf']);
    expect(conversation.composer.text).toBe('On our way');
    expect(bridge.world.files.get('447700900318')).toHaveLength(1);
  });
});
