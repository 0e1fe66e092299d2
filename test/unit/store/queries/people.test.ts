import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toMediaId } from '#main/store/core/media-id.ts';
import { toContactId, toListId } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { buildAccount, buildChat, buildContact, buildList, phoneOf } from '../builders.ts';

describe('people', () => {
  let store: StoreInOneThread;
  beforeEach(() => (store = new StoreInOneThread()));
  afterEach(() => store.close());

  const suggest = (query: string, limit = 9) =>
    store.ask('suggestPeople', { query, limit }).map((person) => person.name || person.phone);

  function commitPeople(): void {
    const names: [string, string, string][] = [
      ['Zoë', 'Ångström', ''],
      ['Anzoe', 'Field', ''],
      ['Kim', 'Zoellick', ''],
      ['', '', 'Kwik Pet 50%'],
    ];
    store.run('commitContacts', {
      contacts: names.map(([firstName, lastName, company], index) =>
        buildContact(index + 1, { firstName, lastName, company }),
      ),
    });
    store.run('commitChats', { chats: [buildChat(9), buildChat(10, { phone: toPhoneKey('KwikSender') })] });
  }

  it('are found by any part of a name without accents, best fit first', () => {
    commitPeople();
    expect(suggest('ZOE')).toEqual(['Zoë Ångström', 'Kim Zoellick', 'Anzoe Field']);
    expect(suggest('ångst')).toEqual(['Zoë Ångström']);
    expect(suggest('field anz')).toEqual(['Anzoe Field']);
    expect(suggest('zoe', 1)).toEqual(['Zoë Ångström']);
  });

  it('are found by one or two characters, those with a word that begins so first', () => {
    commitPeople();
    expect(suggest('z')).toEqual(['Zoë Ångström', 'Kim Zoellick', 'Anzoe Field']);
    expect(suggest('ld')).toEqual(['Anzoe Field']);
    expect(suggest('an')).toEqual(['Anzoe Field', 'Zoë Ångström']);
    expect(suggest('kw')).toEqual(['Kwik Pet 50%']);
  });

  it('whose script puts the family name first are shown so, and found with the space or without', () => {
    store.run('commitContacts', {
      contacts: [
        buildContact(1, { firstName: '小龙', lastName: '李', company: '' }),
        buildContact(2, { firstName: '민준', lastName: '김', company: '' }),
      ],
    });
    expect(['李小龙', '李 小龙', '小龙', '李', '김민준'].map((query) => suggest(query))).toEqual([
      ...Array<string[]>(4).fill(['李 小龙']),
      ['김 민준'],
    ]);
    expect(store.ask('findContact', { contactId: 1, phone: null })?.name).toBe('李 小龙');
  });

  it('are found by digits in any spelling of the number, also as dialled at home', () => {
    commitPeople();
    expect(phoneOf(9)).toBe('447700900009');
    const spellings = ['447700900009', '+44 7700 900009', '07700 900009', '(07700) 900-009', '900009'];
    expect(spellings.map((spelling) => suggest(spelling))).toEqual(spellings.map(() => [phoneOf(9)]));
    expect(suggest('09')).toContain(phoneOf(9));
  });

  it('are never senders that nobody can write to', () => {
    commitPeople();
    expect([suggest('kwiks'), suggest('sender')]).toEqual([[], []]);
  });

  it.each(['', '   ', '%', '_', '"', '50%"', "'; --", 'name : zoe', '*', 'zoe AND', '\u0000', '\\'])(
    'are not confused by %j',
    (query) => {
      commitPeople();
      expect(suggest(query).every((name) => name.toLowerCase().includes(query.trim().toLowerCase()))).toBe(true);
    },
  );

  it('are found by their new name and no more by the old one', () => {
    commitPeople();
    store.run('commitContacts', { contacts: [buildContact(1, { firstName: 'Maya', lastName: 'Otter' })] });
    expect([suggest('ångström'), suggest('otter')]).toEqual([[], ['Maya Otter']]);
  });

  it('belong to the number that their contact has now', () => {
    store.run('commitContacts', { contacts: [buildContact(1)] });
    store.run('commitContacts', { contacts: [buildContact(1, { phone: phoneOf(2) })] });
    expect(store.ask('suggestPeople', { query: 'number 1', limit: 9 })).toEqual([
      { phone: phoneOf(2), name: 'Zoë Number 1', contactId: 1, optOut: null },
    ]);
  });

  it('say who would get nothing: blocked by the contact, the chat or the register, or unsubscribed', () => {
    store.run('commitContacts', { contacts: [buildContact(1, { isBlocked: true }), buildContact(2), buildContact(3)] });
    store.run('commitContacts', { contacts: [buildContact(4)] });
    store.run('commitChats', { chats: [buildChat(2, { isBlocked: true }), buildChat(3, { isUnsubscribed: true })] });
    const found = store.ask('suggestPeople', { query: 'number', limit: 9 });
    expect(Object.fromEntries(found.map(({ contactId, optOut }) => [contactId, optOut]))).toEqual({
      ...{ 1: 'blocked', 2: 'blocked', 3: 'unsubscribed', 4: null },
    });
  });
});

describe('contacts and lists', () => {
  let store: StoreInOneThread;
  beforeEach(() => (store = new StoreInOneThread()));
  afterEach(() => store.close());

  const find = (contactId: number | null, phone: string | null = null) =>
    store.ask('findContact', { contactId, phone: phone === null ? null : toPhoneKey(phone) });

  it('come with their fields, lists and picture', () => {
    const href = '/avatars/1.png';
    const fields = [{ id: 3, name: 'Dog', value: 'Rex' }];
    const lists = [
      { id: toListId(2), name: 'As the contact says' },
      { id: toListId(1), name: 'B' },
    ];
    store.run('commitContacts', { contacts: [buildContact(1, { avatarHref: href, fields, lists })] });
    store.run('commitLists', { lists: [buildList(2, { name: 'As the list says' })] });
    expect(find(1)).toMatchObject({
      name: 'Zoë Number 1',
      avatarId: toMediaId(href),
      fields,
      lists: [
        { id: 2, name: 'As the list says' },
        { id: 1, name: 'B' },
      ],
    });
    expect(store.ask('findMedia', { mediaId: toMediaId(href) })).toEqual({ href, mimeType: null });
  });

  it('are found by number, our own before a shared one', () => {
    const phone = phoneOf(5);
    store.run('commitContacts', {
      contacts: [buildContact(1, { phone, isShared: true }), buildContact(2, { phone })],
    });
    expect([find(null, phone)?.id, find(null, '0'), find(3), find(null)]).toEqual([2, null, null, null]);
  });

  it('are written and reported only where they differ (STORE-6)', () => {
    const one = buildContact(1, { lists: [{ id: toListId(1), name: 'A' }] });
    store.run('commitContacts', { contacts: [one] });
    store.run('commitContacts', { contacts: [one] });
    expect(store.changes).toBeNull();
    store.run('commitContacts', { contacts: [{ ...one, lists: [] }] });
    expect(store.changes?.contactIds).toEqual([1]);
    store.run('commitLists', { lists: [buildList(1)] });
    expect(store.changes?.listIds).toEqual([1]);
    store.run('commitLists', { lists: [buildList(1)] });
    expect(store.changes).toBeNull();
  });

  it('stay on their lists where the service does not say which', () => {
    const one = buildContact(1, { lists: [{ id: toListId(1), name: 'A' }] });
    store.run('commitContacts', { contacts: [one] });
    store.run('commitContacts', { contacts: [{ ...one, lists: null }] });
    expect(store.changes).toBeNull();
    expect(find(1)?.lists).toEqual([{ id: 1, name: 'A' }]);
  });

  it('are named again in the chats of their number when they change', () => {
    store.run('commitChats', { chats: [buildChat(1, { contactId: toContactId(1) }), buildChat(2)] });
    store.run('commitContacts', { contacts: [buildContact(1), buildContact(2)] });
    expect(store.changes?.chatIds).toEqual([1, 2]);
    store.run('commitContacts', { contacts: [buildContact(1, { email: 'zoe@example.com' })] });
    expect(store.changes).toMatchObject({ contactIds: [1], chatIds: [] });
  });
});

describe('the account, settings and marks', () => {
  let store: StoreInOneThread;
  beforeEach(() => (store = new StoreInOneThread()));
  afterEach(() => store.close());

  it('comes back as it was written, and tells only when it changed', () => {
    expect(store.ask('getAccount', {})).toBeNull();
    store.run('saveAccount', { account: buildAccount() });
    expect([store.ask('getAccount', {}), store.changes?.account]).toEqual([buildAccount(), true]);
    store.run('saveAccount', { account: buildAccount() });
    expect(store.changes).toBeNull();
    store.run('saveAccount', { account: buildAccount({ balance: 9 }) });
    expect(store.ask('getAccount', {})?.balance).toBe(9);
  });

  it('keeps settings and marks by their key', () => {
    store.run('saveSetting', { key: 'theme', value: 'dark' });
    store.run('saveSetting', { key: 'theme', value: 'light' });
    store.run('setSyncMark', { key: 'contacts.doneAt', value: NOON_MARK });
    expect([
      store.ask('getSettings', {}),
      store.ask('getSyncMark', { key: 'contacts.doneAt' }),
      store.ask('getSyncMark', { key: 'chats.sweptAt' }),
    ]).toEqual([{ theme: 'light' }, NOON_MARK, null]);
  });
});

const NOON_MARK = 1_762_171_200_000.5;
