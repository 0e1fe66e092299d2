import { describe, expect, test } from 'vitest';
import { TemplateDrafts } from '#renderer/features/templates/template-drafts.ts';
import { TemplateForm } from '#renderer/features/templates/template-form.svelte.ts';
import {
  findFallback,
  findFaults,
  findWrittenFallback,
  isSameWords,
  toPortableText,
  toWords,
  withFallback,
} from '#renderer/features/templates/template-words.ts';
import { toPartShares } from '#renderer/features/templates/measure-text.ts';
import { toProblem } from '#test/support/fake-bridge.ts';
import { buildTemplate } from '#test/support/fake-templates.ts';
import { PageStorage } from '#test/support/page-storage.ts';

const words = toWords(buildTemplate());

describe('the words of a template', () => {
  test('are the same where only an empty fallback was added', () => {
    expect(isSameWords(words, { ...words, fallbacks: { Pet: ' ' } })).toBe(true);
    expect(isSameWords(words, { ...words, fallbacks: { Pet: 'your pet' } })).toBe(false);
    expect(isSameWords(words, { ...words, keeper: 'computer' })).toBe(false);
  });

  test('say what stands in the way of saving them', () => {
    expect(findFaults({ ...words, name: ' ', content: '\n', shortcut: 'a b' }, [])).toEqual({
      ...{ name: 'no-name', content: 'no-text', shortcut: 'bad-shortcut' },
    });
    expect(findFaults({ ...words, shortcut: '/VISIT' }, ['visit'])).toEqual({ shortcut: 'taken-shortcut' });
    expect(findFaults({ ...words, shortcut: '' }, [''])).toEqual({});
    expect(findFaults(words, [], true)).toEqual({ name: 'taken-name' });
  });

  test('keep one fallback of a field, in letters of any size', () => {
    const fallbacks = withFallback({ pet: 'it' }, 'Pet', 'your pet');
    expect(fallbacks).toEqual({ Pet: 'your pet' });
    expect(findFallback(fallbacks, 'PET')).toBe('your pet');
    expect(withFallback(fallbacks, 'pet', '')).toEqual({});
  });

  test('go elsewhere with their fallbacks written in, unless the text has its own', () => {
    const content = 'Hi {First name}, {Pet|it} and {Vet}';
    const fallbacks = { 'First name': 'there', Pet: 'your pet', Vet: '{odd}' };
    expect(toPortableText({ content, fallbacks })).toBe('Hi {First name|there}, {Pet|it} and {Vet}');
    expect(findWrittenFallback(content, 'pet')).toBe('it');
    expect(findWrittenFallback(content, 'Vet')).toBeNull();
  });
});

describe('a template that is written', () => {
  const open = (view = buildTemplate()) =>
    new TemplateForm({ key: view.key, view, draft: null, keeper: 'service', onwrite: () => undefined });

  test('takes over what was saved elsewhere unless something was written, and then says so', () => {
    const form = open();
    form.follow(buildTemplate({ content: 'Newer' }));
    expect(form.words.content).toBe('Newer');
    expect(form.newer).toBeNull();
    form.write({ content: 'Mine' });
    form.follow(buildTemplate({ content: 'Newest' }));
    expect(form.words.content).toBe('Mine');
    expect(form.newer?.content).toBe('Newest');
    form.putBack();
    expect(form.words.content).toBe('Newest');
    expect(form.isDirty).toBe(false);
  });

  test('keeps what was written while it was saved', () => {
    const form = open();
    form.write({ content: 'One' });
    const { words: sent } = form.begin();
    form.write({ content: 'One two' });
    form.end(sent, buildTemplate({ content: 'One' }), 5);
    expect(form.words.content).toBe('One two');
    expect(form.isDirty).toBe(true);
    expect(form.savedAt).toBe(5);
  });

  test('stays when it is deleted elsewhere, to be made again', () => {
    const form = open();
    form.follow(null);
    expect([form.isGone, form.isDirty]).toEqual([true, true]);
  });

  test('stays when it is refused, with the field that it is refused for', () => {
    const form = open();
    form.write({ shortcut: 'booster' });
    form.begin();
    form.fail({ ...toProblem('validation'), fields: { shortcut: ['taken'] } });
    expect(form.faults).toEqual({ shortcut: 'taken-shortcut' });
    expect(form.words.shortcut).toBe('booster');
    form.write({ shortcut: 'boost' });
    expect([form.faults, form.problem]).toEqual([{}, null]);
  });
});

describe('what is not saved', () => {
  test('is there after a reload, for the same account', () => {
    const storage = new PageStorage();
    new TemplateDrafts(storage, 'northgate').keep('new', { words, base: null });
    expect(new TemplateDrafts(storage, 'northgate').find('new')).toEqual({ words, base: null });
    expect(new TemplateDrafts(storage, 'other').keys).toEqual([]);
    new TemplateDrafts(storage, 'northgate').remove('new');
    expect(new TemplateDrafts(storage, 'northgate').keys).toEqual([]);
  });

  test.each(['{"new":{"words":{"name":1}}}', '[]', '"x"', 'null', '{"new":', '{"new":null}'])(
    'is nothing where another version left %s',
    (stored) => {
      const storage = new PageStorage();
      storage.setItem('switchboard.templates.unsaved.northgate', stored);
      expect(new TemplateDrafts(storage, 'northgate').keys).toEqual([]);
    },
  );
});

test('the bar of parts shows the last part as full as it is', () => {
  const toShares = (length: number, parts: number, isUnicode = false) =>
    toPartShares({ length, parts, isUnicode }).map((share) => Math.round(share * 100));
  expect(toShares(80, 1)).toEqual([50, 0, 0, 0, 0, 0]);
  expect(toShares(162, 2)).toEqual([100, 6, 0, 0, 0, 0]);
  expect(toShares(100, 2, true)).toEqual([100, 49, 0, 0, 0, 0]);
  expect(toPartShares(null)).toEqual([0, 0, 0, 0, 0, 0]);
});
