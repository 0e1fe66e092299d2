import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { hasCode, toDiskError } from '#main/platform/files.ts';

export interface FolderSize {
  readonly files: number;
  readonly bytes: number;
}

const NOTHING: FolderSize = { files: 0, bytes: 0 };

/** How many files lie in a folder and all below it, and what they take; nothing where there is none. Throws `disk`. */
export async function measureFolder(folder: string): Promise<FolderSize> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
    const sizes = await Promise.all(files.map(toBytes));
    return { files: files.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return NOTHING;
    throw toDiskError('a folder could not be measured', error);
  }
}

/** A file that went away meanwhile takes nothing. */
async function toBytes(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return 0;
    throw error;
  }
}
