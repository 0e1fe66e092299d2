/**
 * The port: what a file of contacts is once it is read. Everything is text, rows stay in the worker thread and come over
 * in bounded batches. Words: README.md.
 */

export type TableKind = 'csv' | 'xls' | 'xlsx';

export const TABLE_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type TableEncoding = (typeof TABLE_ENCODINGS)[number];

export const TABLE_DELIMITERS = [',', ';', '\t', '|'] as const;
export type TableDelimiter = (typeof TABLE_DELIMITERS)[number];

/** A file as it was picked. `name` is for its extension and for messages only; what the bytes are decides. */
export interface TableSource {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What a person may override. What does not apply to the kind of file is ignored. */
export interface ReadTableOptions {
  /** Name of the sheet; without it the first visible one that has anything in it. */
  readonly sheet?: string;
  readonly encoding?: TableEncoding;
  readonly delimiter?: TableDelimiter;
  readonly signal?: AbortSignal;
  readonly limits?: Partial<TableLimits>;
}

/** Bounds of what is read. Beyond any of them the file is refused, never cut. */
export interface TableLimits {
  readonly fileBytes: number;
  /** All parts of a workbook together, unpacked. */
  readonly unpackedBytes: number;
  /** Rows with text in them. */
  readonly rows: number;
  /** Up to the last one with text in it. */
  readonly columns: number;
  readonly cells: number;
  /** Characters of one cell. */
  readonly cellLength: number;
  /** Of the worker thread. */
  readonly heapMb: number;
  readonly timeMs: number;
}

export interface TableSheet {
  readonly name: string;
  readonly isHidden: boolean;
}

/** What the person should know about one cell; its text is what could be kept. */
export interface CellNote {
  /** From 0. */
  readonly column: number;
  /**
   * `digits-lost`: a number of more than 15 digits, or one written as 4.477E+11: the last digits are not in the file.
   * `error-cell`: a formula's error, such as #N/A, read as empty.
   */
  readonly kind: 'digits-lost' | 'error-cell';
  /** As it stands in the file. */
  readonly original: string;
}

/** A row with text in it: as many cells as the table has columns. */
export interface TableRow {
  /** Line of a text file (where the row begins), or number of a sheet's row, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Absent where there is nothing to say. */
  readonly notes?: readonly CellNote[];
}

/** What the person should know about the whole file. */
export type TableNote =
  /** The name says one kind, the content is another; it was read as what it is. */
  | { readonly kind: 'other-kind'; readonly named: string; readonly found: TableKind }
  /** Bytes that mean nothing in this encoding, each read as U+FFFD. `line`: of the first. */
  | { readonly kind: 'undecodable'; readonly count: number; readonly line: number }
  /** NUL characters were left out. `line`: of the first. */
  | { readonly kind: 'nul-characters'; readonly count: number; readonly line: number };

/** What is known of a table before its rows are asked for. */
export interface TableHead {
  readonly kind: TableKind;
  /** Null for a text file. */
  readonly sheetName: string | null;
  /** In the order of the workbook; empty for a text file. */
  readonly sheets: readonly TableSheet[];
  /** Null for a workbook. */
  readonly encoding: TableEncoding | null;
  /** Null for a workbook. */
  readonly delimiter: TableDelimiter | null;
  readonly columnCount: number;
  /** Rows with text in them, a row of titles included. */
  readonly rowCount: number;
  readonly notes: readonly TableNote[];
}

/** A table that was read and stays in its thread until it is disposed. */
export interface Table extends TableHead, AsyncDisposable {
  /**
   * Up to `count` rows from `start` (from 0) on: fewer where they are many cells, none only at the end. Rejects with
   * `AppError` of code `cancelled` once the table is disposed.
   */
  rows(start: number, count: number): Promise<readonly TableRow[]>;
  /** All rows in order, batch by batch; may be asked for again. */
  batches(): AsyncGenerator<readonly TableRow[]>;
}
