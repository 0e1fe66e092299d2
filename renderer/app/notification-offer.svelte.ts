import type { SwitchboardBridge } from '#shared/contract/index.ts';
import type { DesktopFacts } from './desktop-facts.svelte.ts';
import type { PagePermission } from './page-permission.svelte.ts';
import type { Settings } from './settings.svelte.ts';

interface NotificationOfferOptions {
  readonly desktop: Pick<DesktopFacts, 'view'>;
  readonly permission: Pick<PagePermission, 'ask' | 'permission'>;
  readonly settings: Pick<Settings, 'view'>;
  /** Where it is kept that the user wants none. */
  readonly openStorage: (() => Pick<Storage, 'getItem' | 'setItem'>) | null;
}

const DECLINED = 'switchboard.notifications.declined';

/** Offers notifications where the browser was not asked yet: once a text has arrived, and until the user says “not now”. */
export class NotificationOffer {
  #hasArrived = $state(false);
  #isDeclined = $state(false);
  readonly #options: NotificationOfferOptions;
  readonly #unsubscribe: () => void;

  constructor(bridge: SwitchboardBridge, options: NotificationOfferOptions) {
    this.#options = options;
    this.#isDeclined = this.#readDeclined();
    this.#unsubscribe = bridge.on('messages.arrived', () => (this.#hasArrived = true));
  }

  /** Reads runes. */
  get isOpen(): boolean {
    const { desktop, permission, settings } = this.#options;
    const isAsked = desktop.view?.notifications !== 'page' || permission.permission !== 'ask';
    return this.#hasArrived && !this.#isDeclined && !isAsked && settings.view.showsNotifications;
  }

  /** The browser asks the user. Who closes its question without an answer is not asked again either. */
  async accept(): Promise<void> {
    await this.#options.permission.ask();
    if (this.#options.permission.permission === 'ask') this.decline();
  }

  /** It stays in the settings. */
  decline(): void {
    this.#isDeclined = true;
    try {
      this.#options.openStorage?.().setItem(DECLINED, 'yes');
    } catch {
      // A closed storage: it is offered again after a reload.
    }
  }

  dispose(): void {
    this.#unsubscribe();
  }

  #readDeclined(): boolean {
    try {
      return this.#options.openStorage?.().getItem(DECLINED) === 'yes';
    } catch {
      return false;
    }
  }
}
