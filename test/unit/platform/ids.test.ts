import { describe, expect, it } from 'vitest';
import { createToken, toStableId } from '#main/platform/ids.ts';

describe('ids', () => {
  it('are the same for the same text and different for another', () => {
    expect(toStableId('a', 20)).toBe(toStableId('a', 20));
    expect(toStableId('a', 20)).not.toBe(toStableId('b', 20));
  });

  it('are lower-case base32 of the length asked for', () => {
    for (let index = 0; index < 50; index += 1) expect(toStableId(String(index), 20)).toMatch(/^[a-z2-7]{20}$/);
  });

  it('of five bits each spell the hash from its first bit', () => {
    // SHA-256 of nothing begins with e3 b0 c4: 11100 01110 11000 01100 0100…
    expect(toStableId('', 4)).toBe('4oym');
  });

  it('as tokens are long, safe in an address and never the same', () => {
    const tokens = new Set(Array.from({ length: 100 }, () => createToken()));
    expect(tokens.size).toBe(100);
    for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
  });
});
