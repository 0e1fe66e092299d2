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

/** A row of `sends` as it was before 0005. */
function toEarlyColumns(send: Send): Omit<SendColumns, 'after_message_id' | 'check_evidence'> {
  const { after_message_id: _after, check_evidence: _check, ...early } = toSendColumns(send);
  return early;
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
    const read = (): (Send | null)[] => db.all<SendRow>('SELECT * FROM sends ORDER BY seq').map(toSend);
    expect(read()).toEqual([lost]);
    const check: SendCheck = {
      ...{ lostAt: NOON, looks: 2, lastLookAt: NOON + 4, nextLookAt: null, finding: 'alike' },
      ...{ readBackTo: NOON - 9, readSends: true, alike: [{ messageId: 5, at: NOON, text: 'Text' }] },
    };
    const whole = buildSend('b', { state: 'checking', afterMessageId: 0, check });
    const late = { ...toSendColumns(whole), placed_at: NOON };
    db.run(toInsert('sends', Object.keys(late)), late);
    expect(read()).toEqual([lost, whole]);
  });
});
