/** Files that are cut off, named for what they are not, too large, or nothing at all. */
import { writeXlsx } from 'hucre/xlsx';
import { makeZip, readFixture, toWorkbookParts } from '#test/unit/importing/read/fixtures.ts';
import { toBytes, toLines, type NastyFile } from './nasty-file.ts';

const MIB = 1024 * 1024;
const CONTACTS = toLines('First name,Last name,Phone', 'Ann,Lee,07700 900101');
const PLAIN = ['firstName', 'lastName', 'phone'];
const ANN = '2 new 447700900101 firstName=Ann lastName=Lee';
const SAVE_AS = 'open it in a spreadsheet app, save it as .xlsx or .csv, then choose that file';
const toForeign = (what: string): string => `${what}. Nothing was imported. To import it, ${SAVE_AS}.`;
const toDamaged = (detail: string): string =>
  `This file is damaged: ${detail}. Nothing was imported. Export it again, or ${SAVE_AS}.`;
const EMPTY = 'This file is empty. Nothing was imported. Choose a file or sheet with contacts in it.';

const toWorkbook = (): Promise<Uint8Array> =>
  writeXlsx({
    sheets: [
      {
        name: 'S',
        rows: [
          ['First name', 'Last name', 'Phone'],
          ['Ann', 'Lee', '07700 900101'],
        ],
      },
    ],
  });

/** A workbook of which each part has as many blanks as that, of which an archive makes a thousandth. */
function toBomb({ parts = 1, bytes, declared }: { parts?: number; bytes: number; declared?: number }): Uint8Array {
  const rest = { data: Buffer.alloc(bytes, ' '), ...(declared === undefined ? {} : { declared }) };
  const others = Array.from({ length: parts - 1 }, (_, index) => ({ name: `xl/media/${index}.png`, ...rest }));
  const sheet = toWorkbookParts('').map((part) => (part.name.includes('sheet1') ? { ...part, ...rest } : part));
  return makeZip([...sheet, ...others]);
}

const CUT_OFF: readonly NastyFile[] = [
  {
    name: 'a workbook that is cut off',
    fileName: 'contacts.xlsx',
    bytes: async () => (await toWorkbook()).subarray(0, 900),
    refusal: toDamaged('its end is missing'),
  },
  {
    name: 'an old .xls that is cut off',
    fileName: 'contacts.xls',
    bytes: () => readFixture('contacts.xls').subarray(0, 30_000),
    refusal: toDamaged('part of it is missing'),
  },
  {
    name: 'a text that is cut off in a number and in the middle of a character',
    bytes: () => Buffer.from(`${CONTACTS}Zoë,Ångström,07700 9001\nBo,Åberg`).subarray(0, -5),
    columns: PLAIN,
    rows: [
      ANN,
      '3 invalid too-short 9 of 11 firstName=Zoë lastName=Ångström',
      '4 invalid no-number firstName=Bo lastName=\ufffd',
    ],
    notes: ['undecodable 1 at line 4'],
  },
  {
    name: 'a text that is cut off in a quoted cell',
    bytes: () => `${CONTACTS}"Bo`,
    refusal:
      'The quotation mark on line 3 is never closed. Nothing was imported. Close or remove it, then choose the file again.',
  },
  {
    name: 'a workbook of which a byte has changed',
    fileName: 'contacts.xlsx',
    bytes: () => {
      const cell = '<row r="1"><c r="A1"><v>447700900123</v></c></row>';
      const bytes = makeZip(toWorkbookParts(cell).map((part) => ({ ...part, isStored: true })));
      bytes[bytes.indexOf('447700900123')] = 0x35;
      return bytes;
    },
    refusal: toDamaged('part of it was changed or cut off'),
  },
];

const RENAMED: readonly NastyFile[] = [
  {
    name: 'a workbook named .csv',
    fileName: 'contacts.csv',
    bytes: toWorkbook,
    columns: PLAIN,
    rows: [ANN],
    notes: ['other-kind csv is xlsx'],
  },
  {
    name: 'a text named .xlsx',
    fileName: 'contacts.xlsx',
    bytes: () => CONTACTS,
    columns: PLAIN,
    rows: [ANN],
    notes: ['other-kind xlsx is csv'],
  },
  {
    name: 'a web page named .xls',
    fileName: 'contacts.xls',
    bytes: () => '<html><body><table><tr><td>Phone</td></tr></table></body></html>',
    refusal: toForeign('This file is a web page, despite its name'),
  },
  {
    name: 'XML of a spreadsheet named .xls',
    fileName: 'contacts.xls',
    bytes: () => '<?xml version="1.0"?><Workbook/>',
    refusal: toForeign('This file is XML, not a workbook we can read'),
  },
  {
    name: 'a PDF named .csv',
    bytes: () => '%PDF-1.7\n1 0 obj',
    refusal: toForeign('This file is a PDF'),
  },
  {
    name: 'a picture named .csv',
    bytes: () => toBytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'),
    refusal: toForeign('This file is a picture'),
  },
  {
    name: 'an archive named .xlsx',
    fileName: 'contacts.xlsx',
    bytes: () => makeZip([{ name: 'contacts.csv', data: CONTACTS }]),
    refusal: toForeign('This is an archive, not a workbook'),
  },
  {
    name: 'a spreadsheet of OpenDocument named .xlsx',
    fileName: 'contacts.xlsx',
    bytes: () => makeZip([{ name: 'mimetype', data: 'application/vnd.oasis.opendocument.spreadsheet' }]),
    refusal: toForeign('This is an OpenDocument file, which we can’t read'),
  },
  {
    name: 'a workbook of Excel 95',
    fileName: 'contacts.xls',
    bytes: () => readFixture('excel-95.xls'),
    refusal: toForeign('This workbook was saved in Excel 95 or earlier'),
  },
  {
    name: 'a workbook with a password',
    fileName: 'contacts.xlsx',
    bytes: () =>
      writeXlsx({ sheets: [{ name: 'S', rows: [['x']] }], encryption: { password: 'secret', spinCount: 10 } }),
    refusal:
      'This workbook is password-protected. Nothing was imported. Save a copy without the password and choose that file.',
  },
];

const TOO_MUCH: readonly NastyFile[] = [
  {
    name: 'an archive of a megabyte that unpacks to 600, which it says',
    fileName: 'contacts.xlsx',
    bytes: () => toBomb({ parts: 40, bytes: 15 * MIB }),
    refusal: 'This workbook unpacks to more than 512 MB. Nothing was imported. Split it into smaller files.',
  },
  {
    name: 'an archive that unpacks to far more than it says',
    fileName: 'contacts.xlsx',
    bytes: () => toBomb({ bytes: 100 * MIB, declared: 1_000 }),
    refusal: toDamaged('part of it is larger than it says'),
  },
  {
    name: '501 columns, in the line that has them',
    bytes: () => `${CONTACTS}Bo${','.repeat(500)}x\n`,
    refusal: 'This file has more than 500 columns (line 3). Nothing was imported. Split it into smaller files.',
  },
  {
    name: 'a cell of 32,768 characters, in the line that has it',
    bytes: () => `${CONTACTS}Bo,${'x'.repeat(32_768)},07700 900102\n`,
    refusal: 'A cell has more than 32,767 characters (line 3). Nothing was imported. Split it into smaller files.',
  },
  {
    name: 'a value that is longer than the service takes, in the line that has it',
    bytes: () => `${CONTACTS}${'x'.repeat(3_000)},Day,07700 900102\n`,
    columns: PLAIN,
    rows: [ANN, `3 invalid 447700900102 too-long-value firstName=${'x'.repeat(3_000)} lastName=Day`],
  },
];

const NOTHING: readonly NastyFile[] = [
  { name: 'no bytes', bytes: () => '', refusal: EMPTY },
  { name: 'a byte-order mark alone', bytes: () => '\ufeff', refusal: EMPTY },
  { name: 'blank lines and delimiters alone', bytes: () => '\n\r\n,,,\n\n', refusal: EMPTY },
  {
    name: 'a workbook without a row',
    fileName: 'contacts.xlsx',
    bytes: () => writeXlsx({ sheets: [{ name: 'S', rows: [] }] }),
    refusal: EMPTY,
  },
  {
    name: 'a sheet without a row that was chosen',
    fileName: 'contacts.xlsx',
    sheet: 'Empty',
    bytes: () =>
      writeXlsx({
        sheets: [
          { name: 'S', rows: [['x']] },
          { name: 'Empty', rows: [] },
        ],
      }),
    refusal: 'The sheet “Empty” is empty. Nothing was imported. Choose a file or sheet with contacts in it.',
  },
  {
    name: 'bytes that mean nothing',
    bytes: () => Uint8Array.from({ length: 400 }, (_, index) => (index * 7) % 256),
    refusal: toForeign('This file isn’t text or a workbook we can read'),
  },
];

export const BROKEN_FILES: readonly NastyFile[] = [...CUT_OFF, ...RENAMED, ...TOO_MUCH, ...NOTHING];
