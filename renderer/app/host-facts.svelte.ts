import type { HostInfo, SwitchboardBridge } from '#shared/contract/index.ts';

/** What the window may know of the computer that it runs on; null until main answered. */
export class HostFacts {
  #info = $state.raw<HostInfo | null>(null);
  readonly #bridge: SwitchboardBridge;
  readonly #undo: () => void;

  constructor(bridge: SwitchboardBridge) {
    this.#bridge = bridge;
    this.#undo = bridge.onResync(() => void this.refresh());
  }

  get info(): HostInfo | null {
    return this.#info;
  }

  async refresh(): Promise<void> {
    const reply = await this.#bridge.request('host.getInfo', {});
    if (reply.ok) this.#info = reply.value;
  }

  dispose(): void {
    this.#undo();
  }
}
