import { describe, expect, it } from 'vitest';
import { isAlarming, listLeftOut, rotateAfter } from '#main/sync/core/left-out.ts';

describe('what a whole reading left out', () => {
  it('is what was there before and was not shown', () => {
    expect(listLeftOut([1, 2, 3], new Set([2, 9]))).toEqual([1, 3]);
  });

  it('is alarming where it is more than half of more than twenty', () => {
    expect([isAlarming(20, 20), isAlarming(11, 21), isAlarming(10, 21), isAlarming(50, 100)]).toEqual([
      ...[false, true, false, false],
    ]);
  });

  it('is gone through in a fixed order that an interruption does not begin anew', () => {
    expect(rotateAfter([5, 1, 3], 0)).toEqual([1, 3, 5]);
    expect(rotateAfter([5, 1, 3], 3)).toEqual([5, 1, 3]);
    expect(rotateAfter([5, 1, 3], 4)).toEqual([5, 1, 3]);
    expect(rotateAfter([5, 1, 3], 9)).toEqual([1, 3, 5]);
  });
});
