import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readRejected } from '#main/services/importing/rejected-rows.ts';
import { toRejectedFile } from '#main/services/importing/repair.ts';
import { listRunRows } from '#main/services/importing/run-rows.ts';
import type { ImportPlan } from '#main/store/api/imports.ts';
import type { Store } from '#main/store/api.ts';
import type { PlannedRow } from '#shared/domain/imports.ts';
import { openInProcessStore } from '#test/support/sync/in-process-store.ts';
import type { InProcessStore } from '#test/support/sync/in-process-store.ts';

const PLAN: ImportPlan = {
  ...{ fileName: 'farm clients.xlsx', isPasted: false, headers: ['Who', 'Mobile', 'Pet, or "pets"'] },
  choices: [{ kind: 'fullName' }, { kind: 'phone' }, null],
  options: { country: 'GB', hasHeader: true, leavesOutLandlines: false, keepsWhatIsEmpty: true, existing: 'update' },
  ...{ target: { kind: 'list', listId: 50 }, listName: 'Farm', rowsCount: 6, changedValuesCount: 0 },
};

function row(line: number, verdict: PlannedRow['verdict'], changes: Partial<PlannedRow> = {}): PlannedRow {
  return {
    ...{ line, verdict, reason: null, marks: [], phone: '', contactId: null, changes: [], values: {}, isOnList: false },
    cells: [`Ann ${String(line)}`, '07700 9003', 'Rex, "Rexy"\nLee '],
    ...changes,
  };
}

const ROWS = [
  row(2, 'new', { phone: '447700900318', values: { firstName: 'Ann', lastName: 'Lee' } }),
  row(3, 'invalid', { reason: { code: 'too-short', digits: 9, wanted: 11 } }),
  row(4, 'duplicate', { phone: '447700900318', reason: { code: 'duplicate', line: 2 } }),
  row(5, 'lost-digits', { cells: ['', '', ''], reason: { code: 'lost-digits' } }),
  row(6, 'left-out'),
  row(7, 'new', { phone: '447700900319', values: { firstName: 'Ann' }, cells: ['Ann 7', ' +447700900319 ', ''] }),
];

/** As the app reads the store. */
function toReader({
  executor,
}: InProcessStore): Pick<Store, 'findImport' | 'listImportRows' | 'listContactRows' | 'pageImportRows'> {
  return {
    findImport: (input) => Promise.resolve(executor.ask('findImport', input)),
    listImportRows: (input) => Promise.resolve(executor.ask('listImportRows', input)),
    listContactRows: (input) => Promise.resolve(executor.ask('listContactRows', input)),
    pageImportRows: (input) => Promise.resolve(executor.ask('pageImportRows', input)),
  };
}

describe('rows of a run that were not imported', () => {
  let store: InProcessStore;
  let importId: number;
  beforeEach(() => {
    store = openInProcessStore({ now: () => 0 });
    importId = plan(PLAN, ROWS);
  });
  afterEach(() => store.close());

  function plan(of: ImportPlan, rows: readonly PlannedRow[]): number {
    const created = store.run('createImport', { requestId: `request-${of.fileName}`, plan: of, at: 0 });
    store.run('addImportRows', { importId: created.importId, rows });
    store.run('saveImport', { importId: created.importId, state: 'running' });
    return created.importId;
  }

  function refuse(line: number): void {
    const reason = { code: 'refused', detail: 'Number belongs to a closed account.' } as const;
    store.run('changeImportRows', { importId, changes: [{ line, state: 'refused', reason, foundBy: 'service' }] });
  }

  it('are told as they are written, with who found why', async () => {
    refuse(7);
    expect(await list({ kind: 'rejected' })).toMatchObject({
      count: 3,
      rows: [
        { line: 3, name: 'Ann 3', phone: '07700 9003', reason: { code: 'too-short' }, foundBy: 'app' },
        { line: 5, name: '', phone: '', reason: { code: 'lost-digits' }, foundBy: 'app' },
        { line: 7, name: 'Ann', phone: '+447700900319', reason: { code: 'refused' }, foundBy: 'service' },
      ],
    });
    const page = await list({ kind: 'rejected', start: 1, limit: 1 });
    expect({ ...page, rows: page.rows.map(({ line }) => line) }).toEqual({ count: 3, rows: [5] });
    expect(await list({ kind: 'kept' })).toEqual({ count: 0, rows: [] });
  });

  it('are those too that a stop has left', async () => {
    const reason = { code: 'stopped' } as const;
    store.run('changeImportRows', { importId, changes: [{ line: 2, state: 'skipped', reason }] });
    expect((await list({ kind: 'rejected' })).rows.map(({ line }) => line)).toEqual([2, 3, 5]);
  });

  it('are the rows of a kept contact as well, by the name that the row has where the contact is not known', async () => {
    const kept = { state: 'done', contactId: 77, undo: 'kept', reason: { code: 'only-list' } } as const;
    store.run('changeImportRows', { importId, changes: [{ line: 2, ...kept }] });
    expect(await list({ kind: 'kept' })).toMatchObject({
      count: 1,
      rows: [
        { line: 2, name: 'Ann Lee', phone: '+447700900318', cells: [], reason: { code: 'only-list' }, contactId: 77 },
      ],
    });
  });

  it('become a file of the same columns, every cell as it was', async () => {
    refuse(7);
    const file = await toRejectedFile(toReader(store), importId);
    expect(file).toMatchObject({ name: 'farm clients.csv', rowsCount: 3, plan: PLAN, listId: null });
    expect(new TextDecoder().decode(file.bytes)).toBe(
      [
        '"Who","Mobile","Pet, or ""pets"""',
        '"Ann 3","07700 9003","Rex, ""Rexy""\nLee "',
        '"","",""',
        '"Ann 7"," +447700900319 ",""',
        '',
      ].join('\r\n'),
    );
  });

  it('become a file without titles where theirs had none', async () => {
    const options = { ...PLAN.options, hasHeader: false };
    const other = plan({ ...PLAN, fileName: 'pasted', headers: ['', '', ''], options }, [row(1, 'invalid')]);
    const { bytes, name } = await toRejectedFile(toReader(store), other);
    expect(new TextDecoder().decode(bytes)).toBe('"Ann 1","07700 9003","Rex, ""Rexy""\nLee "\r\n');
    expect(name).toBe('pasted.csv');
  });

  it('are all read, however many they are', async () => {
    const rows = Array.from({ length: 1_200 }, (_, index) => row(index + 1, 'invalid'));
    const created = store.run('createImport', { requestId: 'request-many', plan: PLAN, at: 0 });
    for (let start = 0; start < rows.length; start += 500) {
      store.run('addImportRows', { importId: created.importId, rows: rows.slice(start, start + 500) });
    }
    const lines: number[] = [];
    for await (const page of readRejected(toReader(store), created.importId))
      lines.push(...page.map(({ line }) => line));
    expect(lines).toEqual(rows.map(({ line }) => line));
  });

  it('are none to repair where there are none, and of no import', async () => {
    const none = plan({ ...PLAN, fileName: 'none.csv' }, [row(1, 'new', { phone: '447700900318' })]);
    await expect(toRejectedFile(toReader(store), none)).rejects.toMatchObject({ code: 'not-found' });
    await expect(toRejectedFile(toReader(store), 987)).rejects.toMatchObject({ code: 'not-found' });
    await expect(list({ kind: 'kept' }, 987)).rejects.toMatchObject({ code: 'not-found' });
  });

  function list(asked: { kind: 'rejected' | 'kept'; start?: number; limit?: number }, of = importId) {
    return listRunRows(toReader(store), { importId: of, start: 0, limit: 100, ...asked });
  }
});
