import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCHEDULES_OF_PHONES, SCHEDULES_OF_SENDS } from '#main/store/commands/scheduled-chats.ts';
import type { SqlParams } from '#main/store/open.ts';
import { CONTACTS_OF, OWN_ROWS, PEOPLE_OF, SERVICE_ROWS } from '#main/store/queries/schedule-records.ts';
import {
  COUNTS,
  LETTERS_OF_SEND,
  OF_OWN,
  OF_PHONE,
  OF_SERVICE,
  OWN_IN,
  REPLY_AFTER,
  toCalendarSql,
  toScopeSql,
} from '#main/store/queries/schedules.ts';
import { ALL_FIELDS, MERGED_AFTER } from '#main/store/queries/templates.ts';
import { NOON, buildSchedule } from '../builders.ts';
import { MADE, buildOwnSchedule } from '../schedule-builders.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';

describe('what is read of schedules (STORE-12)', () => {
  let store: StoreInOneThread;
  beforeAll(() => {
    store = new StoreInOneThread();
    store.run('commitRows', { name: 'schedules', rows: [buildSchedule(1)] });
    store.run('createOwnSchedule', { schedule: buildOwnSchedule(1), event: MADE });
  });
  afterAll(() => store.close());

  const plan = (sql: string, params: SqlParams): string[] =>
    store.reader.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params).map(({ detail }) => detail);
  /** Tables that are read from end to end; `json_each` and what was put together before are none. */
  const scans = (steps: readonly string[]): string[] =>
    steps.filter((step) => /^SCAN (?!json_each|field|wanted|named|numbers|\(|value)/.test(step)).toSorted();

  it('reads each row of both files once for a list, and whatever stands behind it from an index', () => {
    for (const sql of [toScopeSql('upcoming'), toScopeSql('done'), COUNTS]) {
      expect(scans(plan(sql, []))).toEqual(['SCAN own', 'SCAN theirs']);
    }
    const place = { after: '', limit: 5 };
    expect(scans(plan(toCalendarSql('upcoming'), place))).toEqual(['SCAN own', 'SCAN theirs']);
    expect(scans(plan(toCalendarSql('done'), { ...place, from: 0, to: 9 }))).toEqual(['SCAN own', 'SCAN theirs']);
    const steps = plan(toScopeSql('attention'), []);
    expect(steps).toContainEqual(expect.stringMatching(/messages_paused \(session_id=\?\)/));
    expect(steps).toContainEqual(expect.stringMatching(/schedules_by_reference \(reference_id=\?\)/));
    expect(steps).toContainEqual(expect.stringMatching(/own_schedules_by_reference \(reference_id=\?\)/));
    expect(steps).toContainEqual(expect.stringMatching(/own_schedules_replacing \(replaces_id=\?\)/));
  });

  it('reads one, those of one number and the rows of a page without a look at the others', () => {
    expect(scans(plan(OF_OWN, { id: 'a' }))).toEqual([]);
    expect(scans(plan(OF_SERVICE, { id: 1 }))).toEqual([]);
    expect(scans(plan(OF_PHONE, { phone: '44' }))).toEqual([
      ...['SCAN timeless USING INDEX schedules_timeless', 'SCAN timeless USING INDEX schedules_timeless'],
    ]);
    for (const sql of [OWN_ROWS, SERVICE_ROWS, CONTACTS_OF, PEOPLE_OF]) expect(scans(plan(sql, ['[]']))).toEqual([]);
    expect(plan(OWN_IN, ['[]'])).toContainEqual(expect.stringMatching(/own_schedules_by_state \(state=\?\)/));
    for (const sql of [SCHEDULES_OF_SENDS, SCHEDULES_OF_PHONES]) {
      expect(
        store.cache.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ['[]']).map(({ detail }) => detail),
      ).not.toContainEqual(expect.stringMatching(/^SCAN (?!wanted)/));
    }
  });

  it('reads messages by their number, and contacts in the order of their ids', () => {
    expect(plan(REPLY_AFTER, { phone: '44', after: NOON })).toContainEqual(
      expect.stringMatching(/messages_by_phone \(phone=\? AND at>\?\)/),
    );
    const letters = plan(LETTERS_OF_SEND, { sendId: 1 });
    expect(letters).toContainEqual(expect.stringMatching(/messages_by_phone \(phone=\?\)/));
    expect(letters).toContainEqual(expect.stringMatching(/schedules_by_send \(send_id=\?\)/));
    expect(scans(letters)).toEqual([]);
    expect(plan(MERGED_AFTER, { after: 0, limit: 5 })).toEqual(['SEARCH contacts USING INTEGER PRIMARY KEY (rowid>?)']);
    expect(scans(plan(ALL_FIELDS, []))).toEqual(['SCAN contacts']);
  });
});
