import { describe, expect, it } from 'vitest';
import { toAccountColumns } from '#main/store/rows/account-row.ts';
import { toContactColumns } from '#main/store/rows/contact-row.ts';
import { toMessageColumns } from '#main/store/rows/message-row.ts';
import { toIndexText, toThreadMark } from '#main/store/core/index-text.ts';
import { toFirstSequence } from '#main/store/core/sequence.ts';
import type { SqlValue } from '#main/store/open.ts';
import type { Message } from '#shared/domain/entities.ts';
import {
  NOON,
  buildAccount,
  buildCall,
  buildChat,
  buildContact,
  buildMessage,
  buildNote,
  phoneOf,
} from '#test/unit/store/builders.ts';
import { useCacheAtStep, toEarlyChatColumns } from './cache-at-step.ts';

/** The columns that messages had before calls and notes had sequences of their own. */
function toFormerMessage(message: Message): Readonly<Record<string, SqlValue>> {
  const { sequence: _sequence, channel: _channel, ...columns } = toMessageColumns(message);
  return columns;
}

describe('cache.db', () => {
  const cache = useCacheAtStep();
  const { goTo, insert } = cache;

  it('0001 has room for one account only', () => {
    goTo(1);
    const row = toAccountColumns(buildAccount());
    insert('account', { id: 1, ...row });
    expect(() => insert('account', { id: 2, ...row })).toThrow(/CHECK/);
  });

  it('0002 starts chats without a last item, at the end of the list', () => {
    goTo(2);
    insert('chats', toEarlyChatColumns(buildChat(1)));
    expect(cache.db.get('SELECT last_at, last_text, last_key, sort_at, is_complete FROM chats')).toEqual({
      last_at: null,
      last_text: '',
      last_key: null,
      sort_at: 0,
      is_complete: 0,
    });
  });

  it('0003 takes one id in each direction, beside chats that are there', () => {
    goTo(2);
    insert('chats', toEarlyChatColumns(buildChat(1)));
    goTo(3);
    insert('messages', { seq: 1, ...toFormerMessage(buildMessage('in:1')) });
    insert('messages', { seq: 2, ...toFormerMessage(buildMessage('out:1')) });
    expect(() => insert('messages', { seq: 3, ...toFormerMessage(buildMessage('in:1')) })).toThrow(/UNIQUE/);
    expect(cache.db.get('SELECT count(*) AS n FROM chats')).toEqual({ n: 1 });
  });

  it('0004 adds people with one row for each number', () => {
    goTo(4);
    insert('contacts', toContactColumns(buildContact(1)));
    const person = { phone: '44', name: 'Zoë', folded: 'zoe', contact_id: 1, avatar_id: null };
    insert('people', person);
    expect(() => insert('people', person)).toThrow(/UNIQUE/);
  });

  it('0005 finds any three characters without accents, and forgets what is deleted', () => {
    goTo(5);
    cache.db.run('INSERT INTO message_search (rowid, text) VALUES (?, ?)', [7, 'Crème brûlée']);
    const find = (phrase: string): unknown =>
      cache.db.all('SELECT rowid AS id FROM message_search WHERE message_search MATCH ?', [`"${phrase}"`]);
    expect([find('eme bru'), find('CRÈ'), find('crx')]).toEqual([[{ id: 7 }], [{ id: 7 }], []]);
    cache.db.run('DELETE FROM message_search WHERE rowid = ?', [7]);
    expect(find('creme')).toEqual([]);
  });

  it('0005 lets nothing merge by itself', () => {
    goTo(5);
    for (const table of ['message_search', 'people_search']) {
      const config = cache.db.all<{ k: string; v: number }>(`SELECT k, v FROM ${table}_config WHERE k LIKE '%merge'`);
      expect(Object.fromEntries(config.map(({ k, v }) => [k, v]))).toEqual({ automerge: 0, crisismerge: 64 });
    }
  });

  it('0006 finds in every script what 0005 had, by thread and by all that is known of people', () => {
    goTo(5);
    const texts = ['Crème brûlée', 'مُحَمَّد', '明天见', '한국어', ''];
    for (const [index, text] of texts.entries()) {
      insert('messages', { seq: index + 1, ...toFormerMessage(buildMessage(`in:${index + 1}`, { text })) });
      if (text !== '') cache.db.run('INSERT INTO message_search (rowid, text) VALUES (?, ?)', [index + 1, text]);
    }
    const contact = buildContact(1, { email: 'z@x.test', fields: [{ id: 1, name: 'Pet', value: 'Ёлка' }] });
    insert('contacts', toContactColumns(contact));
    const folded = '민준 σας'.normalize('NFKD');
    const unknown = { name: '', folded: '', contact_id: null, avatar_id: null };
    insert('people', { phone: contact.phone, name: '민준 Σας', folded, contact_id: 1, avatar_id: null });
    insert('people', { phone: '4470', ...unknown });
    goTo(6);

    const find = (table: string, phrase: string): unknown =>
      cache.db
        .all<{ id: number }>(`SELECT rowid AS id FROM ${table} WHERE ${table} MATCH ?`, [`"${phrase}"`])
        .map(({ id }) => id);
    const phrases = ['creme bru', 'محمد', '明天见', '한국어', '天见\n', toThreadMark(phoneOf(1))];
    expect(phrases.map((phrase) => find('message_search', phrase))).toEqual([[1], [2], [3], [4], [3], [1, 2, 3, 4]]);
    expect(['민준 σασ', 'x.test', 'елка', '44770', '4470'].map((phrase) => find('people_search', phrase))).toEqual([
      ...Array<number[]>(4).fill([1]),
      [2],
    ]);
    const haystacks = cache.db.all<{ haystack: string }>('SELECT haystack FROM people ORDER BY id');
    expect(haystacks.map(({ haystack }) => haystack)).toEqual([`민준 σασ\n${phoneOf(1)}\nz@x.test\nелка`, '4470']);
    const runs = cache.db.all<{ term: string }>(`SELECT DISTINCT term FROM message_terms WHERE term >= '明' LIMIT 1`);
    expect(runs).toEqual([{ term: '明天见' }]);
  });

  it('0006 lets nothing merge by itself, and forgets what is deleted', () => {
    goTo(5);
    insert('messages', { seq: 1, ...toFormerMessage(buildMessage('in:1', { text: 'needle' })) });
    goTo(6);
    for (const table of ['message_search', 'people_search']) {
      const config = cache.db.all<{ k: string; v: number }>(`SELECT k, v FROM ${table}_config WHERE k LIKE '%merge'`);
      expect(Object.fromEntries(config.map(({ k, v }) => [k, v]))).toEqual({ automerge: 0, crisismerge: 64 });
    }
    cache.db.run('DELETE FROM message_search WHERE rowid = 1');
    expect(cache.db.all(`SELECT rowid FROM message_search WHERE message_search MATCH '"needle"'`)).toEqual([]);
  });

  describe('0007', () => {
    /** A cache of the version before: two chats, one of them complete, messages of every kind, both feeds. */
    function fillFormer(): void {
      goTo(6);
      for (const id of [1, 2, 3])
        insert('chats', { ...toEarlyChatColumns(buildChat(id)), is_complete: Number(id !== 2) });
      const files = [{ name: 'a.png', mimeType: 'image/png', sizeBytes: 5, url: 'https://x.test/a', previewUrl: null }];
      const messages = [
        buildMessage('in:7', { text: 'needle one', at: NOON, files }),
        buildMessage('out:7', { text: 'needle two', at: NOON + 1, letter: 'd', price: 0.1, partsCount: 2 }),
        buildMessage('in:8', { kind: 'call', text: '', at: NOON + 2 }),
        buildMessage('out:9', { kind: 'note', at: NOON + 3, phone: phoneOf(2) }),
        buildMessage('out:10', { letter: 'r', at: NOON + 4, phone: phoneOf(2) }),
      ];
      for (const [index, message] of messages.entries()) {
        const seq = toFirstSequence(message.at) + index;
        insert('messages', { seq, ...toFormerMessage(message) });
        if (message.text === '') continue;
        const text = { rowid: seq, text: toIndexText(message.text), thread: toThreadMark(message.phone) };
        insert('message_search', text);
      }
      const feed = { is_complete: 0, tail_page: 1 };
      insert('feed_cursors', { ...feed, name: 'inbound', head_id: 8, tail_id: 7 });
      insert('feed_cursors', { ...feed, name: 'outbound', head_id: 10, tail_id: 7 });
    }

    it('keeps every row as it was, under the key that it had', () => {
      fillFormer();
      const sql = 'SELECT * FROM messages ORDER BY seq';
      const before = cache.db.all<{ direction: string }>(sql);
      goTo(7);
      expect(before).toHaveLength(5);
      expect(cache.db.all(sql)).toEqual(before.map((row) => ({ ...row, sequence: row.direction, channel: null })));
    });

    it('takes one id in each of the four sequences', () => {
      fillFormer();
      goTo(7);
      const add = (seq: number, message: Message): unknown => insert('messages', { seq, ...toMessageColumns(message) });
      add(1, buildCall(7));
      add(2, buildNote(7));
      expect(() => add(3, buildCall(7))).toThrow(/UNIQUE/);
      expect(() => add(4, buildMessage('in:7'))).toThrow(/UNIQUE/);
    });

    it('keeps the row ids that the search index goes by', () => {
      fillFormer();
      goTo(7);
      const found = cache.db.all(`
        SELECT messages.text FROM message_search JOIN messages ON messages.seq = message_search.rowid
        WHERE message_search MATCH '"needle"' ORDER BY message_search.rowid DESC`);
      expect(found).toEqual([{ text: 'needle two' }, { text: 'needle one' }]);
    });

    it('takes a complete chat for known up to its newest message, and both feeds up to the newest of either', () => {
      fillFormer();
      goTo(7);
      expect(cache.db.all('SELECT * FROM chat_spans')).toEqual([{ phone: phoneOf(1), from_at: null, to_at: NOON + 2 }]);
      expect(cache.db.all('SELECT name, known_at, read_at FROM feed_cursors ORDER BY name')).toEqual([
        { name: 'inbound', known_at: NOON + 4, read_at: null },
        { name: 'outbound', known_at: NOON + 4, read_at: null },
      ]);
    });

    it('finds open letters of our texts in an index of just those', () => {
      fillFormer();
      goTo(7);
      const sql = `SELECT id FROM messages INDEXED BY messages_open WHERE sequence = 'out' AND kind = 'text'
        AND channel IS NULL AND (letter IS NULL OR letter NOT IN ('d', 'e', 'f', 'j', 'u', 'g'))`;
      expect(cache.db.all(sql)).toEqual([{ id: 10 }]);
    });
  });
});
