/** Recipients in the address of a GET: as many at once as an address may be long. Pure. */

import { encodeText } from '../address.ts';

/** By source, as texts. */
export interface Recipients {
  readonly lists: readonly string[];
  readonly contacts: readonly string[];
  readonly phones: readonly string[];
}

const SOURCES = ['lists', 'contacts', 'phones'] as const;
/** A comma as it stands in an address. */
const COMMA = 3;
const FEWEST_BYTES = 200;

/**
 * Splits recipients so that each portion takes at most so many bytes of an address, but holds one at least. The order
 * is kept: lists first, which hold most people, so that they meet in one portion as long as they can.
 * @returns at least one portion, which is empty where there are no recipients
 */
export function splitRecipients(recipients: Recipients, roomBytes: number): readonly Recipients[] {
  const room = Math.max(roomBytes, FEWEST_BYTES);
  const portions: Record<(typeof SOURCES)[number], string[]>[] = [{ lists: [], contacts: [], phones: [] }];
  let used = 0;
  for (const source of SOURCES) {
    for (const value of recipients[source]) {
      const bytes = encodeText(value).length + COMMA;
      if (used > 0 && used + bytes > room) {
        portions.push({ lists: [], contacts: [], phones: [] });
        used = 0;
      }
      portions.at(-1)?.[source].push(value);
      used += bytes;
    }
  }
  return portions;
}
