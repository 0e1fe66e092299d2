import type { ContractError, LedgerEntry, SwitchboardBridge } from '#shared/contract/index.ts';
import { LiveQuery } from '#renderer/lib/live-query.svelte.ts';

const PAUSE_MS = 1_000;

/** The text of the ledger that is open, if any; the Sent texts section makes and disposes it. */
export class LedgerDetail {
  #sendId = $state<string | null>(null);
  readonly #entry: LiveQuery<LedgerEntry>;

  constructor(bridge: SwitchboardBridge) {
    this.#entry = new LiveQuery(bridge, {
      ask: () => (this.#sendId === null ? null : bridge.request('ledger.get', { sendId: this.#sendId })),
      events: ['messages.changed', 'outbox.changed'],
      pauseMs: PAUSE_MS,
    });
  }

  /** Null: none is open. */
  get sendId(): string | null {
    return this.#sendId;
  }
  /** Null until main answers. */
  get entry(): LedgerEntry | null {
    return this.#entry.value;
  }
  /** Why nothing is shown; null where an older answer is. */
  get problem(): ContractError | null {
    return this.entry === null ? this.#entry.problem : null;
  }

  async open(sendId: string): Promise<void> {
    if (sendId === this.#sendId && this.problem === null) return;
    this.#entry.reset();
    this.#sendId = sendId;
    await this.refresh();
  }

  close(): void {
    this.#entry.reset();
    this.#sendId = null;
  }

  refresh(): Promise<void> {
    return this.#entry.refresh();
  }

  dispose(): void {
    this.close();
    this.#entry.dispose();
  }
}
