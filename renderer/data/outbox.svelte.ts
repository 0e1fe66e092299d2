import type { OutboxView, Reply, RequestOutput, SwitchboardBridge } from '#shared/contract/index.ts';
import { LiveQuery } from '#renderer/lib/live-query.svelte.ts';

/** What waits on this computer, and whether its list is on screen. */
export class Outbox {
  #isShown = $state(false);
  readonly #bridge: SwitchboardBridge;
  readonly #query: LiveQuery<OutboxView>;

  constructor(bridge: SwitchboardBridge) {
    this.#bridge = bridge;
    this.#query = new LiveQuery(bridge, { ask: () => this.#ask(), events: ['outbox.changed', 'session.changed'] });
  }

  /** Null until main answered. */
  get view(): OutboxView | null {
    return this.#query.value;
  }

  get isShown(): boolean {
    return this.#isShown;
  }

  /** Asks main again. */
  refresh(): Promise<void> {
    return this.#query.refresh();
  }

  /** Shows the list, with the names as they are now. */
  show(): void {
    this.#isShown = true;
    void this.refresh();
  }

  hide(): void {
    this.#isShown = false;
  }

  /** Cancels a change to a chat that waits. */
  async cancel(waitingId: string): Promise<Reply<RequestOutput<'outbox.cancel'>>> {
    const reply = await this.#bridge.request('outbox.cancel', { requestId: crypto.randomUUID(), waitingId });
    await this.refresh();
    return reply;
  }

  dispose(): void {
    this.#query.dispose();
  }

  async #ask(): Promise<Reply<OutboxView>> {
    const reply = await this.#bridge.request('outbox.get', {});
    // Nobody is signed in: what is shown belongs to another account.
    if (!reply.ok && reply.error.code === 'unauthorized') this.#query.reset();
    return reply;
  }
}
