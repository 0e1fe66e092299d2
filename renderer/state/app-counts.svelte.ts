import type { ChatCounts, SwitchboardBridge } from '#shared/contract/index.ts';

/** How many chats are open, unread, closed, and waiting for someone (the lamp). Null until first known. */
export class AppCounts {
  #counts = $state<ChatCounts | null>(null);
  #isAsking = false;
  #isStale = false;
  readonly #bridge: SwitchboardBridge;
  readonly #undo: readonly (() => void)[];

  constructor(bridge: SwitchboardBridge) {
    this.#bridge = bridge;
    const ask = () => void this.refresh();
    this.#undo = [bridge.on('chats.changed', ask), bridge.on('session.changed', ask), bridge.onResync(ask)];
  }

  get counts(): ChatCounts | null {
    return this.#counts;
  }

  /** Asks main again. One question at a time: what changes meanwhile is asked about after the answer. */
  async refresh(): Promise<void> {
    this.#isStale = true;
    if (this.#isAsking) return;
    this.#isAsking = true;
    while (this.#isStale) {
      this.#isStale = false;
      const reply = await this.#bridge.request('chats.count', {});
      if (reply.ok) this.#counts = reply.value;
    }
    this.#isAsking = false;
  }

  dispose(): void {
    for (const undo of this.#undo) undo();
  }
}
