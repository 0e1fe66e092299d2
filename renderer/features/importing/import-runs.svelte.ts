import type {
  ContractError,
  ImportRunView,
  Reply,
  RequestOutput,
  RunRowView,
  SwitchboardBridge,
} from '#shared/contract/index.ts';
import type { RunState } from '#shared/domain/imports.ts';
import { Throttle } from '#renderer/lib/async.ts';
import { LiveQuery } from '#renderer/lib/live-query.svelte.ts';
import { PagedRows } from './paged-rows.svelte.ts';

/** A run that goes on tells up to four times a second. */
const HISTORY_PAUSE_MS = 1_000;
const ROWS_PAUSE_MS = 1_000;
/** What contacts do meanwhile changes what an undo would do; asking may need the service. */
const EXPLAIN_PAUSE_MS = 10_000;

/** What an undo would do. */
export type UndoExplanation = RequestOutput<'imports.explainUndo'>;
export type RunRowKind = 'rejected' | 'kept';

/** Nothing of the run, or of its undo, goes on. */
export function isOver({ state, step }: Pick<ImportRunView, 'state' | 'step'>): boolean {
  return state === 'finished' || state === 'undone' || (state === 'stopped' && step === 'done');
}

/** What goes on, or waits, is the undo. */
export function isUndoing(state: RunState): boolean {
  return state === 'undoing' || state === 'undo-waiting' || state === 'undo-paused';
}

export function canUndo({ state, undo }: Pick<ImportRunView, 'state' | 'undo'>, now: number): boolean {
  return (state === 'finished' || state === 'stopped') && undo.possibleUntil !== null && undo.possibleUntil > now;
}

/** Rows in a minute, at the pace that the time left is counted with; null: not known. */
export function toPace({ totalCount, doneCount, secondsLeft }: ImportRunView): number | null {
  const left = totalCount - doneCount;
  return secondsLeft === null || secondsLeft <= 0 || left <= 0
    ? null
    : Math.max(1, Math.round((left * 60) / secondsLeft));
}

/** One import as it is now: how far it is, which rows were not taken, and what an undo would do. */
export class ImportRun {
  readonly rejected: PagedRows<RunRowView>;
  readonly kept: PagedRows<RunRowView>;
  readonly #query: LiveQuery<{ readonly run: ImportRunView | null }, 'imports.changed'>;
  readonly #explanation: LiveQuery<UndoExplanation>;
  readonly #rows: Throttle;
  /** How many rows of each kind there were the last time. */
  #counts: Readonly<Record<RunRowKind, number>> = { rejected: 0, kept: 0 };

  constructor(bridge: SwitchboardBridge, importId: number) {
    this.#query = new LiveQuery(bridge, {
      ask: async () => this.#note(await bridge.request('imports.get', { importId })),
      events: ['imports.changed'],
      concerns: (event) => event.importId === importId,
    });
    this.#explanation = new LiveQuery(bridge, {
      ask: () => (this.canUndo ? bridge.request('imports.explainUndo', { importId }) : null),
      events: ['contacts.changed', 'imports.changed'],
      pauseMs: EXPLAIN_PAUSE_MS,
    });
    const page = (kind: RunRowKind) =>
      new PagedRows<RunRowView>({
        ask: (start, limit) => bridge.request('imports.listRunRows', { importId, kind, start, limit }),
      });
    this.rejected = page('rejected');
    this.kept = page('kept');
    this.#rows = new Throttle(() => this.#refreshRows(), ROWS_PAUSE_MS);
  }

  /** Null: there is none of that id, or main has not answered yet (`isKnown`). */
  get view(): ImportRunView | null {
    return this.#query.value?.run ?? null;
  }
  get isKnown(): boolean {
    return this.#query.value !== null;
  }
  get problem(): ContractError | null {
    return this.isKnown ? null : this.#query.problem;
  }
  get canUndo(): boolean {
    return this.view !== null && canUndo(this.view, Date.now());
  }
  /** Null: it is being counted, or there is nothing to undo. */
  get explanation(): UndoExplanation | null {
    return this.#explanation.value;
  }
  get explainProblem(): ContractError | null {
    return this.#explanation.problem;
  }

  start(): Promise<void> {
    return this.#query.refresh();
  }

  explain(): void {
    void this.#explanation.refresh();
  }

  dispose(): void {
    this.#query.dispose();
    this.#explanation.dispose();
    this.#rows.dispose();
    this.rejected.dispose();
    this.kept.dispose();
  }

  /** Rows are read once there are other ones. */
  #note(reply: Reply<ImportRunView | null>): Reply<{ readonly run: ImportRunView | null }> {
    if (!reply.ok) return reply;
    const run = reply.value;
    const counts = { rejected: run?.rejectedCount ?? 0, kept: run?.undo.keptCount ?? 0 };
    const isSame = counts.rejected === this.#counts.rejected && counts.kept === this.#counts.kept;
    this.#counts = counts;
    if (!isSame) this.#rows.call();
    return { ok: true, value: { run } };
  }

  async #refreshRows(): Promise<void> {
    if (this.#counts.rejected > 0) await this.rejected.refresh();
    if (this.#counts.kept > 0) await this.kept.refresh();
  }
}

/** All imports that are remembered, the newest first. */
export class ImportRuns {
  readonly #query: LiveQuery<readonly ImportRunView[], 'imports.changed'>;
  readonly refresh: () => Promise<void>;

  constructor(bridge: SwitchboardBridge) {
    this.#query = new LiveQuery(bridge, {
      ask: () => bridge.request('imports.list', {}),
      events: ['imports.changed'],
      concerns: ({ importId }) => importId !== null,
      pauseMs: HISTORY_PAUSE_MS,
    });
    this.refresh = this.#query.refresh;
  }

  /** Null until main answered. */
  get list(): readonly ImportRunView[] | null {
    return this.#query.value;
  }
  get problem(): ContractError | null {
    return this.#query.value === null ? this.#query.problem : null;
  }

  dispose(): void {
    this.#query.dispose();
  }
}
