import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MediaCache } from '#main/services/files/media-cache.ts';
import { fail } from '../fakes.ts';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n and so on', 'latin1');

describe('the cache of pictures', () => {
  let folder: string;
  let asked: string[];
  let warnings: string[];
  let answer: () => Promise<Buffer>;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sb-media-'));
    asked = [];
    warnings = [];
    answer = () => Promise.resolve(PNG);
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  const open = (maxFolderBytes?: number): MediaCache =>
    new MediaCache({
      folder: path.join(folder, 'media'),
      store: {
        findMedia: ({ mediaId }) =>
          Promise.resolve(mediaId === 'none' ? null : { href: `/pictures/${mediaId}`, mimeType: 'image/svg+xml' }),
      },
      client: {
        fetchMedia: async (href) => {
          asked.push(href);
          return { bytes: await answer(), mimeType: 'image/png' };
        },
      },
      log: { error: () => undefined, warn: (event) => void warnings.push(event) },
      ...(maxFolderBytes === undefined ? {} : { maxFolderBytes }),
    });

  const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

  /** Lets nothing be answered until the test calls what it gets: then all of it fails, and what follows goes well. */
  function hold(): () => void {
    const gate = Promise.withResolvers<Buffer>();
    answer = () => gate.promise;
    return () => {
      answer = () => Promise.resolve(PNG);
      gate.reject(fail('cancelled'));
    };
  }

  it('MEDIA-5: has one line in the log for a picture that lies in a private network, however often it is drawn', async () => {
    answer = () => Promise.reject(fail('forbidden'));
    const cache = open();
    for (const mediaId of ['inside', 'inside', 'inside too']) {
      await expect(cache.get(mediaId)).rejects.toMatchObject({ code: 'forbidden' });
    }
    expect(warnings).toEqual(['media.refused', 'media.refused']);
    answer = () => Promise.reject(fail('not-found'));
    await expect(cache.get('gone')).rejects.toMatchObject({ code: 'not-found' });
    expect(warnings).toHaveLength(2);
  });

  it('fetches a picture once and then has it, also after a restart', async () => {
    const cache = open();
    expect(await cache.get('one')).toEqual({ bytes: PNG, mimeType: 'image/png' });
    expect((await cache.get('one')).mimeType).toBe('image/png');
    expect(Buffer.from((await open().get('one')).bytes)).toEqual(PNG);
    expect(asked).toEqual(['/pictures/one']);
  });

  it('MEDIA-6: fetches a picture anew that it was told to forget, also one that was under way then', async () => {
    const other = Buffer.concat([PNG, Buffer.from('another')]);
    const cache = open();
    await cache.get('one');
    await cache.forget('one');
    answer = () => Promise.resolve(other);
    expect(Buffer.from((await cache.get('one')).bytes)).toEqual(other);
    const gate = Promise.withResolvers<Buffer>();
    answer = () => gate.promise;
    const early = cache.get('two');
    await expect.poll(() => asked).toHaveLength(3);
    await cache.forget('two');
    answer = () => Promise.resolve(other);
    expect(Buffer.from((await cache.get('two')).bytes)).toEqual(other);
    gate.resolve(PNG);
    await early;
    // The late one is taken away as soon as it is written.
    await expect.poll(async () => Buffer.from((await cache.get('two')).bytes)).toEqual(other);
  });

  it('MEDIA-3: fetches once what is asked for twice at the same time', async () => {
    const cache = open();
    await Promise.all([cache.get('one'), cache.get('one'), cache.get('two')]);
    expect(asked.sort()).toEqual(['/pictures/one', '/pictures/two']);
  });

  it('MEDIA-4: fetches a few at once, then what was asked for last, also after some failed', async () => {
    const cache = open();
    const failAll = hold();
    const first = Promise.allSettled(range(6).map((index) => cache.get(`early${index}`)));
    await vi.waitFor(() => expect(asked).toHaveLength(6));
    const later: Promise<unknown>[] = [];
    for (const index of range(4)) {
      later.push(cache.get(`late${index}`));
      // Each has looked on the disk and stands in line before the next one comes.
      for (let look = 0; look < 20; look += 1) await stat(folder);
    }
    expect(asked).toHaveLength(6);
    failAll();
    await first;
    await Promise.all(later);
    expect(asked.slice(6)).toEqual(['/pictures/late3', '/pictures/late2', '/pictures/late1', '/pictures/late0']);
  });

  it('MEDIA-4: asks for nothing any more once it is disposed of', async () => {
    const cache = open();
    const failAll = hold();
    const outcomes = Promise.allSettled(range(10).map((index) => cache.get(`p${index}`)));
    await vi.waitFor(() => expect(asked).toHaveLength(6));
    const disposing = cache.dispose();
    failAll();
    await disposing;
    expect((await outcomes).map(({ status }) => status)).toEqual(Array<string>(10).fill('rejected'));
    expect(asked).toHaveLength(6);
  });

  it('knows only pictures that the store names', async () => {
    await expect(open().get('none')).rejects.toMatchObject({ code: 'not-found' });
    expect(asked).toEqual([]);
  });

  it('MEDIA-1: does not serve what lies in its folder and is no picture, but fetches anew', async () => {
    const cache = open();
    await cache.get('one');
    const [name] = await readdir(path.join(folder, 'media'));
    await writeFile(path.join(folder, 'media', name ?? ''), '<svg onload="x"/>');
    expect((await cache.get('one')).mimeType).toBe('image/png');
    expect(asked).toHaveLength(2);
  });

  it('keeps nothing of a failed fetch and tries again', async () => {
    const cache = open();
    answer = () => Promise.reject(fail('offline'));
    await expect(cache.get('one')).rejects.toMatchObject({ code: 'offline' });
    answer = () => Promise.resolve(PNG);
    expect((await cache.get('one')).mimeType).toBe('image/png');
  });

  it('shows a picture that cannot be kept', async () => {
    await writeFile(path.join(folder, 'media'), 'a file where the folder should be');
    const cache = open();
    await expect(cache.get('one')).rejects.toMatchObject({ code: 'disk' });
    await rm(path.join(folder, 'media'));
    expect((await cache.get('one')).mimeType).toBe('image/png');
  });

  it('MEDIA-2: stays below its limit, letting go of what was not looked at for longest', async () => {
    const cache = open(PNG.length * 5);
    for (let index = 0; index < 21; index += 1) await cache.get(`p${String(index)}`);
    const names = await readdir(path.join(folder, 'media'));
    const sizes = await Promise.all(names.map(async (name) => (await stat(path.join(folder, 'media', name))).size));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(PNG.length * 5);
  });
});
