import fs from 'node:fs';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { TableError } from '#main/importing/read/problem.ts';
import { readTable } from '#main/importing/read/read-table.ts';
import type { TableRow } from '#main/importing/read/table.ts';
import { inProject } from '#main/start/paths.mjs';
import { AppError } from '#shared/domain/app-error.ts';
import { isFull } from '#test/support/full-counts.ts';

const toRow = (index: number): string[] => [
  `First${index}`,
  `Last ${index % 977}`,
  `+4477${String(index).padStart(8, '0')}`,
  `person${index}@example.com`,
  'Some company & sons',
  'High Street; Town',
  index % 2 === 0 ? 'yes' : 'no',
  `Note number ${index}`,
];

const toCsv = (count: number): string => Array.from({ length: count }, (_, index) => toRow(index).join(',')).join('\n');

async function toXlsx(count: number): Promise<Uint8Array> {
  return writeXlsx({ sheets: [{ name: 'S', rows: Array.from({ length: count }, (_, index) => toRow(index)) }] });
}

async function listRows(batches: AsyncGenerator<readonly TableRow[]>): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  for await (const batch of batches) rows.push(...batch);
  return rows;
}

async function getRefusal(reading: Promise<unknown>): Promise<unknown> {
  const outcome = await reading.then(
    () => 'read',
    (error: unknown) => error,
  );
  return outcome instanceof TableError ? outcome.problem : outcome;
}

describe('a table', () => {
  it('is read in a thread of its own, and hands over its rows in batches, again and again', async () => {
    const name = 'contacts.csv';
    await using table = await readTable({ name, bytes: Buffer.from(toCsv(2_500)) });
    expect(table).toMatchObject({ kind: 'csv', rowCount: 2_500, columnCount: 8, delimiter: ',', encoding: 'utf-8' });
    expect(await table.rows(2_498, 10)).toEqual([
      { line: 2_499, cells: toRow(2_498) },
      { line: 2_500, cells: toRow(2_499) },
    ]);
    for (const rows of [await listRows(table.batches()), await listRows(table.batches())]) {
      expect(rows.map(({ line }) => line)).toEqual(Array.from({ length: 2_500 }, (_, index) => index + 1));
    }
  });

  it('takes the bytes with it where they are alone in their memory, and leaves shared memory as it is', async () => {
    const own = new TextEncoder().encode('a,b\n');
    await using first = await readTable({ name: 'a.csv', bytes: own });
    const shared = Buffer.from('pooled: a,b\n').subarray(8);
    await using second = await readTable({ name: 'a.csv', bytes: shared });
    expect([own.byteLength, String(shared)]).toEqual([0, 'a,b\n']);
    expect([await first.rows(0, 1), await second.rows(0, 1)]).toEqual(Array(2).fill([{ line: 1, cells: ['a', 'b'] }]));
  });

  it('is gone once it is disposed, also for whom still waits for its rows (IMPORT-7)', async () => {
    const table = await readTable({ name: 'a.csv', bytes: Buffer.from(toCsv(5_000)) });
    const waiting = getRefusal(table.rows(0, 1_000));
    await table[Symbol.asyncDispose]();
    expect(await waiting).toMatchObject({ code: 'cancelled' });
    expect(await getRefusal(table.rows(0, 1))).toMatchObject({ code: 'cancelled' });
  });

  it('that is at fault is refused with the same words in and out of the thread (IMPORT-5)', async () => {
    const reading = readTable({ name: 'a.csv', bytes: Buffer.from('a\n"b') });
    await expect(reading).rejects.toBeInstanceOf(TableError);
    await expect(reading).rejects.toMatchObject({ code: 'validation', problem: { kind: 'unclosed-quote', line: 2 } });
  });

  it('keeps what the library said as the cause of the refusal', async () => {
    const bytes = fs.readFileSync(inProject('test/fixtures/importing/contacts.xls'));
    const reading = readTable({ name: 'a.xls', bytes: bytes.subarray(0, 30_000) });
    await expect(reading).rejects.toMatchObject({ problem: { kind: 'damaged' } });
  });

  it('says where in its thread it was refused', async () => {
    const bytes = fs.readFileSync(inProject('test/fixtures/importing/contacts.xls'));
    const reading = readTable({ name: 'a.xls', bytes: bytes.subarray(0, 30_000) });
    const refusal = await reading.catch((error: unknown) => error);
    expect(refusal instanceof TableError && refusal.stack).toContain('readXls');
  });
});

describe('too much (IMPORT-4, IMPORT-7)', () => {
  it('of bytes is refused before any thread is started', async () => {
    const reading = readTable({ name: 'a.csv', bytes: new Uint8Array(11) }, { limits: { fileBytes: 10 } });
    expect(await getRefusal(reading)).toEqual({ kind: 'too-large', what: 'file', limit: 10, line: null });
  });

  it.each(['csv', 'xlsx'])('of memory for a %s ends the thread, and nothing else', async (kind) => {
    const bytes = kind === 'csv' ? Buffer.from(toCsv(300_000)) : await toXlsx(60_000);
    const reading = readTable({ name: `a.${kind}`, bytes }, { limits: { heapMb: 24 } });
    expect(await getRefusal(reading)).toEqual({ kind: 'too-large', what: 'memory', limit: 24, line: null });
  });

  it('of time ends the thread', async () => {
    const reading = readTable({ name: 'a.csv', bytes: Buffer.from(toCsv(100_000)) }, { limits: { timeMs: 1 } });
    expect(await getRefusal(reading)).toEqual({ kind: 'too-large', what: 'time', limit: 1, line: null });
  });

  it('for whoever waits: reading is given up at once, before or after it has begun', async () => {
    const controller = new AbortController();
    const bytes = Buffer.from(toCsv(100_000));
    const reading = getRefusal(readTable({ name: 'a.csv', bytes }, { signal: controller.signal }));
    controller.abort();
    expect(await reading).toBeInstanceOf(AppError);
    expect(await reading).toMatchObject({ code: 'cancelled' });
    const second = readTable({ name: 'a.csv', bytes }, { signal: controller.signal });
    expect(await getRefusal(second)).toMatchObject({ code: 'cancelled' });
  });
});

describe('a large file', () => {
  it.each([
    ['csv', isFull ? 200_000 : 20_000],
    ['xlsx', isFull ? 100_000 : 20_000],
  ])('%s of %d rows is handed over whole and in order, batch by batch', async (kind, count) => {
    const bytes = kind === 'csv' ? new TextEncoder().encode(toCsv(count)) : await toXlsx(count);
    await using table = await readTable({ name: `a.${kind}`, bytes });
    let rowCount = 0;
    for await (const batch of table.batches()) {
      expect(batch[0]).toEqual({ line: rowCount + 1, cells: toRow(rowCount) });
      rowCount += batch.length;
    }
    expect(rowCount).toBe(count);
  });
});
