/** Time and chance as the client needs them. */
export interface ApiClock {
  /** Milliseconds on a scale that never goes back, whatever happens to the clock of the machine. */
  steadyNow(): number;
  /** Epoch ms. */
  epochNow(): number;
  /** Resolves after `ms`, or as soon as the signal aborts; never rejects. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** 0 ≤ value < 1, for jitter. */
  random(): number;
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The machine's own clock. */
export function createApiClock(): ApiClock {
  return {
    steadyNow: () => performance.now(),
    epochNow: () => Date.now(),
    random: () => Math.random(),
    wait: (ms, signal) =>
      new Promise((resolve) => {
        const end = (): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', end);
          resolve();
        };
        const timer = setTimeout(end, Math.min(Math.max(ms, 0), LONGEST_TIMER_MS));
        signal.addEventListener('abort', end, { once: true });
        if (signal.aborted) end();
      }),
  };
}
