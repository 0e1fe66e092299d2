/**
 * Rows by id, kept oldest first. New rows get growing ids, so appending is cheap and a row is found by bisection:
 * 300,000 messages need no second index. `version` moves with every change, for caches of orderings.
 */
export class Table<T extends { readonly id: number }> {
  readonly #rows: T[];
  #version = 0;
  #lastId: number;

  /** @param rows Ascending by id; the table takes the array over. */
  constructor(rows: T[], firstId = 1) {
    this.#rows = rows;
    this.#lastId = rows.at(-1)?.id ?? firstId - 1;
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
    this.#version += 1;
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
    if (removed > 0) this.#version += 1;
    return removed;
  }

  /** Up to `limit` rows with an id below, newest first, and how many there are in all. */
  below(id: number, limit: number): { rows: T[]; total: number } {
    const end = this.#bisect(id);
    return { rows: this.#rows.slice(Math.max(0, end - limit), end).reverse(), total: end };
  }

  /** Says that a row was changed in place. */
  touch(): void {
    this.#version += 1;
  }

  /** Position of the first row with that id or a higher one. */
  #bisect(id: number): number {
    let low = 0;
    let high = this.#rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#rows[middle]?.id ?? 0) < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
