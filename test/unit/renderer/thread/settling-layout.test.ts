import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SettlingLayout } from '#renderer/lib/settling-layout.ts';

/** Frames that were asked for and have not come. */
let frames: (() => void)[] = [];

async function nextFrame(): Promise<void> {
  const due = frames;
  frames = [];
  for (const run of due) run();
  await Promise.resolve();
  await Promise.resolve();
}

beforeEach(() => {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
});
afterEach(() => vi.unstubAllGlobals());

describe('a layout that settles', () => {
  it('is adjusted until nothing has moved for some frames in a row', async () => {
    const moves = [true, false, true, false, false];
    const adjust = vi.fn(() => moves.shift() ?? false);
    const settling = new SettlingLayout({ quietFrames: 2, mostFrames: 30 });
    const settled = settling.run(adjust);
    for (let count = 0; count < 10; count += 1) await nextFrame();
    expect(await settled).toBe(true);
    expect(adjust).toHaveBeenCalledTimes(5);
    expect(settling.isRunning).toBe(false);
  });

  it('ends where it never comes to rest', async () => {
    const adjust = vi.fn(() => true);
    const settled = new SettlingLayout({ quietFrames: 2, mostFrames: 5 }).run(adjust);
    for (let count = 0; count < 10; count += 1) await nextFrame();
    expect(await settled).toBe(true);
    expect(adjust).toHaveBeenCalledTimes(5);
  });

  it('is adjusted longer where something else moves', async () => {
    const adjust = vi.fn(() => false);
    const settling = new SettlingLayout({ quietFrames: 2, mostFrames: 30 });
    const settled = settling.run(adjust);
    settling.prolong();
    for (let count = 0; count < 10; count += 1) await nextFrame();
    expect(await settled).toBe(true);
    expect(adjust).toHaveBeenCalledTimes(3);
  });

  it('is left alone once it is stopped, and while another run goes on', async () => {
    const settling = new SettlingLayout({ quietFrames: 2, mostFrames: 30 });
    const [first, second] = [vi.fn(() => true), vi.fn(() => true)];
    const replaced = settling.run(first);
    const stopped = settling.run(second);
    await nextFrame();
    expect(await replaced).toBe(false);
    expect(first).toHaveBeenCalledTimes(1);
    settling.stop();
    expect(settling.isRunning).toBe(false);
    await nextFrame();
    expect(await stopped).toBe(true);
    expect(second).toHaveBeenCalledTimes(2);
  });
});
