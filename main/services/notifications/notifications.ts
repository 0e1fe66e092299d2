/** The notifications and the unread badge of the app: what stands, and what the user does with it. */
import type { Log } from '#main/platform/log.ts';
import type { NotificationView, Target } from '#shared/contract/index.ts';
import type { EventBus } from '#main/services/event-bus.ts';
import type { HostPort } from '#main/services/host/host.ts';
import { AccountArrival } from './account-arrival.ts';
import { ActiveNotifications } from './active-notifications.ts';
import { NotificationActions, type NotificationActionNeeds } from './notification-actions.ts';
import { NotificationContext } from './notification-context.ts';
import { NotificationUpdates } from './notification-updates.ts';
import { TestNotification } from './test-notification.ts';

export interface NotificationNeeds extends Pick<
  NotificationActionNeeds,
  'chatActions' | 'now' | 'session' | 'settings'
> {
  readonly events: Pick<EventBus, 'messagesArrived' | 'notificationsChanged' | 'subscribe'>;
  readonly host: Pick<
    HostPort,
    | 'findEarlierNotifications'
    | 'getDesktop'
    | 'setBadge'
    | 'showNotification'
    | 'watchDesktop'
    | 'withdrawNotification'
  >;
  readonly platform: string;
  readonly log: Log;
}

export class Notifications {
  readonly #needs: NotificationNeeds;
  readonly #active: ActiveNotifications;
  readonly #context: NotificationContext;
  readonly #accounts: AccountArrival;
  readonly #actions: NotificationActions;
  readonly #test: TestNotification;
  readonly #updates: NotificationUpdates;

  constructor(needs: NotificationNeeds) {
    this.#needs = needs;
    this.#active = new ActiveNotifications(needs.host, () => void this.#tellList());
    this.#context = new NotificationContext(needs);
    this.#accounts = new AccountArrival(needs);
    this.#actions = new NotificationActions({
      ...needs,
      accounts: this.#accounts,
      context: this.#context,
      findRevision: (id) => this.#active.findRevision(id),
    });
    this.#test = new TestNotification(needs, { context: this.#context, onChange: () => void this.#tellList() });
    this.#updates = new NotificationUpdates(needs, this.#active, this.#context);
  }

  /** Those that stand now, where the page shows them. */
  async list(): Promise<NotificationView[]> {
    return (await this.#isPages()) ? [...this.#active.listViews(), ...this.#test.listViews()] : [];
  }

  /** Shows one, whatever is paused. False where nobody shows it. */
  test(): Promise<boolean> {
    return this.#test.show(this.#needs.session.findAccount() ?? null);
  }

  /** The chat of a notification; null for another account's. Waits for an account that is being opened. */
  open(id: string): Promise<Target | null> {
    return this.#actions.open(id);
  }

  markRead(id: string): Promise<void> {
    return this.#actions.markRead(id);
  }

  /** Sends it at once, one for each text that the notification told of, or keeps it as a draft and says so. */
  reply(id: string, text: string): Promise<void> {
    return this.#actions.reply(id, text);
  }

  /** It is off the screen. */
  closed(id: string): void {
    this.#active.closed(id);
  }

  /** The desktop did not show it. */
  failed(id: string, reason: string): void {
    this.#needs.log.warn('notification.failed', { reason });
    this.#active.closed(id);
  }

  /** Resolves when nothing is under way any more. */
  async dispose(): Promise<void> {
    this.#accounts.dispose();
    this.#test.dispose();
    await this.#updates.dispose();
    await this.#actions.settled();
    this.#context.dispose();
  }

  async #tellList(): Promise<void> {
    if (await this.#isPages()) this.#needs.events.notificationsChanged();
  }

  /** Whether the page shows them. A desktop that cannot say shows them itself. */
  async #isPages(): Promise<boolean> {
    const facts = await this.#context.getFacts().catch(() => null);
    return facts?.notifications === 'page';
  }
}
