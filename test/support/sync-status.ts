import type { SyncStatus } from '#shared/domain/sync.ts';

/** How sync stands, online and idle since the beginning of time unless told otherwise. */
export function makeStatus(said: Partial<SyncStatus> = {}): SyncStatus {
  return {
    link: 'online',
    since: 0,
    lastSyncedAt: 0,
    nextAttemptAt: null,
    phase: 'idle',
    done: 0,
    total: null,
    isChecking: false,
    isHistoryPaused: false,
    clockSkewMs: null,
    ...said,
  };
}
