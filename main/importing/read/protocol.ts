/** What crosses between the app's thread and the one that reads. */
import type { ErrorRecord } from '#shared/lib/error-record.ts';
import type { TableProblem } from './problem.ts';
import type { TableDelimiter, TableEncoding, TableHead, TableLimits, TableRow } from './table.ts';

/** Given to the thread as it starts; the bytes are moved, not copied. */
export interface ReadOrder {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly sheet: string | null;
  readonly encoding: TableEncoding | null;
  readonly delimiter: TableDelimiter | null;
  readonly limits: TableLimits;
}

/** The first answer of the thread. `failed`: a bug; the thread ends. */
export type ReadReply =
  | { readonly type: 'read'; readonly head: TableHead }
  | { readonly type: 'refused'; readonly problem: TableProblem; readonly error: ErrorRecord }
  | { readonly type: 'failed'; readonly error: ErrorRecord };

export interface RowsRequest {
  readonly id: number;
  readonly start: number;
  readonly count: number;
}

export interface RowsReply {
  readonly type: 'rows';
  readonly id: number;
  readonly rows: readonly TableRow[];
}

export type ThreadReply = ReadReply | RowsReply;
