const REMEMBERED = 8;

/**
 * What the last few searches through all rows of a kind found: their pages are asked for one after another. A result
 * holds as long as its version does.
 */
export class Memo<T> {
  readonly #kept = new Map<string, { readonly version: number; readonly rows: readonly T[] }>();

  /** What was found for `key` at that version, else what `search` finds now. */
  recall(key: string, version: number, search: () => readonly T[]): readonly T[] {
    const kept = this.#kept.get(key);
    const rows = kept?.version === version ? kept.rows : search();
    this.#kept.delete(key);
    this.#kept.set(key, { version, rows });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= REMEMBERED) break;
      this.#kept.delete(oldest);
    }
    return rows;
  }
}
