import { describe, expect, it } from 'vitest';
import { isDeepEnough, toDepthAt, WHOLE_HISTORY } from '#main/sync/core/history.ts';

const NOW = Date.UTC(2026, 10, 20);
const DAY_MS = 86_400_000;

describe('the depth of history', () => {
  it('is a number of days before now, by the clock of the service', () => {
    expect(toDepthAt({ days: 30, isPaused: false }, NOW)).toBe(NOW - 30 * DAY_MS);
    expect(toDepthAt(WHOLE_HISTORY, NOW)).toBeNull();
  });

  it('is reached by a page all of which is older', () => {
    const depthAt = NOW - 30 * DAY_MS;
    expect(isDeepEnough(depthAt - 1, depthAt)).toBe(true);
    expect(isDeepEnough(depthAt, depthAt)).toBe(false);
  });

  it('is never reached where all is wanted, or before anything was read', () => {
    expect(isDeepEnough(0, null)).toBe(false);
    expect(isDeepEnough(null, NOW)).toBe(false);
  });
});
