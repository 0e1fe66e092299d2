import * as v from 'valibot';
import { readIdOrNull } from './read.ts';
import { readInstantOrNull } from './instant.ts';

/** A field that may be anything: `read` makes the best of it. Absent counts as null. */
export function soft<T>(read: (value: unknown) => T) {
  return v.pipe(v.optional(v.unknown(), null), v.transform(read));
}

/** A field without which the row is worth nothing: its id. */
export const rowId = v.pipe(soft(readIdOrNull), v.number('no id'));

/** A field without which a message has no place: its time. */
export const rowInstant = v.pipe(soft(readInstantOrNull), v.number('no time'));

/**
 * What became of one row: a value, or where it went wrong, as a path of our own field names that is safe to log. A value
 * that is a collection also says where rows went wrong that are not in it.
 */
export type RowResult<T> =
  | { readonly isOk: true; readonly value: T; readonly badPaths?: readonly string[] }
  | { readonly isOk: false; readonly path: string };

/** Runs a row's schema; a failure names the field, never its value. */
export function parseRow<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): RowResult<v.InferOutput<Schema>> {
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return { isOk: true, value: result.output };
  return { isOk: false, path: v.getDotPath(result.issues[0]) ?? '' };
}

/** Maps the value of a good row, hands a bad one on. */
export function mapRow<From, To>(row: RowResult<From>, map: (value: From) => To): RowResult<To> {
  return row.isOk ? { isOk: true, value: map(row.value) } : row;
}
