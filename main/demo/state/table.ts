/** Position of the first row with that id or a higher one, among rows that ascend by id. */
export function findFirst(rows: readonly { readonly id: number }[], id: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle]?.id ?? 0) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where the last id is kept of a table whose newest rows were taken out: without it a restart would give it again. */
export interface KeptId {
  readonly ids: Record<string, number>;
  readonly name: string;
}

/**
 * Rows by id, kept oldest first. New rows get growing ids, so appending is cheap and a row is found by bisection:
 * 300,000 messages need no second index. `version` moves with every change, for caches of orderings.
 */
export class Table<T extends { readonly id: number }> {
  readonly #rows: T[];
  readonly #kept: KeptId | undefined;
  #version = 0;
  #lastId: number;

  /** @param rows Ascending by id; the table takes the array over. */
  constructor(rows: T[], firstId = 1, kept?: KeptId) {
    this.#rows = rows;
    this.#kept = kept;
    this.#lastId = Math.max(rows.at(-1)?.id ?? firstId - 1, kept?.ids[kept.name] ?? 0);
  }

  /** Oldest first. */
  get rows(): readonly T[] {
    return this.#rows;
  }

  get version(): number {
    return this.#version;
  }

  nextId(): number {
    return this.#lastId + 1;
  }

  append(row: T): T {
    if (row.id <= this.#lastId) throw new Error(`Row ${row.id} would not be the newest`);
    this.#rows.push(row);
    this.#lastId = row.id;
    this.#version += 1;
    return row;
  }

  find(id: number): T | undefined {
    const at = this.#bisect(id);
    const row = this.#rows[at];
    return row?.id === id ? row : undefined;
  }

  remove(id: number): boolean {
    const at = this.#bisect(id);
    if (this.#rows[at]?.id !== id) return false;
    this.#rows.splice(at, 1);
    this.#noteRemoval();
    return true;
  }

  /** Takes out all of those at once: one by one, many rows would be moved once for each. */
  removeAll(ids: ReadonlySet<number>): number {
    let kept = 0;
    for (const row of this.#rows) {
      if (ids.has(row.id)) continue;
      this.#rows[kept] = row;
      kept += 1;
    }
    const removed = this.#rows.length - kept;
    this.#rows.length = kept;
    if (removed > 0) this.#noteRemoval();
    return removed;
  }

  /** Says that a row was changed in place. */
  touch(): void {
    this.#version += 1;
  }

  #noteRemoval(): void {
    this.#version += 1;
    if (this.#kept !== undefined && this.#rows.at(-1)?.id !== this.#lastId)
      this.#kept.ids[this.#kept.name] = this.#lastId;
  }

  #bisect(id: number): number {
    return findFirst(this.#rows, id);
  }
}
