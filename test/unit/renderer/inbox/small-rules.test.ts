import { describe, expect, it } from 'vitest';
import { findSureZone } from '#renderer/features/contact/contact-fields.ts';
import { isAtBottom, isNearTop } from '#renderer/features/thread/thread-scroll.svelte.ts';
import { toProblemText } from '#renderer/lib/problems.ts';
import { Translator } from '#renderer/lib/messages.ts';
import { toProblem } from '#test/support/fake-bridge.ts';

const now = Date.parse('2026-11-20T09:54:00Z');

describe('the time where somebody lives', () => {
  it('is known where a country has one', () => {
    expect(findSureZone('GB', now)).toBe('Europe/London');
    expect(findSureZone('JP', now)).toBe('Asia/Tokyo');
  });

  it('is known where all zones of a country agree', () => {
    expect(findSureZone('DE', now)).toMatch(/^Europe\//);
  });

  it('is left out where the country does not tell', () => {
    expect(findSureZone('US', now)).toBeNull();
    expect(findSureZone('AU', now)).toBeNull();
    expect(findSureZone(null, now)).toBeNull();
    expect(findSureZone('United Kingdom', now)).toBeNull();
  });
});

describe('where a thread is scrolled to', () => {
  it('is the bottom within 80 pixels', () => {
    expect(isAtBottom({ offset: 920, viewport: 500, content: 1_500 })).toBe(true);
    expect(isAtBottom({ offset: 919, viewport: 500, content: 1_500 })).toBe(false);
    expect(isAtBottom({ offset: 0, viewport: 500, content: 200 })).toBe(true);
  });

  it('asks for more before the top is reached', () => {
    expect(isNearTop({ offset: 599, viewport: 500, content: 1_500 })).toBe(true);
    expect(isNearTop({ offset: 600, viewport: 500, content: 1_500 })).toBe(false);
  });
});

describe('why something did not work', () => {
  const texts = new Translator('en-GB');

  it('is said in the service’s words where it had any', () => {
    expect(toProblemText({ ...toProblem('validation', 'No.'), fields: { a: ['Wrong.', 'No.'] } }, texts)).toBe(
      'Wrong. No.',
    );
  });

  it('is said in ours where it had none', () => {
    expect(toProblemText(toProblem('maintenance'), texts)).toBe(
      'The service is down for maintenance. Try again in a few minutes.',
    );
    expect(toProblemText(toProblem('strange'), texts)).toBe('');
    expect(toProblemText({ ...toProblem('validation'), fields: { file: ['gone'] } }, texts)).toContain(
      'attach it again',
    );
    expect(toProblemText({ ...toProblem('validation'), fields: { requestId: ['used'] } }, texts)).toContain(
      'Try again.',
    );
  });
});
