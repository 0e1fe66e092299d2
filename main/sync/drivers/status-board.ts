import type { SyncPhase, SyncStatus } from '#shared/domain/sync.ts';
import { createStatus, reduceStatus } from '../core/status.ts';
import type { StatusEvent } from '../core/status.ts';
import type { SyncClock, SyncSink } from '../ports.ts';

/** Holds the one status and tells the sink of every change of it. */
export class StatusBoard {
  readonly #sink: SyncSink;
  #status: SyncStatus;

  constructor(sink: SyncSink, clock: SyncClock) {
    this.#sink = sink;
    this.#status = createStatus(clock.now(), null);
  }

  get status(): SyncStatus {
    return this.#status;
  }

  apply(event: StatusEvent): void {
    const next = reduceStatus(this.#status, event);
    if (next === this.#status) return;
    this.#status = next;
    this.#sink.statusChanged(next);
  }

  /** Shows what is being read. `total` is null where the service does not say. */
  progress(phase: SyncPhase, done: number, total: number | null): void {
    // How far a check has come says whoever runs all of it.
    if (phase === 'check' && this.#status.isChecking) return;
    this.apply({ kind: 'progressed', phase, done, total });
  }
}
