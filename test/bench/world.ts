/** Everything in processes of its own, as on a person's computer: the service, the app, a browser. */
import path from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import { ensureChromium } from '#main/start/chromium.mjs';
import { makeFolder, startApp, startService, toSignInEnvironment, type Program } from '#test/e2e/support/programs.ts';
import { noteWhenUsable } from './inbox-steps.ts';
import { toProbeEnvironment } from './main-turns.ts';

export interface Counts {
  readonly chats: number;
  readonly messages: number;
  readonly contacts: number;
}

export class World {
  readonly #service: Awaited<ReturnType<typeof startService>>;
  readonly #folder: Awaited<ReturnType<typeof makeFolder>>;
  readonly #browser: Browser;
  #app: Program | null = null;

  private constructor(parts: {
    readonly service: Awaited<ReturnType<typeof startService>>;
    readonly folder: Awaited<ReturnType<typeof makeFolder>>;
    readonly browser: Browser;
  }) {
    this.#service = parts.service;
    this.#folder = parts.folder;
    this.#browser = parts.browser;
  }

  static async create({ chats, messages, contacts }: Counts): Promise<World> {
    const found = await ensureChromium();
    if ('reason' in found) throw new Error(found.reason);
    const counts = Object.entries({ '--chats': chats, '--messages': messages, '--contacts': contacts });
    const [service, folder, browser] = await Promise.all([
      startService('--seed', '1', ...counts.flatMap(([name, count]) => [name, String(count)])),
      makeFolder(),
      // Whoever stops the run stops everything, in order (`dispose`).
      chromium.launch({
        executablePath: found.executable,
        args: ['--no-sandbox'],
        handleSIGINT: false,
        handleSIGTERM: false,
      }),
    ]);
    return new World({ service, folder, browser });
  }

  /** Where the probe of the app writes. */
  get probeFile(): string {
    return path.join(this.#folder.path, 'probe.jsonl');
  }

  /** Starts the app, again if it runs: what it knows stays. */
  async startApp(): Promise<void> {
    await this.#app?.stop();
    const env = { ...toSignInEnvironment(this.#service.account), ...toProbeEnvironment(this.probeFile) };
    this.#app = await startApp({ dataFolder: path.join(this.#folder.path, 'data'), env });
  }

  /** A window that knows nothing yet. */
  async openWindow(): Promise<Page> {
    const context = await this.#browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
    const page = await context.newPage();
    await page.addInitScript(noteWhenUsable);
    return page;
  }

  /** Loads the app's page. Once per start of the app: the address holds a token. */
  async load(page: Page): Promise<void> {
    await page.goto(this.#app?.announced ?? '');
  }

  async dispose(): Promise<void> {
    await this.#browser.close();
    await this.#app?.stop();
    await this.#service.stop();
    await this.#folder.remove();
  }
}
