import { closeSync, copyFileSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Store } from '#main/store/api.ts';
import type { StoredImport, StoredImportRow } from '#main/store/api/imports.ts';
import { openForWriting } from '#main/store/open.ts';
import { toFilePaths } from '#main/store/paths.ts';
import { NOON, phoneOf } from '#test/unit/store/builders.ts';
import { buildPlan, buildPlannedRow } from '#test/unit/store/import-builders.ts';
import { createStoreHarness } from './store-harness.ts';

const PAGE_BYTES = 4_096;
const ROWS = 1_500;

async function fill(store: Store): Promise<number> {
  const { importId } = await store.createImport({ requestId: 'request-1', plan: buildPlan(), at: NOON });
  for (let first = 2; first < ROWS + 2; first += 500) {
    const rows = Array.from({ length: 500 }, (_, index) => buildPlannedRow(first + index));
    await store.addImportRows({ importId, rows });
  }
  await store.saveImport({ importId, state: 'running', step: 'new', memory: { listId: 9, lastListIdBefore: 8 } });
  const leaving = Array.from({ length: 1_000 }, (_, index) => ({
    line: index + 2,
    state: 'leaving' as const,
    batch: 1,
  }));
  const batch = { number: 1, importId: null, leftAt: NOON };
  await store.changeImportRows({ importId, changes: leaving, memory: { batch, batchCount: 1 } });
  return importId;
}

async function find(store: Store, importId: number): Promise<StoredImport> {
  const found = await store.findImport({ importId });
  if (found === null) throw new Error('There is no such import');
  return found;
}

async function listAll(store: Store, importId: number): Promise<StoredImportRow[]> {
  const rows: StoredImportRow[] = [];
  for (let afterLine: number | undefined = 0; afterLine !== undefined;) {
    const page: readonly StoredImportRow[] = await store.listImportRows({
      importId,
      filter: {},
      afterLine,
      limit: 1_000,
    });
    rows.push(...page);
    afterLine = page.at(-1)?.line;
  }
  return rows;
}

describe('imports in a store', () => {
  const { open, createFolder } = createStoreHarness();

  it('stand after a restart where they stood, each row and each count', async () => {
    const folder = createFolder();
    const { store } = await open(folder);
    const importId = await fill(store);
    const [before, rows] = [await find(store, importId), await listAll(store, importId)];
    expect(rows).toHaveLength(ROWS);
    await store.dispose();
    const { store: again } = await open(folder);
    expect(await find(again, importId)).toEqual(before);
    expect(await listAll(again, importId)).toEqual(rows);
    expect(await again.createImport({ requestId: 'request-1', plan: buildPlan(), at: NOON + 1 })).toEqual({
      ...{ importId, isNew: false },
    });
    expect((await again.findColumnChoices({ headers: ['mobile'] })).map(({ choice }) => choice)).toEqual([
      { kind: 'phone' },
    ]);
  });

  it('let what a user does go ahead of their many rows', async () => {
    const { store } = await open();
    const { importId } = await store.createImport({ requestId: 'request-1', plan: buildPlan(), at: NOON });
    const order: string[] = [];
    const writes = Array.from({ length: 6 }, async (_, slice) => {
      const rows = Array.from({ length: 500 }, (__, index) => buildPlannedRow(slice * 500 + index + 2));
      await store.addImportRows({ importId, rows });
      order.push('rows');
    });
    const draft = store.saveDraft({ phone: phoneOf(1), text: 'Half a', at: NOON }).then(() => order.push('draft'));
    await Promise.all([...writes, draft]);
    expect(order[0]).toBe('draft');
    expect((await find(store, importId)).counts).toMatchObject([{ verdict: 'new', state: 'planned', count: 3_000 }]);
  });

  it('are saved row by row around a damaged page, and counted as they then are (STORE-13)', async () => {
    const folder = createFolder();
    const { store } = await open(folder);
    const importId = await fill(store);
    await store.dispose();
    const { owned } = toFilePaths(folder);
    const db = openForWriting(owned, 'NORMAL');
    const sql = `SELECT pageno FROM dbstat WHERE name = 'import_rows' AND pagetype = 'leaf' ORDER BY pageno`;
    const leaves = db.all<{ pageno: number }>(sql).map(({ pageno }) => pageno);
    db.close();
    const file = openSync(owned, 'r+');
    const page = leaves[Math.floor(leaves.length / 2)] ?? 0;
    writeSync(file, Buffer.alloc(PAGE_BYTES, 0xa5), 0, PAGE_BYTES, (page - 1) * PAGE_BYTES);
    closeSync(file);
    const { store: saved, notices } = await open(folder);
    expect(notices.map(({ kind }) => kind)).toEqual(['owned-salvaged']);
    const rows = await listAll(saved, importId);
    expect(rows.length).toBeGreaterThan(ROWS - 100);
    expect(rows.length).toBeLessThan(ROWS);
    const { counts, memory } = await find(saved, importId);
    expect(memory).toMatchObject({ listId: 9, batchCount: 1 });
    const countOf = (state: string): number => rows.filter((row) => row.state === state).length;
    expect(counts).toEqual([
      { verdict: 'new', state: 'leaving', undo: 'none', count: countOf('leaving') },
      { verdict: 'new', state: 'planned', undo: 'none', count: countOf('planned') },
    ]);
  });

  it('look for the list and the fields that may be there where what was written last is lost (STORE-13)', async () => {
    const [lived, found] = [createFolder(), createFolder()];
    const { store } = await open(lived);
    const { importId } = await store.createImport({ requestId: 'request-1', plan: buildPlan(), at: NOON });
    await store.saveImport({ importId, state: 'running', memory: { lastListIdBefore: 8 } });
    const db = openForWriting(toFilePaths(lived).owned, 'FULL');
    expect(db.get('PRAGMA wal_checkpoint(TRUNCATE)')).toMatchObject({ busy: 0 });
    db.close();
    await store.saveImport({ importId, memory: { isCreatingList: true } });
    await store.saveImport({ importId, memory: { isCreatingList: false, listId: 9, createdFields: { Pet: 12 } } });
    for (const name of ['owned.db', 'owned.db.commits']) copyFileSync(join(lived, name), join(found, name));
    const { store: earlier, notices } = await open(found);
    expect(notices.map(({ kind }) => kind)).toEqual(['owned-salvaged']);
    expect((await find(earlier, importId)).memory).toMatchObject({
      ...{ listId: null, isCreatingList: true, createdFields: {}, creatingFields: ['Pet'] },
    });
  });
});
