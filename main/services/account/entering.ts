/** Ways into an account: by its key, by what is kept here, from another account, and into the demo. */
import type { AuthForm } from '#main/api/credentials.ts';
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import type { Credentials } from './ports.ts';
import { toAccountId } from './account-id.ts';
import { parseServiceAddresses } from './addresses.ts';
import type { Opened, Opening } from './opening.ts';
import { finishRemoval } from './removal.ts';
import type { RememberedAccount } from './session-memory.ts';
import type { SessionParts } from './session-parts.ts';

/** Opens an account that is no demo, remembers it and tells so. `onRoom`: the one before has left. */
export async function enter(
  { slot, memory, atHand, teller, needs }: SessionParts,
  opening: Opening & { readonly demo: null },
  onRoom?: () => Promise<void>,
): Promise<void> {
  const stayed = slot.current;
  let authForm: AuthForm;
  try {
    authForm = await slot.open(opening, onRoom);
  } catch (error) {
    if (stayed !== null && slot.current === null) await teller.tell();
    throw error;
  }
  const { apiKey, ...who } = opening.credentials;
  const id = toAccountId(who);
  if (apiKey !== null) atHand.hold(id, apiKey);
  const before = memory.find(id);
  // The keyring knows a key by the name as it was typed.
  const isKeyKept = before?.isKeyKept === true && before.username === who.username;
  await memory.keep({ ...who, authForm, isSignedOut: false, isKeyKept, lastOpenAt: needs.now() });
  await teller.tell();
}

/**
 * With a key that a person, or who started the app, has given. `knownForm`: without asking the service first. Throws what
 * the service says, and `disk`, also where files of an account that was removed are still in the way.
 */
export async function signIn(
  parts: SessionParts,
  typed: Credentials,
  knownForm: AuthForm | null,
): Promise<Credentials> {
  const { memory, keys } = parts;
  const credentials = { ...typed, ...parseServiceAddresses(typed) };
  const before = memory.find(toAccountId(credentials));
  // SESSION-7: what a person removed does not come back.
  if (before?.removal === 'files') await finishRemoval(parts, before);
  await enter(parts, { credentials, knownForm, demo: null });
  keys.letGo(credentials);
  if (before?.isKeyKept === true && before.username !== credentials.username) await keys.forget(before);
  return credentials;
}

/** Without asking the service, which may be away. */
export async function reopen({ memory, ...parts }: SessionParts, id: string, apiKey: string | null): Promise<void> {
  const account = memory.find(id);
  if (account === undefined) return;
  const { baseUrl, webUrl, username, authForm } = account;
  const credentials = { baseUrl, webUrl, username, apiKey };
  await enter({ ...parts, memory }, { credentials, knownForm: authForm, demo: null });
}

/** The key from the keyring; one that comes late opens the account again if it is still the one without a key. */
export function findKey(parts: SessionParts, account: RememberedAccount): Promise<string | null> {
  const { keys, teller } = parts;
  const onLate = (key: string): Promise<void> | undefined =>
    isKeyMissing(parts, account) ? teller.noting(() => reopen(parts, account.id, key)) : undefined;
  return keys.find(account, onLate);
}

/** Whether that account is open, and only its key is not here. */
export function isKeyMissing({ slot }: SessionParts, { id }: RememberedAccount): boolean {
  return slot.has(id) && slot.current?.account.credentials.apiKey === null;
}

/**
 * Goes to another account of this computer, on what is kept here. Throws `not-found`, and `disk` where its files cannot be
 * opened: then whoever was here stays.
 */
export async function goTo(parts: SessionParts, id: string): Promise<void> {
  const { memory, slot, atHand } = parts;
  const account = memory.find(id);
  if (account === undefined || account.removal !== null) throw toNotFound();
  if (account.isSignedOut) {
    await askForKey(parts, account);
    return;
  }
  if (slot.has(id) && !isKeyMissing(parts, account)) return;
  const apiKey = atHand.find(id) ?? (account.isKeyKept ? await findKey(parts, account) : null);
  if (slot.has(id) && apiKey === null) return;
  const former = slot.current;
  try {
    await reopen(parts, id, apiKey);
  } catch (error) {
    if (former !== null && slot.current === null && isAppError(error)) await goBack(parts, former);
    throw error;
  }
}

/** SESSION-2: of who signed out nothing is opened. */
async function askForKey({ slot, notes, memory, teller }: SessionParts, { id }: RememberedAccount): Promise<void> {
  await slot.close();
  notes.clear();
  await memory.activate(id);
  await teller.tell();
}

async function goBack(parts: SessionParts, { isDemo, account, authForm }: Opened): Promise<void> {
  const back = isDemo
    ? openDemo(parts)
    : enter(parts, { credentials: account.credentials, knownForm: authForm, demo: null });
  await back.catch((error: unknown) => parts.needs.log.error('session.notBack', error));
}

/** Mounts the demo service and opens the account on it; both keep what happened there. */
export async function openDemo({ slot, teller, needs }: SessionParts): Promise<void> {
  const demo = await needs.startDemoService();
  const stayed = slot.current;
  try {
    await slot.open({ credentials: demo.credentials, knownForm: null, demo });
  } catch (error) {
    if (stayed !== null && slot.current === null) await teller.tell();
    throw error;
  }
  await teller.tell();
}

export function toNotFound(): AppError {
  return new AppError({ code: 'not-found', message: 'no such account on this computer', outcome: 'refused' });
}
