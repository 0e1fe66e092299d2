import { describe, expect, test } from 'vitest';
import {
  findField,
  findTrigger,
  listTextPieces,
  matchFields,
  matchTemplates,
  searchTemplates,
} from '#renderer/features/templates/trigger.ts';
import { buildTemplate } from '#test/support/fake-templates.ts';

/** What is looked for where `|` stands. */
const find = (text: string) => {
  const caret = text.indexOf('|');
  return findTrigger(text.replace('|', ''), caret);
};

describe('what is looked for in a text', () => {
  test.each([
    ['/|', 0, ''],
    ['/vis|', 0, 'vis'],
    ['Hi /visit rem|', 3, 'visit rem'],
    ['Hi\n/v|', 3, 'v'],
    ['تذكير /ar|', 6, 'ar'],
    [`${'word '.repeat(20)}/v|`, 100, 'v'],
    ['/v| and more', 0, 'v'],
  ])('a template in %j', (text, start, query) => {
    expect(find(text)).toEqual({ kind: 'template', start, end: text.indexOf('|'), query });
  });

  test.each([
    ['{|', 0, ''],
    ['Hi {First na|', 3, 'First na'],
    ['Hi {Pet} and {p|', 13, 'p'],
    ['and/or {p|', 7, 'p'],
    ['/visit {p|', 7, 'p'],
  ])('a field in %j', (text, start, query) => {
    expect(find(text)).toEqual({ kind: 'field', start, end: text.indexOf('|'), query });
  });

  test.each([
    ['|'],
    ['Hi|'],
    ['and/or|'],
    ['https://northgate.example|'],
    ['/ a|'],
    ['/and/or|'],
    ['/visit\n|'],
    ['{Pet}|'],
    ['{Pet\n|'],
    ['|/visit'],
    [`/${'a'.repeat(60)}|`],
    [`x/${'a'.repeat(40)}|`],
    [`{${'a'.repeat(60)}|`],
  ])('nothing in %j', (text) => {
    expect(find(text)).toBeNull();
  });
});

describe('what is found', () => {
  const templates = [
    buildTemplate({ key: '1', name: 'Visit reminder', shortcut: '' }),
    buildTemplate({ key: '2', name: 'Booster due', shortcut: 'visit', usedCount: 2 }),
    buildTemplate({ key: '3', name: 'After a visit', shortcut: '', usedCount: 9 }),
    buildTemplate({ key: '4', name: 'Écrire', shortcut: '', content: 'Blue lights' }),
  ];
  const keys = (found: readonly { readonly key: string }[]) => found.map(({ key }) => key).join('');

  test('templates by shortcut, then by how their name begins, then by what it has, whatever letters are typed', () => {
    expect(keys(matchTemplates(templates, 'VIS'))).toBe('213');
    expect(keys(matchTemplates(templates, 'ecr'))).toBe('4');
    expect(keys(matchTemplates(templates, 'lights'))).toBe('');
  });

  test('all of them, those used most first, where nothing was typed', () => {
    expect(keys(matchTemplates(templates, ''))).toBe('3214');
  });

  test('in the list also by the text', () => {
    expect(keys(searchTemplates(templates, 'blue écr'))).toBe('4');
    expect(keys(searchTemplates(templates, 'nothing'))).toBe('');
  });

  test('fields that begin so first', () => {
    const fields = ['Company name', 'Phone', 'Pet'].map((name) => ({
      ...{ name, isCustom: false, peopleCount: 1, value: null },
    }));
    expect(matchFields(fields, 'p').map(({ name }) => name)).toEqual(['Phone', 'Pet', 'Company name']);
  });
});

describe('the pieces of a text', () => {
  test.each(['Hi {First name}, {pet|your pet} and {Nothing}', '', '{}{{Pet}}', 'مرحباً {Pet}، {', '}{'])(
    'joined are %j',
    (text) => {
      const pieces = listTextPieces(text, ['First name', 'Pet']);
      expect(pieces.map((piece) => piece.text).join('')).toBe(text);
      for (const { start, text: own } of pieces) expect(text.slice(start, start + own.length)).toBe(own);
    },
  );

  test('tell fields from other words in braces, once the fields are known', () => {
    const kinds = (known: readonly string[] | null) => listTextPieces('{pet} {Nothing}', known).map(({ kind }) => kind);
    expect(kinds(['Pet'])).toEqual(['field', 'text', 'unknown']);
    expect(kinds(null)).toEqual(['field', 'text', 'field']);
  });

  test('say where a field stands', () => {
    expect(findField('Hi { pet |you}!', 'Pet')).toEqual({ start: 3, end: 14 });
    expect(findField('Hi Pet', 'Pet')).toBeNull();
  });
});
