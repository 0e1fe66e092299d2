import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NAMELESS_SENDS } from '#main/store/commands/link-sends.ts';
import { migrate } from '#main/store/migrate.ts';
import { ownedMigrations } from '#main/store/migrations/list.ts';
import { openInMemory } from '#main/store/open.ts';
import type { WriteDb } from '#main/store/open.ts';
import { toInsert } from '#main/store/rows/sql.ts';
import { toSendColumns } from '#main/store/rows/send-row.ts';
import type { Send } from '#shared/domain/sends.ts';
import { NOON, buildSend } from '#test/unit/store/builders.ts';

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
      const row = { ...toSendColumns(buildSend(id)), state, placed_at: NOON };
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
      const row = { ...toSendColumns(send), placed_at: NOON };
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
});
