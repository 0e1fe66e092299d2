/**
 * Pictures and other files of messages: fetched by main once, then served from the disk.
 *
 * MEDIA-1 what is served is told by the bytes themselves, never by what somebody called them; whatever could run
 *         (markup, vector pictures) is only ever a download.
 * MEDIA-2 the folder stays below its limit; what was not looked at for longest goes first.
 * MEDIA-3 the same picture asked for twice at once is fetched once.
 */
import { mkdir, readFile, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '#main/platform/log.ts';
import { hasCode, toDiskError } from '#main/platform/files.ts';
import { createToken, toStableId } from '#main/platform/ids.ts';
import type { Store } from '#main/store/api.ts';
import { AppError } from '#shared/domain/app-error.ts';
import { findMediaType } from './media-type.ts';
import type { ServiceClient } from './ports.ts';

export interface Media {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  /** Whether a page may show it; otherwise it is only saved. */
  readonly isInline: boolean;
}

interface MediaNeeds {
  readonly folder: string;
  readonly store: Pick<Store, 'findMedia'>;
  readonly client: Pick<ServiceClient, 'fetchMedia'>;
  readonly log: Pick<Log, 'error'>;
  readonly maxFolderBytes?: number;
}

const MAX_FILE_BYTES = 25 * 1024 * 1024;
const MAX_FOLDER_BYTES = 300 * 1024 * 1024;
/** The folder is measured again after this many new files. */
const MEASURE_EVERY = 20;

export class MediaCache {
  readonly #needs: MediaNeeds;
  readonly #fetching = new Map<string, Promise<Uint8Array>>();
  readonly #ending = new AbortController();
  #sinceMeasured = MEASURE_EVERY;

  constructor(needs: MediaNeeds) {
    this.#needs = needs;
  }

  /** Throws `not-found` for an unknown id, else what the service or the network says. */
  async get(mediaId: string): Promise<Media> {
    const known = await this.#needs.store.findMedia({ mediaId });
    if (known === null) throw new AppError({ code: 'not-found', message: 'no such picture', outcome: 'refused' });
    const file = path.join(this.#needs.folder, toStableId(mediaId, 32));
    const bytes = (await this.#findKept(file)) ?? (await this.#fetchOnce(file, known.href));
    return { bytes, ...findMediaType(bytes, known.mimeType) };
  }

  async dispose(): Promise<void> {
    this.#ending.abort();
    await Promise.allSettled(this.#fetching.values());
  }

  async #findKept(file: string): Promise<Uint8Array | undefined> {
    try {
      const bytes = await readFile(file);
      const now = new Date();
      await utimes(file, now, now);
      return bytes;
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return undefined;
      throw toDiskError('a kept picture could not be read', error);
    }
  }

  async #fetchOnce(file: string, href: string): Promise<Uint8Array> {
    const running = this.#fetching.get(file);
    if (running !== undefined) return await running;
    const fetching = this.#fetch(file, href).finally(() => this.#fetching.delete(file));
    this.#fetching.set(file, fetching);
    return await fetching;
  }

  async #fetch(file: string, href: string): Promise<Uint8Array> {
    const { client, log } = this.#needs;
    const { bytes } = await client.fetchMedia({ href, maxBytes: MAX_FILE_BYTES }, { signal: this.#ending.signal });
    // A full disk is no reason not to show a picture.
    await this.#keep(file, bytes).catch((error: unknown) => log.error('media.notKept', error));
    return bytes;
  }

  async #keep(file: string, bytes: Uint8Array): Promise<void> {
    await mkdir(this.#needs.folder, { recursive: true, mode: 0o700 });
    const draft = `${file}.${createToken(6)}`;
    await writeFile(draft, bytes, { mode: 0o600 });
    await rename(draft, file);
    this.#sinceMeasured += 1;
    if (this.#sinceMeasured < MEASURE_EVERY) return;
    this.#sinceMeasured = 0;
    await this.#tidy();
  }

  async #tidy(): Promise<void> {
    const { folder, maxFolderBytes = MAX_FOLDER_BYTES } = this.#needs;
    const names = await readdir(folder);
    const files = await Promise.all(
      names.map(async (name) => {
        const { size, mtimeMs } = await stat(path.join(folder, name));
        return { name, size, mtimeMs };
      }),
    );
    let total = 0;
    for (const file of files.sort((a, b) => b.mtimeMs - a.mtimeMs)) {
      total += file.size;
      if (total > maxFolderBytes) await rm(path.join(folder, file.name), { force: true });
    }
  }
}
