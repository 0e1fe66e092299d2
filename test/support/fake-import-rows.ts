/** Rows of a file and runs of the main in memory: what the user does to them, by the contract. */
import type {
  CheckedRowView,
  ContractError,
  EventName,
  EventPayload,
  ImportRunView,
  RequestInput,
  RequestName,
  RequestOutput,
  RowFilter,
  RunRowView,
} from '#shared/contract/index.ts';
import type { FakeImports } from './fake-imports.ts';

type Handlers = { [Name in RequestName]?: (input: RequestInput<Name>) => RequestOutput<Name> | ContractError };
type Emit = <Name extends EventName>(name: Name, payload: EventPayload<Name>) => void;

const missing: ContractError = { code: 'not-found', detail: null, fields: {}, retryAfterMs: null };
const DAY_MS = 24 * 60 * 60_000;

/** A row of a new contact; cells as of `buildDraft`. */
export function buildCheckedRow(changes: Partial<CheckedRowView> = {}): CheckedRowView {
  const line = changes.line ?? 2;
  return {
    line,
    verdict: 'new',
    reason: null,
    marks: [],
    phone: String(447_700_900_000 + line),
    cells: ['Deborah', 'Okonkwo', `0${String(7_700_900_000 + line)}`, 'd.okonkwo@mail.example', 'Biscuit', '', ''],
    editedColumns: [],
    suggestion: null,
    contactId: null,
    changes: [],
    ...changes,
  };
}

/** An import that ended as it was planned. */
export function buildRun(changes: Partial<ImportRunView> = {}): ImportRunView {
  const startedAt = Date.now() - 3 * 60_000;
  return {
    ...{ id: 12, fileName: 'clients-export-november.xlsx', isPasted: false },
    ...{ startedAt, finishedAt: startedAt + 72_000, state: 'finished', step: 'done', problem: null },
    list: { id: 4, name: 'November clients', isNew: true, membersCount: 1_239 },
    ...{ rowsCount: 1_286, totalCount: 1_241, doneCount: 1_241, secondsLeft: null },
    created: { planned: 1_088, done: 1_088 },
    updated: { planned: 139, done: 139 },
    unchanged: { planned: 14, done: 14 },
    ...{ duplicate: 29, leftOut: 7, lostDigits: 0, invalid: 9, readOnly: 0, landline: 0 },
    ...{ changedValuesCount: 302, rejectedCount: 9, refusedCount: 0 },
    undo: {
      possibleUntil: startedAt + 30 * DAY_MS,
      ...{ undoneAt: null, deletedCount: 0, restoredCount: 0, keptCount: 0 },
    },
    ...changes,
  };
}

export function buildRunRow(changes: Partial<RunRowView> = {}): RunRowView {
  return {
    ...{ line: 5, name: 'Marigold Ashworth', phone: '07700 9004', cells: [], contactId: null, foundBy: 'app' },
    reason: { code: 'too-short', digits: 9, wanted: 11 },
    ...changes,
  };
}

export class FakeImportRows {
  rejected: readonly RunRowView[] = [];
  kept: readonly RunRowView[] = [];
  /** What a cell that is edited makes of its row. */
  check: (row: CheckedRowView) => CheckedRowView = (row) => row;
  explanation: RequestOutput<'imports.explainUndo'> = {
    ...{ deletedCount: 1_088, restoredCount: 139, restoredValuesCount: 302, editedCount: 5, textedCount: 1 },
    ...{ onlyHereCount: 0, removedCount: 14, deletesList: true, seconds: 240 },
  };
  readonly #imports: FakeImports;
  readonly #emit: Emit;

  constructor(imports: FakeImports, emit: Emit) {
    this.#imports = imports;
    this.#emit = emit;
  }

  readonly handlers: Handlers = {
    'imports.listRows': ({ filter, start, limit }) => {
      const rows = this.#imports.rows.filter((row) => isIn(row, filter));
      return { count: rows.length, rows: rows.slice(start, start + limit) };
    },
    'imports.editCell': ({ line, column, value }) => {
      const row = this.#imports.rows.find((one) => one.line === line);
      if (row === undefined) return missing;
      const cells = row.cells.map((cell, index) => (index === column ? value : cell));
      const edited = this.check({ ...row, cells, editedColumns: [...new Set([...row.editedColumns, column])] });
      this.#replace(edited);
      return { row: edited, summary: this.#imports.draft?.summary ?? null };
    },
    'imports.leaveOut': ({ rows, isLeftOut }) => {
      const isMeant = (row: CheckedRowView): boolean =>
        rows.kind === 'lines' ? rows.lines.includes(row.line) : isIn(row, rows.filter);
      for (const row of this.#imports.rows.filter(isMeant)) this.#replace(leaveOut(row, isLeftOut));
      return { summary: this.#imports.draft?.summary ?? null };
    },
    'imports.exportProblems': () => ({ handle: 'problems-1', name: 'clients-problems.csv', rows: 16 }),
    'imports.listRunRows': ({ kind, start, limit }) => {
      const rows = this[kind];
      return { count: rows.length, rows: rows.slice(start, start + limit) };
    },
    'imports.exportRejected': () => ({
      ...{ handle: 'rejected-1', name: 'clients-rejected.csv', rows: this.rejected.length },
    }),
    'imports.repairRejected': () => this.#imports.draft ?? missing,
    'imports.control': ({ importId, act }) => this.#control(importId, act),
    'imports.explainUndo': () => this.explanation,
    'imports.undo': ({ importId }) => {
      this.change(importId, { state: 'undoing', step: 'undo-check', doneCount: 0 });
      return {};
    },
  };

  /** Changes a run and tells the window. */
  change(importId: number, changes: Partial<ImportRunView>): void {
    this.#imports.runs = this.#imports.runs.map((run) => (run.id === importId ? { ...run, ...changes } : run));
    this.#emit('imports.changed', { importId });
  }

  #control(importId: number, act: 'pause' | 'resume' | 'stop'): Record<string, never> {
    const state = ({ pause: 'paused', resume: 'running', stop: 'stopped' } as const)[act];
    this.change(importId, act === 'stop' ? { state, finishedAt: Date.now() } : { state });
    return {};
  }

  #replace(row: CheckedRowView): void {
    this.#imports.rows = this.#imports.rows.map((one) => (one.line === row.line ? row : one));
    this.#emit('imports.changed', { importId: null });
  }
}

function leaveOut(row: CheckedRowView, isLeftOut: boolean): CheckedRowView {
  return isLeftOut
    ? { ...row, verdict: 'left-out', reason: { code: 'by-user' } }
    : { ...row, verdict: 'new', reason: null };
}

function isIn({ verdict, marks }: CheckedRowView, filter: RowFilter): boolean {
  if (filter === 'all') return true;
  if (filter === 'problems') return ['invalid', 'lost-digits', 'read-only'].includes(verdict);
  if (filter === 'with-landline') return marks.includes('landline');
  return filter === 'blocked' || filter === 'unsubscribed' ? marks.includes(filter) : verdict === filter;
}
