/** Time and randomness as a port, so that tests control them. */
export interface Clock {
  /** Epoch ms. */
  now(): number;
  /** Resolves after `ms`, or as soon as the signal aborts; never rejects. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** 0 ≤ value < 1, for jitter. */
  random(): number;
}

/** Longest delay that a timer takes: beyond it Node fires at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** The machine's own clock. */
export function createClock(): Clock {
  return { now: () => Date.now(), wait, random: () => Math.random() };
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, Math.min(Math.max(ms, 0), LONGEST_MS));
    signal.addEventListener('abort', end, { once: true });
  });
}
