import { describe, expect, it } from 'vitest';
import { findInitials, toTint } from '#renderer/lib/initials.ts';

describe('findInitials', () => {
  it.each([
    ['Deborah Okonkwo', 'DO'],
    ['Wilhelmina Featherstonehaugh-Cholmondeley', 'WF'],
    ['Bartholomew “Barty” Quince', 'BQ'],
    ['siobhán ní dhomhnaill', 'SN'],
    ['“Barty”', 'B'],
    ['Ольга Иванова', 'ОИ'],
    ['Prince', 'P'],
    ['田中 美咲', '田'],
    ['김 민준', '김'],
    ['مريم الخطيب', 'م'],
    ['נועה לוי', 'נ'],
    ['7 Eleven', '7E'],
    ['🐶 Biscuit', 'B'],
  ])('shortens %s to %s', (name, initials) => {
    expect(findInitials(name)).toBe(initials);
  });

  it.each(['', '   ', '🐶', '—'])('finds nothing in "%s"', (name) => {
    expect(findInitials(name)).toBeNull();
  });
});

describe('toTint', () => {
  it('is the same every time, and one of six', () => {
    const tints = Array.from({ length: 200 }, (_, index) => toTint(`4477009${String(index)}`));
    expect(toTint('447700900318')).toBe(toTint('447700900318'));
    expect([...new Set(tints)].sort()).toEqual([1, 2, 3, 4, 5, 6]);
  });
});
