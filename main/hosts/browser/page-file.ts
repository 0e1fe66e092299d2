import path from 'node:path';
import { findJson, saveJson } from '#main/platform/files.ts';
import { keptPagesSchema, type KeptPages } from './gate.ts';

/**
 * The secrets of the pages that were let in, in the data folder, readable by this user only: a page that was left open
 * reconnects to the next run on its port by itself, with what the user wrote meanwhile. Whoever can read this file can
 * read the messages beside it.
 */
export class PageFile {
  readonly #file: string;
  readonly #onBug: (error: unknown) => void;
  #saving: Promise<void> = Promise.resolve();

  constructor(dataFolder: string, onBug: (error: unknown) => void) {
    this.#file = path.join(dataFolder, 'pages.json');
    this.#onBug = onBug;
  }

  async read(): Promise<KeptPages> {
    return (await findJson(this.#file, keptPagesSchema)) ?? [];
  }

  /** One after another; a page whose secret could not be kept has to enter again after a restart, and nothing else. */
  save(pages: KeptPages): void {
    this.#saving = this.#saving.then(() => saveJson(this.#file, pages)).catch((error: unknown) => this.#onBug(error));
  }

  /** Resolves when all is on disk. */
  async settle(): Promise<void> {
    await this.#saving;
  }
}
