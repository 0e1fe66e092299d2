/** Entry of the store's threads: one writer with both files open, readers with both files open for reading. */
import { existsSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '#shared/lib/assert.ts';
import { Changes } from './changes.ts';
import { checkWhole } from './check-whole.ts';
import { forgetCleanEnd, noteCleanEnd } from './clean-end.ts';
import { toDiskKind, toStoredError } from './errors.ts';
import { IdleMerges } from './idle-merges.ts';
import { openForReading } from './open.ts';
import type { ReadDb } from './open.ts';
import { markDamaged, toFilePaths } from './paths.ts';
import type { ReadyReply, RunReply, WorkerReply, WorkerRequest, WorkerSetup } from './protocol.ts';
import type { QueryName } from './queries/query.ts';
import { queries } from './queries/table.ts';
import { reconcile } from './reconcile.ts';
import { Owed } from './owed.ts';
import { openFiles } from './recover.ts';
import type { OpenedFiles } from './recover.ts';
import { runGroup } from './writer.ts';

/** As it is, with `owned.db` checked, with a new cache. */
const MOST_ATTEMPTS = 3;

interface Role {
  readonly ready: ReadyReply;
  readonly answer: (request: WorkerRequest) => unknown;
}

type AnyQuery = (db: ReadDb, input: unknown, now: number) => unknown;

/** Opens both files and brings them in line. Damage that is met on the way is got over as `openFiles` does, in turn. */
function openInLine({ folder, now }: WorkerSetup, attempts = MOST_ATTEMPTS): OpenedFiles {
  let opened: OpenedFiles | null = null;
  try {
    opened = openFiles(folder, now);
    reconcile({ ...opened, now, changes: new Changes() });
    return opened;
  } catch (error) {
    for (const db of opened === null ? [] : [opened.owned, opened.cache]) db.close();
    if (attempts === 1 || toDiskKind(error) !== 'corrupt') throw error;
    // Where the one file was checked whole, it is the other.
    if (opened?.isChecked === true) markDamaged(folder);
    forgetCleanEnd(toFilePaths(folder).owned);
    const again = openInLine({ folder, now, role: 'writer' }, attempts - 1);
    return { ...again, notices: [...(opened?.notices ?? []), ...again.notices] };
  }
}

function createWriter(setup: WorkerSetup): Role {
  const { folder } = setup;
  const { notices, isChecked, ...opened } = openInLine(setup);
  const files = { ...opened, owed: new Owed() };
  const merges = new IdleMerges(files.cache);
  merges.wait();
  const close = (isSound: boolean): void => {
    merges.stop();
    for (const db of [files.owned, files.cache]) {
      try {
        db.get('PRAGMA wal_checkpoint(TRUNCATE)');
      } finally {
        db.close();
      }
    }
    if (isSound) noteCleanEnd(toFilePaths(folder).owned);
  };
  const answer = (request: WorkerRequest): RunReply | undefined => {
    if (request.type === 'run') {
      merges.wait();
      return runGroup(files, request.calls, request.now);
    }
    assert(request.type === 'close', 'The writer runs commands only');
    close(request.isSound);
    return undefined;
  };
  return { ready: { notices, isChecked }, answer };
}

function createReader({ folder }: WorkerSetup): Role {
  const paths = toFilePaths(folder);
  // Without a copy of the service, as after it was deleted, what is owned can be counted all the same.
  const hasCache = existsSync(paths.cache);
  const db = hasCache ? openForReading(paths.cache, { owned: paths.owned }) : openForReading(paths.owned);
  const answer = (request: WorkerRequest): unknown => {
    if (request.type === 'ask') {
      const { call, now } = request;
      const query = queries[call.name satisfies QueryName] as unknown as AnyQuery;
      return db.transaction(() => query(db, call.input, now));
    }
    if (request.type === 'check') {
      checkWhole(db, hasCache ? 'owned' : 'main');
      return undefined;
    }
    assert(request.type === 'close', 'A reader asks only');
    db.close();
    return undefined;
  };
  return { ready: { notices: [], isChecked: false }, answer };
}

function toWhere(request: WorkerRequest): string {
  return request.type === 'ask' ? request.call.name : request.type;
}

function serve(setup: WorkerSetup): void {
  const port = parentPort;
  assert(port !== null, 'This file runs as a worker thread only');
  const reply = (id: number, where: string, work: () => unknown): void => {
    let message: WorkerReply;
    try {
      message = { id, ok: true, value: work() };
    } catch (error) {
      message = { id, ok: false, error: toStoredError(error, where) };
    }
    port.postMessage(message);
  };
  reply(0, 'open', () => {
    const role = setup.role === 'writer' ? createWriter(setup) : createReader(setup);
    port.on('message', ({ id, request }: { id: number; request: WorkerRequest }) => {
      reply(id, toWhere(request), () => role.answer(request));
    });
    return role.ready;
  });
}

serve(workerData as WorkerSetup);
