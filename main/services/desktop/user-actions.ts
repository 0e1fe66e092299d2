/**
 * What the user does outside the page: on a notification, in the tray, in another program.
 *
 *   click or link ─► window comes to the front ─► account is open ─► target for the page
 *
 * OUTSIDE-1 The newest that leads somewhere counts. What leads into an account that is not open yet waits until one is: the
 *           app was started by it. After ten minutes nobody remembers, and it is dropped.
 * OUTSIDE-2 Accounts are never switched by it: what is of another account opens the window only.
 * OUTSIDE-3 Nothing is sent by a link, and nothing here throws.
 */
import type { Log } from '#main/platform/log.ts';
import type { Target } from '#shared/contract/index.ts';
import type { DesktopAct } from '#shared/domain/desktop.ts';
import type { OpenAccount } from '#main/services/account/open-account.ts';
import type { Session } from '#main/services/account/session.ts';
import type { EventBus } from '#main/services/event-bus.ts';
import type { HostPort } from '#main/services/host/host.ts';
import type { Notifications } from '#main/services/notifications/notifications.ts';
import { parseNotificationId, toTopicAccount } from '#main/services/notifications/notification-id.ts';
import type { Settings } from '#main/services/settings/settings.ts';
import { findLinkTarget } from './link-target.ts';
import type { PageTarget } from './page-target.ts';

export interface UserActionNeeds {
  readonly host: Pick<HostPort, 'revealWindow' | 'watchActs'>;
  readonly session: Pick<Session, 'findAccount'>;
  readonly events: Pick<EventBus, 'commandChosen' | 'subscribe'>;
  readonly notifications: Pick<Notifications, 'closed' | 'failed' | 'markRead' | 'open' | 'reply'>;
  readonly settings: Pick<Settings, 'set'>;
  readonly pageTarget: Pick<PageTarget, 'leadTo'>;
  readonly log: Log;
  readonly now: () => number;
}

type LeadingAct = Extract<DesktopAct, { kind: 'link' | 'new-message' }>;

/** OUTSIDE-1. */
const REMEMBERED_MS = 10 * 60_000;

export class UserActions {
  readonly #needs: UserActionNeeds;
  readonly #undo: readonly (() => void)[];
  #waiting: { readonly act: LeadingAct; readonly at: number } | null = null;
  /** Counts what leads somewhere: an older one that is found late is dropped. */
  #newest = 0;
  #isDisposed = false;

  constructor(needs: UserActionNeeds) {
    this.#needs = needs;
    this.#undo = [
      needs.events.subscribe(({ name }) => name === 'session.changed' && this.#goOn()),
      needs.host.watchActs((act) => this.#start(() => this.#do(act), act.kind)),
    ];
  }

  /** What is under way ends with the notifications and the account. */
  dispose(): void {
    this.#isDisposed = true;
    for (const undo of this.#undo) undo();
  }

  #start(work: () => Promise<void> | void, what: string): void {
    Promise.resolve()
      .then(work)
      .catch((error: unknown) => {
        // The store closes under us as the app ends.
        if (!this.#isDisposed) this.#needs.log.error('desktop.actFailed', error, { act: what });
      });
  }

  #do(act: DesktopAct): Promise<void> | void {
    const { notifications } = this.#needs;
    switch (act.kind) {
      case 'notification-open':
        return this.#openNotification(act.id);
      case 'notification-read':
        return notifications.markRead(act.id);
      case 'notification-reply':
        return notifications.reply(act.id, act.text);
      case 'notification-closed':
        notifications.closed(act.id);
        return;
      case 'notification-failed':
        notifications.failed(act.id, act.reason);
        return;
      case 'pause':
        return this.#pause(act.until);
      case 'command':
        this.#needs.host.revealWindow();
        this.#needs.events.commandChosen(act.id);
        return;
      case 'link':
      case 'new-message':
        this.#wait(act);
    }
  }

  async #openNotification(id: string): Promise<void> {
    const turn = this.#begin();
    const target = await this.#needs.notifications.open(id);
    const topic = parseNotificationId(id);
    if (target !== null && topic !== null) this.#leadTo(target, topic.accountId, turn);
  }

  /** Shown again means shown: also where they were turned off in the settings. */
  async #pause(until: number | null): Promise<void> {
    const changes = { notificationsPausedUntil: until };
    await this.#needs.settings.set(until === null ? { ...changes, showsNotifications: true } : changes);
  }

  #wait(act: LeadingAct): void {
    this.#begin();
    this.#waiting = { act, at: this.#needs.now() };
    this.#goOn();
  }

  /** The window comes at once, whatever is found later. */
  #begin(): number {
    this.#waiting = null;
    this.#needs.host.revealWindow();
    this.#newest += 1;
    return this.#newest;
  }

  #goOn(): void {
    const account = this.#needs.session.findAccount();
    const waiting = this.#waiting;
    if (waiting === null || account === undefined) return;
    this.#waiting = null;
    if (this.#needs.now() - waiting.at > REMEMBERED_MS) return;
    const turn = this.#newest;
    this.#start(() => this.#lead(waiting, account, turn), waiting.act.kind);
  }

  async #lead(
    { act, at }: { readonly act: LeadingAct; readonly at: number },
    account: OpenAccount,
    turn: number,
  ): Promise<void> {
    try {
      const target = await toTarget(act, account);
      if (this.#isOpen(account)) this.#leadTo(target, toTopicAccount(account.id), turn);
    } finally {
      // The account closed meanwhile: the next one that opens is asked.
      if (!this.#isOpen(account) && turn === this.#newest && !this.#isDisposed) {
        this.#waiting = { act, at };
        this.#goOn();
      }
    }
  }

  #leadTo(target: Target, accountId: string, turn: number): void {
    if (turn === this.#newest && !this.#isDisposed) this.#needs.pageTarget.leadTo(target, accountId);
  }

  #isOpen(account: OpenAccount): boolean {
    return this.#needs.session.findAccount() === account;
  }
}

async function toTarget(act: LeadingAct, { store }: OpenAccount): Promise<Target> {
  if (act.kind === 'new-message') return { kind: 'new-message', phones: [], text: '' };
  return await findLinkTarget(act.url, store);
}
