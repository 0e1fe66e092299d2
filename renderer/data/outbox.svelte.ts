import type { OutboxView, Reply, RequestOutput, SwitchboardBridge } from '#shared/contract/index.ts';
import { LiveQuery } from '#renderer/lib/live-query.svelte.ts';

/** What waits on this computer. */
export class Outbox {
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

  /** Asks main again. */
  refresh(): Promise<void> {
    return this.#query.refresh();
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
