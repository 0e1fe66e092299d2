/**
 * Whether a write-ahead log is damaged. SQLite itself stops at the first frame that is not whole and forgets the rest
 * without a word, since that is how the log looks after a power cut, too. So the two are told apart here:
 *
 *   head │ frame │ frame c │ frame │ ▒▒▒▒▒ │ frame c │ frame c        c: the last frame of a commit
 *                                    └ broken └───────┴ two commits behind it: the first of them was on the disk whole
 *
 * A power cut breaks one commit at most: each is on the disk before the next begins. A log that is cut off looks as if
 * what is missing had never been.
 */
import { existsSync, readFileSync } from 'node:fs';

const HEAD_BYTES = 32;
const FRAME_HEAD_BYTES = 24;
/** The last bit says in which order the bytes of the sums stand. */
const MAGIC = 0x377f0682;
/** As many commits behind a broken frame prove damage. */
const PROOF = 2;
/** Rounds of one log between two starts of the app: each is a thousand pages and more. */
const MOST_ROUNDS = 1_000_000;

type Sum = readonly [number, number];

/** `path` is that of the database. Reads the whole log, which a clean end of the app leaves empty. */
export function isLogDamaged(path: string): boolean {
  const log = existsSync(`${path}-wal`) ? readFileSync(`${path}-wal`) : Buffer.alloc(0);
  if (log.length < HEAD_BYTES) return false;
  const magic = log.readUInt32BE(0);
  const toSum = magic === MAGIC ? addLittleEndian : addBigEndian;
  let sum = toSum([0, 0], log.subarray(0, 24));
  if ((magic & ~1) >>> 0 !== MAGIC || !isSum(log, 24, sum)) return log.some((byte) => byte !== 0);
  const frameBytes = FRAME_HEAD_BYTES + log.readUInt32BE(8);
  let isBroken = false;
  let commits = 0;
  for (let at = HEAD_BYTES; at + frameBytes <= log.length; at += frameBytes) {
    const isOfThis = log.compare(log, 16, 24, at + 8, at + 16) === 0;
    if (!isOfThis && isStranger(log, at)) return true;
    if (!isBroken && isOfThis) {
      const head = toSum(sum, log.subarray(at, at + 8));
      sum = toSum(head, log.subarray(at + FRAME_HEAD_BYTES, at + frameBytes));
    }
    if (!isBroken) isBroken = !isOfThis || !isSum(log, at + 16, sum);
    else if (isOfThis && log.readUInt32BE(at + 4) !== 0) commits += 1;
  }
  return commits >= PROOF;
}

/** Neither of an earlier round of the log, whose first salt is one lower, nor room that was never written. */
function isStranger(log: Buffer, at: number): boolean {
  const rounds = (log.readUInt32BE(16) - log.readUInt32BE(at + 8)) >>> 0;
  return (rounds === 0 || rounds > MOST_ROUNDS) && log.readBigUInt64BE(at + 8) !== 0n;
}

const isSum = (log: Buffer, at: number, [first, second]: Sum): boolean =>
  log.readUInt32BE(at) === first && log.readUInt32BE(at + 4) === second;

const addLittleEndian = (sum: Sum, bytes: Buffer): Sum => add(sum, bytes, (at) => bytes.readUInt32LE(at));
const addBigEndian = (sum: Sum, bytes: Buffer): Sum => add(sum, bytes, (at) => bytes.readUInt32BE(at));

function add([first, second]: Sum, { length }: Buffer, readWord: (at: number) => number): Sum {
  for (let at = 0; at < length; at += 8) {
    first = (first + readWord(at) + second) >>> 0;
    second = (second + readWord(at + 4) + first) >>> 0;
  }
  return [first, second];
}
