/**
 * The container of Office files before 2007: a small file system of sectors, chained by tables ([MS-CFB]). Every chain
 * is bounded by the number of sectors, so that a damaged file ends.
 */
import { TableError } from '../problem.ts';

const FREE_OR_END = 0xfffffffa;
const ENTRY_BYTES = 128;
const MINI_SECTOR = 64;
const HEADER_TABLE_ENTRIES = 109;
/** Entries of the folder: far more than any workbook has. */
const MAX_ENTRIES = 100_000;

interface Entry {
  readonly name: string;
  readonly isStream: boolean;
  readonly left: number;
  readonly right: number;
  readonly child: number;
  readonly start: number;
  readonly size: number;
}

export function refuseDamaged(detail: string, cause?: unknown): never {
  throw new TableError({ kind: 'damaged', detail }, cause);
}

function join(parts: readonly Uint8Array[], size: number): Uint8Array {
  const whole = Buffer.concat(parts);
  return whole.subarray(0, size);
}

export class CompoundFile {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #sector: number;
  readonly #miniCutoff: number;
  readonly #table: Uint32Array;
  readonly #miniTable: Uint32Array;
  readonly #entries: readonly Entry[];
  readonly #mini: Uint8Array;

  /** Throws `TableError` of kind `damaged`. */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.length < 512) refuseDamaged('its header is incomplete');
    const shift = this.#view.getUint16(30, true);
    if (shift !== 9 && shift !== 12) refuseDamaged('we can’t read its header');
    this.#sector = 2 ** shift;
    this.#miniCutoff = this.#view.getUint32(56, true);
    this.#table = this.#toNumbers(this.#listTableSectors().map((id) => this.#getSector(id)));
    this.#miniTable = this.#toNumbers([this.#readChain(this.#view.getUint32(60, true))]);
    this.#entries = this.#readEntries();
    const root = this.#entries[0];
    this.#mini = root === undefined ? new Uint8Array() : this.#readChain(root.start);
  }

  /** Names in the top folder only: an embedded document has names of its own. */
  listNames(): string[] {
    return this.#listTop().map(({ name }) => name);
  }

  /** The bytes under `name` in the top folder. */
  findStream(name: string): Uint8Array | undefined {
    const entry = this.#listTop().find((one) => one.isStream && one.name === name);
    if (entry === undefined) return undefined;
    if (entry.size >= this.#miniCutoff) return join([this.#readChain(entry.start)], entry.size);
    const parts = this.#listChain(entry.start, this.#miniTable).map((id) =>
      this.#mini.subarray(id * MINI_SECTOR, (id + 1) * MINI_SECTOR),
    );
    return join(parts, entry.size);
  }

  #getSector(id: number): Uint8Array {
    const start = (id + 1) * this.#sector;
    if (start >= this.#bytes.length) refuseDamaged('part of it is missing');
    return this.#bytes.subarray(start, start + this.#sector);
  }

  #toNumbers(sectors: readonly Uint8Array[]): Uint32Array {
    const whole = Uint8Array.from(Buffer.concat(sectors));
    return new Uint32Array(whole.buffer, 0, Math.floor(whole.length / 4));
  }

  /** Sectors that hold the table of chains: the first 109 stand in the header, the others in a chain of their own. */
  #listTableSectors(): number[] {
    const ids: number[] = [];
    for (let index = 0; index < HEADER_TABLE_ENTRIES; index += 1) ids.push(this.#view.getUint32(76 + index * 4, true));
    const perSector = this.#sector / 4 - 1;
    const most = Math.ceil(this.#bytes.length / this.#sector);
    let next = this.#view.getUint32(68, true);
    for (let step = 0; next < FREE_OR_END && step < most; step += 1) {
      const numbers = this.#toNumbers([this.#getSector(next)]);
      ids.push(...numbers.subarray(0, perSector));
      next = numbers[perSector] ?? FREE_OR_END;
    }
    return ids.filter((id) => id < FREE_OR_END).slice(0, most);
  }

  #listChain(start: number, table: Uint32Array): number[] {
    const ids: number[] = [];
    for (let id = start; id < FREE_OR_END; id = table[id] ?? FREE_OR_END) {
      if (ids.length >= table.length) refuseDamaged('its parts are linked in a loop');
      ids.push(id);
    }
    return ids;
  }

  #readChain(start: number): Uint8Array {
    return Buffer.concat(this.#listChain(start, this.#table).map((id) => this.#getSector(id)));
  }

  #readEntries(): Entry[] {
    const bytes = Uint8Array.from(this.#readChain(this.#view.getUint32(48, true)));
    const view = new DataView(bytes.buffer);
    const count = Math.min(Math.floor(bytes.length / ENTRY_BYTES), MAX_ENTRIES);
    return Array.from({ length: count }, (_, index) => {
      const at = index * ENTRY_BYTES;
      const nameBytes = Math.max(0, Math.min(view.getUint16(at + 64, true), 64) - 2);
      return {
        name: new TextDecoder('utf-16le').decode(bytes.subarray(at, at + nameBytes)),
        isStream: view.getUint8(at + 66) === 2,
        left: view.getUint32(at + 68, true),
        right: view.getUint32(at + 72, true),
        child: view.getUint32(at + 76, true),
        start: view.getUint32(at + 116, true),
        size: view.getUint32(at + 120, true),
      };
    });
  }

  /** The tree below the root, each entry once. */
  #listTop(): Entry[] {
    const found = new Map<number, Entry>();
    const waiting = [this.#entries[0]?.child ?? FREE_OR_END];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const entry = this.#entries[id];
      if (entry === undefined || found.has(id)) continue;
      found.set(id, entry);
      waiting.push(entry.left, entry.right);
    }
    return [...found.values()];
  }
}
