/** Files of this computer on their way out. How they change under an upload is in test/integration/api/uploads. */
import { chmod, mkdtemp, mkdir, readlink, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openUploadFile } from '#main/platform/upload-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'switchboard-upload-file-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function makeFile(name: string, bytes: Uint8Array | string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, bytes);
  return file;
}

async function read(source: { open(): AsyncIterable<Uint8Array> }): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source.open()) pieces.push(piece);
  return Buffer.concat(pieces);
}

const failing = (sentence: RegExp) => ({
  code: 'validation',
  outcome: 'not-accepted',
  fields: { file: [expect.stringMatching(sentence)] },
});

describe('openUploadFile', () => {
  it.each([0, 1, 65_536, 65_537, 200_000])(
    'gives the %i bytes of a file, as often as they are wanted',
    async (size) => {
      const content = Buffer.alloc(size, 'abcdefg');
      const source = await openUploadFile(await makeFile(`${size} ü.bin`, content));
      expect(source).toMatchObject({ name: `${size} ü.bin`, sizeBytes: size });
      expect(Buffer.compare(await read(source), content)).toBe(0);
      expect(Buffer.compare(await read(source), content)).toBe(0);
    },
  );

  it('says that there is no file, or a folder in its place', async () => {
    await mkdir(path.join(folder, 'pictures'));
    await expect(openUploadFile(path.join(folder, 'none.txt'))).rejects.toMatchObject(failing(/no longer there/));
    await expect(openUploadFile(path.join(folder, 'pictures'))).rejects.toMatchObject(failing(/folder/));
    await expect(openUploadFile(path.join(folder, 'none.txt', 'below'))).rejects.toMatchObject(
      failing(/no longer there/),
    );
  });

  it('says that it may not be read', async ({ skip }) => {
    skip(process.getuid?.() === 0, 'root may read every file');
    skip(process.platform === 'win32', 'Windows has no such permissions');
    const file = await makeFile('secret.txt', 'x');
    await chmod(file, 0);
    await expect(openUploadFile(file)).rejects.toMatchObject(failing(/permission to read/));
  });

  it('takes nothing but files', async ({ skip }) => {
    skip(process.platform !== 'linux', 'there is no /dev/null');
    await expect(openUploadFile('/dev/null')).rejects.toMatchObject(failing(/can’t upload this file/));
  });

  it('says so when it went away between choosing and reading', async () => {
    const file = await makeFile('short-lived.txt', 'x');
    const source = await openUploadFile(file);
    await rm(file);
    await expect(read(source)).rejects.toMatchObject(failing(/no longer there/));
  });

  it('does not give the last piece of a file that grew', async () => {
    const file = await makeFile('log.txt', Buffer.alloc(150_000));
    const source = await openUploadFile(file);
    let size = 0;
    const reading = (async () => {
      for await (const piece of source.open()) {
        if (size === 0) await writeFile(file, 'x', { flag: 'a' });
        size += piece.byteLength;
      }
    })();
    await expect(reading).rejects.toMatchObject(failing(/changed/));
    expect(size).toBeLessThan(150_000);
  });

  it('closes the file when reading stops', async ({ skip }) => {
    skip(process.platform !== 'linux', 'only Linux tells which files are open');
    const file = await makeFile('half.bin', Buffer.alloc(500_000));
    const source = await openUploadFile(file);
    for await (const piece of source.open()) {
      expect(piece.byteLength).toBe(65_536);
      expect(await isOpen(file)).toBe(true);
      break;
    }
    expect(await isOpen(file)).toBe(false);
  });
});

/** Whether this process holds it open, as Linux tells. */
async function isOpen(file: string): Promise<boolean> {
  const handles = await readdir('/proc/self/fd');
  const targets = await Promise.all(handles.map((handle) => readlink(`/proc/self/fd/${handle}`).catch(() => '')));
  return targets.includes(file);
}
