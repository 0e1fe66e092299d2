import type { PageKey } from '#shared/contract/index.ts';
import { STORED_AS } from './page-key.ts';

/** A browser context of either Playwright package. */
interface Context {
  addInitScript(
    script: (stored: { origin: string; name: string; value: string }) => void,
    stored: { origin: string; name: string; value: string },
  ): Promise<unknown>;
}

/** Gives each page of that origin what the address of the terminal would have given it. */
export async function storePageKey(context: Context, origin: string, key: PageKey): Promise<void> {
  const stored = { origin, name: STORED_AS, value: JSON.stringify(key) };
  await context.addInitScript(({ origin: own, name, value }) => {
    if (location.origin === own) sessionStorage.setItem(name, value);
  }, stored);
}
