import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportRowFilter } from '#main/store/api/imports.ts';
import { CONTACTS_AFTER, LISTS_BETWEEN } from '#main/store/queries/import-contacts.ts';
import { COUNTS_OF_ONE } from '#main/store/queries/import-counts.ts';
import { ROWS_BY_PHONE, TEXTED_SINCE, toRowSource } from '#main/store/queries/imports.ts';
import type { SqlParams } from '#main/store/open.ts';
import { NOON } from '../builders.ts';
import { buildPlan, buildPlannedRow } from '../import-builders.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';

describe('what is read of imports (STORE-12)', () => {
  let store: StoreInOneThread;
  let importId: number;
  beforeAll(() => {
    store = new StoreInOneThread();
    ({ importId } = store.run('createImport', { requestId: 'request-1', plan: buildPlan(), at: NOON }));
    const rows = [
      buildPlannedRow(1),
      buildPlannedRow(2, { verdict: 'update' }),
      buildPlannedRow(3, { verdict: 'invalid' }),
    ];
    store.run('addImportRows', { importId, rows });
  });
  afterAll(() => store.close());

  const plan = (sql: string, params: SqlParams): string[] =>
    store.reader.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params).map(({ detail }) => detail);
  const planOf = (filter: ImportRowFilter): string[] => {
    const source = toRowSource(store.reader, { importId, filter, afterLine: 0 });
    if (source === null) throw new Error('There are rows of these kinds');
    return plan(`${source.sql} ORDER BY key LIMIT @limit OFFSET @start`, { ...source.params, limit: 5, start: 0 });
  };
  const isSorted = (steps: readonly string[]): boolean => steps.some((step) => step.includes('TEMP B-TREE'));

  it('lists rows in their order from an index, of one kind and of several, and sorts nothing', () => {
    expect(planOf({})).toEqual(['SEARCH import_rows USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)']);
    const ofKind =
      'SEARCH import_rows USING COVERING INDEX import_rows_by_kind (import_id=? AND verdict=? AND state=? AND undo=? AND rowid>? AND rowid<?)';
    expect(planOf({ verdicts: ['new'] })).toEqual([ofKind]);
    const steps = planOf({ states: ['planned', 'skipped'] });
    expect(steps.filter((step) => step === ofKind)).toHaveLength(3);
    expect(steps.filter((step) => /\bSCAN import_rows/.test(step))).toEqual([]);
    expect(isSorted(steps)).toBe(false);
    const [batch, ...inside] = planOf({ batch: 1, states: ['leaving'] });
    expect(batch).toBe(
      'SEARCH import_rows USING INDEX import_rows_by_batch (import_id=? AND batch=? AND rowid>? AND rowid<?)',
    );
    expect(isSorted(inside)).toBe(false);
  });

  it('finds rows by number and by kind, counts without looking at rows, and contacts by their ids', () => {
    expect(plan(ROWS_BY_PHONE, ['[]', importId])).toContain(
      'SEARCH import_rows USING INDEX import_rows_by_phone (import_id=? AND phone=?)',
    );
    expect(plan(COUNTS_OF_ONE, [importId])).toEqual([
      expect.stringMatching(/^SEARCH import_row_counts USING INDEX .* \(import_id=\?\)$/),
    ]);
    const texted = plan(TEXTED_SINCE, { importId, sinceAt: NOON });
    expect(texted).toContainEqual(
      expect.stringMatching(/import_rows_by_kind \(import_id=\? AND verdict=\? AND state=\? AND undo=\?\)/),
    );
    expect(texted).toContainEqual(expect.stringMatching(/SEARCH messages .*messages_by_phone \(phone=\? AND at>\?\)/));
    expect(plan(CONTACTS_AFTER, [0, 5])).toEqual(['SEARCH contacts USING INTEGER PRIMARY KEY (rowid>?)']);
    expect(plan(LISTS_BETWEEN, [0, 5])).toEqual([
      'SEARCH contact_lists USING PRIMARY KEY (contact_id>? AND contact_id<?)',
    ]);
  });
});
