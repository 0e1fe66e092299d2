import { describe, expect, it, vi } from 'vitest';
import type { MessageView } from '#shared/contract/index.ts';
import { Translator } from '#renderer/lib/messages.ts';
import { Conversation } from '#renderer/features/thread/conversation.svelte.ts';
import { SendActions } from '#renderer/features/thread/send-actions.svelte.ts';
import { Toasts } from '#renderer/app/toasts.svelte.ts';
import { buildChat, buildFile, buildMessage, buildSend, FakeBridge, toProblem } from '#test/support/fake-bridge.ts';
import { buildWritingTools } from '#test/support/writing-tools.ts';
import { untilAnswered } from '#test/support/until-answered.ts';

const send = buildSend({ state: 'refused', attempts: 1 });
const refused = buildMessage({ key: 'send:s1', direction: 'out', text: 'On our way', send });

function setUp() {
  const bridge = new FakeBridge();
  const chat = buildChat();
  bridge.data.chats = [chat];
  bridge.data.messages.set(chat.id, [refused]);
  const tools = buildWritingTools(bridge);
  const { ids, drafts } = tools;
  const conversation = new Conversation(bridge, chat, tools);
  const said: string[] = [];
  const toasts = new Toasts();
  const actions = new SendActions(bridge, {
    texts: new Translator('en-GB'),
    toasts,
    announcer: { say: (text) => said.push(text) },
    ids,
    drafts,
    findConversation: () => conversation,
    findComposer: (phone) => (conversation.composer.phone === phone ? conversation.composer : null),
    onBack: () => undefined,
  });
  return { bridge, chat, conversation, actions, toasts, drafts, said };
}

describe('SEND-ID: what is done about a text, when the answer got lost', () => {
  it.each([
    ['again', 'sends.create'],
    ['retry', 'sends.retry'],
    ['cancel', 'sends.discard'],
  ] as const)('“%s” pressed once more is the same act to main', async (act, name) => {
    const { bridge, actions, toasts } = setUp();
    bridge.fail(name, toProblem('disconnected'));
    await actions.run(act, refused);
    expect(toasts.current).not.toBeNull();
    bridge.fail(name, null);
    await actions.run(act, refused);
    const [first, second] = bridge.inputsOf(name).map(({ requestId }) => requestId);
    expect(second).toBe(first);
  });

  it('a retry of what failed anew is a new one', async () => {
    const { bridge, actions } = setUp();
    bridge.fail('sends.retry', toProblem('disconnected'));
    await actions.run('retry', refused);
    const anew: MessageView = { ...refused, send: { ...send, attempts: 2 } };
    await actions.run('retry', anew);
    expect(new Set(bridge.inputsOf('sends.retry').map(({ requestId }) => requestId)).size).toBe(2);
  });

  it.each(['remove', 'cancel'] as const)('what is written after a “%s” is a new text to main', async (act) => {
    const { bridge, conversation, actions } = setUp();
    const { composer } = conversation;
    composer.text = refused.text;
    bridge.fail('sends.create', toProblem('disconnected'));
    await composer.send();
    bridge.fail('sends.create', null);
    await actions.run(act, refused);
    composer.text = refused.text;
    expect(await composer.send()).toMatchObject({ kind: 'sent' });
    expect(new Set(bridge.inputsOf('sends.create').map(({ requestId }) => requestId)).size).toBe(2);
  });

  it('the same words sent again on purpose are not the ones in the composer', async () => {
    const { bridge, conversation, actions } = setUp();
    bridge.fail('sends.create', toProblem('disconnected'));
    conversation.composer.text = refused.text;
    await conversation.composer.send();
    await actions.run('again', refused);
    expect(new Set(bridge.inputsOf('sends.create').map(({ requestId }) => requestId)).size).toBe(2);
  });
});

describe('a text that failed, sent again and taken back', () => {
  const failed = buildMessage({ key: 'out:1', direction: 'out', mark: 'failed', letter: 'f', text: 'See you at ten' });

  async function sendAgain() {
    const shown = setUp();
    shown.bridge.sending.holdMs = 5_000;
    const { chat } = shown;
    shown.bridge.data.messages.set(chat.id, [failed]);
    await shown.conversation.open(chat, null);
    shown.conversation.composer.text = 'Half a word';
    await shown.actions.run('again', failed);
    const held = shown.actions.findHeld();
    if (held?.send === null || held?.send === undefined) throw new Error('nothing is held');
    return { ...shown, held, sendId: held.send.id };
  }

  it.each(['undo', 'cancel'] as const)('by “%s” stands in the chat as before, and not in the draft', async (act) => {
    const { actions, conversation, said, held } = await sendAgain();
    await actions.run(act, held);
    expect(conversation.composer.text).toBe('Half a word');
    expect(conversation.thread.messages.map(({ key }) => key)).toEqual(['out:1']);
    expect(said).toEqual(['Undone. The text wasn’t sent a second time.']);
  });

  it('from the list of what waits comes into no draft either', async () => {
    const { actions, conversation, sendId } = await sendAgain();
    expect(await actions.cancelWaiting({ sendId, phone: '447700900318' })).toBe(true);
    expect(conversation.composer.text).toBe('Half a word');
  });

  it('comes into the draft where the user wants to change it', async () => {
    const { actions, conversation, held } = await sendAgain();
    await actions.run('edit', held);
    expect(conversation.composer.text).toBe('See you at ten\nHalf a word');
  });
});

describe('a text with a file that failed, sent again', () => {
  const file = { id: 'f1', name: 'x-ray.jpg', mimeType: 'image/jpeg', sizeBytes: 900, isUploaded: true };
  const failed = buildMessage({
    ...{ key: 'send:s9', direction: 'out', mark: 'failed', letter: 'f' },
    text: 'The picture\nsb.example/click/abc123',
    send: { ...send, id: 's9', state: 'accepted', files: [file] },
  });

  it('has the file again, and its link is no part of the text', async () => {
    const { bridge, actions } = setUp();
    await actions.run('again', failed);
    expect(bridge.inputsOf('sends.create')).toMatchObject([{ text: 'The picture', filesOf: 's9' }]);
  });

  it('is sent as it was where the link is not in it', async () => {
    const { bridge, actions } = setUp();
    await actions.run('again', { ...failed, text: 'The picture' });
    expect(bridge.inputsOf('sends.create')).toMatchObject([{ text: 'The picture', filesOf: null }]);
  });

  it.each(['undo', 'cancel'] as const)('and taken back by “%s” leaves no file in the draft', async (act) => {
    const { bridge, chat, conversation, actions } = setUp();
    bridge.sending.holdMs = 5_000;
    bridge.data.messages.set(chat.id, [failed]);
    await conversation.open(chat, null);
    await actions.run('again', failed);
    const held = actions.findHeld();
    if (held === null) throw new Error('nothing is held');
    expect(held.send?.files).toMatchObject([{ name: 'x-ray.jpg' }]);
    await actions.run(act, held);
    await vi.waitFor(() => {
      expect(bridge.data.files.get(chat.phone)).toEqual([]);
    });
    expect(conversation.composer.files.count).toBe(0);
  });
});

describe('a text whose answer got lost', () => {
  const checking: MessageView = { ...refused, send: { ...send, state: 'checking' } };

  it('WAIT-2: is not sent again before a person has seen the evidence', async () => {
    const { bridge, actions } = setUp();
    await actions.run('decide', checking);
    expect(actions.decidedSendId).toBe('s1');
    expect(bridge.inputsOf('sends.retry')).toEqual([]);
    await actions.sendAnyway({ ...send, state: 'checking' });
    expect(actions.decidedSendId).toBeNull();
    expect(bridge.inputsOf('sends.retry')).toMatchObject([{ sendId: 's1', mayDouble: true }]);
  });

  it('takes no chance where it surely did not go out', async () => {
    const { bridge, actions } = setUp();
    await actions.run('retry', { ...refused, send: { ...send, state: 'not-sent' } });
    expect(bridge.inputsOf('sends.retry')).toMatchObject([{ sendId: 's1', mayDouble: false }]);
  });

  it('is looked for now, and that is said', async () => {
    const { bridge, actions, toasts } = setUp();
    await actions.run('look', checking);
    expect(bridge.inputsOf('sends.lookNow')).toEqual([{ sendId: 's1' }]);
    expect(toasts.current?.text).toBe('Checking now.');
    bridge.fail('sends.lookNow', toProblem('not-found'));
    await actions.run('look', checking);
    expect(toasts.current).toMatchObject({
      tone: 'fault',
      text: expect.stringContaining('Its status changed') as string,
    });
  });

  it('goes when it is removed, does not come into the composer by itself, and can be had back', async () => {
    const { actions, conversation, toasts } = setUp();
    await actions.run('remove', checking);
    expect(conversation.thread.messages).toEqual([]);
    expect(conversation.composer.text).toBe('');
    expect(toasts.current?.text).toContain('If it was sent after all');
    toasts.act();
    expect(conversation.composer.text).toBe('On our way');
  });
});

describe('a text that is cancelled from the list of what waits', () => {
  it('WAIT-1: comes back into the composer where its chat is open', async () => {
    const { actions, conversation } = setUp();
    conversation.composer.text = 'Half a word';
    expect(await actions.cancelWaiting({ sendId: 's1', phone: '447700900318' })).toBe(true);
    expect(conversation.composer.text).toBe('On our way\nHalf a word');
  });

  it('WAIT-1: becomes a draft of its chat where another is open, before what was begun there', async () => {
    const { bridge, actions } = setUp();
    bridge.data.chats.push(buildChat({ id: 2, phone: '447700900999', draft: 'Half a word' }));
    bridge.data.messages.set(2, [{ ...refused, key: 'send:s2', send: { ...send, id: 's2' } }]);
    expect(await actions.cancelWaiting({ sendId: 's2', phone: '447700900999' })).toBe(true);
    expect(bridge.data.drafts.get('447700900999')).toBe('On our way\nHalf a word');
  });

  it('stays where it is when nobody knows what is written there already', async () => {
    const { bridge, actions, toasts } = setUp();
    bridge.fail('chats.find', toProblem('disconnected'));
    expect(await actions.cancelWaiting({ sendId: 's1', phone: '447700900318' })).toBe(false);
    expect(bridge.inputsOf('sends.discard')).toEqual([]);
    expect(toasts.current?.tone).toBe('fault');
  });

  it('says so when it had left', async () => {
    const { actions, toasts } = setUp();
    expect(await actions.cancelWaiting({ sendId: 'gone', phone: '447700900318' })).toBe(false);
    expect(toasts.current?.text).toBe('Too late: it’s already been sent.');
  });
});

describe('a held text', () => {
  const held = { ...refused, send: { ...send, state: 'held' as const, files: [buildFile()] } };

  it('WAIT-1: comes back with its files, and that is said', async () => {
    const { bridge, actions, conversation, said } = setUp();
    bridge.data.messages.set(1, [held]);
    await actions.run('undo', held);
    expect(conversation.composer.text).toBe('On our way');
    expect(conversation.composer.files.items.map(({ name }) => name)).toEqual(['Consent.pdf']);
    expect(said).toEqual(['Not sent. Your text and its files are back in the message box.']);
  });

  it('is taken back once, however quickly it is asked for twice', async () => {
    const { bridge, actions, conversation, toasts } = setUp();
    bridge.data.messages.set(1, [held]);
    const answer = bridge.hold('sends.discard');
    const waiting = { sendId: 's1', phone: '447700900318' };
    const presses = [actions.run('undo', held), actions.run('undo', held), actions.cancelWaiting(waiting)];
    answer();
    await Promise.all(presses);
    expect(bridge.inputsOf('sends.discard')).toHaveLength(1);
    expect(conversation.composer.text).toBe('On our way');
    expect(toasts.current).toBeNull();
  });

  it('leaves when somebody does not want to wait, once however often it is asked', async () => {
    const { bridge, actions, toasts } = setUp();
    bridge.data.messages.set(1, [held]);
    bridge.fail('sends.sendNow', toProblem('disconnected'));
    await actions.run('send-now', held);
    expect(toasts.current?.text).toMatch(/^It wasn’t sent early\. ./);
    await actions.run('send-now', held);
    const ids = bridge.inputsOf('sends.sendNow').map(({ requestId }) => requestId);
    expect(new Set(ids).size).toBe(1);
  });

  it('that left meanwhile says so', async () => {
    const { actions, toasts } = setUp();
    await actions.run('send-now', { ...held, send: { ...held.send, id: 'gone' } });
    expect(toasts.current?.text).toBe('It’s already been sent, or you undid it.');
  });
});

describe('WAIT-1: a text that is removed', () => {
  const stopped = { ...refused, send: { ...send, state: 'not-sent' as const, files: [buildFile()] } };

  it('takes its files along once nobody can keep it any more', async () => {
    const { bridge, actions, conversation, toasts } = setUp();
    bridge.data.messages.set(1, [stopped]);
    await actions.run('remove', stopped);
    expect(conversation.composer.files.items).toEqual([]);
    expect(bridge.data.files.get('447700900318')).toHaveLength(1);
    toasts.dismiss();
    await untilAnswered();
    expect(bridge.data.files.get('447700900318')).toEqual([]);
  });

  it('keeps them where it is kept as a draft', async () => {
    const { bridge, actions, conversation, toasts } = setUp();
    bridge.data.messages.set(1, [stopped]);
    await actions.run('remove', stopped);
    toasts.act();
    await untilAnswered();
    expect(conversation.composer.files.items.map(({ name }) => name)).toEqual(['Consent.pdf']);
    expect(conversation.composer.text).toBe('On our way');
    expect(bridge.data.files.get('447700900318')).toHaveLength(1);
  });
});
