import type { SyncClock, SyncSink, SyncSource, SyncStore } from '../ports.ts';
import type { Link } from './link.ts';
import type { StatusBoard } from './status-board.ts';

/** What every driver of sync works with. */
export interface SyncContext {
  readonly source: SyncSource;
  readonly store: SyncStore;
  readonly sink: SyncSink;
  readonly clock: SyncClock;
  readonly link: Link;
  readonly board: StatusBoard;
  /** Aborts when sync ends. */
  readonly signal: AbortSignal;
}

/** What time it is at the service, as far as that is known. */
export function toServiceNow({ clock, source }: Pick<SyncContext, 'clock' | 'source'>): number {
  return clock.now() + (source.clockSkewMs ?? 0);
}
