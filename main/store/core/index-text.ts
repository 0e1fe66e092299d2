/**
 * What stands in the search index. It knows runs of three characters; so that it finds one or two as well, also the
 * last ones of a text, every text ends with two that nobody can type.
 */
import { toFolded } from './fold.ts';

/** Never part of a folded text; what lies between two of them is found on its own only. */
const EDGE = '\n';

export function toIndexText(folded: string): string {
  return `${folded}${EDGE}${EDGE}`;
}

/** All by which a person is found, folded. `name` as `toSearchName` makes it. */
export function toHaystack(person: {
  readonly folded: string;
  readonly phone: string;
  readonly email: string;
  readonly fields: readonly { readonly value: string | null }[];
}): string {
  const rest = [person.email, ...person.fields.map(({ value }) => value ?? '')];
  return [person.folded, person.phone, ...rest.map(toFolded)].filter((part) => part !== '').join(EDGE);
}

const PRIVATE_USE = 0xe000;
const BITS = 11;

/**
 * Three characters that stand for a number, so that the index knows which messages are in one thread. Two numbers may
 * share them: whoever asks looks at the message's own number too.
 */
export function toThreadMark(phone: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < phone.length; index += 1) {
    hash = Math.imul(hash ^ phone.charCodeAt(index), 0x01000193);
  }
  const parts = [hash >>> (2 * BITS), hash >>> BITS, hash].map((part) => PRIVATE_USE + (part & ((1 << BITS) - 1)));
  return String.fromCharCode(...parts);
}
