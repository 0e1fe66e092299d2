import { mkdtemp, readFile, readdir, rm, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StagedFiles } from '#main/services/files/staged-files.ts';
import { fail } from '../fakes.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('staged files', () => {
  let dataFolder: string;
  let files: StagedFiles;
  let bugs: unknown[];

  beforeEach(async () => {
    dataFolder = await mkdtemp(path.join(tmpdir(), 'sb-staged-'));
    bugs = [];
    files = new StagedFiles({ dataFolder, onBug: (error) => bugs.push(error) });
    await files.start();
  });
  afterEach(async () => {
    await files.dispose();
    await rm(dataFolder, { recursive: true, force: true });
  });

  const stage = async (sizeBytes: number): Promise<string> =>
    (await files.stage({ name: 'people.csv', mimeType: 'text/csv', sizeBytes })).handle;
  const listKept = async (): Promise<string[]> => readdir(path.join(dataFolder, 'staged')).catch(() => []);

  it('grow chunk by chunk and are there when the last byte is', async () => {
    const handle = await stage(6);
    expect(await files.append({ handle, offset: 0, bytes: bytes('abc') })).toEqual({ receivedBytes: 3 });
    expect(() => files.get(handle)).toThrow(expect.objectContaining({ code: 'not-found' }) as Error);
    await files.append({ handle, offset: 3, bytes: bytes('def') });
    const file = files.get(handle);
    expect(file).toMatchObject({ name: 'people.csv', mimeType: 'text/csv', sizeBytes: 6 });
    expect(await readFile(file.path, 'utf8')).toBe('abcdef');
  });

  it('may be empty', async () => {
    const handle = await stage(0);
    expect(await files.append({ handle, offset: 0, bytes: bytes('') })).toEqual({ receivedBytes: 0 });
    expect(files.get(handle).sizeBytes).toBe(0);
  });

  it('FILES-2: do not write a repeated chunk twice', async () => {
    const handle = await stage(6);
    await files.append({ handle, offset: 0, bytes: bytes('abc') });
    expect(await files.append({ handle, offset: 0, bytes: bytes('abc') })).toEqual({ receivedBytes: 3 });
    await files.append({ handle, offset: 3, bytes: bytes('def') });
    expect(await readFile(files.get(handle).path, 'utf8')).toBe('abcdef');
  });

  it('FILES-5: leave their handle when they are taken, and stay until they are removed', async () => {
    const handle = await stage(3);
    await expect(files.take(handle)).rejects.toMatchObject({ code: 'not-found' });
    await files.append({ handle, offset: 0, bytes: bytes('abc') });
    const taken = await files.take(handle);
    expect(taken).toMatchObject({ name: 'people.csv', sizeBytes: 3 });
    await files.release(handle);
    await expect(files.take(handle)).rejects.toMatchObject({ code: 'not-found' });
    expect(await readFile(taken.path, 'utf8')).toBe('abc');
    await taken.remove();
    await taken.remove();
    expect(await listKept()).toEqual([]);
  });

  it('FILES-5: keep bytes of our own as well', async () => {
    const kept = await files.keep({ name: 'again.csv', bytes: bytes('x,y') });
    expect(kept).toMatchObject({ name: 'again.csv', sizeBytes: 3 });
    expect(await readFile(kept.path, 'utf8')).toBe('x,y');
    await kept.remove();
    expect(await listKept()).toEqual([]);
  });

  it('FILES-2: refuse a chunk that leaves a hole', async () => {
    const handle = await stage(6);
    await expect(files.append({ handle, offset: 3, bytes: bytes('def') })).rejects.toMatchObject({
      code: 'validation',
      fields: { offset: ['out-of-order'] },
    });
  });

  it('FILES-1: never grow beyond what was announced', async () => {
    const handle = await stage(2);
    await expect(files.append({ handle, offset: 0, bytes: bytes('abc') })).rejects.toMatchObject({
      fields: { sizeBytes: ['too-large'] },
    });
  });

  it('FILES-1: are refused when they are too large, or too many together', async () => {
    await expect(stage(65 * 1024 * 1024)).rejects.toMatchObject({ fields: { sizeBytes: ['too-large'] } });
    for (let count = 0; count < 4; count += 1) await stage(64 * 1024 * 1024);
    await expect(stage(1)).rejects.toMatchObject({ fields: { sizeBytes: ['too-many'] } });
  });

  it('FILES-1: are counted from the moment they are announced, also when many are at once', async () => {
    const announced = await Promise.allSettled(Array.from({ length: 10 }, () => stage(64 * 1024 * 1024)));
    expect(announced.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    expect(await listKept()).toHaveLength(4);
    const [taken] = announced.filter((outcome) => outcome.status === 'fulfilled');
    await files.release(taken?.value ?? '');
    await stage(64 * 1024 * 1024);
  });

  it('that could not be made take no room', async () => {
    await writeFile(path.join(dataFolder, 'staged'), 'no folder');
    for (let count = 0; count < 5; count += 1) {
      await expect(stage(64 * 1024 * 1024)).rejects.toMatchObject({ code: 'disk' });
    }
    await rm(path.join(dataFolder, 'staged'));
    await stage(64 * 1024 * 1024);
  });

  it('FILES-3: expire by themselves; one that cannot be removed is told and ends nothing', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const handle = await stage(3);
      await files.append({ handle, offset: 0, bytes: bytes('abc') });
      const stubborn = files.get(handle).path;
      await rm(stubborn);
      await mkdir(path.join(stubborn, 'full'), { recursive: true });
      await stage(3);
      await vi.advanceTimersByTimeAsync(60 * 60 * 1000);
    } finally {
      vi.useRealTimers();
    }
    await vi.waitFor(async () => {
      expect(bugs).toHaveLength(1);
      expect(await listKept()).toHaveLength(1);
    });
  });

  it('take ten megabytes', async () => {
    const size = 10 * 1024 * 1024;
    const handle = await stage(size);
    const chunk = new Uint8Array(1024 * 1024).fill(7);
    for (let offset = 0; offset < size; offset += chunk.length) await files.append({ handle, offset, bytes: chunk });
    expect((await readFile(files.get(handle).path)).byteLength).toBe(size);
  });

  it('FILES-3: are gone from the disk when released, also in the middle', async () => {
    const handle = await stage(6);
    const appending = files.append({ handle, offset: 0, bytes: bytes('abc') });
    await files.release(handle);
    await appending;
    expect(await listKept()).toEqual([]);
    await expect(files.append({ handle, offset: 3, bytes: bytes('def') })).rejects.toMatchObject({ code: 'not-found' });
  });

  it('are released twice without harm', async () => {
    const handle = await stage(6);
    await files.release(handle);
    await files.release(handle);
    await files.release('never-was');
  });

  it('of an earlier run are cleared away at the start', async () => {
    await mkdir(path.join(dataFolder, 'staged'), { recursive: true });
    await writeFile(path.join(dataFolder, 'staged', 'left'), 'x');
    await new StagedFiles({ dataFolder, onBug: (error) => bugs.push(error) }).start();
    expect(await listKept()).toEqual([]);
  });

  describe('that the app writes itself', () => {
    const csv = { name: 'ledger.csv', mimeType: 'text/csv' };
    async function* pieces(...texts: string[]): AsyncGenerator<string> {
      for (const text of texts) yield await Promise.resolve(text);
    }

    it('are whole, with their real size, once their handle is told', async () => {
      const { handle } = await files.write(csv, pieces('Größe\r\n', '1\r\n'));
      const file = files.get(handle);
      expect(file).toMatchObject({ ...csv, sizeBytes: 12 });
      expect(await readFile(file.path, 'utf8')).toBe('Größe\r\n1\r\n');
    });

    it('FILES-4: leave nothing behind where their pieces end in a failure', async () => {
      async function* broken(): AsyncGenerator<string> {
        yield await Promise.resolve('half a page');
        throw fail('disk');
      }
      await expect(files.write(csv, broken())).rejects.toMatchObject({ code: 'disk' });
      expect(await listKept()).toEqual([]);
    });

    it('FILES-4: make room for the next, and take none from what the window stages', async () => {
      const staged = await stage(64 * 1024 * 1024);
      const handles: string[] = [];
      for (let count = 0; count < 5; count += 1) handles.push((await files.write(csv, pieces('x'))).handle);
      for (const gone of handles.slice(0, 2)) expect(() => files.get(gone)).toThrow();
      for (const here of handles.slice(2)) expect(files.get(here).sizeBytes).toBe(1);
      expect(await listKept()).toHaveLength(4);
      await files.release(staged);
    });
  });
});
