import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toChatId } from '#shared/domain/ids.ts';
import { Bench } from '../bench.ts';
import { NOON, buildChat, buildContact, phoneOf } from '../builders.ts';

describe('a person who is blocked here (STORE-27)', () => {
  let bench: Bench;
  beforeEach(() => (bench = new Bench()));
  afterEach(() => bench.close());

  const block = (chatId: number, isBlocked = true): number | null => bench.act(chatId, { kind: 'block', isBlocked });
  const blockedOf = (id: number) => buildContact(id, { isBlocked: true });
  /** As the chat, the contact and the register say it. */
  const shown = (id = 1): unknown => [
    bench.ask('findChat', { chatId: toChatId(id), phone: null })?.isBlocked,
    bench.ask('findContact', { contactId: null, phone: phoneOf(id) })?.isBlocked ?? null,
    bench.ask('listRowIds', { name: 'blocked' }).length > 0,
  ];

  it.each([null, false])('is so in the chat, the contact (which said %s) and the register at once', (isBlocked) => {
    bench.run('commitContacts', { contacts: [buildContact(1, { isBlocked })] });
    bench.run('commitChats', { chats: [buildChat(1), buildChat(2, { phone: phoneOf(1), status: 'closed' })] });
    block(1);
    expect(shown()).toEqual([true, true, true]);
    expect(bench.changes).toMatchObject({ chatIds: [1, 2], contactIds: [1], outbox: true });
    expect(bench.ask('listRowIds', { name: 'blocked' })).toEqual([1]);
    expect(block(1)).toBeNull();
    expect(block(2)).toBeNull();
    block(2, false);
    expect(shown()).toEqual([false, false, false]);
    expect(bench.ask('listPendingActions', {}).map(({ chatId, action }) => [chatId, action])).toEqual([
      [2, { kind: 'block', isBlocked: false }],
    ]);
  });

  it('is so without a contact too, until the service names the one that it made', () => {
    bench.run('commitChats', { chats: [buildChat(1)] });
    const id = block(1) ?? 0;
    expect(shown()).toEqual([true, null, true]);
    bench.run('finishActions', { actionIds: [id] });
    bench.run('commitRows', { name: 'blocked', rows: [blockedOf(1)] });
    const [own = 0] = bench.ask('listRowIds', { name: 'blocked' }).filter((one) => one < 0);
    bench.run('removeRows', { name: 'blocked', ids: [own] });
    bench.run('commitRows', { name: 'blocked', rows: [blockedOf(1)] });
    bench.run('commitChats', { chats: [buildChat(1)] });
    expect(shown()).toEqual([true, true, true]);
  });

  it('stays in the register of the service when the line goes that stood in for it', () => {
    bench.run('commitChats', { chats: [buildChat(1)] });
    const id = block(1) ?? 0;
    bench.run('finishActions', { actionIds: [id] });
    bench.run('commitChats', { chats: [buildChat(1, { isBlocked: true })] });
    bench.run('commitRows', { name: 'blocked', rows: [blockedOf(1)] });
    const [own = 0] = bench.ask('listRowIds', { name: 'blocked' }).filter((one) => one < 0);
    expect(own).toBeLessThan(0);
    bench.run('removeRows', { name: 'blocked', ids: [own] });
    expect(bench.ask('listRowIds', { name: 'blocked' })).toEqual([1]);
    expect(shown()).toEqual([true, true, true]);
  });

  it('stays so whatever the service says that knew it before (STORE-7)', () => {
    bench.run('commitContacts', { contacts: [buildContact(1)] });
    bench.run('commitChats', { chats: [buildChat(1)] });
    block(1);
    bench.run('commitChats', { chats: [buildChat(1, { lastText: 'Anew' })] });
    bench.run('commitContacts', { contacts: [buildContact(1, { firstName: 'Anew' })] });
    bench.run('removeRows', { name: 'blocked', ids: [1] });
    expect(shown()).toEqual([true, true, true]);
  });

  it('is let through whatever the service says that knew it before (STORE-7)', () => {
    bench.run('commitContacts', { contacts: [blockedOf(1)] });
    bench.run('commitChats', { chats: [buildChat(1, { isBlocked: true })] });
    bench.run('commitRows', { name: 'blocked', rows: [blockedOf(1)] });
    block(1, false);
    bench.run('commitChats', { chats: [buildChat(1, { isBlocked: true, lastText: 'Anew' })] });
    bench.run('commitRows', { name: 'blocked', rows: [blockedOf(1)] });
    bench.run('commitContacts', { contacts: [blockedOf(1)] });
    expect(shown()).toEqual([false, false, false]);
  });

  it('is shown as before when the service refuses, though no chat says so', () => {
    bench.run('commitContacts', { contacts: [buildContact(1)] });
    bench.run('commitChats', { chats: [buildChat(1)] });
    bench.run('finishActions', { actionIds: [block(1) ?? 0], isRefused: true });
    expect(shown()).toEqual([false, false, false]);
    bench.run('finishActions', { actionIds: [block(1) ?? 0] });
    bench.run('finishActions', { actionIds: [block(1, false) ?? 0], isRefused: true });
    expect(shown()).toEqual([true, true, true]);
  });

  it('is so after a crash, and let through after one', () => {
    bench.run('commitContacts', { contacts: [buildContact(1)] });
    bench.run('commitChats', { chats: [buildChat(1)] });
    for (const isBlocked of [true, false]) {
      const action = { kind: 'block', isBlocked } as const;
      bench.crashIn('applyActions', { chatIds: [toChatId(1)], action, at: NOON, dueAt: NOON });
      expect(shown()).toEqual([isBlocked, isBlocked, isBlocked]);
    }
  });

  it('is so in a cache that is read anew, before the service knows of it (STORE-7)', () => {
    bench.run('commitChats', { chats: [buildChat(1)] });
    block(1);
    for (const table of ['chats', 'blocked_contacts']) bench.cache.run(`DELETE FROM ${table}`);
    bench.reopen();
    bench.run('commitChats', { chats: [buildChat(1)] });
    expect(shown()).toEqual([true, null, true]);
  });

  it('is so whatever newer rows of the chat say before the service was told (STORE-7)', () => {
    for (const isBlocked of [true, false, true]) {
      bench.run('commitChats', { chats: [buildChat(1, { isBlocked })] });
      block(1);
    }
    bench.run('commitChats', { chats: [buildChat(1, { isBlocked: false })] });
    expect(shown()).toEqual([true, null, true]);
  });

  it('may be a sender with letters, which is no number', () => {
    const phone = 'kwikpet' as ReturnType<typeof phoneOf>;
    bench.run('commitChats', { chats: [buildChat(1, { phone })] });
    block(1);
    expect(bench.ask('findChat', { chatId: toChatId(1), phone: null })?.isBlocked).toBe(true);
    block(1, false);
    expect(bench.ask('findChat', { chatId: toChatId(1), phone: null })?.isBlocked).toBe(false);
  });
});
