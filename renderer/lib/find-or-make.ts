/** The value of a key, made on the first request. Made values are never undefined or null. */
export function findOrMake<Key, Value extends object>(kept: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const made = make();
  kept.set(key, made);
  return made;
}
