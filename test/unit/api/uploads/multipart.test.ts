import { describe, expect, it } from 'vitest';
import { encodeForm } from '#main/api/uploads/multipart.ts';
import type { StreamedBody } from '#main/api/uploads/multipart.ts';
import type { UploadForm, UploadSource } from '#main/api/uploads/upload.ts';

function source(pieces: readonly string[], details: Partial<UploadSource> = {}): UploadSource {
  return {
    name: 'notes.txt',
    sizeBytes: pieces.join('').length,
    async *open() {
      for (const piece of pieces) yield await Promise.resolve(Buffer.from(piece));
    },
    ...details,
  };
}

const encode = (form: Partial<UploadForm> & Pick<UploadForm, 'file'>): StreamedBody =>
  encodeForm({ fileField: 'file', ...form }, 'LINE');

async function read(body: StreamedBody): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body.open()) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

const failing = {
  code: 'validation',
  outcome: 'not-accepted',
  fields: { file: [expect.stringMatching(/^This file .*\.$/)] },
};

describe('encodeForm', () => {
  it('writes a form as the standard has it', async () => {
    const fields = [['listName', 'North']] as const;
    const body = encode({ fields, file: source(['ab', 'c']) });
    expect(body.contentType).toBe('multipart/form-data; boundary=LINE');
    expect(await read(body)).toBe(
      [
        '--LINE',
        'Content-Disposition: form-data; name="listName"',
        '',
        'North',
        '--LINE',
        'Content-Disposition: form-data; name="file"; filename="notes.txt"',
        'Content-Type: text/plain',
        '',
        'abc',
        '--LINE--',
        '',
      ].join('\r\n'),
    );
  });

  it('announces its size to the byte, also with letters of several bytes', async () => {
    const body = encode({ fields: [['column[]', 'Größe 🐈']], file: source(['abc'], { name: 'Прайс €.pdf' }) });
    expect(Buffer.byteLength(await read(body))).toBe(body.sizeBytes);
  });

  it('lets no name end its line or its quotes', async () => {
    const name = 'a"b\r\nX-Evil: 1\n.txt';
    const text = await read(encode({ fields: [['co"l\n', 'x']], file: source(['abc'], { name }) }));
    expect(text).toContain('filename="a%22b%0D%0AX-Evil: 1%0A.txt"\r\n');
    expect(text).toContain('name="co%22l%0A"\r\n');
  });

  it('lets no control character into its head, which some would take for the end of the name', async () => {
    const text = await read(encode({ file: source(['abc'], { name: 'a\0.exe\t\u007f\u0085.txt' }) }));
    expect(text).toContain('filename="a%00.exe%09%7F%C2%85.txt"\r\n');
  });

  it('takes another boundary for every form', () => {
    const file = source(['abc']);
    const types = [1, 2].map(() => encodeForm({ fileField: 'file', file }).contentType);
    expect(types[0]).not.toBe(types[1]);
  });

  it.each([
    ['photo.JPEG', 'photo.jpg', 'image/jpeg'],
    ['my.jpeg.PNG', 'my.jpeg.PNG', 'image/png'],
    ['strange', 'strange', 'application/octet-stream'],
  ])('names %s %s, of type %s', async (name, sentName, type) => {
    const text = await read(encode({ file: source(['abc'], { name }) }));
    expect(text).toContain(`filename="${sentName}"\r\nContent-Type: ${type}\r\n`);
  });

  it.each([
    ['less', 4],
    ['more', 2],
  ])('never ends a body of which the file gave %s than it said', async (_what, sizeBytes) => {
    const pieces: string[] = [];
    const reading = async (): Promise<void> => {
      for await (const piece of encode({ file: source(['ab', 'c'], { sizeBytes }) }).open()) {
        pieces.push(Buffer.from(piece).toString());
      }
    };
    await expect(reading()).rejects.toMatchObject(failing);
    expect(pieces.join('')).not.toContain('--LINE--');
    expect(pieces.slice(1).join('').length).toBeLessThanOrEqual(sizeBytes);
  });

  it('turns any failure of reading into one about the file', async () => {
    const broken = source([], {
      sizeBytes: 3,
      open: () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('EIO')) }) }),
    });
    await expect(read(encode({ file: broken }))).rejects.toMatchObject({ ...failing, cause: { message: 'EIO' } });
  });

  it('tells how much of the file itself has left, each time that it is more', () => {
    const told: (readonly [number, number])[] = [];
    const body = encode({ file: source(['x'.repeat(100)]), onProgress: (sent, total) => told.push([sent, total]) });
    const head = body.sizeBytes - 100 - '\r\n--LINE--\r\n'.length;
    for (const sent of [head, head + 40, head + 100, body.sizeBytes]) body.onSent(sent);
    expect(told).toEqual([
      [0, 100],
      [40, 100],
      [100, 100],
    ]);
  });

  it('goes on where whoever shows the progress fails, and tells them no more', () => {
    let told = 0;
    const onProgress = (): void => {
      told += 1;
      throw new Error('the window is gone');
    };
    const body = encode({ file: source(['x'.repeat(100)]), onProgress });
    for (const sent of [150, 200, body.sizeBytes]) body.onSent(sent);
    expect(told).toBe(1);
  });
});
