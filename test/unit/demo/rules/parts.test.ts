import { describe, expect, it } from 'vitest';
import { cutToParts, measure } from '#main/demo/rules/parts.ts';

describe('the parts of a text', () => {
  it.each([
    [1, 160, 70],
    [2, 306, 134],
    [3, 459, 201],
    [4, 612, 268],
    [5, 765, 335],
    [6, 918, 402],
  ])('%i parts hold %i plain or %i Unicode characters, and not one more', (parts, plain, unicode) => {
    expect(measure('a'.repeat(plain))).toEqual({ charset: 'ISO-8859-1', parts });
    expect(measure('a'.repeat(plain + 1)).parts).toBe(parts + 1);
    expect(measure('я'.repeat(unicode))).toEqual({ charset: 'UTF-16BE', parts });
    expect(measure('я'.repeat(unicode + 1)).parts).toBe(parts + 1);
  });

  it('counts { } \\ ~ [ ] | ^ and the euro sign as two', () => {
    for (const letter of '{}\\~[]|^€') {
      expect(measure(`${'a'.repeat(158)}${letter}`).parts).toBe(1);
      expect(measure(`${'a'.repeat(159)}${letter}`).parts).toBe(2);
    }
  });

  it('never cuts a two-wide character or an emoji at the end of a part', () => {
    expect(measure(`${'a'.repeat(152)}€${'a'.repeat(152)}`).parts).toBe(3);
    expect(measure(`${'я'.repeat(66)}🐶${'я'.repeat(66)}`).parts).toBe(3);
  });

  it('an empty text is one part', () => {
    expect(measure('').parts).toBe(1);
  });

  it('cuts a text to what fits', () => {
    expect(cutToParts('a'.repeat(400), 1)).toHaveLength(160);
    expect(cutToParts('🐶'.repeat(100), 2)).toBe('🐶'.repeat(66));
    expect(cutToParts('short', 6)).toBe('short');
  });
});
