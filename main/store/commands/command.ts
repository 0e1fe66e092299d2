/**
 * The two kinds of command.
 *
 *   owned: own() in a transaction of owned.db ── committed ──► follow() in one of cache.db (may fail: replayed at the next opening)
 *   cache: prepare() in a transaction of owned.db, rarely needed ──► run() in one of cache.db
 */
import type { StoreCommands } from '../api.ts';
import type { Changes } from '../changes.ts';
import type { WriteDb } from '../open.ts';

export type CommandName = keyof StoreCommands;
export type InputOf<Name extends CommandName> = StoreCommands[Name]['input'];
export type OutputOf<Name extends CommandName> = StoreCommands[Name]['output'];

/** Both files, the time of the call, and where a command says what it touched. */
export interface WriteContext {
  readonly owned: WriteDb;
  readonly cache: WriteDb;
  readonly now: number;
  readonly changes: Changes;
}

export interface OwnedOutcome<Output> {
  readonly output: Output;
  /** What the cache shows of it. Its failure does not undo what `owned.db` holds. */
  readonly follow: () => void;
}

export interface OwnedCommand<Name extends CommandName> {
  readonly file: 'owned';
  readonly own: (context: WriteContext, input: InputOf<Name>) => OwnedOutcome<OutputOf<Name>>;
}

export interface CacheCommand<Name extends CommandName> {
  readonly file: 'cache';
  /**
   * Owned rows that must be right before the cache changes. Writes nothing in the ordinary case. What the cache shows of
   * them, where that does not follow from the rows alone, is given back: it runs right before `run`.
   */
  readonly prepare?: (context: WriteContext, input: InputOf<Name>) => unknown;
  readonly run: (context: WriteContext, input: InputOf<Name>) => OutputOf<Name>;
}

export type Command<Name extends CommandName> = OwnedCommand<Name> | CacheCommand<Name>;
