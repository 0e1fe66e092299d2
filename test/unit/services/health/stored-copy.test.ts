import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { measureFolder } from '#main/services/health/folder-size.ts';
import { readHistoryChoice } from '#main/services/health/history-choice.ts';
import { deleteFolder } from '#main/services/account/account-files.ts';
import { healthHandlers } from '#main/services/health/requests.ts';
import type { Services } from '#main/services/services.ts';
import { createFakeSession, SIGN_IN, toServices, type FakeSession } from '../fakes.ts';

const OWNED = { drafts: 1, unsent: 2, actions: 3, ledger: 4, imports: 5, schedules: 6 };

describe('the stored copy', () => {
  let folder: string;
  let fake: FakeSession;
  let services: Services;
  let told: unknown[];

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sb-copy-'));
    fake = createFakeSession(folder);
    told = [];
    const kinds = [
      { kind: 'chats', rows: 5, bytes: 40 },
      { kind: 'others', rows: 2, bytes: 10 },
    ] as const;
    const cache = { kinds, cacheBytes: 60, ownedBytes: 7 };
    fake.fakes.store = {
      measureCache: () => Promise.resolve(cache),
      countOwned: () => Promise.resolve(OWNED),
      getFeedSpan: () => Promise.resolve({ fromAt: null, toAt: 1 }),
    };
    fake.fakes.sync = { setHistory: (choice) => void told.push(choice) };
    services = toServices({ session: fake.session });
  });
  afterEach(async () => {
    await fake.session.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  it('is measured with the pictures and all files of the account; what has no kind counts to the others', async () => {
    await fake.session.signIn(SIGN_IN);
    const [account = ''] = fake.fakes.folders;
    await mkdir(path.join(account, 'media'), { recursive: true });
    await writeFile(path.join(account, 'media', 'one'), 'x'.repeat(30));
    await writeFile(path.join(account, 'cache.db'), 'x'.repeat(60));
    expect(await healthHandlers['data.get'](services, {})).toEqual({
      kinds: [
        { kind: 'chats', rows: 5, bytes: 40 },
        { kind: 'others', rows: 2, bytes: 13 },
        { kind: 'pictures', rows: 1, bytes: 30 },
        { kind: 'own', rows: 13, bytes: 7 },
      ],
      bytes: 90,
      history: { days: null, isPaused: false, isWhole: true },
    });
  });

  it('goes back as far as a person chose: kept with the account, told to sync now and at every opening', async () => {
    await fake.session.signIn(SIGN_IN);
    const choice = { days: 365, isPaused: true } as const;
    expect(await healthHandlers['data.setHistory'](services, choice)).toMatchObject({ history: choice });
    await fake.session.signIn(SIGN_IN);
    expect(told).toEqual([{ days: null, isPaused: false }, choice, choice]);
  });

  it.each(['{', '7', '{"days":7,"isPaused":false}'])(
    'goes back all the way where %j is what was kept',
    async (kept) => {
      const store = { getSettings: () => Promise.resolve({ history: kept }) };
      expect(await readHistoryChoice(store)).toEqual({ days: null, isPaused: false });
    },
  );
});

describe('a folder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sb-folder-'));
    await mkdir(path.join(folder, 'one', 'deep'), { recursive: true });
    await writeFile(path.join(folder, 'one', 'deep', 'file'), 'abc');
    await writeFile(path.join(folder, 'other'), 'defg');
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('is measured whole, and takes nothing where there is none', async () => {
    expect(await measureFolder(folder)).toEqual({ files: 2, bytes: 7 });
    expect(await measureFolder(path.join(folder, 'none'))).toEqual({ files: 0, bytes: 0 });
  });

  it('is deleted with all that is in it; that there is none is no failure', async () => {
    await deleteFolder(folder);
    expect(await measureFolder(folder)).toEqual({ files: 0, bytes: 0 });
    await deleteFolder(folder);
  });

  it('a file in its place is no folder: that is said, and the file stays', async () => {
    const file = path.join(folder, 'other');
    await expect(deleteFolder(file)).rejects.toMatchObject({ code: 'disk' });
    expect(await measureFolder(folder)).toMatchObject({ bytes: 7 });
  });
});
