import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { toIcns, toIco } from '#main/start/icon-files.mjs';
import { inProject } from '#main/start/paths.mjs';

const ICONS = inProject('main/hosts/electron/icons');
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

describe('the icons of the app', () => {
  it('are there for Linux at every size, each of the size that it is named after', () => {
    const names = fs.readdirSync(path.join(ICONS, 'linux')).toSorted();
    const sizes = [128, 16, 24, 256, 32, 48, 512, 64, 96];
    expect(names).toEqual(sizes.map((size) => `${size}x${size}.png`));
    for (const [index, name] of names.entries()) {
      const bytes = fs.readFileSync(path.join(ICONS, 'linux', name));
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([sizes[index], sizes[index]]);
    }
  });

  it('hold for Windows bitmaps of seven sizes, and a PNG of 256', () => {
    const ico = fs.readFileSync(path.join(ICONS, 'app.ico'));
    const entries = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => {
      const at = 6 + 16 * index;
      const body = ico.subarray(ico.readUInt32LE(at + 12));
      return [ico.readUInt8(at), body.subarray(0, 4).equals(PNG) ? 'png' : body.readInt32LE(4)];
    });
    expect(entries).toEqual([...[16, 20, 24, 32, 40, 48, 64].map((size) => [size, size]), [0, 'png']]);
  });

  it('hold for macOS every size from 16 to 1024, and end where they say', () => {
    const icns = fs.readFileSync(path.join(ICONS, 'app.icns'));
    expect(icns.toString('latin1', 0, 4)).toBe('icns');
    expect(icns.readUInt32BE(4)).toBe(icns.length);
    const types: string[] = [];
    for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) types.push(icns.toString('latin1', at, at + 4));
    expect(types).toEqual(['ic04', 'ic05', 'ic11', 'ic12', 'ic07', 'ic13', 'ic08', 'ic14', 'ic09', 'ic10']);
  });
});

describe('an icon file', () => {
  const rgba = (size: number): Uint8Array => Uint8Array.from({ length: size * size * 4 }, (_, index) => index % 256);
  const picture = (size: number) => ({ size, png: PNG, rgba: rgba(size) });

  it('of Windows has its rows from the bottom up, as blue, green, red, alpha', () => {
    const ico = toIco([picture(2)]);
    const pixels = ico.subarray(6 + 16 + 40, 6 + 16 + 40 + 16);
    expect([...pixels]).toEqual([10, 9, 8, 11, 14, 13, 12, 15, 2, 1, 0, 3, 6, 5, 4, 7]);
  });

  it('of macOS has its small sizes as channels in runs of up to 128', () => {
    const icns = toIcns([16, 32, 64, 128, 256, 512, 1024].map(picture));
    const body = icns.subarray(16);
    expect(body.toString('latin1', 0, 4)).toBe('ARGB');
    expect([...body.subarray(4, 8)]).toEqual([127, 3, 7, 11]);
    // Two runs of 128 and their lengths make a channel of 256 pixels; red comes next.
    expect([...body.subarray(4 + 258, 4 + 258 + 3)]).toEqual([127, 0, 4]);
  });
});
