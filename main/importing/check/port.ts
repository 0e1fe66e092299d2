/**
 * A file that is to be imported, in a thread of its own: it reads the file, keeps its rows, matches its columns, and says of
 * each row what happens to it. `openImportFile` of `import-file.ts` is the interface; the rules are in `../plan`, pure.
 */
import type {
  CheckedRow,
  CheckSummary,
  ColumnChoice,
  ColumnMatch,
  ImportContact,
  ImportOptions,
  PhoneExample,
  PlannedRow,
  RowMark,
  RowVerdict,
} from '#shared/domain/imports.ts';
import type { TableHead } from '#main/importing/read/table.ts';

/** What columns can be, besides the usual ones, and what they meant the last time. */
export interface KnownColumns {
  /** Custom fields of the account. */
  readonly fields: readonly { readonly id: number; readonly name: string }[];
  readonly remembered: readonly { readonly header: string; readonly choice: ColumnChoice }[];
}

export interface DescribedColumn {
  /** From 0. */
  readonly index: number;
  readonly header: string;
  /** Three; '' where there are fewer. */
  readonly samples: readonly string[];
  readonly match: ColumnMatch;
  readonly lostDigitsCount: number;
}

export interface CheckSettings {
  readonly options: ImportOptions;
  /** By column; null: left out. */
  readonly choices: readonly (ColumnChoice | null)[];
  /** The list that exists; null: a new one. */
  readonly listId: number | null;
}

export interface CheckResult {
  readonly summary: CheckSummary;
  readonly phoneExamples: readonly PhoneExample[];
}

export type CheckFilter =
  | { readonly kind: 'all' }
  /** `invalid`, `lost-digits`, `read-only`. */
  | { readonly kind: 'problems' }
  | { readonly kind: 'verdict'; readonly verdict: RowVerdict }
  | { readonly kind: 'mark'; readonly mark: RowMark };

/**
 * Every method rejects with `AppError` of code `cancelled` once the file is disposed, and with `TableError` where the thread
 * ran out of memory. Answers are bounded, so that taking one up is a matter of a few milliseconds.
 */
export interface ImportFile extends AsyncDisposable {
  readonly head: TableHead;
  /** Whether the first row looks like a header; a first guess. */
  readonly looksLikeHeader: boolean;
  describeColumns(hasHeader: boolean, known: KnownColumns): Promise<readonly DescribedColumn[]>;
  /** Contacts against which rows are checked, in portions of at most 1,000. `isFirst`: those of before are forgotten. */
  addContacts(portion: readonly ImportContact[], isFirst: boolean): Promise<void>;
  setNumbers(numbers: { readonly blocked: readonly string[]; readonly unsubscribed: readonly string[] }): Promise<void>;
  /**
   * Checks all rows. `onProgress`: rows checked so far, some times a second. A check that another one replaces rejects with
   * `cancelled`. Repairs and rows left out by hand stay.
   */
  check(settings: CheckSettings, onProgress: (checkedCount: number) => void): Promise<CheckResult>;
  /** Of the newest finished check. `count`: of the filter in all. At most 200 rows, fewer where their text is very long. */
  listRows(
    filter: CheckFilter,
    page: { readonly start: number; readonly limit: number },
  ): Promise<{ readonly count: number; readonly rows: readonly CheckedRow[] }>;
  /** Null: no such line. Once a check has finished, as the two below. Rows that have or had the same number are checked again. */
  editCell(
    line: number,
    column: number,
    value: string,
  ): Promise<{ readonly row: CheckedRow; readonly summary: CheckSummary } | null>;
  leaveOut(
    rows:
      | { readonly kind: 'lines'; readonly lines: readonly number[] }
      | { readonly kind: 'filter'; readonly filter: CheckFilter },
    isLeftOut: boolean,
  ): Promise<CheckSummary>;
  /** All rows of the newest finished check but the header, in the order of the file, from `start` on: fewer than asked where they are wide, none only at the end. */
  listPlannedRows(start: number, limit: number): Promise<readonly PlannedRow[]>;
}
