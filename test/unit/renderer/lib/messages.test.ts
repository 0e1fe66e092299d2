import { describe, expect, it } from 'vitest';
import { toLocale } from '#renderer/lib/locale.ts';
import { defineMessages, plural, Translator } from '#renderer/lib/messages.ts';
import { toPseudo } from '#renderer/lib/pseudo.ts';

const messages = defineMessages({
  plain: 'Open',
  textName: 'Text {name}',
  unread: plural({ one: '{count} unread text', other: '{count} unread texts' }),
  progress: '{count} of about {total} messages',
});

describe('Translator', () => {
  const texts = new Translator('en-GB');

  it('gives a plain sentence back as it is', () => {
    expect(texts.text(messages.plain)).toBe('Open');
  });

  it('puts values into their places', () => {
    expect(texts.text(messages.textName, { name: 'Deborah' })).toBe('Text Deborah');
  });

  it('chooses the plural form by count and writes numbers as the language does', () => {
    expect(texts.text(messages.unread, { count: 1 })).toBe('1 unread text');
    expect(texts.text(messages.unread, { count: 0 })).toBe('0 unread texts');
    expect(texts.text(messages.progress, { count: 214, total: 1900 })).toBe('214 of about 1,900 messages');
  });

  it('does not take what a value says for a place to fill', () => {
    expect(texts.text(messages.textName, { name: '{name} $& $1' })).toBe('Text {name} $& $1');
  });

  it('isolates a name that is written in the other direction', () => {
    expect(texts.text(messages.textName, { name: 'مريم' })).toBe('Text \u2068مريم\u2069');
  });

  it('knows from the sentence what must be filled in', () => {
    // @ts-expect-error: the name is missing
    texts.text(messages.textName);
    // @ts-expect-error: there is no such place
    texts.text(messages.textName, { nam: 'Deborah' });
    // @ts-expect-error: a count is a number
    texts.text(messages.unread, { count: '2' });
    // @ts-expect-error: a plain sentence takes nothing
    texts.text(messages.plain, {});
    expect(texts.text(messages.textName, { name: 7 })).toBe('Text 7');
  });
});

describe('the pseudo locale', () => {
  const texts = new Translator('en-XB');

  it('runs from right to left', () => {
    expect(texts.direction).toBe('rtl');
    expect(new Translator('en-GB').direction).toBe('ltr');
  });

  it('keeps the places, brackets the sentence, and makes it a third longer', () => {
    const pseudo = toPseudo('Every open chat of {name} has been answered.');
    expect(pseudo).toMatch(/^⟦.*⟧$/u);
    expect(pseudo).toContain('{name}');
    expect(pseudo.length).toBeGreaterThanOrEqual(
      Math.floor('Every open chat of {name} has been answered.'.length * 1.3),
    );
    expect(pseudo).not.toContain('open');
  });

  it('fills in values as they are, isolated', () => {
    expect(texts.text(messages.textName, { name: 'Deborah' })).toContain('\u2068Deborah\u2069');
    expect(texts.text(messages.unread, { count: 2 })).toContain('2');
  });
});

describe('toLocale', () => {
  it('follows the address before the system', () => {
    expect(toLocale('?locale=en-XB', ['en-GB'])).toBe('en-XB');
    expect(toLocale('', ['en-XB', 'en-GB'])).toBe('en-XB');
  });

  it('speaks English where it has nothing better', () => {
    expect(toLocale('?locale=de', ['fr-FR'])).toBe('en-GB');
  });
});
