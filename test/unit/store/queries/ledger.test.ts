import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LedgerFilter, LedgerPage } from '#shared/contract/index.ts';
import { toSendId } from '#shared/domain/ids.ts';
import type { Send } from '#shared/domain/sends.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import {
  DAY_MS,
  NOON,
  buildAccount,
  buildChat,
  buildContact,
  buildFile,
  buildMessage,
  buildSend,
  phoneOf,
} from '../builders.ts';

const ALL: LedgerFilter = { query: '', outcome: null, fromAt: null, toAt: null };

describe('the ledger as it is looked through (STORE-25)', () => {
  let store: StoreInOneThread;
  beforeEach(() => (store = new StoreInOneThread()));
  afterEach(() => store.close());

  const write = (id: string, said: Partial<Send> = {}): void =>
    store.run('createSend', { send: buildSend(id, { state: 'accepted', ...said }) });
  const list = (filter: Partial<LedgerFilter> = {}, before: LedgerPage['older'] = null, limit = 50): LedgerPage =>
    store.ask('listLedger', { filter: { ...ALL, ...filter }, before, limit });
  const ids = (filter: Partial<LedgerFilter> = {}): string[] => list(filter).rows.map(({ sendId }) => sendId);
  const find = (query: string): string[] => ids({ query });
  const count = (filter: Partial<LedgerFilter> = {}) => store.ask('countLedger', { filter: { ...ALL, ...filter } });

  /** All pages of a list, one under the other. */
  function listAll(filter: Partial<LedgerFilter>, limit: number): string[] {
    const found: string[] = [];
    for (let before: LedgerPage['older'] = null, pages = 0; pages < 100; pages += 1) {
      const { rows, older } = list(filter, before, limit);
      found.push(...rows.map(({ sendId }) => sendId));
      if (older === null) return found;
      before = older;
    }
    throw new Error('The pages never end');
  }

  it('is empty where nothing was sent', () => {
    expect(list()).toEqual({ rows: [], older: null });
    expect(count()).toEqual({
      ...{ count: 0, byOutcome: { sent: 0, open: 0, checking: 0, stopped: 0, discarded: 0 } },
      ...{ partsCharged: 0, priceCharged: 0, unpricedCount: 0, currency: null },
    });
  });

  it('lists the newest first, whenever it was written down, with the name and the chat of now', () => {
    store.run('commitChats', { chats: [buildChat(2, { firstName: 'Tom' })] });
    write('b', { createdAt: NOON + 1 });
    write('a', { createdAt: NOON + 1, phone: phoneOf(2) });
    write('c', { createdAt: NOON });
    expect(list().rows.map(({ sendId, name, chatId }) => [sendId, name, chatId])).toEqual([
      ['b', '', null],
      ['a', 'Tom', 2],
      ['c', '', null],
    ]);
    store.run('commitChats', { chats: [buildChat(2, { firstName: 'Thomas' })] });
    expect(list().rows[1]?.name).toBe('Thomas');
  });

  it('shows the fields that the service filled in, once their message is here, and what was written beside it', () => {
    write('a', { messageId: 5, text: 'Hi {First name}, see you at 3' });
    write('b', { messageId: 6, text: 'No fields', createdAt: NOON - 1 });
    expect(list().rows.map(({ text }) => text)).toEqual(['Hi {First name}, see you at 3', 'No fields']);
    const filled = buildMessage('out:5', { text: 'Hi Tom, see you at 3' });
    store.run('commitMessages', { messages: [filled, buildMessage('out:6')], source: 'page' });
    expect(list().rows.map(({ text }) => text)).toEqual(['Hi Tom, see you at 3', 'No fields']);
    expect(store.ask('getLedgerEntry', { sendId: toSendId('a') })).toMatchObject({
      row: { text: 'Hi Tom, see you at 3' },
      writtenText: 'Hi {First name}, see you at 3',
    });
  });

  it.each([1, 2, 3, 7, 50])('is cut into pages of %i that leave nothing out and repeat nothing', (limit) => {
    const names = Array.from({ length: 23 }, (_, n) => `s${String(n).padStart(2, '0')}`);
    // Several of one moment, as in a paste to many.
    for (const [n, name] of names.entries())
      write(name, { createdAt: NOON + Math.floor(n / 4), text: `Hello ${name}` });
    const wanted = names.toReversed();
    expect(listAll({}, limit)).toEqual(wanted);
    expect(listAll({ query: 'hello' }, limit)).toEqual(wanted);
    expect(listAll({ outcome: 'sent' }, limit)).toEqual(wanted);
    expect(listAll({ query: 'hello', fromAt: NOON + 2, toAt: NOON + 4 }, limit)).toEqual(
      wanted.filter((name) => Number(name.slice(1)) >= 8 && Number(name.slice(1)) < 16),
    );
    expect(listAll({ outcome: 'open' }, limit)).toEqual([]);
  });

  it('keeps to a time, from its first moment on and before its last, and to an outcome', () => {
    write('old', { createdAt: NOON - DAY_MS });
    write('first', { createdAt: NOON });
    write('stopped', { createdAt: NOON + 1, state: 'refused' });
    write('next', { createdAt: NOON + DAY_MS });
    const day = { fromAt: NOON, toAt: NOON + DAY_MS };
    expect(ids(day)).toEqual(['stopped', 'first']);
    expect(ids({ ...day, outcome: 'sent' })).toEqual(['first']);
    expect(ids({ ...day, outcome: 'stopped', query: 'text' })).toEqual(['stopped']);
    expect(count(day)).toMatchObject({ count: 2, byOutcome: { sent: 1, stopped: 1 } });
    expect(count({ ...day, outcome: 'sent' })).toMatchObject({ count: 1, byOutcome: { sent: 1, stopped: 0 } });
    expect(count({ ...day, query: 'stopped' })).toMatchObject({ count: 1, byOutcome: { sent: 0, stopped: 1 } });
  });

  describe('finds', () => {
    beforeEach(() => {
      store.run('commitContacts', { contacts: [buildContact(3, { firstName: 'Zoë', lastName: 'Müller' })] });
      store.run('addDraftFile', { phone: phoneOf(1), file: buildFile('f', { name: 'Röntgen 7.png' }), at: NOON });
      const file = buildFile('f', { name: 'Röntgen 7.png' });
      write('abcdefghijabcdefghij', { text: 'Bella’s bloods are BACK', createdAt: NOON, files: [file] });
      write('abcdzzzzzzabcdefghij', { text: 'Come at nine', createdAt: NOON + 1, ownReference: 'Order-77 B' });
      write('qrstuvwxyzabcdefghij', {
        text: 'Hello there',
        createdAt: NOON + 2,
        phone: phoneOf(3),
        sentText: 'Hello x',
      });
    });
    const [bella, nine, zoe] = ['abcdefghijabcdefghij', 'abcdzzzzzzabcdefghij', 'qrstuvwxyzabcdefghij'];

    it.each([
      ['words of the text, wherever they stand and however they are written', 'back bella’s', [bella]],
      ['a part of a word', 'lood', [bella]],
      ['the name of the person, without accents', 'muller', [zoe]],
      ['a name and a word of the text together', 'zoe hello', [zoe]],
      ['digits of the number', '00900003', [zoe]],
      ['a number as it is dialled at home', '07700 900003', [zoe]],
      ['a person’s own reference', 'order-77', [nine]],
      ['the whole reference as the service has it', 'abcdzzzzzzabcdefghij.Order-77 B', [nine]],
      ['our id', 'qrstuvwxyzabcdefghij', [zoe]],
      ['the beginning of our id', 'abcd', [nine, bella]],
      ['the beginning of our id up to the dot', 'abcdzzzzzzabcdefghij.', [nine]],
      ['a file by its name', 'rontgen', [bella]],
      ['words of the text as it left', 'x', [zoe]],
    ])('%s', (_what, query, wanted) => {
      expect(find(query)).toEqual(wanted);
      expect(count({ query }).count).toBe(wanted.length);
    });

    it.each([
      ['a word that is nowhere', 'nowhere'],
      ['a word that only one of two texts has beside one that only the other has', 'bella’s nine'],
      ['the middle of an id', 'cdef'],
      ['what an own reference of another text says', 'abcdefghijabcdefghij.order-77'],
      ['words that the text had before its links were known', 'there'],
      ['signs that are syntax elsewhere', '% _ " OR *'],
      ['words across the edge between text and number', 'back4477'],
    ])('nothing for %s', (_what, query) => {
      expect(find(query)).toEqual([]);
      expect(count({ query }).count).toBe(0);
    });

    it('texts by more words than the index is asked for', () => {
      expect(find('bella’s bloods are back 7.png')).toEqual([bella]);
      expect(find('bella’s bloods are back nowhere')).toEqual([]);
      expect(count({ query: 'bella’s bloods are back 7.png' }).count).toBe(1);
      expect(count({ query: 'bella’s bloods are back nowhere' }).count).toBe(0);
    });

    it('texts by name only as long as somebody has that name', () => {
      store.run('commitContacts', { contacts: [buildContact(3, { firstName: 'Ada', lastName: 'Quill' })] });
      expect([find('muller'), find('quill')]).toEqual([[], [zoe]]);
    });
  });

  it('finds what a plain look at every row finds', () => {
    const words = ['ready', 'parcel', 'zoë', '12', 'a', 'at 9', 'number', 'ß', '0900'];
    let seed = 5;
    const pick = (most: number): number => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((seed / 2 ** 32) * most);
    };
    const some = (most: number): string =>
      Array.from({ length: 1 + pick(most) }, () => words[pick(words.length)]).join(' ');
    const texts = new Map(Array.from({ length: 45 }, (_, n) => [`${n}-`, some(5)]));
    for (const [name, text] of texts) write(name, { text, createdAt: NOON + pick(9), phone: phoneOf(1) });
    const fold = (text: string): string => text.replaceAll('ë', 'e').replaceAll('ß', 'ss');
    for (let turn = 0; turn < 60; turn += 1) {
      const query = some(4);
      // Numbers side by side are one number: those have a test of their own.
      const parts = fold(query).split(' ');
      if (parts.some((part, n) => /^\d/.test(part) && n > 0 && /^\d/.test(parts[n - 1] ?? ''))) continue;
      const wanted = [...texts].filter(([, text]) =>
        parts.every((part) => {
          const haystack = `${fold(text)}\n${phoneOf(1)}`;
          return haystack.includes(part) || (/^\d/.test(part) && haystack.includes(part.replace(/^0+/, '')));
        }),
      );
      expect([query, find(query).toSorted()]).toEqual([query, wanted.map(([name]) => name).toSorted()]);
      expect([query, count({ query }).count]).toEqual([query, wanted.length]);
    }
  });

  it('adds up what the service charged, and says of how many texts it has not told', () => {
    store.run('saveAccount', { account: buildAccount() });
    for (const [n, price] of [0.1, 0.2, null].entries()) {
      write(`s${n}`, { messageId: 10 + n });
      const message = buildMessage(`out:${10 + n}`, { price, partsCount: n + 1 });
      store.run('commitMessages', { messages: [message], source: 'page' });
    }
    write('open', { state: 'queued' });
    const sums = { partsCharged: 6, priceCharged: 0.3, unpricedCount: 1, currency: 'GBP' };
    expect(count()).toEqual({
      ...{ count: 4, byOutcome: { sent: 3, open: 1, checking: 0, stopped: 0, discarded: 0 } },
      ...sums,
    });
    expect(count({ query: 'text' })).toEqual(count());
    expect(count({ query: 'text of s 4 4 7' })).toMatchObject({ count: 3, ...sums });
    expect(count({ outcome: 'open' })).toMatchObject({ count: 1, partsCharged: 0, priceCharged: 0, unpricedCount: 0 });
  });

  it('is read without the cache but for names and chats', () => {
    write('a', { ownReference: 'x' });
    store.run('updateSend', { sendId: toSendId('a'), patch: { messageId: 5 } });
    const before = [list(), count(), store.ask('getLedgerEntry', { sendId: toSendId('a') })];
    for (const table of ['chats', 'people', 'messages', 'account']) store.cache.run(`DELETE FROM ${table}`);
    expect([list(), count(), store.ask('getLedgerEntry', { sendId: toSendId('a') })]).toEqual(before);
  });
});
