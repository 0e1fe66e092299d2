import type { Clock } from '#main/platform/clock.ts';
import type { Connection } from '#main/services/health/connection.ts';

/** What a desktop can tell of its own accord; null where it cannot. */
export interface WakeSource {
  watchPower(listener: (event: 'suspend' | 'resume' | 'lock' | 'unlock') => void): (() => void) | null;
  watchNetwork(listener: (isOnline: boolean) => void): (() => void) | null;
}

/**
 * A computer that wakes says so several times (power, network, lock), and its network needs a moment: all that is said
 * within this time is one reason to ask the service once.
 */
export const SETTLE_MS = 2_000;

/**
 * Asks the service at once, and lets go what waits to be sent, when the computer wakes, is unlocked or gets a network,
 * rather than when the next attempt happens to be due. Returns its own undo.
 */
export function watchWakeUps(needs: {
  readonly desktop: WakeSource;
  readonly link: Pick<Connection, 'tryNow'>;
  readonly clock: Pick<Clock, 'wait'>;
}): () => void {
  const { desktop, link, clock } = needs;
  const ending = new AbortController();
  let isSettling = false;
  const settle = async (): Promise<void> => {
    if (isSettling) return;
    isSettling = true;
    await clock.wait(SETTLE_MS, ending.signal);
    isSettling = false;
    if (!ending.signal.aborted) link.tryNow();
  };
  const undos = [
    desktop.watchPower((event) => {
      if (event === 'resume' || event === 'unlock') void settle();
    }),
    desktop.watchNetwork((isOnline) => {
      if (isOnline) void settle();
    }),
  ];
  return () => {
    ending.abort();
    for (const undo of undos) undo?.();
  };
}
