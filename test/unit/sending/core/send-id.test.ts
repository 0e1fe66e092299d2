import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newSendId } from '#main/sending/core/send-id.ts';

describe('newSendId', () => {
  it('is 20 lower-case base32 characters', () => {
    for (let count = 0; count < 200; count += 1) expect(newSendId(randomBytes)).toMatch(/^[a-z2-7]{20}$/);
  });

  it('uses every random byte', () => {
    const ids = Array.from({ length: 20 }, (_, place) =>
      newSendId((count) => Uint8Array.from({ length: count }, (_unused, index) => (index === place ? 31 : 0))),
    );
    expect(new Set(ids).size).toBe(20);
  });

  it('refuses a source that gives too few bytes', () => {
    expect(() => newSendId(() => new Uint8Array(3))).toThrow('random bytes');
  });
});
