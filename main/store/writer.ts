/**
 * Runs groups of commands inside the writer thread: one commit of `owned.db` for all of them, then one of `cache.db`.
 * Inside a group every command has a savepoint of its own, so that one which fails takes nothing else with it.
 */
import { Changes } from './changes.ts';
import type { OwnedOutcome, WriteContext } from './commands/command.ts';
import { commands } from './commands/table.ts';
import { toStoredError } from './errors.ts';
import type { StoredError } from './errors.ts';
import type { WriteDb } from './open.ts';
import type { CallResult, CommandCall, RunReply } from './protocol.ts';

/** A command whose name and input were paired by the types of `CommandCall`. */
type AnyCommand =
  | { readonly file: 'owned'; readonly own: (context: WriteContext, input: unknown) => OwnedOutcome<unknown> }
  | {
      readonly file: 'cache';
      readonly prepare?: (context: WriteContext, input: unknown) => void;
      readonly run: (context: WriteContext, input: unknown) => unknown;
    };

interface Job {
  readonly call: CommandCall;
  readonly command: AnyCommand;
  readonly context: WriteContext;
  /** Set once the owned rows are written. */
  owned: OwnedOutcome<unknown> | null;
  output: unknown;
  error: StoredError | null;
}

export interface WriterFiles {
  readonly owned: WriteDb;
  readonly cache: WriteDb;
}

/** Runs the calls in order. Never throws: what fails is in the reply. */
export function runGroup(files: WriterFiles, calls: readonly CommandCall[], now: number): RunReply {
  const jobs = calls.map((call) => createJob(files, call, now));
  const first = jobs.filter(({ command }) => command.file === 'owned' || command.prepare !== undefined);
  if (first.length > 0) {
    commitTogether(files.owned, first, {
      step: runOwnedStep,
      fail: (job, error) => {
        job.owned = null;
        job.error = error;
      },
    });
  }
  let trouble: StoredError | null = null;
  commitTogether(
    files.cache,
    jobs.filter(({ error }) => error === null),
    {
      step: runCacheStep,
      // What `owned.db` holds is done: a cache that falls behind must not look like a failure to who acted.
      fail: (job, error) => {
        if (job.owned === null) job.error = error;
        else trouble = error;
      },
    },
  );
  return { results: jobs.map(toResult), trouble };
}

function createJob(files: WriterFiles, call: CommandCall, now: number): Job {
  const command = commands[call.name] as unknown as AnyCommand;
  const context = { ...files, now, changes: new Changes() };
  return { call, command, context, owned: null, output: undefined, error: null };
}

interface Phase {
  readonly step: (job: Job) => void;
  readonly fail: (job: Job, error: StoredError) => void;
}

/** One transaction for the step of every job. When the transaction itself fails, every job has failed. */
function commitTogether(db: WriteDb, jobs: readonly Job[], { step, fail }: Phase): void {
  if (jobs.length === 0) return;
  try {
    db.transaction(() => {
      for (const job of jobs) {
        try {
          db.transaction(() => step(job));
        } catch (error) {
          // SQLite ends the whole transaction by itself on a full disk and the like: then nothing of it is left.
          if (!db.isInTransaction) throw error;
          fail(job, toStoredError(error, job.call.name));
        }
      }
    });
  } catch (error) {
    for (const job of jobs) fail(job, toStoredError(error, job.call.name));
  }
}

function runOwnedStep(job: Job): void {
  if (job.command.file === 'owned') job.owned = job.command.own(job.context, job.call.input);
  else job.command.prepare?.(job.context, job.call.input);
}

function runCacheStep(job: Job): void {
  if (job.command.file === 'cache') job.output = job.command.run(job.context, job.call.input);
  else job.owned?.follow();
}

function toResult({ owned, output, error, context }: Job): CallResult {
  if (error !== null) return { ok: false, error };
  return { ok: true, output: owned === null ? output : owned.output, changes: context.changes.toChangeSet() };
}
