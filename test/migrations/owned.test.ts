import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NAMELESS_SENDS } from '#main/store/commands/link-sends.ts';
import { migrate } from '#main/store/migrate.ts';
import { ownedMigrations } from '#main/store/migrations/list.ts';
import { openInMemory } from '#main/store/open.ts';
import type { WriteDb } from '#main/store/open.ts';
import { toInsert } from '#main/store/rows/sql.ts';
import { toSend, toSendColumns } from '#main/store/rows/send-row.ts';
import type { SendColumns, SendRow } from '#main/store/rows/send-row.ts';
import type { Send, SendCheck } from '#shared/domain/sends.ts';
import { NOON, buildSend } from '#test/unit/store/builders.ts';

type Later = 'sent_text' | 'own_reference' | 'price_predicted';

/** A row of `sends` as it was before 0007, and before 0005. */
function toFormerColumns(send: Send): Omit<SendColumns, Later> {
  const { sent_text: _text, own_reference: _reference, price_predicted: _price, ...former } = toSendColumns(send);
  return former;
}
function toEarlyColumns(send: Send): Omit<SendColumns, Later | 'after_message_id' | 'check_evidence'> {
  const { after_message_id: _after, check_evidence: _check, ...early } = toFormerColumns(send);
  return early;
}
/** Read by what knows the newest columns: those that were not there yet say nothing. */
function readSends(db: WriteDb): Send[] {
  const none = { sent_text: null, own_reference: null, price_predicted: null };
  return db.all<SendRow>('SELECT * FROM sends ORDER BY seq').map((row) => toSend({ ...none, ...row }, []));
}

describe('owned.db', () => {
  let db: WriteDb;
  beforeEach(() => (db = openInMemory()));
  afterEach(() => db.close());
  const goTo = (upTo: number): void => migrate(db, { migrations: ownedMigrations, upTo });

  it('0001 keeps one draft and one setting per key', () => {
    goTo(1);
    db.run('INSERT INTO drafts (phone, text, updated_at) VALUES (?, ?, ?)', ['44', 'Half a', NOON]);
    db.run('INSERT INTO settings (key, value) VALUES (?, ?)', ['theme', 'dark']);
    const again = (): unknown => db.run('INSERT INTO settings (key, value) VALUES (?, ?)', ['theme', 'light']);
    expect(again).toThrow(/UNIQUE/);
    const odd = (): unknown =>
      db.run('INSERT INTO drafts (phone, text, updated_at) VALUES (?, ?, ?)', ['45', 'x', 'soon']);
    expect(odd).toThrow(/INTEGER/);
  });

  it('0002 adds sends beside drafts that are there, and refuses states that nobody knows', () => {
    goTo(1);
    db.run('INSERT INTO drafts (phone, text, updated_at) VALUES (?, ?, ?)', ['44', 'Half a', NOON]);
    goTo(2);
    const insert = (id: string, state: string): unknown => {
      const row = { ...toEarlyColumns(buildSend(id)), state, placed_at: NOON };
      return db.run(toInsert('sends', Object.keys(row)), row);
    };
    insert('a', 'held');
    expect(() => insert('b', 'flying')).toThrow(/CHECK/);
    expect(() => insert('a', 'queued')).toThrow(/UNIQUE/);
    expect(db.all('SELECT text FROM drafts')).toEqual([{ text: 'Half a' }]);
  });

  it('0003 never gives the id of a finished action to another one', () => {
    goTo(3);
    const insert = (): number =>
      db.run('INSERT INTO pending_actions (chat_id, kind, action, created_at) VALUES (?, ?, ?, ?)', [
        1,
        'read',
        '{}',
        NOON,
      ]).lastId;
    const first = insert();
    db.run('DELETE FROM pending_actions');
    expect(insert()).toBeGreaterThan(first);
  });

  it('0004 finds what was accepted without a message, among sends that are there', () => {
    goTo(3);
    const insert = (send: Send): unknown => {
      const row = { ...toEarlyColumns(send), placed_at: NOON };
      return db.run(toInsert('sends', Object.keys(row)), row);
    };
    insert(buildSend('a', { state: 'accepted', messageId: 5 }));
    insert(buildSend('b', { state: 'accepted' }));
    insert(buildSend('c'));
    goTo(4);
    expect(db.all<{ id: string }>(NAMELESS_SENDS).map(({ id }) => id)).toEqual(['b']);
    insert(buildSend('d', { state: 'accepted' }));
    expect(db.all<{ id: string }>(NAMELESS_SENDS).map(({ id }) => id)).toEqual(['b', 'd']);
  });

  it('0005 keeps sends that are there, without evidence, and then keeps evidence', () => {
    goTo(4);
    const problem = { code: 'timeout', detail: null, fields: {}, at: NOON };
    const lost = buildSend('a', { state: 'checking', attemptedAt: NOON, attempts: 1, problem });
    const early = { ...toEarlyColumns(lost), placed_at: NOON };
    db.run(toInsert('sends', Object.keys(early)), early);
    goTo(5);
    const read = (): Send[] => readSends(db);
    expect(read()).toEqual([lost]);
    const check: SendCheck = {
      ...{ lostAt: NOON, looks: 2, lastLookAt: NOON + 4, nextLookAt: null, finding: 'alike' },
      ...{ readBackTo: NOON - 9, readSends: true, alike: [{ messageId: 5, at: NOON, text: 'Text' }] },
    };
    const whole = buildSend('b', { state: 'checking', afterMessageId: 0, check });
    const late = { ...toFormerColumns(whole), placed_at: NOON };
    db.run(toInsert('sends', Object.keys(late)), late);
    expect(read()).toEqual([lost, whole]);
  });

  it('0006 adds the inbox of callbacks beside sends that are there, and counts by state what is in it', () => {
    goTo(5);
    const send = { ...toFormerColumns(buildSend('a')), placed_at: NOON };
    db.run(toInsert('sends', Object.keys(send)), send);
    goTo(6);
    expect(readSends(db)).toEqual([buildSend('a')]);
    const insert = (said: Readonly<Record<string, string | number | null>>): unknown => {
      const row = {
        ...{ direction: 'out', message_id: 1, letter: 'd', received_at: NOON, last_at: NOON, times: 1 },
        ...{ state: 'waiting', settled_at: null, ...said },
      };
      return db.run(toInsert('callback_events', Object.keys(row)), row);
    };
    const count = (): unknown =>
      db.all<{ state: string; count: number }>(
        'SELECT state, count FROM callback_counts WHERE count > 0 ORDER BY state',
      );
    insert({});
    insert({ message_id: 2 });
    expect(() => insert({})).toThrow(/UNIQUE/);
    expect(() => insert({ message_id: 3, state: 'lost' })).toThrow(/CHECK/);
    expect(() => insert({ message_id: 3, settled_at: NOON })).toThrow(/CHECK/);
    expect(count()).toEqual([{ state: 'waiting', count: 2 }]);
    db.run(`UPDATE callback_events SET state = 'refuted', settled_at = ? WHERE message_id = 1`, [NOON]);
    expect(count()).toEqual([
      { state: 'refuted', count: 1 },
      { state: 'waiting', count: 1 },
    ]);
    db.run('DELETE FROM callback_events WHERE message_id = 2');
    expect(count()).toEqual([{ state: 'refuted', count: 1 }]);
  });

  it('0009 lets what waits leave at once, and keeps one deletion of each message', () => {
    goTo(8);
    db.run('INSERT INTO pending_actions (chat_id, kind, action, created_at) VALUES (?, ?, ?, ?)', [
      ...[1, 'read', '{"kind":"read","isRead":true}', NOON],
    ]);
    goTo(9);
    expect(db.all('SELECT chat_id, phone, created_at, due_at FROM pending_actions')).toEqual([
      { chat_id: 1, phone: '', created_at: NOON, due_at: NOON },
    ]);
    const remove = (sequence: string, id: number): unknown =>
      db.run('INSERT INTO message_deletions (sequence, id, chat_id, created_at, due_at) VALUES (?, ?, ?, ?, ?)', [
        ...[sequence, id, 1, NOON, NOON],
      ]);
    remove('in', 1);
    remove('out', 1);
    expect(() => remove('in', 1)).toThrow(/UNIQUE/);
    expect(() => remove('note', 1)).toThrow(/CHECK/);
  });

  it('0008 keeps one snooze of a number and the views, beside the sends that are there', () => {
    goTo(7);
    const row = { ...toSendColumns(buildSend('a')), state: 'refused', placed_at: NOON };
    db.run(toInsert('sends', Object.keys(row)), row);
    goTo(8);
    const stopped = `SELECT phone FROM sends INDEXED BY sends_stopped WHERE state IN ('refused', 'not-sent', 'unknown')`;
    expect(db.all(stopped)).toHaveLength(1);
    const snooze = (): unknown =>
      db.run('INSERT INTO snoozes (phone, until_at, made_at) VALUES (?, ?, ?)', ['44', 2, 1]);
    snooze();
    expect(snooze).toThrow(/UNIQUE/);
    expect(db.all('SELECT * FROM views')).toEqual([]);
  });

  it('0010 keeps changes of people beside what waits for chats, and says which contacts each is about', () => {
    goTo(9);
    db.run('INSERT INTO pending_actions (chat_id, kind, action, created_at) VALUES (?, ?, ?, ?)', [
      ...[1, 'pin', '{"kind":"pin","isPinned":true}', NOON],
    ]);
    goTo(10);
    expect(db.all('SELECT chat_id FROM pending_actions')).toEqual([{ chat_id: 1 }]);
    const enter = (kind: string, contactId: number | null, change: unknown): number =>
      db.run(
        `INSERT INTO people_changes (kind, state, contact_id, created_at, due_at, change) VALUES (?, 'waiting', ?, ?, ?, ?)`,
        [kind, contactId, NOON, NOON, JSON.stringify(change)],
      ).lastId;
    const note = enter('add-note', 4, { contactId: 4 });
    const deletion = enter('delete-contacts', null, { contactIds: [4, 5, 5] });
    enter('edit-list', null, {});
    const about = (): unknown => db.all('SELECT change_id, contact_id FROM people_change_contacts ORDER BY 1, 2');
    expect(about()).toEqual([
      { change_id: note, contact_id: 4 },
      { change_id: deletion, contact_id: 4 },
      { change_id: deletion, contact_id: 5 },
    ]);
    db.run('DELETE FROM people_changes WHERE id = ?', [deletion]);
    expect(about()).toEqual([{ change_id: note, contact_id: 4 }]);
    expect(() => enter('rename', 4, {})).toThrow(/CHECK/);
    db.run('DELETE FROM people_changes');
    expect(enter('add-note', 4, {})).toBeGreaterThan(deletion);
  });

  it('0011 keeps look-ups beside changes of people, each request once, and a result with its time or neither', () => {
    goTo(10);
    const change = [NOON, NOON, '{}'];
    db.run(
      `INSERT INTO people_changes (kind, state, created_at, due_at, change) VALUES ('edit-list', 'waiting', ?, ?, ?)`,
      change,
    );
    goTo(11);
    expect(db.all('SELECT kind FROM people_changes')).toEqual([{ kind: 'edit-list' }]);
    const ask = (kind: string, said: Readonly<Record<string, string | number>> = {}): unknown => {
      const row = { kind, request_id: 'request-1', value: '447700900318', asked_at: NOON, ...said };
      return db.run(toInsert('lookups', Object.keys(row)), row);
    };
    ask('carrier');
    ask('email', { found_at: NOON, result: '{}', cost: 0.04 });
    expect(() => ask('carrier')).toThrow(/UNIQUE/);
    expect(() => ask('weather', { request_id: 'request-2' })).toThrow(/CHECK/);
    expect(() => ask('carrier', { request_id: 'request-2', found_at: NOON })).toThrow(/CHECK/);
  });
});
