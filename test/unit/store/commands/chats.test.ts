import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toChatId, toContactId } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { Bench } from '../bench.ts';
import { MINUTE_MS, NOON, buildChat, buildContact, buildMessage, buildSend, phoneOf } from '../builders.ts';

describe('chats', () => {
  let bench: Bench;
  beforeEach(() => (bench = new Bench()));
  afterEach(() => bench.close());

  const find = (id: number) => bench.ask('findChat', { chatId: toChatId(id), phone: null });

  it('are written and reported only where they differ (STORE-6)', () => {
    bench.run('commitChats', { chats: [buildChat(1), buildChat(2)] });
    const outcome = bench.run('commitChats', { chats: [buildChat(1), buildChat(2, { unreadCount: 4 })] });
    expect(outcome.changedIds).toEqual([2]);
    expect(bench.changes?.chatIds).toEqual([2]);
    expect(bench.run('commitChats', { chats: [buildChat(1)] }).changedIds).toEqual([]);
    expect(bench.changes).toBeNull();
  });

  it('show an action until the service has it, whatever page comes in between (STORE-7)', () => {
    bench.run('commitChats', { chats: [buildChat(1, { unreadCount: 3 })] });
    const pending = bench.act(1, { kind: 'read', isRead: true });
    expect(bench.changes?.chatIds).toEqual([1]);
    expect(find(1)?.unreadCount).toBe(0);
    expect(bench.run('commitChats', { chats: [buildChat(1, { unreadCount: 3 })] }).changedIds).toEqual([]);
    expect(find(1)?.unreadCount).toBe(0);
    bench.run('finishActions', { actionIds: [pending ?? 0] });
    expect(find(1)?.unreadCount).toBe(0);
    bench.run('commitChats', { chats: [buildChat(1, { unreadCount: 3 })] });
    expect(find(1)?.unreadCount).toBe(3);
  });

  it('keep the newest action of a kind only, under a new id', () => {
    bench.run('commitChats', { chats: [buildChat(1, { unreadCount: 1 })] });
    const act = (isPinned: boolean) => bench.act(1, { kind: 'pin', isPinned });
    const first = act(true);
    bench.act(1, { kind: 'read', isRead: true });
    const second = act(false);
    expect(second).not.toBe(first);
    bench.run('finishActions', { actionIds: [first ?? 0] });
    expect(bench.ask('listPendingActions', {}).map(({ action }) => action)).toEqual([
      { kind: 'read', isRead: true },
      { kind: 'pin', isPinned: false },
    ]);
  });

  it('leave an act on a chat that is not there out, and write nothing', () => {
    expect(bench.act(9, { kind: 'pin', isPinned: true })).toBeNull();
    expect([bench.changes, bench.ask('listPendingActions', {})]).toEqual([null, []]);
  });

  describe('that only this computer knows', () => {
    const phone = phoneOf(1);

    it('are made once for a number and are open at once', () => {
      const id = bench.run('ensureChat', { phone, at: NOON });
      expect(id).toBeLessThan(0);
      expect(bench.run('ensureChat', { phone, at: NOON + 1 })).toBe(id);
      expect(find(id)).toMatchObject({ phone, status: 'active', lastAt: NOON, lastText: '' });
    });

    it('take the name of the contact that has the number', () => {
      bench.run('commitContacts', { contacts: [buildContact(1)] });
      expect(find(bench.run('ensureChat', { phone, at: NOON }))?.name).toBe('Zoë Number 1');
    });

    it('give way to the real chat, with messages, draft, sends and actions (STORE-8)', () => {
      const id = bench.run('ensureChat', { phone, at: NOON });
      bench.run('createSend', { send: buildSend('abc') });
      bench.run('saveDraft', { phone, text: 'next', at: NOON });
      bench.act(id, { kind: 'pin', isPinned: true });
      expect(bench.ask('listPendingActions', {})).toEqual([]);
      const { changedIds } = bench.run('commitChats', { chats: [buildChat(77, { phone })] });
      expect(changedIds).toEqual([77, id]);
      expect(bench.changes?.messageChatIds.toSorted()).toEqual([id, 77]);
      expect(find(77)).toMatchObject({ draft: 'next', lastText: 'Text of abc', isPinned: true });
      expect(bench.ask('listPendingActions', {}).map(({ chatId }) => chatId)).toEqual([77]);
      expect(bench.ask('countChats', {}).open).toBe(1);
    });

    it('lead to the real chat by their old id afterwards (STORE-8)', () => {
      const id = bench.run('ensureChat', { phone, at: NOON });
      bench.run('commitChats', { chats: [buildChat(77, { phone })] });
      expect(find(id)?.id).toBe(77);
      expect(bench.ask('listMessages', { chatId: id, before: null, limit: 5 })?.items).toEqual([]);
      bench.act(id, { kind: 'pin', isPinned: true });
      expect(bench.ask('listPendingActions', {}).map(({ chatId }) => chatId)).toEqual([77]);
    });

    it('are made beside a deleted chat and not given up for it', () => {
      bench.run('commitChats', { chats: [buildChat(77, { phone, status: 'deleted' })] });
      const id = bench.run('ensureChat', { phone, at: NOON });
      expect(id).toBeLessThan(0);
      bench.run('commitChats', { chats: [buildChat(77, { phone, status: 'deleted', unreadCount: 1 })] });
      expect(find(id)?.id).toBe(id);
    });

    it('that were deleted are not deleted at the service once somebody writes to the number again', () => {
      const id = bench.run('ensureChat', { phone, at: NOON });
      bench.act(id, { kind: 'pin', isPinned: true });
      bench.act(id, { kind: 'status', status: 'deleted' });
      expect(bench.run('ensureChat', { phone, at: NOON + MINUTE_MS })).toBe(id);
      expect(bench.changes?.outbox).toBe(true);
      bench.run('commitChats', { chats: [buildChat(77, { phone })] });
      expect(bench.ask('listPendingActions', {}).map(({ chatId, action }) => [chatId, action.kind])).toEqual([
        [77, 'pin'],
      ]);
      expect(find(id)).toMatchObject({ id: 77, status: 'active', isPinned: true });
    });

    it('are not made for senders with letters', () => {
      expect(() => bench.run('ensureChat', { phone: toPhoneKey('KwikPet'), at: NOON })).toThrow(/Nobody can write/);
    });

    it('take their last item from the first message, also when this clock is ahead', () => {
      const id = bench.run('ensureChat', { phone, at: NOON + MINUTE_MS });
      bench.run('commitMessages', { messages: [buildMessage('out:1')], source: 'page' });
      expect(find(id)).toMatchObject({ lastText: 'Text of out:1', lastAt: NOON });
    });
  });

  describe('and their last item', () => {
    it('is the newest message of either direction, never a note or a log line', () => {
      bench.run('commitChats', { chats: [buildChat(1, { lastText: 'Summary', updatedAt: NOON })] });
      const messages = [
        buildMessage('in:1'),
        buildMessage('out:1', { at: NOON + MINUTE_MS, letter: 'r' }),
        buildMessage('out:2', { at: NOON + 2 * MINUTE_MS, kind: 'note' }),
        buildMessage('in:2', { at: NOON + 3 * MINUTE_MS, kind: 'log' }),
      ];
      bench.run('commitMessages', { messages, source: 'page' });
      expect(find(1)).toMatchObject({ lastText: 'Text of out:1', lastDirection: 'out', lastMark: 'sent' });
    });

    it('is the summary of the service while that speaks of something later', () => {
      bench.run('commitMessages', { messages: [buildMessage('in:1')], source: 'page' });
      const later = { updatedAt: NOON + MINUTE_MS, lastText: 'Later', lastDirection: 'in' } as const;
      bench.run('commitChats', { chats: [buildChat(1, later)] });
      expect(find(1)).toMatchObject({ lastText: 'Later', lastAt: NOON + MINUTE_MS, lastMark: null });
      const message = buildMessage('in:2', { at: NOON + MINUTE_MS, text: 'Later, whole' });
      bench.run('commitMessages', { messages: [message], source: 'page' });
      expect(find(1)?.lastText).toBe('Later, whole');
    });

    it('follows a letter that changes', () => {
      bench.run('commitChats', { chats: [buildChat(1)] });
      bench.run('commitMessages', { messages: [buildMessage('out:1', { letter: 'q' })], source: 'page' });
      bench.run('commitMessages', { messages: [buildMessage('out:1', { letter: 'd' })], source: 'page' });
      expect(bench.changes?.chatIds).toEqual([1]);
      expect(find(1)?.lastMark).toBe('delivered');
    });

    it('names calls by their direction', () => {
      bench.run('commitChats', { chats: [buildChat(1)] });
      bench.run('commitMessages', { messages: [buildMessage('in:1', { kind: 'call', text: '' })], source: 'page' });
      expect(find(1)?.lastDirection).toBe('call-in');
    });

    it('is a send that has not left, until a later message comes', () => {
      bench.run('commitChats', { chats: [buildChat(1)] });
      bench.run('createSend', { send: buildSend('abc') });
      expect(find(1)).toMatchObject({ lastText: 'Text of abc', lastMark: 'waiting', lastSendState: 'queued' });
      const message = buildMessage('in:1', { at: NOON + MINUTE_MS });
      bench.run('commitMessages', { messages: [message], source: 'page' });
      expect(find(1)).toMatchObject({ lastText: 'Text of in:1', lastMark: null, lastSendState: null });
    });
  });

  it('are called by their contact, then by themselves, then by company, then by nothing', () => {
    const names = (): unknown => [1, 2, 3, 4].map((id) => find(id)?.name);
    bench.run('commitChats', {
      chats: [
        buildChat(1, { contactId: toContactId(1), firstName: 'Old', lastName: 'Name' }),
        buildChat(2, { firstName: 'Only', lastName: 'Chat' }),
        buildChat(3, { company: 'Kwik Pet' }),
        buildChat(4),
      ],
    });
    expect(names()).toEqual(['Old Name', 'Only Chat', 'Kwik Pet', '']);
    bench.run('commitContacts', { contacts: [buildContact(1, { firstName: 'New' })] });
    expect(bench.changes).toMatchObject({ contactIds: [1], chatIds: [1] });
    expect(names()).toEqual(['New Number 1', 'Only Chat', 'Kwik Pet', '']);
  });
});
