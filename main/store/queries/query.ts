import type { StoreQueries } from '../api.ts';
import type { ReadDb } from '../open.ts';

export type QueryName = keyof StoreQueries;

/** A query is a function of one snapshot of both files and the time of the call. */
export type Query<Name extends QueryName> = (
  db: ReadDb,
  input: StoreQueries[Name]['input'],
  now: number,
) => StoreQueries[Name]['output'];
