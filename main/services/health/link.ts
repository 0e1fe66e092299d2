import { createStatus } from '#main/sync/core/status.ts';
import type { Log } from '#main/platform/log.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import type { SyncStatus } from '#shared/domain/sync.ts';
import type { Session } from '#main/services/account/session.ts';

/** What cannot begin says so by then; a first reading may keep it waiting for longer. */
const BEGINS_WITHIN_MS = 3_000;
const LOOK_EVERY_MS = 20;

/** The link to the service as a person sees and steers it. */
export class Link {
  readonly #session: Session;
  readonly #log: Log;
  readonly #startedAt: number;

  constructor(needs: { readonly session: Session; readonly log: Log; readonly now: () => number }) {
    this.#session = needs.session;
    this.#log = needs.log;
    this.#startedAt = needs.now();
  }

  getStatus(): SyncStatus {
    const account = this.#session.findAccount();
    if (account !== undefined) return account.getStatus();
    // Nobody is in: nothing was tried and nothing is planned.
    const status = createStatus(this.#startedAt, null);
    return this.#session.isReopening ? { ...status, disk: 'reopening' } : status;
  }

  /** "Try now": what waits in the outbox goes with it. */
  tryNow(): void {
    this.#session.findAccount()?.tryNow();
  }

  /**
   * Compares everything with the service. Resolves once that runs, long before it is done; how it goes is in the status.
   * Throws what keeps it from beginning.
   */
  async checkEverything(): Promise<void> {
    const { sync } = this.#session.getAccount();
    const checking = sync.checkEverything();
    const begun = Promise.withResolvers<undefined>();
    const latest = setTimeout(() => begun.resolve(undefined), BEGINS_WITHIN_MS);
    const look = setInterval(() => sync.getStatus().isChecking && begun.resolve(undefined), LOOK_EVERY_MS);
    try {
      await Promise.race([checking, begun.promise]);
    } finally {
      clearTimeout(latest);
      clearInterval(look);
      // Whoever asked is gone by the time it ends.
      checking.catch((error: unknown) => {
        if (!isAppError(error)) this.#log.error('sync.notChecked', error);
      });
    }
  }

  /** Whether somebody looks decides how often the service is asked. */
  setActivity(activity: { readonly isVisible: boolean; readonly isFocused: boolean }): void {
    this.#session.setActivity(activity);
  }
}
