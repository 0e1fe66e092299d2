/**
 * Who is signed in. Opens, replaces and closes the one account that everything else works on.
 *
 * SESSION-1 nothing goes to the service before it accepted the key, but with one that this computer was asked to keep.
 * SESSION-2 signing out stops everything and forgets the key; drafts, outbox and cache stay, and nobody reads them, now
 *           or after a restart, until somebody signs in.
 * SESSION-3 one act at a time: a second sign-in waits for the first.
 * SESSION-4 the key is in memory and, where a person wished it, in the keyring of the computer; never in a file of ours,
 *           never in a line of the log.
 * SESSION-5 who did not sign out can read and write on what is kept here also without the key; nothing of it is lost
 *           when the key comes.
 */
import type { AuthForm } from '#main/api/credentials.ts';
import type { SessionView } from '#shared/contract/index.ts';
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import type { AccountNeeds, OpenAccount } from './account.ts';
import { AccountSlot } from './account-slot.ts';
import { parseServiceAddresses } from './addresses.ts';
import type { Credentials, DemoService, Desktop } from '../ports.ts';
import { KeyKeeper } from './key-keeper.ts';
import { SessionMemory, type RememberedAccount } from './session-memory.ts';
import { SessionNotes } from './session-notes.ts';
import { toSessionView } from './session-view.ts';
import { Serial } from '#shared/lib/serial.ts';

export interface SessionNeeds extends AccountNeeds {
  readonly dataFolder: string;
  readonly secrets: Desktop['secrets'];
  /** Mounts the demo service; called when somebody asks for it. */
  readonly startDemoService: () => Promise<DemoService>;
}

export class Session {
  readonly #needs: SessionNeeds;
  readonly #memory: SessionMemory;
  readonly #notes: SessionNotes;
  readonly #keys: KeyKeeper;
  readonly #slot: AccountSlot;
  readonly #turns = new Serial();
  readonly #ending = new AbortController();

  constructor(needs: SessionNeeds) {
    this.#needs = needs;
    const { dataFolder, log, now } = needs;
    this.#memory = new SessionMemory(dataFolder, log);
    this.#keys = new KeyKeeper({ ...needs, memory: this.#memory, turns: this.#turns, onChange: () => this.#retell() });
    this.#notes = new SessionNotes(now);
    this.#slot = new AccountSlot({
      account: needs,
      dataFolder,
      notes: this.#notes,
      ending: this.#ending.signal,
      onChange: (changes) => (changes.account || changes.everything) && this.#retell(),
      onLearned: () => this.#retell(),
      tell: () => this.#tell(),
    });
  }

  /**
   * Opens the account that was here last, with its key where that is kept and can be had, else on what is kept here.
   * `awaited` is about to sign in without a person: what is theirs is left to them.
   */
  restore(awaited: Credentials | null = null): Promise<void> {
    return this.#turns.run(async () => {
      const account = await this.#memory.recall();
      const isAwaited = awaited !== null && this.#memory.isOf({ ...awaited, ...parseServiceAddresses(awaited) });
      const opens = account !== null && !account.isSignedOut && !isAwaited;
      const apiKey = opens && account.isKeyKept ? await this.#findKey(account) : null;
      if (!opens || !account.isKeyKept) await this.#keys.look(opens || isAwaited);
      if (opens) await this.#reopen(account, apiKey);
    });
  }

  /**
   * Asks the service whether the key is good and opens the account. Throws `unauthorized`, `offline`, `timeout`,
   * `not-this-service`, `maintenance` or `validation`; the account that was open before stays open then.
   */
  signIn({ keepsKey, ...typed }: Credentials & { readonly keepsKey: boolean }): Promise<SessionView> {
    return this.#turns.run(async () => {
      const credentials = await this.#signIn(typed, null);
      if (keepsKey) await this.#keys.keep(credentials);
      else if (this.#memory.account?.isKeyKept === true) await this.#keys.forget(credentials);
      return await this.getView();
    });
  }

  /**
   * Signs in without a person. An account that was open here before needs no word with the service, which may be
   * away at the moment: sync tells how that goes.
   */
  signInUnattended(typed: Credentials): Promise<SessionView> {
    return this.#turns.run(async () => {
      await this.#noting(() => {
        const isKnown = this.#memory.isOf({ ...typed, ...parseServiceAddresses(typed) });
        return this.#signIn(typed, isKnown ? (this.#memory.account?.authForm ?? null) : null);
      });
      return await this.getView();
    });
  }

  /** Asks the keyring once more for what it did not do: to give the key, to keep it, or to forget it. */
  askKeyring(): Promise<SessionView> {
    return this.#turns.run(async () => {
      const { account } = this.#memory;
      const { unkept } = this.#keys;
      if (account?.isKeyKept === true && account.isSignedOut) await this.#keys.forget(account);
      else if (account?.isKeyKept === true && this.#isKeyMissing(account)) {
        const apiKey = await this.#findKey(account);
        if (apiKey !== null) await this.#reopen(account, apiKey);
      } else if (unkept !== null) await this.#keys.keep(unkept);
      else await this.#keys.look();
      return await this.getView();
    });
  }

  /** Mounts the demo service and signs in to it; both keep what happened there. */
  startDemo(): Promise<SessionView> {
    return this.#turns.run(async () => {
      if (this.#slot.current?.isDemo !== true) {
        const demo = await this.#needs.startDemoService();
        await this.#slot.open({ credentials: demo.credentials, knownForm: null, demo });
        this.#keys.letGo();
      }
      return await this.getView();
    });
  }

  signOut(): Promise<SessionView> {
    return this.#turns.run(async () => {
      const isLeavingDemo = this.#slot.current?.isDemo === true;
      await this.#slot.close();
      this.#keys.letGo();
      this.#notes.clear();
      this.#needs.log.info('session.closed');
      if (!isLeavingDemo) await this.#memory.note({ isSignedOut: true });
      await this.#tell();
      const { account } = this.#memory;
      if (!isLeavingDemo && account !== null) await this.#keys.forget(account, account.isKeyKept);
      return await this.getView();
    });
  }

  /** A person has read what the view had to tell. */
  async dismissNotices(): Promise<SessionView> {
    this.#notes.clear();
    const view = await this.getView();
    this.#needs.notices.sessionChanged(view);
    return view;
  }

  async getView(): Promise<SessionView> {
    await this.#slot.whenSettled();
    const current = this.#slot.current;
    const account = (await current?.account.store.getAccount({})) ?? null;
    const remembered = this.#memory.account;
    return toSessionView({ current, account, remembered, keyring: this.#keys.state, notices: this.#notes.list });
  }

  /** The open account. Throws `unauthorized` when nobody is signed in. */
  getAccount(): OpenAccount {
    if (this.#slot.current !== null) return this.#slot.current.account;
    throw new AppError({ code: 'unauthorized', message: 'nobody is signed in', outcome: 'not-accepted' });
  }

  findAccount(): OpenAccount | undefined {
    return this.#slot.current?.account;
  }

  /** Whether somebody looks: also told to an account that is opened later. */
  setActivity(activity: Parameters<AccountSlot['setActivity']>[0]): void {
    this.#slot.setActivity(activity);
  }

  /** Ends what is running, also a sign-in that still waits for the service. */
  async dispose(): Promise<void> {
    this.#ending.abort();
    this.#keys.dispose();
    await this.#turns.run(() => this.#slot.close());
  }

  async #signIn(typed: Credentials, knownForm: AuthForm | null): Promise<Credentials> {
    const credentials = { ...typed, ...parseServiceAddresses(typed) };
    const before = this.#memory.account;
    const isSame = this.#memory.isOf(credentials);
    const authForm = await this.#slot.open({ credentials, knownForm, demo: null });
    this.#keys.letGo();
    // The key of somebody who was here before them is not theirs to leave behind.
    if (before?.isKeyKept === true && !isSame) await this.#keys.forget(before);
    const { baseUrl, webUrl, username } = credentials;
    const isKeyKept = isSame && before?.isKeyKept === true;
    await this.#memory.keep({ baseUrl, webUrl, username, authForm, isSignedOut: false, isKeyKept });
    return credentials;
  }

  #findKey(account: RememberedAccount): Promise<string | null> {
    return this.#keys.find(account, (key) => (this.#isKeyMissing(account) ? this.#reopen(account, key) : undefined));
  }

  /** Without asking the service, which may be away. */
  async #reopen({ baseUrl, webUrl, username, authForm }: RememberedAccount, apiKey: string | null): Promise<void> {
    const opening = { credentials: { baseUrl, webUrl, username, apiKey }, knownForm: authForm, demo: null };
    await this.#noting(() => this.#slot.open(opening));
  }

  /** Whether that account is open, and only its key is not here. */
  #isKeyMissing({ baseUrl, username }: RememberedAccount): boolean {
    const open = this.#slot.current?.account.credentials;
    return open?.apiKey === null && open.baseUrl === baseUrl && open.username === username;
  }

  /** Nobody waits for the answer of this act: the next person who looks is told why it failed. */
  async #noting<Output>(act: () => Promise<Output>): Promise<Output> {
    try {
      return await act();
    } catch (error) {
      if (isAppError(error) && !this.#ending.signal.aborted) {
        this.#notes.noteNotOpened(error);
        this.#needs.notices.sessionChanged(await this.getView());
      }
      throw error;
    }
  }

  #retell(): void {
    const current = this.#slot.current;
    // Who has left meanwhile must not come back by a late word.
    const isStill = (): boolean => this.#slot.current === current;
    this.getView().then(
      (view) => isStill() && this.#needs.notices.sessionChanged(view),
      (error: unknown) => isStill() && this.#needs.log.error('session.viewFailed', error),
    );
  }

  async #tell(): Promise<SessionView> {
    const view = await this.getView();
    this.#needs.notices.accountChanged(view, this.#slot.current?.account.getStatus() ?? null);
    return view;
  }
}
