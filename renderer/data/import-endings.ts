import type { ImportRunView, SwitchboardBridge } from '#shared/contract/index.ts';
import type { RunState } from '#shared/domain/imports.ts';
import { Throttle } from '#renderer/lib/async.ts';

const PAUSE_MS = 1_000;
/** What ended so shortly before it was first heard of is news. */
const RECENT_MS = 10_000;
const OVER: ReadonlySet<RunState> = new Set<RunState>(['stopped', 'finished', 'undone']);

interface ImportEndingsOptions {
  /** Names the account: runs of two accounts may have the same id. */
  readonly readAccount: () => string;
  /** It is over, and was not when it was seen last. */
  readonly tell: (run: ImportRunView) => void;
  /** A run that goes on is looked at this often, in ms. */
  readonly pauseMs?: number;
}

/** Hears of imports and undos that end, wherever the user is by then. */
export class ImportEndings {
  /** The state that a run was seen in last, by account and id. */
  readonly #states = new Map<string, RunState>();
  /** Runs that have changed and were not looked at since. */
  readonly #changed = new Set<number>();
  readonly #bridge: SwitchboardBridge;
  readonly #options: ImportEndingsOptions;
  readonly #throttle: Throttle;
  readonly #stop: () => void;

  constructor(bridge: SwitchboardBridge, options: ImportEndingsOptions) {
    this.#bridge = bridge;
    this.#options = options;
    this.#throttle = new Throttle(() => this.#look(), options.pauseMs ?? PAUSE_MS);
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
    const before = this.#states.get(key);
    this.#states.set(key, run.state);
    const isNew = before === undefined ? isRecent(run) : before !== run.state;
    if (OVER.has(run.state) && isNew) this.#options.tell(run);
  }
}

/** A short run is over before it was seen to go on. */
function isRecent({ finishedAt, undo }: ImportRunView): boolean {
  return Date.now() - (undo.undoneAt ?? finishedAt ?? 0) < RECENT_MS;
}
