/** Everything in processes of its own, as on a person's computer: the service, the app, a browser. */
import path from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import { ensureChromium } from '#main/start/chromium.mjs';
import {
  makeFolder,
  startApp,
  startService,
  toSignInEnvironment,
  type Program,
  type ServiceAccount,
} from '#test/e2e/support/programs.ts';
import type { PageKey } from '#shared/contract/index.ts';
import { storePageKey, enterPage } from '#test/support/page-key.ts';
import { WindowClient } from '#test/support/window-client.ts';
import { noteWhenUsable } from './inbox-steps.ts';
import { toProbeEnvironment, type ProbeOptions } from './main-turns.ts';
import { until } from './until.ts';

/** Only ends what hangs: no figure is about it. */
const SIGN_IN_HANGS_AFTER_MS = 120_000;

export interface Counts {
  readonly chats: number;
  readonly messages: number;
  readonly contacts: number;
}

/** How the contract is asked without a page, and how a page gets in after that: the token is spent on first use. */
interface Entry {
  readonly address: string;
  readonly key: PageKey;
}

export class World {
  readonly #service: Awaited<ReturnType<typeof startService>>;
  readonly #folder: Awaited<ReturnType<typeof makeFolder>>;
  #browser: Browser | null = null;
  #app: Program | null = null;
  #entry: Entry | null = null;

  private constructor(
    service: Awaited<ReturnType<typeof startService>>,
    folder: Awaited<ReturnType<typeof makeFolder>>,
  ) {
    this.#service = service;
    this.#folder = folder;
  }

  static async create({ chats, messages, contacts }: Counts): Promise<World> {
    const counts = Object.entries({ '--chats': chats, '--messages': messages, '--contacts': contacts });
    return await World.withService('--seed', '1', ...counts.flatMap(([name, count]) => [name, String(count)]));
  }

  /** Beside a service that was told more than counts. */
  static async withService(...args: string[]): Promise<World> {
    const [service, folder] = await Promise.all([startService(...args), makeFolder()]);
    return new World(service, folder);
  }

  get account(): ServiceAccount {
    return this.#service.account;
  }

  /** Where the probe of the app writes. */
  get probeFile(): string {
    return path.join(this.#folder.path, 'probe.jsonl');
  }

  /** Starts the app, again if it runs: what it knows stays. */
  async startApp(probe: ProbeOptions = { turns: true }): Promise<void> {
    await this.#app?.stop();
    this.#entry = null;
    const env = { ...toSignInEnvironment(this.account), ...toProbeEnvironment(this.probeFile, probe) };
    this.#app = await startApp({ dataFolder: path.join(this.#folder.path, 'data'), env });
  }

  /** A window that knows nothing yet. */
  async openWindow(): Promise<Page> {
    this.#browser ??= await launch();
    const context = await this.#browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
    const page = await context.newPage();
    await page.addInitScript(noteWhenUsable);
    return page;
  }

  /** Loads the app's page: with the token of its address, or with the secret where that was spent on one. */
  async load(page: Page): Promise<void> {
    if (this.#entry === null) {
      await page.goto(this.#app?.announced ?? '');
      return;
    }
    const { address, key } = this.#entry;
    await storePageKey(page.context(), new URL(address).origin, key);
    await page.goto(new URL('/', address).href);
  }

  /** The contract without a page. Before any page is loaded, once per start of the app; the page then gets in as well. */
  async join(): Promise<WindowClient> {
    const address = this.#app?.announced ?? '';
    const key = await enterPage(address);
    this.#entry = { address, key };
    const client = await WindowClient.join(address, key);
    // The app is there before its account is open.
    await until(async () => {
      const { state } = await client.get('session.get', {});
      return state === 'signed-in' ? null : `The app never signs in: ${state}`;
    }, SIGN_IN_HANGS_AFTER_MS);
    return client;
  }

  async dispose(): Promise<void> {
    await this.#browser?.close();
    await this.#app?.stop();
    await this.#service.stop();
    await this.#folder.remove();
  }
}

/** Whoever stops the run stops everything, in order (`dispose`). */
async function launch(): Promise<Browser> {
  const found = await ensureChromium();
  if ('reason' in found) throw new Error(found.reason);
  return await chromium.launch({
    executablePath: found.executable,
    args: ['--no-sandbox'],
    handleSIGINT: false,
    handleSIGTERM: false,
  });
}
