import type { ContractError, SwitchboardBridge } from '#shared/contract/index.ts';

/** How a check ended: with everything compared, or before its end. */
export type CheckOutcome = 'done' | 'stopped';

/**
 * "Check everything now". It outlives the Settings, since it may take minutes: the user hears of its end
 * wherever they are by then. How far it is stands in the status of sync.
 */
export class FullCheck {
  #isAsking = $state(false);
  #isRunning = false;
  readonly #bridge: SwitchboardBridge;
  readonly #undo: readonly (() => void)[];

  constructor(bridge: SwitchboardBridge, tell: (outcome: CheckOutcome) => void) {
    this.#bridge = bridge;
    this.#undo = [
      bridge.on('sync.statusChanged', ({ status }) => {
        const hasEnded = this.#isRunning && !status.isChecking;
        this.#isRunning = status.isChecking;
        // Another account begins with `starting`, and its status says nothing about a check of the former one.
        if (hasEnded && status.link !== 'starting') tell(status.link === 'online' ? 'done' : 'stopped');
      }),
      bridge.onResync(() => (this.#isRunning = false)),
    ];
  }

  /** Whether the wish is on its way to main. */
  get isAsking(): boolean {
    return this.#isAsking;
  }

  /** Why it did not begin; null where it did, or the wish is on its way already. */
  async start(): Promise<ContractError | null> {
    if (this.#isAsking) return null;
    this.#isAsking = true;
    const reply = await this.#bridge.request('sync.checkEverything', {});
    this.#isAsking = false;
    return reply.ok ? null : reply.error;
  }

  dispose(): void {
    for (const undo of this.#undo) undo();
  }
}
