import { CallbackRegistration } from '#main/services/live-updates/callback-registration.ts';
import { LiveUpdatesRecord, type AddressLeft } from '#main/services/live-updates/live-updates-record.ts';
import { AppError } from '#shared/domain/app-error.ts';
import { DisposeStack } from '#shared/lib/disposable.ts';
import { deleteFolder, ServiceFile, toAccountFolder } from './account-files.ts';
import type { ActiveAccount } from './active-account.ts';
import type { CredentialStore } from './credential-store.ts';
import type { AccountNeeds } from './open-account.ts';
import type { RememberedAccount, RememberedAccounts } from './remembered-accounts.ts';
import type { SessionState } from './session-state.ts';

export interface AccountRemovalNeeds extends AccountNeeds {
  readonly accounts: RememberedAccounts;
  readonly keys: CredentialStore;
  readonly state: SessionState;
  readonly active: ActiveAccount;
  /** Deletes a folder with all that is in it; the disk's own way unless told. */
  readonly deleteFolder?: ((folder: string) => Promise<void>) | undefined;
}

/** Removing an account waits no longer for its service. */
const RESTORE_WITHIN_MS = 4_000;

/** Removes accounts from this computer: files, key, and the callback addresses at the service. */
export class AccountRemoval {
  readonly #needs: AccountRemovalNeeds;

  constructor(needs: AccountRemovalNeeds) {
    this.#needs = needs;
  }

  /**
   * Deletes what this computer has of an account: databases, pictures, what the app learned about its service, its key. What
   * it has at the service stays. Throws `not-found`, and `disk` where a file could not be deleted: the account then stays
   * listed as removed in part, cannot be opened, and the next start goes on.
   */
  async remove(accountId: string): Promise<void> {
    const { accounts, active, state, keys, log } = this.#needs;
    const account = accounts.find(accountId);
    if (account === undefined) throw toNotFound();
    if (active.has(accountId)) {
      const left = await active.leave();
      state.clearNotices();
      state.noteLeft(account, left, { isKept: false });
    } else if (account.removal === null) {
      state.noteLeft(account, await this.#leaveClosed(account), { isKept: false });
    }
    keys.release(account);
    // Written first: whatever ends the app from here on, the next start goes on.
    await accounts.update(account, { isSignedOut: true, removal: 'files' });
    try {
      await this.finish(account);
      log.info('session.accountRemoved');
    } finally {
      await state.announceAccount();
    }
  }

  /** Deletes what is left of an account that is noted as removed. Throws `disk`: then it stays noted so. */
  async finish(account: RememberedAccount): Promise<void> {
    const { accounts, keys, dataFolder, deleteFolder: remove = deleteFolder } = this.#needs;
    await keys.remove(account, account.isKeyKept);
    await remove(toAccountFolder(dataFolder, account.id));
    await accounts.update(account, { removal: 'key' });
  }

  /** Goes on with what an earlier run could not delete. Never rejects. */
  async finishAll(): Promise<void> {
    const { accounts, state, log } = this.#needs;
    for (const account of accounts.list.filter(({ removal }) => removal !== null)) {
      try {
        await this.finish(account);
      } catch (error) {
        log.error('session.notRemoved', error);
      }
    }
    state.announce();
  }

  /**
   * Puts back what the callback addresses of an account that is not open have replaced at the service, where its key can be
   * had: only this computer knows it. Nothing else runs for the account meanwhile. Resolves with the addresses of which that
   * could not be done. Never rejects.
   */
  async #leaveClosed(account: RememberedAccount): Promise<readonly AddressLeft[]> {
    const { log } = this.#needs;
    const stack = new DisposeStack();
    const noteFailure = (error: unknown): readonly AddressLeft[] => {
      log.error('session.notLeft', error);
      return [];
    };
    const left = await this.#restoreAddresses(account, stack).catch(noteFailure);
    await stack.dispose().catch(noteFailure);
    return left;
  }

  async #restoreAddresses(account: RememberedAccount, stack: DisposeStack): Promise<readonly AddressLeft[]> {
    const { parts, log, now, dataFolder, keys } = this.#needs;
    const folder = toAccountFolder(dataFolder, account.id);
    const store = await parts.openStore({ folder, now, readers: 1 });
    stack.add(() => store.dispose());
    const record = new LiveUpdatesRecord(store);
    await record.load();
    if (record.saved.former === null) return [];
    const apiKey = await keys.find(account);
    if (apiKey === null) return record.toAddressesLeft(null);
    const { baseUrl, webUrl, username, authForm } = account;
    stack.add(log.hide(apiKey));
    const client = parts.createClient({
      credentials: { baseUrl, webUrl, username, apiKey },
      authForm,
      knowledge: await new ServiceFile(folder, log).read(),
      onLearned: () => undefined,
      onPaused: () => undefined,
    });
    stack.add(() => client.dispose());
    const registration = new CallbackRegistration({ client, record, now });
    const refusal = await registration.restore({ priority: 'user', signal: AbortSignal.timeout(RESTORE_WITHIN_MS) });
    if (refusal === null) return [];
    log.warn('live.notRestored');
    return record.toAddressesLeft(registration.current);
  }
}

export function toNotFound(): AppError {
  return new AppError({ code: 'not-found', message: 'no such account on this computer', outcome: 'refused' });
}
