import { describe, expect, it } from 'vitest';
import { canBecome, isSameText } from '#main/sending/core/texts.ts';

describe('the same text', () => {
  it.each([
    ['Yes, at nine.', 'Yes, at nine.', true],
    ['Yes,  at\nnine. ', ' Yes, at nine.', true],
    ['caf\u00e9', 'cafe\u0301', true],
    ['Yes, at nine.', 'Yes, at nine', false],
    ['Yes', 'yes', false],
    ['', '', true],
  ])('%j and %j: %s', (one, other, expected) => {
    expect(isSameText(one, other)).toBe(expected);
  });
});

describe('a text that the service may have written another way', () => {
  it.each([
    ['with a signature', 'Yes, at nine.', 'Yes, at nine.\nNorthgate Vets', true],
    ['with signs that a phone can show', 'It’s “ready” – come', `It's "ready" - come`, true],
    ['with merge fields filled in', 'Hi {First name}, {Pet} is ready', 'Hi Deborah, Biscuit is ready', true],
    ['with nothing but a field', '{First name}', 'Deborah', true],
    ['with other words between', 'Yes, at nine.', 'Yes, not at nine.', false],
    ['with its pieces in another order', 'Hi {First name}, it is ready', 'It is ready. Hi Deborah', false],
    ['shorter than ours', 'Yes, at nine.', 'Yes, at', false],
    ['of signs only', '❤️', 'Love ❤️ from us', true],
    ['of other signs only', '❤️', '👍', false],
    ['without accents, which cost more', 'Está listo, señor Núñez', 'Esta listo, senor Nunez', true],
    ['with its links made short', 'See https://example.test/visit?id=9 today', 'See https://s.test/x today', true],
    ['with the link of a file made short', 'Here\nweb.example/click/Ab3xYz', 'Here\nweb.example/s/7', true],
    ['with the link of a file on this computer', 'Here http://127.0.0.1:80/click/x', 'Here https://s.test/7', true],
    ['with a link, and other words', 'Here\nweb.example/click/Ab3xYz', 'Gone\nweb.example/click/Ab3xYz', false],
    ['cut where it got too long', `${'Yes. '.repeat(31)}No.`, 'Yes. '.repeat(31), true],
    ['of letters outside Latin', '明天见', '明天见！ 诊所', true],
  ])('%s', (_what, ours, theirs, expected) => {
    expect(canBecome(ours, theirs)).toBe(expected);
  });
});
