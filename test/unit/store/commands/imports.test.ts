import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ImportRowChange, ImportRowCount, StoredImport, StoredImportRow } from '#main/store/api/imports.ts';
import { recountImportRows } from '#main/store/commands/import-rows.ts';
import type { PlannedRow } from '#shared/domain/imports.ts';
import { NOON, phoneOf } from '#test/unit/store/builders.ts';
import { buildPlan, buildPlannedRow } from '#test/unit/store/import-builders.ts';
import { StoreInOneThread } from '#test/unit/store/store-in-one-thread.ts';

describe('imports', () => {
  let store: StoreInOneThread;
  beforeEach(() => {
    store = new StoreInOneThread();
  });
  afterEach(() => store.close());

  const create = (requestId = 'request-1', said: Parameters<typeof buildPlan>[0] = {}): number =>
    store.run('createImport', { requestId, plan: buildPlan(said), at: NOON }).importId;
  const add = (importId: number, rows: readonly PlannedRow[]): void => store.run('addImportRows', { importId, rows });
  const change = (importId: number, changes: readonly ImportRowChange[]): void =>
    store.run('changeImportRows', { importId, changes });
  const find = (importId: number): StoredImport => {
    const found = store.ask('findImport', { importId });
    if (found === null) throw new Error('There is no such import');
    return found;
  };
  const rowsOf = (importId: number): readonly StoredImportRow[] =>
    store.ask('listImportRows', { importId, filter: {}, afterLine: 0, limit: 1_000 });
  /** Of the rows themselves, to be compared with the counts that are kept. */
  const count = (importId: number): readonly ImportRowCount[] => {
    const groups = Map.groupBy(rowsOf(importId), ({ verdict, state, undo }) => `${verdict} ${state} ${undo}`);
    return [...groups.entries()]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([, rows]) =>
        rows.slice(0, 1).map(({ verdict, state, undo }) => ({ verdict, state, undo, count: rows.length })),
      );
  };
  /** Many imports of which `createImport` and the rest say the same. */
  const mixed = (): number => {
    const importId = create();
    add(importId, [
      buildPlannedRow(2),
      buildPlannedRow(3, {
        verdict: 'update',
        contactId: 7,
        values: { firstName: 'Ann', lastName: 'Hill', 'field:4': 'Dog' },
        changes: [{ name: 'field:4', old: 'Cat', value: 'Dog' }],
      }),
      buildPlannedRow(4, { verdict: 'unchanged', contactId: 8, isOnList: true }),
      buildPlannedRow(5, { verdict: 'duplicate', reason: { code: 'duplicate', line: 2 }, phone: phoneOf(2) }),
      buildPlannedRow(6, { verdict: 'invalid', reason: { code: 'too-short', digits: 8, wanted: null }, phone: '' }),
    ]);
    return importId;
  };

  it('begin in the state "planning", and are found again by the request that made them', () => {
    const plan = buildPlan();
    expect(store.run('createImport', { requestId: 'request-1', plan, at: NOON })).toEqual({ importId: 1, isNew: true });
    expect(store.run('createImport', { requestId: 'request-1', plan, at: NOON + 1 })).toEqual({
      ...{ importId: 1, isNew: false },
    });
    expect(store.run('createImport', { requestId: 'request-2', plan, at: NOON + 1 })).toEqual({
      ...{ importId: 2, isNew: true },
    });
    expect(find(1)).toMatchObject({
      ...{ id: 1, startedAt: NOON, finishedAt: null, state: 'planning', step: 'list', plan, hasRows: true, counts: [] },
      memory: { listId: null, createdFields: {}, batch: null, problem: null, workedMs: 0 },
    });
    expect(store.ask('listImports', {}).map(({ id }) => id)).toEqual([2, 1]);
    expect(store.ask('findImport', { importId: 3 })).toBeNull();
  });

  it('keep each row with its cells, what is written of it, and how many there are of each kind', () => {
    const importId = mixed();
    expect(find(importId).counts).toEqual(count(importId));
    expect(find(importId).counts).toContainEqual({ verdict: 'new', state: 'planned', undo: 'none', count: 1 });
    expect(rowsOf(importId).map(({ line, verdict, state }) => [line, verdict, state])).toEqual([
      ...[[2, 'new', 'planned']],
      ...[[3, 'update', 'planned']],
      ...[[4, 'unchanged', 'planned']],
      ...[[5, 'duplicate', 'skipped']],
      ...[[6, 'invalid', 'skipped']],
    ]);
    expect(rowsOf(importId)[0]).toEqual({
      ...{ line: 2, verdict: 'new', state: 'planned', undo: 'none', reason: null, foundBy: 'app', phone: phoneOf(2) },
      ...{ contactId: null, isOnList: false, values: { firstName: 'Name 2', 'new:Pet': 'Cat' }, before: null },
      ...{ cells: ['07700 900002', 'Name 2', 'Cat'], batch: null },
    });
    // Of a contact that is there: only what changes.
    expect(rowsOf(importId)[1]).toMatchObject({ contactId: 7, values: { 'field:4': 'Dog' } });
    expect(rowsOf(importId)[2]).toMatchObject({ contactId: 8, isOnList: true });
    expect(rowsOf(importId)[3]).toMatchObject({ reason: { code: 'duplicate', line: 2 } });
  });

  it('take a line again in place of the one before, also as another kind', () => {
    const importId = mixed();
    add(importId, [buildPlannedRow(2, { verdict: 'left-out', reason: { code: 'by-user' } }), buildPlannedRow(7)]);
    add(importId, [buildPlannedRow(7, { cells: ['once more'] })]);
    expect(rowsOf(importId).map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7]);
    expect(rowsOf(importId)[0]).toMatchObject({ verdict: 'left-out', state: 'skipped', reason: { code: 'by-user' } });
    expect(rowsOf(importId).at(-1)).toMatchObject({ cells: ['once more'] });
    expect(find(importId).counts).toEqual(count(importId));
  });

  it('take no row once they run, and none where they are not there', () => {
    const importId = mixed();
    store.run('saveImport', { importId, state: 'running' });
    expect(() => add(importId, [buildPlannedRow(9)])).toThrow(expect.objectContaining({ code: 'not-found' }));
    expect(() => add(importId + 1, [buildPlannedRow(9)])).toThrow(expect.objectContaining({ code: 'not-found' }));
    expect(rowsOf(importId)).toHaveLength(5);
  });

  it('change in what is said and in nothing else, their rows and what is known of them at once', () => {
    const importId = mixed();
    store.run('saveImport', {
      importId,
      state: 'running',
      step: 'new',
      memory: { listId: 9, lastContactIdBefore: 40 },
    });
    const batch = { number: 1, importId: null, leftAt: NOON };
    store.run('changeImportRows', {
      importId,
      changes: [
        { line: 2, state: 'leaving', batch: 1 },
        { line: 3, state: 'leaving', before: { values: { 'field:4': 'Cat' }, listIds: [5] } },
        { line: 999, state: 'done' },
      ],
      memory: { batch, batchCount: 1 },
    });
    expect(find(importId)).toMatchObject({
      ...{ state: 'running', step: 'new', finishedAt: null },
      memory: { listId: 9, lastContactIdBefore: 40, batch, batchCount: 1 },
    });
    expect(rowsOf(importId)[0]).toMatchObject({ state: 'leaving', batch: 1, phone: phoneOf(2) });
    expect(rowsOf(importId)[1]).toMatchObject({ before: { values: { 'field:4': 'Cat' }, listIds: [5] } });
    change(importId, [
      { line: 2, state: 'done', contactId: 41, batch: null },
      { line: 3, state: 'refused', reason: { code: 'refused', detail: 'No.' }, foundBy: 'service' },
      { line: 4, verdict: 'update', values: { firstName: 'Bo' } },
    ]);
    change(importId, [{ line: 2, undo: 'undone' }, { line: 3, reason: null }, { line: 4 }]);
    expect(rowsOf(importId).slice(0, 3)).toMatchObject([
      { state: 'done', contactId: 41, batch: null, undo: 'undone', values: { firstName: 'Name 2', 'new:Pet': 'Cat' } },
      { state: 'refused', reason: null, foundBy: 'service' },
      { verdict: 'update', values: { firstName: 'Bo' } },
    ]);
    store.run('saveImport', { importId, state: 'finished', step: 'done', finishedAt: NOON + 5 });
    store.run('saveImport', { importId, memory: { undoneAt: NOON + 9 } });
    expect(find(importId)).toMatchObject({ state: 'finished', step: 'done', finishedAt: NOON + 5 });
    expect(find(importId).counts).toEqual(count(importId));
  });

  it('count their rows as they are, whatever happens to them in whatever order', () => {
    const importId = create();
    add(
      importId,
      Array.from({ length: 60 }, (_, index) => buildPlannedRow(index + 1)),
    );
    const states = ['planned', 'leaving', 'done', 'refused', 'skipped'] as const;
    const undo = ['none', 'undone', 'kept'] as const;
    for (let round = 0; round < 20; round += 1) {
      change(
        importId,
        Array.from({ length: 30 }, (_, index) => ({
          line: ((index * 7 + round * 11) % 60) + 1,
          state: states[(index + round) % 5] ?? 'done',
          undo: undo[(index * 3 + round) % 3] ?? 'none',
        })),
      );
      expect(find(importId).counts).toEqual(count(importId));
    }
  });

  it('say of headers what they meant the last time, however those are written', () => {
    const remembered = (...headers: string[]): unknown => store.ask('findColumnChoices', { headers });
    expect(remembered('Mobile')).toEqual([]);
    const importId = create('request-1', {
      headers: [' Prénom', 'MOBILE', '', 'Notes', 'Mobile', 'Pet'],
      choices: [
        ...[{ kind: 'firstName' } as const, { kind: 'phone' } as const, { kind: 'lastName' } as const, null],
        ...[{ kind: 'leave-out' } as const, { kind: 'new-field', name: 'Pet' } as const],
      ],
    });
    expect(remembered('prenom ', 'Mobile', '', 'Notes', 'Pet')).toEqual([
      { header: 'prenom ', choice: { kind: 'firstName' } },
      { header: 'Mobile', choice: { kind: 'phone' } },
      { header: 'Pet', choice: { kind: 'new-field', name: 'Pet' } },
    ]);
    store.run('saveImport', { importId, memory: { createdFields: { Pet: 12 } } });
    expect(remembered('pet')).toEqual([{ header: 'pet', choice: { kind: 'field', fieldId: 12 } }]);
    create('request-2', { headers: ['Pet'], choices: [{ kind: 'leave-out' }] });
    expect(remembered('Pet')).toEqual([{ header: 'Pet', choice: { kind: 'leave-out' } }]);
  });

  it('remember what a later file says of a header, though an earlier import goes on', () => {
    const remembered = (): unknown => store.ask('findColumnChoices', { headers: ['Pet'] }).map(({ choice }) => choice);
    const first = create();
    create('request-2', { headers: ['Pet'], choices: [{ kind: 'field', fieldId: 5 }] });
    store.run('saveImport', { importId: first, memory: { createdFields: { Pet: 12 } } });
    const whole = find(first).memory;
    store.run('changeImportRows', { importId: first, changes: [], memory: { ...whole, batchCount: 1 } });
    expect(remembered()).toEqual([{ kind: 'field', fieldId: 5 }]);
    expect(find(first).memory).toEqual({ ...whole, batchCount: 1 });
  });

  it('that hold what this version cannot read are left out, beside others that it can', () => {
    const [odd, plain] = [mixed(), create('request-2')];
    store.owned.run(`UPDATE imports SET plan = '{"fileName":4}' WHERE id = ?`, [odd]);
    expect(store.ask('listImports', {}).map(({ id }) => id)).toEqual([plain]);
    store.owned.run(`UPDATE imports SET memory = 'no' WHERE id = ?`, [plain]);
    expect(store.ask('findImport', { importId: plain })).toBeNull();
  });

  it('drop the cells of rows that are done, and no other ones', () => {
    const importId = mixed();
    change(importId, [{ line: 2, state: 'done' }]);
    expect(store.run('trimImportRows', { importId })).toEqual({ leftCount: 0 });
    expect(rowsOf(importId).map(({ cells }) => cells.length)).toEqual([0, 3, 3, 3, 3]);
    expect(find(importId).counts).toEqual(count(importId));
  });

  it('are trimmed and expire in parts, so that a user never waits for all of them', () => {
    const importId = create();
    const lines = Array.from({ length: 2_500 }, (_, index) => index + 2);
    add(
      importId,
      lines.map((line) => buildPlannedRow(line)),
    );
    change(
      importId,
      lines.map((line) => ({ line, state: 'done' })),
    );
    const repeat = (step: () => { readonly leftCount: number }): number[] => {
      const lefts: number[] = [];
      do lefts.push(step().leftCount);
      while (lefts.at(-1) !== 0);
      return lefts;
    };
    expect(repeat(() => store.run('trimImportRows', { importId }))).toEqual([1_500, 500, 0]);
    expect(store.owned.all('SELECT count(cells) AS n FROM import_rows')).toEqual([{ n: 0 }]);
    store.run('saveImport', { importId, state: 'undone', finishedAt: NOON });
    expect(repeat(() => store.run('expireImports', { beforeAt: NOON + 1 }))).toEqual([1_500, 500, 0]);
    expect(store.owned.all('SELECT count(*) AS n FROM import_rows')).toEqual([{ n: 0 }]);
    expect(find(importId).counts).toEqual([{ verdict: 'new', state: 'done', undo: 'none', count: 2_500 }]);
  });

  it('are given up without a trace as long as nothing of them left, in parts where they are large', () => {
    const [small, large] = [mixed(), create('request-2')];
    for (let first = 1; first <= 4_500; first += 500) {
      add(
        large,
        Array.from({ length: 500 }, (_, index) => buildPlannedRow(first + index)),
      );
    }
    store.run('dropImport', { importId: large });
    expect(store.ask('findImport', { importId: large })).toBeNull();
    expect(store.ask('listImports', {}).map(({ id }) => id)).toEqual([small]);
    expect(() => add(large, [buildPlannedRow(1)])).toThrow(expect.objectContaining({ code: 'not-found' }));
    const lefts: number[] = [];
    do lefts.push(store.run('expireImports', { beforeAt: 0 }).leftCount);
    while (lefts.at(-1) !== 0);
    expect(lefts[0]).toBeGreaterThan(0);
    expect(store.owned.all('SELECT DISTINCT import_id FROM import_rows')).toEqual([{ import_id: small }]);
    expect(store.owned.all('SELECT id FROM imports')).toEqual([{ id: small }]);
    // The request may come again, and gets an id that no row ever had.
    expect(create('request-2')).toBeGreaterThan(large);
    store.run('saveImport', { importId: small, state: 'running' });
    store.run('dropImport', { importId: small });
    expect(find(small).counts).toEqual(count(small));
  });

  it('lose their rows once they are too old to be undone, and keep what they did', () => {
    const [old, fresh, undoing, stopped] = [mixed(), create('request-2'), create('request-3'), create('request-4')];
    for (const importId of [fresh, undoing, stopped]) add(importId, [buildPlannedRow(2)]);
    change(old, [{ line: 2, state: 'done', contactId: 41 }]);
    store.run('saveImport', { importId: old, state: 'finished', finishedAt: NOON });
    store.run('saveImport', { importId: fresh, state: 'finished', finishedAt: NOON + 2 });
    store.run('saveImport', { importId: undoing, state: 'undo-paused', finishedAt: NOON });
    store.run('saveImport', { importId: stopped, state: 'stopped' });
    const { counts } = find(old);
    expect(store.run('expireImports', { beforeAt: NOON + 1 })).toEqual({ leftCount: 0 });
    expect(find(old)).toMatchObject({ hasRows: false, counts, state: 'finished' });
    expect(find(stopped)).toMatchObject({ hasRows: false });
    expect([rowsOf(old), rowsOf(stopped)]).toEqual([[], []]);
    expect([find(fresh), find(undoing)]).toMatchObject([{ hasRows: true }, { hasRows: true }]);
    expect([rowsOf(fresh).length, rowsOf(undoing).length]).toEqual([1, 1]);
    expect(store.run('expireImports', { beforeAt: NOON + 1 })).toEqual({ leftCount: 0 });
    expect(find(old).counts).toEqual(counts);
  });

  it('are counted anew where rows or imports were lost with damaged pages', () => {
    const [kept, lost] = [mixed(), create('request-2')];
    add(lost, [buildPlannedRow(2)]);
    store.owned.run('DELETE FROM import_rows WHERE import_id = ? AND line = 2', [kept]);
    store.owned.run('DELETE FROM imports WHERE id = ?', [lost]);
    store.owned.transaction(() => recountImportRows(store.owned));
    expect(find(kept).counts).toEqual(count(kept));
    expect(store.owned.all('SELECT DISTINCT import_id FROM import_rows')).toEqual([{ import_id: kept }]);
  });
});
