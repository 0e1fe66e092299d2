import type { ContractError, LedgerEntry, SwitchboardBridge } from '#shared/contract/index.ts';
import { Throttle } from '#renderer/lib/async.ts';

const PAUSE_MS = 1_000;

/** The text of the ledger that is looked at, if any; made and disposed by the section, and live while one is open. */
export class LedgerDetail {
  #sendId = $state<string | null>(null);
  #entry = $state.raw<LedgerEntry | null>(null);
  #problem = $state.raw<ContractError | null>(null);
  #asked = 0;
  readonly #bridge: SwitchboardBridge;
  readonly #throttle: Throttle;
  readonly #undo: readonly (() => void)[];

  constructor(bridge: SwitchboardBridge) {
    this.#bridge = bridge;
    this.#throttle = new Throttle(() => this.refresh(), PAUSE_MS);
    const note = this.#throttle.call;
    this.#undo = [bridge.on('messages.changed', note), bridge.on('outbox.changed', note), bridge.onResync(note)];
  }

  /** Null: none is open. */
  get sendId(): string | null {
    return this.#sendId;
  }
  /** Null until main said it. */
  get entry(): LedgerEntry | null {
    return this.#entry;
  }
  get problem(): ContractError | null {
    return this.#problem;
  }

  async open(sendId: string): Promise<void> {
    if (sendId === this.#sendId && this.#problem === null) return;
    this.#sendId = sendId;
    this.#entry = null;
    this.#problem = null;
    await this.refresh();
  }

  close(): void {
    this.#asked += 1;
    this.#sendId = null;
    this.#entry = null;
    this.#problem = null;
  }

  /** Asks again. What is here stays where main does not answer. */
  async refresh(): Promise<void> {
    const sendId = this.#sendId;
    if (sendId === null) return;
    this.#asked += 1;
    const asked = this.#asked;
    const reply = await this.#bridge.request('ledger.get', { sendId });
    if (asked !== this.#asked) return;
    if (reply.ok) this.#entry = reply.value;
    this.#problem = reply.ok || this.#entry !== null ? null : reply.error;
  }

  dispose(): void {
    this.close();
    this.#throttle.dispose();
    for (const undo of this.#undo) undo();
  }
}
