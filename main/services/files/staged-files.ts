/**
 * Files on their way from the page: announced, then filled chunk by chunk, then used or forgotten; and our own files on
 * their way to it, such as exports.
 *
 * FILES-1 no file grows beyond what was announced, and nothing beyond the limits below is accepted.
 * FILES-2 chunks arrive in order; one that is here already is not written twice.
 * FILES-3 a released or expired handle is gone from the disk, also in the middle of its upload.
 * FILES-4 the handle of our own file is given out only when the file is whole; only the newest few of these stay.
 * FILES-5 a file that was taken has no handle any more and does not expire: it stays until the one who took it removes it.
 */
import { mkdir, open, rm, writeFile, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { toDiskError } from '#main/platform/files.ts';
import { createToken } from '#main/platform/ids.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import { Serial } from '#shared/lib/serial.ts';
import { toNotFound, toRefusal } from '#main/services/refusals.ts';

const MAX_FILE_BYTES = 64 * 1024 * 1024;
const MAX_TOTAL_BYTES = 256 * 1024 * 1024;
const MAX_FILES = 64;
const MAX_OWN_FILES = 3;
const EXPIRES_AFTER_MS = 60 * 60 * 1000;

export interface StagedFile {
  readonly path: string;
  readonly name: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
}

/** FILES-5. */
export interface TakenFile {
  readonly path: string;
  readonly name: string;
  readonly sizeBytes: number;
  /** Deletes it; nothing happens when it is gone already. */
  remove(): Promise<void>;
}

interface Slot extends Omit<StagedFile, 'sizeBytes'> {
  sizeBytes: number;
  /** Written here, for the page to fetch. */
  readonly isOwn: boolean;
  readonly turns: Serial;
  readonly expiry: NodeJS.Timeout;
  handle: FileHandle | null;
  receivedBytes: number;
}

/** The folder `staged`; emptied at the start and at the end. */
export class StagedFiles {
  readonly #folder: string;
  readonly #onBug: (error: unknown) => void;
  readonly #slots = new Map<string, Slot>();

  /** `onBug` gets failures of work in the background. */
  constructor(needs: { readonly dataFolder: string; readonly onBug: (error: unknown) => void }) {
    this.#folder = path.join(needs.dataFolder, 'staged');
    this.#onBug = needs.onBug;
  }

  /** Removes what an earlier run left. */
  async start(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Throws `validation` when it is too much, `disk`. */
  async stage(file: Pick<StagedFile, 'name' | 'mimeType' | 'sizeBytes'>): Promise<{ readonly handle: string }> {
    const others = [...this.#slots.values()].filter(({ isOwn }) => !isOwn);
    const total = others.reduce((sum, slot) => sum + slot.sizeBytes, file.sizeBytes);
    if (file.sizeBytes > MAX_FILE_BYTES) throw toRefusal('sizeBytes', 'too-large');
    if (total > MAX_TOTAL_BYTES || others.length >= MAX_FILES) throw toRefusal('sizeBytes', 'too-many');
    return await this.#open({ ...file, isOwn: false }, () => Promise.resolve());
  }

  /**
   * Writes our own file piece by piece; the handle is returned when the file is whole, and is good for an hour at
   * most. Throws `disk`, and what the pieces throw: then nothing stays of it.
   */
  async write(
    file: Pick<StagedFile, 'name' | 'mimeType'>,
    pieces: AsyncIterable<string>,
  ): Promise<{ readonly handle: string }> {
    const written = await this.#open({ ...file, sizeBytes: 0, isOwn: true }, async (slot) => {
      for await (const piece of pieces) await extend(slot, Buffer.from(piece));
      await slot.handle?.close();
      slot.handle = null;
    });
    const own = [...this.#slots].filter(([, { isOwn }]) => isOwn);
    for (const [handle] of own.slice(0, -MAX_OWN_FILES)) await this.release(handle);
    return written;
  }

  /** Adds bytes at `offset`. Throws `not-found`, `validation` (`offset`, `sizeBytes`), `disk`. */
  async append(chunk: {
    readonly handle: string;
    readonly offset: number;
    readonly bytes: Uint8Array;
  }): Promise<{ readonly receivedBytes: number }> {
    const slot = this.#getSlot(chunk.handle);
    return await slot.turns.run(async () => {
      const end = chunk.offset + chunk.bytes.byteLength;
      if (end <= slot.receivedBytes) return { receivedBytes: slot.receivedBytes };
      if (end > slot.sizeBytes) throw toRefusal('sizeBytes', 'too-large');
      if (chunk.offset !== slot.receivedBytes) throw toRefusal('offset', 'out-of-order');
      const { handle } = slot;
      if (handle === null) throw toNotFound('staged file');
      await writeWhole(handle, chunk).catch((error: unknown) => {
        throw toDiskError('a chunk could not be written', error);
      });
      slot.receivedBytes = end;
      return { receivedBytes: end };
    });
  }

  /** A file whose bytes are all here. Throws `not-found`. */
  get(handle: string): StagedFile {
    const slot = this.#getSlot(handle);
    if (slot.receivedBytes < slot.sizeBytes) throw toNotFound('staged file');
    return slot;
  }

  /** FILES-5. Throws `not-found` where not all of its bytes are here. */
  async take(handle: string): Promise<TakenFile> {
    const slot = this.#getSlot(handle);
    if (slot.isOwn || slot.receivedBytes < slot.sizeBytes) throw toNotFound('staged file');
    this.#slots.delete(handle);
    clearTimeout(slot.expiry);
    await closeSlot(slot);
    return toTaken(slot);
  }

  /** FILES-5, of bytes that main has. Throws `disk`. */
  async keep({ name, bytes }: { readonly name: string; readonly bytes: Uint8Array }): Promise<TakenFile> {
    const target = path.join(this.#folder, createToken(18));
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await writeFile(target, bytes, { flag: 'wx', mode: 0o600 });
    } catch (error) {
      await rm(target, { force: true }).catch(this.#onBug);
      throw toDiskError('a file could not be kept', error);
    }
    return toTaken({ path: target, name, sizeBytes: bytes.byteLength });
  }

  /** Forgets a file; nothing happens when it is gone already. */
  async release(handle: string): Promise<void> {
    const slot = this.#slots.get(handle);
    if (slot === undefined) return;
    this.#slots.delete(handle);
    clearTimeout(slot.expiry);
    await closeSlot(slot);
    await rm(slot.path, { force: true });
  }

  async dispose(): Promise<void> {
    for (const handle of [...this.#slots.keys()]) await this.release(handle);
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #open(
    file: Pick<Slot, 'name' | 'mimeType' | 'sizeBytes' | 'isOwn'>,
    fill: (slot: Slot) => Promise<void>,
  ): Promise<{ readonly handle: string }> {
    const handle = createToken(18);
    const target = path.join(this.#folder, handle);
    const expiry = setTimeout(() => void this.release(handle).catch(this.#onBug), EXPIRES_AFTER_MS).unref();
    const slot: Slot = { ...file, path: target, turns: new Serial(), expiry, handle: null, receivedBytes: 0 };
    // Takes its room at once: many may be announced before the first file exists.
    this.#slots.set(handle, slot);
    try {
      await slot.turns.run(async () => {
        await this.#create(slot);
        await fill(slot);
      });
      return { handle };
    } catch (error) {
      await this.release(handle).catch(this.#onBug);
      throw isAppError(error) ? error : toDiskError('a file could not be staged', error);
    }
  }

  async #create(slot: Slot): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    slot.handle = await open(slot.path, 'wx', 0o600);
  }

  #getSlot(handle: string): Slot {
    const slot = this.#slots.get(handle);
    if (slot === undefined) throw toNotFound('staged file');
    return slot;
  }
}

/** After what is still being written. */
function closeSlot(slot: Slot): Promise<void> {
  return slot.turns.run(async () => {
    await slot.handle?.close();
    slot.handle = null;
  });
}

function toTaken(file: Pick<TakenFile, 'path' | 'name' | 'sizeBytes'>): TakenFile {
  const { path: target, name, sizeBytes } = file;
  return { path: target, name, sizeBytes, remove: () => rm(target, { force: true }) };
}

/** A disk that fills up may write a part of the bytes without an error. */
async function writeWhole(handle: FileHandle, chunk: { offset: number; bytes: Uint8Array }): Promise<void> {
  for (let done = 0; done < chunk.bytes.byteLength;) {
    const { bytesWritten } = await handle.write(chunk.bytes, done, chunk.bytes.byteLength - done, chunk.offset + done);
    done += bytesWritten;
  }
}

async function extend(slot: Slot, bytes: Uint8Array): Promise<void> {
  if (slot.handle === null) throw toNotFound('staged file');
  await writeWhole(slot.handle, { offset: slot.receivedBytes, bytes });
  slot.receivedBytes += bytes.byteLength;
  slot.sizeBytes = slot.receivedBytes;
}
