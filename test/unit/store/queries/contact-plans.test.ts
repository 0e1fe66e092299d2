import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ContactQuery } from '#shared/contract/index.ts';
import { CONTACT_COUNTS, LIST_MEMBERS } from '#main/store/queries/contact-counts.ts';
import { toContactSource, toNamedSql, toNamelessSql } from '#main/store/queries/contact-scopes.ts';
import type { ContactsQuery } from '#main/store/queries/contact-scopes.ts';
import { CONTACTS_BY_ID } from '#main/store/queries/contact-table.ts';
import { WAITING_AMONG, WAITING_OF_CONTACTS } from '#main/store/queries/people-changes.ts';
import type { ReadDb, SqlParams } from '#main/store/open.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';

const BY_NAME: Pick<ContactQuery, 'narrowing' | 'sort'> = {
  narrowing: null,
  sort: { column: 'name', isDescending: false },
};

describe('the table of contacts (STORE-12)', () => {
  let store: StoreInOneThread;
  beforeAll(() => (store = new StoreInOneThread()));
  afterAll(() => store.close());

  const plan = (sql: string, params: SqlParams, db: ReadDb = store.reader): string[] =>
    db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params).map(({ detail }) => detail);

  it('is read by name from an index that holds its order and what is searched, without sorting, both ways', () => {
    for (const [kind, index] of [
      ['all', 'contacts_by_name'],
      ['favorites', 'contacts_favorites'],
    ] as const) {
      const query: ContactsQuery = { ...BY_NAME, scope: { kind }, text: 'ann 44' };
      const source = toContactSource(store.reader, query);
      for (const isDescending of [false, true]) {
        expect(plan(toNamedSql(source, isDescending), source.params)).toEqual([
          `SEARCH contacts USING COVERING INDEX ${index} (sort_name>?)`,
        ]);
      }
      expect(plan(toNamelessSql(source), source.params)).toEqual([
        `SEARCH contacts USING COVERING INDEX ${index} (sort_name=?)`,
      ]);
    }
  });

  it('looks its rows up by id, and what waits for them by the contacts', () => {
    expect(plan(CONTACTS_BY_ID, ['[1]'])).toContain('SEARCH contacts USING INTEGER PRIMARY KEY (rowid=?)');
    for (const sql of [WAITING_AMONG, WAITING_OF_CONTACTS]) {
      const steps = plan(sql, ['[1]'], store.owned);
      expect(steps).toContain('SEARCH about USING COVERING INDEX people_changes_by_contact (contact_id=?)');
      expect(steps).toContain('SEARCH people_changes USING INTEGER PRIMARY KEY (rowid=?)');
    }
  });

  it('is counted inside indexes', () => {
    const steps = plan(CONTACT_COUNTS, []).filter((step) => /\bcontacts\b/.test(step));
    expect(
      steps.filter((step) => !/COVERING INDEX|INTEGER PRIMARY KEY|USING INDEX contacts_by_phone/.test(step)),
    ).toEqual([]);
    expect(plan(LIST_MEMBERS, [])).toContain('SCAN contact_lists USING COVERING INDEX contact_lists_by_list');
  });
});
