import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChatView } from '#shared/contract/index.ts';
import type { Message } from '#shared/domain/entities.ts';
import { toChatId } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { MINUTE_MS, NOON, buildChat, buildMessage, buildSend, phoneOf } from '../builders.ts';

const PICTURE = { name: 'a.png', mimeType: 'image/png', sizeBytes: 9, url: 'https://x.test/a', previewUrl: null };

describe('chats that need no reply (REPLY-1)', () => {
  let store: StoreInOneThread;
  beforeEach(() => {
    store = new StoreInOneThread();
    store.run('commitChats', { chats: [buildChat(1), buildChat(2)] });
  });
  afterEach(() => store.close());

  const receive = (id: number, text: string, files: Message['files'] = []) =>
    store.run('commitMessages', {
      messages: [buildMessage(`in:${id}`, { at: NOON + id * MINUTE_MS, text, files })],
      source: 'page',
    });
  const find = (id = 1): ChatView | null => store.ask('findChat', { chatId: toChatId(id), phone: null });
  const since = () => find()?.waitingSince;
  const say = (isNeeded: boolean) =>
    store.run('applyActions', {
      chatIds: [toChatId(1), toChatId(2)],
      action: { kind: 'reply', isNeeded },
      ...{ at: store.now, dueAt: store.now },
    }).applied;
  const waiting = () => store.ask('countChats', {}).waiting;

  it('are those where they only thank us, or send a thumb', () => {
    receive(1, 'Thanks so much 🙏');
    receive(2, '👍');
    expect([since(), waiting()]).toEqual([null, 0]);
    receive(3, 'Can I come at three?');
    receive(4, 'Thanks');
    expect([since(), waiting()]).toEqual([NOON + 3 * MINUTE_MS, 1]);
  });

  it('are those where they say what we asked for, whichever of the two is read first', () => {
    const asked = buildMessage('out:1', { at: NOON, text: 'Your visit is on Friday. Reply YES to confirm.' });
    receive(2, 'YES');
    receive(3, 'thanks');
    expect(since()).toBe(NOON + 2 * MINUTE_MS);
    store.run('commitMessages', { messages: [asked], source: 'page' });
    expect([since(), waiting()]).toEqual([null, 0]);
    store.run('commitMessages', { messages: [{ ...asked, text: 'Shall we say Friday?' }], source: 'page' });
    receive(4, 'thanks again');
    expect(since()).toBe(NOON + 2 * MINUTE_MS);
  });

  it('are those that answer a text which only this computer knows', () => {
    store.run('createSend', { send: buildSend('asked', { createdAt: NOON, text: 'Reply YES to confirm.' }) });
    receive(1, 'Yes, thank you');
    expect(since()).toBeNull();
  });

  it('are those of a sender that cannot be texted', () => {
    const messages = [buildMessage('in:1', { phone: toPhoneKey('petsure'), text: 'Your claim has been approved.' })];
    store.run('commitChats', { chats: [buildChat(3, { phone: toPhoneKey('petsure') })] });
    store.run('commitMessages', { messages, source: 'page' });
    expect([find(3)?.lastText, find(3)?.waitingSince, waiting()]).toEqual(['Your claim has been approved.', null, 0]);
  });

  it('are not those with a picture, whatever stands beside it', () => {
    receive(1, 'ok', [PICTURE]);
    expect(since()).toBe(NOON + MINUTE_MS);
  });

  it('are those of which the user says so, until something new comes', () => {
    receive(1, 'Is it ready?');
    expect(say(false)).toMatchObject([{ chatId: 1, isReplyNeeded: true }]);
    expect(store.changes?.chatIds).toEqual([1]);
    expect([since(), waiting(), say(false)]).toEqual([null, 0, []]);
    receive(2, 'Thanks');
    expect(since()).toBeNull();
    receive(3, 'And when do you close?');
    expect(since()).toBe(NOON + 3 * MINUTE_MS);
  });

  it('need one all the same where the user says so, and say since when', () => {
    receive(1, 'Thanks');
    expect(say(true)).toMatchObject([{ chatId: 1, isReplyNeeded: false }]);
    expect(since()).toBe(NOON + MINUTE_MS);
    expect(say(false)).toHaveLength(1);
    expect(since()).toBeNull();
  });

  it('cannot need one where our word is the last', () => {
    receive(1, 'Is it ready?');
    store.run('createSend', { send: buildSend('answer', { createdAt: NOON + 5 * MINUTE_MS, phone: phoneOf(1) }) });
    expect([since(), say(true)]).toEqual([null, []]);
  });

  it('wait for nobody at the service', () => {
    receive(1, 'Is it ready?');
    say(false);
    expect(store.ask('listPendingActions', {})).toEqual([]);
  });
});
