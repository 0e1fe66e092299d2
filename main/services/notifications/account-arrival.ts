/** The account that something outside the page is about, which may still be opening: the app was started by it. */
import type { EventBus } from '#main/services/event-bus.ts';
import type { OpenAccount } from '#main/services/account/open-account.ts';
import type { Session } from '#main/services/account/session.ts';
import { toTopicAccount } from './notification-id.ts';

/** Nothing opens later than this without the user. */
const OPENS_WITHIN_MS = 30_000;

export class AccountArrival {
  readonly #session: Pick<Session, 'findAccount'>;
  readonly #events: Pick<EventBus, 'subscribe'>;
  readonly #waiting = new Set<() => void>();
  #isDisposed = false;

  constructor(needs: { readonly session: Pick<Session, 'findAccount'>; readonly events: Pick<EventBus, 'subscribe'> }) {
    this.#session = needs.session;
    this.#events = needs.events;
  }

  /** Null where another account is open, or none after a while. */
  async find(accountId: string): Promise<OpenAccount | null> {
    const isOpen = (): boolean => this.#session.findAccount() !== undefined;
    if (!isOpen() && !this.#isDisposed) await this.#waitUntil(isOpen);
    const account = this.#session.findAccount();
    return account !== undefined && toTopicAccount(account.id) === accountId ? account : null;
  }

  /** Whoever waits is answered. */
  dispose(): void {
    this.#isDisposed = true;
    for (const end of this.#waiting) end();
  }

  async #waitUntil(isOpen: () => boolean): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const end = (): void => resolve(undefined);
    this.#waiting.add(end);
    const unsubscribe = this.#events.subscribe(() => isOpen() && end());
    const timer = setTimeout(end, OPENS_WITHIN_MS);
    timer.unref();
    await promise;
    clearTimeout(timer);
    unsubscribe();
    this.#waiting.delete(end);
  }
}
