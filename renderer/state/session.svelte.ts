import type { Reply, RequestInput, SessionView, SwitchboardBridge } from '#shared/contract/index.ts';
import type { Feature } from '#shared/domain/features.ts';

export type Screen = 'loading' | 'sign-in' | 'inbox';

/** Who is signed in, as main says, and which screen follows from it. */
export class Session {
  #view = $state<SessionView | null>(null);
  #news = 0;
  #isAskingForKey = $state(false);
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
      return this.#view.state === 'signed-in' && !this.#isAskingForKey ? 'inbox' : 'sign-in';
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

  async refresh(): Promise<void> {
    const news = this.#news;
    const reply = await this.#bridge.request('session.get', {});
    if (reply.ok && news === this.#news) this.#set(reply.value);
  }

  signIn(input: Omit<RequestInput<'session.signIn'>, 'requestId'>): Promise<Reply<SessionView>> {
    return this.#enter(this.#bridge.request('session.signIn', { requestId: crypto.randomUUID(), ...input }));
  }

  startDemo(): Promise<Reply<SessionView>> {
    return this.#enter(this.#bridge.request('session.startDemo', { requestId: crypto.randomUUID() }));
  }

  /** Once more: to give the key, to keep it or to forget it, whichever it did not do. What comes of it is in the view. */
  async askKeyring(): Promise<Reply<SessionView>> {
    const reply = await this.#bridge.request('session.askKeyring', { requestId: crypto.randomUUID() });
    if (reply.ok) this.#set(reply.value);
    return reply;
  }

  signOut(): Promise<Reply<SessionView>> {
    return this.#enter(this.#bridge.request('session.signOut', { requestId: crypto.randomUUID() }));
  }

  /** A person has read what happened to the files; they stay where main does not answer. */
  async dismissNotices(): Promise<void> {
    const reply = await this.#bridge.request('session.dismissNotices', { requestId: crypto.randomUUID() });
    if (reply.ok) this.#set(reply.value);
  }

  dispose(): void {
    for (const undo of this.#undo) undo();
  }

  async #enter(asked: Promise<Reply<SessionView>>): Promise<Reply<SessionView>> {
    const reply = await asked;
    if (reply.ok) {
      this.#isAskingForKey = false;
      this.#set(reply.value);
    }
    return reply;
  }

  #set(view: SessionView): void {
    // The keyring gave it after all: nobody needs to enter it.
    if (this.#view?.isKeyMissing === true && !view.isKeyMissing) this.#isAskingForKey = false;
    this.#view = view;
    this.#news += 1;
  }
}
