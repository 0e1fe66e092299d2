import type {
  ContractError,
  Reply,
  RequestInput,
  SessionView,
  StoredCopy,
  SwitchboardBridge,
} from '#shared/contract/index.ts';
import { coalesced } from '#renderer/lib/async.ts';

type HistoryInput = RequestInput<'data.setHistory'>;

/** Counting takes main some work: while much is read, sizes are asked for no oftener than this. */
const PAUSE_MS = 10_000;

/**
 * What is kept of the open account, for the Data section; made and disposed by it.
 *
 * What is chosen is shown at once, and put back when main refuses (STATE-3).
 */
export class StoredCopyPart {
  #view = $state.raw<StoredCopy | null>(null);
  #problem = $state.raw<ContractError | null>(null);
  #isClearing = $state(false);
  #news = 0;
  #askedAt = 0;
  readonly #bridge: SwitchboardBridge;
  readonly #readNow: () => number;
  readonly #undo: readonly (() => void)[];
  /** Asks main again. */
  readonly refresh = coalesced(async () => {
    const news = this.#news;
    this.#askedAt = this.#readNow();
    const reply = await this.#bridge.request('data.get', {});
    if (news !== this.#news) return;
    if (reply.ok) this.#view = reply.value;
    this.#problem = reply.ok ? null : reply.error;
  });

  constructor(bridge: SwitchboardBridge, readNow: () => number = Date.now) {
    this.#bridge = bridge;
    this.#readNow = readNow;
    this.#undo = [
      bridge.on('sync.statusChanged', () => {
        if (this.#readNow() - this.#askedAt >= PAUSE_MS) void this.refresh();
      }),
      bridge.onResync(() => void this.refresh()),
    ];
  }

  /** Null until main said it. */
  get view(): StoredCopy | null {
    return this.#view;
  }
  /** Why the last answer did not come; what is on screen is older then. */
  get problem(): ContractError | null {
    return this.#problem;
  }
  get isClearing(): boolean {
    return this.#isClearing;
  }

  /** How far back messages are read, and whether that goes on. */
  async setHistory(changes: Partial<HistoryInput>): Promise<Reply<StoredCopy> | null> {
    const before = this.#view;
    if (before === null) return null;
    const history = { ...before.history, ...changes };
    const { days, isPaused } = history;
    this.#view = { ...before, history };
    this.#news += 1;
    const news = this.#news;
    const reply = await this.#bridge.request('data.setHistory', { days, isPaused });
    if (news === this.#news) this.#view = reply.ok ? reply.value : before;
    return reply;
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
    for (const undo of this.#undo) undo();
  }
}
