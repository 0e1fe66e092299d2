import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Contact } from '#shared/domain/entities.ts';
import { toContactId } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { MINUTE_MS, NOON, buildChat, buildContact, phoneOf } from '../builders.ts';

describe('a search for people', () => {
  let store: StoreInOneThread;
  let lastId = 0;
  beforeEach(() => {
    store = new StoreInOneThread();
    lastId = 0;
  });
  afterEach(() => store.close());

  const add = (...people: readonly Partial<Contact>[]): void => {
    const contacts = people.map((said) => buildContact((lastId += 1), { firstName: '', lastName: '', ...said }));
    store.run('commitContacts', { contacts });
  };
  const search = (query: string, limit = 20) => store.ask('search', { query, scope: 'people', chatId: null, limit });
  const names = (query: string, limit = 20) => search(query, limit).people.map((person) => person.name || person.phone);

  const field = (name: string, value: string | null) => ({ id: 1, name, value });
  function addMany(): void {
    add(
      { firstName: 'Deborah', lastName: 'Okonkwo', company: 'Kwik Pet', email: 'deb@petmail.test' },
      { firstName: 'Zoë', lastName: 'Ångström', fields: [field('Pet', 'Biscuit'), field('Note', null)] },
      { firstName: '小龙', lastName: '李' },
      { firstName: '민준', lastName: '김' },
      { firstName: 'مُحَمَّد', lastName: 'الفاسي' },
      { firstName: 'สมชาย', lastName: 'ใจดี' },
      { firstName: 'שָׁרָה', lastName: 'כהן' },
      { firstName: 'Ёлка', lastName: 'Йовович' },
      { firstName: 'Ἀθηνᾶ', lastName: 'Πάππας' },
      { firstName: 'さくら', lastName: 'ガルシア' },
      { phone: toPhoneKey('15555552671'), firstName: 'Lee', lastName: 'Moss' },
    );
  }

  it.each([
    ...[
      ['deborah', 'Deborah Okonkwo'],
      ['okonkwo deb', 'Deborah Okonkwo'],
      ['kwik', 'Deborah Okonkwo'],
    ],
    ...[
      ['petmail', 'Deborah Okonkwo'],
      ['deb@petmail.test', 'Deborah Okonkwo'],
      ['ok', 'Deborah Okonkwo'],
    ],
    ...[
      ['ANGSTROM', 'Zoë Ångström'],
      ['biscuit', 'Zoë Ångström'],
      ['zoe biscuit', 'Zoë Ångström'],
    ],
    ...[
      ['李小龙', '李 小龙'],
      ['小龙', '李 小龙'],
      ['李', '李 小龙'],
      ['李 小龙', '李 小龙'],
    ],
    ...[
      ['김민준', '김 민준'],
      ['민준', '김 민준'],
      ['김', '김 민준'],
    ],
    ...[
      ['محمد', 'مُحَمَّد الفاسي'],
      ['فاس', 'مُحَمَّد الفاسي'],
      ['سي', 'مُحَمَّد الفاسي'],
    ],
    ...[
      ['สมชาย', 'สมชาย ใจดี'],
      ['ดี', 'สมชาย ใจดี'],
    ],
    ...[
      ['שרה', 'שָׁרָה כהן'],
      ['כהן', 'שָׁרָה כהן'],
    ],
    ...[
      ['елка', 'Ёлка Йовович'],
      ['ИОВОВ', 'Ёлка Йовович'],
    ],
    ...[
      ['αθηνα', 'Ἀθηνᾶ Πάππας'],
      ['ΠΆΠΠΑΣ', 'Ἀθηνᾶ Πάππας'],
    ],
    ...[
      ['さくら', 'ガルシア さくら'],
      ['ｶﾞﾙ', 'ガルシア さくら'],
    ],
    ...[
      ['555-2671', 'Lee Moss'],
      ['(555) 555 2671', 'Lee Moss'],
      ['+1 555 555-2671', 'Lee Moss'],
      ['05552671', 'Lee Moss'],
    ],
    ...[
      ['71', 'Lee Moss'],
      ['67', 'Lee Moss'],
      ['moss 555', 'Lee Moss'],
      ['671 lee', 'Lee Moss'],
      ['٢٦٧١', 'Lee Moss'],
    ],
  ])('for %j finds %s', (query, name) => {
    addMany();
    expect(names(query)).toEqual([name]);
  });

  it.each([
    'deborah zoe',
    'biscuit okonkwo',
    '민ㅈ',
    '99999',
    'deborah 2671',
    'zoe"',
    'lee*',
    'okonkwo OR zoe',
    'petmail -',
    '',
  ])('for %j finds nobody: every word must be of one person, and nothing is syntax', (query) => {
    addMany();
    expect(names(query)).toEqual([]);
  });

  it('gives names that begin with it first, then words that do, then the rest', () => {
    add(
      { firstName: 'Rosanna', lastName: 'Field' },
      { firstName: 'Kim', lastName: 'Annan' },
      { firstName: 'Anna', lastName: 'Zuck' },
      { firstName: 'Bo', lastName: 'Li', email: 'anna@x.test' },
    );
    expect(names('anna')).toEqual(['Anna Zuck', 'Kim Annan', 'Bo Li', 'Rosanna Field']);
  });

  it('gives those with a chat first among equals, the newest chat first', () => {
    add({ firstName: 'Ann', lastName: 'A' }, { firstName: 'Ann', lastName: 'B' }, { firstName: 'Ann', lastName: 'C' });
    add({ firstName: 'Joanne' });
    const chats = [3, 2, 4].map((id, index) => buildChat(id, { updatedAt: NOON - index * MINUTE_MS }));
    store.run('commitChats', { chats });
    expect(search('ann').people.map(({ name, chatId }) => [name, chatId])).toEqual([
      ['Ann C', 3],
      ['Ann B', 2],
      ['Ann A', null],
      ['Joanne', 4],
    ]);
  });

  it('leads to the chat in whatever state, the open one before a closed one', () => {
    add({ firstName: 'Ann' }, { firstName: 'Annabel' });
    store.run('commitChats', {
      chats: [
        buildChat(1, { status: 'closed' }),
        buildChat(20, { phone: phoneOf(2), status: 'deleted' }),
        buildChat(10, { phone: phoneOf(1) }),
      ],
    });
    expect(search('ann').people.map((person) => person.chatId)).toEqual([10, 20]);
  });

  it('finds senders without a number, and people who are only in a chat', () => {
    store.run('commitChats', {
      chats: [
        buildChat(1, { phone: toPhoneKey('KwikSender') }),
        buildChat(2, { firstName: 'Solo', company: 'Acme Ltd' }),
      ],
    });
    expect([names('kwiks'), names('solo')]).toEqual([['kwiksender'], ['Solo']]);
    add({ firstName: 'Bo', email: 'kwiksender@x.test' });
    store.run('commitChats', { chats: [buildChat(3, { phone: phoneOf(1), updatedAt: NOON + MINUTE_MS })] });
    expect(names('kwiksender')).toEqual(['kwiksender', 'Bo']);
    expect(search('acme').people[0]?.also).toMatchObject({ kind: 'company', text: 'Acme Ltd', marks: [[0, 4]] });
  });

  it('shows what matched in the name, or beside it', () => {
    addMany();
    const [first] = search('deb pet').people;
    expect(first).toMatchObject({ nameMarks: [[0, 3]], contactId: 1, isShared: false });
    expect(first?.also).toEqual({ kind: 'company', label: null, text: 'Kwik Pet', marks: [[5, 8]] });
    const alsoOf = (query: string) => search(query).people[0]?.also;
    expect(alsoOf('zoe')).toBeNull();
    expect(alsoOf('bisc')).toEqual({ kind: 'field', label: 'Pet', text: 'Biscuit', marks: [[0, 4]] });
    expect(alsoOf('petmail')).toEqual({ kind: 'email', label: null, text: 'deb@petmail.test', marks: [[4, 11]] });
    expect(alsoOf('555 2671')).toEqual({ kind: 'phone', label: null, text: '15555552671', marks: [[1, 11]] });
    expect(search('李小龙').people[0]).toMatchObject({ nameMarks: [[0, 4]], also: null });
  });

  it('says whether there are more', () => {
    add(...Array.from({ length: 4 }, (_, index) => ({ firstName: `Ann ${index}` })));
    expect([names('ann', 3).length, search('ann', 3).hasMorePeople, search('ann', 4).hasMorePeople]).toEqual([
      3,
      true,
      false,
    ]);
  });

  it('follows what changes: a name, an address, a field', () => {
    add({ firstName: 'Old', email: 'old@x.test', fields: [field('Pet', 'Rex')] });
    expect(store.changes?.contactIds).toEqual([1]);
    store.run('commitContacts', {
      contacts: [buildContact(1, { firstName: 'Old', lastName: '', email: 'new@x.test' })],
    });
    expect(['old@', 'rex', 'new@'].map((query) => names(query))).toEqual([[], [], ['Old']]);
  });

  it('takes those with the newest chats where more fit than can be put in order', () => {
    const many = Array.from({ length: 1_700 }, (_, index) =>
      buildContact(index + 1, { firstName: 'Same', lastName: 'Name' }),
    );
    store.run('commitContacts', { contacts: many });
    store.run('commitChats', { chats: [buildChat(3, { contactId: toContactId(3), updatedAt: NOON })] });
    expect(search('name', 2)).toMatchObject({ people: [{ chatId: 3 }, { chatId: null }], hasMorePeople: true });
  });
});
