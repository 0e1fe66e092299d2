/** Imports and their rows, between columns and what is known of them. JSON is read through schemas, though it is our own. */
import * as v from 'valibot';
import { importOptionsSchema, rowReasonSchema } from '#shared/contract/index.ts';
import { IMPORTED_VERDICTS, ROW_VERDICTS, RUN_ROW_STATES, UNDO_ROW_STATES } from '#shared/domain/imports.ts';
import type {
  ColumnChoice,
  ImportValueName,
  ImportValues,
  PlannedRow,
  RowVerdict,
  RunRowState,
  RunState,
  RunStep,
  UndoRowState,
} from '#shared/domain/imports.ts';
import type {
  ImportMemory,
  ImportPlan,
  ImportRowChange,
  ImportRowCount,
  StoredImport,
  StoredImportRow,
} from '../api/imports.ts';
import { parseTexts } from '../json.ts';

/** Lines of one import lie between two multiples of it. */
const LINES = 4_294_967_296;
export const LAST_LINE = LINES - 1;
/** Where a row stands: its import first, then its line. */
export const toImportRowKey = (importId: number, line: number): number => importId * LINES + line;

const text = v.string();
const number = v.number();
const valueName = v.custom<ImportValueName>(
  (name) => typeof name === 'string' && /^(?:firstName|lastName|email|field:-?\d+|new:[\s\S]+)$/.test(name),
);
const valuesSchema = v.record(valueName, text);
// Without the contract's bounds: what was written down can always be read again.
const choiceSchema = v.variant('kind', [
  v.object({ kind: v.picklist(['phone', 'firstName', 'lastName', 'fullName', 'email', 'leave-out']) }),
  v.object({ kind: v.literal('field'), fieldId: number }),
  v.object({ kind: v.literal('new-field'), name: text }),
]);
const targetSchema = v.variant('kind', [
  v.object({ kind: v.literal('new-list'), name: text }),
  v.object({ kind: v.literal('list'), listId: number }),
]);
const snapshotSchema = v.object({ values: valuesSchema, listIds: v.array(number) });
const planSchema = v.object({
  ...{ fileName: text, isPasted: v.boolean(), headers: v.array(text) },
  ...{ choices: v.array(v.nullable(choiceSchema)), options: importOptionsSchema, target: targetSchema },
  ...{ listName: text, rowsCount: number, changedValuesCount: number },
});
/** Not `record`, which leaves out names such as `constructor`: a field may be called so. */
const idsSchema = v.custom<Readonly<Record<string, number>>>(
  (ids) => typeof ids === 'object' && ids !== null && Object.values(ids).every((id) => typeof id === 'number'),
);
const memorySchema = v.object({
  ...{ listId: v.nullable(number), hasCreatedList: v.boolean(), isCreatingList: v.boolean() },
  ...{ createdFields: idsSchema, creatingFields: v.array(text) },
  ...{ lastContactIdBefore: v.nullable(number), lastListIdBefore: v.nullable(number) },
  batch: v.nullable(v.object({ number, importId: v.nullable(number), leftAt: number })),
  ...{ batchCount: number, extraListIds: v.array(number), membersCount: v.nullable(number) },
  problem: v.nullable(v.object({ code: text, detail: text, at: number })),
  ...{ undoneAt: v.nullable(number), workedMs: number },
});
const countsSchema = v.array(
  v.object({
    verdict: v.picklist(ROW_VERDICTS),
    state: v.picklist(RUN_ROW_STATES),
    undo: v.picklist(UNDO_ROW_STATES),
    count: number,
  }),
);

/** Nothing is known yet of an import that has not begun. */
export const NO_MEMORY: ImportMemory = {
  ...{ listId: null, hasCreatedList: false, isCreatingList: false, createdFields: {}, creatingFields: [] },
  ...{ lastContactIdBefore: null, lastListIdBefore: null, batch: null, batchCount: 0, extraListIds: [] },
  ...{ membersCount: null, problem: null, undoneAt: null, workedMs: 0 },
};

/** A row of `imports`. */
export interface ImportColumns {
  readonly id: number;
  readonly started_at: number;
  readonly finished_at: number | null;
  readonly state: RunState;
  readonly step: RunStep;
  /** JSON, as the two below; null while its rows are here. */
  readonly plan: string;
  readonly memory: string;
  readonly gone_counts: string | null;
}

export const IMPORT_COLUMNS = 'id, started_at, finished_at, state, step, plan, memory, gone_counts';

export const parsePlan = (json: string): ImportPlan => v.parse(planSchema, JSON.parse(json));
export const parseMemory = (json: string): ImportMemory => v.parse(memorySchema, JSON.parse(json));
export const parseChoice = (json: string): ColumnChoice => v.parse(choiceSchema, JSON.parse(json));

/** `counts`: of its rows, as long as they are here. Undefined where the row says something that this version cannot read. */
export function toStoredImport(row: ImportColumns, counts: readonly ImportRowCount[]): StoredImport | undefined {
  const { gone_counts: gone } = row;
  const plan = v.safeParse(planSchema, tryJson(row.plan));
  const memory = v.safeParse(memorySchema, tryJson(row.memory));
  const kept = v.safeParse(countsSchema, gone === null ? counts : tryJson(gone));
  if (!plan.success || !memory.success || !kept.success) return undefined;
  return {
    ...{ id: row.id, startedAt: row.started_at, finishedAt: row.finished_at, state: row.state, step: row.step },
    ...{ plan: plan.output, memory: memory.output, hasRows: gone === null, counts: kept.output },
  };
}

function tryJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** A row of `import_rows`, but for its key and its import. */
export interface ImportRowColumns {
  readonly line: number;
  readonly verdict: RowVerdict;
  readonly state: RunRowState;
  readonly undo: UndoRowState;
  readonly found_by: 'app' | 'service';
  readonly phone: string;
  readonly contact_id: number | null;
  readonly is_on_list: number;
  readonly batch: number | null;
  /** JSON, as the three below. */
  readonly reason: string | null;
  readonly written: string;
  readonly before: string | null;
  readonly cells: string | null;
}

export const IMPORT_ROW_COLUMNS =
  'line, verdict, state, undo, found_by, phone, contact_id, is_on_list, batch, reason, written, before, cells';

export function toStoredImportRow(row: ImportRowColumns): StoredImportRow {
  const { reason, before, cells } = row;
  return {
    ...{ line: row.line, verdict: row.verdict, state: row.state, undo: row.undo, foundBy: row.found_by },
    ...{ phone: row.phone, contactId: row.contact_id, isOnList: row.is_on_list === 1, batch: row.batch },
    reason: reason === null ? null : v.parse(rowReasonSchema, JSON.parse(reason)),
    values: v.parse(valuesSchema, JSON.parse(row.written)) satisfies ImportValues,
    before: before === null ? null : v.parse(snapshotSchema, JSON.parse(before)),
    cells: cells === null ? [] : parseTexts(cells),
  };
}

const imported: ReadonlySet<RowVerdict> = new Set(IMPORTED_VERDICTS);

/** What happens to a row first: it is to be imported, or never. */
export const toFirstState = (verdict: RowVerdict): RunRowState => (imported.has(verdict) ? 'planned' : 'skipped');

/** The bound values of a new row, in the order of `INSERT_COLUMNS`. */
export const INSERT_COLUMNS = [
  ...[
    'key',
    'import_id',
    'line',
    'verdict',
    'state',
    'phone',
    'contact_id',
    'is_on_list',
    'reason',
    'written',
    'cells',
  ],
];
export function toInsertValues(importId: number, row: PlannedRow): (number | string | null)[] {
  const { line, verdict, reason } = row;
  return [
    ...[toImportRowKey(importId, line), importId, line, verdict, toFirstState(verdict)],
    ...[row.phone, row.contactId, Number(row.isOnList), reason === null ? null : JSON.stringify(reason)],
    ...[JSON.stringify(toWrittenValues(row)), JSON.stringify(row.cells)],
  ];
}

/** Of a contact that is there only what changes is written, and can be put back. */
function toWrittenValues({ verdict, values, changes }: PlannedRow): ImportValues {
  return verdict === 'update' ? Object.fromEntries(changes.map(({ name, value }) => [name, value])) : values;
}

/** The columns that a change names, with their values. */
export function toChangedColumns(change: ImportRowChange): Record<string, number | string | null> {
  const { verdict, state, undo, foundBy, contactId, batch, reason, values, before } = change;
  const columns: Record<string, number | string | null> = {};
  const set = (column: string, value: number | string | null | undefined): void => {
    if (value !== undefined) columns[column] = value;
  };
  set('verdict', verdict);
  set('state', state);
  set('undo', undo);
  set('found_by', foundBy);
  set('contact_id', contactId);
  set('batch', batch);
  set('reason', toJson(reason));
  set('written', toJson(values));
  set('before', toJson(before));
  return columns;
}

function toJson(value: object | null | undefined): string | null | undefined {
  return value == null ? value : JSON.stringify(value);
}
