/**
 * Opens a one-time address in a browser without showing it to other users: every user can read the arguments of a program, so
 * they name a file that only this user can read, and the file redirects.
 *
 * The place: browsers from Snap read neither hidden folders nor /tmp (jupyter/notebook#5479), those from Flatpak get access
 * to the one file. So on Linux, where the data folder is hidden, a visible folder in the user's home is used; it is removed
 * with the last file in it.
 */
import { chmod, lstat, mkdir, readdir, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createToken, toStableId } from './ids.ts';
import { isPageAddress } from './page-address.ts';

/** Longer than any browser takes to start. */
const KEPT_FOR_MS = 60_000;

export interface RedirectPlace {
  readonly dataFolder: string;
  readonly homeFolder: string;
  /** As Node or the app itself names it. */
  readonly platform: string;
}

export class RedirectFiles {
  readonly #folders: readonly string[];
  /** Several apps of one user may share a folder: each removes its own files. */
  readonly #prefix: string;
  #timer: NodeJS.Timeout | undefined;

  constructor(place: RedirectPlace) {
    this.#folders = listFolders(place);
    this.#prefix = `open-${toStableId(place.dataFolder, 10)}-`;
  }

  /** The address of a file that redirects to `address`; null where none can be written. Removed within two minutes. */
  async write(address: string): Promise<string | null> {
    if (!isPageAddress(address)) return null;
    const name = `${this.#prefix}${createToken(12)}.html`;
    for (const folder of this.#folders) {
      const file = path.join(folder, name);
      if (!(await tryToWrite(file, toPage(address)))) continue;
      this.clearSoon();
      return pathToFileURL(file).href;
    }
    return null;
  }

  /** For a file of another process: a second start ends before its browser has read its file. */
  clearSoon(): void {
    clearTimeout(this.#timer);
    // Twice as long: that process writes the file a moment after it asked for the address.
    this.#timer = setTimeout(() => void this.clearLeftovers(), 2 * KEPT_FOR_MS).unref();
  }

  /** Removes used files, all or those written before then. */
  async clear(before = Infinity): Promise<void> {
    for (const folder of this.#folders) {
      const names = await readdir(folder).catch(() => []);
      for (const name of names) {
        if (name.startsWith(this.#prefix)) await removeOld(path.join(folder, name), before);
      }
      // Only where it is empty.
      if (names.length > 0) await rmdir(folder).catch(() => undefined);
    }
  }

  /** Removes old files, also those of earlier runs. */
  async clearLeftovers(): Promise<void> {
    await this.clear(Date.now() - KEPT_FOR_MS);
  }

  async dispose(): Promise<void> {
    clearTimeout(this.#timer);
    await this.clear();
  }
}

function listFolders({ dataFolder, homeFolder, platform }: RedirectPlace): readonly string[] {
  const own = path.join(dataFolder, 'open');
  const steps = path.relative(homeFolder, dataFolder).split(path.sep);
  const isInSight = !path.isAbsolute(steps[0] ?? '') && steps.every((step) => !step.startsWith('.'));
  return platform !== 'linux' || isInSight ? [own] : [path.join(homeFolder, 'switchboard-open'), own];
}

async function tryToWrite(file: string, text: string): Promise<boolean> {
  const folder = path.dirname(file);
  try {
    await mkdir(folder, { mode: 0o700 }).catch(() => undefined);
    const found = await lstat(folder);
    // Another user may have put a link or a folder of their own there.
    if (!found.isDirectory() || (process.getuid !== undefined && found.uid !== process.getuid())) return false;
    if ((found.mode & 0o077) !== 0) await chmod(folder, 0o700);
    await writeFile(file, text, { mode: 0o600, flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}

async function removeOld(file: string, before: number): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (found !== null && found.mtimeMs < before) await rm(file, { force: true });
}

function toPage(address: string): string {
  return (
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="referrer" content="no-referrer">' +
    `<meta http-equiv="refresh" content="0; url=${address}"><title>Switchboard</title>` +
    `<p><a href="${address}">Open Switchboard</a></p></html>\n`
  );
}
