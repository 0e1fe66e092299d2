/**
 * Who is signed in. Opens, replaces and closes the one account that everything else works on.
 *
 * SESSION-1 nothing is opened before the service accepted the key, but where this computer was asked to keep it.
 * SESSION-2 signing out stops everything and forgets the key; drafts, outbox and cache stay.
 * SESSION-3 one act at a time: a second sign-in waits for the first.
 * SESSION-4 the key is in memory and, where the desktop can, in its keychain; never in a file of ours, never in a line
 *           of the log.
 */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { SessionView } from '#shared/contract/index.ts';
import { AppError } from '#shared/domain/app-error.ts';
import type { ChangeSet } from '#shared/domain/sync.ts';
import { DisposeStack } from '#shared/lib/disposable.ts';
import { openAccount, toAccountFolder, type AccountNeeds, type OpenAccount } from './account.ts';
import { parseServiceAddresses } from './addresses.ts';
import type { Credentials, DemoService, Desktop, ServiceClient } from './ports.ts';
import { SessionMemory, type RememberedAccount } from './session-memory.ts';
import { Turns } from './turns.ts';
import { toAccountView } from './views.ts';

export interface SessionNeeds extends AccountNeeds {
  readonly dataFolder: string;
  readonly secrets: Desktop['secrets'];
  /** Mounts the demo service; called when somebody asks for it. */
  readonly startDemoService: () => Promise<DemoService>;
}

interface Current {
  readonly account: OpenAccount;
  readonly isDemo: boolean;
  readonly end: () => Promise<void>;
}

interface Opening {
  readonly credentials: Credentials;
  /** Whether the service is asked first. */
  readonly isProbed: boolean;
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
      await this.#open({ credentials: { ...this.#remembered, apiKey }, isProbed: false, demo: null });
    });
  }

  /**
   * Asks the service whether the key is good and opens the account. Throws `unauthorized`, `offline`, `timeout`,
   * `not-this-service`, `maintenance` or `validation`; the account that was open before stays open then.
   */
  signIn(typed: Credentials): Promise<SessionView> {
    return this.#turns.take(() => this.#signIn(typed, true));
  }

  /**
   * Signs in without a person. An account that was open here before needs no word with the service, which may be
   * away at the moment: sync tells how that goes.
   */
  signInUnattended(typed: Credentials): Promise<SessionView> {
    return this.#turns.take(() => {
      const { baseUrl } = parseServiceAddresses(typed);
      const isKnown = this.#remembered?.baseUrl === baseUrl && this.#remembered.username === typed.username;
      return this.#signIn(typed, !isKnown);
    });
  }

  /** Mounts the demo service and signs in to it. Its data begin anew each time, as the service itself does. */
  startDemo(): Promise<SessionView> {
    return this.#turns.take(async () => {
      if (this.#current?.isDemo !== true) {
        const demo = await this.#needs.startDemoService();
        await this.#open({ credentials: demo.credentials, isProbed: true, demo });
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

  /** Ends what is running, also a sign-in that still waits for the service. */
  async dispose(): Promise<void> {
    this.#ending.abort();
    await this.#turns.take(() => this.#close());
  }

  async #signIn(typed: Credentials, isProbed: boolean): Promise<SessionView> {
    const credentials = { ...typed, ...parseServiceAddresses(typed) };
    await this.#open({ credentials, isProbed, demo: null });
    await this.#memory.save(credentials);
    this.#remembered = { baseUrl: credentials.baseUrl, webUrl: credentials.webUrl, username: credentials.username };
    await this.#needs.secrets?.save(toSecretName(credentials), credentials.apiKey);
    return await this.getView();
  }

  async #open(opening: Opening): Promise<void> {
    const stack = new DisposeStack();
    stack.add(async () => opening.demo?.dispose());
    stack.add(this.#needs.log.hide(opening.credentials.apiKey));
    try {
      const client = await this.#admit(opening);
      await this.#close();
      const account = await openAccount(this.#needs, {
        credentials: opening.credentials,
        client,
        folder: await this.#prepareFolder(opening),
      });
      stack.add(() => account.dispose());
      stack.add(account.store.onChange((changes) => this.#storeChanged(changes)));
      this.#current = { account, isDemo: opening.demo !== null, end: () => stack.dispose() };
    } catch (error) {
      await stack.dispose();
      throw error;
    }
    this.#needs.log.info('session.opened', { isDemo: opening.demo !== null, isProbed: opening.isProbed });
    await this.#tell();
  }

  /** A client that the service let in. */
  async #admit({ credentials, isProbed }: Opening): Promise<ServiceClient> {
    const client = this.#needs.parts.createClient(credentials);
    if (!isProbed) return client;
    try {
      await client.probe({ signal: AbortSignal.any([this.#ending.signal, AbortSignal.timeout(PROBE_WITHIN_MS)]) });
      return client;
    } catch (error) {
      await client.dispose();
      throw error;
    }
  }

  async #prepareFolder({ credentials, demo }: Opening): Promise<string> {
    if (demo === null) return toAccountFolder(this.#needs.dataFolder, credentials);
    const folder = path.join(this.#needs.dataFolder, 'accounts', 'demo');
    await rm(folder, { recursive: true, force: true });
    return folder;
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

const toSecretName = ({ baseUrl, username }: RememberedAccount): string => `${username} ${baseUrl}`;
