import type { Clock } from '#main/platform/clock.ts';
import type { Connection } from '#main/services/health/connection.ts';

/** What the host reports by itself; null where it cannot. */
export interface WakeSource {
  watchPower(listener: (event: 'suspend' | 'resume' | 'lock' | 'unlock') => void): (() => void) | null;
  watchNetwork(listener: (isOnline: boolean) => void): (() => void) | null;
}

/**
 * A computer that wakes reports it several times (power, network, lock), and its network needs a moment: all reports within
 * this time lead to one question to the service.
 */
export const SETTLE_MS = 2_000;

/**
 * Asks the service, and sends what waits, when the computer wakes, is unlocked or gets a network, rather than when the next
 * attempt is due. Returns its own undo.
 */
export function watchWakeUps(needs: {
  readonly host: WakeSource;
  readonly connection: Pick<Connection, 'tryNow'>;
  readonly clock: Pick<Clock, 'wait'>;
}): () => void {
  const { host, connection, clock } = needs;
  const ending = new AbortController();
  let isSettling = false;
  const settle = async (): Promise<void> => {
    if (isSettling) return;
    isSettling = true;
    await clock.wait(SETTLE_MS, ending.signal);
    isSettling = false;
    if (!ending.signal.aborted) connection.tryNow();
  };
  const undos = [
    host.watchPower((event) => {
      if (event === 'resume' || event === 'unlock') void settle();
    }),
    host.watchNetwork((isOnline) => {
      if (isOnline) void settle();
    }),
  ];
  return () => {
    ending.abort();
    for (const undo of undos) undo?.();
  };
}
