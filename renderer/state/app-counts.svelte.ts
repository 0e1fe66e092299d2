import type { ChatCounts, SwitchboardBridge } from '#shared/contract/index.ts';

/** How many chats are open, unread, closed, and waiting for someone (the lamp). Null until first known. */
export class AppCounts {
  #counts = $state<ChatCounts | null>(null);
  #asked = 0;
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

  /** Asks main again; a late answer never replaces a newer one. */
  async refresh(): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    const reply = await this.#bridge.request('chats.count', {});
    if (reply.ok && asked === this.#asked) this.#counts = reply.value;
  }

  dispose(): void {
    for (const undo of this.#undo) undo();
  }
}
