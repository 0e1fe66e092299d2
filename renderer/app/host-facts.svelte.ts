import type { HostInfo, SwitchboardBridge } from '#shared/contract/index.ts';
import { LiveQuery } from '#renderer/lib/live-query.svelte.ts';

/** What the window may know of the computer that it runs on. */
export class HostFacts {
  readonly #facts: LiveQuery<HostInfo>;

  constructor(bridge: SwitchboardBridge) {
    this.#facts = new LiveQuery(bridge, { ask: () => bridge.request('host.getInfo', {}), events: [] });
  }

  /** Null until main answers. */
  get info(): HostInfo | null {
    return this.#facts.value;
  }

  refresh(): Promise<void> {
    return this.#facts.refresh();
  }

  dispose(): void {
    this.#facts.dispose();
  }
}
