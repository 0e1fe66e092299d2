/**
 * Pictures of messages and people: fetched by main once, then served from the disk.
 *
 * MEDIA-1 only pictures that cannot run code are served; their bytes decide, not their name or declared type.
 * MEDIA-2 the folder stays below its limit; the pictures that were not used for longest are deleted first.
 * MEDIA-3 the same picture asked for twice at once is fetched once.
 * MEDIA-4 a few are fetched at once; of those that wait the last one asked for goes first: it is on screen.
 * MEDIA-5 a picture whose address is on this computer or its network is not fetched; the log has one line about it.
 * MEDIA-6 a picture that the user replaced is not shown again, also where its address stays the same.
 */
import { mkdir, readFile, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '#main/platform/log.ts';
import { hasCode, toDiskError } from '#main/platform/files.ts';
import { createToken, toStableId } from '#main/platform/ids.ts';
import { findImageType } from '#main/api/uploads/image-type.ts';
import type { Media } from '#main/api/media.ts';
import type { Store } from '#main/store/api.ts';
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import type { AccountClient } from '#main/services/account/ports.ts';

interface MediaNeeds {
  readonly folder: string;
  readonly store: Pick<Store, 'findMedia'>;
  readonly client: Pick<AccountClient, 'fetchMedia'>;
  readonly log: Pick<Log, 'error' | 'warn'>;
  readonly maxFolderBytes?: number;
}

/** Each may hold some megabytes in memory. */
const MOST_AT_ONCE = 6;
const MAX_FOLDER_BYTES = 300 * 1024 * 1024;
/** The folder is measured again after this many new files. */
const MEASURE_EVERY = 20;

export class MediaCache {
  readonly #needs: MediaNeeds;
  readonly #fetching = new Map<string, Promise<Media>>();
  readonly #ending = new AbortController();
  readonly #waiting: (() => void)[] = [];
  /** Files of pictures that were refused for where they lie. */
  readonly #refused = new Set<string>();
  #running = 0;
  #sinceMeasured = MEASURE_EVERY;

  constructor(needs: MediaNeeds) {
    this.#needs = needs;
  }

  /** Throws `not-found` for an unknown id, else what the service or the network says. */
  async get(mediaId: string): Promise<Media> {
    const known = await this.#needs.store.findMedia({ mediaId });
    if (known === null) throw new AppError({ code: 'not-found', message: 'no such picture', outcome: 'refused' });
    const file = path.join(this.#needs.folder, toStableId(mediaId, 32));
    return (await this.#findKept(file)) ?? (await this.#fetchOnce(file, known.href));
  }

  /** There is another picture behind that id: it is fetched anew when it is asked for again. Never rejects. */
  async forget(mediaId: string): Promise<void> {
    const file = path.join(this.#needs.folder, toStableId(mediaId, 32));
    const running = this.#fetching.get(file);
    this.#fetching.delete(file);
    await this.#remove(file);
    // What was under way may have been the one before, and is kept when it comes.
    if (running !== undefined)
      void running.then(
        () => this.#remove(file),
        () => undefined,
      );
  }

  async dispose(): Promise<void> {
    this.#ending.abort();
    await Promise.allSettled(this.#fetching.values());
  }

  async #findKept(file: string): Promise<Media | undefined> {
    try {
      const bytes = await readFile(file);
      const now = new Date();
      await utimes(file, now, now);
      const mimeType = findImageType(bytes);
      return mimeType === null ? undefined : { bytes, mimeType };
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return undefined;
      throw toDiskError('a kept picture could not be read', error);
    }
  }

  async #fetchOnce(file: string, href: string): Promise<Media> {
    const running = this.#fetching.get(file);
    if (running !== undefined) return await running;
    const fetching = this.#fetch(file, href).finally(() => {
      if (this.#fetching.get(file) === fetching) this.#fetching.delete(file);
    });
    this.#fetching.set(file, fetching);
    return await fetching;
  }

  async #fetch(file: string, href: string): Promise<Media> {
    const { client, log } = this.#needs;
    const { signal } = this.#ending;
    const media = await this.#inTurn(() => client.fetchMedia(href, { signal })).catch((error: unknown) => {
      this.#noteRefused(file, error);
      throw error;
    });
    // A full disk is no reason not to show a picture.
    await this.#keep(file, media.bytes).catch((error: unknown) => log.error('media.notKept', error));
    return media;
  }

  async #remove(file: string): Promise<void> {
    await rm(file, { force: true }).catch((error: unknown) => this.#needs.log.error('media.notForgotten', error));
  }

  #noteRefused(file: string, error: unknown): void {
    if (!isAppError(error, 'forbidden') || this.#refused.has(file)) return;
    this.#refused.add(file);
    this.#needs.log.warn('media.refused', { reason: error.message });
  }

  async #inTurn<Output>(work: () => Promise<Output>): Promise<Output> {
    if (this.#running < MOST_AT_ONCE) this.#running += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      if (!this.#ending.signal.aborted) return await work();
      throw new AppError({ code: 'cancelled', message: 'no picture is fetched any more', outcome: 'not-accepted' });
    } finally {
      const next = this.#waiting.pop();
      if (next === undefined) this.#running -= 1;
      else next();
    }
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
