/**
 * Runs groups of commands inside the writer thread: one commit of `owned.db` for all of them, then one of `cache.db`.
 * Inside a group every command has a savepoint of its own, so that one which fails takes nothing else with it.
 */
import { Changes } from './changes.ts';
import { writeCommitMark } from './commit-mark.ts';
import type { OwnedOutcome, WriteContext } from './commands/command.ts';
import { commands } from './commands/table.ts';
import { toStoredError } from './errors.ts';
import type { StoredError } from './errors.ts';
import type { WriteDb } from './open.ts';
import { countChanges, countCommit, noteCommits } from './owned-commits.ts';
import type { Owed } from './owed.ts';
import type { CallResult, CommandCall, RunReply } from './protocol.ts';

/** A command whose name and input were paired by the types of `CommandCall`. */
type AnyCommand =
  | { readonly file: 'owned'; readonly own: (context: WriteContext, input: unknown) => OwnedOutcome<unknown> }
  | {
      readonly file: 'cache';
      readonly prepare?: (context: WriteContext, input: unknown) => unknown;
      readonly run: (context: WriteContext, input: unknown) => unknown;
    };

interface Job {
  readonly call: CommandCall;
  readonly command: AnyCommand;
  readonly context: WriteContext;
  /** Set once the owned rows are written. */
  owned: OwnedOutcome<unknown> | null;
  /** What `prepare` gave back. */
  prepared: (() => void) | null;
  output: unknown;
  error: StoredError | null;
}

export interface WriterFiles {
  readonly owned: WriteDb;
  readonly cache: WriteDb;
  /** What the cache could not follow so far. Without it that waits for the next opening. */
  readonly owed?: Owed;
  /** Where commits of `owned` are counted beside it. */
  readonly commitMark?: string;
}

/** Runs the calls in order, after what is owed. Never throws: what fails is in the reply. */
export function runGroup(files: WriterFiles, calls: readonly CommandCall[], now: number): RunReply {
  const late = files.owed?.settle(files.cache) ?? [];
  const jobs = calls.map((call) => createJob(files, call, now));
  const first = jobs.filter(({ command }) => command.file === 'owned' || command.prepare !== undefined);
  const ownedCommit = commitOwned(files.owned, first);
  // Before anybody hears of it: no request leaves that the mark does not know.
  if (ownedCommit !== null && files.commitMark !== undefined) writeCommitMark(files.commitMark, ownedCommit);
  let trouble: StoredError | null = null;
  commitTogether(
    files.cache,
    jobs.filter(({ error }) => error === null),
    {
      step: runCacheStep,
      end: () => {
        if (ownedCommit !== null) noteCommits(files.cache, ownedCommit);
      },
      // What `owned.db` holds is done: a cache that falls behind must not look like a failure to who acted.
      fail: (job, error) => {
        if (job.owned === null) job.error = error;
        else {
          trouble = error;
          files.owed?.add(job, { run: job.owned.follow, changes: job.context.changes }, error.kind);
        }
      },
    },
  );
  return { results: jobs.map(toResult), trouble, late };
}

/** The number of the commit; null where nothing changed, or failed. */
function commitOwned(owned: WriteDb, jobs: readonly Job[]): number | null {
  const changesBefore = countChanges(owned);
  let commit: number | null = null;
  commitTogether(owned, jobs, {
    step: runOwnedStep,
    end: () => {
      if (countChanges(owned) > changesBefore) commit = countCommit(owned);
    },
    fail: (job, error) => {
      commit = null;
      job.owned = null;
      job.error = error;
    },
  });
  return commit;
}

function createJob(files: WriterFiles, call: CommandCall, now: number): Job {
  const command = commands[call.name] as unknown as AnyCommand;
  const context = { ...files, now, changes: new Changes() };
  return { call, command, context, owned: null, prepared: null, output: undefined, error: null };
}

interface Phase {
  readonly step: (job: Job) => void;
  /** After all steps, inside the transaction. */
  readonly end: () => void;
  readonly fail: (job: Job, error: StoredError) => void;
}

/**
 * One transaction for the step of every job. When the transaction itself fails, every job has failed. A job that is alone
 * needs no savepoint: for one, SQLite copies each page aside before it is changed.
 */
function commitTogether(db: WriteDb, jobs: readonly Job[], { step, end, fail }: Phase): void {
  if (jobs.length === 0) return;
  const isAlone = jobs.length === 1;
  try {
    db.transaction(() => {
      for (const job of jobs) {
        if (isAlone) step(job);
        else stepApart(db, job, { step, fail });
      }
      end();
    });
  } catch (error) {
    for (const job of jobs) fail(job, toStoredError(error, job.call.name));
  }
}

function stepApart(db: WriteDb, job: Job, { step, fail }: Omit<Phase, 'end'>): void {
  try {
    db.transaction(() => step(job));
  } catch (error) {
    // SQLite ends the whole transaction by itself on a full disk and the like: then nothing of it is left.
    if (!db.isInTransaction) throw error;
    fail(job, toStoredError(error, job.call.name));
  }
}

function runOwnedStep(job: Job): void {
  if (job.command.file === 'owned') {
    job.owned = job.command.own(job.context, job.call.input);
    return;
  }
  const prepared = job.command.prepare?.(job.context, job.call.input);
  if (typeof prepared === 'function') job.prepared = prepared as () => void;
}

function runCacheStep(job: Job): void {
  if (job.command.file === 'owned') {
    job.owned?.follow();
    return;
  }
  job.prepared?.();
  job.output = job.command.run(job.context, job.call.input);
}

function toResult({ owned, output, error, context }: Job): CallResult {
  if (error !== null) return { ok: false, error };
  return { ok: true, output: owned === null ? output : owned.output, changes: context.changes.toChangeSet() };
}
