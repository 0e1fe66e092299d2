/** Imports of contacts: what is planned, how far it is, what was there before, and what columns meant the last time. */
import type {
  ColumnChoice,
  ImportContact,
  ImportOptions,
  ImportTarget,
  ImportValues,
  PlannedRow,
  RowReason,
  RowVerdict,
  RunRowState,
  RunState,
  RunStep,
  UndoRowState,
} from '#shared/domain/imports.ts';
import type { Call, Nothing } from './call.ts';

/** What an import was started with; does not change. */
export interface ImportPlan {
  readonly fileName: string;
  readonly isPasted: boolean;
  /** Of each column of the file; '' where there is none. */
  readonly headers: readonly string[];
  readonly choices: readonly (ColumnChoice | null)[];
  readonly options: ImportOptions;
  readonly target: ImportTarget;
  /** Of the list, also where it exists. */
  readonly listName: string;
  readonly rowsCount: number;
  readonly changedValuesCount: number;
}

/** What is known of the run beside its rows; each is written as soon as it is known. */
export interface ImportMemory {
  readonly listId: number | null;
  /** The list is there because this run created it. */
  readonly hasCreatedList: boolean;
  /** A request to create the list has left, and its answer is not known. */
  readonly isCreatingList: boolean;
  /** Ids of custom fields that this run created, by name. */
  readonly createdFields: Readonly<Record<string, number>>;
  /** Names of fields whose creation has left, and whose answer is not known. */
  readonly creatingFields: readonly string[];
  /** The highest id of a contact, and of a list, before the first change: what is above is newer. */
  readonly lastContactIdBefore: number | null;
  readonly lastListIdBefore: number | null;
  /** Number of the batch that is under way, and the service's import that works on it; null: not told. */
  readonly batch: { readonly number: number; readonly importId: number | null; readonly leftAt: number } | null;
  readonly batchCount: number;
  /** Lists that the service made by itself for a batch, to be deleted at the end. */
  readonly extraListIds: readonly number[];
  /** As the service counted the list at the end. */
  readonly membersCount: number | null;
  /** Why it waits, or what was refused as a whole. */
  readonly problem: { readonly code: string; readonly detail: string; readonly at: number } | null;
  readonly undoneAt: number | null;
  /** Time that it has run, in ms, and rows done in that time: for what is left. */
  readonly workedMs: number;
}

export interface StoredImport {
  readonly id: number;
  readonly startedAt: number;
  readonly finishedAt: number | null;
  readonly state: RunState;
  readonly step: RunStep;
  readonly plan: ImportPlan;
  readonly memory: ImportMemory;
  /** Its rows are still here. False: it is too old to be undone. */
  readonly hasRows: boolean;
  /** How many rows of each kind: as they are now, or as they were when the rows went. */
  readonly counts: readonly ImportRowCount[];
}

export interface ImportRowCount {
  readonly verdict: RowVerdict;
  readonly state: RunRowState;
  readonly undo: UndoRowState;
  readonly count: number;
}

/** What a contact was before, by its names: values, and the lists that it was on. */
export interface ImportSnapshot {
  readonly values: ImportValues;
  readonly listIds: readonly number[];
}

export interface StoredImportRow {
  readonly line: number;
  readonly verdict: RowVerdict;
  readonly state: RunRowState;
  readonly undo: UndoRowState;
  readonly reason: RowReason | null;
  /** Who found the reason. */
  readonly foundBy: 'app' | 'service';
  readonly phone: string;
  readonly contactId: number | null;
  readonly isOnList: boolean;
  /** Values of the row; of `update` only those that change. */
  readonly values: ImportValues;
  /** Null: not known yet, or there was no contact. */
  readonly before: ImportSnapshot | null;
  /** Of the file; empty once the row is done. */
  readonly cells: readonly string[];
  /** The batch that it left with; null: none. */
  readonly batch: number | null;
}

/** What changes of a row; what is absent stays. */
export interface ImportRowChange {
  readonly line: number;
  readonly verdict?: RowVerdict;
  readonly state?: RunRowState;
  readonly undo?: UndoRowState;
  readonly reason?: RowReason | null;
  readonly foundBy?: 'app' | 'service';
  readonly contactId?: number | null;
  readonly values?: ImportValues;
  readonly before?: ImportSnapshot;
  readonly batch?: number | null;
}

/** All conditions together; absent: any. */
export interface ImportRowFilter {
  readonly verdicts?: readonly RowVerdict[];
  readonly states?: readonly RunRowState[];
  readonly undo?: readonly UndoRowState[];
  readonly batch?: number;
}

export interface ImportCommands {
  /**
   * A run in state `planning`, before its rows; a repeat with the same request finds the first (`isNew` false). It writes
   * down as well what its columns mean, for the next file with such headers.
   */
  createImport: Call<
    { readonly requestId: string; readonly plan: ImportPlan; readonly at: number },
    { readonly importId: number; readonly isNew: boolean }
  >;
  /** Rows of a run in `planning`, at most 500 at a time; a line that is there already is replaced. */
  addImportRows: Call<{ readonly importId: number; readonly rows: readonly PlannedRow[] }, void>;
  /** The state, the step, and what is known: what is absent stays. */
  saveImport: Call<
    {
      readonly importId: number;
      readonly state?: RunState;
      readonly step?: RunStep;
      readonly finishedAt?: number;
      readonly memory?: Partial<ImportMemory>;
    },
    void
  >;
  /** At most 1,000 rows at a time, together with what is known of the run, in one transaction. */
  changeImportRows: Call<
    {
      readonly importId: number;
      readonly changes: readonly ImportRowChange[];
      readonly memory?: Partial<ImportMemory>;
    },
    void
  >;
  /** Nothing of it has left: a run in `planning` that was given up. Many rows go with the next calls of `expireImports`. */
  dropImport: Call<{ readonly importId: number }, void>;
  /** Drops the cells of up to 1,000 rows that are done, which nothing needs any more; how many are left. */
  trimImportRows: Call<{ readonly importId: number }, { readonly leftCount: number }>;
  /** Rows of runs that ended before then, which stay in the history and cannot be undone any more. Up to 1,000 a call. */
  expireImports: Call<{ readonly beforeAt: number }, { readonly leftCount: number }>;
}

export interface ImportQueries {
  /** Newest first: the 100 newest, and all that are not over. */
  listImports: Call<Nothing, readonly StoredImport[]>;
  findImport: Call<{ readonly importId: number }, StoredImport | null>;
  /** By line, those after `afterLine`, at most `limit` (1,000). */
  listImportRows: Call<
    {
      readonly importId: number;
      readonly filter: ImportRowFilter;
      readonly afterLine: number;
      readonly limit: number;
    },
    readonly StoredImportRow[]
  >;
  /** The same by place: `start` rows of the filter are passed over. For tables. `count`: of the filter. */
  pageImportRows: Call<
    {
      readonly importId: number;
      readonly filter: ImportRowFilter;
      readonly start: number;
      readonly limit: number;
    },
    { readonly count: number; readonly rows: readonly StoredImportRow[] }
  >;
  /** Rows of these numbers. */
  listImportRowsByPhone: Call<
    { readonly importId: number; readonly phones: readonly string[] },
    readonly StoredImportRow[]
  >;
  /** Contacts by id, those after `afterId`, at most `limit` (1,000); numbers that are unsubscribed or blocked without a contact are told by `listImportNumbers`. */
  listImportContacts: Call<{ readonly afterId: number; readonly limit: number }, readonly ImportContact[]>;
  /** Every number that is blocked or unsubscribed. */
  listImportNumbers: Call<Nothing, { readonly blocked: readonly string[]; readonly unsubscribed: readonly string[] }>;
  /** What columns of these headers meant the last time, by header as given; those that are not known are left out. */
  findColumnChoices: Call<
    { readonly headers: readonly string[] },
    readonly { readonly header: string; readonly choice: ColumnChoice }[]
  >;
  /** How many of the contacts that it created, and that no undo has decided about, have texted since then. */
  countTextedSince: Call<{ readonly importId: number; readonly sinceAt: number }, number>;
}
