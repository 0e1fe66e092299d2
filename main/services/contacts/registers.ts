/** The registers of blocked and unsubscribed numbers: asked of the service at once, and read back. */
import type { OpenAccount } from '#main/services/account/open-account.ts';
import type { Services } from '#main/services/services.ts';
import type { RequestInput, RequestOutput } from '#shared/contract/index.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import { toChatId } from '#shared/domain/ids.ts';
import type { PhoneKey } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';

const USER = { priority: 'user' } as const;
/** The contacts and chats of so many numbers are read again at once; those of others when it is their turn. */
const MOST_READ_BACK = 50;

type Parts = Pick<OpenAccount, 'store' | 'sync'>;

/** Rejects with `AppError`. */
export async function resubscribe(
  { session }: Services,
  input: RequestInput<'people.resubscribe'>,
): Promise<RequestOutput<'people.resubscribe'>> {
  const account = session.getAccount();
  const phone = toPhoneKey(input.phone);
  await account.service.resubscribePhone({ phone }, USER);
  await readBack(account, 'unsubscribers', [phone]);
  return {};
}

/** Rejects with `AppError`. */
export async function unsubscribe(
  { session }: Services,
  input: RequestInput<'people.unsubscribe'>,
): Promise<RequestOutput<'people.unsubscribe'>> {
  const account = session.getAccount();
  const phone = toPhoneKey(input.phone);
  await account.service.unsubscribePhone({ phone }, USER);
  await readBack(account, 'unsubscribers', [phone]);
  return {};
}

/**
 * Several are unblocked together where their contacts are known, others one after the other; where one fails, those before
 * it are done. Rejects with `AppError`.
 */
export async function setBlocked(
  { session }: Services,
  { phones: written, isBlocked }: RequestInput<'people.setBlocked'>,
): Promise<RequestOutput<'people.setBlocked'>> {
  const account = session.getAccount();
  const { service } = account;
  const phones = [...new Set(written.map(toPhoneKey))];
  const done = new Set<PhoneKey>();
  try {
    if (!isBlocked && phones.length > 1) for (const phone of await unblockTogether(account, phones)) done.add(phone);
    for (const phone of phones.filter((one) => !done.has(one))) {
      if (isBlocked) await service.blockPhone({ phone }, USER);
      else await service.unblockPhone({ phone }, USER);
      done.add(phone);
    }
  } finally {
    if (done.size > 0) await readBack(account, 'blocked', [...done]);
  }
  return { count: done.size };
}

/** The numbers that were unblocked: none where the service does not take their contacts together. */
async function unblockTogether(account: OpenAccount, phones: readonly PhoneKey[]): Promise<readonly PhoneKey[]> {
  const { store, service } = account;
  const known = await store.listBlockedContacts({ phones });
  const together = [...new Set(known.map(({ phone }) => phone))];
  if (together.length < 2) return [];
  try {
    await service.unblockContacts({ contactIds: known.map(({ contactId }) => contactId) }, USER);
    return together;
  } catch (error) {
    if (isAppError(error, 'not-found') || isAppError(error, 'validation')) return [];
    // Some of them may be unblocked.
    await readBack(account, 'blocked', together);
    throw error;
  }
}

/** Throws `disk`. */
export async function findBlocked(
  { session }: Services,
  input: RequestInput<'people.findBlocked'>,
): Promise<RequestOutput<'people.findBlocked'>> {
  const { service } = session.getAccount();
  try {
    const contact = await service.findBlockedContact({ phone: toPhoneKey(input.phone) }, USER);
    return { isBlocked: contact !== undefined };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { isBlocked: null };
  }
}

async function readBack(
  { store, sync }: Parts,
  register: 'blocked' | 'unsubscribers',
  phones: readonly PhoneKey[],
): Promise<void> {
  sync.readRegister(register);
  const shown = phones.slice(0, MOST_READ_BACK);
  for (const { contactId } of await store.listContactIdsByPhone({ phones: shown })) sync.openContact(contactId);
  for (const phone of shown) {
    const chat = await store.findChat({ chatId: null, phone });
    if (chat !== null && chat.id > 0) sync.openChat(toChatId(chat.id));
  }
}
