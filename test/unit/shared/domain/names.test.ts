import { describe, expect, it } from 'vitest';
import { toDisplayName, toSearchName } from '#shared/domain/names.ts';

const name = (firstName: string, lastName: string, company = ''): string =>
  toDisplayName({ firstName, lastName, company });

describe('the name that the eye sees', () => {
  it.each([
    ['Deborah', 'Okonkwo', 'Deborah Okonkwo'],
    ['Mary  Ann', ' Jones ', 'Mary Ann Jones'],
    ['Deborah', '', 'Deborah'],
    ['', 'Okonkwo', 'Okonkwo'],
    ['Юлия', 'Ковальчук', 'Юлия Ковальчук'],
    ['محمد', 'العلي', 'محمد العلي'],
  ])('puts the given name first: %j, %j is %j', (first, last, shown) => {
    expect(name(first, last)).toBe(shown);
  });

  it.each([
    ['美咲', '田中', '田中 美咲'],
    ['さくら', '佐々木', '佐々木 さくら'],
    ['ナオミ', 'ヤマダ', 'ヤマダ ナオミ'],
    ['小龙', '李', '李 小龙'],
    ['민준', '김', '김 민준'],
  ])('puts the family name first where its script does: %j, %j is %j', (first, last, shown) => {
    expect(name(first, last)).toBe(shown);
  });

  it('keeps the order of a name in two scripts', () => {
    expect(name('Kenji', '田中')).toBe('Kenji 田中');
  });

  it('is the company where there is no person, and nothing where there is neither', () => {
    expect(name(' ', '', ' Harbour Dental ')).toBe('Harbour Dental');
    expect(name('Deborah', '', 'Harbour Dental')).toBe('Deborah');
    expect(name('', '')).toBe('');
  });
});

describe('what a person is looked for by', () => {
  it.each([
    [{ firstName: 'Deborah', lastName: 'Okonkwo', company: 'Harbour Dental' }, 'Deborah Okonkwo Harbour Dental'],
    [{ firstName: '小龙', lastName: '李', company: '' }, '李 小龙 李小龙'],
    [{ firstName: '', lastName: '', company: 'Harbour Dental' }, 'Harbour Dental'],
  ])('%o is %j', (parts, text) => {
    expect(toSearchName(parts)).toBe(text);
  });
});
