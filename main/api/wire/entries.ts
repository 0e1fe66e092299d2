import { decodePage } from './page.ts';
import type { DecodedPage } from './page.ts';
import { readMember } from './read.ts';
import type { RowResult } from './schema.ts';

const WHOLE = { page: 1, limit: 100 };

/** A JSON object that is no array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A whole collection, on one page: rows that cannot be read are left out, unless that is all of them. */
export function decodeAll<T>(value: unknown, decodeRow: (row: unknown) => RowResult<T>): RowResult<readonly T[]> {
  const decoded = decodePage(value, WHOLE, decodeRow);
  if (decoded === null) return { isOk: false, path: '' };
  // A part would look like the whole.
  if ((decoded.page.pageCount ?? 1) > 1) return { isOk: false, path: 'pageCount' };
  return toWhole(decoded);
}

/** Same, of a collection that some services write as a map: each entry becomes a row by `toRow`. */
export function decodeMapOrAll<T>(
  value: unknown,
  toRow: (key: string, entry: unknown) => unknown,
  decodeRow: (row: unknown) => RowResult<T>,
): RowResult<readonly T[]> {
  const isMap = isRecord(value) && readMember(value, 'resources') === undefined;
  const rows = isMap ? Object.entries(value).map(([key, entry]) => toRow(key, entry)) : value;
  return decodeAll(rows, decodeRow);
}

/**
 * Whether a value can be settings at all: an object with at least one of the fields. What is none must not be read as
 * settings that are all off, to be written back like that.
 */
export function hasAnyOf(value: unknown, names: readonly string[]): boolean {
  return isRecord(value) && names.some((name) => Object.hasOwn(value, name));
}

/** The rows of a page that is the whole collection, and where others went wrong. */
export function toWhole<T>({ page, badPaths }: DecodedPage<T>): RowResult<readonly T[]> {
  const whole = { isOk: true, value: page.items } as const;
  return badPaths.length === 0 ? whole : { ...whole, badPaths };
}
