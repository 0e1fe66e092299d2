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
    if (!this.#keepOwn() || this.#needs.session.findAccount() === undefined) return null;
    const last = this.#last;
    this.#last = null;
    return last?.target ?? null;
  }

  dispose(): void {
    this.#unsubscribe();
  }

  #hear({ name }: NumberedEvent): void {
    // A page that asked while the account was being opened again got nothing.
    if (name === 'session.changed' && this.#keepOwn()) this.#needs.events.targetChanged();
  }

  /** Drops what another account waits for; true where a target is left. */
  #keepOwn(): boolean {
    if (this.#last === null) return false;
    const { session } = this.#needs;
    const account = session.findAccount();
    const isOwn = account === undefined ? session.isReopening : toTopicAccount(account.id) === this.#last.accountId;
    if (!isOwn) this.#last = null;
    return isOwn;
  }
}
