import { describe, expect, it } from 'vitest';
import { LeftRows } from '#renderer/app/left-rows.ts';

describe('the rows that were left', () => {
  it('are those of an account and a place, the last of each', () => {
    const rows = new LeftRows();
    rows.keep('ada', 'contacts', '5');
    rows.keep('ada', 'contacts', '7');
    expect(rows.find('ada', 'contacts')).toBe('7');
    expect(rows.find('ada', 'templates')).toBeNull();
    expect(rows.find('bob', 'contacts')).toBeNull();
    rows.keep('ada', 'contacts', null);
    expect(rows.find('ada', 'contacts')).toBeNull();
  });
});
