import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TableError, toTableSentences } from '#main/importing/read/problem.ts';
import { isFull } from '#test/support/full-counts.ts';
import { getProblem, makeZip, read, readFixture, toWorkbookParts } from './fixtures.ts';
import type { ZipPart } from './fixtures.ts';

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const ROW = '<row r="1"><c r="A1"><v>1</v></c></row>';

function replaceSheet(part: Partial<ZipPart>): ZipPart[] {
  return toWorkbookParts(ROW).map((one) => (one.name.includes('sheet1') ? { ...one, ...part } : one));
}

describe('the content decides, not the name (IMPORT-1)', () => {
  it.each([
    ['contacts.csv', readFixture('contacts.xlsx'), { kind: 'other-kind', named: 'csv', found: 'xlsx' }],
    ['CONTACTS.XLSX', readFixture('contacts.xls'), { kind: 'other-kind', named: 'xlsx', found: 'xls' }],
    ['contacts.xls', Buffer.from('Name\tPhone\nAnn\t1\n'), { kind: 'other-kind', named: 'xls', found: 'csv' }],
  ])('%s is read as what it is, and that is said', async (name, bytes, note) => {
    expect((await read(bytes, { name })).notes).toEqual([note]);
  });

  it.each(['contacts.csv', 'contacts.TXT', 'contacts.tsv', 'contacts', 'constructor', 'x.__proto__', 'x.dat'])(
    '%s with text in it needs no word',
    async (name) => {
      expect((await read('a,b\n', { name })).notes).toEqual([]);
    },
  );

  it.each([
    ['web-page', Buffer.from('<html><body><table><tr><td>1</td></tr></table></body></html>')],
    ['web-page', Buffer.from('\ufeff\r\n<!DOCTYPE html>\n<html>', 'utf16le')],
    ['web-page', Buffer.from('MIME-Version: 1.0\nContent-Type: multipart/related')],
    ['xml', Buffer.from('<?xml version="1.0"?><Workbook/>')],
    ['pdf', Buffer.from('%PDF-1.7\n')],
    ['picture', Uint8Array.from(PNG)],
    ['archive', makeZip([{ name: 'contacts.csv', data: 'a,b' }])],
    ['open-document', makeZip([{ name: 'mimetype', data: 'application/vnd.oasis.opendocument.spreadsheet' }])],
    [
      'xlsb',
      makeZip([
        { name: '[Content_Types].xml', data: '' },
        { name: 'xl/workbook.bin', data: '' },
      ]),
    ],
    [
      'office',
      makeZip([
        { name: '[Content_Types].xml', data: '' },
        { name: 'word/document.xml', data: '' },
      ]),
    ],
    ['unknown', Uint8Array.from({ length: 400 }, (_, index) => (index * 7) % 256)],
  ])('a file that is something else is refused by its name: %s', async (found, bytes) => {
    expect(await getProblem(read(bytes, { name: 'contacts.xls' }))).toEqual({ kind: 'not-a-table', found });
  });
});

describe('what is too much is refused whole (IMPORT-4)', () => {
  it.each([
    ['rows', { rows: 2 }, 'a\nb\nc\n', { limit: 2, line: null }],
    ['columns', { columns: 2 }, 'a,b\nc,d,e\n', { limit: 2, line: 2 }],
    ['cells', { cells: 3 }, 'a,b\nc,d\n', { limit: 3, line: null }],
    ['cell', { cellLength: 3 }, 'a\nbcde\n', { limit: 3, line: 2 }],
  ])('%s', async (what, limits, text, where) => {
    expect(await getProblem(read(text, { limits }))).toEqual({ kind: 'too-large', what, ...where });
  });

  it('but exactly as much as the limit is read', async () => {
    const limits = { rows: 2, columns: 2, cells: 4, cellLength: 1 };
    expect((await read('a,b,,\nc,d\n\n', { limits })).rows).toHaveLength(2);
  });

  it('an archive that says that it unpacks to too much', async () => {
    const limits = { unpackedBytes: 1_000_000 };
    const bytes = makeZip(replaceSheet({ data: Buffer.alloc(1_000_001, ' ') }));
    expect(bytes.length).toBeLessThan(10_000);
    expect(await getProblem(read(bytes, { limits }))).toMatchObject({ kind: 'too-large', what: 'unpacked' });
  });

  it.each([1, 1_000])('an archive that lies about it: it declares %d bytes', async (declared) => {
    const bytes = makeZip(replaceSheet({ data: Buffer.alloc(50_000_000, ' '), declared }));
    expect(await getProblem(read(bytes))).toEqual({ kind: 'damaged', detail: 'part of it is larger than it says' });
  });

  it('an archive that does not say it at all', async () => {
    const bytes = makeZip(replaceSheet({ data: Buffer.alloc(1_000, ' '), declared: 0 }));
    expect(await getProblem(read(bytes))).toMatchObject({ kind: 'damaged' });
  });

  it('an archive whose texts lie about it', async () => {
    const relation = '<Relationships><Relationship Id="r9" Type="x/sharedStrings" Target="sharedStrings.xml"/>';
    const parts = toWorkbookParts('<row r="1"><c r="A1" t="s"><v>0</v></c></row>').map((part) =>
      part.name === 'xl/_rels/workbook.xml.rels'
        ? { ...part, data: String(part.data).replace('<Relationships>', relation) }
        : part,
    );
    const texts = { name: 'xl/sharedStrings.xml', data: Buffer.alloc(50_000_000, ' '), declared: 1_000 };
    expect(await getProblem(read(makeZip([...parts, texts])))).toMatchObject({ kind: 'damaged' });
  });
});

describe('whatever the bytes are, there is a table or a reason (IMPORT-5)', () => {
  const numRuns = isFull ? 5_000 : 250;
  const attempt = async (bytes: Uint8Array): Promise<void> => {
    try {
      expect((await read(bytes)).rows.length).toBeGreaterThan(0);
    } catch (error) {
      expect(error).toBeInstanceOf(TableError);
    }
  };

  it('for any bytes', async () => {
    const start = fc.constantFrom('', '\ufeff', '"', 'PK\x03\x04', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1');
    await fc.assert(
      fc.asyncProperty(start, fc.uint8Array({ maxLength: 2_000 }), (prefix, bytes) =>
        attempt(Buffer.concat([Buffer.from(prefix, 'latin1'), bytes])),
      ),
      { numRuns },
    );
  });

  it.each(['contacts.xls', 'contacts.xlsx', 'formulas.xls', 'formulas.xlsx'])(
    'for %s with any changes',
    async (name) => {
      const whole = readFixture(name);
      const change = fc.record({
        // Half of them where the tables of the file stand: at its beginning and its end.
        at: fc.oneof(
          fc.nat(whole.length - 1),
          fc.nat(2_047),
          fc.nat(1_023).map((back) => whole.length - 1 - back),
        ),
        bytes: fc.oneof(
          fc.constant(Uint8Array.of(0xff, 0xff, 0xff, 0xff)),
          fc.uint8Array({ minLength: 1, maxLength: 8 }),
        ),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 5 }), (changes) => {
          const bytes = Uint8Array.from(whole);
          for (const { at, bytes: by } of changes) bytes.set(by.subarray(0, bytes.length - at), at);
          return attempt(bytes);
        }),
        { numRuns },
      );
    },
  );
});

describe('a refusal', () => {
  it('says what happened, what was kept and what to do, and where (IMPORT-5)', () => {
    const said = new TableError({ kind: 'unclosed-quote', line: 1_204 });
    expect(said).toMatchObject({ code: 'validation', common: [toTableSentences(said.problem)], outcome: 'refused' });
    expect(said.common[0]).toBe(
      'The quotation mark on line 1204 is never closed. Nothing was imported. Close or remove it, then choose the file again.',
    );
    expect(toTableSentences({ kind: 'too-large', what: 'columns', limit: 500, line: 3 })).toBe(
      'This file has more than 500 columns (line 3). Nothing was imported. Split it into smaller files.',
    );
    expect(toTableSentences({ kind: 'no-such-sheet', sheet: 'C', sheetNames: ['A', 'B'] })).toContain('“A”, “B”');
  });
});
