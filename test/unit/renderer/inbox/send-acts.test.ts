import { describe, expect, it } from 'vitest';
import type { MessageView } from '#shared/contract/index.ts';
import { Texts } from '#renderer/lib/messages.ts';
import { Drafts } from '#renderer/state/composer-drafts.ts';
import { RequestIds } from '#renderer/state/request-ids.ts';
import { Conversation } from '#renderer/state/thread-conversation.svelte.ts';
import { SendActs } from '#renderer/state/thread-sends.ts';
import { Toasts } from '#renderer/state/toasts.svelte.ts';
import { buildChat, buildMessage, FakeBridge, toProblem } from '#test/support/fake-bridge.ts';

const send = { id: 's1', state: 'refused', dueAt: 0, attempts: 1, problem: null } as const;
const refused = buildMessage({ key: 'send:s1', direction: 'out', text: 'On our way', send });

function setUp() {
  const bridge = new FakeBridge();
  const chat = buildChat();
  bridge.world.chats = [chat];
  bridge.world.messages.set(chat.id, [refused]);
  const ids = new RequestIds(() => 'northgate');
  const conversation = new Conversation(bridge, chat, { drafts: new Drafts(bridge, () => undefined), ids });
  const toasts = new Toasts();
  const acts = new SendActs(bridge, {
    texts: new Texts('en-GB'),
    toasts,
    ids,
    findConversation: () => conversation,
    onBack: () => undefined,
  });
  return { bridge, conversation, acts, toasts };
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
