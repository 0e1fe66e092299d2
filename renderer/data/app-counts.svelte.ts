import type { ChatCounts, SwitchboardBridge } from '#shared/contract/index.ts';
import { coalesced } from '#renderer/lib/async.ts';

/** How many chats are open, unread, closed, and waiting for someone (the lamp). Null until first known. */
export class AppCounts {
  #counts = $state<ChatCounts | null>(null);
  /** Optimistic updates that main has not answered, and all there were. */
  #pending = 0;
  #updates = 0;
  readonly #bridge: SwitchboardBridge;
  readonly #undo: readonly (() => void)[];
  /** Asks main again. */
  readonly refresh = coalesced(async () => {
    const updates = this.#updates;
    const reply = await this.#bridge.request('chats.count', {});
    // Of a moment before what a person did meanwhile: it is asked again once main has done it.
    const isOlder = this.#pending > 0 || updates !== this.#updates;
    if (reply.ok && !isOlder) this.#counts = reply.value;
  });

  constructor(bridge: SwitchboardBridge) {
    this.#bridge = bridge;
    const ask = () => void this.refresh();
    this.#undo = [
      bridge.on('chats.changed', ask),
      bridge.on('views.changed', ask),
      bridge.on('session.changed', ask),
      bridge.onResync(ask),
    ];
  }

  get counts(): ChatCounts | null {
    return this.#counts;
  }

  /** Counts an action before main has answered. Returns what ends that: main is asked again then. */
  applyOptimistic(change: (counts: ChatCounts) => ChatCounts): () => void {
    this.#pending += 1;
    this.#updates += 1;
    if (this.#counts !== null) this.#counts = change(this.#counts);
    return () => {
      this.#pending -= 1;
      void this.refresh();
    };
  }

  dispose(): void {
    for (const undo of this.#undo) undo();
  }
}
