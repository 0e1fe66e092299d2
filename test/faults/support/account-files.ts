/** The two databases of an account as a killed process left them. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DemoService } from '#main/demo/service.ts';
import { openForWriting } from '#main/store/open.ts';
import type { ReadDb } from '#main/store/open.ts';
import { AS_READ, compareWithService, readServiceState } from '#test/support/comparison/compare-with-service.ts';

const hasTable = (db: ReadDb, table: string): boolean =>
  db.get('SELECT 1 FROM sqlite_schema WHERE name = ?', [table]) !== undefined;

/** What SQLite finds wrong with a file; empty for a sound one. */
function listFaults(db: ReadDb, name: string): string[] {
  const integrity = db.all<{ integrity_check: string }>('PRAGMA integrity_check').map((row) => row.integrity_check);
  const foreign = db.all('PRAGMA foreign_key_check').map((row) => JSON.stringify(row));
  return [...integrity.filter((line) => line !== 'ok'), ...foreign].map((line) => `${name}: ${line}`);
}

interface Ids {
  readonly inbound: readonly number[];
  readonly outbound: readonly number[];
}

export interface FoundFiles {
  readonly faults: readonly string[];
  /** Ids of all sends in the ledger, and of those that were not discarded. */
  readonly ledgerIds: ReadonlySet<string>;
  readonly sendIds: ReadonlySet<string>;
  /** Sends of which outbox and ledger say different things. */
  readonly disputed: readonly string[];
  /** Files of a draft or an unsent text whose bytes are missing. */
  readonly lostFiles: readonly string[];
  /** Names of the stored files, and of those that must be stored. */
  readonly kept: { readonly there: readonly string[]; readonly needed: readonly string[] };
  readonly drafts: ReadonlyMap<string, string>;
  /** Messages of the service that a cursor counts as read and the cache lacks. */
  readonly passedOver: readonly string[];
  readonly messages: { readonly inbound: ReadonlySet<number>; readonly outbound: ReadonlySet<number> };
}

/** Reads a copy of the files with their write-ahead log, as the next start finds them. `ids`: what the service has. */
export async function readAccountFiles(dataFolder: string, ids: Ids): Promise<FoundFiles> {
  return await lookAtCopy(dataFolder, (copy) => readCopy(copy, readdirSync(copy), ids));
}

/** Differences between the cache file and the current state of the service, as lines. */
export async function listCacheFaults(dataFolder: string, demo: DemoService): Promise<readonly string[]> {
  return await lookAtCopy(dataFolder, (copy) => {
    const file = path.join(copy, 'cache.db');
    if (!existsSync(file)) return ['There is no cache'];
    const db = openForWriting(file, 'NORMAL');
    try {
      return compareWithService(db, readServiceState(demo), { except: AS_READ });
    } finally {
      db.close();
    }
  });
}

async function lookAtCopy<Output>(dataFolder: string, look: (copy: string) => Output): Promise<Output> {
  const copy = await mkdtemp(path.join(tmpdir(), 'switchboard-killed-'));
  try {
    const accounts = path.join(dataFolder, 'accounts');
    const [account, ...others] = await listAccounts(accounts);
    if (others.length > 0) throw new Error(`More than one account: ${[account, ...others].join(', ')}`);
    // A file that is being replaced has its new name in the next moment.
    const isWhole = (source: string): boolean => !source.endsWith('.new');
    if (account !== undefined) await cp(path.join(accounts, account), copy, { recursive: true, filter: isWhole });
    return look(copy);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** Empty where the app was killed before it created an account. */
async function listAccounts(folder: string): Promise<string[]> {
  return existsSync(folder) ? await readdir(folder) : [];
}

/** All files and the warnings of the log, for finding the cause of a failure. */
export async function describeFiles(dataFolder: string): Promise<string> {
  const files = await readdir(dataFolder, { recursive: true, withFileTypes: true }).catch(() => []);
  const lines = await Promise.all(
    files
      .filter((file) => file.isFile())
      .map(async ({ parentPath, name }) => {
        const { size, birthtime } = await stat(path.join(parentPath, name));
        return `${path.relative(dataFolder, path.join(parentPath, name))} ${String(size)} since ${birthtime.toISOString()}`;
      }),
  );
  const log = await readFile(path.join(dataFolder, 'logs', 'switchboard.log'), 'utf8').catch(() => '');
  const warnings = log.split('\n').filter((line) => /"level":"(warn|error)"/.test(line));
  return [...lines, ...warnings.slice(-30)].join('\n');
}

const NOTHING: ReadonlySet<number> = new Set();
const EMPTY: FoundFiles = {
  faults: [],
  ledgerIds: new Set(),
  sendIds: new Set(),
  disputed: [],
  lostFiles: [],
  kept: { there: [], needed: [] },
  drafts: new Map(),
  passedOver: [],
  messages: { inbound: NOTHING, outbound: NOTHING },
};

function readCopy(folder: string, files: readonly string[], ids: Ids): FoundFiles {
  const owned = files.includes('owned.db') ? readOwned(folder) : EMPTY;
  const cache = files.includes('cache.db') ? readCache(path.join(folder, 'cache.db'), ids) : EMPTY;
  const { messages, passedOver } = cache;
  return { ...owned, messages, passedOver, faults: [...owned.faults, ...cache.faults] };
}

const DISPUTED = `
  SELECT sends.id FROM sends LEFT JOIN ledger ON ledger.send_id = sends.id
  WHERE ledger.state IS NOT sends.state OR ledger.attempts IS NOT sends.attempts`;
const NEEDED = `
  SELECT files.id, files.size_bytes AS size FROM files LEFT JOIN sends ON sends.id = files.send_id
  WHERE files.phone IS NOT NULL OR sends.state <> 'accepted'`;

function readOwned(folder: string): FoundFiles {
  const db = openForWriting(path.join(folder, 'owned.db'), 'NORMAL');
  try {
    const faults = listFaults(db, 'owned.db');
    if (!hasTable(db, 'ledger')) return { ...EMPTY, faults };
    const listIds = (sql: string): string[] => db.all<{ id: string }>(sql).map(({ id }) => id);
    const drafts = db.all<{ phone: string; text: string }>('SELECT phone, text FROM drafts');
    const needed = db.all<{ id: string; size: number }>(NEEDED);
    const sizes = readSizes(path.join(folder, 'files'));
    return {
      ...{ ...EMPTY, faults },
      ledgerIds: new Set(listIds('SELECT send_id AS id FROM ledger')),
      sendIds: new Set(listIds('SELECT id FROM sends')),
      disputed: listIds(DISPUTED),
      lostFiles: needed.filter(({ id, size }) => sizes.get(id) !== size).map(({ id }) => id),
      kept: { there: [...sizes.keys()].sort(), needed: needed.map(({ id }) => id).sort() },
      drafts: new Map(drafts.map(({ phone, text }) => [phone, text])),
    };
  } finally {
    db.close();
  }
}

function readSizes(folder: string): ReadonlyMap<string, number> {
  if (!existsSync(folder)) return new Map();
  return new Map(readdirSync(folder).map((name) => [name, statSync(path.join(folder, name)).size]));
}

function readCache(file: string, ids: Ids): FoundFiles {
  const db = openForWriting(file, 'NORMAL');
  try {
    const faults = listFaults(db, 'cache.db');
    if (!hasTable(db, 'messages')) return { ...EMPTY, faults };
    const list = (direction: 'in' | 'out'): ReadonlySet<number> =>
      new Set(db.all<{ id: number }>('SELECT id FROM messages WHERE direction = ?', [direction]).map(({ id }) => id));
    const messages = { inbound: list('in'), outbound: list('out') };
    const passedOver = (['inbound', 'outbound'] as const).flatMap((feed) =>
      listPassedOver(db, { feed, inService: ids[feed], inCache: messages[feed] }),
    );
    return { ...EMPTY, faults, messages, passedOver };
  } finally {
    db.close();
  }
}

/** SYNC-1, SYNC-5: between head and tail of a cursor there is no gap, whenever the process ended. */
function listPassedOver(
  db: ReadDb,
  given: {
    readonly feed: 'inbound' | 'outbound';
    readonly inService: readonly number[];
    readonly inCache: ReadonlySet<number>;
  },
): string[] {
  const sql = 'SELECT head_id AS head, tail_id AS tail FROM feed_cursors WHERE name = ?';
  const cursor = db.get<{ head: number; tail: number }>(sql, [given.feed]);
  if (cursor === undefined) return [];
  return given.inService
    .filter((id) => id >= cursor.tail && id <= cursor.head && !given.inCache.has(id))
    .map((id) => `${given.feed} ${String(id)}`);
}
