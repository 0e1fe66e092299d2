/** The imports of one account that are under way: which has its turn, and what the user does about it. */
import type { ImportPlan } from '#main/store/api/imports.ts';
import { AppError } from '#shared/domain/app-error.ts';
import type { PlannedRow } from '#shared/domain/imports.ts';
import { planBackoffMs } from '#shared/lib/backoff.ts';
import { Serial } from '#shared/lib/serial.ts';
import type { RunParts } from './ports.ts';
import { goesOn, isOver, planControl } from './run/run-states.ts';
import type { RunAct } from './run/run-states.ts';
import { RunTurn } from './run/run-turn.ts';

/** Rows that the store takes at a time while an import is planned. */
const PLANNED_AT_ONCE = 500;
/** So long an import can be undone. */
const KEPT_MS = 30 * 86_400_000;

export interface RunStart {
  readonly requestId: string;
  readonly plan: ImportPlan;
  readonly rows: AsyncIterable<readonly PlannedRow[]>;
}

/**
 * One run or undo at a time, in the order of their start; the others wait (`waiting` and `undo-waiting` without a problem).
 * One that the user pauses lets the next one go.
 */
export class ImportRuns {
  readonly #parts: RunParts;
  readonly #end = new AbortController();
  readonly #states = new Serial();
  readonly #starting = new Map<string, Promise<{ readonly importId: number }>>();
  /** Runs that a bug ended: they go on once the user says so. */
  readonly #broken = new Set<number>();
  #turn: RunTurn | null = null;
  #working: Promise<void> | null = null;
  #isAsked = false;
  #wake = new AbortController();

  constructor(parts: RunParts) {
    this.#parts = parts;
  }

  /** Goes on with what an earlier run of the app left. Never rejects. */
  async open(): Promise<void> {
    const { store, log } = this.#parts;
    try {
      for (const { id, state } of await store.listImports({})) {
        // The app ended before all its rows were written down: nothing of it has left.
        if (state === 'planning') await store.dropImport({ importId: id });
      }
      this.#kick();
    } catch (error) {
      log.error('imports.notOpened', error);
    }
    void this.#expire();
  }

  /** Writes everything down; the first request leaves afterwards. A repeat finds the import that the first one made. */
  start(input: RunStart): Promise<{ readonly importId: number }> {
    const { requestId } = input;
    const known = this.#starting.get(requestId);
    if (known !== undefined) return known;
    const starting = this.#plan(input).finally(() => this.#starting.delete(requestId));
    this.#starting.set(requestId, starting);
    return starting;
  }

  /** Of a run or an undo that is not over; else nothing happens. Rejects with `not-found` or `disk`. */
  async control(importId: number, act: RunAct): Promise<void> {
    await this.#states.run(async () => {
      const stored = await this.#get(importId);
      const change = planControl(stored, act);
      this.#broken.delete(importId);
      if (change === null) return;
      await this.#parts.store.saveImport({ importId, ...change, memory: { problem: null } });
      if (this.#turn?.importId === importId) this.#turn.halt();
    });
    this.#parts.tell(importId);
    this.#kick();
  }

  /** Takes back an import that is over. Rejects with `not-found`, `validation` (of `import`) or `disk`. */
  async undo(importId: number): Promise<void> {
    await this.#states.run(async () => {
      const stored = await this.#get(importId);
      if (!isOver(stored) || !stored.hasRows) throw toNotNow();
      const memory = { problem: null };
      await this.#parts.store.saveImport({ importId, state: 'undo-waiting', step: 'undo-check', memory });
    });
    this.#parts.tell(importId);
    this.#kick();
  }

  /** The service answers again. */
  cameOnline(): void {
    this.#kick();
  }

  /** The disk takes what is written again. */
  becameWritable(): void {
    this.#kick();
  }

  /** An import or an undo is under way. */
  isRunning(): boolean {
    return this.#turn !== null;
  }

  /** Ends what is under way; it goes on when the account is opened again. */
  async dispose(): Promise<void> {
    this.#end.abort(new AppError({ code: 'cancelled', message: 'The account is closed', outcome: 'not-accepted' }));
    await this.#working;
    await this.#states.settled();
  }

  async #plan({ requestId, plan, rows }: RunStart): Promise<{ readonly importId: number }> {
    const { store, now, tell } = this.#parts;
    const { importId, isNew } = await store.createImport({ requestId, plan, at: now() });
    if (!isNew) return { importId };
    try {
      for await (const portion of rows) {
        for (let start = 0; start < portion.length; start += PLANNED_AT_ONCE) {
          await store.addImportRows({ importId, rows: portion.slice(start, start + PLANNED_AT_ONCE) });
        }
      }
      await store.saveImport({ importId, state: 'waiting' });
    } catch (error) {
      await store.dropImport({ importId });
      throw error;
    }
    tell(importId);
    this.#kick();
    return { importId };
  }

  async #get(importId: number) {
    const stored = await this.#parts.store.findImport({ importId });
    if (stored !== null) return stored;
    throw new AppError({ code: 'not-found', message: 'There is no such import', outcome: 'refused' });
  }

  /** There may be something to do, or something may go on at once. */
  #kick(): void {
    this.#isAsked = true;
    this.#wake.abort();
    this.#wake = new AbortController();
    if (this.#end.signal.aborted) return;
    this.#working ??= this.#work();
  }

  /** Runs until nothing goes on by itself. Never rejects. */
  async #work(): Promise<void> {
    let failures = 0;
    while (this.#isAsked && !this.#end.signal.aborted) {
      this.#isAsked = false;
      try {
        await this.#workThrough();
        failures = 0;
      } catch (error) {
        failures += 1;
        this.#isAsked = true;
        this.#parts.log.warn('imports.notFound', { failures }, error);
        await this.#rest(planBackoffMs({ failures, random: 0, retryAfterMs: null }), this.#end.signal);
      }
    }
    this.#working = null;
  }

  async #workThrough(): Promise<void> {
    for (;;) {
      const importId = await this.#findNext();
      if (importId === null || this.#end.signal.aborted) return;
      const turn = this.#createTurn(importId);
      this.#turn = turn;
      try {
        await turn.run();
      } finally {
        this.#turn = null;
      }
      if (turn.isBroken) this.#broken.add(importId);
    }
  }

  #createTurn(importId: number): RunTurn {
    return new RunTurn({
      parts: this.#parts,
      importId,
      end: this.#end.signal,
      states: this.#states,
      rest: (ms, halt) => this.#rest(ms, halt),
    });
  }

  /** The oldest that goes on; null: none does. */
  async #findNext(): Promise<number | null> {
    const imports = await this.#parts.store.listImports({});
    const ready = imports.filter((one) => goesOn(one) && !this.#broken.has(one.id));
    return ready.at(-1)?.id ?? null;
  }

  async #rest(ms: number, halt: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([this.#end.signal, halt, this.#wake.signal]);
    try {
      await this.#parts.wait(ms, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  async #expire(): Promise<void> {
    const { store, now, log } = this.#parts;
    try {
      const input = { beforeAt: now() - KEPT_MS };
      while (!this.#end.signal.aborted && (await store.expireImports(input)).leftCount > 0);
    } catch (error) {
      log.warn('imports.notExpired', {}, error);
    }
  }
}

function toNotNow(): AppError {
  const fields = { import: ['not-over'] };
  return new AppError({ code: 'validation', message: 'The import cannot be undone', outcome: 'not-accepted', fields });
}
