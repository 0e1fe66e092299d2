import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClock } from '#main/platform/clock.ts';

describe('the clock', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('waits as long as asked', async () => {
    const waited = vi.fn();
    void createClock().wait(1_000, new AbortController().signal).then(waited);
    await vi.advanceTimersByTimeAsync(999);
    expect(waited).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(waited).toHaveBeenCalled();
  });

  it('ends a wait when the signal aborts, before or during it, and leaves no timer', async () => {
    const ending = new AbortController();
    const during = createClock().wait(1_000, ending.signal);
    ending.abort();
    await during;
    await createClock().wait(1_000, ending.signal);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('takes waits longer than a timer can be', async () => {
    const waited = vi.fn();
    void createClock().wait(Number.MAX_SAFE_INTEGER, new AbortController().signal).then(waited);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(waited).not.toHaveBeenCalled();
  });
});
