import type { ImportRunView, SwitchboardBridge } from '#shared/contract/index.ts';
import type { RunState } from '#shared/domain/imports.ts';
import { Throttle } from '#renderer/lib/async.ts';

/** A run that goes on is looked at this often, in ms. */
const PAUSE_MS = 1_000;
const OVER: ReadonlySet<RunState> = new Set<RunState>(['stopped', 'finished', 'undone']);

interface ImportEndingsOptions {
  /** Names the account: runs of two accounts may have the same id. */
  readonly readAccount: () => string;
  /** It is over, and was not the last time. */
  readonly tell: (run: ImportRunView) => void;
}

/** Hears of imports and undos that end, wherever the user is by then. */
export class ImportEndings {
  /** Runs that were seen while they went on, by account and id. */
  readonly #open = new Set<string>();
  /** Runs that have changed and were not looked at since. */
  readonly #changed = new Set<number>();
  readonly #bridge: SwitchboardBridge;
  readonly #options: ImportEndingsOptions;
  readonly #throttle: Throttle;
  readonly #stop: () => void;

  constructor(bridge: SwitchboardBridge, options: ImportEndingsOptions) {
    this.#bridge = bridge;
    this.#options = options;
    this.#throttle = new Throttle(() => this.#look(), PAUSE_MS);
    this.#stop = bridge.on('imports.changed', ({ importId }) => {
      if (importId === null) return;
      this.#changed.add(importId);
      this.#throttle.call();
    });
  }

  dispose(): void {
    this.#stop();
    this.#throttle.dispose();
  }

  async #look(): Promise<void> {
    const ids = [...this.#changed];
    this.#changed.clear();
    for (const importId of ids) {
      const account = this.#options.readAccount();
      const reply = await this.#bridge.request('imports.get', { importId });
      const run = reply.ok ? reply.value : null;
      if (run !== null && account === this.#options.readAccount()) this.#note(run, `${account}\n${String(importId)}`);
    }
  }

  #note(run: ImportRunView, key: string): void {
    if (!OVER.has(run.state)) this.#open.add(key);
    else if (this.#open.delete(key)) this.#options.tell(run);
  }
}
