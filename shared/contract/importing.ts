/**
 * Importing contacts. A **draft** is a file that was chosen, with its columns and its rows as they were checked; nothing of it
 * has left this computer. A **run** is an import that was started: it goes on after a restart, stays in the history, and can
 * be undone.
 */
import * as v from 'valibot';
import { COLUMN_REASONS, KEPT_CODES, ROW_MARKS, ROW_VERDICTS, RUN_STATES, RUN_STEPS } from '#shared/domain/imports.ts';
import { instant, nothing, OPEN_ERRORS, ownId, problemViewSchema, requestId, SERVICE_ERRORS } from './common.ts';

const id = v.pipe(v.number(), v.safeInteger());
const line = v.pipe(v.number(), v.integer(), v.minValue(1));
const column = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000));
const country = v.nullable(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)));
const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const verdictCounts = v.object(
  Object.fromEntries(ROW_VERDICTS.map((verdict) => [verdict, v.number()])) as Record<
    (typeof ROW_VERDICTS)[number],
    v.NumberSchema<undefined>
  >,
);
const markCounts = v.object(
  Object.fromEntries(ROW_MARKS.map((mark) => [mark, v.number()])) as Record<
    (typeof ROW_MARKS)[number],
    v.NumberSchema<undefined>
  >,
);

export const columnChoiceSchema = v.variant('kind', [
  v.object({ kind: v.picklist(['phone', 'firstName', 'lastName', 'fullName', 'email', 'leave-out']) }),
  v.object({ kind: v.literal('field'), fieldId: id }),
  v.object({ kind: v.literal('new-field'), name }),
]);

/** See `RowReason`. */
export const rowReasonSchema = v.variant('code', [
  v.object({
    code: v.picklist(['too-short', 'too-long']),
    digits: v.number(),
    wanted: v.nullable(v.number()),
  }),
  v.object({
    code: v.picklist([
      'no-number',
      'no-country',
      'not-a-number',
      'letter-for-digit',
      'lost-digits',
      'extension-only',
      'several-numbers',
      'too-long-value',
      'not-an-email',
      'read-only',
      'landline',
      'by-user',
      'gone',
      'absent',
      'stopped',
      ...KEPT_CODES,
    ]),
  }),
  v.object({ code: v.literal('duplicate'), line: v.number() }),
  v.object({ code: v.literal('refused'), detail: v.string() }),
]);
export type RowReasonView = v.InferOutput<typeof rowReasonSchema>;

/** `firstName`, `lastName`, `email`, `field:12`, `new:Vet`. */
const importValueName = v.string();

export const importOptionsSchema = v.object({
  country,
  hasHeader: v.boolean(),
  leavesOutLandlines: v.boolean(),
  keepsWhatIsEmpty: v.boolean(),
  existing: v.picklist(['update', 'leave']),
});
export type ImportOptionsInput = v.InferOutput<typeof importOptionsSchema>;

export const importTargetSchema = v.variant('kind', [
  v.object({ kind: v.literal('new-list'), name: v.pipe(v.string(), v.trim(), v.maxLength(200)) }),
  v.object({ kind: v.literal('list'), listId: id }),
]);
export type ImportTargetInput = v.InferOutput<typeof importTargetSchema>;

/** See `CheckSummary`. */
export const importSummarySchema = v.object({
  rowsCount: v.number(),
  verdicts: verdictCounts,
  marks: markCounts,
  changedValuesCount: v.number(),
  toAddCount: v.number(),
  phonesCount: v.number(),
  validPhonesCount: v.number(),
});
export type ImportSummary = v.InferOutput<typeof importSummarySchema>;

/** What the run will ask of the service. `seconds`: about, at the rate that the service allows now. */
export const importEstimateSchema = v.object({ requestsCount: v.number(), seconds: v.number() });

export const importDraftSchema = v.object({
  /** Changes with every file. */
  draftId: v.string(),
  fileName: v.string(),
  isPasted: v.boolean(),
  /** Rows that a former run could not import, to be repaired: the id of that run. */
  repairsImportId: v.nullable(v.number()),
  /** The user changed cells or left rows out, which is lost with the file. */
  hasChanges: v.boolean(),
  kind: v.picklist(['csv', 'xls', 'xlsx']),
  sizeBytes: v.number(),
  sheets: v.array(v.object({ name: v.string(), isHidden: v.boolean() })),
  /** Of a workbook. */
  sheetName: v.nullable(v.string()),
  /** Of a text file, as found or chosen. */
  encoding: v.nullable(v.picklist(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'])),
  delimiter: v.nullable(v.picklist([',', ';', '\t', '|'])),
  /** Rows with text, but for the header. */
  rowsCount: v.number(),
  /** What the user should know of the file; `other-kind`: the content is not what the name says. */
  notes: v.array(
    v.object({
      kind: v.picklist(['other-kind', 'undecodable', 'nul-characters']),
      named: v.string(),
      count: v.number(),
      line: v.number(),
    }),
  ),
  options: importOptionsSchema,
  target: importTargetSchema,
  columns: v.array(
    v.object({
      /** From 0. */
      index: v.number(),
      /** '' where the header says nothing, or there is none. */
      header: v.string(),
      /** Three cells, of the first rows that have text there; '' where there are fewer. */
      samples: v.array(v.string()),
      choice: v.nullable(columnChoiceSchema),
      why: v.picklist(COLUMN_REASONS),
      percent: v.nullable(v.number()),
      /** Cells of which the spreadsheet has lost digits. */
      lostDigitsCount: v.number(),
    }),
  ),
  /** How the country reads three local numbers of the file: one that is not usable among them where there is one. */
  phoneExamples: v.array(
    v.object({
      written: v.string(),
      phone: v.nullable(v.string()),
      isLandline: v.boolean(),
      reason: v.nullable(rowReasonSchema),
    }),
  ),
  /** Null: it is being counted for the first time, or no column is the phone. */
  summary: v.nullable(importSummarySchema),
  /** Of the count before, to be shown beside the new one; null: there was none. */
  previousSummary: v.nullable(importSummarySchema),
  /** Rows that have been checked; null: nothing is being counted now. */
  checkedCount: v.nullable(v.number()),
  estimate: v.nullable(importEstimateSchema),
  /** Contacts are still being read from the service for the first time: who is new is not known yet. */
  isFilling: v.boolean(),
  /** The check failed, in words for the user; the file has to be chosen again. */
  problem: v.nullable(v.string()),
});
export type ImportDraftView = v.InferOutput<typeof importDraftSchema>;

/** Which rows of the draft: all, of one verdict or mark, or those that need the user (`problems`: invalid, lost digits, read-only). */
export const rowFilterSchema = v.picklist([
  'all',
  'problems',
  ...ROW_VERDICTS,
  ...ROW_MARKS.filter((mark) => mark !== 'landline'),
  'with-landline',
]);
export type RowFilter = v.InferOutput<typeof rowFilterSchema>;

export const checkedRowSchema = v.object({
  line: v.number(),
  verdict: v.picklist(ROW_VERDICTS),
  reason: v.nullable(rowReasonSchema),
  marks: v.array(v.picklist(ROW_MARKS)),
  phone: v.string(),
  cells: v.array(v.string()),
  editedColumns: v.array(v.number()),
  suggestion: v.nullable(v.string()),
  contactId: v.nullable(v.number()),
  changes: v.array(v.object({ name: importValueName, old: v.string(), value: v.string() })),
});
export type CheckedRowView = v.InferOutput<typeof checkedRowSchema>;

/** Planned and done. `difference` is the page's to count. */
const resultLine = v.object({ planned: v.number(), done: v.number() });

export const importRunSchema = v.object({
  id: v.number(),
  fileName: v.string(),
  isPasted: v.boolean(),
  startedAt: instant,
  finishedAt: v.nullable(instant),
  state: v.picklist(RUN_STATES),
  step: v.picklist(RUN_STEPS),
  /** Why it waits, or what was refused as a whole, such as the list; null: nothing. */
  problem: v.nullable(problemViewSchema),
  list: v.object({
    id: v.nullable(v.number()),
    name: v.string(),
    isNew: v.boolean(),
    /** As the service counted it at the end; null: not yet. */
    membersCount: v.nullable(v.number()),
  }),
  rowsCount: v.number(),
  /** Rows of the run's present work (import or undo), and those that are done. */
  totalCount: v.number(),
  doneCount: v.number(),
  /** About; null: not known. */
  secondsLeft: v.nullable(v.number()),
  created: resultLine,
  updated: resultLine,
  unchanged: resultLine,
  duplicate: v.number(),
  leftOut: v.number(),
  lostDigits: v.number(),
  invalid: v.number(),
  readOnly: v.number(),
  landline: v.number(),
  changedValuesCount: v.number(),
  /** Rows refused by the service, or that the app could not import: those of the file of rejected rows. */
  rejectedCount: v.number(),
  /** Of the rejected, those that the service refused. */
  refusedCount: v.number(),
  undo: v.object({
    /** Until when it can be undone; null: never, or not any more. */
    possibleUntil: v.nullable(instant),
    undoneAt: v.nullable(instant),
    deletedCount: v.number(),
    restoredCount: v.number(),
    /** Contacts of which something stays; each row says why. */
    keptCount: v.number(),
  }),
});
export type ImportRunView = v.InferOutput<typeof importRunSchema>;

/** A row of the file that was not imported, or of which an undo kept the contact. */
export const runRowSchema = v.object({
  line: v.number(),
  name: v.string(),
  phone: v.string(),
  cells: v.array(v.string()),
  reason: v.nullable(rowReasonSchema),
  foundBy: v.picklist(['app', 'service']),
  contactId: v.nullable(v.number()),
});
export type RunRowView = v.InferOutput<typeof runRowSchema>;

export const importRequests = {
  /**
   * Reads a staged file (`files.stage`) as the draft of the open account, in place of the one before; the file is released.
   * `validation` of `file`: it is no table, with the sentences for the user. Its check goes on afterwards (`imports.changed`).
   */
  'imports.open': {
    input: v.object({ handle: ownId, isPasted: v.boolean() }),
    output: importDraftSchema,
    errors: ['not-found', 'validation', ...OPEN_ERRORS],
  },
  /** Null: no file is chosen. */
  'imports.getDraft': { input: nothing, output: v.nullable(importDraftSchema), errors: OPEN_ERRORS },
  /** Reads the same file another way. Null: as found by itself. Repairs and rows left out by hand are dropped. */
  'imports.reread': {
    input: v.object({
      draftId: ownId,
      sheet: v.nullable(v.pipe(v.string(), v.maxLength(200))),
      encoding: v.nullable(v.picklist(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'])),
      delimiter: v.nullable(v.picklist([',', ';', '\t', '|'])),
    }),
    output: importDraftSchema,
    errors: ['not-found', 'validation', ...OPEN_ERRORS],
  },
  /**
   * Any of the choices; what is absent stays. The rows are checked again. A value has one column: another that had it is to
   * be chosen again. `validation`, then nothing has changed: of `columns`: `no-such-column`, `no-such-field`; of `list`:
   * `gone`, `read-only`.
   */
  'imports.configure': {
    input: v.object({
      draftId: ownId,
      columns: v.optional(
        v.pipe(v.array(v.object({ index: column, choice: v.nullable(columnChoiceSchema) })), v.maxLength(1_000)),
      ),
      options: v.optional(v.partial(importOptionsSchema)),
      target: v.optional(importTargetSchema),
    }),
    output: importDraftSchema,
    errors: ['not-found', 'validation', ...OPEN_ERRORS],
  },
  /** Rows in the order of the file. `count`: how many the filter has in all. */
  'imports.listRows': {
    input: v.object({
      draftId: ownId,
      filter: rowFilterSchema,
      start: count,
      limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(200)),
    }),
    output: v.object({ count: v.number(), rows: v.array(checkedRowSchema) }),
    errors: ['not-found', ...OPEN_ERRORS],
  },
  /** Repairs one cell; the row, and others with its number, are checked again. */
  'imports.editCell': {
    input: v.object({ draftId: ownId, line, column, value: v.pipe(v.string(), v.maxLength(10_000)) }),
    output: v.object({ row: checkedRowSchema, summary: v.nullable(importSummarySchema) }),
    errors: ['not-found', ...OPEN_ERRORS],
  },
  /** Leaves rows out, or takes them in again: those of the lines, or all of a filter. */
  'imports.leaveOut': {
    input: v.object({
      draftId: ownId,
      rows: v.variant('kind', [
        v.object({ kind: v.literal('lines'), lines: v.pipe(v.array(line), v.maxLength(10_000)) }),
        v.object({ kind: v.literal('filter'), filter: rowFilterSchema }),
      ]),
      isLeftOut: v.boolean(),
    }),
    output: v.object({ summary: v.nullable(importSummarySchema) }),
    errors: ['not-found', ...OPEN_ERRORS],
  },
  /** The rows with a problem as a CSV file to download (`/file/<handle>`), with their reasons. */
  'imports.exportProblems': {
    input: v.object({ draftId: ownId, reasonTitle: v.string(), reasons: v.record(v.string(), v.string()) }),
    output: v.object({ handle: v.string(), name: v.string(), rows: v.number() }),
    errors: ['not-found', ...OPEN_ERRORS],
  },
  /** Forgets the file; nothing of it has left. */
  'imports.discard': { input: v.object({ draftId: ownId }), output: nothing, errors: OPEN_ERRORS },
  /** A CSV file that shows how one is made, to download. */
  'imports.sample': {
    input: nothing,
    output: v.object({ handle: v.string(), name: v.string() }),
    errors: OPEN_ERRORS,
  },
  /**
   * Starts the import as it was checked: everything is written down before the first request, then the draft is gone.
   * Waits for the check that is under way. `validation` of `list`: `empty` (no name), `gone`, `read-only` (another user's); of
   * `rows`: `none` to import, or `filling` (contacts are still being read).
   */
  'imports.start': {
    input: v.object({ requestId, draftId: ownId }),
    output: v.object({ importId: v.number() }),
    errors: ['not-found', 'validation', ...OPEN_ERRORS],
  },
  /** Newest first: the 100 newest, and all that are not over. */
  'imports.list': { input: nothing, output: v.array(importRunSchema), errors: OPEN_ERRORS },
  'imports.get': { input: v.object({ importId: id }), output: v.nullable(importRunSchema), errors: OPEN_ERRORS },
  /** `rejected`: see `rejectedCount` · `kept`: contacts of which an undo left something, with the reason. */
  'imports.listRunRows': {
    input: v.object({
      importId: id,
      kind: v.picklist(['rejected', 'kept']),
      start: count,
      limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(200)),
    }),
    output: v.object({ count: v.number(), rows: v.array(runRowSchema) }),
    errors: ['not-found', ...OPEN_ERRORS],
  },
  /**
   * The rejected rows as a CSV file that can be imported again: the columns of the file, and the reason of each row in a
   * last one, titled `reasonTitle`; `reasons` has the sentence for each code (the service's own sentences stay).
   */
  'imports.exportRejected': {
    input: v.object({ importId: id, reasonTitle: v.string(), reasons: v.record(v.string(), v.string()) }),
    output: v.object({ handle: v.string(), name: v.string(), rows: v.number() }),
    errors: ['not-found', ...OPEN_ERRORS],
  },
  /** Makes the rejected rows the draft, with the columns and the list of the run. */
  'imports.repairRejected': {
    input: v.object({ importId: id }),
    output: importDraftSchema,
    errors: ['not-found', 'validation', ...OPEN_ERRORS],
  },
  /** Of an import or of its undo that is under way. `stop`: what was done stays, and can be undone. */
  'imports.control': {
    input: v.object({ requestId, importId: id, act: v.picklist(['pause', 'resume', 'stop']) }),
    output: nothing,
    errors: ['not-found', ...OPEN_ERRORS],
  },
  /**
   * What an undo would do, by what is known here. `deletedCount`: contacts that it created · `restoredValuesCount`: values
   * that it changed · `editedCount`: of both, contacts that were changed here since · `onlyHereCount`: contacts that stay on
   * the list because they are on no other one, their values put back · `textedCount`: of the created, those
   * who have texted since; their chats stay · `deletesList`: the list goes as well.
   */
  'imports.explainUndo': {
    input: v.object({ importId: id }),
    output: v.object({
      deletedCount: v.number(),
      restoredCount: v.number(),
      restoredValuesCount: v.number(),
      editedCount: v.number(),
      onlyHereCount: v.number(),
      textedCount: v.number(),
      removedCount: v.number(),
      deletesList: v.boolean(),
      seconds: v.number(),
    }),
    errors: ['not-found', ...SERVICE_ERRORS, 'disk'],
  },
  'imports.undo': {
    input: v.object({ requestId, importId: id }),
    output: nothing,
    errors: ['not-found', 'validation', ...OPEN_ERRORS],
  },
} as const;
