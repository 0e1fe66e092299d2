/** What a person does to the files of an account: removes it from this computer, or clears the copy of the service. */
import path from 'node:path';
import { deleteCache } from '#main/store/delete-cache.ts';
import { AppError } from '#shared/domain/app-error.ts';
import { enter, openDemo, toNotFound } from './entering.ts';
import { leaveClosed } from './leave-closed.ts';
import { deleteFolder, finishRemoval } from './removal.ts';
import type { Opened } from './opening.ts';
import type { SessionParts } from './session-parts.ts';

/**
 * Deletes what this computer has of an account: databases, pictures, what was learned of its service, its key. What it has
 * at the service stays. Throws `not-found`, and `disk` where a file could not be deleted: the account then stays listed as
 * removed in part, cannot be opened, and the next start goes on.
 */
export async function removeAccount(parts: SessionParts, id: string): Promise<void> {
  const { memory, slot, notes, atHand, keys, teller, needs } = parts;
  const account = memory.find(id);
  if (account === undefined) throw toNotFound();
  if (slot.has(id)) {
    const left = await slot.leave();
    notes.clear();
    notes.noteLeft(account, left, { isKept: false });
  } else if (account.removal === null) {
    notes.noteLeft(account, await leaveClosed(parts, account), { isKept: false });
  }
  atHand.drop(id);
  keys.letGo(account);
  // Noted first: whatever ends the app from here on, the next start goes on.
  await memory.note(account, { isSignedOut: true, removal: 'files' });
  try {
    await finishRemoval(parts, account);
    needs.log.info('session.accountRemoved');
  } finally {
    await teller.tell();
  }
}

/**
 * Clears the copy of what the service has, pictures included, and begins to read it again. What only this computer knows
 * stays. Throws `unauthorized` when nobody is signed in, and `disk`; the account is open again also where some of it could
 * not be deleted.
 */
export async function clearCopy(parts: SessionParts): Promise<void> {
  const { slot, teller } = parts;
  const open = slot.current;
  if (open === null) {
    throw new AppError({ code: 'unauthorized', message: 'nobody is signed in', outcome: 'not-accepted' });
  }
  const { account, folder } = open;
  const row = await account.store.getAccount({});
  let deleting = Promise.resolve();
  await openAgain(parts, open, async () => {
    deleting = deleteCopy(folder);
    // Whatever is left: the account is opened again first.
    await Promise.allSettled([deleting]);
  });
  // Who is here is known, also while the service is away.
  const { store } = slot.current?.account ?? account;
  if (row !== null && (await store.getAccount({})) === null) await store.saveAccount({ account: row });
  await teller.tell();
  await deleting;
}

/**
 * A page of a file turned out to be damaged while the account was open: it is opened again, which gets over that (see
 * `main/store/recover.ts`) and tells a person. Nothing happens where that account has left meanwhile.
 */
export async function renewDamaged(parts: SessionParts, damagedFolder: string): Promise<void> {
  const open = parts.slot.current;
  if (open?.folder !== damagedFolder) return;
  parts.needs.log.warn('session.opensDamagedAgain');
  await openAgain(parts, open);
  await parts.teller.tell();
}

/** Opens again what was open. `onRoom` runs while nobody is in. */
export async function openAgain(
  parts: SessionParts,
  open: Opened,
  onRoom: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const { account, authForm, isDemo } = open;
  if (isDemo) {
    const before = parts.slot.reopening;
    parts.slot.reopening = open;
    try {
      await parts.slot.close();
      await onRoom();
      await openDemo(parts);
    } finally {
      parts.slot.reopening = before;
    }
  } else {
    await enter(parts, { credentials: account.credentials, knownForm: authForm, demo: null }, onRoom);
  }
}

async function deleteCopy(folder: string): Promise<void> {
  await deleteCache(folder);
  await deleteFolder(path.join(folder, 'media'));
}
