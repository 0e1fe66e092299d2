import { tick } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ThreadScroll } from '#renderer/features/thread/thread-scroll.svelte.ts';

let frames: (() => void)[] = [];

beforeEach(() => {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
});
afterEach(() => vi.unstubAllGlobals());

function setUp({ isWhole = false } = {}) {
  const isMeasured = vi.fn(() => false);
  const scroll = new ThreadScroll({
    findBox: () => undefined,
    findRowOffset: () => 0,
    findRowSize: () => 0,
    findFirstInView: () => null,
    findRow: () => -1,
    isMeasured,
    isWhole: () => isWhole,
    hasNewest: () => true,
    onNearTop: () => undefined,
    onNearBottom: () => undefined,
  });
  return { scroll, isMeasured };
}

it('reads no row of a chat that is left before it stands where it opens', async () => {
  const { scroll, isMeasured } = setUp();
  const placed = scroll.place(-1, null);
  scroll.dispose();
  await placed;
  expect(isMeasured).not.toHaveBeenCalled();
});

it('reads none either where it is left between two frames', async () => {
  const { scroll, isMeasured } = setUp();
  const placed = scroll.place(-1, null);
  await vi.waitFor(() => {
    expect(frames).toHaveLength(1);
  });
  const reads = isMeasured.mock.calls.length;
  scroll.dispose();
  frames[0]?.();
  await placed;
  expect(isMeasured).toHaveBeenCalledTimes(reads);
  expect(scroll.isPlaced).toBe(false);
});

it.each([true, false])('is shown before the next frame where all of its rows are measured: %s', async (isWhole) => {
  const { scroll } = setUp({ isWhole });
  const placed = scroll.place(-1, null);
  await vi.waitFor(() => {
    expect(frames).toHaveLength(1);
  });
  scroll.resized();
  await tick();
  await Promise.resolve();
  expect(scroll.isPlaced).toBe(isWhole);
  scroll.dispose();
  frames[0]?.();
  await placed;
});
