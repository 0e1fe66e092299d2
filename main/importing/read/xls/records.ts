/** The stream of a workbook as records, and the texts in them, which may go on in the records that follow. */
import { refuseDamaged } from './compound-file.ts';

interface BiffRecord {
  readonly id: number;
  readonly data: Buffer;
  /** Where it begins in the stream. */
  readonly offset: number;
}

/** Numbers of the records that matter here ([MS-XLS] 2.3). */
export const RECORD = {
  formula: 0x0006,
  eof: 0x000a,
  date1904: 0x0022,
  filePass: 0x002f,
  continue: 0x003c,
  boundSheet: 0x0085,
  mulRk: 0x00bd,
  rString: 0x00d6,
  xf: 0x00e0,
  sst: 0x00fc,
  labelSst: 0x00fd,
  number: 0x0203,
  label: 0x0204,
  boolErr: 0x0205,
  string: 0x0207,
  rk: 0x027e,
  format: 0x041e,
  bof: 0x0809,
} as const;

/** Records from `offset` on. A last one that is cut off ends them. */
function* listRecords(stream: Uint8Array, offset = 0): Generator<BiffRecord> {
  const bytes = Buffer.from(stream.buffer, stream.byteOffset, stream.byteLength);
  for (let at = offset; at + 4 <= bytes.length;) {
    const length = bytes.readUInt16LE(at + 2);
    if (at + 4 + length > bytes.length) return;
    yield { id: bytes.readUInt16LE(at), data: bytes.subarray(at + 4, at + 4 + length), offset: at };
    at += 4 + length;
  }
}

/** A record with the data of those that continue it. */
interface WholeRecord extends BiffRecord {
  readonly blocks: Buffer[];
}

/** Records as they come, each with the data of those that continue it. */
export function* listWhole(stream: Uint8Array, offset = 0): Generator<WholeRecord> {
  let last: WholeRecord | undefined;
  for (const record of listRecords(stream, offset)) {
    if (record.id === RECORD.continue && last !== undefined) {
      last.blocks.push(record.data);
      continue;
    }
    if (last !== undefined) yield last;
    last = { ...record, blocks: [record.data] };
  }
  if (last !== undefined) yield last;
}

/** Reads on from one block of bytes into the next. */
export class BlockReader {
  readonly #blocks: readonly Buffer[];
  #block = 0;
  #at: number;

  constructor(blocks: readonly Buffer[], at = 0) {
    this.#blocks = blocks;
    this.#at = at;
  }

  u8(): number {
    const [block, at] = this.#step(1);
    return block.readUInt8(at);
  }

  u16(): number {
    const low = this.u8();
    return low + this.u8() * 0x1_00;
  }

  u32(): number {
    const low = this.u16();
    return low + this.u16() * 0x1_00_00;
  }

  skip(count: number): void {
    for (let left = count; left > 0;) left -= this.#step(left)[2];
  }

  /** Text of `length` characters, one or two bytes each: which, a flag says, once more in each further block. */
  characters(length: number, isWide: boolean): string {
    let text = '';
    let wide = isWide;
    for (let left = length; left > 0;) {
      if (this.#isBlockDone()) wide = (this.u8() & 1) === 1;
      const width = wide ? 2 : 1;
      const [block, at, taken] = this.#step(left * width);
      // Node 24.21 writes beyond its memory for an odd number of bytes at an odd address, and the app would be gone.
      if (taken % width !== 0) refuseDamaged('some of its text is cut off');
      text += block.toString(wide ? 'utf16le' : 'latin1', at, at + taken);
      left -= taken / width;
    }
    return text;
  }

  /** Flags, then the characters, then what is said of their looks, which is passed over. */
  richText(length: number): string {
    const flags = this.u8();
    const runs = (flags & 8) === 0 ? 0 : this.u16();
    const extra = (flags & 4) === 0 ? 0 : this.u32();
    const text = this.characters(length, (flags & 1) === 1);
    this.skip(runs * 4 + extra);
    return text;
  }

  #isBlockDone(): boolean {
    return this.#at >= (this.#blocks[this.#block]?.length ?? 0);
  }

  /** Up to `wanted` bytes of one block: the block, where they begin and how many they are. */
  #step(wanted: number): readonly [block: Buffer, at: number, taken: number] {
    while (this.#isBlockDone() && this.#block < this.#blocks.length) {
      this.#block += 1;
      this.#at = 0;
    }
    const block = this.#blocks[this.#block];
    if (block === undefined) return refuseDamaged('some of its text is cut off');
    const at = this.#at;
    const taken = Math.min(wanted, block.length - at);
    this.#at += taken;
    return [block, at, taken];
  }
}

/** Text of a record that has its length (two bytes) at `at`, and of the records that continue it. */
export function readText(blocks: readonly Buffer[], at = 0): string {
  const reader = new BlockReader(blocks, at);
  return reader.richText(reader.u16());
}

/** The table of texts that cells refer to by number. */
export function readSharedTexts(blocks: readonly Buffer[]): string[] {
  const reader = new BlockReader(blocks, 4);
  const count = reader.u32();
  const texts: string[] = [];
  while (texts.length < count) texts.push(reader.richText(reader.u16()));
  return texts;
}

/** A number in four bytes: a whole one or the upper half of a long one, either in hundredths or not. */
export function toRkNumber(data: Buffer, at: number): number {
  const bits = data.readInt32LE(at);
  const half = Buffer.alloc(8);
  half.writeInt32LE(bits & ~3, 4);
  const value = (bits & 2) === 0 ? half.readDoubleLE(0) : bits >> 2;
  return (bits & 1) === 0 ? value : value / 100;
}
