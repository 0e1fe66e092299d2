import type { SyncStatus } from '#shared/domain/sync.ts';
import type { Session } from './session/session.ts';

/** The link to the service as a person sees and steers it. */
export class Link {
  readonly #session: Session;
  readonly #startedAt: number;

  constructor(needs: { readonly session: Session; readonly now: () => number }) {
    this.#session = needs.session;
    this.#startedAt = needs.now();
  }

  getStatus(): SyncStatus {
    return this.#session.findAccount()?.getStatus() ?? toNotStarted(this.#startedAt);
  }

  /** "Try now": what waits in the outbox goes with it. */
  tryNow(): void {
    this.#session.findAccount()?.tryNow();
  }

  /** Whether somebody looks decides how often the service is asked. */
  setActivity(activity: { readonly isVisible: boolean; readonly isFocused: boolean }): void {
    this.#session.setActivity(activity);
  }
}

/** Nobody is signed in: nothing was tried and nothing is planned. */
function toNotStarted(since: number): SyncStatus {
  return {
    link: 'starting',
    since,
    lastSyncedAt: null,
    nextAttemptAt: null,
    phase: 'idle',
    done: 0,
    total: null,
  };
}
