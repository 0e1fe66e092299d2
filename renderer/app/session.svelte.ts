import type { Reply, RequestInput, SessionView, SwitchboardBridge } from '#shared/contract/index.ts';
import type { Feature } from '#shared/domain/features.ts';
import { Latest } from '#renderer/lib/async.ts';

export type Screen = 'loading' | 'sign-in' | 'inbox';

/** Who is signed in, as main says, and which screen follows from it. */
export class Session {
  #view = $state<SessionView | null>(null);
  readonly #latest = new Latest();
  #isAskingForKey = $state(false);
  #isAddingAccount = $state(false);
  #beforeLeaving: readonly (() => Promise<void>)[] = [];
  readonly #bridge: SwitchboardBridge;
  readonly #undo: readonly (() => void)[];
  /** A key that stops working, or is missing, leaves the inbox readable: only a person leaves it, to enter a new one. */
  readonly screen: Screen;
  readonly isKeyNeeded: boolean;

  constructor(bridge: SwitchboardBridge) {
    this.#bridge = bridge;
    this.#undo = [
      bridge.on('session.changed', ({ session }) => this.#set(session)),
      bridge.onResync(() => void this.refresh()),
    ];
    this.isKeyNeeded = $derived(this.#view?.state === 'key-needed');
    this.screen = $derived.by(() => {
      if (this.#view === null) return 'loading';
      const isElsewhere = this.#isAskingForKey || this.#isAddingAccount;
      return this.#view.state === 'signed-in' && !isElsewhere ? 'inbox' : 'sign-in';
    });
  }

  /** Null until main said it for the first time. */
  get view(): SessionView | null {
    return this.#view;
  }

  /** Whether the service of this account has a feature, as far as is known. */
  has(feature: Feature): boolean {
    return this.#view?.absentFeatures.includes(feature) !== true;
  }

  /** Whether the sign-in screen stands over an inbox that one can go back to. */
  get isAskingForKey(): boolean {
    return this.#isAskingForKey;
  }

  askForKey(): void {
    this.#isAskingForKey = true;
  }

  stopAskingForKey(): void {
    this.#isAskingForKey = false;
  }

  /** Whether the sign-in screen asks for another account; the open one stays open until the service accepted that. */
  get isAddingAccount(): boolean {
    return this.#isAddingAccount;
  }

  addAccount(): void {
    this.#isAddingAccount = true;
  }

  stopAddingAccount(): void {
    this.#isAddingAccount = false;
  }

  /** Tells accounts apart: what belongs to one is not shown, nor written, for another. */
  get identity(): string {
    const { baseUrl, username, isDemo } = this.#view ?? {};
    return toIdentity({ baseUrl, username, isDemo });
  }

  /** Has something done, drafts saved for one, before this window turns to another account. Returns its own undo. */
  beforeLeaving(run: () => Promise<void>): () => void {
    this.#beforeLeaving = [...this.#beforeLeaving, run];
    return () => {
      this.#beforeLeaving = this.#beforeLeaving.filter((other) => other !== run);
    };
  }

  async refresh(): Promise<void> {
    const isLatest = this.#latest.begin();
    const reply = await this.#bridge.request('session.get', {});
    if (reply.ok && isLatest()) this.#set(reply.value);
  }

  signIn(input: Omit<RequestInput<'session.signIn'>, 'requestId'>): Promise<Reply<SessionView>> {
    return this.#enter((requestId) => this.#bridge.request('session.signIn', { requestId, ...input }));
  }

  startDemo(): Promise<Reply<SessionView>> {
    return this.#enter((requestId) => this.#bridge.request('session.startDemo', { requestId }));
  }

  /** Opens another account of this computer on what is kept of it. */
  openAccount(accountId: string): Promise<Reply<SessionView>> {
    return this.#enter((requestId) => this.#bridge.request('accounts.open', { requestId, accountId }));
  }

  /** Deletes what is kept of an account; where it was the open one, nobody is signed in afterwards. */
  async removeAccount(accountId: string): Promise<Reply<SessionView>> {
    const input = { requestId: crypto.randomUUID(), accountId };
    const reply = await this.#bridge.request('accounts.remove', input);
    if (reply.ok) this.#set(reply.value);
    return reply;
  }

  /** Once more: to give the key, to keep it or to forget it, whichever it did not do. What comes of it is in the view. */
  async askKeyring(): Promise<Reply<SessionView>> {
    const reply = await this.#bridge.request('session.askKeyring', { requestId: crypto.randomUUID() });
    if (reply.ok) this.#set(reply.value);
    return reply;
  }

  signOut(): Promise<Reply<SessionView>> {
    return this.#enter((requestId) => this.#bridge.request('session.signOut', { requestId }));
  }

  /** A person has read what happened to the files; they stay where main does not answer. */
  async dismissNotices(): Promise<void> {
    const reply = await this.#bridge.request('session.dismissNotices', { requestId: crypto.randomUUID() });
    if (reply.ok) this.#set(reply.value);
  }

  dispose(): void {
    for (const undo of this.#undo) undo();
  }

  async #enter(ask: (requestId: string) => Promise<Reply<SessionView>>): Promise<Reply<SessionView>> {
    if (this.#beforeLeaving.length > 0) await Promise.all(this.#beforeLeaving.map((run) => run()));
    const reply = await ask(crypto.randomUUID());
    if (reply.ok) {
      this.#isAskingForKey = false;
      this.#isAddingAccount = false;
      this.#set(reply.value);
    }
    return reply;
  }

  #set(view: SessionView): void {
    // The keyring gave it after all: nobody needs to enter it.
    if (this.#view?.isKeyMissing === true && !view.isKeyMissing) this.#isAskingForKey = false;
    this.#view = view;
    this.#latest.cancel();
  }
}

/** Names an account of this computer in what the page keeps for it. */
export function toIdentity(account: {
  readonly baseUrl: string | null | undefined;
  readonly username: string | null | undefined;
  readonly isDemo: boolean | undefined;
}): string {
  return JSON.stringify([account.baseUrl, account.username, account.isDemo]);
}
