/** Sets of keys that never change: what is checked. */
export type Keys = ReadonlySet<string>;

export function toKeys(keys: Iterable<string>): Keys {
  return new Set(keys);
}

export const NO_KEYS = toKeys([]);

export function toggleKey(keys: Keys, key: string): Keys {
  return keys.has(key) ? toKeys([...keys].filter((other) => other !== key)) : toKeys([...keys, key]);
}

export function withKey(keys: Keys, key: string | null): Keys {
  return key === null || keys.has(key) ? keys : toKeys([...keys, key]);
}

/** The same set where all are there. */
export function keepIn(keys: Keys, here: Keys): Keys {
  return [...keys].every((key) => here.has(key)) ? keys : toKeys([...keys].filter((key) => here.has(key)));
}
