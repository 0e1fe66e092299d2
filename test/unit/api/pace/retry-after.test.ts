import { describe, expect, it } from 'vitest';
import { readRetryAfterMs } from '#main/api/pace/retry-after.ts';

const now = Date.UTC(2026, 10, 20, 9, 54, 0);
const read = (value: string | undefined, date?: string) =>
  readRetryAfterMs(
    { ...(value === undefined ? {} : { 'retry-after': value }), ...(date === undefined ? {} : { date }) },
    now,
  );

describe('readRetryAfterMs', () => {
  it('reads seconds', () => {
    expect([read('0'), read('7'), read(' 1.5 ')]).toEqual([0, 7_000, 1_500]);
  });

  it('compares a date with the date of the same answer, since clocks differ', () => {
    expect(read('Fri, 20 Nov 2026 08:00:30 GMT', 'Fri, 20 Nov 2026 08:00:00 GMT')).toBe(30_000);
  });

  it('compares a date with our own clock where the answer has none', () => {
    expect(read('Fri, 20 Nov 2026 09:54:10 GMT')).toBe(10_000);
    expect(read('Fri, 20 Nov 2026 09:54:10 GMT', 'nonsense')).toBe(10_000);
  });

  it('does not wait for what is past, and never longer than ten minutes', () => {
    expect(read('Fri, 20 Nov 2026 09:00:00 GMT')).toBe(0);
    expect(read('86400')).toBe(600_000);
  });

  it.each([undefined, '', 'soon', '-5', '2026-11-20T09:54:10Z', '1e3'])('makes nothing of %s', (value) => {
    expect(read(value)).toBeNull();
  });
});
