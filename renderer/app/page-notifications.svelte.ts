import { untrack } from 'svelte';
import type { NotificationView, SwitchboardBridge } from '#shared/contract/index.ts';
import { LiveQuery } from '#renderer/lib/live-query.svelte.ts';
import type { DesktopFacts } from './desktop-facts.svelte.ts';
import type { OutsideTargets } from './outside-targets.svelte.ts';
import type { PagePermission } from './page-permission.svelte.ts';
import type { Router } from './router.svelte.ts';
import type { Session } from './session.svelte.ts';
import { StandingNotifications } from './standing-notifications.ts';
import { ToldNotifications } from './told-notifications.ts';

interface PageNotificationsOptions {
  readonly desktop: Pick<DesktopFacts, 'view'>;
  readonly permission: Pick<PagePermission, 'permission'>;
  readonly session: Pick<Session, 'identity' | 'screen'>;
  readonly router: Pick<Router, 'route'>;
  readonly targets: Pick<OutsideTargets, 'leadTo'>;
  /** Where it is kept which texts were told of. */
  readonly openStorage: (() => Pick<Storage, 'getItem' | 'setItem'>) | null;
  readonly hasFocus?: () => boolean;
}

/** Of all tabs one shows notifications: the one that holds this lock. */
const LOCK = 'switchboard.notifications';

/**
 * Where the page shows notifications, keeps those of its browser equal to those that stand. Each text is told of once, by
 * one tab, and not while its chat is open in a focused window.
 */
export class PageNotifications {
  readonly #bridge: SwitchboardBridge;
  readonly #options: PageNotificationsOptions;
  readonly #list: LiveQuery<{ readonly items: readonly NotificationView[] }>;
  readonly #standing = new StandingNotifications();
  readonly #hasFocus: () => boolean;
  readonly #stop = new AbortController();
  #told: { readonly account: string; readonly by: ToldNotifications } | null = null;
  /** Whether this tab is the one that shows them. */
  #isChosen = $state(false);

  constructor(bridge: SwitchboardBridge, options: PageNotificationsOptions) {
    this.#bridge = bridge;
    this.#options = options;
    this.#hasFocus = options.hasFocus ?? (() => document.hasFocus());
    this.#list = new LiveQuery(bridge, {
      ask: () => (this.#isOn ? bridge.request('notifications.list', {}) : null),
      events: ['notifications.changed'],
    });
    void this.#waitForTurn();
  }

  /** An effect: shows what came, and closes what was read. */
  follow(): void {
    const account = this.#account;
    const items = this.#list.value?.items ?? null;
    untrack(() => {
      if (account !== (this.#told?.account ?? null)) this.#change(account);
      else if (items !== null && this.#told !== null) this.#showOnly(items, this.#told.by);
    });
  }

  /** Also when the page goes: those of a page that is gone lead nowhere. */
  closeAll(): void {
    this.#standing.keepOnly([]);
  }

  dispose(): void {
    this.#stop.abort();
    this.#list.dispose();
    this.closeAll();
  }

  /** The account whose texts this tab tells of; null: of none. Reads runes. */
  get #account(): string | null {
    const { session } = this.#options;
    return this.#isOn && session.screen === 'inbox' ? session.identity : null;
  }

  get #isOn(): boolean {
    const { desktop, permission } = this.#options;
    return this.#isChosen && desktop.view?.notifications === 'page' && permission.permission === 'allowed';
  }

  #change(account: string | null): void {
    this.closeAll();
    this.#list.reset();
    // Read once this tab shows them: the one before it may have told of some.
    this.#told = account === null ? null : { account, by: new ToldNotifications(this.#options.openStorage, account) };
    if (account !== null) void this.#list.refresh();
  }

  async #waitForTurn(): Promise<void> {
    const { signal } = this.#stop;
    const turn = (): Promise<void> =>
      new Promise((resolve) => {
        this.#isChosen = true;
        signal.addEventListener('abort', () => resolve());
      });
    // An address without encryption, other than the own computer's, has no locks.
    if (!('locks' in navigator)) await turn();
    else await navigator.locks.request(LOCK, { signal }, turn).catch(() => undefined);
  }

  #showOnly(items: readonly NotificationView[], told: ToldNotifications): void {
    this.#standing.keepOnly(items.map(({ id }) => id));
    for (const item of items) {
      if (!told.has(item) && !this.#isLookedAt(item)) this.#standing.show(item, () => void this.#open(item));
    }
    told.keep(items);
  }

  /** The user reads its text as it comes. */
  #isLookedAt({ chatId }: NotificationView): boolean {
    const { route } = this.#options.router;
    return chatId !== null && 'chatId' in route && route.chatId === chatId && this.#hasFocus();
  }

  async #open({ id, chatId, phone }: NotificationView): Promise<void> {
    const account = this.#account;
    globalThis.focus();
    this.#standing.close(id);
    const found = chatId ?? (phone === '' ? null : await this.#findChat(phone));
    if (found !== null && account !== null && account === this.#account)
      this.#options.targets.leadTo({ kind: 'chat', chatId: found });
  }

  /** The service's chat may have become known since. */
  async #findChat(phone: string): Promise<number | null> {
    const reply = await this.#bridge.request('chats.find', { chatId: null, phone });
    return reply.ok ? (reply.value?.id ?? null) : null;
  }
}
