/** What notifications are made with: the user's settings, the account's name, and what the desktop can do. */
import { toDisplayName } from '#shared/domain/names.ts';
import type { DesktopFacts } from '#shared/domain/desktop.ts';
import type { HostPort } from '#main/services/host/host.ts';
import type { OpenAccount } from '#main/services/account/open-account.ts';
import type { Settings } from '#main/services/settings/settings.ts';
import type { SettingsView } from '#shared/contract/index.ts';
import type { ContentContext } from './content.ts';
import { toTopicAccount } from './notification-id.ts';

export interface NotificationContextNeeds {
  readonly settings: Pick<Settings, 'get'>;
  readonly host: Pick<HostPort, 'getDesktop' | 'watchDesktop'>;
  readonly platform: string;
}

export class NotificationContext {
  readonly #needs: NotificationContextNeeds;
  readonly #unwatch: () => void;
  #settings: SettingsView | null = null;
  #facts: DesktopFacts | null = null;
  /** Counts the changes: an answer from before one is not kept. */
  #changes = 0;

  constructor(needs: NotificationContextNeeds) {
    this.#needs = needs;
    this.#unwatch = needs.host.watchDesktop(() => this.forget());
  }

  /** Something may be another now; it is asked for again when it is needed. */
  forget(): void {
    this.forgetSettings();
    this.#facts = null;
  }

  /** Events come in batches: a setting may have changed already that no event has told of. */
  forgetSettings(): void {
    this.#changes += 1;
    this.#settings = null;
  }

  /** Throws where the settings cannot be read: nothing is shown that the user may not want shown. */
  async find(account: Pick<OpenAccount, 'credentials' | 'id' | 'store'>): Promise<ContentContext> {
    const settings = await this.#getSettings();
    const { hasReply } = await this.getFacts();
    const owner = await account.store.getAccount({});
    const { username } = account.credentials;
    return {
      accountId: toTopicAccount(account.id),
      accountTitle: (owner === null ? '' : toDisplayName(owner)) || username,
      settings,
      hasReply,
      isMac: this.#needs.platform === 'darwin',
    };
  }

  /** Without an account. */
  async findPlain(): Promise<ContentContext> {
    const settings = await this.#getSettings();
    return { accountId: '', accountTitle: '', settings, hasReply: false, isMac: false };
  }

  async getFacts(): Promise<DesktopFacts> {
    const before = this.#changes;
    const facts = this.#facts ?? (await this.#needs.host.getDesktop());
    if (before === this.#changes) this.#facts = facts;
    return facts;
  }

  dispose(): void {
    this.#unwatch();
  }

  async #getSettings(): Promise<SettingsView> {
    const before = this.#changes;
    const settings = this.#settings ?? (await this.#needs.settings.get());
    if (before === this.#changes) this.#settings = settings;
    return settings;
  }
}
