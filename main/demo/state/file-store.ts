import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Where the bytes of uploads are: a folder that survives a restart, or memory where the service has none. */
export class FileStore {
  readonly #folder: string | null;
  readonly #memory = new Map<string, Uint8Array>();

  /** @param folder null: everything is forgotten at the end */
  constructor(folder: string | null) {
    this.#folder = folder === null ? null : path.join(folder, 'files');
  }

  /** Keeps the bytes under a code of letters and digits. Throws what the disk says. */
  save(code: string, bytes: Uint8Array): void {
    if (this.#folder === null) {
      this.#memory.set(code, bytes);
      return;
    }
    mkdirSync(this.#folder, { recursive: true });
    writeFileSync(this.#toFile(code), bytes);
  }

  /** The bytes of a code, undefined where there are none. */
  find(code: string): Uint8Array | undefined {
    if (this.#folder === null) return this.#memory.get(code);
    try {
      return readFileSync(this.#toFile(code));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    }
  }

  remove(code: string): void {
    if (this.#folder === null) this.#memory.delete(code);
    else rmSync(this.#toFile(code), { force: true });
  }

  /** Codes come from addresses: a digest of theirs is a name that leads nowhere else. */
  #toFile(code: string): string {
    const name = createHash('sha256').update(code).digest('hex').slice(0, 32);
    return path.join(this.#folder ?? '', name);
  }
}
