import { createHash, randomBytes } from 'node:crypto';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** Unguessable text of `bytes` random bytes, safe in addresses, file names and headers. */
export function createToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}

/** The first `length` base32 characters (5 bits each) of a hash: the same text always gives the same id. */
export function toStableId(text: string, length: number): string {
  const digest = createHash('sha256').update(text).digest();
  let id = '';
  let bits = 0;
  let bitCount = 0;
  for (const byte of digest) {
    bits = (bits << 8) | byte;
    bitCount += 8;
    while (bitCount >= 5) {
      bitCount -= 5;
      id += ALPHABET.charAt((bits >> bitCount) & 31);
    }
    bits &= (1 << bitCount) - 1;
  }
  return id.slice(0, length);
}
