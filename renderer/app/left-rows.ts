/**
 * The row that the keys were on where a screen was left, by account and place, as long as the window lives: the screen is
 * made anew when the user comes back.
 */
export class LeftRows {
  readonly #rows = new Map<string, string>();

  /** `row` null: the keys were on none. */
  keep(account: string, place: string, row: string | null): void {
    if (row === null) this.#rows.delete(toKey(account, place));
    else this.#rows.set(toKey(account, place), row);
  }

  find(account: string, place: string): string | null {
    return this.#rows.get(toKey(account, place)) ?? null;
  }
}

function toKey(account: string, place: string): string {
  return JSON.stringify([account, place]);
}
