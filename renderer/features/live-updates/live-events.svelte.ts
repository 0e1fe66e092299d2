import type { CallbackEventView, ContractError, SwitchboardBridge } from '#shared/contract/index.ts';
import { Throttle, coalesced } from '#renderer/lib/async.ts';

const PAUSE_MS = 2_000;

/** What the service told this computer of late; made and disposed by the event log, which is live while it is open. */
export class LiveEvents {
  #events = $state.raw<readonly CallbackEventView[] | null>(null);
  #problem = $state.raw<ContractError | null>(null);
  readonly #throttle: Throttle;
  readonly #undo: readonly (() => void)[];
  /** Asks main now. */
  readonly refresh: () => Promise<void>;

  constructor(bridge: SwitchboardBridge) {
    this.refresh = coalesced(async () => {
      const reply = await bridge.request('live.listEvents', {});
      if (reply.ok) this.#events = reply.value;
      this.#problem = reply.ok ? null : reply.error;
    });
    this.#throttle = new Throttle(this.refresh, PAUSE_MS);
    const note = this.#throttle.call;
    // An event is told of by how live updates stand; that it was confirmed, by what was read for it.
    this.#undo = [
      bridge.on('live.changed', note),
      bridge.on('messages.changed', note),
      bridge.on('sync.statusChanged', note),
      bridge.onResync(note),
    ];
  }

  /** Newest first; null until main said it. */
  get events(): readonly CallbackEventView[] | null {
    return this.#events;
  }
  get problem(): ContractError | null {
    return this.#problem;
  }

  dispose(): void {
    this.#throttle.dispose();
    for (const undo of this.#undo) undo();
  }
}
