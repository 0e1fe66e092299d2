import { describe, expect, it } from 'vitest';
import { Translator } from '#renderer/lib/messages.ts';
import { toProblemText, toSignInProblem } from '#renderer/lib/problems.ts';
import { toFaviconUrl, toWindowTitle } from '#renderer/features/shell/window-title.ts';

const texts = new Translator('en-GB');
const host = 'rest.example.com';
const problem = (code: string, fields: Record<string, string[]> = {}) =>
  toSignInProblem({ code, detail: null, fields, retryAfterMs: null }, host, texts);

describe('toSignInProblem', () => {
  const codes = [
    'unauthorized',
    'offline',
    'not-this-service',
    'maintenance',
    'timeout',
    'disk',
    'disk-newer',
    'disk-damaged',
    'disconnected',
    'bug',
  ];

  it('has a sentence of its own for each thing that can go wrong', () => {
    const sentences = codes.map((code) => problem(code).text);
    expect(new Set(sentences).size).toBe(codes.length);
  });

  it.each([
    ['unauthorized', 'apiKey'],
    ['offline', null],
    ['not-this-service', 'baseUrl'],
    ['timeout', null],
    ['maintenance', null],
    ['disk', null],
  ])('puts %s under %s', (code, field) => {
    expect(problem(code).field).toBe(field);
  });

  it('names the address that did not answer', () => {
    expect(problem('timeout').text).toContain(host);
  });

  it('puts a fault of a field under that field', () => {
    expect(problem('validation', { webUrl: ['https-required'] })).toMatchObject({
      field: 'webUrl',
      text: 'The address must start with https:// to keep your key safe.',
    });
    expect(problem('validation', { username: ['Too long'] })).toMatchObject({ field: 'username', text: 'Too long' });
  });

  it('says something also about an error that nobody thought of', () => {
    expect(problem('exploded').text).toBe('Something went wrong inside Switchboard. What you typed is still here.');
  });
});

describe('the name and the picture of the tab', () => {
  it('carry the count', () => {
    expect(toWindowTitle(0, texts)).toBe('Switchboard');
    expect(toWindowTitle(7, texts)).toBe('(7) Switchboard');
    expect(toFaviconUrl(0)).toBe('./favicon/none.svg');
    expect(toFaviconUrl(7)).toBe('./favicon/7.svg');
    expect(toFaviconUrl(10)).toBe('./favicon/more.svg');
  });
});

describe('toProblemText', () => {
  it('says that a lost answer leaves open what was done, and gives no word of main’s as the service’s', () => {
    const lost = { code: 'timeout', detail: null, fields: { outcome: ['unknown'] } };
    expect(toProblemText(lost, texts)).toBe('We didn’t hear back. Check whether it worked before you try again.');
  });
});

describe('a code that main puts on a field', () => {
  it.each([
    ['phone', 'not-a-number', 'This isn’t a number you can text.'],
    ['phone', 'no-country', 'This isn’t a number you can text.'],
    ['time', 'unknown-zone', 'This computer doesn’t know its time zone. Choose another.'],
    ['time', 'bad-rule', 'We can’t work out when it repeats. Choose another time.'],
  ])('is a sentence on screen: %s %s', (field, word, sentence) => {
    const refused = { code: 'validation', detail: null, fields: { [field]: [word] } };
    expect(toProblemText(refused, texts)).toBe(sentence);
  });
});
