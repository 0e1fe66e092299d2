import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ORIGINS } from '#main/store/queries/origins.ts';
import type { ServiceSend } from '#shared/domain/entities.ts';
import { toChatId } from '#shared/domain/ids.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { NOON, buildAccount, buildChat, buildMessage, buildSend } from '../builders.ts';

const OWN_USER = buildAccount().userId;
const IDA = 8;

describe('where a text of a thread comes from', () => {
  let store: StoreInOneThread;
  beforeEach(() => {
    store = new StoreInOneThread();
    store.run('saveAccount', { account: buildAccount() });
    store.run('commitChats', { chats: [buildChat(1)] });
    const note = { id: 1, text: 'Ring back', createdAt: NOON };
    const notes = [
      { ...note, authorId: IDA, authorName: 'Ida Moss' },
      { ...note, id: 2, authorId: OWN_USER, authorName: 'Me Myself' },
    ];
    store.run('setContactNotes', { contactId: 1 as never, notes });
  });
  afterEach(() => store.close());

  const find = (key: string) =>
    store.ask('listMessages', { chatId: toChatId(1), before: null, limit: 20 })?.items.find((item) => item.key === key);
  const receive = (id: number, sessionId: number | null): void => {
    const messages = [buildMessage(`out:${id}`, { sessionId })];
    store.run('commitMessages', { messages, source: 'page' });
  };
  const know = (changes: Partial<ServiceSend>): void => {
    const row = { id: 5, at: NOON, text: 'Hi', source: 'O', referenceId: null, ...changes };
    store.run('commitRows', { name: 'sends', rows: [row] });
  };

  it('is the send to many that it is part of, by the name that it has there', () => {
    receive(1, 5);
    expect(find('out:1')).toMatchObject({ origin: null, author: null });
    know({ recipientsCount: 64, title: ' Reminder ' });
    expect(find('out:1')?.origin).toEqual({ sessionId: 5, name: 'Reminder', recipientsCount: 64 });
    know({ recipientsCount: 64, title: '' });
    expect(find('out:1')?.origin).toEqual({ sessionId: 5, name: null, recipientsCount: 64 });
  });

  it('is nothing for a text to one person, and for one of which the service says no send or no number', () => {
    receive(1, 5);
    receive(2, null);
    know({ recipientsCount: 1, title: 'Reminder' });
    expect([find('out:1')?.origin, find('out:2')?.origin]).toEqual([null, null]);
    know({ title: 'Reminder' });
    expect(find('out:1')?.origin).toBeNull();
  });

  it('names who of the team wrote it, but not the owner of the key, nor anybody without a name', () => {
    receive(1, 5);
    know({ recipientsCount: 1, initiatorId: IDA });
    expect(find('out:1')?.author).toBe('Ida Moss');
    know({ recipientsCount: 1, initiatorId: OWN_USER });
    expect(find('out:1')?.author).toBeNull();
    know({ recipientsCount: 1, initiatorId: 99 });
    expect(find('out:1')?.author).toBeNull();
  });

  it('is nothing for a text that has not left', () => {
    store.run('createSend', { send: buildSend('a') });
    expect(find('send:a')).toMatchObject({ origin: null, author: null });
  });

  it('is asked once for a page, by keys (STORE-12)', () => {
    const plan = store.reader.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${ORIGINS}`, ['[5]']);
    const looks = plan.map(({ detail }) => detail).filter((detail) => /^(?:SCAN|SEARCH)/.test(detail));
    expect(looks).toEqual([
      'SCAN wanted VIRTUAL TABLE INDEX 1:',
      'SEARCH service_sends USING INTEGER PRIMARY KEY (rowid=?)',
      'SEARCH contact_notes USING COVERING INDEX contact_notes_by_author (author_id=?)',
      // It has one row.
      'SCAN account',
    ]);
  });
});
