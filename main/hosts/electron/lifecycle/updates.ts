/**
 * Newer versions by electron-updater, where this installation can be replaced: from NSIS, on macOS, an AppImage, a deb or an rpm,
 * and with a place of updates in the package (`app-update.yml`). The library has a session of its own: it is the one thing
 * that asks somebody else than the service.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { AppUpdater } from 'electron-updater';
import type { UpdateFault, Updater, UpdaterNews } from '#shared/domain/updates.ts';

/** What is used of the library. */
export type UpdaterLibrary = Pick<
  AppUpdater,
  | 'allowDowngrade'
  | 'allowPrerelease'
  | 'autoDownload'
  | 'autoInstallOnAppQuit'
  | 'checkForUpdates'
  | 'logger'
  | 'on'
  | 'quitAndInstall'
>;

export interface UpdateNeeds {
  readonly platform: NodeJS.Platform;
  readonly isInstalled: boolean;
  readonly resourcesFolder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Loaded when it is first needed. */
  readonly loadUpdater: () => Promise<UpdaterLibrary>;
  readonly quit: () => void;
  readonly report: (what: string, error: unknown) => void;
}

/** Null: this installation is not replaced by the app itself. */
export function createUpdates(needs: UpdateNeeds): DesktopUpdates | null {
  const { platform, isInstalled, resourcesFolder, environment } = needs;
  if (!isInstalled || !existsSync(path.join(resourcesFolder, 'app-update.yml'))) return null;
  if (platform !== 'linux') return new DesktopUpdates({ ...needs, asksForPassword: false });
  const file = path.join(resourcesFolder, 'package-type');
  const type = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  if (type === 'deb' || type === 'rpm') return new DesktopUpdates({ ...needs, asksForPassword: true });
  return environment['APPIMAGE'] === undefined ? null : new DesktopUpdates({ ...needs, asksForPassword: false });
}

export class DesktopUpdates implements Updater {
  readonly #needs: UpdateNeeds & { readonly asksForPassword: boolean };
  readonly #listeners = new Set<(news: UpdaterNews) => void>();
  #library: UpdaterLibrary | null = null;
  #version = '';
  #isStaged = false;
  #isRestarting = false;
  /** Set once the installer was started: where it comes to nothing, the app starts again as it was. */
  #startAgain: (() => void) | null = null;

  /** `asksForPassword`: the package manager of the system does; then nothing is put in place before the user wants it. */
  constructor(needs: UpdateNeeds & { readonly asksForPassword: boolean }) {
    this.#needs = needs;
  }

  async check(): Promise<void> {
    try {
      const library = await this.#load();
      const found = await library.checkForUpdates();
      // Also told by its event; without this it would be an error that nobody has caught.
      found?.downloadPromise?.catch(() => undefined);
      if (found === null) this.#tell({ kind: 'none' });
    } catch (error) {
      this.#needs.report('updates.notChecked', error);
      this.#tell({ kind: 'failed', fault: toFault(error) });
    }
  }

  watch(listener: (news: UpdaterNews) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The app ends as always, so that nothing is cut short; then `end` has the newer one put in place. */
  restart(): void {
    this.#isRestarting = true;
    this.#needs.quit();
  }

  /** The user was asked, and stays. */
  stay(): void {
    this.#isRestarting = false;
  }

  /**
   * Everything is closed. True: the installer ends the app and starts it again, or `startAgain` is called: where the package
   * manager is done (the library would start the app with all its old arguments), and where the installation failed or
   * was called off. `isWanted`: the user started the app while it ended, and an installer would end it again.
   */
  end(now: {
    readonly isWanted: boolean;
    readonly isSessionEnding: boolean;
    readonly startAgain: () => void;
  }): boolean {
    const { asksForPassword } = this.#needs;
    const library = this.#library;
    if (library === null) return false;
    if (now.isSessionEnding) {
      // The system does not wait: half an app would be left. The next end puts it in place.
      library.autoInstallOnAppQuit = false;
      return false;
    }
    const isWanted = this.#isRestarting || (now.isWanted && this.#isStaged && !asksForPassword);
    if (!isWanted) return false;
    this.#startAgain = now.startAgain;
    // Silent, and started again afterwards; macOS takes neither.
    library.quitAndInstall(true, !asksForPassword);
    if (asksForPassword) this.#goOn();
    return true;
  }

  async #load(): Promise<UpdaterLibrary> {
    if (this.#library !== null) return this.#library;
    const library = await this.#needs.loadUpdater();
    this.#library = library;
    library.autoDownload = true;
    library.autoInstallOnAppQuit = !this.#needs.asksForPassword;
    library.allowPrerelease = false;
    library.allowDowngrade = false;
    library.logger = null;
    library.on('update-not-available', () => this.#tell({ kind: 'none' }));
    library.on('update-available', ({ version }) => this.#progress(version, 0));
    library.on('download-progress', ({ percent }) => this.#progress(this.#version, percent));
    library.on('update-downloaded', ({ version, releaseNotes }) => {
      this.#isStaged = true;
      this.#tell({ kind: 'staged', version, notes: toNotes(releaseNotes) });
    });
    library.on('error', (error) => {
      this.#needs.report('updates.failed', error);
      if (this.#startAgain !== null) library.autoInstallOnAppQuit = false; // Not a second time.
      this.#goOn();
      this.#tell({ kind: 'failed', fault: toFault(error) });
    });
    return library;
  }

  #goOn(): void {
    const startAgain = this.#startAgain;
    this.#startAgain = null;
    startAgain?.();
  }

  #progress(version: string, percent: number): void {
    this.#version = version;
    this.#tell({ kind: 'downloading', version, percent });
  }

  #tell(news: UpdaterNews): void {
    for (const listener of this.#listeners) listener(news);
  }
}

type Notes = string | readonly { readonly version: string; readonly note: string | null }[] | null | undefined;

function toNotes(notes: Notes): string {
  if (notes === null || notes === undefined) return '';
  if (typeof notes === 'string') return notes;
  return notes.map(({ version, note }) => `${version}\n${note ?? ''}`).join('\n\n');
}

const OFFLINE = /net::ERR_|ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|ENETUNREACH/;
const DISK = /ENOSPC|EACCES|EPERM|EROFS/;
const REFUSED = /ERR_UPDATER_|ERR_CHECKSUM|sha512/;

function toFault(error: unknown): UpdateFault {
  const words = error instanceof Error ? `${String(Reflect.get(error, 'code'))} ${error.message}` : String(error);
  if (REFUSED.test(words)) return 'refused';
  if (OFFLINE.test(words)) return 'offline';
  return DISK.test(words) ? 'disk' : 'unknown';
}
