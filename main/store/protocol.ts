/** What crosses between the store's facade and its worker threads. */
import type { ChangeSet } from '#shared/domain/sync.ts';
import type { StoreCommands, StoreNotice, StoreQueries } from './api.ts';
import type { StoredError } from './errors.ts';

export interface WorkerSetup {
  readonly role: 'writer' | 'reader';
  readonly folder: string;
  readonly now: number;
}

type CallOf<Table extends object> = {
  [Name in keyof Table]: { readonly name: Name; readonly input: Table[Name] extends { input: infer In } ? In : never };
}[keyof Table];

export type CommandCall = CallOf<StoreCommands>;
export type QueryCall = CallOf<StoreQueries>;

export type WorkerRequest =
  | { readonly type: 'run'; readonly now: number; readonly calls: readonly CommandCall[] }
  | { readonly type: 'ask'; readonly now: number; readonly call: QueryCall }
  /** Reads `owned.db` whole. */
  | { readonly type: 'check' }
  /** `isSound`: nothing was found wrong with the files. */
  | { readonly type: 'close'; readonly isSound: boolean };

export type CallResult =
  | { readonly ok: true; readonly output: unknown; readonly changes: ChangeSet | null }
  | { readonly ok: false; readonly error: StoredError };

/**
 * Answer to `run`. `trouble`: the cache could not follow owned rows that are safe; it does so as soon as it can, or at the
 * next opening. `late`: what of that it has followed now.
 */
export interface RunReply {
  readonly results: readonly CallResult[];
  readonly trouble: StoredError | null;
  readonly late: readonly ChangeSet[];
}

/** First message of a worker that could open its files. */
export interface ReadyReply {
  readonly notices: readonly StoreNotice[];
  /** Whether `owned.db` was read whole. */
  readonly isChecked: boolean;
}

/** The answer to the request with that id; the worker's readiness has id 0. */
export type WorkerReply =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly error: StoredError };
