/**
 * The archive that an .xlsx workbook is: its list of parts, checked before anything is unpacked. What is declared there
 * binds: a part that unpacks to anything else is refused.
 */
import zlib from 'node:zlib';
import { TableError } from '../problem.ts';

interface Part {
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly crc: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly offset: number;
}

const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT = 65_535;
const LOCATOR_SIGNATURE = 0x07064b50;
const LOCATOR_BYTES = 20;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_BYTES = 30;
const MAX_32 = 0xffffffff;
const MAX_16 = 0xffff;
const STORED = 0;
const DEFLATED = 8;

function refuse(detail: string, cause?: unknown): never {
  throw new TableError({ kind: 'damaged', detail }, cause);
}

export class Archive {
  readonly #bytes: Buffer;
  readonly #parts: ReadonlyMap<string, Part>;

  /** Throws `TableError`: `damaged`, or `too-large` by what the parts declare. */
  constructor(bytes: Uint8Array, unpackedBytes: number) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    try {
      this.#parts = this.#readParts();
    } catch (error) {
      if (error instanceof RangeError) refuse('its list of parts is cut off', error);
      throw error;
    }
    this.#check(unpackedBytes);
  }

  has(name: string): boolean {
    return this.#parts.has(name);
  }

  listNames(): string[] {
    return [...this.#parts.keys()];
  }

  /** A part as text. Throws `TableError` where it is missing or damaged. */
  getText(name: string): string {
    const { part, packed } = this.#getPacked(name);
    try {
      const bytes =
        part.method === STORED ? packed : zlib.inflateRawSync(packed, { maxOutputLength: Math.max(part.unpacked, 1) });
      if (zlib.crc32(bytes) !== part.crc) refuse('part of it was changed or cut off');
      return new TextDecoder().decode(bytes);
    } catch (error) {
      if (error instanceof TableError) throw error;
      return refuse('we can’t unpack part of it', error);
    }
  }

  /** Unpacks a part piece by piece into `take`. Throws `TableError` at the end, too, where it was not whole. */
  async unpack(name: string, take: (piece: Buffer) => void): Promise<void> {
    const { part, packed } = this.#getPacked(name);
    let size = 0;
    let crc = 0;
    const count = (piece: Buffer): void => {
      size += piece.length;
      if (size > part.unpacked) refuse('part of it is larger than it says');
      crc = zlib.crc32(piece, crc);
      take(piece);
    };
    if (part.method === STORED) count(packed);
    else {
      const inflate = zlib.createInflateRaw({ chunkSize: 256 * 1_024 });
      inflate.end(packed);
      try {
        for await (const piece of inflate) count(piece as Buffer);
      } catch (error) {
        if (error instanceof TableError) throw error;
        refuse('we can’t unpack part of it', error);
      }
    }
    if (crc !== part.crc || size !== part.unpacked) refuse('part of it was changed or cut off');
  }

  #getPacked(name: string): { readonly part: Part; readonly packed: Buffer } {
    const part = this.#parts.get(name);
    if (part === undefined) return refuse(`part of it is missing (${name})`);
    const { offset, packed } = part;
    if (offset + LOCAL_BYTES > this.#bytes.length || this.#bytes.readUInt32LE(offset) !== LOCAL_SIGNATURE) {
      refuse('part of it isn’t where it should be');
    }
    const start = offset + LOCAL_BYTES + this.#bytes.readUInt16LE(offset + 26) + this.#bytes.readUInt16LE(offset + 28);
    if (start + packed > this.#bytes.length) refuse('part of it is cut off');
    return { part, packed: this.#bytes.subarray(start, start + packed) };
  }

  #check(unpackedBytes: number): void {
    let total = 0;
    for (const { method, isEncrypted, packed, unpacked } of this.#parts.values()) {
      if (isEncrypted) throw new TableError({ kind: 'password' });
      if (method !== STORED && method !== DEFLATED) refuse('part of it is compressed in a way we don’t know');
      if (method === STORED ? packed !== unpacked : unpacked === 0 && packed > 2) {
        refuse('part of it doesn’t give its size');
      }
      total += unpacked;
    }
    if (total > unpackedBytes) {
      throw new TableError({ kind: 'too-large', what: 'unpacked', limit: unpackedBytes, line: null });
    }
  }

  #findEnd(): number {
    const least = Math.max(0, this.#bytes.length - END_BYTES - MAX_COMMENT);
    for (let at = this.#bytes.length - END_BYTES; at >= least; at -= 1) {
      if (this.#bytes.readUInt32LE(at) === END_SIGNATURE) return at;
    }
    return refuse('its end is missing');
  }

  /** Where the list of parts begins, and how many there are. */
  #findList(): { readonly count: number; readonly offset: number } {
    const end = this.#findEnd();
    const count = this.#bytes.readUInt16LE(end + 10);
    const offset = this.#bytes.readUInt32LE(end + 16);
    const isLong = count === MAX_16 || offset === MAX_32 || this.#bytes.readUInt32LE(end + 12) === MAX_32;
    if (!isLong) return { count, offset };
    const locator = end - LOCATOR_BYTES;
    if (locator < 0 || this.#bytes.readUInt32LE(locator) !== LOCATOR_SIGNATURE) refuse('its end is cut off');
    const record = this.#readLong(locator + 8);
    return { count: this.#readLong(record + 32), offset: this.#readLong(record + 48) };
  }

  #readLong(at: number): number {
    return Number(this.#bytes.readBigUInt64LE(at));
  }

  #readParts(): Map<string, Part> {
    const { count, offset } = this.#findList();
    const parts = new Map<string, Part>();
    let at = offset;
    for (let index = 0; index < count; index += 1) {
      if (this.#bytes.readUInt32LE(at) !== ENTRY_SIGNATURE) refuse('we can’t read its list of parts');
      const nameBytes = this.#bytes.readUInt16LE(at + 28);
      const extraBytes = this.#bytes.readUInt16LE(at + 30);
      const name = this.#bytes.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes);
      parts.set(name, this.#readPart(at, { from: at + ENTRY_BYTES + nameBytes, bytes: extraBytes }));
      at += ENTRY_BYTES + nameBytes + extraBytes + this.#bytes.readUInt16LE(at + 32);
    }
    return parts;
  }

  /** Numbers that need more than four bytes stand behind the name, in this order. */
  #readPart(at: number, extra: { readonly from: number; readonly bytes: number }): Part {
    let long = this.#findLongNumbers(extra);
    const toNumber = (field: number): number => {
      const short = this.#bytes.readUInt32LE(at + field);
      if (short !== MAX_32) return short;
      if (long === undefined) return refuse('we can’t read its list of parts');
      const value = this.#readLong(long);
      long += 8;
      return value;
    };
    const unpacked = toNumber(24);
    const packed = toNumber(20);
    const offset = toNumber(42);
    const flags = this.#bytes.readUInt16LE(at + 8);
    const method = this.#bytes.readUInt16LE(at + 10);
    return { method, isEncrypted: (flags & 1) !== 0, crc: this.#bytes.readUInt32LE(at + 16), packed, unpacked, offset };
  }

  #findLongNumbers({ from, bytes }: { readonly from: number; readonly bytes: number }): number | undefined {
    for (let at = from; at + 4 <= from + bytes; at += 4 + this.#bytes.readUInt16LE(at + 2)) {
      if (this.#bytes.readUInt16LE(at) === 1) return at + 4;
    }
    return undefined;
  }
}
