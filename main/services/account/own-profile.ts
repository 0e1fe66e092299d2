/** The name and the picture of the account that is open: asked of the service at once, and read back. */
import type { Services } from '#main/services/services.ts';
import { releaseIfFinal, setPicture, toImage } from '#main/services/contacts/pictures.ts';
import { toUnknownOutcome } from '#main/services/refusals.ts';
import type { RequestInput, RequestOutput } from '#shared/contract/index.ts';
import type { AccountAtService, AccountChanges } from '#shared/domain/account.ts';
import { isAppError, type AppError } from '#shared/domain/app-error.ts';
import type { OpenAccount } from './open-account.ts';

const USER = { priority: 'user' } as const;

/**
 * The service replaces what it has of the user: what stays is read from it first and sent again. Rejects with `AppError`;
 * `unknown` in the field `outcome` where the answer was lost and the service cannot say what came of it.
 */
export async function renameAccount(
  { session }: Pick<Services, 'session'>,
  { firstName, lastName }: RequestInput<'account.rename'>,
): Promise<RequestOutput<'account.rename'>> {
  const { service, store, sync } = session.getAccount();
  const before = await service.getUser(USER);
  const names = { firstName, lastName };
  if (hasName(before, names)) return {};
  const lost = await write(() => service.updateUser(toChanges(before, names), USER));
  const after = await readBack(service);
  if (after === null) sync.readAccountSoon();
  // What the service took counts, also where it cannot be read now.
  const known = after ?? (lost === null ? { ...before, ...names } : null);
  if (known !== null) await store.saveAccount({ account: known });
  const isDone = known !== null && hasName(known, names);
  if (lost !== null && !isDone) throw toUnknownOutcome(lost);
  return {};
}

/** A staged file as the picture, or none; like `setContactPicture`. Rejects with `AppError`. */
export async function setAccountPicture(
  { session, files }: Pick<Services, 'files' | 'session'>,
  { handle }: RequestInput<'account.setPicture'>,
): Promise<RequestOutput<'account.setPicture'>> {
  const account = session.getAccount();
  const { store, service, sync } = account;
  await releaseIfFinal(files, handle, () =>
    setPicture(account, toImage(files, handle), {
      check: () => Promise.resolve(),
      read: () => service.getUser(USER),
      commit: (user) => store.saveAccount({ account: user }),
      upload: (image) => service.uploadUserAvatar({ image }, USER),
      remove: () => service.deleteUserAvatar(USER),
      readLater: () => sync.readAccountSoon(),
    }),
  );
  return {};
}

type Name = Pick<AccountAtService, 'firstName' | 'lastName'>;

function hasName(account: Name, { firstName, lastName }: Name): boolean {
  return account.firstName === firstName && account.lastName === lastName;
}

/** Everything but the name as it is, the time zone too. */
function toChanges(before: AccountAtService, names: Name): AccountChanges {
  const { username, email, company, phone, timeZoneId } = before;
  const kept = { username, email, company, phone: phone ?? '' };
  return { ...kept, ...names, ...(timeZoneId === null ? {} : { timeZoneId }) };
}

/** Null: it is done. The error of an answer that was lost is given back, any other is thrown. */
async function write(ask: () => Promise<void>): Promise<AppError | null> {
  try {
    await ask();
    return null;
  } catch (error) {
    if (isAppError(error) && error.outcome === 'unknown') return error;
    throw error;
  }
}

/** Null where the service cannot be asked now. */
async function readBack(service: OpenAccount['service']): Promise<AccountAtService | null> {
  try {
    return await service.getUser(USER);
  } catch (error) {
    if (!isAppError(error)) throw error;
    return null;
  }
}
