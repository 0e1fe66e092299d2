/** Whether a folder can be written: tried on the disk itself, which alone knows quotas and permissions. */
import { rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { DiskTrouble } from '#shared/domain/sync.ts';
import { hasCode } from './files.ts';

/** What a commit of sync, its log and its index of that log may need at once. */
const ROOM_BYTES = 4 * 1024 * 1024;
const TRIAL_BYTES = 64 * 1024;

/** Null: the folder can be written. Never throws. */
export async function findDiskTrouble(folder: string): Promise<DiskTrouble | null> {
  const trial = path.join(folder, '.room');
  const trouble = await tryToWrite(folder, trial);
  await rm(trial, { force: true }).catch(() => undefined);
  return trouble;
}

async function tryToWrite(folder: string, trial: string): Promise<DiskTrouble | null> {
  try {
    const { bavail, bsize, blocks } = await statfs(folder);
    // A file system without a known size does not report its free space.
    if (blocks > 0 && bavail * bsize < ROOM_BYTES) return 'full';
    await writeFile(trial, Buffer.alloc(TRIAL_BYTES), { mode: 0o600, flush: true });
    return null;
  } catch (error) {
    return hasCode(error, 'ENOSPC', 'EDQUOT') ? 'full' : 'unwritable';
  }
}
