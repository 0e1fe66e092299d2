import { describe, expect, it } from 'vitest';
import {
  isTooLong,
  listChanges,
  splitFullName,
  toRowValues,
  toValue,
  toValueColumns,
} from '#main/importing/plan/values.ts';
import type { ColumnChoice, ImportContact } from '#shared/domain/imports.ts';

const CONTACT: ImportContact = {
  ...{ id: 1, phone: '447700900318', firstName: 'Anna', lastName: 'de Vries', email: 'anna@example.com' },
  ...{ fields: [{ id: 3, value: 'Rex' }], listIds: [], isReadOnly: false, isBlocked: false, isUnsubscribed: false },
};

function toValues(choices: readonly (ColumnChoice | null)[], cells: readonly string[]) {
  return toRowValues(toValueColumns(choices), (column) => cells[column] ?? '');
}

const KEEPING = { keepsWhatIsEmpty: true, isSplit: false };

describe('a value', () => {
  it.each([
    [' Ann ', 'Ann'],
    ['Ann\r\nLee', 'Ann Lee'],
    ['A\u0000n\u0007n', 'Ann'],
    ['\ufeffAnn\u200b', 'Ann'],
    ['\u00a0Ann\u00a0', 'Ann'],
    ['👩‍👧 Ann', '👩‍👧 Ann'],
    ['美咲', '美咲'],
    ['', ''],
  ])('%j is kept as %j', (text, value) => {
    expect(toValue(text)).toBe(value);
  });

  it('of a name or an address has at most 255 characters', () => {
    expect(isTooLong(toValues([{ kind: 'firstName' }], ['x'.repeat(255)]))).toBe(false);
    expect(isTooLong(toValues([{ kind: 'email' }], ['x'.repeat(256)]))).toBe(true);
    expect(isTooLong(toValues([{ kind: 'field', fieldId: 3 }], ['x'.repeat(5_000)]))).toBe(false);
  });
});

describe('a full name', () => {
  it.each([
    ['Ann Lee', 'Ann', 'Lee'],
    ['Mary Ann  Lee', 'Mary Ann', 'Lee'],
    ['Lee, Mary Ann', 'Mary Ann', 'Lee'],
    ['Lee,', 'Lee', ''],
    ['Ann', 'Ann', ''],
    ['田中 美咲', '田中', '美咲'],
    ['', '', ''],
  ])('%j is %j and %j', (text, firstName, lastName) => {
    expect(splitFullName(text)).toEqual({ firstName, lastName });
  });

  it('counts less than columns of its parts', () => {
    const values = toValues([{ kind: 'fullName' }, { kind: 'firstName' }], ['Ann Lee', 'Bea']);
    expect(Object.fromEntries(values)).toEqual({ firstName: 'Bea', lastName: 'Lee' });
  });
});

describe('the values of a row', () => {
  it('are those of the first column of each choice', () => {
    const choices: ColumnChoice[] = [
      { kind: 'phone' },
      { kind: 'email' },
      { kind: 'email' },
      { kind: 'field', fieldId: 3 },
      { kind: 'new-field', name: 'Vet' },
      { kind: 'leave-out' },
    ];
    expect(Object.fromEntries(toValues(choices, ['1', 'a@b.example', 'c@d.example', 'Rex', 'Hollis', 'x']))).toEqual({
      email: 'a@b.example',
      'field:3': 'Rex',
      'new:Vet': 'Hollis',
    });
  });

  it('change what differs, with the old value and the new one', () => {
    const choices: ColumnChoice[] = [
      { kind: 'firstName' },
      { kind: 'field', fieldId: 3 },
      { kind: 'new-field', name: 'Vet' },
    ];
    expect(listChanges(CONTACT, toValues(choices, ['Anne', 'Rex', 'Hollis']), KEEPING)).toEqual([
      { name: 'firstName', old: 'Anna', value: 'Anne' },
      { name: 'new:Vet', old: '', value: 'Hollis' },
    ]);
  });

  it('that are empty keep what a contact has, or clear it where that is chosen', () => {
    const values = toValues([{ kind: 'firstName' }, { kind: 'field', fieldId: 9 }], ['', '']);
    expect(listChanges(CONTACT, values, KEEPING)).toEqual([]);
    expect(listChanges(CONTACT, values, { ...KEEPING, keepsWhatIsEmpty: false })).toEqual([
      { name: 'firstName', old: 'Anna', value: '' },
    ]);
  });

  it('of a single word as a full name clear no last name', () => {
    const values = toValues([{ kind: 'fullName' }], ['Anna']);
    expect(listChanges(CONTACT, values, { keepsWhatIsEmpty: false, isSplit: true })).toEqual([]);
  });

  it('of a full name change nothing where only the split differs', () => {
    const values = toValues([{ kind: 'fullName' }], ['Anna de Vries']);
    expect(listChanges(CONTACT, values, { ...KEEPING, isSplit: true })).toEqual([]);
    const parts = toValues([{ kind: 'firstName' }, { kind: 'lastName' }], ['Anna de', 'Vries']);
    expect(listChanges(CONTACT, parts, KEEPING)).toHaveLength(2);
  });

  it('are the same in another form of the same characters', () => {
    const contact = { ...CONTACT, firstName: 'Rene\u0301e ' };
    expect(listChanges(contact, toValues([{ kind: 'firstName' }], ['Ren\u00e9e']), KEEPING)).toEqual([]);
  });
});
