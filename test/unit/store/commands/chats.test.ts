import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toChatId, toContactId } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { MINUTE_MS, NOON, buildChat, buildContact, buildMessage, buildSend, phoneOf } from '../builders.ts';

describe('chats', () => {
  let store: StoreInOneThread;
  beforeEach(() => (store = new StoreInOneThread()));
  afterEach(() => store.close());

  const find = (id: number) => store.ask('findChat', { chatId: toChatId(id), phone: null });

  it('are written and reported only where they differ (STORE-6)', () => {
    store.run('commitChats', { chats: [buildChat(1), buildChat(2)] });
    const outcome = store.run('commitChats', { chats: [buildChat(1), buildChat(2, { unreadCount: 4 })] });
    expect(outcome.changedIds).toEqual([2]);
    expect(store.changes?.chatIds).toEqual([2]);
    expect(store.run('commitChats', { chats: [buildChat(1)] }).changedIds).toEqual([]);
    expect(store.changes).toBeNull();
  });

  it('show an action until the service has it, whatever page comes in between (STORE-7)', () => {
    store.run('commitChats', { chats: [buildChat(1, { unreadCount: 3 })] });
    const pending = store.act(1, { kind: 'read', isRead: true });
    expect(store.changes?.chatIds).toEqual([1]);
    expect(find(1)?.unreadCount).toBe(0);
    expect(store.run('commitChats', { chats: [buildChat(1, { unreadCount: 3 })] }).changedIds).toEqual([]);
    expect(find(1)?.unreadCount).toBe(0);
    store.run('finishActions', { actionIds: [pending ?? 0] });
    expect(find(1)?.unreadCount).toBe(0);
    store.run('commitChats', { chats: [buildChat(1, { unreadCount: 3 })] });
    expect(find(1)?.unreadCount).toBe(3);
  });

  it('keep the newest action of a kind only, under a new id', () => {
    store.run('commitChats', { chats: [buildChat(1, { unreadCount: 1 })] });
    const act = (isPinned: boolean) => store.act(1, { kind: 'pin', isPinned });
    const first = act(true);
    store.act(1, { kind: 'read', isRead: true });
    const second = act(false);
    expect(second).not.toBe(first);
    store.run('finishActions', { actionIds: [first ?? 0] });
    expect(store.ask('listPendingActions', {}).map(({ action }) => action)).toEqual([
      { kind: 'read', isRead: true },
      { kind: 'pin', isPinned: false },
    ]);
  });

  it('leave an act on a chat that is not there out, and write nothing', () => {
    expect(store.act(9, { kind: 'pin', isPinned: true })).toBeNull();
    expect([store.changes, store.ask('listPendingActions', {})]).toEqual([null, []]);
  });

  describe('that only this computer knows', () => {
    const phone = phoneOf(1);

    it('are made once for a number and are open at once', () => {
      const id = store.run('ensureChat', { phone, at: NOON });
      expect(id).toBeLessThan(0);
      expect(store.run('ensureChat', { phone, at: NOON + 1 })).toBe(id);
      expect(find(id)).toMatchObject({ phone, status: 'active', lastAt: NOON, lastText: '' });
    });

    it('take the name of the contact that has the number', () => {
      store.run('commitContacts', { contacts: [buildContact(1)] });
      expect(find(store.run('ensureChat', { phone, at: NOON }))?.name).toBe('Zoë Number 1');
    });

    it('give way to the real chat, with messages, draft, sends and actions (STORE-8)', () => {
      const id = store.run('ensureChat', { phone, at: NOON });
      store.run('createSend', { send: buildSend('abc') });
      store.run('saveDraft', { phone, text: 'next', at: NOON });
      store.act(id, { kind: 'pin', isPinned: true });
      expect(store.ask('listPendingActions', {})).toEqual([]);
      const { changedIds } = store.run('commitChats', { chats: [buildChat(77, { phone })] });
      expect(changedIds).toEqual([77, id]);
      expect(store.changes?.messageChatIds.toSorted()).toEqual([id, 77]);
      expect(find(77)).toMatchObject({ draft: 'next', lastText: 'Text of abc', isPinned: true });
      expect(store.ask('listPendingActions', {}).map(({ chatId }) => chatId)).toEqual([77]);
      expect(store.ask('countChats', {}).open).toBe(1);
    });

    it('lead to the real chat by their old id afterwards (STORE-8)', () => {
      const id = store.run('ensureChat', { phone, at: NOON });
      store.run('commitChats', { chats: [buildChat(77, { phone })] });
      expect(find(id)?.id).toBe(77);
      expect(store.ask('listMessages', { chatId: id, before: null, limit: 5 })?.items).toEqual([]);
      store.act(id, { kind: 'pin', isPinned: true });
      expect(store.ask('listPendingActions', {}).map(({ chatId }) => chatId)).toEqual([77]);
    });

    it('are made beside a deleted chat and not given up for it', () => {
      store.run('commitChats', { chats: [buildChat(77, { phone, status: 'deleted' })] });
      const id = store.run('ensureChat', { phone, at: NOON });
      expect(id).toBeLessThan(0);
      store.run('commitChats', { chats: [buildChat(77, { phone, status: 'deleted', unreadCount: 1 })] });
      expect(find(id)?.id).toBe(id);
    });

    it('that were deleted are not deleted at the service once somebody writes to the number again', () => {
      const id = store.run('ensureChat', { phone, at: NOON });
      store.act(id, { kind: 'pin', isPinned: true });
      store.act(id, { kind: 'status', status: 'deleted' });
      expect(store.run('ensureChat', { phone, at: NOON + MINUTE_MS })).toBe(id);
      expect(store.changes?.outbox).toBe(true);
      store.run('commitChats', { chats: [buildChat(77, { phone })] });
      expect(store.ask('listPendingActions', {}).map(({ chatId, action }) => [chatId, action.kind])).toEqual([
        [77, 'pin'],
      ]);
      expect(find(id)).toMatchObject({ id: 77, status: 'active', isPinned: true });
    });

    it('are not made for senders with letters', () => {
      expect(() => store.run('ensureChat', { phone: toPhoneKey('KwikPet'), at: NOON })).toThrow(/cannot be texted/);
    });

    it('take their last item from the first message, also when this clock is ahead', () => {
      const id = store.run('ensureChat', { phone, at: NOON + MINUTE_MS });
      store.run('commitMessages', { messages: [buildMessage('out:1')], source: 'page' });
      expect(find(id)).toMatchObject({ lastText: 'Text of out:1', lastAt: NOON });
    });
  });

  describe('and their last item', () => {
    it('is the newest message of either direction, never a note or a log line', () => {
      store.run('commitChats', { chats: [buildChat(1, { lastText: 'Summary', updatedAt: NOON })] });
      const messages = [
        buildMessage('in:1'),
        buildMessage('out:1', { at: NOON + MINUTE_MS, letter: 'r' }),
        buildMessage('out:2', { at: NOON + 2 * MINUTE_MS, kind: 'note' }),
        buildMessage('in:2', { at: NOON + 3 * MINUTE_MS, kind: 'log' }),
      ];
      store.run('commitMessages', { messages, source: 'page' });
      expect(find(1)).toMatchObject({ lastText: 'Text of out:1', lastDirection: 'out', lastMark: 'sent' });
    });

    it('is the summary of the service while that speaks of something later', () => {
      store.run('commitMessages', { messages: [buildMessage('in:1')], source: 'page' });
      const later = { updatedAt: NOON + MINUTE_MS, lastText: 'Later', lastDirection: 'in' } as const;
      store.run('commitChats', { chats: [buildChat(1, later)] });
      expect(find(1)).toMatchObject({ lastText: 'Later', lastAt: NOON + MINUTE_MS, lastMark: null });
      const message = buildMessage('in:2', { at: NOON + MINUTE_MS, text: 'Later, whole' });
      store.run('commitMessages', { messages: [message], source: 'page' });
      expect(find(1)?.lastText).toBe('Later, whole');
    });

    it('follows a letter that changes', () => {
      store.run('commitChats', { chats: [buildChat(1)] });
      store.run('commitMessages', { messages: [buildMessage('out:1', { letter: 'q' })], source: 'page' });
      store.run('commitMessages', { messages: [buildMessage('out:1', { letter: 'd' })], source: 'page' });
      expect(store.changes?.chatIds).toEqual([1]);
      expect(find(1)?.lastMark).toBe('delivered');
    });

    it('names calls by their direction', () => {
      store.run('commitChats', { chats: [buildChat(1)] });
      store.run('commitMessages', { messages: [buildMessage('in:1', { kind: 'call', text: '' })], source: 'page' });
      expect(find(1)?.lastDirection).toBe('call-in');
    });

    it('is a send that has not left, until a later message comes', () => {
      store.run('commitChats', { chats: [buildChat(1)] });
      store.run('createSend', { send: buildSend('abc') });
      expect(find(1)).toMatchObject({ lastText: 'Text of abc', lastMark: 'waiting', lastSendState: 'queued' });
      const message = buildMessage('in:1', { at: NOON + MINUTE_MS });
      store.run('commitMessages', { messages: [message], source: 'page' });
      expect(find(1)).toMatchObject({ lastText: 'Text of in:1', lastMark: null, lastSendState: null });
    });
  });

  it('are called by their contact, then by themselves, then by company, then by nothing', () => {
    const names = (): unknown => [1, 2, 3, 4].map((id) => find(id)?.name);
    store.run('commitChats', {
      chats: [
        buildChat(1, { contactId: toContactId(1), firstName: 'Old', lastName: 'Name' }),
        buildChat(2, { firstName: 'Only', lastName: 'Chat' }),
        buildChat(3, { company: 'Kwik Pet' }),
        buildChat(4),
      ],
    });
    expect(names()).toEqual(['Old Name', 'Only Chat', 'Kwik Pet', '']);
    store.run('commitContacts', { contacts: [buildContact(1, { firstName: 'New' })] });
    expect(store.changes).toMatchObject({ contactIds: [1], chatIds: [1] });
    expect(names()).toEqual(['New Number 1', 'Only Chat', 'Kwik Pet', '']);
  });
});
