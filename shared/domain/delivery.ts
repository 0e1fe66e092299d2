/**
 * Delivery letters of the service (specification, "Delivery statuses"; supplement §2.2) and what they mean to the eye.
 * An open set: a letter nobody knows is shown as `unknown`.
 */
export type DeliveryMark =
  'waiting' | 'queued' | 'scheduled' | 'sent' | 'delivered' | 'failed' | 'rejected' | 'unsubscribed' | 'unknown';

const MARKS: Readonly<Record<string, DeliveryMark>> = {
  q: 'queued',
  i: 'queued',
  h: 'queued',
  s: 'scheduled',
  p: 'scheduled',
  r: 'sent',
  a: 'sent',
  b: 'sent',
  d: 'delivered',
  e: 'failed',
  f: 'failed',
  j: 'rejected',
  g: 'unsubscribed',
  u: 'unknown',
};

const FINAL = new Set(['d', 'e', 'f', 'j', 'u', 'g']);

const RANKS: Readonly<Record<string, number>> = { s: 0, p: 0, i: 1, h: 1, q: 2, r: 3, a: 4, b: 4 };

/** The mark of a letter; null (no letter yet) is `queued`, since only accepted messages have a row. */
export function toDeliveryMark(letter: string | null): DeliveryMark {
  return letter === null ? 'queued' : (MARKS[letter] ?? 'unknown');
}

/** Final letters do not change by callbacks or stale pages; a newer read of that very message may still flip them. */
export function isFinalLetter(letter: string | null): boolean {
  return letter !== null && FINAL.has(letter);
}

/**
 * The letter to keep when a page that may be stale brings `incoming` for a message that has `current`
 * (architecture §7): never from final to anything, never backwards.
 */
export function mergeLetter(current: string | null, incoming: string | null): string | null {
  if (incoming === null) return current;
  if (current === null) return incoming;
  if (isFinalLetter(current)) return current;
  if (isFinalLetter(incoming)) return incoming;
  return (RANKS[incoming] ?? 0) >= (RANKS[current] ?? 0) ? incoming : current;
}
