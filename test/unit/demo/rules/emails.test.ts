import { describe, expect, it } from 'vitest';
import { findEmail, isEmail } from '#main/demo/rules/emails.ts';

describe('addresses', () => {
  it.each(['a@b.example', 'ruth+cats@northgate.example', "o'neil@a-b.co.uk", 'RUTH@NORTHGATE.EXAMPLE'])(
    '%s has the shape of one',
    (address) => {
      expect(isEmail(address)).toBe(true);
    },
  );

  it.each([
    '',
    'ruth',
    'ruth@',
    '@b.example',
    'a@b',
    'a b@c.example',
    'a..b@c.example',
    '.a@c.example',
    'a@-b.example',
  ])('"%s" has not', (address) => {
    expect(isEmail(address)).toBe(false);
  });

  it.each([
    ['gmial.com', 'gmail.com'],
    ['gmai.com', 'gmail.com'],
    ['hotmial.com', 'hotmail.com'],
    ['yahho.com', 'yahoo.com'],
    ['outlok.com', 'outlook.com'],
  ])('%s is probably a slip for %s', (typed, meant) => {
    expect(findEmail(`ruth@${typed}`)?.suggestion).toBe(`ruth@${meant}`);
  });

  it.each(['gmail.com', 'live.com', 'northgate.example', 'example.com'])('%s is meant as it stands', (domain) => {
    expect(findEmail(`ruth@${domain}`)).toMatchObject({ suggestion: null, takesMail: true });
  });

  it('are told by their duty, by those who lend them, and by those who give them away', () => {
    expect(findEmail('Info@northgate.example')).toMatchObject({ role: 'info', isFree: false, isDisposable: false });
    expect(findEmail('ruth@mailinator.com')).toMatchObject({ isDisposable: true, role: null });
    expect(findEmail('ruth@icloud.com')).toMatchObject({ isFree: true });
  });

  it('of a place that cannot exist are not found', () => {
    expect(findEmail('ruth@northgate.invalid')).toBeUndefined();
  });
});
