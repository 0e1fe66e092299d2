/** One run, or its undo, as long as it has its turn: attempts, and what comes of their failures. */
import type { ImportMemory, StoredImport } from '#main/store/api/imports.ts';
import { toDetail } from '#main/sync/core/people-changes.ts';
import { AppError } from '#shared/domain/app-error.ts';
import type { RunState, RunStep } from '#shared/domain/imports.ts';
import { planBackoffMs } from '#shared/lib/backoff.ts';
import type { Serial } from '#shared/lib/serial.ts';
import type { RunParts } from '../ports.ts';
import { undoImport } from '../undo.ts';
import { importChangedRows } from './changed-rows.ts';
import { countRows, trimRows } from './counting.ts';
import { prepareList } from './list.ts';
import { addMembers } from './members.ts';
import { importNewRows } from './new-rows.ts';
import { classifyFailure, goesOn, isUndo } from './run-states.ts';
import { ROWS_AT_ONCE, RunNotes, RunWork } from './run-work.ts';

type WorkStep = Extract<RunStep, 'list' | 'new' | 'changed' | 'members' | 'counting'>;

const WORK: Readonly<Record<WorkStep, (work: RunWork) => Promise<void>>> = {
  list: prepareList,
  new: importNewRows,
  changed: importChangedRows,
  members: addMembers,
  counting: countRows,
};
const ORDER: readonly RunStep[] = ['list', 'new', 'changed', 'members', 'counting'];
const PLANNED = { verdicts: ['new', 'update', 'unchanged'], states: ['planned'] } as const;
const REFUSED_AT_ONCE = 200;
/** Only another key helps, and with that the account opens anew. */
const WITHOUT_KEY_MS = 600_000;

interface TurnNeeds {
  readonly parts: RunParts;
  readonly importId: number;
  /** The account closes. */
  readonly end: AbortSignal;
  /** States of runs change one after the other. */
  readonly states: Serial;
  /** Waits before the next attempt, or until there is a reason to try at once. */
  readonly rest: (ms: number, halt: AbortSignal) => Promise<void>;
}

interface StateWrite {
  readonly state: RunState;
  readonly step?: RunStep;
  readonly finishedAt?: number;
  readonly memory?: Partial<ImportMemory>;
}

export class RunTurn {
  readonly importId: number;
  /** It failed on a bug: it does not go on by itself. */
  isBroken = false;
  readonly #needs: TurnNeeds;
  readonly #halt = new AbortController();
  readonly #notes = new RunNotes();

  constructor(needs: TurnNeeds) {
    this.#needs = needs;
    this.importId = needs.importId;
  }

  /** The user paused or stopped it, which is written down already. */
  halt(): void {
    this.#halt.abort(toHalted());
  }

  /** Resolves when the run is over, halted or broken. Never rejects. */
  async run(): Promise<void> {
    while (!this.#isHalted()) {
      try {
        await this.#attempt();
        return;
      } catch (error) {
        await this.#settle(error);
      }
    }
  }

  #isHalted(): boolean {
    return this.#halt.signal.aborted || this.#needs.end.aborted || this.isBroken;
  }

  async #attempt(): Promise<void> {
    const { parts, importId } = this.#needs;
    const stored = await parts.store.findImport({ importId });
    if (stored === null || !goesOn(stored)) return;
    if (isUndo(stored)) await this.#undo(stored);
    else await this.#import(stored);
  }

  async #import(stored: StoredImport): Promise<void> {
    const { parts, end } = this.#needs;
    let isShownWaiting = stored.state === 'waiting';
    const work = new RunWork(stored, {
      parts,
      signals: { end, halt: this.#halt.signal },
      notes: this.#notes,
      onAnswer: async () => {
        if (!isShownWaiting) return;
        isShownWaiting = false;
        await this.#write({ state: 'running', memory: { problem: null } });
      },
    });
    if (work.isStopped) await skipPlanned(work);
    while (isWorkStep(work.step)) {
      await WORK[work.step](work);
      work.throwIfHalted();
      if (work.step === 'counting') break;
      await work.remember({}, ORDER[ORDER.indexOf(work.step) + 1] ?? 'counting');
    }
    await trimRows(work);
    await this.#finish(work);
  }

  async #finish(work: RunWork): Promise<void> {
    const { now, log } = this.#needs.parts;
    const state = work.isStopped ? 'stopped' : 'finished';
    const memory = work.isStopped ? {} : { problem: null };
    await this.#write({ state, step: 'done', finishedAt: now(), memory });
    log.info('import.finished', { importId: this.importId, state });
  }

  async #undo(stored: StoredImport): Promise<void> {
    const { parts, importId, end } = this.#needs;
    if (stored.state !== 'undoing') await this.#write({ state: 'undoing', memory: { problem: null } });
    await undoImport(parts, importId, AbortSignal.any([end, this.#halt.signal]));
    await this.#write({ state: 'undone', step: 'done', memory: { problem: null, undoneAt: parts.now() } });
    parts.log.info('import.undone', { importId });
  }

  /** Writes the state down, unless the user changed it meanwhile. */
  async #write(change: StateWrite): Promise<void> {
    const { parts, importId, states } = this.#needs;
    await states.run(async () => {
      if (this.#isHalted()) throw toHalted();
      await parts.store.saveImport({ importId, ...change });
    });
    parts.tell(importId);
  }

  async #settle(error: unknown): Promise<void> {
    const { parts, importId } = this.#needs;
    const failure = classifyFailure(error);
    if (failure.kind === 'bug') parts.log.error('import.broken', error, { importId });
    if (this.#isHalted()) return;
    try {
      if (failure.kind === 'refused') await this.#refuse(failure.error);
      else if (failure.kind === 'bug') await this.#break();
      else await this.#rest(failure.kind === 'later' ? failure.error : null);
    } catch (problem) {
      // The state cannot be written down now.
      if (classifyFailure(problem).kind === 'bug') parts.log.error('import.notWritten', problem, { importId });
      if (!this.#isHalted()) await this.#rest(null);
    }
  }

  /** `error` null: it is the disk that fails, and its own watch says so. */
  async #rest(error: AppError | null): Promise<void> {
    this.#notes.failures += 1;
    const { failures } = this.#notes;
    if (error !== null) await this.#showWaiting(error);
    const retryAfterMs = error?.retryAfterMs ?? null;
    const isWithoutKey = error?.code === 'unauthorized';
    const ms = isWithoutKey ? WITHOUT_KEY_MS : planBackoffMs({ failures, random: 0, retryAfterMs });
    await this.#needs.rest(ms, this.#halt.signal);
  }

  async #showWaiting(error: AppError): Promise<void> {
    const { parts, importId } = this.#needs;
    const stored = await parts.store.findImport({ importId });
    // A run that was stopped stays so while what has left is waited for.
    if (stored === null || stored.state === 'stopped') return;
    parts.log.info('import.waits', { importId, code: error.code });
    const problem = { code: error.code, detail: toDetail(error), at: parts.now() };
    await this.#write({ state: isUndo(stored) ? 'undo-waiting' : 'waiting', memory: { problem } });
  }

  /** What was done stays; rows that have not left stay here. */
  async #refuse(error: AppError): Promise<void> {
    const { parts, importId } = this.#needs;
    parts.log.warn('import.refused', { importId, code: error.code }, error);
    const stored = await parts.store.findImport({ importId });
    if (stored === null) return;
    const memory = { problem: { code: error.code, detail: toDetail(error), at: parts.now() } };
    if (isUndo(stored)) {
      await this.#write({ state: 'undo-paused', memory });
      this.halt();
    } else if (stored.state === 'stopped') {
      // What is under way cannot be looked at either.
      await this.#refuseLeaving();
      await this.#write({ state: 'stopped', step: 'done', finishedAt: parts.now() });
    } else {
      await this.#write({ state: 'stopped', memory });
    }
  }

  async #refuseLeaving(): Promise<void> {
    const { store } = this.#needs.parts;
    const filter = { states: ['leaving'] } as const;
    for (;;) {
      const rows = await store.listImportRows({
        importId: this.importId,
        filter,
        afterLine: 0,
        limit: REFUSED_AT_ONCE,
      });
      if (rows.length === 0) return;
      const reason = { code: 'absent' } as const;
      const changes = rows.map(({ line }) => ({ line, state: 'refused', reason, foundBy: 'service' }) as const);
      await store.changeImportRows({ importId: this.importId, changes, memory: { batch: null } });
    }
  }

  async #break(): Promise<void> {
    const { parts, importId } = this.#needs;
    const stored = await parts.store.findImport({ importId });
    this.isBroken = true;
    if (stored === null || stored.state === 'stopped') return;
    const memory = { problem: { code: 'server', detail: '', at: parts.now() } };
    await parts.store.saveImport({ importId, state: isUndo(stored) ? 'undo-paused' : 'paused', memory });
    parts.tell(importId);
  }
}

function isWorkStep(step: RunStep): step is WorkStep {
  return Object.hasOwn(WORK, step);
}

/** Rows that have not left when the user stops the run. */
async function skipPlanned(work: RunWork): Promise<void> {
  for (;;) {
    const rows = await work.listRows(PLANNED, ROWS_AT_ONCE);
    if (rows.length === 0) return;
    await work.changeRows(rows.map(({ line }) => ({ line, state: 'skipped', reason: { code: 'stopped' } })));
    work.throwIfHalted();
  }
}

function toHalted(): AppError {
  return new AppError({ code: 'cancelled', message: 'The run is halted', outcome: 'not-accepted' });
}
