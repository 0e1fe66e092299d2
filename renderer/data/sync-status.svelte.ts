import type { SwitchboardBridge, SyncStatusView } from '#shared/contract/index.ts';
import { LiveQuery } from '#renderer/lib/live-query.svelte.ts';

/** How things stand between this computer and the service. */
export class SyncStatus {
  readonly #bridge: SwitchboardBridge;
  readonly #status: LiveQuery<SyncStatusView>;
  readonly #stop: () => void;

  constructor(bridge: SwitchboardBridge) {
    this.#bridge = bridge;
    this.#status = new LiveQuery(bridge, { ask: () => bridge.request('sync.getStatus', {}), events: [] });
    this.#stop = bridge.on('sync.statusChanged', ({ status }) => this.#status.set(status));
  }

  /** Null until main answers. */
  get view(): SyncStatusView | null {
    return this.#status.value;
  }

  refresh(): Promise<void> {
    return this.#status.refresh();
  }

  /** Asks the service now instead of at the next turn. */
  async tryNow(): Promise<void> {
    await this.#bridge.request('sync.tryNow', {});
  }

  dispose(): void {
    this.#status.dispose();
    this.#stop();
  }
}
