/** One app for all tests of a worker: each signs in to a service of its own, and leaves no account behind. */
import { randomUUID } from 'node:crypto';
import { expect, type BrowserContext } from '@playwright/test';
import { DEFAULT_SETTINGS, type PageKey, type SettingsView } from '#shared/contract/index.ts';
import { storePageKey, enterPage } from '#test/support/page-key.ts';
import { WindowClient } from '#test/support/window-client.ts';
import { makeFolder, startApp, steerService, type Program, type ServiceAccount } from './programs.ts';

export class SharedApp {
  /** Where its page is, for a browser that was let in. */
  readonly origin: string;
  readonly #program: Program;
  readonly #folder: Awaited<ReturnType<typeof makeFolder>>;
  readonly #window: WindowClient;
  readonly #key: PageKey;

  private constructor(parts: {
    readonly program: Program;
    readonly folder: Awaited<ReturnType<typeof makeFolder>>;
    readonly window: WindowClient;
    readonly key: PageKey;
  }) {
    this.origin = new URL(parts.program.announced).origin;
    this.#program = parts.program;
    this.#folder = parts.folder;
    this.#window = parts.window;
    this.#key = parts.key;
  }

  static async start(): Promise<SharedApp> {
    const folder = await makeFolder();
    const program = await startApp({ dataFolder: folder.path });
    const key = await enterPage(program.announced);
    const window = await WindowClient.join(program.announced, key);
    return new SharedApp({ program, folder, window, key });
  }

  /** Gives the browser what the address of the terminal would have given it. */
  async authorize(context: BrowserContext): Promise<void> {
    await storePageKey(context, this.origin, this.#key);
  }

  async signIn({ baseUrl, webUrl, username, apiKey }: ServiceAccount): Promise<void> {
    const account = { baseUrl, webUrl, username, apiKey, keepsKey: false };
    await this.#window.get('session.signIn', { requestId: randomUUID(), ...account });
  }

  /** Each text is held back that long before it leaves. */
  async holdTexts(holdSeconds: SettingsView['holdSeconds']): Promise<void> {
    await this.#window.get('settings.set', { holdSeconds });
  }

  /** Waits until the account was read once: from then on the app can say of when what it shows is. */
  async waitUntilSynced(): Promise<void> {
    const findLastSync = async (): Promise<number | null> =>
      (await this.#window.get('sync.getStatus', {})).lastSyncedAt;
    await expect.poll(findLastSync).not.toBeNull();
  }

  /** Waits until nothing is read any more: what the service gets from now on is not here soon. */
  async waitUntilIdle(): Promise<void> {
    const read = async () => {
      const { link, phase, lastSyncedAt } = await this.#window.get('sync.getStatus', {});
      return { link, phase, isSynced: lastSyncedAt !== null };
    };
    await expect.poll(read).toEqual({ link: 'online', phase: 'idle', isSynced: true });
  }

  /** Waits until every message that the service has is on this computer. */
  async waitForFullCopy(account: ServiceAccount): Promise<void> {
    const { counts } = (await steerService(account, 'GET state')) as { counts: { outbound: number; inbound: number } };
    const countMessages = async (): Promise<number> => {
      const { kinds } = await this.#window.get('data.get', {});
      return kinds.find(({ kind }) => kind === 'messages')?.rows ?? 0;
    };
    await expect.poll(countMessages).toBeGreaterThanOrEqual(counts.outbound + counts.inbound);
  }

  /** As after a first start: no account, no file of one, and the settings that it comes with. */
  async reset(): Promise<void> {
    const { state, isDemo, accounts } = await this.#window.get('session.get', {});
    if (isDemo && state !== 'signed-out') await this.#window.get('session.signOut', { requestId: randomUUID() });
    for (const { accountId } of accounts)
      await this.#window.get('accounts.remove', { requestId: randomUUID(), accountId });
    await this.#window.get('session.dismissNotices', { requestId: randomUUID() });
    await this.#window.get('settings.set', DEFAULT_SETTINGS);
  }

  async stop(): Promise<void> {
    this.#window.close();
    await this.#program.stop();
    await this.#folder.remove();
  }
}
