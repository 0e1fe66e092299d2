import { describe, expect, it } from 'vitest';
import { findMessagePlace, toKeyParts } from '#main/store/core/line-key.ts';
import { toMessageKey } from '#shared/domain/ids.ts';

describe('the key of a line', () => {
  it.each(['in', 'out', 'call', 'note'] as const)('of %s gives back what it was made of', (sequence) => {
    expect(findMessagePlace(toMessageKey(sequence, 90071992547))).toEqual({ sequence, id: 90071992547 });
  });

  it.each(['send:abc', 'in:', 'in:x', 'in:-1', 'in:1.5', 'log:1', 'nonsense', ''])('%j is no message', (key) => {
    expect(findMessagePlace(key)).toBeUndefined();
  });

  it('of a send keeps colons of its id', () => {
    expect(toKeyParts('send:a:b')).toEqual({ sequence: 'send', id: 'a:b' });
  });
});
