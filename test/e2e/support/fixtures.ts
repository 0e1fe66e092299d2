import { test as base, type Page } from '@playwright/test';
import { DEFAULT_SETTINGS, type SettingsView } from '#shared/contract/index.ts';
import { watchConsole } from '#test/support/console-watch.ts';
import { isFull } from '#test/support/full-counts.ts';
import { LocalService } from './demo-service.ts';
import { chooseHold, makeFolder, startApp, toSignInEnvironment, type Program } from './programs.ts';
import { SharedApp } from './shared-app.ts';

interface WorkerFixtures {
  /** The app of this worker, in a process of its own. */
  readonly workerApp: SharedApp;
}

interface Fixtures {
  /** How long an app holds each text back; set with `test.use`. At small counts texts leave at once. */
  readonly holdSeconds: SettingsView['holdSeconds'];
  /** An empty data folder, for a test that starts an app of its own. */
  readonly dataFolder: string;
  /** Extra arguments of the service; set with `test.use`. */
  readonly serviceArgs: readonly string[];
  /** A service that only this test knows. */
  readonly service: LocalService;
  /** Starts an app of the test's own, signed in to that service; later on the same port and data again. */
  readonly startOwnApp: () => Promise<Program>;
  /** The app of the worker with nobody signed in, as after a first start; the browser is let in. */
  readonly app: SharedApp;
  /** The same with its page, signed in to that service, with its first chats on screen. */
  readonly inbox: Page;
}

/** At small counts a service has fewer messages of invented people, of which no test knows. */
const AMOUNTS = isFull ? [] : ['--messages', '700'];

export const test = base.extend<Fixtures, WorkerFixtures>({
  workerApp: [
    async ({ browserName: _ }, use) => {
      const app = await SharedApp.start();
      await use(app);
      await app.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  holdSeconds: [isFull ? DEFAULT_SETTINGS.holdSeconds : 0, { option: true }],
  serviceArgs: [[], { option: true }],
  dataFolder: async ({ browserName: _ }, use) => {
    const folder = await makeFolder();
    await use(folder.path);
    await folder.remove();
  },
  service: async ({ serviceArgs }, use) => {
    const service = await LocalService.start(...AMOUNTS, ...serviceArgs);
    await use(service);
    await service.stop();
  },
  startOwnApp: async ({ dataFolder, service, holdSeconds }, use) => {
    await chooseHold(`${dataFolder}/app`, holdSeconds);
    const apps: Program[] = [];
    let port = '0';
    await use(async () => {
      const env = toSignInEnvironment(service.account);
      const app = await startApp({ dataFolder: `${dataFolder}/app`, args: ['--port', port], env });
      ({ port } = new URL(app.announced));
      apps.push(app);
      return app;
    });
    for (const app of apps) await app.stop('SIGKILL');
  },
  page: async ({ page }, use) => {
    const expectSilence = watchConsole(page);
    await use(page);
    expectSilence();
  },
  app: async ({ workerApp, context, holdSeconds }, use) => {
    await workerApp.authorize(context);
    await workerApp.holdTexts(holdSeconds);
    await use(workerApp);
    await workerApp.reset();
  },
  inbox: async ({ app, service, page }, use) => {
    await app.signIn(service.account);
    await page.goto(app.origin);
    await page.getByRole('option').first().waitFor();
    await use(page);
  },
});

export { expect } from '@playwright/test';
