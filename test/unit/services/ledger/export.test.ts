import { describe, expect, it } from 'vitest';
import { toIsoInstant } from '#main/services/files/csv.ts';
import { writeCsv, writeJson } from '#main/services/ledger/export-ledger.ts';
import { throwDice } from '#test/support/random.ts';
import { join, makeEntry, paged, readTable, WRITTEN_AT } from './entries.ts';

const COLUMNS = [
  ...['Written', 'Sent', 'Accepted', 'Number', 'Name', 'Text', 'Files', 'Sender', 'Status', 'Status code'],
  ...['Reject code', 'Problem', 'Attempts', 'Estimated parts', 'Parts charged', 'Estimated price'],
  ...['Price charged', 'Currency', 'Reference', 'Message ID', 'Send ID'],
];
const cellOf = (table: string[][], column: string, row = 1): string => table[row]?.[COLUMNS.indexOf(column)] ?? '?';
const writeText = async (text: string): Promise<string> => {
  const table = readTable((await join(writeCsv(paged([makeEntry({ row: { text } })])))).slice(1));
  expect(table).toHaveLength(2);
  expect(table[1]).toHaveLength(COLUMNS.length);
  return cellOf(table, 'Text');
};

describe('the ledger as CSV', () => {
  it('says that it is UTF-8, and names its columns in plain words', async () => {
    const text = await join(writeCsv(paged()));
    expect(text).toBe(`\ufeff${COLUMNS.join(',')}\r\n`);
  });

  it('CSV-1: is one row for an entry, whatever stands in its text', async () => {
    for (const text of [
      'Two\nlines',
      'Two\r\nlines',
      'Old\rMac',
      'She said "hi", twice; then left',
      ' spaces ',
      '\ud83d\udc4d',
    ]) {
      expect(await writeText(text)).toBe(text);
    }
    expect(await writeText('שלום, "מה נשמע"?\nمرحبا')).toBe('שלום, "מה נשמע"?\nمرحبا');
  });

  it.each([
    '=1+1',
    '+cmd|calc',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '   =HYPERLINK("http://evil.example")',
    '\u200e=1',
    '\u202e=1',
    '＝1',
    '|calc',
  ])('CSV-2: makes text of %j, which looks like a formula', async (text) => {
    expect(await writeText(text)).toBe(`'${text}`);
  });

  it('CSV-2: has no cell that begins like a formula, whatever people or the service write anywhere', async () => {
    const random = throwDice();
    const signs = ['=', '+', '-', '@', '\t', '\r', '\n', '"', "'", ',', ';', ' ', 'a', '1', '\u200f', '|'];
    const make = (): string => Array.from({ length: random.between(0, 6) }, () => random.pick(signs)).join('');
    const entries = Array.from({ length: 300 }, () =>
      makeEntry({
        row: { text: make(), name: make(), phone: make(), letter: make() },
        from: make(),
        rejectReason: make(),
        referenceId: make(),
        currency: make(),
        files: [{ id: 'f', name: make(), mimeType: 'image/png', sizeBytes: 1, isUploaded: true }],
        problem: { code: 'validation', detail: make(), fields: {}, at: WRITTEN_AT },
      }),
    );
    const table = readTable((await join(writeCsv(paged(entries)))).slice(1));
    expect(table).toHaveLength(301);
    for (const row of table) {
      expect(row).toHaveLength(COLUMNS.length);
      for (const cell of row) expect(cell).not.toMatch(/^[\s\u200f]*[=+\-@|]/);
    }
  });

  it('leaves alone what is no formula', async () => {
    for (const text of ["It's 5 = 5", '1-2', 'a@b.example', '', "'quoted'"]) expect(await writeText(text)).toBe(text);
  });

  it('CSV-3: keeps numbers as text with their plus, short codes and names of senders included', async () => {
    const phones = ['447700900318', '61222', 'kwikpet'];
    const entries = phones.map((phone) => makeEntry({ row: { phone } }));
    const table = readTable((await join(writeCsv(paged(entries)))).slice(1));
    expect(phones.map((_, index) => cellOf(table, 'Number', index + 1))).toEqual([
      "'+447700900318",
      "'61222",
      'kwikpet',
    ]);
  });

  it('CSV-3: tells instants with their zone, to the millisecond, and nothing where there is none', async () => {
    const entry = makeEntry({ row: { acceptedAt: null } });
    const table = readTable((await join(writeCsv(paged([entry])))).slice(1));
    expect(cellOf(table, 'Written')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/);
    expect(Date.parse(cellOf(table, 'Written'))).toBe(WRITTEN_AT);
    expect(cellOf(table, 'Accepted')).toBe('');
    expect(Date.parse(toIsoInstant(Date.UTC(2026, 5, 1)))).toBe(Date.UTC(2026, 5, 1));
  });

  it('has numbers that can be added up, and leaves out what the service did not tell', async () => {
    const entry = makeEntry({ row: { priceCharged: null, partsCharged: null } });
    const table = readTable((await join(writeCsv(paged([entry])))).slice(1));
    expect([cellOf(table, 'Estimated price'), cellOf(table, 'Price charged'), cellOf(table, 'Parts charged')]).toEqual([
      ...['0.045', '', ''],
    ]);
  });

  it('says in words why a text did not leave', async () => {
    const problem = { code: 'validation', detail: 'No such sender', fields: { from: ['is unknown'] }, at: 1 };
    const table = readTable((await join(writeCsv(paged([makeEntry({ problem })])))).slice(1));
    expect(cellOf(table, 'Problem')).toBe('No such sender; from: is unknown');
  });
});

describe('the ledger as JSON', () => {
  const head = { filter: { query: 'x', outcome: null, fromAt: null, toAt: null }, exportedAt: 5 };

  it('holds whole entries under a name and a version, over as many pages as there are', async () => {
    const [one, two, three] = ['a', 'b', 'c'].map((sendId) => makeEntry({ row: { sendId, text: '\u2028"\n' } }));
    if (one === undefined || two === undefined || three === undefined) throw new Error('There are three');
    const text = await join(writeJson(paged([one], [], [two, three], []), head));
    expect(JSON.parse(text)).toEqual({
      ...{ format: 'switchboard-ledger', version: 1, ...head },
      entries: [one, two, three],
    });
  });

  it('is whole also where nothing fits', async () => {
    expect(JSON.parse(await join(writeJson(paged([], []), head)))).toMatchObject({ entries: [] });
  });
});
