import { toMarkKey } from '../core/upkeep.ts';
import type { SyncContext } from './context.ts';

/** Reads the account and remembers when. */
export async function readAccount(context: SyncContext): Promise<void> {
  const account = await context.link.readAccount();
  await context.store.saveAccount({ account });
  await context.store.setSyncMark({ key: toMarkKey('account'), value: context.clock.now() });
}
