import { describe, expect, it } from 'vitest';
import { openImportFile } from '#main/importing/check/import-file.ts';
import type { CheckSettings, ImportFile, KnownColumns } from '#main/importing/check/port.ts';
import { TableError } from '#main/importing/read/problem.ts';
import type { ImportContact, ImportOptions } from '#shared/domain/imports.ts';
import { isFull } from '#test/support/full-counts.ts';

const NOTHING_KNOWN: KnownColumns = { fields: [], remembered: [] };
const OPTIONS: ImportOptions = {
  country: 'GB',
  hasHeader: true,
  leavesOutLandlines: false,
  keepsWhatIsEmpty: true,
  existing: 'update',
};

const toContact = (id: number, phone: string, firstName: string): ImportContact => ({
  ...{ id, phone, firstName, lastName: '', email: '', fields: [], listIds: [7] },
  ...{ isReadOnly: false, isBlocked: false, isUnsubscribed: false },
});

async function openText(text: string): Promise<ImportFile> {
  return openImportFile({ name: 'contacts.csv', bytes: new TextEncoder().encode(text) });
}

async function toSettings(file: ImportFile, options: Partial<ImportOptions> = {}): Promise<CheckSettings> {
  const columns = await file.describeColumns(true, NOTHING_KNOWN);
  return { options: { ...OPTIONS, ...options }, choices: columns.map(({ match }) => match.choice), listId: 7 };
}

const ignore = (): void => undefined;

/** Rows of different numbers, a header before them. */
const toLargeFile = (count: number): string =>
  ['First name,Mobile', ...Array.from({ length: count }, (_, index) => `Ann ${index},07${700_900_000 + index}`)].join(
    '\n',
  );

const CONTACTS = `Name,Mobile
Ann,07700 900001
Bea,07700 900002
Cem,07700 900003
Ann again,+44 7700 900001
Dot,none
`;

describe('a file of contacts in its thread', () => {
  it('has its columns described, its rows checked against contacts, and shown by filter', async () => {
    await using file = await openText(CONTACTS);
    expect(file).toMatchObject({ looksLikeHeader: true, head: { kind: 'csv', rowCount: 6, columnCount: 2 } });
    await file.addContacts([toContact(1, '447700900002', 'Bea')], true);
    await file.addContacts([toContact(2, '447700900003', 'Can')], false);
    await file.setNumbers({ blocked: ['447700900001'], unsubscribed: [] });
    const { summary, phoneExamples } = await file.check(await toSettings(file), ignore);
    expect(summary).toMatchObject({
      rowsCount: 5,
      verdicts: { new: 1, update: 1, unchanged: 1, duplicate: 1, invalid: 1 },
      marks: { blocked: 1, unsubscribed: 0, landline: 0 },
      ...{ changedValuesCount: 1, toAddCount: 0, phonesCount: 4, validPhonesCount: 4 },
    });
    expect(phoneExamples).toHaveLength(3);
    const update = await file.listRows({ kind: 'verdict', verdict: 'update' }, { start: 0, limit: 10 });
    expect(update).toMatchObject({ count: 1, rows: [{ line: 4, contactId: 2, phone: '447700900003' }] });
    expect(update.rows[0]?.changes).toEqual([{ name: 'firstName', old: 'Can', value: 'Cem' }]);
    const duplicate = await file.listRows({ kind: 'verdict', verdict: 'duplicate' }, { start: 0, limit: 10 });
    expect(duplicate.rows[0]).toMatchObject({ line: 5, reason: { code: 'duplicate', line: 2 } });
    const planned = await file.listPlannedRows(1, 2);
    expect(planned).toMatchObject([
      { line: 3, values: { firstName: 'Bea' }, isOnList: true },
      { line: 4, values: { firstName: 'Cem' }, verdict: 'update' },
    ]);
    expect(await file.listPlannedRows(5, 10)).toEqual([]);
  });

  it('takes repairs, and leaves rows out: the next row with the number is imported then', async () => {
    await using file = await openText(CONTACTS);
    await file.check(await toSettings(file), ignore);
    const edited = await file.editCell(6, 1, '07700 900009');
    expect(edited).toMatchObject({
      row: { verdict: 'new', editedColumns: [1] },
      summary: { verdicts: { invalid: 0 } },
    });
    expect(await file.editCell(1, 1, 'a header')).toBeNull();
    expect(await file.editCell(99, 1, 'no row')).toBeNull();
    const summary = await file.leaveOut({ kind: 'lines', lines: [2] }, true);
    expect(summary.verdicts).toMatchObject({ 'left-out': 1, duplicate: 0, new: 4 });
    const back = await file.leaveOut({ kind: 'filter', filter: { kind: 'verdict', verdict: 'left-out' } }, false);
    expect(back.verdicts).toMatchObject({ 'left-out': 0, duplicate: 1, new: 4 });
  });

  it('shows the rows of the check before while it checks, and gives up a check that another one replaces', async () => {
    await using file = await openText(toLargeFile(30_000));
    const settings = await toSettings(file);
    await file.check(settings, ignore);
    const replaced = file
      .check({ ...settings, options: { ...OPTIONS, country: 'FR' } }, ignore)
      .catch((error: unknown) => error);
    const meanwhile = file.listRows({ kind: 'verdict', verdict: 'new' }, { start: 29_990, limit: 200 });
    const last = file.check({ ...settings, options: { ...OPTIONS, country: null } }, ignore);
    expect(await meanwhile).toMatchObject({ count: 30_000 });
    expect((await meanwhile).rows).toHaveLength(10);
    expect(await replaced).toMatchObject({ code: 'cancelled' });
    expect((await last).summary.verdicts).toMatchObject({ invalid: 30_000 });
  });

  it('is gone once it is disposed, also for who waits for its check', async () => {
    const file = await openText(toLargeFile(20_000));
    const settings = await toSettings(file);
    const waiting = file.check(settings, ignore).catch((error: unknown) => error);
    await file[Symbol.asyncDispose]();
    expect(await waiting).toMatchObject({ code: 'cancelled' });
    await expect(file.listRows({ kind: 'all' }, { start: 0, limit: 1 })).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('that grows too large with its contacts is refused, and the thread ends', async () => {
    const bytes = new TextEncoder().encode(toLargeFile(1_000));
    await using file = await openImportFile({ name: 'a.csv', bytes }, { limits: { heapMb: 48 } });
    const fill = async (): Promise<void> => {
      for (let start = 0; start < 2_000_000; start += 1_000) {
        const portion = Array.from({ length: 1_000 }, (_, index) =>
          toContact(start + index, `44${start + index}`, 'Ann'),
        );
        await file.addContacts(portion, false);
      }
    };
    await expect(fill()).rejects.toMatchObject({ problem: { kind: 'too-large', what: 'memory', limit: 48 } });
    await expect(file.listRows({ kind: 'all' }, { start: 0, limit: 1 })).rejects.toBeInstanceOf(TableError);
  });

  it('that is at fault, or too much, is refused as a table is', async () => {
    await expect(openText('a\n"b')).rejects.toBeInstanceOf(TableError);
    const bytes = new TextEncoder().encode(toLargeFile(20_000));
    const opening = openImportFile({ name: 'a.csv', bytes }, { limits: { timeMs: 1 } });
    await expect(opening).rejects.toMatchObject({ problem: { kind: 'too-large', what: 'time' } });
  });
});

describe('a large file of contacts', () => {
  const count = isFull ? 200_000 : 20_000;

  it(`of ${count} rows is checked against half as many contacts, told of in portions, and repaired at once`, async () => {
    await using file = await openText(toLargeFile(count));
    for (let start = 0; start < count / 2; start += 1_000) {
      const portion = Array.from({ length: 1_000 }, (_, index) =>
        toContact(
          start + index + 1,
          `447${700_900_000 + start + index}`,
          index % 2 === 0 ? 'Old' : `Ann ${start + index}`,
        ),
      );
      await file.addContacts(portion, start === 0);
    }
    const told: number[] = [];
    const { summary } = await file.check(await toSettings(file), (checkedCount) => told.push(checkedCount));
    expect(summary.verdicts).toMatchObject({ new: count / 2, update: count / 4, unchanged: count / 4 });
    expect(told).toEqual([...new Set(told)].sort((one, other) => one - other));
    const updates = await file.listRows({ kind: 'verdict', verdict: 'update' }, { start: count / 4 - 3, limit: 200 });
    expect(updates.rows.map(({ line }) => line)).toEqual([count / 2 - 4, count / 2 - 2, count / 2]);
    const edited = await file.editCell(count, 1, '07700 900000');
    expect(edited).toMatchObject({ row: { verdict: 'duplicate', reason: { line: 2 } } });
    let plannedCount = 0;
    for (let rows = await file.listPlannedRows(0, 1_000); rows.length > 0;) {
      expect(rows[0]?.line).toBe(plannedCount + 2);
      plannedCount += rows.length;
      rows = await file.listPlannedRows(plannedCount, 1_000);
    }
    expect(plannedCount).toBe(count);
  });
});
