import type {
  ContractError,
  Reply,
  RequestInput,
  SessionView,
  StoredCopy,
  SwitchboardBridge,
} from '#shared/contract/index.ts';
import { LiveQuery } from '#renderer/lib/live-query.svelte.ts';

type HistoryInput = RequestInput<'data.setHistory'>;

/** Counting is work for main: while much is read, sizes are asked for no oftener than this. */
const PAUSE_MS = 10_000;

/** What is kept of the open account, for the Data section, which makes and disposes it. */
export class StoredCopyState {
  #isClearing = $state(false);
  #askedAt = 0;
  readonly #bridge: SwitchboardBridge;
  readonly #copy: LiveQuery<StoredCopy>;
  readonly #stop: () => void;

  constructor(bridge: SwitchboardBridge, readNow: () => number = Date.now) {
    this.#bridge = bridge;
    this.#copy = new LiveQuery(bridge, {
      ask: () => {
        this.#askedAt = readNow();
        return bridge.request('data.get', {});
      },
      events: [],
    });
    this.#stop = bridge.on('sync.statusChanged', () => {
      if (readNow() - this.#askedAt >= PAUSE_MS) void this.refresh();
    });
  }

  /** Null until main answers. */
  get view(): StoredCopy | null {
    return this.#copy.value;
  }
  /** Why the last answer did not come; what is on screen is older then. */
  get problem(): ContractError | null {
    return this.#copy.problem;
  }
  get isClearing(): boolean {
    return this.#isClearing;
  }

  refresh(): Promise<void> {
    return this.#copy.refresh();
  }

  /** How far back messages are read, and whether that goes on: shown at once, and put back when main refuses (STATE-3). */
  async setHistory(changes: Partial<HistoryInput>): Promise<Reply<StoredCopy> | null> {
    const before = this.view;
    if (before === null) return null;
    const history = { ...before.history, ...changes };
    const { days, isPaused } = history;
    return this.#copy.change({ ...before, history }, () => this.#bridge.request('data.setHistory', { days, isPaused }));
  }

  /** Deletes the copy of what the service has. One at a time: null while one is on its way. */
  async clear(): Promise<Reply<SessionView> | null> {
    if (this.#isClearing) return null;
    this.#isClearing = true;
    const reply = await this.#bridge.request('data.clearCopy', { requestId: crypto.randomUUID() });
    this.#isClearing = false;
    await this.refresh();
    return reply;
  }

  dispose(): void {
    this.#copy.dispose();
    this.#stop();
  }
}
