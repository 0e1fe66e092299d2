/** Numbers as people and programs write them. */
import type { ImportContact } from '#shared/domain/imports.ts';
import { toLines, type NastyFile } from './nasty-file.ts';

/** A file with a column of numbers beside one that keeps it a table. */
const toNumbers = (...numbers: readonly string[]): string =>
  toLines('First name;Phone', ...numbers.map((number, index) => `P${index + 2};${number}`));

const COLUMNS = ['firstName', 'phone'];

function toContact(contact: Pick<ImportContact, 'id' | 'phone'> & Partial<ImportContact>): ImportContact {
  const rest = { firstName: '', lastName: '', email: '', fields: [], listIds: [] };
  return { ...rest, isReadOnly: false, isBlocked: false, isUnsubscribed: false, ...contact };
}

const SPELLINGS: readonly NastyFile[] = [
  {
    name: 'a plus, two zeros, brackets and a zero in brackets',
    bytes: () =>
      toNumbers(
        '+447700900101',
        '00447700900102',
        '(+44) 7700 900103',
        '+44 (0)7700 900104',
        '+ 44 7700 900105',
        '＋447700900106',
      ),
    columns: COLUMNS,
    rows: [
      '2 new 447700900101 firstName=P2',
      '3 new 447700900102 firstName=P3',
      '4 new 447700900103 firstName=P4',
      '5 new 447700900104 firstName=P5',
      '6 new 447700900105 firstName=P6',
      '7 new 447700900106 firstName=P7',
    ],
  },
  {
    name: 'spaces of many kinds, dots, dashes and slashes',
    bytes: () =>
      toNumbers(
        '07700\u00a0900101',
        '07700\u2009900\u202f102',
        '\u200e07700900103\u200b',
        '07700-900-104',
        '07700.900.105',
        '07700/900106',
        '07700–900–107',
        '\t07700 900108',
      ),
    columns: COLUMNS,
    rows: [
      '2 new 447700900101 firstName=P2',
      '3 new 447700900102 firstName=P3',
      '4 new 447700900103 firstName=P4',
      '5 new 447700900104 firstName=P5',
      '6 new 447700900105 firstName=P6',
      '7 new 447700900106 firstName=P7',
      '8 new 447700900107 firstName=P8',
      '9 new 447700900108 firstName=P9',
    ],
  },
  {
    name: 'digits of other scripts',
    bytes: () => toNumbers('٠٧٧٠٠٩٠٠١٠١', '+٤٤٧٧٠٠٩٠٠١٠٢', '۰۷۷۰۰۹۰۰۱۰۳', '０７７００９００１０４', '०७७००९००१०५'),
    columns: COLUMNS,
    rows: [
      '2 new 447700900101 firstName=P2',
      '3 new 447700900102 firstName=P3',
      '4 new 447700900103 firstName=P4',
      '5 new 447700900104 firstName=P5',
      '6 new 447700900105 firstName=P6',
    ],
  },
  {
    name: 'extensions',
    bytes: () => toNumbers('07700 900101 ext. 12', '07700900102 x34', '+44 7700 900103 #5', 'ext. 12', 'x34'),
    columns: COLUMNS,
    rows: [
      '2 new 447700900101 firstName=P2',
      '3 new 447700900102 firstName=P3',
      '4 new 447700900103 firstName=P4',
      '5 invalid extension-only firstName=P5',
      '6 invalid extension-only firstName=P6',
    ],
  },
  {
    name: 'formulas and apostrophes that keep a spreadsheet from counting',
    bytes: () => toNumbers('="07700900101"', "'07700900102", '=+447700900103', '"=""07700 900104"""'),
    columns: COLUMNS,
    rows: [
      '2 new 447700900101 firstName=P2',
      '3 new 447700900102 firstName=P3',
      '4 new 447700900103 firstName=P4',
      '5 new 447700900104 firstName=P5',
    ],
  },
  {
    name: 'an address of a call, and a word before the number',
    bytes: () => toNumbers('tel:+447700900101', 'Mobile: 07700 900102', '07700 900103 (mobile)'),
    columns: COLUMNS,
    rows: [
      '2 new 447700900101 firstName=P2',
      '3 new 447700900102 firstName=P3',
      '4 invalid not-a-number firstName=P4 suggested=+447700900103',
    ],
  },
];

const LOSSES: readonly NastyFile[] = [
  {
    name: 'scientific notation: the digits are not in the file',
    bytes: () => toNumbers('4.477E+11', '4,477E+11', '4.47700900101E+11', '7.7009E+09', '07700900106'),
    columns: COLUMNS,
    rows: [
      '2 lost-digits lost-digits firstName=P2',
      '3 lost-digits lost-digits firstName=P3',
      '4 lost-digits lost-digits firstName=P4',
      '5 lost-digits lost-digits firstName=P5',
      '6 new 447700900106 firstName=P6',
    ],
  },
  {
    name: 'zeros in front, which stay, and one that a spreadsheet has taken',
    bytes: () => toNumbers('07700900101', '7700900102', '0044 7700 900103'),
    columns: COLUMNS,
    rows: ['2 new 447700900101 firstName=P2', '3 new 447700900102 firstName=P3', '4 new 447700900103 firstName=P4'],
  },
  {
    name: 'zeros in front without a country to read them by',
    country: null,
    bytes: () => toNumbers('07700900101', '+447700900102', '447700900103'),
    columns: COLUMNS,
    rows: ['2 invalid no-country firstName=P2', '3 new 447700900102 firstName=P3', '4 new 447700900103 firstName=P4'],
  },
  {
    name: 'numbers that a program has written with a fraction or with commas',
    bytes: () => toNumbers('447700900101.0', '7700900102.0', '447,700,900,103', '447700900104.00'),
    columns: COLUMNS,
    rows: [
      '2 new 447700900101 firstName=P2',
      '3 new 447700900102 firstName=P3',
      '4 new 447700900103 firstName=P4',
      '5 new 447700900104 firstName=P5',
    ],
  },
  {
    name: 'mobile numbers without their plus, which would be German landlines of many digits',
    country: 'DE',
    bytes: () => toNumbers('4915112345678.0', '491701234567', '447911123456', '+49 151 12345679', '0151 12345670'),
    columns: COLUMNS,
    rows: [
      '2 new 4915112345678 firstName=P2',
      '3 new 491701234567 firstName=P3',
      '4 new 447911123456 firstName=P4',
      '5 new 4915112345679 firstName=P5',
      '6 new 4915112345670 firstName=P6',
    ],
  },
];

const FAULTS: readonly NastyFile[] = [
  {
    name: 'letters in place of digits',
    bytes: () => toNumbers('O7700 9O01O1', '077OO900l02', '07700 900103'),
    columns: COLUMNS,
    rows: [
      '2 invalid letter-for-digit firstName=P2 suggested=+447700900101',
      '3 invalid letter-for-digit firstName=P3 suggested=+447700900102',
      '4 new 447700900103 firstName=P4',
    ],
  },
  {
    name: 'several numbers in one cell',
    bytes: () => toNumbers('07700 900101 / 07700 900102', '07700900103, 07700900104', '07700900105 or +447700900106'),
    columns: COLUMNS,
    rows: [
      '2 invalid several-numbers firstName=P2 suggested=+447700900101',
      '3 invalid several-numbers firstName=P3 suggested=+447700900103',
      '4 invalid several-numbers firstName=P4 suggested=+447700900105',
    ],
  },
  {
    name: 'too few and too many digits',
    bytes: () => toNumbers('07700 9001', '12', '07700 900101 234', '+44 7700 900101 2345678', '07700 900106'),
    columns: COLUMNS,
    rows: [
      '2 invalid too-short 9 of 11 firstName=P2',
      '3 invalid too-short 2 of 9 firstName=P3',
      '4 invalid too-long 14 of 11 firstName=P4',
      '5 invalid too-long 19 of 15 firstName=P5',
      '6 new 447700900106 firstName=P6',
    ],
  },
  {
    name: 'words where a number should be',
    bytes: () => toNumbers('n/a', '-', 'unknown', 'ann@mail.example', '???', '07700 900107', '07700 900108'),
    columns: COLUMNS,
    rows: [
      '2 invalid no-number firstName=P2',
      '3 invalid no-number firstName=P3',
      '4 invalid no-number firstName=P4',
      '5 invalid not-a-number firstName=P5',
      '6 invalid no-number firstName=P6',
      '7 new 447700900107 firstName=P7',
      '8 new 447700900108 firstName=P8',
    ],
  },
  {
    name: 'one number in several spellings: the first row is taken',
    bytes: () => toNumbers('07700 900101', '+44 7700 900101', '447700900101', '07700 900102'),
    columns: COLUMNS,
    rows: [
      '2 new 447700900101 firstName=P2',
      '3 duplicate 447700900101 of line 2 firstName=P3',
      '4 duplicate 447700900101 of line 2 firstName=P4',
      '5 new 447700900102 firstName=P5',
    ],
  },
  {
    name: 'contacts that exist, are the same, are another user’s, are blocked or have unsubscribed',
    bytes: () => toNumbers('07700 900102', '07700 900103', '+447700900104', '07700 900105', '07700 900106'),
    contacts: [
      toContact({ id: 12, phone: '447700900102', firstName: 'Old' }),
      toContact({ id: 13, phone: '447700900103', firstName: 'P3' }),
      toContact({ id: 14, phone: '447700900104', firstName: 'Theirs', isReadOnly: true }),
      toContact({ id: 15, phone: '447700900105', firstName: 'Old', isBlocked: true }),
      toContact({ id: 16, phone: '447700900106', firstName: 'P6', isUnsubscribed: true }),
    ],
    columns: COLUMNS,
    rows: [
      '2 update 447700900102 firstName=P2 changes firstName Old→P2',
      '3 unchanged 447700900103 firstName=P3',
      '4 read-only 447700900104 read-only firstName=P4',
      '5 update 447700900105 blocked firstName=P5 changes firstName Old→P5',
      '6 unchanged 447700900106 unsubscribed firstName=P6',
    ],
  },
];

export const NUMBERS: readonly NastyFile[] = [...SPELLINGS, ...LOSSES, ...FAULTS];
