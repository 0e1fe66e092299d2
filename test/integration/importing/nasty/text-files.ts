/** Text files: their bytes, their delimiters, their quotation marks and their lines. */
import { toBytes, toLines, toUtf16Be, type NastyFile } from './nasty-file.ts';

const PLAIN = ['firstName', 'lastName', 'phone'];
const ANN = '2 new 447700900101 firstName=Ann lastName=Lee';
const MANY_COLUMNS = 300;

/** A row that is wide, with text in two of its cells. */
function toWide(texts: Readonly<Record<number, string>>): string {
  return Array.from({ length: MANY_COLUMNS }, (_, index) => texts[index] ?? '').join(',');
}

const ENCODINGS: readonly NastyFile[] = [
  {
    name: 'UTF-8 with a byte-order mark before a header that is matched by its name',
    bytes: () => `\ufeff${toLines('Phone,First name,Last name', '07700 900101,Zoë,Ångström')}`,
    columns: ['phone', 'firstName', 'lastName'],
    rows: ['2 new 447700900101 firstName=Zoë lastName=Ångström'],
  },
  {
    name: 'UTF-16 of little ends with tabs, as Excel saves “Unicode text”',
    bytes: () => Buffer.from(`\ufeff${toLines('First name\tLast name\tPhone', '小龙\t李\t+447700900101')}`, 'utf16le'),
    columns: PLAIN,
    rows: ['2 new 447700900101 firstName=小龙 lastName=李'],
  },
  {
    name: 'UTF-16 of big ends',
    bytes: () => toUtf16Be(`\ufeff${toLines('First name;Last name;Phone', 'ليلى;حداد;+447700900101')}`),
    columns: PLAIN,
    rows: ['2 new 447700900101 firstName=ليلى lastName=حداد'],
  },
  {
    name: 'UTF-16 without a mark',
    bytes: () => Buffer.from(toLines('First name,Last name,Phone', 'Ann,Lee,07700900101'), 'utf16le'),
    columns: PLAIN,
    rows: [ANN],
  },
  {
    name: 'Windows-1252 with curly quotes, a euro and umlauts',
    bytes: () => toBytes(toLines('Vorname;Nachname;Telefon;Ort', '\x93J\xfcrgen\x94;M\xfcller;07700 900101;5 \x80')),
    columns: [...PLAIN, '?'],
    rows: ['2 new 447700900101 firstName=“Jürgen” lastName=Müller'],
  },
  {
    name: 'UTF-8 with one broken byte',
    bytes: () =>
      Buffer.concat([
        Buffer.from(toLines('First name,Last name,Phone', `Ann,Lee ${'é'.repeat(12)},07700900101`)),
        toBytes('Zo\xeb,Lee,07700900102\n'),
      ]),
    columns: PLAIN,
    rows: [
      '2 new 447700900101 firstName=Ann lastName=Lee éééééééééééé',
      '3 new 447700900102 firstName=Zo\ufffd lastName=Lee',
    ],
    notes: ['undecodable 1 at line 3'],
  },
  {
    name: 'NUL characters between the letters of a cell',
    bytes: () => toLines('First name,Last name,Phone', 'A\0nn,Lee,0770\x000900101'),
    columns: PLAIN,
    rows: [ANN],
    notes: ['nul-characters 2 at line 2'],
  },
  {
    name: 'two files put one after the other, each with its mark and its header',
    bytes: () => `\ufeff${toLines('Name,Phone', 'Ann Lee,07700900101', '\ufeffName,Phone', 'Bo Day,07700900102')}`,
    columns: ['fullName', 'phone'],
    rows: [ANN, '3 invalid no-number firstName=Name', '4 new 447700900102 firstName=Bo lastName=Day'],
  },
];

const DELIMITERS: readonly NastyFile[] = [
  {
    name: 'semicolons, with commas in the cells',
    bytes: () => toLines('Name;Phone;Note', '"Lee, Ann";07700 900101;a, b, c', 'Bo Day;07700 900102;d, e'),
    columns: ['fullName', 'phone', '?'],
    rows: [ANN, '3 new 447700900102 firstName=Bo lastName=Day'],
  },
  {
    name: 'tabs, with commas and semicolons in the cells',
    bytes: () => toLines('First name\tLast name\tPhone', 'Ann\tLee; Esq., MRCVS\t07700 900101'),
    columns: PLAIN,
    rows: ['2 new 447700900101 firstName=Ann lastName=Lee; Esq., MRCVS'],
  },
  {
    name: 'pipes',
    bytes: () => toLines('First name|Last name|Phone', 'Ann|Lee|+44 7700 900101'),
    columns: PLAIN,
    rows: [ANN],
  },
  {
    name: 'a first line that says what the delimiter is',
    bytes: () => toLines('sep=;', 'First name;Last name;Phone', 'Ann;Lee;07700 900101'),
    columns: PLAIN,
    rows: ['3 new 447700900101 firstName=Ann lastName=Lee'],
  },
  {
    name: 'lines that end as on an old Macintosh',
    bytes: () => 'First name,Last name,Phone\rAnn,Lee,07700 900101\rBo,Day,07700 900102',
    columns: PLAIN,
    rows: [ANN, '3 new 447700900102 firstName=Bo lastName=Day'],
  },
  {
    name: 'three kinds of line ends, and none at the end',
    bytes: () => 'First name,Last name,Phone\r\nAnn,Lee,07700 900101\nBo,Day,07700 900102\rCy,Fox,07700 900103',
    columns: PLAIN,
    rows: [ANN, '3 new 447700900102 firstName=Bo lastName=Day', '4 new 447700900103 firstName=Cy lastName=Fox'],
  },
  {
    name: 'nothing but numbers, one a line',
    fileName: 'numbers.txt',
    bytes: () => toLines('07700 900101', '07700 900102', '+44 7700 900103'),
    hasHeader: false,
    columns: ['phone'],
    rows: ['1 new 447700900101', '2 new 447700900102', '3 new 447700900103'],
  },
];

const QUOTES: readonly NastyFile[] = [
  {
    name: 'line breaks, delimiters and quotation marks in cells: a row has the line where it begins',
    bytes: () =>
      toLines('Name,Phone,Note', '"Lee, Ann",07700900101,"one\n""two""\n\nthree, four"', 'Bo Day,07700900102,x'),
    columns: ['fullName', 'phone', '?'],
    rows: [ANN, '6 new 447700900102 firstName=Bo lastName=Day'],
  },
  {
    name: 'quotation marks round everything, the header and empty cells as well',
    bytes: () => toLines('"First name","Last name","Phone"', '"Ann","Lee","07700900101"', '"","",""'),
    columns: PLAIN,
    rows: [ANN],
  },
  {
    name: 'quotation marks inside of a bare cell, and text after a closing one',
    bytes: () => toLines('First name,Last name,Phone', 'Ann "Annie",Lee 6",07700900101', '"Bo" B.,Day,07700900102'),
    columns: PLAIN,
    rows: [
      '2 new 447700900101 firstName=Ann "Annie" lastName=Lee 6"',
      '3 new 447700900102 firstName=Bo B. lastName=Day',
    ],
  },
  {
    name: 'a number with a line break at its end',
    bytes: () => toLines('First name,Last name,Phone', 'Ann,Lee,"07700900101\n"', 'Bo,Day,"\n07700900102"'),
    columns: PLAIN,
    rows: [ANN, '4 new 447700900102 firstName=Bo lastName=Day'],
  },
  {
    name: 'a quotation mark that never closes',
    bytes: () => toLines('Name,Phone', 'Ann Lee,07700900101', '"Bo Day,07700900102', 'Cy Fox,07700900103'),
    refusal:
      'The quotation mark on line 3 is never closed. Nothing was imported. Close or remove it, then choose the file again.',
  },
];

const ROWS: readonly NastyFile[] = [
  {
    name: 'empty rows before, between and behind, and rows of delimiters alone',
    bytes: () =>
      toLines('', ',,', 'First name,Last name,Phone', '', 'Ann,Lee,07700 900101', ',,', '', 'Bo,Day,07700 900102', ''),
    columns: PLAIN,
    rows: ['5 new 447700900101 firstName=Ann lastName=Lee', '8 new 447700900102 firstName=Bo lastName=Day'],
  },
  {
    name: 'rows that are shorter and longer than the header',
    bytes: () => toLines('First name,Phone,Last name', 'Ann,07700 900101', 'Bo', 'Cy,07700 900103,Fox,more,and more'),
    columns: ['firstName', 'phone', 'lastName', '?', '?'],
    rows: [
      '2 new 447700900101 firstName=Ann',
      '3 invalid no-number firstName=Bo',
      '4 new 447700900103 firstName=Cy lastName=Fox',
    ],
  },
  {
    name: 'rows of spaces, which are not empty and have no number',
    bytes: () => toLines('First name,Phone', 'Ann,07700 900101', ' ,  ', 'Bo, '),
    columns: ['firstName', 'phone'],
    rows: ['2 new 447700900101 firstName=Ann', '3 invalid no-number', '4 invalid no-number firstName=Bo'],
  },
  {
    name: 'a header and nothing below it',
    bytes: () => toLines('First name,Last name,Phone'),
    columns: PLAIN,
    rows: [],
  },
  {
    name: 'a title above the header: both rows are named as none',
    bytes: () =>
      toLines(
        'Customers of 2026,',
        'Name,Phone',
        ...Array.from({ length: 12 }, (_, index) => `Ann,07700 9001${10 + index}`),
      ),
    hasHeader: false,
    columns: ['?', 'phone'],
    rows: [
      '1 invalid no-number',
      '2 invalid no-number',
      ...Array.from({ length: 12 }, (_, index) => `${3 + index} new 4477009001${10 + index}`),
    ],
  },
];

const HEADERS: readonly NastyFile[] = [
  {
    name: 'no header: the columns are matched by what is in them',
    bytes: () => toLines('Ann,07700 900101,ann@mail.example', 'Bo,07700 900102,bo@mail.example'),
    hasHeader: false,
    columns: ['?', 'phone', 'email'],
    rows: ['1 new 447700900101 email=ann@mail.example', '2 new 447700900102 email=bo@mail.example'],
  },
  {
    name: 'doubled headers: the first of each is taken',
    bytes: () =>
      toLines(
        'First name,First name,Phone,Phone,Email,Email',
        'Ann,Annie,07700 900101,07700 900109,a@mail.example,b@mail.example',
      ),
    columns: ['firstName', '?', 'phone', 'leave-out', 'email', '?'],
    rows: ['2 new 447700900101 firstName=Ann email=a@mail.example'],
  },
  {
    name: 'headers that are empty or spaces',
    bytes: () => toLines(',First name, ', '07700 900101,Ann,x', '07700 900102,Bo,y'),
    columns: ['phone', 'firstName', '?'],
    rows: ['2 new 447700900101 firstName=Ann', '3 new 447700900102 firstName=Bo'],
  },
  {
    name: 'headers in other spellings',
    bytes: () => toLines(' MOBILE_NUMBER ,first-name,SURNAME,E-Mail:', '07700 900101,Ann,Lee,a@mail.example'),
    columns: ['phone', 'firstName', 'lastName', 'email'],
    rows: ['2 new 447700900101 firstName=Ann lastName=Lee email=a@mail.example'],
  },
  {
    name: 'headers with the names of inner things of JavaScript',
    bytes: () => toLines('__proto__,constructor,Phone', 'x,y,07700 900101'),
    columns: ['?', '?', 'phone'],
    rows: ['2 new 447700900101'],
  },
  {
    name: 'custom fields of the account by their names',
    bytes: () => toLines('Phone,PET,vet ', '07700 900101,Biscuit,Dr Marsh'),
    known: {
      fields: [
        { id: 3, name: 'Pet' },
        { id: 9, name: 'Vet' },
      ],
    },
    columns: ['phone', 'field:3', 'field:9'],
    rows: ['2 new 447700900101 field:3=Biscuit field:9=Dr Marsh'],
  },
  {
    name: '300 columns, with the number far to the right',
    bytes: () =>
      toLines(
        toWide({ 0: 'First name', 257: 'Phone', 299: 'End' }),
        toWide({ 0: 'Ann', 257: '07700 900101', 299: 'x' }),
        toWide({ 0: 'Bo', 257: '0770', 299: 'x' }),
      ),
    columns: Array.from({ length: MANY_COLUMNS }, (_, index) => ({ 0: 'firstName', 257: 'phone' })[index] ?? '?'),
    rows: ['2 new 447700900101 firstName=Ann', '3 invalid too-short 4 of 11 firstName=Bo'],
  },
];

export const TEXT_FILES: readonly NastyFile[] = [...ENCODINGS, ...DELIMITERS, ...QUOTES, ...ROWS, ...HEADERS];
