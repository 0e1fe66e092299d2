/**
 * Which account is open. Opens, replaces and closes the one account that everything else works on.
 *
 * SESSION-1 nothing goes to the service before it accepted the key, except with a key that this computer was asked to keep
 *           or that was in use in this run.
 * SESSION-2 signing out stops everything and forgets the key; drafts, outbox and cache stay, and nobody reads them, now
 *           or after a restart, until the user signs in.
 * SESSION-3 one act at a time: a second sign-in waits for the first.
 * SESSION-4 the key is in memory and, where the user wants that, in the keyring of the computer; never in a file of ours,
 *           never in a line of the log.
 * SESSION-5 a user who did not sign out can read and write on what is kept here also without the key; nothing of it is
 *           lost when the key comes.
 * SESSION-6 accounts are switched without a loss: the one that leaves is closed to its end before the next is opened, asks
 *           its service nothing while it is closed, and nothing of it is seen or heard in another.
 * SESSION-7 removing an account deletes its files and its key. What could not be deleted is tried again at the next start,
 *           and the account is not opened before: also not at a sign-in, which begins anew.
 */
import type { AuthForm } from '#main/api/credentials.ts';
import type { saveJson } from '#main/platform/files.ts';
import { countClosed } from '#main/store/count-closed.ts';
import type { AccountContents, SessionView } from '#shared/contract/index.ts';
import { toAccountName } from '#shared/domain/account-name.ts';
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import { Serial } from '#shared/lib/serial.ts';
import { measureFolder } from '#main/services/health/folder-size.ts';
import type { HostPort } from '#main/services/host/host.ts';
import type { Credentials, DemoService } from './ports.ts';
import { toAccountFolder, toAccountId } from './account-files.ts';
import { AccountRemoval, toNotFound } from './account-removal.ts';
import { ActiveAccount, toReopening, toSignedOut, type Activity } from './active-account.ts';
import { CredentialStore } from './credential-store.ts';
import type { AccountNeeds, OpenAccount } from './open-account.ts';
import { RememberedAccounts, type RememberedAccount } from './remembered-accounts.ts';
import { SessionState } from './session-state.ts';
import { parseServiceAddresses } from './sign-in.ts';

export interface SessionNeeds extends AccountNeeds {
  readonly secrets: HostPort['secrets'];
  /** Mounts the demo service; called when the user asks for it. */
  readonly startDemoService: () => Promise<DemoService>;
  /** Deletes a folder with all that is in it; the disk's own way unless told. */
  readonly deleteFolder?: (folder: string) => Promise<void>;
  /** Writes `session.json`; the disk's own way unless told. */
  readonly saveSession?: typeof saveJson;
}

export class Session {
  readonly #needs: SessionNeeds;
  readonly #turns = new Serial();
  readonly #ending = new AbortController();
  readonly #accounts: RememberedAccounts;
  readonly #keys: CredentialStore;
  readonly #state: SessionState;
  readonly #active: ActiveAccount;
  readonly #removal: AccountRemoval;

  constructor(needs: SessionNeeds) {
    this.#needs = needs;
    const turns = this.#turns;
    const ending = this.#ending.signal;
    const accounts = new RememberedAccounts(needs.dataFolder, needs.log, needs.saveSession);
    const keys = new CredentialStore({ ...needs, accounts, turns, onChange: () => state.announce() });
    const state = new SessionState({ ...needs, accounts, keys, ending });
    const active = new ActiveAccount({ ...needs, accounts, keys, state, turns, ending });
    this.#accounts = accounts;
    this.#keys = keys;
    this.#state = state;
    this.#active = active;
    this.#removal = new AccountRemoval({ ...needs, accounts, keys, state, active });
  }

  /**
   * Opens the account that was open last, with its key where that is saved and can be had, else on what is kept here.
   * `awaited` is about to sign in without a user: that account is not opened, and its key stays in the keyring.
   */
  restore(awaited: Credentials | null = null): Promise<void> {
    return this.#turns.run(async () => {
      const accounts = this.#accounts;
      await accounts.load();
      if (accounts.list.some(({ removal }) => removal !== null)) void this.#turns.run(() => this.#removal.finishAll());
      const account = accounts.active;
      const isAwaited = awaited !== null && toTypedId(awaited) === account?.id;
      const opens = account !== null && !account.isSignedOut && !isAwaited;
      const apiKey = opens ? await this.#findKey(account) : null;
      if (!opens || !account.isKeyKept) await this.#keys.check(opens || isAwaited);
      if (opens) await this.#state.noteFailure(() => this.#openUnasked(account.id, apiKey));
    });
  }

  /**
   * Asks the service whether the key is good and opens the account. Throws `unauthorized`, `offline`, `timeout`,
   * `not-this-service`, `maintenance` or `validation`; the account that was open before stays open then.
   */
  signIn({ keepsKey, ...typed }: Credentials & { readonly keepsKey: boolean }): Promise<SessionView> {
    return this.#act(async () => {
      const credentials = await this.#signIn(typed, null);
      if (keepsKey) await this.#keys.save(credentials);
      else if (this.#accounts.active?.isKeyKept === true) await this.#keys.remove(credentials);
    });
  }

  /**
   * Signs in without a user. An account that was open here before is opened without asking the service, which may be away
   * at the moment: sync tells how that goes.
   */
  signInUnattended(typed: Credentials): Promise<SessionView> {
    return this.#act(() =>
      this.#state.noteFailure(() => this.#signIn(typed, this.#accounts.find(toTypedId(typed))?.authForm ?? null)),
    );
  }

  /** Asks the keyring once more for what it did not do: to give the key, to save it, or to remove it. */
  askKeyring(): Promise<SessionView> {
    return this.#act(async () => {
      const account = this.#accounts.active;
      if (account === null) await this.#keys.check();
      else await this.#askKeyring(account);
    });
  }

  /** Mounts the demo service and signs in to it; both keep what happened there. */
  startDemo(): Promise<SessionView> {
    return this.#act(async () => {
      if (this.#state.current?.isDemo !== true) await this.#active.openDemo();
    });
  }

  /**
   * Opens another account of this computer on what is kept here, with its key where that is at hand. Throws `not-found`, and
   * `disk` where its files cannot be opened: the account that was open before stays open then.
   */
  openAccount(accountId: string): Promise<SessionView> {
    return this.#act(() => this.#switchTo(accountId));
  }

  /** What would go if the account were removed. Throws `not-found` or `disk`. */
  async countAccount(accountId: string): Promise<AccountContents> {
    if (this.#accounts.find(accountId) === undefined) throw toNotFound();
    const { dataFolder, now } = this.#needs;
    const folder = toAccountFolder(dataFolder, accountId);
    const open = this.#active.has(accountId) ? this.getAccount() : null;
    const { bytes } = await measureFolder(folder);
    if (open === null) return { accountId, bytes, ...(await countClosed(folder, now())) };
    const [owned, messages] = await Promise.all([open.store.countOwned({}), open.store.countMessages({})]);
    return { accountId, bytes, messages, ...owned };
  }

  /**
   * Deletes an account from this computer; nothing changes at the service, and no other account is opened. Throws
   * `not-found` or `disk`.
   */
  removeAccount(accountId: string): Promise<SessionView> {
    return this.#act(() => this.#removal.remove(accountId));
  }

  /** Deletes the copy of what the service of the open account has, and begins to read it again. Throws `disk`. */
  clearCopy(): Promise<SessionView> {
    return this.#act(() => this.#active.clearCopy());
  }

  signOut(): Promise<SessionView> {
    const state = this.#state;
    return this.#act(async () => {
      const leaving = state.current?.isDemo === true ? null : this.#accounts.active;
      const left = await this.#active.leave();
      state.clearNotices();
      this.#needs.log.info('session.closed');
      if (leaving !== null) {
        this.#keys.release(leaving);
        await this.#accounts.update(leaving, { isSignedOut: true });
        state.noteLeft(leaving, left, { isKept: true });
      }
      const removed = leaving === null ? null : this.#keys.remove(leaving, leaving.isKeyKept);
      await state.announceAccount();
      await removed;
    });
  }

  /** The user has read the notices of the view. */
  async dismissNotices(): Promise<SessionView> {
    this.#state.dismissNotices();
    const view = await this.getView();
    this.#needs.events.sessionChanged(view);
    return view;
  }

  getView(): Promise<SessionView> {
    return this.#state.getView();
  }

  /** The open account. Throws `unauthorized` when nobody is signed in, and `disk` while it is opened again. */
  getAccount(): OpenAccount {
    const { current, reopening } = this.#state;
    if (current !== null) return current;
    throw reopening === null ? toSignedOut() : toReopening();
  }

  /** The open account where it has that name, or whichever is open for undefined. Throws `unauthorized` for another name. */
  getAccountNamed(name: string | undefined): OpenAccount {
    const account = this.getAccount();
    const { credentials, isDemo } = account;
    if (name === undefined || name === toAccountName({ ...credentials, isDemo })) return account;
    throw new AppError({ code: 'unauthorized', message: 'another account is open', outcome: 'not-accepted' });
  }

  findAccount(): OpenAccount | undefined {
    return this.#state.current ?? undefined;
  }

  /** Whether the account that was on screen is just being opened again. */
  get isReopening(): boolean {
    return this.#state.reopening !== null;
  }

  /** Whether the user looks at the app: also told to an account that is opened later. */
  setActivity(activity: Activity): void {
    this.#active.setActivity(activity);
  }

  /** Ends what is running, also a sign-in that still waits for the service. */
  async dispose(): Promise<void> {
    this.#ending.abort();
    this.#keys.dispose();
    await this.#turns.run(() => this.#active.close());
    this.#keys.clearMemory();
  }

  /** SESSION-3. */
  #act(work: () => Promise<unknown>): Promise<SessionView> {
    return this.#turns.run(async () => {
      await work();
      return await this.getView();
    });
  }

  /**
   * With a key that the user, or the command line, has given. `knownForm`: without asking the service first. Throws what
   * the service answers, and `disk`, also where files of an account that was removed cannot be deleted.
   */
  async #signIn(typed: Credentials, knownForm: AuthForm | null): Promise<Credentials> {
    const credentials = { ...typed, ...parseServiceAddresses(typed) };
    const before = this.#accounts.find(toAccountId(credentials));
    // SESSION-7: what the user removed does not come back.
    if (before?.removal === 'files') await this.#removal.finish(before);
    await this.#active.open({ credentials, knownForm, demo: null });
    this.#keys.cancelSave(credentials);
    if (before?.isKeyKept === true && before.username !== credentials.username) await this.#keys.remove(before);
    return credentials;
  }

  /** Opens a remembered account without asking the service, which may be away. */
  async #openUnasked(id: string, apiKey: string | null): Promise<void> {
    const account = this.#accounts.find(id);
    if (account === undefined) return;
    const { baseUrl, webUrl, username, authForm } = account;
    await this.#active.open({ credentials: { baseUrl, webUrl, username, apiKey }, knownForm: authForm, demo: null });
  }

  async #switchTo(id: string): Promise<void> {
    const account = this.#accounts.find(id);
    if (account === undefined || account.removal !== null) throw toNotFound();
    if (account.isSignedOut) {
      await this.#askForKey(account);
      return;
    }
    const isOpen = this.#active.has(id);
    if (isOpen && !this.#isKeyMissing(account)) return;
    const apiKey = await this.#findKey(account);
    if (isOpen && apiKey === null) return;
    const former = this.#state.current;
    try {
      await this.#openUnasked(id, apiKey);
    } catch (error) {
      if (former !== null && this.#state.current === null && isAppError(error)) await this.#goBackTo(former);
      throw error;
    }
  }

  /** SESSION-2: nothing is opened of an account that was signed out of. */
  async #askForKey({ id }: RememberedAccount): Promise<void> {
    await this.#active.close();
    this.#state.clearNotices();
    await this.#accounts.activate(id);
    await this.#state.announceAccount();
  }

  async #goBackTo({ isDemo, credentials, authForm }: OpenAccount): Promise<void> {
    const back = isDemo ? this.#active.openDemo() : this.#active.open({ credentials, knownForm: authForm, demo: null });
    await back.catch((error: unknown) => this.#needs.log.error('session.notBack', error));
  }

  /** The key at hand; one that comes late from the keyring opens the account again if its key is still missing. */
  #findKey(account: RememberedAccount): Promise<string | null> {
    return this.#keys.find(account, (key) =>
      this.#isKeyMissing(account) ? this.#state.noteFailure(() => this.#openUnasked(account.id, key)) : undefined,
    );
  }

  /** Whether that account is open, and only its key is not here. */
  #isKeyMissing({ id }: RememberedAccount): boolean {
    return this.#active.has(id) && this.#state.current?.credentials.apiKey === null;
  }

  async #askKeyring(account: RememberedAccount): Promise<void> {
    const keys = this.#keys;
    const unsaved = keys.findUnsaved(account);
    if (account.isKeyKept && account.isSignedOut) await keys.remove(account);
    else if (account.isKeyKept && this.#isKeyMissing(account)) {
      const apiKey = await this.#findKey(account);
      if (apiKey !== null) await this.#state.noteFailure(() => this.#openUnasked(account.id, apiKey));
    } else if (unsaved !== null) await keys.save(unsaved);
    else await keys.check();
  }
}

const toTypedId = (typed: Credentials): string => toAccountId({ ...typed, ...parseServiceAddresses(typed) });
