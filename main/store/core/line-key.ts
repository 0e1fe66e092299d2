/** Keys of the lines of a thread, taken apart in one place: `in:1`, `out:2`, `call:3`, `note:4`, `send:<id>`. */

/** What counts a message's ids: the two directions, voice calls and team notes each have numbers of their own. */
export type MessageSequence = 'in' | 'out' | 'call' | 'note';

const SEQUENCES: ReadonlySet<string> = new Set<MessageSequence>(['in', 'out', 'call', 'note']);

/** Both parts as they stand there; of a key without a colon the last character is lost and nothing is found by it. */
export function toKeyParts(key: string): { readonly sequence: string; readonly id: string } {
  const colon = key.indexOf(':');
  return { sequence: key.slice(0, colon), id: key.slice(colon + 1) };
}

/** Undefined where the key is not that of a message: a send, or nonsense. */
export function findMessagePlace(key: string): { readonly sequence: MessageSequence; readonly id: number } | undefined {
  const { sequence, id } = toKeyParts(key);
  return isSequence(sequence) && /^\d{1,16}$/.test(id) ? { sequence, id: Number(id) } : undefined;
}

function isSequence(value: string): value is MessageSequence {
  return SEQUENCES.has(value);
}
