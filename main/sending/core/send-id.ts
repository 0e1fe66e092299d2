import { toSendId } from '#shared/domain/ids.ts';
import type { SendId } from '#shared/domain/ids.ts';
import { assert } from '#shared/lib/assert.ts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const LENGTH = 20;

/** A new id of a send: 20 lower-case base32 characters of pure chance, 100 bits, also its reference at the service. */
export function newSendId(randomBytes: (count: number) => Uint8Array): SendId {
  const bytes = randomBytes(LENGTH);
  assert(bytes.length === LENGTH, 'As many random bytes come as were asked for');
  return toSendId(Array.from(bytes, (byte) => ALPHABET.charAt(byte & 31)).join(''));
}
