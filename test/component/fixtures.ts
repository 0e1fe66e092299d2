import { test as base, type Browser, type BrowserContext, type CDPSession, type Page } from '@playwright/test';
import { watchConsole } from '#test/support/console-watch.ts';
import { storePageKey } from '#test/support/page-key.ts';
import { LoopbackMain } from './loopback-main.ts';
import { LoopbackServer } from './loopback-server.ts';
import { trackActivity } from './wait-until-still.ts';

const CLIPBOARD = ['clipboard-read', 'clipboard-write'];

interface OpenContext {
  readonly context: BrowserContext;
  readonly keeper: Page;
  readonly storage: CDPSession;
}

/**
 * One browser context for all tests of a worker. A page that stays open keeps its process, with the app's scripts
 * compiled; each test opens a page of its own there, which takes its session storage, media, mouse and listeners along
 * when it is closed. What belongs to the context is taken away between two tests.
 */
class SharedContext {
  readonly #browser: Browser;
  readonly #origin: string;
  readonly #locale: string | undefined;
  #open: OpenContext | null = null;

  constructor(browser: Browser, origin: string, locale: string | undefined) {
    this.#browser = browser;
    this.#origin = origin;
    this.#locale = locale;
  }

  async openPage(): Promise<Page> {
    const { context } = this.#open ?? (await this.#begin());
    const page = await context.newPage();
    // A clock stays installed in a context for good: it gives way to a new one.
    if (await page.evaluate(() => Function.prototype.toString.call(Date).includes('[native code]'))) return page;
    await this.close();
    return await this.openPage();
  }

  async reset(): Promise<void> {
    if (this.#open === null) return;
    const { context, keeper, storage } = this.#open;
    const pages = context.pages().filter((page) => page !== keeper);
    await Promise.all(pages.map((page) => page.close()));
    await context.unrouteAll();
    await Promise.all([
      storage.send('Storage.clearDataForOrigin', { origin: this.#origin, storageTypes: 'all' }),
      context.clearCookies(),
      context.clearPermissions(),
      context.setGeolocation(null),
      context.setExtraHTTPHeaders({}),
      context.setOffline(false),
    ]);
  }

  async close(): Promise<void> {
    await this.#open?.context.close();
    this.#open = null;
  }

  async #begin(): Promise<OpenContext> {
    const context = await this.#browser.newContext(this.#locale === undefined ? {} : { locale: this.#locale });
    await storePageKey(context, this.#origin, LoopbackServer.KEY);
    const keeper = await context.newPage();
    await keeper.goto(`${this.#origin}${LoopbackServer.BLANK}`);
    this.#open = { context, keeper, storage: await context.newCDPSession(keeper) };
    return this.#open;
  }
}

interface TestFixtures {
  /** A main with nothing in it, which the page is connected to. */
  readonly main: LoopbackMain;
  /** What was copied, on an empty clipboard; a test that does not name it may not touch the clipboard. */
  readonly clipboard: { readonly read: () => Promise<string> };
}
interface WorkerFixtures {
  readonly server: LoopbackServer;
  readonly shared: SharedContext;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    async ({ browserName: _ }, use) => {
      const server = new LoopbackServer();
      await server.listen();
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
  shared: [
    async ({ browser, server }, use, { project }) => {
      const shared = new SharedContext(browser, server.origin, project.use.locale);
      await use(shared);
      await shared.close();
    },
    { scope: 'worker' },
  ],
  main: async ({ server }, use) => {
    const main = new LoopbackMain(server.origin);
    server.attach(main);
    await use(main);
    server.attach(null);
  },
  context: async ({ page }, use) => {
    await use(page.context());
  },
  page: async ({ shared, main, viewport, colorScheme, actionTimeout, navigationTimeout }, use) => {
    const page = await shared.openPage();
    const expectSilence = watchConsole(page);
    await trackActivity(page, main);
    page.setDefaultTimeout(actionTimeout);
    page.setDefaultNavigationTimeout(navigationTimeout);
    if (viewport !== null) await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: colorScheme ?? null });
    await use(page);
    expectSilence();
    await shared.reset();
  },
  clipboard: async ({ page, server }, use) => {
    await page.context().grantPermissions(CLIPBOARD);
    await page.goto(`${server.origin}${LoopbackServer.BLANK}`);
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await use({ read: () => page.evaluate(() => navigator.clipboard.readText()) });
  },
});
