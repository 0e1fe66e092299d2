/** One run while it is worked on: what is known of it, how its steps write that down, and how they ask the service. */
import type {
  ImportMemory,
  ImportRowChange,
  ImportRowFilter,
  StoredImport,
  StoredImportRow,
} from '#main/store/api/imports.ts';
import type { CallOptions } from '#main/sync/calls.ts';
import { AppError } from '#shared/domain/app-error.ts';
import { toListId } from '#shared/domain/ids.ts';
import type { ListId } from '#shared/domain/ids.ts';
import type { RunStep } from '#shared/domain/imports.ts';
import type { ImportService, RunParts } from '../ports.ts';

/** Rows that one call of the store takes. */
export const ROWS_AT_ONCE = 1_000;
/** A request whose answer is lost may still be at work: the service is looked at again after this. */
export const LOOK_AGAIN_MS = 5_000;
/** So many cells come with the rows that one call of the store gives, so that none keeps the app busy for long. */
const CELLS_AT_ONCE = 20_000;

/** What is refused is refused for the whole run, such as its list: the run stops with that problem. */
export class RunRefused extends Error {
  readonly problem: AppError;

  constructor(problem: AppError) {
    super(problem.message, { cause: problem });
    this.name = 'RunRefused';
    this.problem = problem;
  }
}

/** What is known of a run as long as its turn lasts, also when an attempt fails. */
export class RunNotes {
  /** How often rows were sent again because the service did not have them. */
  readonly sentAgain = new Map<number, number>();
  /** How often the service failed about one row. */
  readonly rowFailures = new Map<number, number>();
  /** Rows that were given up one after the other: a service that takes none is in trouble, and the rows are not. */
  givenUpInRow = 0;
  /** Imports of this service have to name a new list as well. */
  needsListName = false;
  /** The highest id of a contact that was seen; null: not looked yet. */
  newestContactId: number | null = null;
  /** The highest id of a contact that this run created; null: not looked yet. */
  createdUpTo: number | null = null;
  /** Ids of the custom fields that the rows name by their titles. */
  fieldIds: ReadonlyMap<string, number> | null = null;
  /** Attempts that failed since something was last done. */
  failures = 0;
}

interface RunSignals {
  /** The account closes. */
  readonly end: AbortSignal;
  /** The run is paused or stopped: what has left is waited for. */
  readonly halt: AbortSignal;
}

export interface RunWorkNeeds {
  readonly parts: RunParts;
  readonly signals: RunSignals;
  readonly notes: RunNotes;
  /** The service has answered. */
  readonly onAnswer: () => Promise<void>;
}

export class RunWork {
  readonly parts: RunParts;
  readonly notes: RunNotes;
  readonly importId: number;
  readonly #needs: RunWorkNeeds;
  #stored: StoredImport;
  #workedFrom: number;

  constructor(stored: StoredImport, needs: RunWorkNeeds) {
    this.parts = needs.parts;
    this.notes = needs.notes;
    this.importId = stored.id;
    this.#needs = needs;
    this.#stored = stored;
    this.#workedFrom = needs.parts.now();
  }

  get stored(): StoredImport {
    return this.#stored;
  }

  get memory(): ImportMemory {
    return this.#stored.memory;
  }

  get step(): RunStep {
    return this.#stored.step;
  }

  /** The user stopped it: what has left is seen to its end, and nothing else leaves. */
  get isStopped(): boolean {
    return this.#stored.state === 'stopped';
  }

  /** The list that contacts are put on. Rows leave only once it is known. */
  getListId(): ListId {
    const { listId } = this.memory;
    if (listId === null) throw new Error('Rows of an import leave only once its list is known');
    return toListId(listId);
  }

  /** Asks for something; a pause ends that. */
  async read<T>(request: (service: ImportService, options: CallOptions) => Promise<T>): Promise<T> {
    const { end, halt } = this.#needs.signals;
    return await this.#ask(request, AbortSignal.any([end, halt]));
  }

  /** Asks for a change; its answer is waited for whatever the user does. */
  async write<T>(request: (service: ImportService, options: CallOptions) => Promise<T>): Promise<T> {
    return await this.#ask(request, this.#needs.signals.end);
  }

  async #ask<T>(
    request: (service: ImportService, options: CallOptions) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    const answer = await request(this.parts.service, { priority: 'sync', signal });
    await this.#needs.onAnswer();
    return answer;
  }

  async wait(ms: number): Promise<void> {
    const { end, halt } = this.#needs.signals;
    await this.parts.wait(ms, AbortSignal.any([end, halt]));
    this.throwIfHalted();
  }

  throwIfHalted(): void {
    const { end, halt } = this.#needs.signals;
    if (end.aborted || halt.aborted) {
      throw new AppError({ code: 'cancelled', message: 'The run is halted', outcome: 'not-accepted' });
    }
  }

  /** Something was done: the next failure is the first again. */
  advanced(): void {
    this.notes.failures = 0;
  }

  async remember(memory: Partial<ImportMemory>, step?: RunStep): Promise<void> {
    const whole = { ...memory, workedMs: this.#takeWorkedMs() };
    const { importId } = this;
    await this.parts.store.saveImport({ importId, memory: whole, ...(step === undefined ? {} : { step }) });
    this.#stored = {
      ...this.#stored,
      memory: { ...this.memory, ...whole },
      ...(step === undefined ? {} : { step }),
    };
    this.parts.tell(importId);
  }

  /** At most 1,000 changes go together with the memory. */
  async changeRows(changes: readonly ImportRowChange[], memory: Partial<ImportMemory> = {}): Promise<void> {
    const { importId } = this;
    const whole = { ...memory, workedMs: this.#takeWorkedMs() };
    for (let start = 0; start < Math.max(changes.length, 1); start += ROWS_AT_ONCE) {
      const portion = changes.slice(start, start + ROWS_AT_ONCE);
      await this.parts.store.changeImportRows({ importId, changes: portion, memory: whole });
    }
    this.#stored = { ...this.#stored, memory: { ...this.memory, ...whole } };
    this.parts.tell(importId);
  }

  async listRows(filter: ImportRowFilter, limit: number, afterLine = 0): Promise<readonly StoredImportRow[]> {
    const { importId } = this;
    const most = Math.min(limit, this.#portion);
    const rows = await this.parts.store.listImportRows({ importId, filter, afterLine, limit: most });
    const last = rows.at(-1);
    if (last === undefined || rows.length < most || most === limit) return rows;
    return [...rows, ...(await this.listRows(filter, limit - most, last.line))];
  }

  /** All rows of a filter, a portion at a time. Rows that change meanwhile are not given twice. */
  async *eachPortion(filter: ImportRowFilter): AsyncGenerator<readonly StoredImportRow[]> {
    let afterLine = 0;
    for (;;) {
      const rows = await this.listRows(filter, this.#portion, afterLine);
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows;
      afterLine = last.line;
    }
  }

  get #portion(): number {
    const columnsCount = Math.max(this.#stored.plan.headers.length, 1);
    return Math.min(Math.max(Math.floor(CELLS_AT_ONCE / columnsCount), 50), ROWS_AT_ONCE);
  }

  #takeWorkedMs(): number {
    const now = this.parts.now();
    const passed = Math.max(now - this.#workedFrom, 0);
    this.#workedFrom = now;
    return this.memory.workedMs + passed;
  }
}
