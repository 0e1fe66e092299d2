import { describe, expect, it } from 'vitest';
import { dropLookups, NO_LOOKUPS, settleLookup, wantLookups } from '#main/sync/core/lookups.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';

const ada = toPhoneKey('447700900001');
const ben = toPhoneKey('447700900002');

describe('look-ups of chats by number', () => {
  it('are wanted once each, first come first served, and never for an empty number', () => {
    const lookups = wantLookups(wantLookups(NO_LOOKUPS, [ben, ada], 0), [ada, toPhoneKey('')], 0);
    expect(lookups.waiting).toEqual([ben, ada]);
  });

  it('fall away when a page showed the chat', () => {
    expect(dropLookups(wantLookups(NO_LOOKUPS, [ada, ben], 0), new Set([ada])).waiting).toEqual([ben]);
  });

  it('are not repeated for a number without a chat until ten minutes are over', () => {
    const settled = settleLookup(wantLookups(NO_LOOKUPS, [ada], 0), ada, { isAbsent: true, now: 0 });
    expect(wantLookups(settled, [ada], 599_999).waiting).toEqual([]);
    expect(wantLookups(settled, [ada], 600_000).waiting).toEqual([ada]);
  });

  it('are repeated when the clock was set back, since nobody knows how long ago the answer came', () => {
    const settled = settleLookup(wantLookups(NO_LOOKUPS, [ada], 0), ada, { isAbsent: true, now: 5_000 });
    expect(wantLookups(settled, [ada], 4_999).waiting).toEqual([ada]);
  });

  it('may be wanted again at once for a number whose chat was found', () => {
    const settled = settleLookup(wantLookups(NO_LOOKUPS, [ada], 0), ada, { isAbsent: false, now: 0 });
    expect(settled.waiting).toEqual([]);
    expect(wantLookups(settled, [ada], 1).waiting).toEqual([ada]);
  });
});
