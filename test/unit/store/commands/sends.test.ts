import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAppError } from '#shared/domain/app-error.ts';
import type { SendCheck } from '#shared/domain/sends.ts';
import { toChatId, toSendId } from '#shared/domain/ids.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { MINUTE_MS, NOON, buildChat, buildFile, buildMessage, buildSend, phoneOf } from '../builders.ts';

describe('sends', () => {
  let store: StoreInOneThread;
  beforeEach(() => {
    store = new StoreInOneThread();
    store.run('commitChats', { chats: [buildChat(1)] });
  });
  afterEach(() => store.close());

  const id = toSendId('abc');
  const thread = () => store.ask('listMessages', { chatId: toChatId(1), before: null, limit: 50 })?.items ?? [];
  const events = () =>
    store.owned.all<{ state: string; at: number; detail: string }>(
      'SELECT state, at, detail FROM send_events WHERE send_id = ? ORDER BY seq',
      [id],
    );

  it('come back as they were written', () => {
    const problem = { code: 'offline', detail: null, fields: { phone: ['odd'] }, at: NOON };
    const send = buildSend('abc', { from: 'KwikPet', createChat: true, problem, chatId: toChatId(1), sessionId: 4 });
    store.run('createSend', { send });
    expect(store.ask('findSend', { sendId: id })).toEqual(send);
    expect(store.changes).toMatchObject({ sendIds: ['abc'], chatIds: [1], messageChatIds: [1] });
  });

  it('take the words of the draft with them, in one commit, and leave what else is being written (STORE-26)', () => {
    const phone = phoneOf(1);
    const draft = (): string => store.ask('getDraft', { phone }).text;
    store.run('saveDraft', { phone, text: ' Text of abc\n', at: NOON });
    const twice = buildSend('abc', { files: [buildFile('not-there')] });
    expect(() => store.run('createSend', { send: twice })).toThrow();
    expect(draft()).toBe(' Text of abc\n');
    store.run('createSend', { send: buildSend('abc') });
    expect(draft()).toBe('');
    store.run('saveDraft', { phone, text: 'Something else', at: NOON });
    store.run('createSend', { send: buildSend('abd', { text: 'Sent again' }) });
    expect(draft()).toBe('Something else');
  });

  it('keep every change in the ledger, also after they were taken out (STORE-9)', () => {
    store.run('createSend', { send: buildSend('abc') });
    store.now = NOON + 1;
    store.run('updateSend', { sendId: id, patch: { state: 'sending', attempts: 1, attemptedAt: NOON + 1 } });
    store.now = NOON + 2;
    store.run('updateSend', { sendId: id, patch: { state: 'refused' } });
    store.now = NOON + 3;
    store.run('deleteSend', { sendId: id });
    expect(events().map(({ state, at }) => [state, at - NOON])).toEqual([
      ['queued', 0],
      ['sending', 1],
      ['refused', 2],
      ['discarded', 3],
    ]);
    expect(JSON.parse(events()[0]?.detail ?? '')).toMatchObject({ phone: phoneOf(1), text: 'Text of abc' });
    expect(thread()).toEqual([]);
  });

  it('change only what a patch names', () => {
    store.run('createSend', { send: buildSend('abc') });
    store.run('updateSend', { sendId: id, patch: { state: 'queued', dueAt: NOON + MINUTE_MS } });
    expect(store.ask('findSend', { sendId: id })).toEqual(buildSend('abc', { dueAt: NOON + MINUTE_MS }));
  });

  it('answer not-found to a change of what is not there, and nothing to taking it out', () => {
    const refused = (): unknown => store.run('updateSend', { sendId: id, patch: { state: 'queued' } });
    expect(refused).toThrow(expect.toSatisfy((error) => isAppError(error, 'not-found')));
    store.run('deleteSend', { sendId: id });
    expect(store.changes).toBeNull();
  });

  it('refuse a second send of the same id: nothing goes out twice', () => {
    store.run('createSend', { send: buildSend('abc') });
    expect(() => store.run('createSend', { send: buildSend('abc', { text: 'Other' }) })).toThrow();
    expect(store.ask('findSend', { sendId: id })?.text).toBe('Text of abc');
  });

  it('are listed by state in the order in which they were made', () => {
    for (const name of ['c', 'a', 'b']) store.run('createSend', { send: buildSend(name) });
    store.run('updateSend', { sendId: toSendId('a'), patch: { state: 'refused' } });
    const list = (...states: Parameters<typeof toStates>) =>
      store.ask('listSends', toStates(...states)).map((send) => send.id);
    expect([list('queued'), list('refused', 'queued'), list()]).toEqual([['c', 'b'], ['c', 'a', 'b'], []]);
  });

  it('stand below what was in the thread and in the order in which they were written, whatever the clock says', () => {
    store.run('commitMessages', { messages: [buildMessage('in:1', { at: NOON + MINUTE_MS })], source: 'page' });
    store.run('createSend', { send: buildSend('zzz') });
    store.run('createSend', { send: buildSend('aaa') });
    expect(thread().map((item) => item.key)).toEqual(['in:1', 'send:zzz', 'send:aaa']);
  });

  it('go to the end of the thread when a person sends them again, not when that happens by itself', () => {
    store.run('createSend', { send: buildSend('abc') });
    store.run('createSend', { send: buildSend('def') });
    store.run('updateSend', { sendId: id, patch: { state: 'sending' } });
    store.run('updateSend', { sendId: id, patch: { state: 'queued' } });
    expect(thread().map((item) => item.key)).toEqual(['send:abc', 'send:def']);
    store.run('updateSend', { sendId: id, patch: { state: 'refused' } });
    store.run('updateSend', { sendId: id, patch: { state: 'queued' } });
    expect(thread().map((item) => item.key)).toEqual(['send:def', 'send:abc']);
  });

  it('show state and problem in the thread', () => {
    const problem = { code: 'validation', detail: 'No', fields: {}, at: NOON };
    store.run('createSend', { send: buildSend('abc') });
    store.run('updateSend', { sendId: id, patch: { state: 'refused', problem, attempts: 1 } });
    expect(thread()[0]).toMatchObject({
      key: 'send:abc',
      mark: 'failed',
      letter: null,
      send: { id: 'abc', state: 'refused', attempts: 1, problem },
    });
  });

  describe('that leave', () => {
    const leave = (): void => store.run('updateSend', { sendId: id, patch: { state: 'sending', attempts: 1 } });
    const after = (): number | null | undefined => store.ask('findSend', { sendId: id })?.afterMessageId;
    const check: SendCheck = {
      ...{ lostAt: NOON, looks: 1, lastLookAt: NOON, nextLookAt: null, finding: 'not-there' },
      ...{ readBackTo: NOON, readSends: false, alike: [] },
    };

    const readFeed = (name: 'inbound' | 'outbound', headId: number): void => {
      const feed = { name, cursor: { headId, tailId: 1, isComplete: false, tailPage: 1 } };
      store.run('commitMessages', { messages: [], source: 'page', feed });
    };

    it('note how far the list of outbound messages was read then, whoever they went to', () => {
      readFeed('outbound', 7);
      readFeed('inbound', 900);
      store.run('createSend', { send: buildSend('abc') });
      expect(after()).toBeNull();
      leave();
      expect(after()).toBe(7);
      readFeed('outbound', 9);
      store.run('updateSend', { sendId: id, patch: { state: 'sending', attempts: 1 } });
      expect(after()).toBe(7);
      expect(JSON.parse(events()[1]?.detail ?? '')).toMatchObject({ state: 'sending', afterMessageId: 7 });
    });

    it('note no id of a call or a line of the log, which the service may count apart from messages', () => {
      readFeed('outbound', 7);
      const rows = (['call', 'log', 'note', 'text'] as const).map((kind, n) =>
        buildMessage(`out:${90_000 + n}`, { kind }),
      );
      store.run('commitMessages', { messages: rows, source: 'page' });
      store.run('createSend', { send: buildSend('abc') });
      leave();
      expect(after()).toBe(7);
    });

    it.each([0, null])('note nothing where none of that list is known (%j)', (headId) => {
      if (headId !== null) readFeed('outbound', headId);
      store.run('createSend', { send: buildSend('abc', { afterMessageId: 0 }) });
      expect(after()).toBe(0);
      leave();
      expect(after()).toBeNull();
    });

    it('forget the search for a former answer, which until then is shown and kept', () => {
      store.run('createSend', { send: buildSend('abc', { state: 'sending' }) });
      store.run('updateSend', { sendId: id, patch: { state: 'checking', check } });
      expect(store.ask('findSend', { sendId: id })?.check).toEqual(check);
      expect(thread()[0]?.send?.check).toEqual(check);
      store.run('updateSend', { sendId: id, patch: { state: 'queued' } });
      expect(store.ask('findSend', { sendId: id })?.check).toEqual(check);
      leave();
      expect(store.ask('findSend', { sendId: id })?.check).toBeNull();
    });

    it.each(['{', '{"lostAt":"soon"}', 'null'])('have no evidence where the disk has %s', (broken) => {
      store.run('createSend', { send: buildSend('abc', { state: 'checking', check }) });
      store.owned.run('UPDATE sends SET check_evidence = ?', [broken]);
      expect(store.ask('findSend', { sendId: id })?.check).toBeNull();
      expect(thread()[0]?.send?.check).toBeNull();
    });
  });

  it('tell which messages are theirs', () => {
    const accept = (name: string, messageId: number | null): void => {
      store.run('createSend', { send: buildSend(name) });
      store.run('updateSend', { sendId: toSendId(name), patch: { state: 'accepted', messageId } });
    };
    accept('abc', 50);
    accept('def', null);
    store.run('createSend', { send: buildSend('ghi') });
    expect(store.ask('listClaimed', { messageIds: [49, 50, 51] })).toEqual([50]);
  });

  it.each(['call', 'log', 'note'] as const)('take no %s for their message', (kind) => {
    store.run('createSend', { send: buildSend('abc', { text: 'Ready', sessionId: 4 }) });
    store.run('updateSend', { sendId: id, patch: { state: 'accepted' } });
    const rows = [buildMessage('out:50', { kind, text: 'Ready', sessionId: 4, at: NOON })];
    store.run('commitMessages', { messages: rows, source: 'page' });
    expect(store.ask('findSend', { sendId: id })).toMatchObject({ messageId: null });
  });

  it('take no message that was there before they left, whatever it says', () => {
    const cursor = { headId: 50, tailId: 1, isComplete: false, tailPage: 1 };
    store.run('commitMessages', { messages: [], source: 'page', feed: { name: 'outbound', cursor } });
    store.run('createSend', { send: buildSend('abc', { text: 'Ready' }) });
    store.run('updateSend', { sendId: id, patch: { state: 'sending', attemptedAt: NOON + 1 } });
    store.run('updateSend', { sendId: id, patch: { state: 'accepted' } });
    const page = [50, 51].map((n) => buildMessage(`out:${n}`, { at: NOON, text: 'Ready' }));
    store.run('commitMessages', { messages: page, source: 'page' });
    expect(store.ask('findSend', { sendId: id })).toMatchObject({ afterMessageId: 50, messageId: 51 });
  });

  describe('that were accepted', () => {
    const accept = (messageId: number | null): void => {
      store.run('createSend', { send: buildSend('abc') });
      store.run('updateSend', { sendId: id, patch: { state: 'accepted', acceptedAt: NOON, messageId } });
    };

    it('become a message under the same key, once (STORE-10)', () => {
      accept(50);
      expect(thread().map(({ key, mark }) => [key, mark])).toEqual([['send:abc', 'queued']]);
      store.run('commitAcceptedSend', { sendId: id });
      store.run('commitAcceptedSend', { sendId: id });
      expect(thread().map(({ key, mark }) => [key, mark])).toEqual([['send:abc', 'queued']]);
      const page = { messages: [buildMessage('out:50', { letter: 'd', price: 0.04 })], source: 'page' } as const;
      expect(store.run('commitMessages', page).newKeys).toEqual([]);
      expect(thread()).toMatchObject([{ key: 'send:abc', mark: 'delivered', price: 0.04, send: { id: 'abc' } }]);
      expect(store.ask('findChat', { chatId: toChatId(1), phone: null })).toMatchObject({ lastSendState: null });
    });

    it('do not overwrite the message when the service was quicker', () => {
      store.run('commitMessages', { messages: [buildMessage('out:50', { letter: 'd' })], source: 'page' });
      accept(50);
      store.run('commitAcceptedSend', { sendId: id });
      expect(thread()).toMatchObject([{ key: 'send:abc', mark: 'delivered', text: 'Text of out:50' }]);
    });

    it('stay a line of their own while nobody knows their message', () => {
      accept(null);
      store.run('commitAcceptedSend', { sendId: id });
      expect([thread().map(({ key, mark }) => [key, mark]), store.ask('countMessages', {})]).toEqual([
        [['send:abc', 'queued']],
        0,
      ]);
    });
  });
});

function toStates(...states: ('queued' | 'refused')[]): { readonly states: readonly ('queued' | 'refused')[] } {
  return { states };
}
