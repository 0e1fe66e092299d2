import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LineWatch } from '#renderer/bridge/line-watch.ts';

const BEAT_MS = 1_000;

describe('the watch over a line', () => {
  const onSilent = vi.fn();
  let isVisible: boolean;
  let watch: LineWatch;

  beforeEach(() => {
    vi.useFakeTimers();
    onSilent.mockClear();
    isVisible = true;
    const now = (): number => Date.now();
    watch = new LineWatch({ beatEveryMs: BEAT_MS, isVisible: () => isVisible, onSilent, now });
  });
  afterEach(() => {
    watch.stop();
    vi.useRealTimers();
  });

  it('says within three seconds that it has gone silent, once', () => {
    vi.advanceTimersByTime(2_250);
    expect(onSilent).not.toHaveBeenCalled();
    vi.advanceTimersByTime(750);
    expect(onSilent).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(60_000);
    expect(onSilent).toHaveBeenCalledTimes(1);
  });

  it('says nothing as long as main does', () => {
    for (let beat = 0; beat < 60; beat += 1) {
      vi.advanceTimersByTime(BEAT_MS);
      watch.hear();
    }
    expect(onSilent).not.toHaveBeenCalled();
  });

  it('does not take its own standing still for silence: what waits for it is heard first', () => {
    vi.setSystemTime(Date.now() + 60_000);
    vi.advanceTimersByTime(250);
    expect(onSilent).not.toHaveBeenCalled();
    watch.hear();
    vi.advanceTimersByTime(2_000);
    expect(onSilent).not.toHaveBeenCalled();
  });

  it('says after the computer has slept that nothing comes any more', () => {
    vi.setSystemTime(Date.now() + 3_600_000);
    vi.advanceTimersByTime(3_000);
    expect(onSilent).toHaveBeenCalledTimes(1);
  });

  it('says nothing of a page that nobody sees, and starts anew when it is seen again', () => {
    isVisible = false;
    vi.advanceTimersByTime(600_000);
    expect(onSilent).not.toHaveBeenCalled();
    isVisible = true;
    vi.advanceTimersByTime(2_000);
    expect(onSilent).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1_000);
    expect(onSilent).toHaveBeenCalledTimes(1);
  });
});
