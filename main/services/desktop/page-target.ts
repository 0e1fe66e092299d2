/**
 * Where the last click or link outside the page leads.
 *
 * TARGET-1 Each is given out once; the newest takes the place of one that no page has taken yet.
 * TARGET-2 It is of one account: once another is open, or none, it is gone.
 */
import type { Target } from '#shared/contract/index.ts';
import type { EventBus, NumberedEvent } from '#main/services/event-bus.ts';
import type { Session } from '#main/services/account/session.ts';
import { toTopicAccount } from '#main/services/notifications/notification-id.ts';

export interface PageTargetNeeds {
  readonly session: Pick<Session, 'findAccount' | 'isReopening'>;
  readonly events: Pick<EventBus, 'subscribe' | 'targetChanged'>;
}

export class PageTarget {
  readonly #needs: PageTargetNeeds;
  readonly #unsubscribe: () => void;
  #last: { readonly target: Target; readonly accountId: string } | null = null;

  constructor(needs: PageTargetNeeds) {
    this.#needs = needs;
    this.#unsubscribe = needs.events.subscribe((event) => this.#hear(event));
  }

  /** Where the next page that asks goes. `accountId`: as notifications name it. */
  leadTo(target: Target, accountId: string): void {
    this.#last = { target, accountId };
    this.#needs.events.targetChanged();
  }

  /** Null: nowhere. While the account is just being opened again it waits. */
  take(): Target | null {
    this.#dropForeign();
    if (this.#needs.session.findAccount() === undefined) return null;
    const last = this.#last;
    this.#last = null;
    return last?.target ?? null;
  }

  dispose(): void {
    this.#unsubscribe();
  }

  #hear({ name }: NumberedEvent): void {
    if (name !== 'session.changed' || this.#last === null) return;
    this.#dropForeign();
    // A page that asked while the account was being opened again got nothing.
    if (this.#last !== null) this.#needs.events.targetChanged();
  }

  #dropForeign(): void {
    const { session } = this.#needs;
    const account = session.findAccount();
    const isStill = account === undefined ? session.isReopening : toTopicAccount(account.id) === this.#last?.accountId;
    if (!isStill) this.#last = null;
  }
}
