import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KeptFiles } from '#main/services/sending/kept-files.ts';
import { toFileId, type FileId } from '#shared/domain/ids.ts';
import { fail } from '../fakes.ts';

describe('kept files', () => {
  let root: string;
  let needed: Set<FileId>;
  let kept: KeptFiles;
  let problems: string[];
  let listNeeded: () => Promise<readonly FileId[]>;

  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'sb-kept-'));
    needed = new Set();
    problems = [];
    listNeeded = () => Promise.resolve([...needed]);
    kept = new KeptFiles({
      folder: path.join(root, 'files'),
      store: { listNeededFileIds: () => listNeeded() },
      log: { error: (event) => void problems.push(event) },
    });
  });
  afterEach(async () => {
    await kept.dispose();
    await rm(root, { recursive: true, force: true });
  });

  const list = (): Promise<string[]> => readdir(path.join(root, 'files')).catch(() => []);

  async function add(name: string, text = 'some bytes'): Promise<FileId> {
    const staged = path.join(root, `staged-${name}`);
    await writeFile(staged, text);
    const id = toFileId(name);
    await kept.add(id, { path: staged, sizeBytes: Buffer.byteLength(text) }, () => {
      needed.add(id);
      return Promise.resolve();
    });
    return id;
  }

  const read = async (id: FileId, sizeBytes = 10): Promise<string | null> => {
    const source = await kept.find({ id, name: 'Plan.pdf', sizeBytes });
    if (source === null) return null;
    expect(source).toMatchObject({ name: 'Plan.pdf', sizeBytes });
    const pieces: Uint8Array[] = [];
    for await (const piece of source.open()) pieces.push(piece);
    return Buffer.concat(pieces).toString();
  };

  it('are read under the name that a person gave them', async () => {
    expect(await read(await add('aaaa'))).toBe('some bytes');
  });

  it('KEPT-1: are on the disk before their row is written, and go where that fails', async () => {
    const staged = path.join(root, 'staged');
    await writeFile(staged, 'some bytes');
    const id = toFileId('aaaa');
    const atRow: string[] = [];
    const writeRow = async (): Promise<void> => {
      atRow.push(await readFile(path.join(root, 'files', id), 'utf8'));
      throw fail('disk');
    };
    await expect(kept.add(id, { path: staged, sizeBytes: 10 }, writeRow)).rejects.toMatchObject({ code: 'disk' });
    expect(atRow).toEqual(['some bytes']);
    expect(await list()).toEqual([]);
    // Whoever tries once more finds it where it was.
    expect(await readFile(staged, 'utf8')).toBe('some bytes');
  });

  it('are not taken over where they are not as large as they were said to be', async () => {
    const staged = path.join(root, 'staged');
    await writeFile(staged, 'half');
    const written: string[] = [];
    const writeRow = () => Promise.resolve(void written.push('row'));
    const adding = kept.add(toFileId('aaaa'), { path: staged, sizeBytes: 10 }, writeRow);
    await expect(adding).rejects.toMatchObject({ code: 'disk' });
    expect([written, await list()]).toEqual([[], []]);
  });

  it('are nowhere to be found once they are gone or cut off', async () => {
    const id = await add('aaaa');
    await truncate(path.join(root, 'files', id), 4);
    expect(await read(id)).toBeNull();
    await rm(path.join(root, 'files', id));
    expect(await read(id)).toBeNull();
  });

  it('KEPT-1: go with the tidying once no row names them', async () => {
    const [first, second] = [await add('aaaa'), await add('bbbb')];
    needed.delete(first);
    await kept.tidy();
    expect(await list()).toEqual([second]);
  });

  it('KEPT-2: stay while they are being added, however often it is tidied meanwhile', async () => {
    const staged = path.join(root, 'staged');
    await writeFile(staged, 'some bytes');
    const id = toFileId('aaaa');
    const row = Promise.withResolvers<undefined>();
    const adding = kept.add(id, { path: staged, sizeBytes: 10 }, async () => {
      await row.promise;
      needed.add(id);
    });
    const tidying = [kept.tidy(), kept.tidy()];
    row.resolve(undefined);
    await Promise.all([adding, ...tidying]);
    expect(await list()).toEqual([id]);
  });

  it('all stay where nobody can say which are needed', async () => {
    await add('aaaa');
    listNeeded = () => Promise.reject(fail('disk'));
    await kept.tidy();
    expect([await list(), problems]).toEqual([['aaaa'], ['files.notTidied']]);
  });

  it('have ids that lead nowhere else', async () => {
    await expect(kept.find({ id: toFileId('../staged'), name: 'x', sizeBytes: 1 })).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});
