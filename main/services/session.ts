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
import type { ProbeResult } from '#main/api/probe.ts';
import type { SessionView } from '#shared/contract/index.ts';
import { AppError } from '#shared/domain/app-error.ts';
import type { ChangeSet } from '#shared/domain/sync.ts';
import { DisposeStack } from '#shared/lib/disposable.ts';
import { openAccount, toAccountFolder, type AccountNeeds, type OpenAccount } from './account.ts';
import { parseServiceAddresses } from './addresses.ts';
import type { AccountClient, Credentials, DemoService, Desktop } from './ports.ts';
import { SessionMemory, type RememberedAccount } from './session-memory.ts';
import { Turns } from './turns.ts';
import { toAccountView } from './views.ts';

export interface SessionNeeds extends AccountNeeds {
  readonly dataFolder: string;
  readonly secrets: Desktop['secrets'];
  /** Mounts the demo service; called when somebody asks for it. */
  readonly startDemoService: () => Promise<DemoService>;
}

type Activity = Parameters<OpenAccount['sync']['setActivity']>[0];

interface Current {
  readonly account: OpenAccount;
  readonly isDemo: boolean;
  readonly end: () => Promise<void>;
}

interface Opening {
  readonly credentials: Credentials;
  /** Null: the service is asked first. Otherwise the form in which it took the credentials when it was. */
  readonly knownForm: AuthForm | null;
  /** The demo service that this account lives on; ends with the session. */
  readonly demo: DemoService | null;
}

const PROBE_WITHIN_MS = 20_000;

export class Session {
  readonly #needs: SessionNeeds;
  readonly #memory: SessionMemory;
  readonly #turns = new Turns();
  readonly #ending = new AbortController();
  #current: Current | null = null;
  #remembered: RememberedAccount | null = null;
  #activity: Activity | null = null;

  constructor(needs: SessionNeeds) {
    this.#needs = needs;
    this.#memory = new SessionMemory(needs.dataFolder);
  }

  /** Recalls who was here last, and signs in again where this computer kept the key. */
  restore(): Promise<void> {
    return this.#turns.take(async () => {
      this.#remembered = (await this.#memory.find()) ?? null;
      if (this.#remembered === null || this.#needs.secrets === null) return;
      const apiKey = await this.#needs.secrets.find(toSecretName(this.#remembered));
      if (apiKey === null) return;
      const { authForm, ...account } = this.#remembered;
      await this.#open({ credentials: { ...account, apiKey }, knownForm: authForm, demo: null });
    });
  }

  /**
   * Asks the service whether the key is good and opens the account. Throws `unauthorized`, `offline`, `timeout`,
   * `not-this-service`, `maintenance` or `validation`; the account that was open before stays open then.
   */
  signIn(typed: Credentials): Promise<SessionView> {
    return this.#turns.take(() => this.#signIn(typed, null));
  }

  /**
   * Signs in without a person. An account that was open here before needs no word with the service, which may be
   * away at the moment: sync tells how that goes.
   */
  signInUnattended(typed: Credentials): Promise<SessionView> {
    return this.#turns.take(() => {
      const { baseUrl } = parseServiceAddresses(typed);
      const known = this.#remembered;
      const isKnown = known?.baseUrl === baseUrl && known.username === typed.username;
      return this.#signIn(typed, isKnown ? known.authForm : null);
    });
  }

  /** Mounts the demo service and signs in to it; both keep what happened there. */
  startDemo(): Promise<SessionView> {
    return this.#turns.take(async () => {
      if (this.#current?.isDemo !== true) {
        const demo = await this.#needs.startDemoService();
        await this.#open({ credentials: demo.credentials, knownForm: null, demo });
      }
      return await this.getView();
    });
  }

  signOut(): Promise<SessionView> {
    return this.#turns.take(async () => {
      const leaving = this.#current;
      await this.#close();
      if (leaving?.isDemo === false) {
        await this.#needs.secrets?.remove(toSecretName(leaving.account.credentials));
      }
      this.#needs.log.info('session.closed');
      return await this.#tell();
    });
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
    await this.#turns.take(() => this.#close());
  }

  async #signIn(typed: Credentials, knownForm: AuthForm | null): Promise<SessionView> {
    const credentials = { ...typed, ...parseServiceAddresses(typed) };
    const authForm = await this.#open({ credentials, knownForm, demo: null });
    const { apiKey, ...account } = credentials;
    this.#remembered = { ...account, authForm };
    await this.#memory.save(this.#remembered);
    await this.#needs.secrets?.save(toSecretName(account), apiKey);
    return await this.getView();
  }

  /** Resolves with the form in which the service takes the credentials. */
  async #open(opening: Opening): Promise<AuthForm> {
    const { credentials, knownForm, demo } = opening;
    const stayed = this.#current;
    const stack = new DisposeStack();
    stack.add(async () => demo?.dispose());
    stack.add(this.#needs.log.hide(credentials.apiKey));
    try {
      const client = this.#needs.parts.createClient({ credentials, authForm: knownForm ?? undefined });
      const admission = knownForm === null ? await this.#probe(client) : null;
      await this.#close();
      const folder = toAccountFolder(this.#needs.dataFolder, demo === null ? credentials : null);
      const account = await openAccount(this.#needs, { credentials, client, folder });
      stack.add(() => account.dispose());
      if (admission !== null) await account.store.saveAccount({ account: admission.account });
      stack.add(account.store.onChange((changes) => this.#storeChanged(changes)));
      if (this.#activity !== null) account.sync.setActivity(this.#activity);
      this.#current = { account, isDemo: demo !== null, end: () => stack.dispose() };
      this.#needs.log.info('session.opened', { isDemo: demo !== null, isProbed: knownForm === null });
      await this.#tell();
      return admission?.authForm ?? knownForm ?? 'headers';
    } catch (error) {
      const isOldOneClosed = stayed !== null && this.#current === null;
      await stack.dispose();
      if (isOldOneClosed) await this.#tell();
      throw error;
    }
  }

  /** Throws what keeps us out, after closing the client. */
  async #probe(client: AccountClient): Promise<ProbeResult> {
    const signal = AbortSignal.any([this.#ending.signal, AbortSignal.timeout(PROBE_WITHIN_MS)]);
    try {
      return await client.probe({ priority: 'user', signal });
    } catch (error) {
      await client.dispose();
      throw error;
    }
  }

  async #close(): Promise<void> {
    const leaving = this.#current;
    this.#current = null;
    await leaving?.end();
  }

  #storeChanged(changes: ChangeSet): void {
    if (!changes.account && !changes.everything) return;
    this.getView().then(
      (view) => this.#needs.notices.sessionChanged(view),
      (error: unknown) => this.#needs.log.error('session.viewFailed', error),
    );
  }

  async #tell(): Promise<SessionView> {
    const view = await this.getView();
    this.#needs.notices.accountChanged(view);
    return view;
  }
}

const toSecretName = ({ baseUrl, username }: Pick<Credentials, 'baseUrl' | 'username'>): string =>
  `${username} ${baseUrl}`;
