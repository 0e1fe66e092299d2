/** Marks a branch that the types rule out. `why` says what was believed. */
export function assertNever(value: never, why: string): never {
  throw new Error(`${why}: ${JSON.stringify(value)}`);
}

/** Throws a programmer's error with that sentence unless `condition` holds. */
export function assert(condition: unknown, why: string): asserts condition {
  if (condition === false || condition === null || condition === undefined) throw new Error(why);
}
