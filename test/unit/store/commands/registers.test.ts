import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toChatId } from '#shared/domain/ids.ts';
import type { Unsubscriber } from '#shared/domain/unsubscribers.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { NOON, buildChat, buildContact, phoneOf } from '../builders.ts';

let store: StoreInOneThread;
beforeEach(() => (store = new StoreInOneThread()));
afterEach(() => store.close());

const findChat = (id: number) => store.ask('findChat', { chatId: toChatId(id), phone: null });
const findContact = (contactId: number) => store.ask('findContact', { contactId, phone: null });
const listOpen = () =>
  store.ask('listChats', {
    scope: { shelf: 'open', marks: [], listId: null },
    sort: 'newest',
    offset: 0,
    limit: 9,
    todayAt: 0,
    yesterdayAt: 0,
    now: NOON,
  }).rows;
const blockedOf = (id: number, isBlocked: boolean | null = true) => buildContact(id, { isBlocked });
const unsubscriber = (id: number): Unsubscriber => ({
  ...{ id, phone: phoneOf(id), firstName: '', lastName: '', unsubscribedAt: NOON },
});

describe('the register of blocked contacts', () => {
  it('shows a chat as blocked that does not know it itself, and goes on doing so when the chat is read again', () => {
    store.run('commitChats', { chats: [buildChat(1), buildChat(2)] });
    store.run('commitRows', { name: 'blocked', rows: [blockedOf(1)] });
    expect(store.changes?.chatIds).toContain(1);
    expect([findChat(1)?.isBlocked, findChat(2)?.isBlocked]).toEqual([true, false]);
    store.run('commitChats', { chats: [buildChat(1)] });
    expect(store.changes).toBeNull();
    expect(listOpen().map(({ id, isBlocked }) => [id, isBlocked])).toEqual([
      [1, true],
      [2, false],
    ]);
  });

  it('decides about a contact that does not say whether it is blocked, and about no other', () => {
    store.run('commitContacts', { contacts: [blockedOf(1, null), blockedOf(2, null), blockedOf(3, false)] });
    store.run('commitRows', { name: 'blocked', rows: [blockedOf(1)] });
    expect([1, 2, 3].map((id) => findContact(id)?.isBlocked)).toEqual([true, false, false]);
    store.run('commitContacts', { contacts: [blockedOf(1, null)] });
    expect(findContact(1)?.isBlocked).toBe(true);
    store.run('removeRows', { name: 'blocked', ids: [1] });
    expect(store.changes?.contactIds).toEqual([1]);
    expect(findContact(1)?.isBlocked).toBe(false);
  });

  it('is newer than a contact that said no before, and older than one that says no afterwards', () => {
    store.run('commitContacts', { contacts: [blockedOf(1, false)] });
    store.run('commitRows', { name: 'blocked', rows: [blockedOf(1)] });
    expect(findContact(1)?.isBlocked).toBe(true);
    store.run('commitContacts', { contacts: [blockedOf(1, false)] });
    expect(findContact(1)?.isBlocked).toBe(false);
    expect(store.ask('listRowIds', { name: 'blocked' })).toEqual([]);
  });

  it('keeps a contact that no list of contacts shows', () => {
    store.run('commitRows', { name: 'blocked', rows: [blockedOf(1)] });
    expect(findContact(1)).toMatchObject({ isBlocked: true, phone: phoneOf(1) });
    expect(store.ask('listRowIds', { name: 'contacts' })).toEqual([1]);
  });

  it('gives way to a chat that was blocked and is not any more', () => {
    store.run('commitChats', { chats: [buildChat(1, { isBlocked: true })] });
    store.run('commitRows', { name: 'blocked', rows: [blockedOf(1)] });
    store.run('commitChats', { chats: [buildChat(1, { isBlocked: false })] });
    expect(findChat(1)?.isBlocked).toBe(false);
  });

  it('frees a chat at once that still says it is blocked, until it is read again', () => {
    store.run('commitChats', { chats: [buildChat(1, { isBlocked: true })] });
    store.run('commitRows', { name: 'blocked', rows: [blockedOf(1)] });
    store.run('removeRows', { name: 'blocked', ids: [1] });
    expect(store.changes?.chatIds).toEqual([1]);
    expect(findChat(1)?.isBlocked).toBe(false);
    store.run('commitChats', { chats: [buildChat(1, { isBlocked: true })] });
    expect(findChat(1)?.isBlocked).toBe(true);
  });

  it('says nothing that it said before (STORE-6)', () => {
    store.run('commitRows', { name: 'blocked', rows: [blockedOf(1)] });
    store.run('commitRows', { name: 'blocked', rows: [blockedOf(1)] });
    expect(store.changes).toBeNull();
  });

  it('loses a contact that is gone', () => {
    store.run('commitChats', { chats: [buildChat(1)] });
    store.run('commitRows', { name: 'blocked', rows: [blockedOf(1)] });
    store.run('removeRows', { name: 'contacts', ids: [1] });
    expect(findChat(1)?.isBlocked).toBe(false);
  });
});

describe('the register of unsubscribed numbers', () => {
  it('shows a chat as unsubscribed that does not know it itself, until the number is taken out', () => {
    store.run('commitChats', { chats: [buildChat(1), buildChat(2)] });
    store.run('commitRows', { name: 'unsubscribers', rows: [unsubscriber(1)] });
    expect(store.changes?.chatIds).toEqual([1]);
    store.run('commitChats', { chats: [buildChat(1)] });
    expect([findChat(1)?.isUnsubscribed, findChat(2)?.isUnsubscribed]).toEqual([true, false]);
    store.run('removeRows', { name: 'unsubscribers', ids: [1] });
    expect(findChat(1)?.isUnsubscribed).toBe(false);
  });

  it('says since when a chat is unsubscribed, and nothing of one that is not', () => {
    store.run('commitChats', { chats: [buildChat(1, { isUnsubscribed: true }), buildChat(2)] });
    expect(findChat(1)?.optedOutAt).toBeNull();
    store.run('commitRows', { name: 'unsubscribers', rows: [unsubscriber(1)] });
    expect(store.changes?.chatIds).toEqual([1]);
    expect([findChat(1)?.optedOutAt, findChat(2)?.optedOutAt]).toEqual([NOON, null]);
    store.run('removeRows', { name: 'unsubscribers', ids: [1] });
    expect(findChat(1)?.optedOutAt).toBeNull();
  });

  it('gives way to a chat that was unsubscribed and is not any more', () => {
    store.run('commitChats', { chats: [buildChat(1, { isUnsubscribed: true })] });
    store.run('commitRows', { name: 'unsubscribers', rows: [unsubscriber(1)] });
    store.run('commitChats', { chats: [buildChat(1)] });
    expect(findChat(1)?.isUnsubscribed).toBe(false);
    expect(store.ask('listRowIds', { name: 'unsubscribers' })).toEqual([]);
  });

  it('frees a chat at once that still says it is unsubscribed, until it is read again', () => {
    store.run('commitChats', { chats: [buildChat(1, { isUnsubscribed: true })] });
    store.run('commitRows', { name: 'unsubscribers', rows: [unsubscriber(1)] });
    store.run('removeRows', { name: 'unsubscribers', ids: [1] });
    expect(findChat(1)?.isUnsubscribed).toBe(false);
  });
});
