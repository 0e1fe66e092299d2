/** A real file system of little room, for a data folder: it is full when a test says so. Linux, with the right to mount. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type FileHandle, mkdtemp, open, readdir, readFile, rm, rmdir, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const FILLERS = 'filler-';
/** Written at once: the end of the room is filled by the smallest there is. */
const PIECES_BYTES = [1024 * 1024, 4_096] as const;

/** Why such a disk is not to be had here; null where it is. */
export async function findDiskObstacle(): Promise<string | null> {
  if (process.platform !== 'linux') return 'a small file system is mounted on Linux only';
  if (process.getuid?.() !== 0) return 'only root may mount a small file system';
  try {
    const disk = await SmallDisk.mount(1);
    await disk.unmount();
    return null;
  } catch (error) {
    return `no file system could be mounted: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'why ever'}`;
  }
}

/** Whether there was still room for all of it. */
async function hasWritten(file: FileHandle, piece: Buffer): Promise<boolean> {
  try {
    return (await file.write(piece)).bytesWritten === piece.length;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false;
    throw error;
  }
}

export class SmallDisk {
  /** Of a data folder on it. */
  readonly folder: string;
  readonly #mountPoint: string;
  #fillers = 0;

  private constructor(mountPoint: string) {
    this.#mountPoint = mountPoint;
    this.folder = path.join(mountPoint, 'data');
  }

  /** Unmount it in every case. */
  static async mount(megabytes: number): Promise<SmallDisk> {
    const mountPoint = await mkdtemp(path.join(tmpdir(), 'switchboard-disk-'));
    try {
      await run('mount', ['-t', 'tmpfs', '-o', `size=${String(megabytes)}m`, 'tmpfs', mountPoint]);
    } catch (error) {
      await rmdir(mountPoint);
      throw error;
    }
    return new SmallDisk(mountPoint);
  }

  /** Takes all room but so much; what the app writes meanwhile takes room too. */
  async fill(leftBytes = 0): Promise<void> {
    this.#fillers += 1;
    const filler = await open(path.join(this.#mountPoint, `${FILLERS}${String(this.#fillers)}`), 'w');
    try {
      for (const bytes of PIECES_BYTES) {
        const piece = Buffer.alloc(bytes);
        while ((await this.#countFree()) - bytes >= leftBytes && (await hasWritten(filler, piece))) continue;
      }
    } finally {
      await filler.close();
    }
  }

  /** Somebody makes room. */
  async free(): Promise<void> {
    const names = await readdir(this.#mountPoint);
    for (const name of names.filter((one) => one.startsWith(FILLERS))) await rm(path.join(this.#mountPoint, name));
  }

  /** Takes it away from under whoever still uses it. */
  async unmount(): Promise<void> {
    if (!existsSync(this.#mountPoint)) return;
    if (await this.#isMounted()) await run('umount', ['-l', this.#mountPoint]);
    await rmdir(this.#mountPoint);
  }

  async #countFree(): Promise<number> {
    const { bavail, bsize } = await statfs(this.#mountPoint);
    return bavail * bsize;
  }

  async #isMounted(): Promise<boolean> {
    return (await readFile('/proc/mounts', 'utf8')).includes(` ${this.#mountPoint} `);
  }
}
