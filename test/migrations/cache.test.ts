import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '#main/store/migrate.ts';
import { cacheMigrations } from '#main/store/migrations/list.ts';
import { openInMemory } from '#main/store/open.ts';
import type { WriteDb } from '#main/store/open.ts';
import { toAccountColumns } from '#main/store/rows/account-row.ts';
import { toChatColumns } from '#main/store/rows/chat-row.ts';
import { toContactColumns } from '#main/store/rows/contact-row.ts';
import { toMessageColumns } from '#main/store/rows/message-row.ts';
import { toThreadMark } from '#main/store/core/index-text.ts';
import { toInsert } from '#main/store/rows/sql.ts';
import type { SqlValue } from '#main/store/open.ts';
import { buildAccount, buildChat, buildContact, buildMessage, phoneOf } from '#test/unit/store/builders.ts';

describe('cache.db', () => {
  let db: WriteDb;
  beforeEach(() => (db = openInMemory()));
  afterEach(() => db.close());
  const goTo = (upTo: number): void => migrate(db, { migrations: cacheMigrations, upTo });
  const insert = (table: string, row: Readonly<Record<string, SqlValue>>): unknown =>
    db.run(toInsert(table, Object.keys(row)), row);

  it('0001 has room for one account only', () => {
    goTo(1);
    const row = toAccountColumns(buildAccount());
    insert('account', { id: 1, ...row });
    expect(() => insert('account', { id: 2, ...row })).toThrow(/CHECK/);
  });

  it('0002 starts chats without a last item, at the end of the list', () => {
    goTo(2);
    insert('chats', toChatColumns(buildChat(1)));
    expect(db.get('SELECT last_at, last_text, last_key, sort_at, is_complete FROM chats')).toEqual({
      last_at: null,
      last_text: '',
      last_key: null,
      sort_at: 0,
      is_complete: 0,
    });
  });

  it('0003 takes one id in each direction, beside chats that are there', () => {
    goTo(2);
    insert('chats', toChatColumns(buildChat(1)));
    goTo(3);
    insert('messages', { seq: 1, ...toMessageColumns(buildMessage('in:1')) });
    insert('messages', { seq: 2, ...toMessageColumns(buildMessage('out:1')) });
    expect(() => insert('messages', { seq: 3, ...toMessageColumns(buildMessage('in:1')) })).toThrow(/UNIQUE/);
    expect(db.get('SELECT count(*) AS n FROM chats')).toEqual({ n: 1 });
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
    db.run('INSERT INTO message_search (rowid, text) VALUES (?, ?)', [7, 'Crème brûlée']);
    const find = (phrase: string): unknown =>
      db.all('SELECT rowid AS id FROM message_search WHERE message_search MATCH ?', [`"${phrase}"`]);
    expect([find('eme bru'), find('CRÈ'), find('crx')]).toEqual([[{ id: 7 }], [{ id: 7 }], []]);
    db.run('DELETE FROM message_search WHERE rowid = ?', [7]);
    expect(find('creme')).toEqual([]);
  });

  it('0005 lets nothing merge by itself', () => {
    goTo(5);
    for (const table of ['message_search', 'people_search']) {
      const config = db.all<{ k: string; v: number }>(`SELECT k, v FROM ${table}_config WHERE k LIKE '%merge'`);
      expect(Object.fromEntries(config.map(({ k, v }) => [k, v]))).toEqual({ automerge: 0, crisismerge: 64 });
    }
  });

  it('0006 finds in every script what 0005 had, by thread and by all that is known of people', () => {
    goTo(5);
    const texts = ['Crème brûlée', 'مُحَمَّد', '明天见', '한국어', ''];
    for (const [index, text] of texts.entries()) {
      insert('messages', { seq: index + 1, ...toMessageColumns(buildMessage(`in:${index + 1}`, { text })) });
      if (text !== '') db.run('INSERT INTO message_search (rowid, text) VALUES (?, ?)', [index + 1, text]);
    }
    const contact = buildContact(1, { email: 'z@x.test', fields: [{ id: 1, name: 'Pet', value: 'Ёлка' }] });
    insert('contacts', toContactColumns(contact));
    const folded = '민준 σας'.normalize('NFKD');
    const unknown = { name: '', folded: '', contact_id: null, avatar_id: null };
    insert('people', { phone: contact.phone, name: '민준 Σας', folded, contact_id: 1, avatar_id: null });
    insert('people', { phone: '4470', ...unknown });
    goTo(6);

    const find = (table: string, phrase: string): unknown =>
      db
        .all<{ id: number }>(`SELECT rowid AS id FROM ${table} WHERE ${table} MATCH ?`, [`"${phrase}"`])
        .map(({ id }) => id);
    const phrases = ['creme bru', 'محمد', '明天见', '한국어', '天见\n', toThreadMark(phoneOf(1))];
    expect(phrases.map((phrase) => find('message_search', phrase))).toEqual([[1], [2], [3], [4], [3], [1, 2, 3, 4]]);
    expect(['민준 σασ', 'x.test', 'елка', '44770', '4470'].map((phrase) => find('people_search', phrase))).toEqual([
      ...Array<number[]>(4).fill([1]),
      [2],
    ]);
    const haystacks = db.all<{ haystack: string }>('SELECT haystack FROM people ORDER BY id');
    expect(haystacks.map(({ haystack }) => haystack)).toEqual([`민준 σασ\n${phoneOf(1)}\nz@x.test\nелка`, '4470']);
    const runs = db.all<{ term: string }>(`SELECT DISTINCT term FROM message_terms WHERE term >= '明' LIMIT 1`);
    expect(runs).toEqual([{ term: '明天见' }]);
  });

  it('0006 lets nothing merge by itself, and forgets what is deleted', () => {
    goTo(5);
    insert('messages', { seq: 1, ...toMessageColumns(buildMessage('in:1', { text: 'needle' })) });
    goTo(6);
    for (const table of ['message_search', 'people_search']) {
      const config = db.all<{ k: string; v: number }>(`SELECT k, v FROM ${table}_config WHERE k LIKE '%merge'`);
      expect(Object.fromEntries(config.map(({ k, v }) => [k, v]))).toEqual({ automerge: 0, crisismerge: 64 });
    }
    db.run('DELETE FROM message_search WHERE rowid = 1');
    expect(db.all(`SELECT rowid FROM message_search WHERE message_search MATCH '"needle"'`)).toEqual([]);
  });
});
