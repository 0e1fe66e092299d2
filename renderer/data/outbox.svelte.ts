import type { OutboxView, Reply, RequestOutput, SwitchboardBridge } from '#shared/contract/index.ts';
import { coalesced } from '#renderer/lib/async.ts';

/** What waits on this computer. Null until main said it. */
export class Outbox {
  #view = $state.raw<OutboxView | null>(null);
  readonly #bridge: SwitchboardBridge;
  readonly #undo: readonly (() => void)[];
  /** Asks main again. */
  readonly refresh = coalesced(async () => {
    const reply = await this.#bridge.request('outbox.get', {});
    if (reply.ok) this.#view = reply.value;
    // Nobody is signed in: what waited was somebody else's.
    else if (reply.error.code === 'unauthorized') this.#view = null;
  });

  constructor(bridge: SwitchboardBridge) {
    this.#bridge = bridge;
    const ask = () => void this.refresh();
    this.#undo = [bridge.on('outbox.changed', ask), bridge.on('session.changed', ask), bridge.onResync(ask)];
  }

  get view(): OutboxView | null {
    return this.#view;
  }

  /** Takes something back that was done to a chat and waits. */
  async cancel(waitingId: string): Promise<Reply<RequestOutput<'outbox.cancel'>>> {
    const reply = await this.#bridge.request('outbox.cancel', { requestId: crypto.randomUUID(), waitingId });
    await this.refresh();
    return reply;
  }

  dispose(): void {
    for (const undo of this.#undo) undo();
  }
}
