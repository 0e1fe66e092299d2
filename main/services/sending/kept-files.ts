/**
 * Bytes of files that the user adds to texts: the folder `files` of an account, one file by the id of its row.
 *
 * KEPT-1 the bytes are on the disk before the row that names them; what no row names is deleted, at the latest when the
 *        account is opened the next time.
 * KEPT-2 nothing is deleted while it is being added.
 */
import { copyFile, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { hasCode, toDiskError } from '#main/platform/files.ts';
import type { Log } from '#main/platform/log.ts';
import { openUploadFile } from '#main/platform/upload-file.ts';
import type { FileSource, SendingFiles } from '#main/sending/ports.ts';
import type { Store } from '#main/store/api.ts';
import { AppError } from '#shared/domain/app-error.ts';
import type { FileId } from '#shared/domain/ids.ts';
import type { SendFile } from '#shared/domain/sends.ts';
import { Serial } from '#shared/lib/serial.ts';

export interface KeptFilesNeeds {
  readonly folder: string;
  readonly store: Pick<Store, 'listNeededFileIds'>;
  readonly log: Pick<Log, 'error'>;
  /** Told each time that bytes could not be written. */
  readonly onFailing?: () => void;
}

export class KeptFiles implements SendingFiles {
  readonly #needs: KeptFilesNeeds;
  readonly #turns = new Serial();
  #isTidyWanted = false;

  constructor(needs: KeptFilesNeeds) {
    this.#needs = needs;
  }

  /** Copies the bytes here and then writes the row; without the row nothing stays. Throws `disk`, and what `writeRow` throws. */
  add(id: FileId, staged: { readonly path: string; readonly sizeBytes: number }, writeRow: () => Promise<void>) {
    return this.#turns.run(async () => {
      const target = this.#toPath(id);
      try {
        await this.#copy(staged, target);
        await writeRow();
      } catch (error) {
        await this.#delete(target);
        throw error;
      }
    });
  }

  /** Null where its bytes are not here, or are not those that were added. Throws `disk`. */
  async find({ id, name, sizeBytes }: Pick<SendFile, 'id' | 'name' | 'sizeBytes'>): Promise<FileSource | null> {
    const target = this.#toPath(id);
    try {
      if ((await stat(target)).size !== sizeBytes) return null;
      const file = await openUploadFile(target);
      return { name, sizeBytes, open: () => file.open() };
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return null;
      throw toDiskError('a kept file could not be read', error);
    }
  }

  /** Deletes what no row names any more. Never rejects; asked again while it waits, it is done once. */
  async tidy(): Promise<void> {
    if (this.#isTidyWanted) return;
    this.#isTidyWanted = true;
    await this.#turns.run(async () => {
      this.#isTidyWanted = false;
      await this.#tidy().catch((error: unknown) => this.#needs.log.error('files.notTidied', error));
    });
  }

  /** Resolves once nothing is written or deleted any more. */
  async dispose(): Promise<void> {
    await this.#turns.settled();
  }

  async #tidy(): Promise<void> {
    const names = await readNames(this.#needs.folder);
    if (names.length === 0) return;
    const needed = new Set<string>(await this.#needs.store.listNeededFileIds({}));
    for (const name of names) if (!needed.has(name)) await rm(path.join(this.#needs.folder, name), { force: true });
  }

  async #copy(staged: { readonly path: string; readonly sizeBytes: number }, target: string): Promise<void> {
    try {
      await mkdir(this.#needs.folder, { recursive: true, mode: 0o700 });
      await copyFile(staged.path, target);
      await flush(target, 'r+');
      if ((await stat(target)).size !== staged.sizeBytes) throw new Error('The file is not the size it was said to be');
      await flushFolder(this.#needs.folder);
    } catch (error) {
      this.#needs.onFailing?.();
      throw toDiskError('a file could not be kept', error);
    }
  }

  async #delete(target: string): Promise<void> {
    await rm(target, { force: true }).catch((error: unknown) => this.#needs.log.error('files.notRemoved', error));
  }

  #toPath(id: FileId): string {
    if (/^[a-z2-7]{1,64}$/.test(id)) return path.join(this.#needs.folder, id);
    throw new AppError({ code: 'not-found', message: 'no such file', outcome: 'not-accepted' });
  }
}

async function readNames(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}

async function flush(file: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(file, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** So that the name is there as well after a power cut. Windows opens no folders, and writes names down by itself. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform !== 'win32') await flush(folder, 'r');
}
