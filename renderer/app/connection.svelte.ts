import type { SwitchboardBridge } from '#shared/contract/index.ts';

/** Whether main answers. Its absence is not "offline": it is this window that lost its app. */
export class Connection {
  #isConnected = $state(true);
  readonly #stop: () => void;

  constructor(bridge: SwitchboardBridge) {
    this.#stop = bridge.onConnection((isConnected) => {
      this.#isConnected = isConnected;
    });
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  dispose(): void {
    this.#stop();
  }
}
