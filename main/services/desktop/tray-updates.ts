/** Keeps the tray up to date: the host hears of it when what it shows is another than before. */
import { isDeepStrictEqual } from 'node:util';
import type { Log } from '#main/platform/log.ts';
import type { SettingsView } from '#shared/contract/index.ts';
import type { TrayView } from '#shared/domain/desktop.ts';
import type { OpenAccount } from '#main/services/account/open-account.ts';
import type { Session } from '#main/services/account/session.ts';
import type { EventBus, NumberedEvent } from '#main/services/event-bus.ts';
import type { HostPort } from '#main/services/host/host.ts';
import type { Settings } from '#main/services/settings/settings.ts';
import { toTrayView, type TrayFacts } from './tray-view.ts';

export interface TrayNeeds {
  readonly host: Pick<HostPort, 'setTray'>;
  readonly session: Pick<Session, 'findAccount'>;
  readonly events: Pick<EventBus, 'subscribe'>;
  readonly settings: Pick<Settings, 'get'>;
  readonly log: Log;
  readonly now: () => number;
}

/** Rounds of sync tell that time went on: how long a pause from now lasts is told anew. */
const REASONS: ReadonlySet<NumberedEvent['name']> = new Set([
  'session.changed',
  'settings.changed',
  'chats.changed',
  'sync.statusChanged',
]);

/** Longest delay that a timer takes: beyond it Node fires at once. */
const LONGEST_MS = 2 ** 31 - 1;

export class TrayUpdates {
  readonly #needs: TrayNeeds;
  readonly #unsubscribe: () => void;
  #shown: TrayView | null = null;
  /** As they were read last; null: they may be others now. */
  #settings: Promise<SettingsView> | null = null;
  #looking: Promise<void> | null = null;
  #isWanted = false;
  #isDisposed = false;
  /** At the end of the pause. */
  #timer: NodeJS.Timeout | null = null;

  constructor(needs: TrayNeeds) {
    this.#needs = needs;
    this.#unsubscribe = needs.events.subscribe(({ name }) => this.#hear(name));
    this.#want();
  }

  /** Resolves when nothing is under way any more. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    this.#unsubscribe();
    this.#stopTimer();
    await this.#looking;
  }

  #hear(name: NumberedEvent['name']): void {
    if (!REASONS.has(name)) return;
    if (name === 'settings.changed' || name === 'session.changed') this.#settings = null;
    this.#want();
  }

  #want(): void {
    this.#isWanted = true;
    this.#looking ??= this.#lookWhileWanted();
  }

  async #lookWhileWanted(): Promise<void> {
    // Ends in a later turn than it began, so that its end is the last word about `#looking`.
    await Promise.resolve();
    while (this.#isWanted && !this.#isDisposed) {
      this.#isWanted = false;
      const account = this.#needs.session.findAccount();
      try {
        const facts = await this.#find(account);
        if (this.#isStill(account)) this.#show(facts);
        else this.#isWanted = true;
      } catch (error) {
        this.#settings = null;
        // A store that closes under us is no news: its account has left.
        if (this.#isStill(account)) this.#needs.log.error('tray.failed', error);
        else this.#isWanted = true;
      }
    }
    this.#looking = null;
  }

  #isStill(account: OpenAccount | undefined): boolean {
    return account === this.#needs.session.findAccount();
  }

  async #find(account: OpenAccount | undefined): Promise<TrayFacts> {
    const { settings, now } = this.#needs;
    this.#settings ??= settings.get();
    const { showsNotifications, notificationsPausedUntil: pausedUntil } = await this.#settings;
    const open = account === undefined ? null : await findAccountFacts(account);
    return { account: open, showsNotifications, pausedUntil, now: now() };
  }

  #show(facts: TrayFacts): void {
    if (this.#isDisposed) return;
    this.#waitForEnd(facts);
    const view = toTrayView(facts);
    if (isDeepStrictEqual(view, this.#shown)) return;
    this.#shown = view;
    this.#needs.host.setTray(view);
  }

  #waitForEnd({ pausedUntil, now }: TrayFacts): void {
    this.#stopTimer();
    if (pausedUntil === null || pausedUntil <= now) return;
    this.#timer = setTimeout(() => this.#want(), Math.min(pausedUntil - now, LONGEST_MS)).unref();
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

async function findAccountFacts(account: OpenAccount): Promise<TrayFacts['account']> {
  const { store, credentials } = account;
  const [{ chats }, owner] = await Promise.all([store.countUnread({}), store.getAccount({})]);
  return {
    status: account.getStatus(),
    isKeyMissing: credentials.apiKey === null,
    unreadChats: chats,
    timeFormat: owner?.timeFormat ?? null,
  };
}
