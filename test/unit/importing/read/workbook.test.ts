import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { getProblem, makeZip, read, readFixture, toCells, toWorkbookParts } from './fixtures.ts';

const PADDED =
  '<numFmts><numFmt numFmtId="170" formatCode="00000000000"/><numFmt numFmtId="171" formatCode="&quot;d&quot;0"/></numFmts>' +
  '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
  '<cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="14"/><xf numFmtId="171"/></cellXfs>';

const readSheet = (data: string, styles = ''): ReturnType<typeof read> => read(makeZip(toWorkbookParts(data, styles)));

describe.each(['contacts.xls', 'contacts.xlsx'])('%s, which another program wrote', (name) => {
  it('comes as text: digits, zeros, ISO dates, and the rows’ own numbers (IMPORT-2, IMPORT-3)', async () => {
    const result = await read(readFixture(name), { name });
    expect(result).toMatchObject({ kind: name.slice(9), sheetName: 'Contacts', columnCount: 8, notes: [] });
    expect(result.rows.map(({ line }) => line)).toEqual([1, 2, 4, 5]);
    expect(toCells(result)).toEqual([
      ['Name', 'Phone', 'Local', 'Joined', 'Seen', 'Vip', 'Score', 'Note'],
      [
        'Zoë Ångström',
        '447700900123',
        '07700900123',
        '2026-11-20',
        '2026-11-20T09:30:15',
        'TRUE',
        '0.3',
        'two\nlines; and "quotes"',
      ],
      ['李小龙', '007700900124', '', '', '', '', '12345678901234600000'],
      ['merged'],
    ]);
  });

  it('has lost digits and errors noted at their cells (IMPORT-2)', async () => {
    const { rows } = await read(readFixture(name));
    expect(rows.map(({ notes }) => notes)).toEqual([
      undefined,
      undefined,
      [{ column: 6, kind: 'digits-lost', original: '12345678901234600000' }],
      [{ column: 6, kind: 'error-cell', original: '#N/A' }],
    ]);
  });

  it('is read from the first visible sheet, or from the one that was named, hidden or not', async () => {
    const { sheets } = await read(readFixture(name));
    expect(sheets.slice(0, 2)).toEqual([
      { name: 'Secret', isHidden: true },
      { name: 'Contacts', isHidden: false },
    ]);
    expect(toCells(await read(readFixture(name), { sheet: 'Secret' }))).toEqual([['hidden']]);
    const problem = await getProblem(read(readFixture(name), { sheet: 'Chart' }));
    expect(problem).toMatchObject({ kind: 'no-such-sheet', sheet: 'Chart' });
  });
});

describe.each(['formulas.xls', 'formulas.xlsx'])('%s, which a third program wrote', (name) => {
  it('has the values that the formulas came to', async () => {
    const result = await read(readFixture(name));
    expect(toCells(result)[1]).toEqual(['First2', 'Last2', 'First2 Last2', '447700900002', 'FALSE', '', '2026-11-02']);
    expect(result.rows[5]?.notes).toEqual([{ column: 5, kind: 'error-cell', original: '#DIV/0!' }]);
    expect(result.rows).toHaveLength(6);
  });
});

describe('an .xls workbook', () => {
  it('has texts that go on from one record into the next', async () => {
    const { rows } = await read(readFixture('contacts.xls'), { sheet: 'Many' });
    expect(rows).toHaveLength(400);
    rows.forEach(({ cells }, index) => {
      expect(cells).toEqual([
        `Contact number ${index}, with words enough to go on in the next record`,
        String(447700000000 + index),
        `Ünïcode Ω ${index}`,
      ]);
    });
  });

  it('of Excel 95 is refused as too old, as is one without a container', async () => {
    expect(await getProblem(read(readFixture('excel-95.xls')))).toEqual({ kind: 'too-old' });
    expect(await getProblem(read(Uint8Array.of(9, 4, 6, 0, 0, 4, 16, 0)))).toEqual({ kind: 'too-old' });
  });

  it('with a password is refused as such', async () => {
    const bytes = Buffer.from(readFixture('contacts.xls'));
    const start = bytes.indexOf(Buffer.of(0x09, 0x08, 0x10, 0x00, 0x00, 0x06, 0x05, 0x00));
    // The record that follows the first one becomes the one that only locked workbooks have.
    bytes.writeUInt16LE(0x2f, start + 20);
    expect(await getProblem(read(bytes))).toEqual({ kind: 'password' });
  });

  it('that is cut off is refused as damaged, wherever the cut is (IMPORT-5)', async () => {
    const bytes = readFixture('contacts.xls');
    for (let size = 9; size < bytes.length - 4_096; size += 1_500) {
      expect(await getProblem(read(bytes.subarray(0, size)))).toMatchObject({ kind: 'damaged' });
    }
  });
});

describe('an .xlsx workbook', () => {
  it('written by the library comes back, dates and all', async () => {
    const rows = [
      ['Name', 'When', 'Ok', '__proto__'],
      ['Ann', new Date(Date.UTC(2026, 1, 28, 23, 59, 59)), false, 'x'],
      [null, new Date(Date.UTC(1999, 11, 31)), null, 'a\nb'],
    ];
    const bytes = await writeXlsx({ sheets: [{ name: 'S', rows }] });
    expect(toCells(await read(bytes))).toEqual([
      ['Name', 'When', 'Ok', '__proto__'],
      ['Ann', '2026-02-28T23:59:59', 'FALSE', 'x'],
      ['', '1999-12-31', '', 'a\nb'],
    ]);
  });

  it('keeps a number’s digits however it is written, and its zeros where the sheet shows them (IMPORT-2)', async () => {
    const cells = [
      '<c r="A1"><v>4.47700900123E+11</v></c>',
      '<c r="B1" s="1"><v>7700900123</v></c>',
      '<c r="C1" s="3"><v>5</v></c>',
      '<c r="D1"><v>1E-7</v></c>',
      '<c r="E1"><v>-12.5</v></c>',
      '<c r="F1" t="str"><f>A1</f><v>00123</v></c>',
      '<c r="G1" t="inlineStr"><is><r><t>rich </t></r><r><t>text</t></r></is></c>',
    ];
    const { rows } = await readSheet(`<row r="1">${cells.join('')}</row>`, PADDED);
    const texts = ['447700900123', '07700900123', '5', '0.0000001', '-12.5', '00123', 'rich text'];
    expect(rows).toEqual([{ line: 1, cells: texts }]);
  });

  it('shows a number that is too large for a date as its digits (IMPORT-2)', async () => {
    const values = ['7700900', '447700900123', '0.5'];
    const cells = values.map((value, index) => `<c r="${'ABC'.charAt(index)}1" s="2"><v>${value}</v></c>`).join('');
    const { rows } = await readSheet(`<row r="1">${cells}</row>`, PADDED);
    expect(rows).toEqual([{ line: 1, cells: ['7700900', '447700900123', '12:00:00'] }]);
  });

  it('may be written as XML may be: prefixes, other quotes, sections, places not named, entities, escapes', async () => {
    const { rows, columnCount } = await readSheet(
      `<!-- <row> --><x:row r='2'><x:c t='inlineStr' x:note="a > b"><x:is><x:t>a&lt;&#x1F600;_x0041_</x:t><x:rPh><x:t>no</x:t></x:rPh></x:is></x:c>` +
        '<c t="inlineStr"><is><t><![CDATA[<b> & c]]></t></is></c><c/><c><v>1</v></c></x:row><row><c t="d"><v>2026-11-20T00:00:00</v></c></row>',
    );
    expect(rows).toEqual([
      { line: 2, cells: ['a<😀A', '<b> & c', '', '1'] },
      { line: 3, cells: ['2026-11-20'] },
    ]);
    expect(columnCount).toBe(4);
  });

  it.each([
    '<!DOCTYPE x [<!ENTITY a "b">]>',
    '<row r="0"/>',
    '<row r="1"><c r="XFE1"><v>1</v></c></row>',
    '<row r="x"/>',
    `<c ${'a'.repeat(200_000)}`,
  ])('with %s in it is refused as damaged', async (data) => {
    expect(await getProblem(readSheet(data))).toMatchObject({ kind: 'damaged' });
  });

  it('keeps row numbers over gaps, and drops empty rows and columns at any place (IMPORT-3)', async () => {
    const { rows, columnCount, sheetName } = await readSheet(
      '<row r="3"><c r="B3"><v>1</v></c><c r="ZZ3"/></row><row r="9"/><row r="1048576"><c r="A1048576"><v>2</v></c></row>',
    );
    expect(rows).toEqual([
      { line: 3, cells: ['', '1'] },
      { line: 1_048_576, cells: ['2'] },
    ]);
    expect({ columnCount, sheetName }).toEqual({ columnCount: 2, sheetName: 'One & only' });
  });

  it('with a first sheet that is empty is read from the next, unless that one was asked for', async () => {
    const bytes = await writeXlsx({
      sheets: [
        { name: 'Empty', rows: [] },
        { name: 'Full', rows: [['x']] },
      ],
    });
    expect((await read(bytes)).sheetName).toBe('Full');
    expect(await getProblem(read(bytes, { sheet: 'Empty' }))).toEqual({ kind: 'empty', sheetName: 'Empty' });
  });

  it('with a password is refused as such', async () => {
    const encryption = { password: 'secret', spinCount: 10 };
    const bytes = await writeXlsx({ sheets: [{ name: 'S', rows: [['x']] }], encryption });
    expect(await getProblem(read(bytes))).toEqual({ kind: 'password' });
    expect(await getProblem(read(makeZip([{ name: 'xl/workbook.xml', data: 'x', flags: 1 }])))).toEqual({
      kind: 'password',
    });
  });

  it('that is cut off, or whose sheet is, is refused as damaged (IMPORT-5)', async () => {
    const whole = makeZip(toWorkbookParts('<row r="1"><c r="A1"><v>1</v></c></row>'));
    for (let size = 5; size < whole.length; size += 97) {
      expect(await getProblem(read(whole.subarray(0, size)))).toMatchObject({ kind: 'damaged' });
    }
    const parts = toWorkbookParts('').map((part) =>
      part.name.includes('sheet1')
        ? { ...part, data: '<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row>' }
        : part,
    );
    expect(await getProblem(read(makeZip(parts)))).toEqual({ kind: 'damaged', detail: 'one of its sheets is cut off' });
  });

  it('with a changed byte in its sheet is refused, not misread', async () => {
    const parts = toWorkbookParts('<row r="1"><c r="A1"><v>447700900123</v></c></row>');
    const bytes = makeZip(parts.map((part) => ({ ...part, isStored: true })));
    bytes[bytes.indexOf('447700900123')] = '5'.charCodeAt(0);
    expect(await getProblem(read(bytes))).toEqual({ kind: 'damaged', detail: 'part of it was changed or cut off' });
  });
});
