/**
 * Who is signed in. Opens, replaces and closes the one account that everything else works on.
 *
 * SESSION-1 nothing is opened before the service accepted the key, but where this computer was asked to keep it.
 * SESSION-2 signing out stops everything and forgets the key; drafts, outbox and cache stay.
 * SESSION-3 one act at a time: a second sign-in waits for the first.
 * SESSION-4 the key is in memory and, where the desktop can, in its keychain; never in a file of ours, never in a line
 *           of the log.
 */
import type { AuthForm } from '#main/api/credentials.ts';
import type { SessionView } from '#shared/contract/index.ts';
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import type { ChangeSet } from '#shared/domain/sync.ts';
import type { StoreNotice } from '#main/store/api.ts';
import type { AccountNeeds, OpenAccount } from './account.ts';
import { parseServiceAddresses } from './addresses.ts';
import { openSession, type Opened, type Opening } from './opening.ts';
import type { Credentials, DemoService, Desktop } from './ports.ts';
import { SessionMemory, type RememberedAccount } from './session-memory.ts';
import { SessionNotes } from './session-notes.ts';
import { Serial } from '#shared/lib/serial.ts';
import { toAccountView } from './views.ts';

export interface SessionNeeds extends AccountNeeds {
  readonly dataFolder: string;
  readonly secrets: Desktop['secrets'];
  /** Mounts the demo service; called when somebody asks for it. */
  readonly startDemoService: () => Promise<DemoService>;
}

type Activity = Parameters<OpenAccount['sync']['setActivity']>[0];

export class Session {
  readonly #needs: SessionNeeds;
  readonly #memory: SessionMemory;
  readonly #notes: SessionNotes;
  readonly #turns = new Serial();
  readonly #ending = new AbortController();
  #current: Opened | null = null;
  #remembered: RememberedAccount | null = null;
  #activity: Activity | null = null;

  constructor(needs: SessionNeeds) {
    this.#needs = needs;
    this.#memory = new SessionMemory(needs.dataFolder);
    this.#notes = new SessionNotes(needs.now);
  }

  /** Recalls who was here last, and signs in again where this computer kept the key. */
  restore(): Promise<void> {
    return this.#turns.run(async () => {
      this.#remembered = (await this.#memory.find()) ?? null;
      if (this.#remembered === null || this.#needs.secrets === null) return;
      const apiKey = await this.#needs.secrets.find(toSecretName(this.#remembered));
      if (apiKey === null) return;
      const { authForm, ...account } = this.#remembered;
      const opening = { credentials: { ...account, apiKey }, knownForm: authForm, demo: null };
      await this.#noting(() => this.#open(opening));
    });
  }

  /**
   * Asks the service whether the key is good and opens the account. Throws `unauthorized`, `offline`, `timeout`,
   * `not-this-service`, `maintenance` or `validation`; the account that was open before stays open then.
   */
  signIn(typed: Credentials): Promise<SessionView> {
    return this.#turns.run(() => this.#signIn(typed, null));
  }

  /**
   * Signs in without a person. An account that was open here before needs no word with the service, which may be
   * away at the moment: sync tells how that goes.
   */
  signInUnattended(typed: Credentials): Promise<SessionView> {
    return this.#turns.run(() => {
      return this.#noting(() => {
        const { baseUrl } = parseServiceAddresses(typed);
        const known = this.#remembered;
        const isKnown = known?.baseUrl === baseUrl && known.username === typed.username;
        return this.#signIn(typed, isKnown ? known.authForm : null);
      });
    });
  }

  /** Mounts the demo service and signs in to it; both keep what happened there. */
  startDemo(): Promise<SessionView> {
    return this.#turns.run(async () => {
      if (this.#current?.isDemo !== true) {
        const demo = await this.#needs.startDemoService();
        await this.#open({ credentials: demo.credentials, knownForm: null, demo });
      }
      return await this.getView();
    });
  }

  signOut(): Promise<SessionView> {
    return this.#turns.run(async () => {
      const leaving = this.#current;
      await this.#close();
      this.#notes.clear();
      if (leaving?.isDemo === false) {
        await this.#needs.secrets?.remove(toSecretName(leaving.account.credentials));
      }
      this.#needs.log.info('session.closed');
      return await this.#tell();
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
    const current = this.#current;
    const who = current?.account.credentials ?? this.#remembered;
    const account = (await current?.account.store.getAccount({})) ?? null;
    return {
      state: current !== null ? 'signed-in' : this.#remembered === null ? 'signed-out' : 'key-needed',
      isDemo: current?.isDemo ?? false,
      baseUrl: who?.baseUrl ?? null,
      webUrl: who?.webUrl ?? null,
      username: who?.username ?? null,
      account: account === null ? null : toAccountView(account),
      canKeepKey: this.#needs.secrets !== null,
      notices: this.#notes.list,
    };
  }

  /** The open account. Throws `unauthorized` when nobody is signed in. */
  getAccount(): OpenAccount {
    if (this.#current !== null) return this.#current.account;
    throw new AppError({ code: 'unauthorized', message: 'nobody is signed in', outcome: 'not-accepted' });
  }

  findAccount(): OpenAccount | undefined {
    return this.#current?.account;
  }

  /** Whether somebody looks: also told to an account that is opened later. */
  setActivity(activity: Activity): void {
    this.#activity = activity;
    this.#current?.account.sync.setActivity(activity);
  }

  /** Ends what is running, also a sign-in that still waits for the service. */
  async dispose(): Promise<void> {
    this.#ending.abort();
    await this.#turns.run(() => this.#close());
  }

  async #signIn(typed: Credentials, knownForm: AuthForm | null): Promise<SessionView> {
    const credentials = { ...typed, ...parseServiceAddresses(typed) };
    const authForm = await this.#open({ credentials, knownForm, demo: null });
    await this.#remember(credentials, authForm);
    return await this.getView();
  }

  /** The account is open: that the next start will have to ask for more is no reason to say that it is not. */
  async #remember({ apiKey, ...account }: Credentials, authForm: AuthForm): Promise<void> {
    this.#remembered = { ...account, authForm };
    try {
      await this.#memory.save(this.#remembered);
      await this.#needs.secrets?.save(toSecretName(account), apiKey);
    } catch (error) {
      this.#needs.log.error('session.notRemembered', error);
    }
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

  /** Resolves with the form in which the service takes the credentials. */
  async #open(opening: Opening): Promise<AuthForm> {
    const stayed = this.#current;
    const steps = {
      dataFolder: this.#needs.dataFolder,
      ending: this.#ending.signal,
      makeRoom: async () => {
        await this.#close();
        this.#notes.clear();
      },
      onStoreNotice: (notice: StoreNotice) => this.#notes.noteStore(notice),
      onChange: (changes: ChangeSet) => this.#storeChanged(changes),
    };
    try {
      this.#current = await openSession(this.#needs, opening, steps);
    } catch (error) {
      if (stayed !== null && this.#current === null) await this.#tell();
      throw error;
    }
    const { account, authForm, isDemo } = this.#current;
    if (this.#activity !== null) account.sync.setActivity(this.#activity);
    this.#needs.log.info('session.opened', { isDemo, isProbed: opening.knownForm === null });
    await this.#tell();
    return authForm;
  }

  async #close(): Promise<void> {
    const leaving = this.#current;
    this.#current = null;
    await leaving?.end();
  }

  #storeChanged(changes: ChangeSet): void {
    if (!changes.account && !changes.everything) return;
    const current = this.#current;
    this.getView().then(
      // Who has left meanwhile must not come back by a late word.
      (view) => this.#current === current && this.#needs.notices.sessionChanged(view),
      (error: unknown) => this.#needs.log.error('session.viewFailed', error),
    );
  }

  async #tell(): Promise<SessionView> {
    const view = await this.getView();
    this.#needs.notices.accountChanged(view, this.#current?.account.getStatus() ?? null);
    return view;
  }
}

const toSecretName = ({ baseUrl, username }: Pick<Credentials, 'baseUrl' | 'username'>): string =>
  `${username} ${baseUrl}`;
