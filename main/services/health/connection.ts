import { createStatus } from '#main/sync/core/status.ts';
import type { Log } from '#main/platform/log.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import type { SyncStatus } from '#shared/domain/sync.ts';
import type { Session } from '#main/services/account/session.ts';

/** A check that cannot begin fails within this time. One that waits for the first sync may begin later. */
const BEGINS_WITHIN_MS = 3_000;
const POLL_EVERY_MS = 20;

/** The connection to the service as the user sees and controls it. */
export class Connection {
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
    // No account is open: nothing was tried and nothing is planned.
    const status = createStatus(this.#startedAt, null);
    return this.#session.isReopening ? { ...status, disk: 'reopening' } : status;
  }

  /** Asks the service now; the outbox tries again as well. */
  tryNow(): void {
    this.#session.findAccount()?.tryNow();
  }

  /**
   * Compares the whole cache with the service. Resolves once the check runs, long before it is done; the status shows its
   * progress. Rejects if the check cannot begin.
   */
  async checkEverything(): Promise<void> {
    const { sync } = this.#session.getAccount();
    const checking = sync.checkEverything();
    const begun = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => begun.resolve(undefined), BEGINS_WITHIN_MS);
    const polling = setInterval(() => sync.getStatus().isChecking && begun.resolve(undefined), POLL_EVERY_MS);
    try {
      await Promise.race([checking, begun.promise]);
    } finally {
      clearTimeout(timer);
      clearInterval(polling);
      // The caller has its answer by now: a later failure is only logged.
      checking.catch((error: unknown) => {
        if (!isAppError(error)) this.#log.error('sync.notChecked', error);
      });
    }
  }

  /** Sync polls more often while the user looks at the app. */
  setActivity(activity: { readonly isVisible: boolean; readonly isFocused: boolean }): void {
    this.#session.setActivity(activity);
  }
}
