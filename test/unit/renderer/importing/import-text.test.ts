import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameChoice, listFieldOptions, toColumnLetters } from '#renderer/features/importing/column-fields.ts';
import { listCountRows } from '#renderer/features/importing/check-counts.ts';
import {
  countImported,
  findFault,
  listCallingOptions,
  listFileNotes,
  toColumnReason,
  toDuration,
  toMatchText,
  toPhoneReason,
  toRefusal,
} from '#renderer/features/importing/import-text.ts';
import { listStartLines, toStartTime } from '#renderer/features/importing/start-lines.ts';
import { Translator } from '#renderer/lib/messages.ts';
import { toProblem } from '#test/support/fake-bridge.ts';
import { buildColumn, buildDraft, buildSummary } from '#test/support/fake-imports.ts';

const texts = new Translator('en-GB');

it.each([
  [3, 'a few seconds'],
  [30, 'less than a minute'],
  [58, 'about 1 minute'],
  [2_040, 'about 34 minutes'],
  [7_100, 'about 2 hours'],
  [9_000, 'about 2½ hours'],
])('%d seconds are %s', (seconds, said) => expect(toDuration(seconds, texts)).toBe(said));

it('columns are called as spreadsheets call them', () => {
  expect([0, 25, 26, 51, 52, 299, 701, 702].map(toColumnLetters)).toEqual([
    ...['A', 'Z', 'AA', 'AZ', 'BA', 'KN', 'ZZ', 'AAA'],
  ]);
  fc.assert(
    fc.property(fc.nat({ max: 20_000 }), (index) => {
      const value = [...toColumnLetters(index)].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0);
      expect(value - 1).toBe(index);
    }),
  );
});

describe('what a column can become', () => {
  const { columns } = buildDraft();
  const fields = [
    { id: 1, name: 'Pet' },
    { id: 2, name: 'Véterinary' },
  ];
  const list = (index: number, typed: string) => {
    const column = columns[index] ?? buildColumn(index);
    return listFieldOptions({ columns, column, fields }, typed, texts);
  };

  it('is a usual field, one of the account, a new one of its header, or nothing', () => {
    expect(list(6, '').map(({ label }) => label)).toEqual([
      ...[
        'Phone',
        'First name',
        'Last name',
        'Full name',
        'Email',
        'Pet',
        'Véterinary',
        'New field “Vet”',
        'Leave out',
      ],
    ]);
  });

  it('is found by words without accents, and says which column has it', () => {
    expect(list(6, 'veter').map(({ label }) => label)).toEqual(['Véterinary', 'New field “veter”', 'Leave out']);
    expect(list(6, 'phone')[0]?.detail).toBe('column C');
    expect(list(2, 'phone')[0]?.detail).toBe('required');
    expect(list(6, 'pet')[0]?.detail).toBe('column E');
  });

  it('makes no second field of a name', () => {
    expect(list(6, 'PET').map(({ label }) => label)).toContain('New field “PET 2”');
    expect(isSameChoice({ kind: 'new-field', name: 'Vet' }, { kind: 'new-field', name: 'vet' })).toBe(true);
    expect(isSameChoice({ kind: 'leave-out' }, { kind: 'leave-out' })).toBe(false);
  });
});

describe('why a column was matched', () => {
  it.each([
    [{ choice: null }, 'Not matched yet', true],
    [{ choice: { kind: 'email' }, why: 'content', percent: 98 }, '98% look like emails', false],
    [{ choice: { kind: 'phone' }, why: 'content', percent: 71 }, '71% look like phone numbers', false],
    [{ choice: { kind: 'phone' }, lostDigitsCount: 1 }, '1 number lost digits in the spreadsheet', true],
    [{ choice: { kind: 'leave-out' }, lostDigitsCount: 1, why: 'second-phone' }, 'Looks like a second phone', false],
    [{ choice: { kind: 'leave-out' }, why: 'nothing' }, '', false],
  ] as const)('%o', (changes, text, isCaution) =>
    expect(toColumnReason(buildColumn(0, changes), texts)).toEqual({ text, isCaution }),
  );

  it('is counted over all of them', () => {
    expect(toMatchText(buildDraft().columns, texts)).toBe('5 matched, 1 to choose, 1 left out');
    expect(toMatchText([], texts)).toBe('0 matched');
  });
});

it.each([
  [{ code: 'too-short', digits: 10, wanted: 12 }, '10 of 12 digits'],
  [{ code: 'too-long', digits: 13, wanted: 12 }, '13 digits, 12 at most'],
  [{ code: 'too-short', digits: 5, wanted: null }, 'Too short'],
  [{ code: 'no-country' }, 'Needs a country'],
  [{ code: 'letter-for-digit' }, 'Not a number'],
  [null, 'Not a number'],
] as const)('a number that is none says why: %o', (reason, said) => expect(toPhoneReason(reason, texts)).toBe(said));

it('countries come with their calling codes, in the order of their names', () => {
  const options = listCallingOptions(texts);
  expect(options[0]).toEqual({ value: '', label: 'All have a country code' });
  expect(options).toContainEqual({ value: 'GB', label: 'United Kingdom +44' });
  const labels = options.slice(1).map(({ label }) => label);
  expect(labels).toEqual(labels.toSorted(new Intl.Collator('en-GB').compare));
});

describe('what will happen', () => {
  it('has the counts of before where they differ, and rare verdicts only where there are some', () => {
    const summary = buildSummary({ new: 3, 'read-only': 1 }, { toAddCount: 0 });
    const previousSummary = buildSummary({ new: 1, landline: 2 });
    const rows = listCountRows({ summary, previousSummary, checkedCount: null }, texts);
    expect(rows.map(({ verdict, count, before }) => [verdict, count, before])).toEqual([
      ['new', 3, 1],
      ['update', 0, null],
      ['unchanged', 0, null],
      ['duplicate', 0, null],
      ['lost-digits', 0, null],
      ['invalid', 0, null],
      ['read-only', 1, 0],
      ['landline', 0, 2],
    ]);
    expect(listCountRows({ summary: null, previousSummary: null, checkedCount: 3 }, texts)).toEqual([]);
    const again = listCountRows({ summary, previousSummary, checkedCount: 3 }, texts);
    expect(again.map(({ verdict, count, before }) => [verdict, count, before])).toContainEqual(['new', null, 3]);
  });

  it('is said once more before it begins, with how long changed rows take', () => {
    const summary = buildSummary({ new: 1_088, update: 10_000, unchanged: 14, invalid: 1 }, { toAddCount: 10 });
    const view = { summary, columns: [], estimate: { requestsCount: 20_010, seconds: 2_040 } };
    expect(countImported(summary)).toBe(11_102);
    expect(listStartLines(view, texts)).toEqual([
      '1,088 new contacts',
      '10,000 contacts will be updated',
      '10 contacts will only be added to the list',
      '4 contacts are already in the list',
      '1 row won’t be imported',
    ]);
    const names = ['Vet', '', 'Animal', 'Notes', 'Ref'];
    const columns = names.map((header, index) => buildColumn(index, { header, choice: null }));
    expect(listStartLines({ summary, columns }, texts)).toContain(
      '5 columns won’t be imported: Vet, Column B, Animal, Notes, …',
    );
    expect(toStartTime(view, texts)).toMatch(
      /^This will take about 34 minutes\. .*10,000 changed rows will take about/,
    );
    expect(toStartTime({ summary, estimate: null }, texts)).toBe('');
  });
});

it('what is missing before the next step is found in the order in which it is asked', () => {
  const draft = buildDraft();
  expect(findFault(draft, 'columns')).toBeNull();
  expect(findFault(draft, 'rows')).toBeNull();
  expect(findFault({ ...draft, columns: [] }, 'columns')).toBe('phone');
  expect(findFault({ ...draft, target: { kind: 'new-list', name: ' ' } }, 'columns')).toBe('list-name');
  expect(findFault({ ...draft, isFilling: true }, 'rows')).toBe('filling');
  expect(findFault({ ...draft, checkedCount: 3 }, 'rows')).toBe('counting');
  expect(findFault({ ...draft, summary: buildSummary({ invalid: 2 }) }, 'rows')).toBe('nothing');
});

it('what was noticed in a file names its first row', () => {
  const notes = [
    { kind: 'other-kind', named: 'csv', count: 0, line: 0 },
    { kind: 'undecodable', named: '', count: 2, line: 7 },
    { kind: 'nul-characters', named: '', count: 1, line: 3 },
  ] as const;
  expect(listFileNotes({ notes: [...notes] }, texts)).toEqual([
    'This isn’t really a .csv file. We opened it based on its contents.',
    '2 characters can’t be read, the first in row 7. Try another encoding.',
    'We skipped 1 invisible character, in row 3.',
  ]);
});

it.each([
  [toProblem('not-found'), 'This file is no longer open. Choose it again.'],
  [{ ...toProblem('validation'), fields: { list: ['gone'] } }, 'This list was deleted. Choose another.'],
  [{ ...toProblem('validation'), fields: { rows: ['none'] } }, /^None of these rows can be imported/],
  [{ ...toProblem('validation'), fields: { file: ['The sheet “A” is empty.'] } }, 'The sheet “A” is empty.'],
])('a refusal is a sentence', (error, said) => expect(toRefusal(error, texts)).toMatch(said));
