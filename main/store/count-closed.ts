import { existsSync } from 'node:fs';
import type { StoreQueries } from './api.ts';
import type { OwnedCounts } from './api/collections.ts';
import { createChannel } from './channel.ts';
import { toFilePaths } from './paths.ts';

/** What an account has here that no service can give again, and how many messages are copied. */
export type ClosedCounts = OwnedCounts & { readonly messages: number };

const NOTHING: ClosedCounts = { drafts: 0, unsent: 0, actions: 0, ledger: 0, imports: 0, schedules: 0, messages: 0 };

/** Counts in the files of an account whose store is closed, in a thread of its own. Throws `AppError` code `disk`. */
export async function countClosed(folder: string, now: number): Promise<ClosedCounts> {
  const { owned, cache } = toFilePaths(folder);
  if (!existsSync(owned)) return NOTHING;
  const { channel } = await createChannel({ role: 'reader', folder, now });
  const ask = async <Name extends 'countOwned' | 'countMessages'>(name: Name): Promise<StoreQueries[Name]['output']> =>
    (await channel.request({ type: 'ask', now, call: { name, input: {} } })) as StoreQueries[Name]['output'];
  try {
    return { ...(await ask('countOwned')), messages: existsSync(cache) ? await ask('countMessages') : 0 };
  } finally {
    await channel.dispose();
  }
}
