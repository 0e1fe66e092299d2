/** The two container formats of icons, made from pictures as `{ size, png, rgba }`: bytes of a PNG, and of its pixels. */

/** From this size on a PNG is stored as it is; smaller ones are bitmaps, which every reader of icons knows. */
const ICO_PNG_FROM = 256;

/** A Windows icon. */
export function toIco(pictures) {
  const bodies = pictures.map((picture) => (picture.size < ICO_PNG_FROM ? toBitmap(picture) : picture.png));
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, { size }] of pictures.entries()) {
    const at = 6 + 16 * index;
    // A byte: 256 is written as 0.
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(bodies[index].length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += bodies[index].length;
  }
  return Buffer.concat([head, ...bodies]);
}

/** 32 bits a pixel from the bottom row up, then the mask that the alpha channel makes unnecessary. */
function toBitmap({ size, rgba }) {
  const head = Buffer.alloc(40);
  head.writeUInt32LE(40, 0);
  head.writeInt32LE(size, 4);
  head.writeInt32LE(size * 2, 8);
  head.writeUInt16LE(1, 12);
  head.writeUInt16LE(32, 14);
  const pixels = Buffer.alloc(size * size * 4);
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const from = (row * size + column) * 4;
      const to = ((size - 1 - row) * size + column) * 4;
      pixels.set([rgba[from + 2], rgba[from + 1], rgba[from], rgba[from + 3]], to);
    }
  }
  const mask = Buffer.alloc(Math.ceil(size / 32) * 4 * size);
  return Buffer.concat([head, pixels, mask]);
}

/** The entries of a macOS icon. The two smallest are stored as channels: macOS does not show PNGs there. */
const ICNS_ENTRIES = [
  { type: 'ic04', size: 16, isChannels: true },
  { type: 'ic05', size: 32, isChannels: true },
  { type: 'ic11', size: 32 },
  { type: 'ic12', size: 64 },
  { type: 'ic07', size: 128 },
  { type: 'ic13', size: 256 },
  { type: 'ic08', size: 256 },
  { type: 'ic14', size: 512 },
  { type: 'ic09', size: 512 },
  { type: 'ic10', size: 1024 },
];

export const ICNS_SIZES = [...new Set(ICNS_ENTRIES.map(({ size }) => size))];

/** A macOS icon; needs a picture of each of ICNS_SIZES. */
export function toIcns(pictures) {
  const entries = ICNS_ENTRIES.map(({ type, size, isChannels }) => {
    const picture = pictures.find((candidate) => candidate.size === size);
    return toChunk(type, isChannels ? toChannels(picture.rgba) : picture.png);
  });
  return toChunk('icns', Buffer.concat(entries));
}

function toChunk(type, body) {
  const head = Buffer.alloc(8, type, 'latin1');
  head.writeUInt32BE(body.length + 8, 4);
  return Buffer.concat([head, body]);
}

/** "ARGB", then alpha, red, green and blue one after the other, each packed as runs of up to 128 bytes as they are. */
function toChannels(rgba) {
  const parts = [Buffer.from('ARGB')];
  for (const channel of [3, 0, 1, 2]) {
    const bytes = Buffer.from(rgba.filter((_, index) => index % 4 === channel));
    for (let start = 0; start < bytes.length; start += 128) {
      const run = bytes.subarray(start, start + 128);
      parts.push(Buffer.from([run.length - 1]), run);
    }
  }
  return Buffer.concat(parts);
}
