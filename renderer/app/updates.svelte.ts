import type { Reply, SwitchboardBridge, UpdatesView } from '#shared/contract/index.ts';
import { LiveQuery } from '#renderer/lib/live-query.svelte.ts';

/** Newer versions of the app, as main knows of them. */
export class Updates {
  readonly #bridge: SwitchboardBridge;
  readonly #updates: LiveQuery<UpdatesView>;
  readonly #stop: () => void;
  /** The version that the user wants to hear no more of in this window. */
  #declined = $state<string | null>(null);

  constructor(bridge: SwitchboardBridge) {
    this.#bridge = bridge;
    this.#updates = new LiveQuery(bridge, { ask: () => bridge.request('updates.get', {}), events: [] });
    this.#stop = bridge.on('updates.changed', ({ updates }) => this.#updates.set(updates));
  }

  /** Null until main answers, and where this installation does not update itself. */
  get view(): UpdatesView | null {
    const view = this.#updates.value;
    return view?.state === 'absent' ? null : view;
  }

  /** Whether the user should be told that a newer one is here. */
  get isOffered(): boolean {
    const { view } = this;
    return view?.state === 'staged' && (view.isRestartWanted || view.version !== this.#declined);
  }

  decline(): void {
    this.#declined = this.view?.version ?? null;
  }

  check(): Promise<Reply<UpdatesView>> {
    return this.#take(this.#bridge.request('updates.check', {}));
  }

  /** Restarts once nothing is left that would be cut short; `isWanted` false: not any more. */
  restart(isWanted: boolean): Promise<Reply<UpdatesView>> {
    return this.#take(this.#bridge.request('updates.restart', { isWanted }));
  }

  refresh(): Promise<void> {
    return this.#updates.refresh();
  }

  dispose(): void {
    this.#updates.dispose();
    this.#stop();
  }

  async #take(asking: Promise<Reply<UpdatesView>>): Promise<Reply<UpdatesView>> {
    const reply = await asking;
    if (reply.ok) this.#updates.set(reply.value);
    return reply;
  }
}
