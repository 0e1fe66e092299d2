import type { SyncStatusView } from '#shared/contract/index.ts';
import type { LinkState } from '#shared/domain/link-state.ts';

/** Friday 20 November 2026, 09:45 in London. */
export const NOW = Date.UTC(2026, 10, 20, 9, 45);
const MINUTE_MS = 60_000;

const quiet: SyncStatusView = {
  link: 'online',
  since: NOW - 30 * MINUTE_MS,
  lastSyncedAt: NOW - 4_000,
  nextAttemptAt: null,
  phase: 'idle',
  done: 0,
  total: null,
  isChecking: false,
  isHistoryPaused: false,
  clockSkewMs: null,
};
const behind = { ...quiet, since: NOW - 4 * MINUTE_MS, lastSyncedAt: NOW - 4 * MINUTE_MS };

/** One status of main for every state of the link. */
export const statuses: Readonly<Record<LinkState, SyncStatusView | null>> = {
  lost: quiet,
  'disk-full': { ...behind, disk: 'full' },
  'disk-unwritable': { ...behind, disk: 'unwritable' },
  'disk-reopening': { ...quiet, disk: 'reopening' },
  starting: null,
  unauthorized: { ...behind, link: 'unauthorized' },
  keyless: { ...behind, link: 'starting' },
  maintenance: { ...behind, link: 'maintenance', nextAttemptAt: NOW + 20 * MINUTE_MS },
  slowed: { ...behind, link: 'slowed', nextAttemptAt: NOW + 12_000 },
  troubled: { ...behind, link: 'troubled', nextAttemptAt: NOW + 12_000 },
  offline: { ...behind, link: 'offline', nextAttemptAt: NOW + 30_000 },
  'catching-up': { ...behind, phase: 'messages', done: 214, total: 1_900 },
  live: quiet,
};
