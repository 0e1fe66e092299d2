import { describe, expect, it } from 'vitest';
import { findImageType } from '#main/api/uploads/image-type.ts';

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

describe('findImageType', () => {
  it.each([
    ['\x89PNG\r\n\x1a\nrest', 'image/png'],
    ['\xff\xd8\xff\xe0rest', 'image/jpeg'],
    ['GIF89arest', 'image/gif'],
    ['RIFF\x00\x00\x00\x00WEBPVP8 ', 'image/webp'],
  ])('knows %j', (text, type) => {
    expect(findImageType(bytes(text))).toBe(type);
  });

  it.each(['', '<svg xmlns="http://www.w3.org/2000/svg"/>', '<!doctype html>', '\x89PN', 'RIFF\x00\x00\x00\x00WAVE'])(
    'does not take %j for a picture',
    (text) => {
      expect(findImageType(bytes(text))).toBeNull();
    },
  );

  it('reads a view into a larger buffer at its own place', () => {
    const large = bytes('xxxxGIF89a');
    expect(findImageType(large.subarray(4))).toBe('image/gif');
  });
});
