import { SvelteMap } from 'svelte/reactivity';
import type { SwitchboardBridge } from '#shared/contract/index.ts';

/** How much of the files of texts has left, as far as main tells it. */
export class Uploads {
  readonly #shares = new SvelteMap<string, number>();
  readonly #stop: () => void;

  constructor(bridge: SwitchboardBridge) {
    this.#stop = bridge.on('sends.uploading', ({ sendId, sentBytes, totalBytes }) => {
      // All of it is there: what follows is sending.
      if (sentBytes >= totalBytes) this.#shares.delete(sendId);
      else this.#shares.set(sendId, sentBytes / totalBytes);
    });
  }

  /** 0 to 1; null where nothing is under way. */
  find(sendId: string): number | null {
    return this.#shares.get(sendId) ?? null;
  }

  dispose(): void {
    this.#stop();
  }
}
