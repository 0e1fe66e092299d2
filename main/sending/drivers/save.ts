import { planBackoffMs } from '#shared/lib/backoff.ts';
import type { SendingClock } from '../ports.ts';

interface SaveParts {
  readonly clock: SendingClock;
  /** Aborts when nobody may wait for the disk any longer. */
  readonly signal: AbortSignal;
  readonly report: (error: unknown) => void;
}

/** Writes down an outcome, which must not be lost: a failing disk is tried again. False where the end came first. */
export async function saveOutcome({ clock, signal, report }: SaveParts, save: () => Promise<void>): Promise<boolean> {
  for (let failures = 1; ; failures += 1) {
    try {
      await save();
      return true;
    } catch (error) {
      report(error);
      if (signal.aborted) return false;
      await clock.wait(planBackoffMs({ failures, random: clock.random(), retryAfterMs: null }), signal);
    }
  }
}
