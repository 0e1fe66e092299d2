import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toChatId } from '#shared/domain/ids.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { DAY_MS, MINUTE_MS, NOON, buildChat, buildContact, buildMessage, buildSend, phoneOf } from '../builders.ts';

const TEXTS = [
  'Crème brûlée für Zoë, die Straße ist naß',
  'مُحَمَّد يقول مـــرحبا يا أَحْمَد',
  '我们明天下午见面吧',
  '明日、東京でガラスを買います',
  '한국어 문자 메시지입니다',
  'พรุ่งนี้เจอกันที่ร้านกาแฟ',
  'שָׁלוֹם, מה שלומך?',
  'Привет, ещё раз про ёлку и Йогурт',
  'Καλημέρα Σίσυφος',
  'Call 020 7946 0958 or 020-7946-0999 ok',
  'He said "yes OR no" (NOT maybe) 5*3 name:zoe 100%_ \\ a-b',
  'Party 🎉👩‍👩‍👧 tonight 👍🏽',
  '<b>bold</b> &amp; <script>',
  'oﬃce ﬁle',
] as const;

describe('a search for messages', () => {
  let store: StoreInOneThread;
  beforeEach(() => {
    store = new StoreInOneThread();
    store.run('commitChats', { chats: [buildChat(1), buildChat(2)] });
  });
  afterEach(() => store.close());

  const commit = (
    texts: readonly string[],
    said: { phone?: ReturnType<typeof phoneOf>; firstId?: number } = {},
  ): void => {
    const { phone = phoneOf(1), firstId = 1 } = said;
    const messages = texts.map((text, index) =>
      buildMessage(`in:${firstId + index}`, { text, phone, at: NOON + (firstId + index) * MINUTE_MS }),
    );
    store.run('commitMessages', { messages, source: 'page' });
  };
  const search = (query: string, said: { chatId?: number; limit?: number } = {}) => {
    const { chatId = null, limit = 20 } = said;
    return store.ask('search', { query, scope: 'messages', chatId: chatId === null ? null : toChatId(chatId), limit });
  };
  const keys = (query: string, said: { chatId?: number; limit?: number } = {}) =>
    search(query, said).messages.map((hit) => hit.key);
  /** The number of the one text that is found; the numbers where there are more or none. */
  const find = (query: string) => {
    const numbers = keys(query).map((key) => Number(key.slice(3)) - 1);
    return numbers.length === 1 ? numbers[0] : numbers;
  };

  it.each([
    ...[
      ['creme', 0],
      ['CRÈME BRULEE', 0],
      ['strasse', 0],
      ['nass', 0],
      ['fur', 0],
      ['zoé, d', 0],
      ['ß', 0],
    ],
    ...[
      ['محمد', 1],
      ['مُحَمَّد', 1],
      ['مرحبا', 1],
      ['احمد', 1],
      ['أحمد', 1],
      ['يا', 1],
    ],
    ...[
      ['明天', 2],
      ['我', 2],
      ['吧', 2],
      ['见面', 2],
      ['下午见面', 2],
    ],
    ...[
      ['東京', 3],
      ['ガ', 3],
      ['ｶﾞﾗｽ', 3],
      ['買い', 3],
      ['明日', 3],
    ],
    ...[
      ['한국', 4],
      ['문자 메시지', 4],
      ['다', 4],
      ['국어', 4],
    ],
    ...[
      ['พรุ่งนี้', 5],
      ['กาแฟ', 5],
      ['ร้าน', 5],
    ],
    ...[
      ['שלום', 6],
      ['שָׁלוֹם', 6],
      ['מה', 6],
    ],
    ...[
      ['ПРИВЕТ', 7],
      ['еще', 7],
      ['елку', 7],
      ['иогурт', 7],
      ['ещё ЁЛКУ', 7],
    ],
    ...[
      ['καλημερα', 8],
      ['ΣΊΣΥΦΟΣ', 8],
      ['σισυφος', 8],
    ],
    ...[
      ['020 7946 0958', 9],
      ['7946-0999', 9],
      ['0958', 9],
      ['ok', 9],
      ['58', 9],
    ],
    ...[
      ['"yes', 10],
      ['OR no', 10],
      ['(NOT', 10],
      ['5*3', 10],
      ['name:zoe', 10],
      ['100%_', 10],
      ['\\', 10],
      ['a-b', 10],
    ],
    ...[
      ['%_', 10],
      ['*', 10],
      ['"', 10],
      [':', 10],
    ],
    ...[
      ['🎉', 11],
      ['👩‍👩‍👧', 11],
      ['👍', 11],
      ['tonight 🎉', 11],
    ],
    ...[
      ['<b>', 12],
      ['&amp;', 12],
      ['<script>', 12],
      ['<', 12],
    ],
    ...[
      ['office', 13],
      ['file', 13],
      ['ffi', 13],
    ],
  ] as [string, number][])('for %j finds text %i', (query, number) => {
    commit(TEXTS);
    expect(find(query)).toBe(number);
  });

  it.each(['하', '구', 'zebra', 'creme 明天', 'NOT', '020 9999', 'x OR y', '-', 'brulee"', '明见', 'yes*', 'oof'])(
    'for %j finds what has just that in it, or nothing (STORE-16)',
    (query) => {
      commit(TEXTS);
      const words = query.toLowerCase().split(' ');
      const having = TEXTS.flatMap((text, index) =>
        words.every((word) => text.toLowerCase().includes(word)) ? [`in:${index + 1}`] : [],
      );
      expect(keys(query)).toEqual(having.reverse());
    },
  );

  it.each(['', '   ', '\n\t', '\u0000', '\u0301', '\u200d'])('for %j is empty', (query) => {
    commit(TEXTS);
    expect(search(query)).toEqual({
      ...{ people: [], messages: [], hasMorePeople: false, hasMoreMessages: false, lookedBackTo: null },
    });
  });

  it('takes a very long query as text', () => {
    commit([`${'long words '.repeat(30)}end`, 'a'.repeat(300)]);
    expect(keys('long words '.repeat(18))).toEqual(['in:1']);
    expect(keys('a'.repeat(200))).toEqual(['in:2']);
    expect(keys(Array.from({ length: 60 }, (_, index) => `w${index}`).join(' '))).toEqual([]);
  });

  it('gives the newest first, by their time and not by when they came, and says whether there are more', () => {
    commit(['same words', 'same words'], { firstId: 50 });
    commit(['same words'], { firstId: 10 });
    expect(keys('same')).toEqual(['in:51', 'in:50', 'in:10']);
    expect(search('same', { limit: 2 })).toMatchObject({ hasMoreMessages: true });
    expect(search('same', { limit: 3 })).toMatchObject({ hasMoreMessages: false });
    expect(keys('same', { limit: 1 })).toEqual(['in:51']);
  });

  it('follows a text, a time and a number that change', () => {
    commit(['old words', 'other']);
    const changed = buildMessage('in:1', { text: 'new words', at: NOON + DAY_MS, phone: phoneOf(2) });
    store.run('commitMessages', { messages: [changed], source: 'page' });
    expect([keys('old'), keys('new'), keys('words', { chatId: 1 }), keys('words', { chatId: 2 })]).toEqual([
      [],
      ['in:1'],
      [],
      ['in:1'],
    ]);
  });

  it('stays within one chat, whether words are long, short or everywhere', () => {
    commit(['needle in a stack', 'go on'], { phone: phoneOf(1), firstId: 1 });
    commit(['needle in hay', 'go off'], { phone: phoneOf(2), firstId: 10 });
    const within = (chatId: number) => ['needle', 'go', 'n'].map((query) => keys(query, { chatId }));
    expect(within(1)).toEqual([['in:1'], ['in:2'], ['in:2', 'in:1']]);
    expect(within(2)).toEqual([['in:10'], ['in:11'], ['in:10']]);
    expect(search('needle', { chatId: 9 })).toMatchObject({ messages: [], lookedBackTo: null });
  });

  it('finds one character that stands beside hundreds of others, in any case', () => {
    const others = Array.from({ length: 260 }, (_, index) => `я${String.fromCodePoint(0x4e00 + index)}x`);
    commit([...others, 'ВСЁ Я', 'nothing']);
    expect(keys('я', { limit: 3 })).toEqual(['in:261', 'in:260', 'in:259']);
    expect(search('я', { limit: 100, chatId: 1 })).toMatchObject({ hasMoreMessages: true });
    expect(keys('я все', { limit: 3 })).toEqual(['in:261']);
  });

  it('names the chat, the person and the line, with the match in it', () => {
    store.run('commitContacts', { contacts: [buildContact(1)] });
    commit(['Are you <b>here</b>?']);
    expect(search('HERE').messages).toEqual([
      {
        ...{ key: 'in:1', chatId: 1, phone: phoneOf(1), name: 'Zoë Number 1', direction: 'in', at: NOON + MINUTE_MS },
        ...{ snippet: 'Are you <b>here</b>?', marks: [[11, 15]], isCutBefore: false, isCutAfter: false },
      },
    ]);
  });

  it('leaves out messages that have no chat yet', () => {
    commit(['needle'], { phone: phoneOf(77) });
    expect(keys('needle')).toEqual([]);
    store.run('commitChats', { chats: [buildChat(77)] });
    expect(keys('needle')).toEqual(['in:1']);
  });

  it('finds texts that wait, also of a number that the service does not know, and each message once', () => {
    const phone = phoneOf(5);
    const chatId = store.run('ensureChat', { phone, at: NOON });
    const send = buildSend('abc', { phone, text: 'Grüße, needle' });
    store.run('createSend', { send });
    expect(keys('grusst')).toEqual([]);
    expect(search('grusse').messages).toMatchObject([{ key: 'send:abc', chatId, phone, direction: 'out' }]);
    expect([keys('ne', { chatId }), keys('needle', { chatId: 1 })]).toEqual([['send:abc'], []]);
    store.run('updateSend', { sendId: send.id, patch: { state: 'accepted', messageId: 9 } });
    store.run('commitAcceptedSend', { sendId: send.id });
    expect(keys('needle')).toEqual(['send:abc']);
    expect(store.ask('listMessagesAround', { chatId, key: 'send:abc', limit: 5 })?.items).toHaveLength(1);
  });

  it('puts texts that wait among the messages by time', () => {
    commit(['needle one']);
    store.run('createSend', { send: buildSend('abc', { text: 'needle two', createdAt: NOON + DAY_MS }) });
    commit(['needle three'], { firstId: 60 * 48 });
    expect(keys('needle')).toEqual([`in:${60 * 48}`, 'send:abc', 'in:1']);
  });

  it('says how far back it looked: to the oldest message of the cache, or of the chat (STORE-17)', () => {
    commit(['a text'], { phone: phoneOf(1), firstId: 1 });
    commit(['a text'], { phone: phoneOf(2), firstId: 5 });
    const lookedBackTo = (chatId?: number) => search('zebra', chatId === undefined ? {} : { chatId }).lookedBackTo;
    expect([lookedBackTo(), lookedBackTo(2)]).toEqual([NOON + MINUTE_MS, NOON + 5 * MINUTE_MS]);
  });

  it('looks where it is told to', () => {
    store.run('commitContacts', { contacts: [buildContact(1)] });
    commit(['Zoë was here']);
    const count = (scope: 'all' | 'people' | 'messages', chatId: number | null = null) => {
      const id = chatId === null ? null : toChatId(chatId);
      const found = store.ask('search', { query: 'zoe', scope, chatId: id, limit: 5 });
      return [found.people.length, found.messages.length];
    };
    expect([count('all'), count('people'), count('messages'), count('all', 1)]).toEqual([
      [1, 1],
      [1, 0],
      [0, 1],
      [0, 1],
    ]);
  });

  it('stops after a bounded number of texts, and says how far back it came (STORE-17)', () => {
    // The index is not asked for single letters, so that each of these has to be looked at.
    commit(Array.from({ length: 3_200 }, () => 'needle'));
    expect(search('needle z')).toMatchObject({
      messages: [],
      hasMoreMessages: false,
      lookedBackTo: NOON + 201 * MINUTE_MS,
    });
  });
});
