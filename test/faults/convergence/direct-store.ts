/**
 * The store of an account without its threads: the same files, commands, queries and queue, run where they are called.
 * It can be left as a killed process leaves it, in the middle of everything: the files are copied as they are at that
 * moment, their write-ahead logs included, since to close them would write what a killed process never writes.
 */
import { copyFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Changes } from '#main/store/changes.ts';
import { toAppError, toStoredError } from '#main/store/errors.ts';
import { commandNames, queryNames } from '#main/store/names.ts';
import { openForReading } from '#main/store/open.ts';
import type { ReadDb, WriteDb } from '#main/store/open.ts';
import { toFilePaths } from '#main/store/paths.ts';
import type { CommandCall } from '#main/store/protocol.ts';
import { queries } from '#main/store/queries/table.ts';
import { WriterQueue } from '#main/store/queue.ts';
import { reconcile } from '#main/store/reconcile.ts';
import { openFiles } from '#main/store/recover.ts';
import { runGroup } from '#main/store/writer.ts';
import type { Store, StoreOptions } from '#main/store/api.ts';
import type { ChangeSet } from '#shared/domain/sync.ts';

type AnyQuery = (db: ReadDb, input: unknown, now: number) => unknown;

export interface DirectStore extends Store {
  /** The process is dead: whatever is asked after that never answers, and `folder` has its files as they were. */
  kill(folder: string): void;
  /** Dies in the middle of the next commit: what is owned is kept, and the cache does not follow. */
  dieAfterOwned(): void;
  /** For comparing. */
  readonly db: ReadDb;
}

interface DirectStoreOptions extends Pick<StoreOptions, 'folder' | 'now'> {
  /** Told when something is under way; the answer is called when it is over. */
  readonly hold: () => () => void;
}

/** Opens both files, making what is missing. */
export function openDirectStore({ folder, now, hold }: DirectStoreOptions): DirectStore {
  const { notices: _notices, ...files } = openFiles(folder, now());
  reconcile({ ...files, now: now(), changes: new Changes() });
  const paths = toFilePaths(folder);
  const reading = openForReading(paths.cache, { owned: paths.owned });
  const listeners = new Set<(changes: ChangeSet) => void>();
  const held = new Set<() => void>();
  let hasDied = false;
  const isDead = (): boolean => hasDied;
  let isClosed = false;
  let isBreaking = false;

  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    for (const db of [reading, files.cache, files.owned]) db.close();
  };
  const die = (): void => {
    hasDied = true;
    for (const release of held) release();
    held.clear();
  };
  const queue = new WriterQueue(async (calls) => {
    await nextTurn();
    if (isDead()) return await never();
    const cache = isBreaking ? toBroken(files.cache) : files.cache;
    const { results } = runGroup({ ...files, cache }, structuredClone(calls), now());
    if (isBreaking) die();
    await nextTurn();
    if (isDead()) return await never();
    for (const result of results) if (result.ok && result.changes !== null) tell(result.changes);
    return results;
  });
  const tell = (changes: ChangeSet): void => {
    for (const listener of listeners) queueMicrotask(() => listener(changes));
  };
  const ask = async (name: (typeof queryNames)[number], input: unknown): Promise<unknown> => {
    await nextTurn();
    if (isDead()) return await never();
    const query = queries[name] as unknown as AnyQuery;
    try {
      return structuredClone(reading.transaction(() => query(reading, structuredClone(input), now())));
    } catch (error) {
      throw toAppError(toStoredError(error, name));
    }
  };
  const holding = async <Output>(begin: () => Promise<Output>): Promise<Output> => {
    if (isDead()) return await never();
    const release = hold();
    held.add(release);
    try {
      return await begin();
    } finally {
      if (held.delete(release)) release();
    }
  };
  const calls = Object.fromEntries([
    ...commandNames.map((name) => [
      name,
      (input: unknown) => holding(() => queue.push({ name, input } as CommandCall)),
    ]),
    ...queryNames.map((name) => [name, (input: unknown) => holding(() => ask(name, input))]),
  ]) as unknown as Omit<Store, 'onChange' | 'dispose'>;
  return {
    ...calls,
    db: reading,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dieAfterOwned: () => {
      isBreaking = true;
    },
    kill: (to) => {
      die();
      const mark = path.basename(paths.commitMark);
      for (const name of readdirSync(folder)) {
        // The index of a log is shared memory, which goes with the process.
        if (/\.db(-wal)?$/.test(name) || name === mark) copyFileSync(path.join(folder, name), path.join(to, name));
      }
      close();
    },
    dispose: async () => {
      await queue.close();
      close();
    },
  };
}

/** Reads as before; nothing is committed. */
function toBroken(cache: WriteDb): WriteDb {
  return new Proxy(cache, {
    get: (target, name) => {
      if (name === 'transaction') {
        return () => {
          throw new Error('The process ended before the cache followed');
        };
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function never<Output>(): Promise<Output> {
  return new Promise(() => undefined);
}
