import type { ChatCounts, SwitchboardBridge } from '#shared/contract/index.ts';
import { oneAtATime } from './one-at-a-time.ts';

/** How many chats are open, unread, closed, and waiting for someone (the lamp). Null until first known. */
export class AppCounts {
  #counts = $state<ChatCounts | null>(null);
  readonly #bridge: SwitchboardBridge;
  readonly #undo: readonly (() => void)[];
  /** Asks main again. */
  readonly refresh = oneAtATime(async () => {
    const reply = await this.#bridge.request('chats.count', {});
    if (reply.ok) this.#counts = reply.value;
  });

  constructor(bridge: SwitchboardBridge) {
    this.#bridge = bridge;
    const ask = () => void this.refresh();
    this.#undo = [bridge.on('chats.changed', ask), bridge.on('session.changed', ask), bridge.onResync(ask)];
  }

  get counts(): ChatCounts | null {
    return this.#counts;
  }

  dispose(): void {
    for (const undo of this.#undo) undo();
  }
}
