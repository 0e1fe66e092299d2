import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toChatId } from '#shared/domain/ids.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { NOON, buildChat, buildContact, phoneOf } from '../builders.ts';

describe('a person who is blocked here (STORE-27)', () => {
  let store: StoreInOneThread;
  beforeEach(() => (store = new StoreInOneThread()));
  afterEach(() => store.close());

  const block = (chatId: number, isBlocked = true): number | null => store.act(chatId, { kind: 'block', isBlocked });
  const blockedOf = (id: number) => buildContact(id, { isBlocked: true });
  /** As the chat, the contact and the register say it. */
  const shown = (id = 1): unknown => [
    store.ask('findChat', { chatId: toChatId(id), phone: null })?.isBlocked,
    store.ask('findContact', { contactId: null, phone: phoneOf(id) })?.isBlocked ?? null,
    store.ask('listRowIds', { name: 'blocked' }).length > 0,
  ];

  it.each([null, false])('is so in the chat, the contact (which said %s) and the register at once', (isBlocked) => {
    store.run('commitContacts', { contacts: [buildContact(1, { isBlocked })] });
    store.run('commitChats', { chats: [buildChat(1), buildChat(2, { phone: phoneOf(1), status: 'closed' })] });
    block(1);
    expect(shown()).toEqual([true, true, true]);
    expect(store.changes).toMatchObject({ chatIds: [1, 2], contactIds: [1], outbox: true });
    expect(store.ask('listRowIds', { name: 'blocked' })).toEqual([1]);
    expect(block(1)).toBeNull();
    expect(block(2)).toBeNull();
    block(2, false);
    expect(shown()).toEqual([false, false, false]);
    expect(store.ask('listPendingActions', {}).map(({ chatId, action }) => [chatId, action])).toEqual([
      [2, { kind: 'block', isBlocked: false }],
    ]);
  });

  it('is so without a contact too, until the service names the one that it made', () => {
    store.run('commitChats', { chats: [buildChat(1)] });
    const id = block(1) ?? 0;
    expect(shown()).toEqual([true, null, true]);
    store.run('finishActions', { actionIds: [id] });
    store.run('commitRows', { name: 'blocked', rows: [blockedOf(1)] });
    const [own = 0] = store.ask('listRowIds', { name: 'blocked' }).filter((one) => one < 0);
    store.run('removeRows', { name: 'blocked', ids: [own] });
    store.run('commitRows', { name: 'blocked', rows: [blockedOf(1)] });
    store.run('commitChats', { chats: [buildChat(1)] });
    expect(shown()).toEqual([true, true, true]);
  });

  it('stays in the register of the service when the line goes that stood in for it', () => {
    store.run('commitChats', { chats: [buildChat(1)] });
    const id = block(1) ?? 0;
    store.run('finishActions', { actionIds: [id] });
    store.run('commitChats', { chats: [buildChat(1, { isBlocked: true })] });
    store.run('commitRows', { name: 'blocked', rows: [blockedOf(1)] });
    const [own = 0] = store.ask('listRowIds', { name: 'blocked' }).filter((one) => one < 0);
    expect(own).toBeLessThan(0);
    store.run('removeRows', { name: 'blocked', ids: [own] });
    expect(store.ask('listRowIds', { name: 'blocked' })).toEqual([1]);
    expect(shown()).toEqual([true, true, true]);
  });

  it('stays so whatever the service says that knew it before (STORE-7)', () => {
    store.run('commitContacts', { contacts: [buildContact(1)] });
    store.run('commitChats', { chats: [buildChat(1)] });
    block(1);
    store.run('commitChats', { chats: [buildChat(1, { lastText: 'Anew' })] });
    store.run('commitContacts', { contacts: [buildContact(1, { firstName: 'Anew' })] });
    store.run('removeRows', { name: 'blocked', ids: [1] });
    expect(shown()).toEqual([true, true, true]);
  });

  it('is let through whatever the service says that knew it before (STORE-7)', () => {
    store.run('commitContacts', { contacts: [blockedOf(1)] });
    store.run('commitChats', { chats: [buildChat(1, { isBlocked: true })] });
    store.run('commitRows', { name: 'blocked', rows: [blockedOf(1)] });
    block(1, false);
    store.run('commitChats', { chats: [buildChat(1, { isBlocked: true, lastText: 'Anew' })] });
    store.run('commitRows', { name: 'blocked', rows: [blockedOf(1)] });
    store.run('commitContacts', { contacts: [blockedOf(1)] });
    expect(shown()).toEqual([false, false, false]);
  });

  it('is shown as before when the service refuses, though no chat says so', () => {
    store.run('commitContacts', { contacts: [buildContact(1)] });
    store.run('commitChats', { chats: [buildChat(1)] });
    store.run('finishActions', { actionIds: [block(1) ?? 0], isRefused: true });
    expect(shown()).toEqual([false, false, false]);
    store.run('finishActions', { actionIds: [block(1) ?? 0] });
    store.run('finishActions', { actionIds: [block(1, false) ?? 0], isRefused: true });
    expect(shown()).toEqual([true, true, true]);
  });

  it('is so after a crash, and let through after one', () => {
    store.run('commitContacts', { contacts: [buildContact(1)] });
    store.run('commitChats', { chats: [buildChat(1)] });
    for (const isBlocked of [true, false]) {
      const action = { kind: 'block', isBlocked } as const;
      store.crashIn('applyActions', { chatIds: [toChatId(1)], action, at: NOON, dueAt: NOON });
      expect(shown()).toEqual([isBlocked, isBlocked, isBlocked]);
    }
  });

  it('is so in a cache that is read anew, before the service knows of it (STORE-7)', () => {
    store.run('commitChats', { chats: [buildChat(1)] });
    block(1);
    for (const table of ['chats', 'blocked_contacts']) store.cache.run(`DELETE FROM ${table}`);
    store.reopen();
    store.run('commitChats', { chats: [buildChat(1)] });
    expect(shown()).toEqual([true, null, true]);
  });

  it('is so whatever newer rows of the chat say before the service was told (STORE-7)', () => {
    for (const isBlocked of [true, false, true]) {
      store.run('commitChats', { chats: [buildChat(1, { isBlocked })] });
      block(1);
    }
    store.run('commitChats', { chats: [buildChat(1, { isBlocked: false })] });
    expect(shown()).toEqual([true, null, true]);
  });

  it('may be a sender with letters, which is no number', () => {
    const phone = 'kwikpet' as ReturnType<typeof phoneOf>;
    store.run('commitChats', { chats: [buildChat(1, { phone })] });
    block(1);
    expect(store.ask('findChat', { chatId: toChatId(1), phone: null })?.isBlocked).toBe(true);
    block(1, false);
    expect(store.ask('findChat', { chatId: toChatId(1), phone: null })?.isBlocked).toBe(false);
  });
});
