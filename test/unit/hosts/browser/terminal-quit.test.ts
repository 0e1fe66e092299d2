import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { QuitGuard } from '#main/bridge/bridge.ts';
import { sendBeforeQuit, reportUnsent } from '#main/hosts/browser/terminal-quit.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** `staying`: how many cannot leave. */
function setup(waiting: number, staying = 0) {
  const printed: string[] = [];
  const flushed: number[] = [];
  let count = waiting;
  const quitGuard: QuitGuard = {
    countUnsent: () => Promise.resolve({ held: count, queued: 0, sending: 0, canSendNow: true }),
    flush: (withinMs) => {
      flushed.push(withinMs);
      count = staying;
      return Promise.resolve();
    },
  };
  return { printed, flushed, quitGuard, needs: { quitGuard, print: (line: string) => void printed.push(line) } };
}

describe('quitting from the terminal', () => {
  it('says nothing and waits for nothing where nothing waits', async () => {
    const { printed, flushed, needs } = setup(0);
    await sendBeforeQuit(needs);
    await reportUnsent(needs);
    expect([printed, flushed]).toEqual([[], []]);
  });

  it('says what waits, sends it within ten seconds, and is silent where all of it was sent', async () => {
    const { printed, flushed, needs } = setup(1);
    await sendBeforeQuit(needs);
    expect(flushed).toEqual([10_000]);
    expect(printed).toEqual(['Sending 1 waiting text for up to 10 seconds. Press Ctrl+C again to quit now.']);
  });

  it('says what stays', async () => {
    const { printed, needs } = setup(3, 2);
    await sendBeforeQuit(needs);
    expect(printed.at(-1)).toBe('We’ll keep 2 texts on this computer and send them when you next start Switchboard.');
  });

  it('does not say of a text whose request has left that it goes out later', async () => {
    const { printed, needs } = setup(2);
    const countUnsent = (): ReturnType<QuitGuard['countUnsent']> =>
      Promise.resolve({ held: 0, queued: 0, sending: 1, canSendNow: true });
    await sendBeforeQuit({ ...needs, quitGuard: { ...needs.quitGuard, countUnsent } });
    expect(printed.slice(1)).toEqual([
      '1 text is on its way. We’ll check what happened to it when you next start Switchboard.',
    ]);
  });

  it('sends nothing where the system ends it, and says what stays', async () => {
    const { printed, flushed, needs } = setup(1);
    await reportUnsent(needs);
    expect(flushed).toEqual([]);
    expect(printed).toEqual(['We’ll keep 1 text on this computer and send it when you next start Switchboard.']);
  });

  it('does not wait for a disk that does not answer', async () => {
    const { needs } = setup(1);
    let isOver = false;
    void sendBeforeQuit({
      ...needs,
      quitGuard: { ...needs.quitGuard, countUnsent: () => new Promise(() => undefined) },
    }).then(() => (isOver = true));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(isOver).toBe(true);
  });
});
