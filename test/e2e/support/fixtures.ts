import { test as base, type Page } from '@playwright/test';
import {
  makeFolder,
  startApp,
  startService,
  toSignInEnvironment,
  type Program,
  type ServiceAccount,
} from './programs.ts';

interface Fixtures {
  /** An empty data folder. */
  readonly dataFolder: string;
  /** Extra arguments of the service; set with `test.use`. */
  readonly serviceArgs: readonly string[];
  /** A service in a process of its own. */
  readonly service: Program & { readonly account: ServiceAccount };
  /** The app, signed in to that service from the environment. */
  readonly app: Program;
  /** The inbox of that app, with its first chats on screen. */
  readonly inbox: Page;
}

export const test = base.extend<Fixtures>({
  serviceArgs: [[], { option: true }],
  dataFolder: async ({ browserName: _ }, use) => {
    const folder = await makeFolder();
    await use(folder.path);
    await folder.remove();
  },
  service: async ({ serviceArgs }, use) => {
    const service = await startService(...serviceArgs);
    await use(service);
    await service.stop();
  },
  app: async ({ service, dataFolder }, use) => {
    const app = await startApp({ dataFolder, env: toSignInEnvironment(service.account) });
    await use(app);
    await app.stop();
  },
  inbox: async ({ app, page }, use) => {
    await page.goto(app.announced);
    await page.getByRole('option').first().waitFor();
    await use(page);
  },
});

export { expect } from '@playwright/test';
