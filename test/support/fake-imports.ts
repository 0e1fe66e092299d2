/** Imports of the main in memory: a draft that is configured, its rows, and runs, by the contract. Nothing is checked. */
import type {
  CheckedRowView,
  ContractError,
  EventName,
  EventPayload,
  ImportDraftView,
  ImportRunView,
  ImportSummary,
  RequestInput,
  RequestName,
  RequestOutput,
} from '#shared/contract/index.ts';
import type { RowVerdict } from '#shared/domain/imports.ts';

type Handlers = { [Name in RequestName]?: (input: RequestInput<Name>) => RequestOutput<Name> | ContractError };
type Emit = <Name extends EventName>(name: Name, payload: EventPayload<Name>) => void;
type Column = ImportDraftView['columns'][number];

const missing: ContractError = { code: 'not-found', detail: null, fields: {}, retryAfterMs: null };

export function buildColumn(index: number, changes: Partial<Column> = {}): Column {
  return {
    index,
    header: '',
    samples: ['', '', ''],
    choice: null,
    why: 'nothing',
    percent: null,
    lostDigitsCount: 0,
    ...changes,
  };
}

/** Counts of a check; `verdicts`: those that are not 0. */
export function buildSummary(
  verdicts: Partial<Record<RowVerdict, number>> = {},
  changes: Partial<Omit<ImportSummary, 'verdicts'>> = {},
): ImportSummary {
  const all = {
    ...{ new: 0, update: 0, unchanged: 0, duplicate: 0, 'lost-digits': 0, invalid: 0, 'read-only': 0, landline: 0 },
    ...{ 'left-out': 0, ...verdicts },
  };
  const rowsCount = Object.values(all).reduce((sum, count) => sum + count, 0);
  return {
    rowsCount,
    verdicts: all,
    marks: { landline: 0, blocked: 0, unsubscribed: 0 },
    changedValuesCount: 0,
    toAddCount: 0,
    phonesCount: rowsCount,
    validPhonesCount: rowsCount - all.invalid - all['lost-digits'],
    ...changes,
  };
}

/** A workbook of a practice, with a column of every kind. */
export function buildDraft(changes: Partial<ImportDraftView> = {}): ImportDraftView {
  const summary = buildSummary(
    { new: 1_088, update: 139, unchanged: 14, duplicate: 29, 'lost-digits': 7, invalid: 9 },
    { marks: { landline: 21, unsubscribed: 14, blocked: 2 }, changedValuesCount: 302, validPhonesCount: 1_231 },
  );
  return {
    draftId: 'draft-1',
    fileName: 'clients-export-november.xlsx',
    isPasted: false,
    repairsImportId: null,
    hasChanges: false,
    kind: 'xlsx',
    sizeBytes: 214_000,
    sheets: ['Clients', 'Farms', 'Old'].map((name) => ({ name, isHidden: name === 'Old' })),
    sheetName: 'Clients',
    encoding: null,
    delimiter: null,
    rowsCount: summary.rowsCount,
    notes: [],
    options: {
      country: 'GB',
      hasHeader: true,
      leavesOutLandlines: false,
      keepsWhatIsEmpty: true,
      existing: 'update',
    },
    target: { kind: 'new-list', name: 'November clients' },
    columns: [
      buildColumn(0, {
        ...{ header: 'First', samples: ['Deborah', 'Tom', '美咲'], choice: { kind: 'firstName' }, why: 'same-name' },
      }),
      buildColumn(1, {
        ...{ header: 'Surname', samples: ['Okonkwo', 'Abara', '田中'], choice: { kind: 'lastName' }, why: 'same-name' },
      }),
      buildColumn(2, {
        ...{ header: 'Mobile no.', samples: ['07700 900318', '7.7009E+09', '+27 82 555 0164'], lostDigitsCount: 7 },
        ...{ choice: { kind: 'phone' }, why: 'content', percent: 99 },
      }),
      buildColumn(3, {
        ...{ header: 'E-mail', samples: ['d.okonkwo@mail.example', 'tom@abara.example', ''] },
        ...{ choice: { kind: 'email' }, why: 'content', percent: 98 },
      }),
      buildColumn(4, {
        ...{ header: 'Animal', samples: ['Biscuit', 'Pixel', 'ポチ'], why: 'last-time' },
        choice: { kind: 'field', fieldId: 1 },
      }),
      buildColumn(5, {
        ...{ header: 'Home tel', samples: ['020 7946 0117', '', '01632 960118'], why: 'second-phone' },
        choice: { kind: 'leave-out' },
      }),
      buildColumn(6, { header: 'Vet', samples: ['Hollis', 'Hollis', 'Marsh'] }),
    ],
    phoneExamples: [
      { written: '07700 900318', phone: '447700900318', isLandline: false, reason: null },
      { written: '01632 960118', phone: '441632960118', isLandline: true, reason: null },
      {
        ...{ written: '0044 7700 9002', phone: null, isLandline: false },
        reason: { code: 'too-short', digits: 10, wanted: 12 },
      },
    ],
    summary,
    previousSummary: null,
    checkedCount: null,
    estimate: { requestsCount: 141, seconds: 58 },
    isFilling: false,
    problem: null,
    ...changes,
  };
}

export class FakeImports {
  draft: ImportDraftView | null = null;
  /** What a file that is opened becomes; an error: why it is none. */
  open: (isPasted: boolean) => ImportDraftView | ContractError = (isPasted) => buildDraft({ isPasted });
  rows: readonly CheckedRowView[] = [];
  runs: readonly ImportRunView[] = [];
  /** The run that starts next. */
  nextImportId = 12;
  readonly #emit: Emit;

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  readonly handlers: Handlers = {
    'imports.open': ({ isPasted }) => {
      const opened = this.open(isPasted);
      if ('draftId' in opened) this.draft = opened;
      return opened;
    },
    'imports.getDraft': () => this.draft,
    'imports.reread': ({ draftId, sheet, encoding, delimiter }) =>
      this.#edit(draftId, (draft) => ({
        ...draft,
        sheetName: sheet ?? draft.sheetName,
        encoding: encoding ?? draft.encoding,
        delimiter: delimiter ?? draft.delimiter,
      })),
    'imports.configure': ({ draftId, columns, options, target }) =>
      this.#edit(draftId, (draft) => ({
        ...draft,
        columns: draft.columns.map((column) => {
          const chosen = columns?.find(({ index }) => index === column.index);
          return chosen === undefined ? column : { ...column, choice: chosen.choice, why: 'chosen' as const };
        }),
        options: { ...draft.options, ...options } as ImportDraftView['options'],
        target: target ?? draft.target,
      })),
    'imports.listRows': ({ start, limit }) => ({
      count: this.rows.length,
      rows: this.rows.slice(start, start + limit),
    }),
    'imports.discard': () => {
      this.draft = null;
      return {};
    },
    'imports.sample': () => ({ handle: 'sample-1', name: 'contacts-sample.csv' }),
    'imports.start': ({ draftId }) => {
      if (this.draft?.draftId !== draftId) return missing;
      this.draft = null;
      return { importId: this.nextImportId };
    },
    'imports.list': () => [...this.runs],
    'imports.get': ({ importId }) => this.runs.find(({ id }) => id === importId) ?? null,
  };

  /** Changes the draft and tells the window, as a check does. */
  change(changes: Partial<ImportDraftView>): void {
    if (this.draft !== null) this.draft = { ...this.draft, ...changes };
    this.#emit('imports.changed', { importId: null });
  }

  #edit(draftId: string, edit: (draft: ImportDraftView) => ImportDraftView): ImportDraftView | ContractError {
    if (this.draft?.draftId !== draftId) return missing;
    this.draft = edit(this.draft);
    return this.draft;
  }
}
