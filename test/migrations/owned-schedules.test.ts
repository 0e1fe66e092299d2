import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '#main/store/migrate.ts';
import { ownedMigrations } from '#main/store/migrations/list.ts';
import { openInMemory } from '#main/store/open.ts';
import type { WriteDb } from '#main/store/open.ts';
import { toOwnScheduleColumns } from '#main/store/rows/own-schedule-row.ts';
import { toSendColumns } from '#main/store/rows/send-row.ts';
import { toInsert } from '#main/store/rows/sql.ts';
import { NOON, buildSend, phoneOf } from '#test/unit/store/builders.ts';
import { buildOwnSchedule } from '#test/unit/store/schedule-builders.ts';

type Row = Readonly<Record<string, string | number | null>>;

describe('0013 of owned.db', () => {
  let db: WriteDb;
  beforeEach(() => (db = openInMemory()));
  afterEach(() => db.close());

  const goTo = (upTo: number): void => migrate(db, { migrations: ownedMigrations, upTo });
  const insert = (table: string, row: Row): number => db.run(toInsert(table, Object.keys(row)), row).lastId;
  const add = (number: number, said: Parameters<typeof buildOwnSchedule>[1] = {}, also: Row = {}): number =>
    insert('own_schedules', { ...toOwnScheduleColumns(buildOwnSchedule(number, said)), ...also });
  const read = (tables: readonly string[]): unknown =>
    Object.fromEntries(tables.map((table) => [table, db.all(`SELECT * FROM "${table}"`)]));
  const listTables = (): string[] =>
    db
      .all<{ name: string }>(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
      .map(({ name }) => name)
      .filter((name) => !name.startsWith('sqlite_') && name !== 'migrations');
  const targets = (): unknown[] =>
    db.all('SELECT schedule_seq AS seq, phone, contact_id, at FROM own_schedule_targets ORDER BY 1, 2, 3');

  it('adds schedules and templates beside all that is there, and changes nothing of it', () => {
    goTo(12);
    db.run('INSERT INTO drafts (phone, text, updated_at) VALUES (?, ?, ?)', ['44', 'Half a', NOON]);
    insert('sends', { ...toSendColumns(buildSend('a', { state: 'refused' })), placed_at: NOON });
    insert('import_columns', { header: 'mobile', choice: '{}' });
    const tables = listTables();
    const before = read(tables);
    goTo(13);
    expect(read(tables)).toEqual(before);
    expect(listTables().filter((table) => !tables.includes(table))).toEqual([
      ...['own_schedule_events', 'own_schedule_targets', 'own_schedules', 'own_templates', 'template_extras'],
    ]);
    add(1);
    insert('own_templates', { id: 'a', name: 'One', content: '', modified_at: NOON });
    insert('template_extras', { key: 'own:a' });
    expect(read(['template_extras'])).toEqual({
      template_extras: [{ key: 'own:a', shortcut: '', fallbacks: '{}', used_count: 0, last_used_at: null }],
    });
    expect(read(tables)).toEqual(before);
  });

  it('takes each schedule once, and nothing that the app has no word for', () => {
    goTo(13);
    add(1);
    expect(() => add(1)).toThrow(/UNIQUE/);
    for (const [column, word] of [
      ...[['keeper', 'cloud'] as const, ['overlap', 'third'] as const, ['question', 'why'] as const],
      ...[
        ['state', 'resting'] as const,
        ['step', 'dance'] as const,
        ['goal', 'much'] as const,
        ['work', 'play'] as const,
      ],
    ]) {
      expect(() => add(2, {}, { [column]: word })).toThrow(/CHECK/);
    }
    // Whether it is over and since when is one thing.
    expect(() => add(2, {}, { over_at: NOON })).toThrow(/CHECK/);
    expect(() => add(2, { state: 'done' })).toThrow(/CHECK/);
    add(2, { state: 'done' }, { over_at: NOON });
    expect(db.all('SELECT count(*) AS n FROM own_schedules')).toEqual([{ n: 2 }]);
  });

  it('knows whom schedules name that are not over, and when, where they are to come', () => {
    goTo(13);
    const seq = add(1, { phones: [phoneOf(1)], contactIds: [7], nextAt: NOON });
    add(2, { state: 'cancelled' }, { over_at: NOON });
    const row = { seq, phone: phoneOf(1), contact_id: null, at: NOON };
    expect(targets()).toEqual([{ ...row, phone: null, contact_id: 7 }, row]);
    db.run(`UPDATE own_schedules SET state = 'asking' WHERE seq = ?`, [seq]);
    expect(targets()).toEqual([
      { ...row, phone: null, contact_id: 7, at: null },
      { ...row, at: null },
    ]);
    db.run(`UPDATE own_schedules SET state = 'leaving', goal = 'nothing' WHERE seq = ?`, [seq]);
    expect(targets()).toContainEqual({ ...row, at: null });
    db.run(`UPDATE own_schedules SET goal = 'schedule', next_at = ? WHERE seq = ?`, [NOON + 5, seq]);
    expect(targets()).toContainEqual({ ...row, at: NOON + 5 });
    db.run(`UPDATE own_schedules SET state = 'done', over_at = 1 WHERE seq = ?`, [seq]);
    expect(targets()).toEqual([]);
    const next = add(3);
    expect(next).toBeGreaterThan(seq);
    db.run('DELETE FROM own_schedules');
    expect(targets()).toEqual([]);
  });
});
