/** Reads the log of callbacks, and how each message arrived, from the files of the app. */
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openForReading, openForWriting } from '#main/store/open.ts';
import type { ReadDb } from '#main/store/open.ts';
import { toFilePaths } from '#main/store/paths.ts';

export interface CallbackLog {
  /** What SQLite finds wrong with the files. */
  readonly faults: readonly string[];
  /** By `out:7:d`. */
  readonly states: ReadonlyMap<string, 'waiting' | 'confirmed' | 'refuted'>;
  /** How many arrivals the app attributes to callbacks. */
  readonly cameByCallback: number;
  /** Keys of arrivals that it attributes to polling although it had answered their callback before. */
  readonly mistaken: readonly string[];
}

interface EventRow {
  readonly key: string;
  readonly state: 'waiting' | 'confirmed' | 'refuted';
}

interface ArrivalRow {
  readonly key: string;
  readonly via: 'callback' | 'poll';
  readonly seen_at: number;
}

const ARRIVALS = `SELECT direction || ':' || message_id || ':' || letter AS key, via, seen_at FROM arrivals`;
const RECEIVED = `SELECT direction || ':' || message_id || ':' || letter AS key, received_at FROM callback_events`;
/** A callback that came at the same moment may have been stored after the message itself. */
const A_MOMENT_MS = 1_000;
const EVENTS = `SELECT direction || ':' || message_id || ':' || letter AS key, state FROM callback_events`;

/** After the app has ended: reads a copy of the files with their write-ahead logs. */
export async function readCallbackLog(dataFolder: string): Promise<CallbackLog> {
  const folder = await findAccountFolder(dataFolder);
  const copy = await mkdtemp(path.join(tmpdir(), 'switchboard-inbox-'));
  try {
    await cp(folder, copy, { recursive: true });
    return readCopy(copy);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** While the app runs: the committed states. */
export async function readCallbackStates(dataFolder: string): Promise<CallbackLog['states']> {
  const db = openForReading(toFilePaths(await findAccountFolder(dataFolder)).owned);
  try {
    return toStates(db);
  } finally {
    db.close();
  }
}

async function findAccountFolder(dataFolder: string): Promise<string> {
  const accounts = path.join(dataFolder, 'accounts');
  const [account = '', ...others] = await readdir(accounts);
  if (others.length > 0) throw new Error('There is more than one account');
  return path.join(accounts, account);
}

function toStates(db: ReadDb): CallbackLog['states'] {
  return new Map(db.all<EventRow>(EVENTS).map(({ key, state }) => [key, state]));
}

function readCopy(folder: string): CallbackLog {
  const { owned, cache } = toFilePaths(folder);
  const kept = withDb(owned, (db) => ({
    faults: listFaults(db),
    states: toStates(db),
    received: db.all<{ key: string; received_at: number }>(RECEIVED),
  }));
  const news = withDb(cache, (db) => ({ faults: listFaults(db), arrivals: db.all<ArrivalRow>(ARRIVALS) }));
  const receivedAt = new Map(kept.received.map(({ key, received_at: at }) => [key, at]));
  const wasTold = ({ key, seen_at: seenAt }: ArrivalRow): boolean =>
    (receivedAt.get(key) ?? Infinity) < seenAt - A_MOMENT_MS;
  return {
    faults: [...kept.faults, ...news.faults],
    states: kept.states,
    cameByCallback: news.arrivals.filter(({ via }) => via === 'callback').length,
    mistaken: news.arrivals.filter((one) => one.via === 'poll' && wasTold(one)).map(({ key }) => key),
  };
}

function withDb<Result>(file: string, read: (db: ReadDb) => Result): Result {
  const db = openForWriting(file, 'NORMAL');
  try {
    return read(db);
  } finally {
    db.close();
  }
}

function listFaults(db: ReadDb): readonly string[] {
  const lines = db.all<{ integrity_check: string }>('PRAGMA integrity_check').map((row) => row.integrity_check);
  return lines.filter((line) => line !== 'ok');
}
