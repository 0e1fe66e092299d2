/** Statements made from column lists that are written in this folder: no value ever becomes part of the SQL. */

/** `INSERT INTO table (a, b) VALUES (@a, @b)`. */
export function toInsert(table: string, columns: readonly string[]): string {
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((column) => `@${column}`).join(', ')})`;
}

/** `?, ?, ?`: one for each column. */
export function toPlaces(columns: readonly string[]): string {
  return columns.map(() => '?').join(', ');
}

/** `UPDATE table SET a = @a, b = @b WHERE …`. */
export function toUpdate(table: string, columns: readonly string[], where: string): string {
  return `UPDATE ${table} SET ${columns.map((column) => `${column} = @${column}`).join(', ')} WHERE ${where}`;
}

/** Numbers, each with its time or null where none is known, as `json_each` reads them: `key` and `value`. */
export function toTimesJson(phones: Iterable<string>, times?: ReadonlyMap<string, number>): string {
  const entries = Array.from(new Set(phones), (phone) => `${JSON.stringify(phone)}:${times?.get(phone) ?? 'null'}`);
  return `{${entries.join()}}`;
}

/** Whether a stored row already says all that `wanted` says. */
export function isSame(stored: object, wanted: Readonly<Record<string, unknown>>): boolean {
  const values = stored as Readonly<Record<string, unknown>>;
  return Object.entries(wanted).every(([column, value]) => values[column] === value);
}
