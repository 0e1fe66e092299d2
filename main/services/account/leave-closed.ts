import { DisposeStack } from '#shared/lib/disposable.ts';
import { CallbackRegistration } from '#main/services/live-updates/callback-registration.ts';
import { LiveUpdatesRecord, type AddressLeft } from '#main/services/live-updates/live-updates-record.ts';
import { toAccountFolder } from './account-id.ts';
import { ServiceMemory } from './service-memory.ts';
import type { RememberedAccount } from './session-memory.ts';
import type { SessionParts } from './session-parts.ts';

/** Nobody who removes an account waits longer for its service. */
const WITHIN_MS = 4_000;

interface Closed {
  readonly account: RememberedAccount;
  readonly folder: string;
  readonly stack: DisposeStack;
}

/**
 * An account that is not open is about to be removed: what its callback addresses replaced at the service is known here
 * alone, and is put back where its key can be had. Nothing else runs for the account meanwhile. Resolves with the
 * addresses of which that could not be done. Never rejects.
 */
export async function leaveClosed(parts: SessionParts, account: RememberedAccount): Promise<readonly AddressLeft[]> {
  const { log, dataFolder } = parts.needs;
  const stack = new DisposeStack();
  const noteFailure = (error: unknown): readonly AddressLeft[] => {
    log.error('session.notLeft', error);
    return [];
  };
  const folder = toAccountFolder(dataFolder, account.id);
  const left = await leave(parts, { account, folder, stack }).catch(noteFailure);
  await stack.dispose().catch(noteFailure);
  return left;
}

async function leave(parts: SessionParts, closed: Closed): Promise<readonly AddressLeft[]> {
  const { needs, atHand, keys } = parts;
  const { account, folder, stack } = closed;
  const store = await needs.parts.openStore({ folder, now: needs.now, readers: 1 });
  stack.add(() => store.dispose());
  const record = new LiveUpdatesRecord(store);
  await record.load();
  if (record.saved.former === null) return [];
  const held = atHand.find(account.id);
  const apiKey = held ?? (account.isKeyKept ? await keys.find(account, () => undefined) : null);
  return apiKey === null ? record.toAddressesLeft(null) : await restore(parts, closed, { record, apiKey });
}

async function restore(
  { needs }: SessionParts,
  { account, folder, stack }: Closed,
  { record, apiKey }: { readonly record: LiveUpdatesRecord; readonly apiKey: string },
): Promise<readonly AddressLeft[]> {
  const { parts, log, now } = needs;
  const { baseUrl, webUrl, username, authForm } = account;
  stack.add(log.hide(apiKey));
  const client = parts.createClient({
    credentials: { baseUrl, webUrl, username, apiKey },
    authForm,
    knowledge: await new ServiceMemory(folder, log).recall(),
    onLearned: () => undefined,
    onPaused: () => undefined,
  });
  stack.add(() => client.dispose());
  const registration = new CallbackRegistration({ client, record, now });
  const refusal = await registration.restore({ priority: 'user', signal: AbortSignal.timeout(WITHIN_MS) });
  if (refusal === null) return [];
  log.warn('live.notRestored');
  return record.toAddressesLeft(registration.current);
}
