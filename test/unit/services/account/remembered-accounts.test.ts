import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toAccountId } from '#main/services/account/account-files.ts';
import { RememberedAccounts } from '#main/services/account/remembered-accounts.ts';
import { fail, FakeAccountParts } from '../fakes.ts';

const ADA = { baseUrl: 'https://rest.example.test', webUrl: 'https://example.test', username: 'ada' };
const BEA = { ...ADA, username: 'bea' };
const STATE = { authForm: 'basic', isSignedOut: false, isKeyKept: false } as const;

describe('the accounts that this computer remembers', () => {
  let folder: string;
  let fakes: FakeAccountParts;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sb-memory-'));
    fakes = new FakeAccountParts();
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  const toFile = (): string => path.join(folder, 'session.json');
  const keepText = (text: string): Promise<void> => writeFile(toFile(), text);
  async function recall(save?: () => Promise<void>): Promise<RememberedAccounts> {
    const memory = new RememberedAccounts(folder, fakes.log, save);
    await memory.load();
    return memory;
  }

  it('MEMORY-1: keeps one entry for each account, the newest first, and which is on screen', async () => {
    const memory = await recall();
    await memory.saveActive({ ...ADA, ...STATE, lastOpenAt: 1 });
    await memory.saveActive({ ...BEA, ...STATE, lastOpenAt: 2 });
    await memory.saveActive({ ...ADA, username: 'Ada', ...STATE, lastOpenAt: 3 });
    const again = await recall();
    expect(again.list.map(({ username }) => username)).toEqual(['Ada', 'bea']);
    expect(again.active).toMatchObject({ username: 'Ada', id: toAccountId(ADA), authForm: 'basic', lastOpenAt: 3 });
    await again.activate(toAccountId(BEA));
    expect((await recall()).active).toMatchObject({ username: 'bea' });
  });

  it('notes news of an account that is not on screen, and none of one that it does not know', async () => {
    const memory = await recall();
    await memory.saveActive({ ...ADA, ...STATE, lastOpenAt: 1 });
    await memory.saveActive({ ...BEA, ...STATE, lastOpenAt: 2 });
    await memory.update(ADA, { isKeyKept: true });
    await memory.update({ ...ADA, username: 'cy' }, { isKeyKept: true });
    const again = await recall();
    expect(again.list.map(({ username, isKeyKept }) => [username, isKeyKept])).toEqual([
      ['bea', false],
      ['ada', true],
    ]);
    expect(again.active).toMatchObject({ username: 'bea' });
  });

  it('MEMORY-2: reads the file of a version that knew one account as a list of one', async () => {
    await keepText(JSON.stringify({ ...ADA, authForm: 'basic', isSignedOut: false, isKeyKept: true }));
    const { active, list } = await recall();
    expect(list).toEqual([active]);
    expect(active).toEqual({
      ...ADA,
      id: toAccountId(ADA),
      authForm: 'basic',
      isSignedOut: false,
      isKeyKept: true,
      lastOpenAt: null,
      removal: null,
    });
  });

  it.each(['', 'null', '{"activeId":', '{"accounts":7}', '[]'])(
    'MEMORY-3: moves a damaged file aside and begins anew: %j',
    async (text) => {
      await keepText(text);
      const memory = await recall();
      expect(memory.active).toBeNull();
      expect(memory.list).toEqual([]);
      expect(await readdir(folder)).toEqual(['session.json.damaged']);
      expect(await readFile(`${toFile()}.damaged`, 'utf8')).toBe(text);
      await memory.saveActive({ ...ADA, ...STATE, lastOpenAt: 1 });
      expect((await recall()).active).toMatchObject({ username: 'ada' });
    },
  );

  it('writes the file whole or not at all, readable by its owner only', async () => {
    const memory = await recall();
    await memory.saveActive({ ...ADA, ...STATE, lastOpenAt: 1 });
    expect(await readdir(folder)).toEqual(['session.json']);
  });

  it('forgets an account of which nothing is left, and shows none that was removed', async () => {
    const memory = await recall();
    await memory.saveActive({ ...ADA, ...STATE, isKeyKept: true, lastOpenAt: 1 });
    await memory.update(ADA, { removal: 'files' });
    expect(memory.active).toBeNull();
    await memory.update(ADA, { removal: 'key' });
    expect((await recall()).list).toMatchObject([{ removal: 'key' }]);
    await memory.update(ADA, { isKeyKept: false });
    expect((await recall()).list).toEqual([]);
  });

  describe('on a disk that is full', () => {
    const isFull = (): Promise<void> => Promise.reject(fail('disk'));

    beforeEach(async () => {
      await (await recall()).saveActive({ ...ADA, ...STATE, lastOpenAt: 1 });
    });

    it.each([{ isSignedOut: true }, { removal: 'files' }] as const)(
      'MEMORY-4: deletes the file that would open an account of which %j could not be written',
      async (news) => {
        const memory = await recall(isFull);
        await memory.update(ADA, news);
        expect(await readdir(folder)).toEqual([]);
        expect((await recall()).active).toBeNull();
        expect(fakes.steps).toEqual(['log:session.notRemembered']);
        expect(fakes.warned).toEqual(['session.fileDeleted']);
      },
    );

    it('MEMORY-4: leaves the file as it was where nothing that is closed would be opened by it', async () => {
      const memory = await recall(isFull);
      await memory.update(ADA, { isKeyKept: true });
      expect((await recall()).active).toMatchObject({ username: 'ada', isKeyKept: false });
    });

    it('MEMORY-4: writes all of it again as soon as there is room', async () => {
      let hasRoom = false;
      const memory = await recall(() => (hasRoom ? writeFile(toFile(), '{}') : isFull()));
      await memory.update(ADA, { isSignedOut: true });
      hasRoom = true;
      await memory.update(ADA, { isKeyKept: false });
      expect(memory.list).toMatchObject([{ username: 'ada', isSignedOut: true }]);
      expect(await readdir(folder)).toEqual(['session.json']);
    });
  });
});
