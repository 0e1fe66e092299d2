import type { SwitchboardBridge, SyncStatusView } from '#shared/contract/index.ts';

/** How things stand between this computer and the service. Null until main said it. */
export class SyncStatus {
  #view = $state<SyncStatusView | null>(null);
  #news = 0;
  readonly #bridge: SwitchboardBridge;
  readonly #undo: readonly (() => void)[];

  constructor(bridge: SwitchboardBridge) {
    this.#bridge = bridge;
    this.#undo = [
      bridge.on('sync.statusChanged', ({ status }) => this.#set(status)),
      bridge.onResync(() => void this.refresh()),
    ];
  }

  get view(): SyncStatusView | null {
    return this.#view;
  }

  async refresh(): Promise<void> {
    const news = this.#news;
    const reply = await this.#bridge.request('sync.getStatus', {});
    if (reply.ok && news === this.#news) this.#set(reply.value);
  }

  /** Asks the service now instead of at the next turn. */
  async tryNow(): Promise<void> {
    await this.#bridge.request('sync.tryNow', {});
  }

  #set(view: SyncStatusView): void {
    this.#view = view;
    this.#news += 1;
  }

  dispose(): void {
    for (const undo of this.#undo) undo();
  }
}
