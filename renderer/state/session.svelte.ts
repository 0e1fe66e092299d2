import type { Reply, RequestInput, SessionView, SwitchboardBridge } from '#shared/contract/index.ts';

/** Who is signed in, as main says. Null until main said it for the first time. */
export class Session {
  #view = $state<SessionView | null>(null);
  readonly #bridge: SwitchboardBridge;
  readonly #undo: readonly (() => void)[];

  constructor(bridge: SwitchboardBridge) {
    this.#bridge = bridge;
    this.#undo = [
      bridge.on('session.changed', ({ session }) => this.#set(session)),
      bridge.onResync(() => void this.refresh()),
    ];
  }

  get view(): SessionView | null {
    return this.#view;
  }

  async refresh(): Promise<void> {
    const reply = await this.#bridge.request('session.get', {});
    if (reply.ok) this.#set(reply.value);
  }

  signIn(input: Omit<RequestInput<'session.signIn'>, 'requestId'>): Promise<Reply<SessionView>> {
    return this.#keep(this.#bridge.request('session.signIn', { requestId: crypto.randomUUID(), ...input }));
  }

  startDemo(): Promise<Reply<SessionView>> {
    return this.#keep(this.#bridge.request('session.startDemo', { requestId: crypto.randomUUID() }));
  }

  signOut(): Promise<Reply<SessionView>> {
    return this.#keep(this.#bridge.request('session.signOut', { requestId: crypto.randomUUID() }));
  }

  async #keep(asked: Promise<Reply<SessionView>>): Promise<Reply<SessionView>> {
    const reply = await asked;
    if (reply.ok) this.#set(reply.value);
    return reply;
  }

  #set(view: SessionView): void {
    this.#view = view;
  }

  dispose(): void {
    for (const undo of this.#undo) undo();
  }
}
