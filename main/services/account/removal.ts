/** The end of an account on this computer: its key and its files. */
import { readdir, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { hasCode, toDiskError } from '#main/platform/files.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import { toAccountFolder } from './account-id.ts';
import type { RememberedAccount } from './session-memory.ts';
import type { SessionParts } from './session-parts.ts';

/** A program that looks at every new file, such as a virus scanner, lets go of it within this time. */
const PATIENCE = { maxRetries: 5, retryDelay: 100 } as const;

/** Goes on with what an earlier run could not delete. Never rejects. */
export async function finishRemovals(parts: SessionParts): Promise<void> {
  for (const account of parts.memory.list.filter(({ removal }) => removal !== null)) {
    try {
      await finishRemoval(parts, account);
    } catch (error) {
      parts.needs.log.error('session.notRemoved', error);
    }
  }
  parts.teller.retell();
}

/** Deletes what is left of an account that is noted as removed. Throws `disk`: then it stays noted so. */
export async function finishRemoval(
  { memory, keys, needs }: Pick<SessionParts, 'memory' | 'keys' | 'needs'>,
  account: RememberedAccount,
): Promise<void> {
  await keys.forget(account, account.isKeyKept);
  await (needs.deleteFolder ?? deleteFolder)(toAccountFolder(needs.dataFolder, account.id));
  await memory.note(account, { removal: 'key' });
}

/** Deletes as much as can be deleted. Throws `disk` where something is left. */
export async function deleteFolder(folder: string): Promise<void> {
  const failures: unknown[] = [];
  try {
    for (const name of await readdir(folder)) {
      await rm(path.join(folder, name), { recursive: true, force: true, ...PATIENCE }).catch((error: unknown) =>
        failures.push(error),
      );
    }
    if (failures.length === 0) await rmdir(folder);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) failures.push(error);
  }
  const [first] = failures;
  if (first !== undefined) throw isAppError(first) ? first : toDiskError('something could not be deleted', first);
}
