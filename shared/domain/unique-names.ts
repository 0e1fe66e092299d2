/** Names of what the user names: lists, templates, fields. Two of a kind that differ in capital letters alone are one name. Pure. */

/** By which names are compared. */
export function toNameKey(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}

/** The name, with a number where it is taken: “Clients”, “Clients 2”. At most `longest` characters. */
export function toFreeName(base: string, taken: readonly string[], longest: number): string {
  const known = new Set(taken.map(toNameKey));
  let name = base.slice(0, longest);
  for (let number = 2; known.has(toNameKey(name)); number += 1) {
    const suffix = ` ${number}`;
    name = `${base.slice(0, longest - suffix.length)}${suffix}`;
  }
  return name;
}
