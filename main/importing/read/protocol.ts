/** What crosses between the app's thread and one that reads. */
import type { ErrorRecord } from '#shared/lib/error-record.ts';
import type { TableProblem } from './problem.ts';
import type { TableDelimiter, TableEncoding, TableLimits } from './table.ts';

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
export type ReadReply<Head> =
  | { readonly type: 'read'; readonly head: Head }
  | { readonly type: 'refused'; readonly problem: TableProblem; readonly error: ErrorRecord }
  | { readonly type: 'failed'; readonly error: ErrorRecord };

export interface Asked<Request> {
  readonly id: number;
  readonly request: Request;
}

/** What is asked of a thread that keeps a table. Its answer: rows. */
export interface RowsRequest {
  readonly start: number;
  readonly count: number;
}

/** To what was asked. `rejected` without an error: another request took its place. */
export type Answer =
  | { readonly type: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly type: 'progress'; readonly id: number; readonly count: number }
  | { readonly type: 'rejected'; readonly id: number; readonly error: ErrorRecord | null };

export type ThreadReply<Head> = ReadReply<Head> | Answer;
