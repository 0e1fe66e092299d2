/** A run as the page shows it: what was planned, what was done, how far it is, and until when it can be undone. Pure. */
import type { ImportMemory, ImportRowCount, StoredImport } from '#main/store/api/imports.ts';
import type { ImportRunView } from '#shared/contract/importing.ts';
import { IMPORTED_VERDICTS } from '#shared/domain/imports.ts';
import type { RowVerdict, RunState } from '#shared/domain/imports.ts';

const UNDO_DAYS = 30;
const DAY_MS = 86_400_000;
const IMPORTED: ReadonlySet<string> = new Set(IMPORTED_VERDICTS);
/** Rows that need the user's hand before they can be imported. */
const UNUSABLE: ReadonlySet<RowVerdict> = new Set(['lost-digits', 'invalid', 'read-only']);
const ENDED: ReadonlySet<RunState> = new Set(['finished', 'stopped', 'undone']);
const UNDOING: ReadonlySet<RunState> = new Set(['undoing', 'undo-waiting', 'undo-paused', 'undone']);

/** How fast rows go, in rows a second, as far as it can be told before it is seen. */
export interface RunPace {
  /** Contacts that the service makes, or deletes, many at a time. */
  readonly together: number;
  /** Contacts that are written one by one. */
  readonly single: number;
}

/** Five writes of single contacts a second are allowed; of a batch of 1,000 the service makes about 170. */
export const USUAL_PACE: RunPace = { together: 170, single: 5 };
/** A hundred are read and deleted by three requests that wait for each other. */
export const UNDO_PACE: RunPace = { together: 330, single: 5 };

/** @param pace of an import; null: the time left is not told */
export function toRunView(stored: StoredImport, now: number, pace: RunPace | null = USUAL_PACE): ImportRunView {
  const { plan, memory, counts, state } = stored;
  const isUndo = UNDOING.has(state);
  const work = counts.filter(isUndo ? isToUndo : isToImport);
  const isDone = isUndo ? isUndoDone : isImportDone;
  const refused = sum(counts, (one) => one.state === 'refused');
  return {
    ...{ id: stored.id, fileName: plan.fileName, isPasted: plan.isPasted },
    ...{ startedAt: stored.startedAt, finishedAt: stored.finishedAt, state, step: stored.step },
    problem: toProblem(memory),
    list: {
      id: memory.listId,
      name: plan.listName,
      isNew: plan.target.kind === 'new-list',
      membersCount: memory.membersCount,
    },
    rowsCount: plan.rowsCount,
    totalCount: sum(work),
    doneCount: sum(work, isDone),
    secondsLeft:
      ENDED.has(state) || pace === null
        ? null
        : toSecondsLeft(stored, { work, isDone, pace: isUndo ? UNDO_PACE : pace }),
    created: toResult(counts, 'new'),
    updated: toResult(counts, 'update'),
    unchanged: toResult(counts, 'unchanged'),
    duplicate: countOf(counts, 'duplicate'),
    leftOut: countOf(counts, 'left-out'),
    lostDigits: countOf(counts, 'lost-digits'),
    invalid: countOf(counts, 'invalid'),
    readOnly: countOf(counts, 'read-only'),
    landline: countOf(counts, 'landline'),
    changedValuesCount: plan.changedValuesCount,
    rejectedCount: sum(counts, isRejected),
    refusedCount: refused,
    undo: {
      possibleUntil: toPossibleUntil(stored, now),
      undoneAt: memory.undoneAt,
      deletedCount: sum(counts, (one) => one.verdict === 'new' && one.undo === 'undone' && isToUndo(one)),
      restoredCount: sum(counts, (one) => one.verdict === 'update' && one.undo === 'undone' && isToUndo(one)),
      keptCount: sum(counts, (one) => one.undo === 'kept'),
    },
  };
}

function toProblem({ problem }: ImportMemory): ImportRunView['problem'] {
  return problem === null ? null : { ...problem, detail: problem.detail || null, fields: {} };
}

/** Until when the run can be undone; null: there is nothing to undo, not any more, or not while it is under way. */
export function toPossibleUntil({ state, step, ...stored }: StoredImport, now: number): number | null {
  const isOver = state === 'finished' || (state === 'stopped' && step === 'done');
  if (!isOver || !stored.hasRows) return null;
  const { hasCreatedList, isCreatingList, createdFields, undoneAt } = stored.memory;
  const hasMade = hasCreatedList || isCreatingList || Object.keys(createdFields).length > 0;
  if (undoneAt !== null || (!hasMade && !stored.counts.some(isToUndo))) return null;
  const until = (stored.finishedAt ?? stored.startedAt) + UNDO_DAYS * DAY_MS;
  return now <= until ? until : null;
}

interface Work {
  readonly work: readonly ImportRowCount[];
  readonly isDone: (count: ImportRowCount) => boolean;
  readonly pace: RunPace;
}

/**
 * What is left of each kind at its pace. Where the run is slower than that, as it was so far: the rows that it has done say
 * how much slower. Its time is of the import, so it says nothing of an undo.
 */
function toSecondsLeft({ memory, state }: StoredImport, { work, isDone, pace }: Work): number {
  const timeOf = (counts: readonly ImportRowCount[]): number => {
    const singles = sum(counts, ({ verdict }) => verdict === 'update');
    return singles / pace.single + (sum(counts) - singles) / pace.together;
  };
  const left = timeOf(work.filter((count) => !isDone(count)));
  const expected = timeOf(work.filter(isDone));
  const isTelling = !UNDOING.has(state) && expected > 0;
  const slowness = isTelling ? Math.max(1, memory.workedMs / 1_000 / expected) : 1;
  return Math.ceil(left * slowness);
}

/** As the rows of `REJECTED`: those of a run that was stopped are skipped. */
const isRejected = ({ verdict, state }: ImportRowCount): boolean =>
  (IMPORTED.has(verdict) || UNUSABLE.has(verdict)) && (state === 'refused' || state === 'skipped');
const isToImport = ({ verdict, state }: ImportRowCount): boolean => IMPORTED.has(verdict) && state !== 'skipped';
const isImportDone = ({ state }: ImportRowCount): boolean => state === 'done' || state === 'refused';
const isToUndo = ({ verdict, state }: ImportRowCount): boolean =>
  IMPORTED.has(verdict) && (state === 'done' || state === 'leaving');
const isUndoDone = ({ undo }: ImportRowCount): boolean => undo !== 'none';

function toResult(counts: readonly ImportRowCount[], verdict: RowVerdict): { planned: number; done: number } {
  const rows = counts.filter((one) => one.verdict === verdict);
  return { planned: sum(rows), done: sum(rows, ({ state }) => state === 'done') };
}

function countOf(counts: readonly ImportRowCount[], verdict: RowVerdict): number {
  return sum(counts, (one) => one.verdict === verdict);
}

function sum(counts: readonly ImportRowCount[], fits: (one: ImportRowCount) => boolean = () => true): number {
  return counts.filter(fits).reduce((total, { count }) => total + count, 0);
}
