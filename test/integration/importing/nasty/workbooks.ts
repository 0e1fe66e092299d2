/** Workbooks: what is in their cells, their sheets and their formats. */
import { writeXlsx, type CellValue, type WriteSheet } from 'hucre/xlsx';
import { makeZip, readFixture, toWorkbookParts } from '#test/unit/importing/read/fixtures.ts';
import type { NastyFile } from './nasty-file.ts';

const PLAIN = ['firstName', 'lastName', 'phone'];
const HEADER = ['First name', 'Last name', 'Phone'];

/** Format 1: eleven digits, zeros in front · 2: a day. */
const FORMATS =
  '<numFmts><numFmt numFmtId="170" formatCode="00000000000"/></numFmts>' +
  '<cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="14"/></cellXfs>';

const text = (place: string, value: string): string => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
const number = (place: string, value: string, format = 0): string =>
  `<c r="${place}" s="${format}"><v>${value}</v></c>`;
const row = (line: number, ...cells: readonly string[]): string => `<row r="${line}">${cells.join('')}</row>`;
const header = row(1, text('A1', 'First name'), text('B1', 'Phone'));

const toSheet = (...rows: readonly string[]): Uint8Array => makeZip(toWorkbookParts(header + rows.join(''), FORMATS));

const write = (...sheets: readonly WriteSheet[]): Promise<Uint8Array> => writeXlsx({ sheets: [...sheets] });
const toRows = (...rows: readonly (readonly CellValue[])[]): CellValue[][] => rows.map((cells) => [...cells]);

const CELLS: readonly NastyFile[] = [
  {
    name: 'formulas, of which the file keeps what they came to',
    bytes: () => readFixture('formulas.xlsx'),
    columns: ['firstName', 'lastName', '?', 'phone', '?', '?', '?'],
    rows: [2, 3, 4, 5, 6].map((line) => `${line} new 44770090000${line} firstName=First${line} lastName=Last${line}`),
  },
  {
    name: 'formulas that came to an error where the number should be',
    bytes: () =>
      toSheet(
        row(2, text('A2', 'Ann'), '<c r="B2" t="e"><f>VLOOKUP(1,C:D,2)</f><v>#N/A</v></c>'),
        row(3, text('A3', 'Bo'), '<c r="B3" t="str"><f>"0"&amp;7700900102</f><v>07700900102</v></c>'),
      ),
    columns: ['firstName', 'phone'],
    rows: ['2 invalid no-number firstName=Ann', '3 new 447700900102 firstName=Bo'],
  },
  {
    name: 'numbers that are numbers: in scientific notation, with zeros that the sheet shows, without those it has lost',
    bytes: () =>
      toSheet(
        row(2, text('A2', 'Ann'), number('B2', '4.47700900101E+11')),
        row(3, text('A3', 'Bo'), number('B3', '7700900102', 1)),
        row(4, text('A4', 'Cy'), number('B4', '7700900103')),
        row(5, text('A5', 'Di'), number('B5', '7700900104', 2)),
        row(6, text('A6', 'Ed'), number('B6', '44770090010512345678')),
      ),
    columns: ['firstName', 'phone'],
    rows: [
      '2 new 447700900101 firstName=Ann',
      '3 new 447700900102 firstName=Bo',
      '4 new 447700900103 firstName=Cy',
      '5 new 447700900104 firstName=Di',
      '6 lost-digits lost-digits firstName=Ed',
    ],
  },
  {
    name: 'text that looks like scientific notation',
    bytes: () => write({ name: 'S', rows: toRows(HEADER, ['Ann', 'Lee', '4.477E+11'], ['Bo', 'Day', '07700900102']) }),
    columns: PLAIN,
    rows: ['2 lost-digits lost-digits firstName=Ann lastName=Lee', '3 new 447700900102 firstName=Bo lastName=Day'],
  },
  {
    name: 'dates and truth values where the number should be',
    bytes: () =>
      toSheet(
        row(2, text('A2', 'Ann'), number('B2', '46000', 2)),
        row(3, text('A3', 'Bo'), '<c r="B3" t="b"><v>1</v></c>'),
        row(4, text('A4', 'Cy'), text('B4', '07700 900104')),
        row(5, text('A5', 'Di'), text('B5', '07700 900105')),
      ),
    columns: ['firstName', 'phone'],
    rows: [
      '2 invalid too-short 8 of 9 firstName=Ann',
      '3 invalid not-a-number firstName=Bo',
      '4 new 447700900104 firstName=Cy',
      '5 new 447700900105 firstName=Di',
    ],
  },
  {
    name: 'line breaks, entities, and text in several fonts',
    bytes: () =>
      toSheet(
        row(2, text('A2', 'Ann &amp;&#10;&lt;Lee&gt;'), text('B2', ' 07700&#160;900101&#10;')),
        row(3, text('A3', 'Bo'), '<c r="B3" t="inlineStr"><is><r><t>07700 </t></r><r><t>900102</t></r></is></c>'),
      ),
    columns: ['firstName', 'phone'],
    rows: ['2 new 447700900101 firstName=Ann & <Lee>', '3 new 447700900102 firstName=Bo'],
  },
];

const SHEETS: readonly NastyFile[] = [
  {
    name: 'cells that are merged: the first has the text, the others are empty',
    bytes: () =>
      write({
        name: 'S',
        rows: toRows(
          HEADER,
          ['Cardiff branch', null, null],
          ['Ann', 'Lee', '07700 900101'],
          ['Bo', null, '07700 900102'],
          [null, null, '07700 900103'],
        ),
        merges: [
          { startRow: 1, startCol: 0, endRow: 1, endCol: 2 },
          { startRow: 3, startCol: 0, endRow: 4, endCol: 1 },
        ],
      }),
    columns: PLAIN,
    rows: [
      '2 invalid no-number firstName=Cardiff branch',
      '3 new 447700900101 firstName=Ann lastName=Lee',
      '4 new 447700900102 firstName=Bo',
      '5 new 447700900103',
    ],
  },
  {
    name: 'several sheets, of which the first are hidden or empty',
    bytes: () =>
      write(
        { name: 'Secret', rows: toRows(HEADER, ['No', 'One', '07700 900199']), hidden: true },
        { name: 'Empty', rows: [] },
        { name: 'Clients', rows: toRows(HEADER, ['Ann', 'Lee', '07700 900101']) },
      ),
    columns: PLAIN,
    rows: ['2 new 447700900101 firstName=Ann lastName=Lee'],
  },
  {
    name: 'several sheets, of which another is chosen',
    sheet: 'Ex-clients',
    bytes: () =>
      write(
        { name: 'Clients', rows: toRows(HEADER, ['Ann', 'Lee', '07700 900101']) },
        { name: 'Ex-clients', rows: toRows(HEADER, ['Bo', 'Day', '07700 900102']) },
      ),
    columns: PLAIN,
    rows: ['2 new 447700900102 firstName=Bo lastName=Day'],
  },
  {
    name: 'a sheet that is not there',
    sheet: 'Gone',
    bytes: () => write({ name: 'Clients', rows: toRows(HEADER, ['Ann', 'Lee', '07700 900101']) }),
    refusal: 'This workbook has no sheet called “Gone”. Nothing was imported. Choose one of: “Clients”.',
  },
  {
    name: 'empty rows and columns round a table that stands in the middle of its sheet',
    bytes: () =>
      makeZip(
        toWorkbookParts(
          row(7, text('D7', 'First name'), text('F7', 'Phone')) +
            row(9, text('D9', 'Ann'), text('F9', '07700 900101')) +
            row(40, text('D40', 'Bo'), text('F40', '07700')),
        ),
      ),
    columns: ['?', '?', '?', 'firstName', '?', 'phone'],
    rows: ['9 new 447700900101 firstName=Ann', '40 invalid too-short 5 of 11 firstName=Bo'],
  },
];

const OLD: readonly NastyFile[] = [
  {
    name: 'an old .xls of a Python library',
    fileName: 'contacts.xls',
    bytes: () => readFixture('contacts.xls'),
    columns: ['fullName', 'phone', 'leave-out', '?', '?', '?', '?', '?'],
    rows: [
      '2 new 447700900123 firstName=Zoë lastName=Ångström',
      '4 invalid too-short 10 of 11 firstName=李小龙',
      '5 invalid no-number firstName=merged',
    ],
  },
  {
    name: 'an old .xls of LibreOffice',
    fileName: 'libreoffice.xls',
    bytes: () => readFixture('libreoffice.xls'),
    columns: ['fullName', 'phone', '?', '?', '?', '?'],
    rows: [
      '2 new 447700900101 firstName=Deborah lastName=Okonkwo',
      '3 new 447700900102 firstName=ليلى lastName=حداد',
      '5 invalid no-number firstName=Cardiff lastName=branch',
      '6 new 447700900103 firstName=王小明',
      '9 new 447700900104 firstName=Zoë lastName=Ångström',
      '10 new 447700900105',
    ],
  },
  {
    name: 'an old .xls of 400 rows without a header, in its third sheet',
    fileName: 'contacts.xls',
    sheet: 'Many',
    bytes: () => readFixture('contacts.xls'),
    hasHeader: false,
    columns: ['?', 'phone', '?'],
    rows: Array.from({ length: 400 }, (_, index) => `${index + 1} new ${447_700_000_000 + index}`),
  },
];

export const WORKBOOKS: readonly NastyFile[] = [...CELLS, ...SHEETS, ...OLD].map((file) => ({
  fileName: 'contacts.xlsx',
  ...file,
}));
