import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitRecipients } from '#main/api/sends/recipient-chunks.ts';
import type { Recipients } from '#main/api/sends/recipient-chunks.ts';

const SOURCES = ['lists', 'contacts', 'phones'] as const;
const values = fc.array(fc.stringMatching(/^\+?\d{1,15}$/), { maxLength: 200 });
const someone: fc.Arbitrary<Recipients> = fc.record({ lists: values, contacts: values, phones: values });

function toBytes(recipients: Recipients): number {
  return SOURCES.reduce((sum, source) => sum + encodeURIComponent(recipients[source].join(',')).length, 0);
}

describe('recipients in addresses', () => {
  it('are all asked for, each once, in their order', () => {
    fc.assert(
      fc.property(someone, fc.integer({ min: -500, max: 6_000 }), (recipients, room) => {
        const portions = splitRecipients(recipients, room);
        for (const source of SOURCES) {
          expect(portions.flatMap((portion) => portion[source])).toEqual(recipients[source]);
        }
      }),
    );
  });

  it('never take more bytes than there is room for', () => {
    fc.assert(
      fc.property(someone, fc.integer({ min: 200, max: 6_000 }), (recipients, room) => {
        for (const portion of splitRecipients(recipients, room)) expect(toBytes(portion)).toBeLessThanOrEqual(room);
      }),
    );
  });

  it('may hold half a letter, as pasted text does', () => {
    const odd = { lists: [], contacts: [], phones: ['\ud83d', '447700900318'] };
    expect(splitRecipients(odd, 5_000)).toEqual([odd]);
  });

  it('that fit into one address are one portion, and so are none', () => {
    const few = { lists: ['1'], contacts: ['2', '3'], phones: ['447700900318'] };
    expect(splitRecipients(few, 5_000)).toEqual([few]);
    const none = { lists: [], contacts: [], phones: [] };
    expect(splitRecipients(none, 5_000)).toEqual([none]);
  });
});
