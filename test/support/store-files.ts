/** The two files of an account, new and empty, with the connections that the store's threads would have. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openForReading, openForWriting } from '#main/store/open.ts';
import type { ReadDb, WriteDb } from '#main/store/open.ts';
import { toFilePaths } from '#main/store/paths.ts';
import { openFiles } from '#main/store/recover.ts';

export function createTestFolder(): { readonly path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'switchboard-store-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

let template: string | null = null;

/** An empty store, made once for all tests of a process: bringing files to the newest schema waits for the disk often. */
function getTemplate(): string {
  if (template !== null) return template;
  const { path, remove } = createTestFolder();
  process.once('exit', remove);
  const files = openFiles(path, 0);
  files.owned.close();
  files.cache.close();
  template = path;
  return path;
}

export interface StoreFiles {
  readonly owned: WriteDb;
  readonly cache: WriteDb;
  /** Reads both, as the readers of the store do. */
  readonly reader: ReadDb;
  /** The folder that holds both. */
  readonly folderPath: string;
  /** Closes the files and deletes them. */
  close(): void;
}

/** Opens a new, empty account. A test that loses power loses its files anyway: nothing waits for the disk. */
export function openStoreFiles(): StoreFiles {
  const folder = createTestFolder();
  const paths = toFilePaths(folder.path);
  const made = toFilePaths(getTemplate());
  copyFileSync(made.owned, paths.owned);
  copyFileSync(made.cache, paths.cache);
  const owned = openForWriting(paths.owned, 'NORMAL');
  const cache = openForWriting(paths.cache, 'NORMAL');
  for (const db of [owned, cache]) db.exec('PRAGMA synchronous = OFF');
  const reader = openForReading(paths.cache, { owned: paths.owned });
  const close = (): void => {
    for (const db of [reader, owned, cache]) db.close();
    folder.remove();
  };
  return { owned, cache, reader, folderPath: folder.path, close };
}
