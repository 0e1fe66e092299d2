import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

function toChunk(type: string, data: Uint8Array): Uint8Array {
  const chunk = Buffer.alloc(data.length + 12);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  chunk.set(data, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, data.length + 8)), data.length + 8);
  return chunk;
}

/** A colour, each part 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** An ellipse, in shares of the canvas. */
export interface Ellipse {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly colour: Colour;
}

/** A small picture made of filled shapes. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  readonly #pixels: Uint8Array;

  constructor(width: number, height: number, background: Colour) {
    this.width = width;
    this.height = height;
    this.#pixels = new Uint8Array(width * height * 3);
    for (let at = 0; at < this.#pixels.length; at += 3) this.#pixels.set(background, at);
  }

  ellipse({ x, y, width, height, colour }: Ellipse): void {
    for (let row = 0; row < this.height; row += 1) {
      const down = ((row + 0.5) / this.height - y) / (height / 2);
      if (Math.abs(down) > 1) continue;
      const reach = Math.sqrt(1 - down * down) * (width / 2);
      this.#fillRow(row, { from: x - reach, to: x + reach, colour });
    }
  }

  rectangle({ x, y, width, height, colour }: Ellipse): void {
    for (let row = 0; row < this.height; row += 1) {
      const down = (row + 0.5) / this.height;
      if (down >= y && down < y + height) this.#fillRow(row, { from: x, to: x + width, colour });
    }
  }

  toPng(): Uint8Array {
    const header = Buffer.alloc(13);
    header.writeUInt32BE(this.width, 0);
    header.writeUInt32BE(this.height, 4);
    header.set([8, 2, 0, 0, 0], 8);
    const stride = this.width * 3;
    const raw = new Uint8Array((stride + 1) * this.height);
    for (let row = 0; row < this.height; row += 1) {
      raw.set(this.#pixels.subarray(row * stride, (row + 1) * stride), row * (stride + 1) + 1);
    }
    const chunks = [toChunk('IHDR', header), toChunk('IDAT', deflateSync(raw)), toChunk('IEND', new Uint8Array(0))];
    return Buffer.concat([SIGNATURE, ...chunks]);
  }

  #fillRow(row: number, { from, to, colour }: { from: number; to: number; colour: Colour }): void {
    const first = Math.max(0, Math.round(from * this.width));
    const last = Math.min(this.width, Math.round(to * this.width));
    for (let column = first; column < last; column += 1) this.#pixels.set(colour, (row * this.width + column) * 3);
  }
}
