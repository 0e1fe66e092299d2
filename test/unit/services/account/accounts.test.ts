/** Several accounts of one computer: SESSION-2, SESSION-6, SESSION-7 and KEY-2, KEY-4 over fakes. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { saveJson } from '#main/platform/files.ts';
import { toAccountId } from '#main/services/account/account-files.ts';
import { Session } from '#main/services/account/session.ts';
import { FakeKeyring, CREDENTIALS, createFakeSession, fail, SIGN_IN, type FakeSession } from '../fakes.ts';

const KEEPING = { ...SIGN_IN, keepsKey: true };
const BEA = { ...SIGN_IN, username: 'bea', apiKey: 'the-key-of-bea' };
const ADA_ID = toAccountId(CREDENTIALS);
const BEA_ID = toAccountId(BEA);
const ADA_NAME = 'ada https://rest.example.test';
const BEA_NAME = 'bea https://rest.example.test';

describe('several accounts', () => {
  let folder: string;
  let keyring: FakeKeyring;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sb-accounts-'));
    keyring = new FakeKeyring();
  });
  afterEach(async () => {
    vi.useRealTimers();
    await rm(folder, { recursive: true, force: true });
  });

  const open = (): FakeSession => createFakeSession(folder, { secrets: keyring });
  /** Ada, then Bea, who is on screen. */
  async function openBoth({ keepsKey }: { readonly keepsKey: boolean } = SIGN_IN): Promise<FakeSession> {
    const fake = open();
    await fake.session.signIn({ ...SIGN_IN, keepsKey });
    await fake.session.signIn({ ...BEA, keepsKey });
    fake.fakes.steps.length = 0;
    fake.fakes.keys.length = 0;
    return fake;
  }
  async function startAgain(before: FakeSession): Promise<FakeSession> {
    await before.session.dispose();
    keyring.state = 'ready';
    keyring.calls.length = 0;
    return open();
  }

  it('lists them, the one that was open last first', async () => {
    const { session } = await openBoth();
    expect((await session.getView()).accounts).toEqual([
      {
        accountId: ADA_ID,
        baseUrl: CREDENTIALS.baseUrl,
        username: 'ada',
        isActive: false,
        key: 'here',
        isSignedOut: false,
        isRemovedInPart: false,
        lastOpenAt: 1_000,
      },
      expect.objectContaining({ accountId: BEA_ID, isActive: true, key: 'here' }),
    ]);
  });

  it('never lists the demo', async () => {
    const { session } = await openBoth();
    const { accounts } = await session.startDemo();
    expect(accounts.map(({ username, isActive }) => [username, isActive])).toEqual([
      ['ada', false],
      ['bea', false],
    ]);
  });

  it('SESSION-6: closes one to its end before it opens the other, with its key, asking no service', async () => {
    const { session, fakes } = await openBoth();
    expect(await session.openAccount(ADA_ID)).toMatchObject({ username: 'ada', isKeyMissing: false });
    expect(fakes.steps).toEqual([
      'client:open ada',
      'sync:close',
      'outbox:close',
      'store:close',
      'client:close',
      'store:open',
      'outbox:start',
      'sync:start',
    ]);
    expect(fakes.keys).toEqual([CREDENTIALS.apiKey]);
    expect(path.basename(fakes.folders.at(-1) ?? '')).toBe(ADA_ID);
  });

  it('SESSION-4: hides the key of an account that is closed from the log, until its person signs out', async () => {
    const { session, fakes } = await openBoth();
    expect(fakes.hidden).toEqual(new Set([CREDENTIALS.apiKey, BEA.apiKey]));
    await session.signOut();
    expect(fakes.hidden).toEqual(new Set([CREDENTIALS.apiKey]));
    await session.dispose();
    expect(fakes.hidden).toEqual(new Set());
  });

  it('opens the one that is open already without closing it', async () => {
    const { session, fakes } = await openBoth();
    expect(await session.openAccount(BEA_ID)).toMatchObject({ state: 'signed-in', username: 'bea' });
    expect(fakes.steps).toEqual([]);
  });

  it('knows no other account than those', async () => {
    const { session } = await openBoth();
    for (const act of [session.openAccount('nobody'), session.removeAccount('../..')]) {
      await expect(act).rejects.toMatchObject({ code: 'not-found' });
    }
    expect(await session.getView()).toMatchObject({ username: 'bea' });
  });

  it('after a restart goes on where it was, and takes the key of the other from the keyring', async () => {
    const { session, fakes } = await startAgain(await openBoth(KEEPING));
    await session.restore();
    expect(await session.getView()).toMatchObject({ username: 'bea', isKeyMissing: false });
    expect(await session.openAccount(ADA_ID)).toMatchObject({ username: 'ada', isKeyMissing: false });
    expect(fakes.keys).toEqual([BEA.apiKey, CREDENTIALS.apiKey]);
    expect(keyring.calls).toEqual(['find', 'find']);
    expect([...keyring.kept.keys()]).toEqual([ADA_NAME, BEA_NAME]);
  });

  it('SESSION-5: opens an account without a key on what is kept here', async () => {
    const { session, fakes } = await startAgain(await openBoth());
    await session.restore();
    expect(await session.openAccount(ADA_ID)).toMatchObject({ state: 'signed-in', isKeyMissing: true });
    expect(fakes.keys).toEqual([null, null]);
    expect((await session.getView()).accounts[0]).toMatchObject({ username: 'ada', key: 'missing', isActive: true });
  });

  it('KEY-1: opens without waiting for a keyring that asks somebody, and goes on when it answers', async () => {
    const { session, fakes } = await startAgain(await openBoth(KEEPING));
    await session.restore();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    keyring.isAsking = true;
    const opened = session.openAccount(ADA_ID);
    await vi.waitFor(() => expect(keyring.calls).toEqual(['find', 'find']));
    await vi.advanceTimersByTimeAsync(1_600);
    expect(await opened).toMatchObject({ username: 'ada', keyring: 'silent', isKeyMissing: true });
    keyring.answerLate();
    await vi.waitFor(() => expect(fakes.keys).toEqual([BEA.apiKey, null, CREDENTIALS.apiKey]));
  });

  it('KEY-1: a key that comes after its person went on to another account opens nothing', async () => {
    const { session, fakes } = await startAgain(await openBoth(KEEPING));
    await session.restore();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    keyring.isAsking = true;
    const opened = session.openAccount(ADA_ID);
    await vi.waitFor(() => expect(keyring.calls).toEqual(['find', 'find']));
    await vi.advanceTimersByTimeAsync(1_600);
    await opened;
    await session.openAccount(BEA_ID);
    keyring.answerLate();
    await session.dismissNotices();
    expect(await session.openAccount(BEA_ID)).toMatchObject({ username: 'bea', isKeyMissing: false });
    expect(fakes.keys).toEqual([BEA.apiKey, null, BEA.apiKey]);
  });

  it('KEY-2: keeps a key that the keyring took after its person went on, and not one of who signed out', async () => {
    const { session } = open();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    keyring.isAsking = true;
    const signedIn = session.signIn(KEEPING);
    await vi.waitFor(() => expect(keyring.calls).toEqual(['save']));
    await vi.advanceTimersByTimeAsync(1_600);
    await signedIn;
    await session.signIn(BEA);
    keyring.answerLate();
    await vi.waitFor(async () =>
      expect((await session.getView()).accounts).toMatchObject([
        { username: 'ada', key: 'kept' },
        { username: 'bea', key: 'here' },
      ]),
    );
    expect([...keyring.kept.keys()]).toEqual([ADA_NAME]);
  });

  it('KEY-4: signing out forgets one key and leaves those of the others', async () => {
    const { session } = await openBoth(KEEPING);
    expect(await session.signOut()).toMatchObject({ state: 'key-needed', username: 'bea' });
    expect([...keyring.kept.keys()]).toEqual([ADA_NAME]);
    expect(await session.openAccount(ADA_ID)).toMatchObject({ username: 'ada', isKeyMissing: false, isKeyKept: true });
  });

  it('keeps the key by the name as it was typed last', async () => {
    const { session } = open();
    await session.signIn(KEEPING);
    await session.signIn({ ...KEEPING, username: 'Ada' });
    expect([...keyring.kept.keys()]).toEqual(['Ada https://rest.example.test']);
    expect((await session.getView()).accounts).toMatchObject([{ username: 'Ada', key: 'kept' }]);
  });

  it('SESSION-2: shows nothing of an account that somebody signed out of, and asks for its key', async () => {
    const { session, fakes } = await openBoth(KEEPING);
    await session.signOut();
    await session.openAccount(ADA_ID);
    fakes.steps.length = 0;
    expect(await session.openAccount(BEA_ID)).toMatchObject({ state: 'key-needed', username: 'bea', account: null });
    expect(fakes.steps).toEqual(['sync:close', 'outbox:close', 'store:close', 'client:close']);
    expect(() => session.getAccount()).toThrow(expect.objectContaining({ code: 'unauthorized' }) as Error);
    expect((await session.getView()).accounts).toMatchObject([
      { username: 'ada', isSignedOut: false, isActive: false },
      { username: 'bea', isSignedOut: true, key: 'missing' },
    ]);
  });

  it('SESSION-2: opens nothing after a restart of who signed out on a disk that was full', async () => {
    let isFull = false;
    const fake = createFakeSession(folder, {
      secrets: keyring,
      saveSession: (file, value) => (isFull ? Promise.reject(fail('disk')) : saveJson(file, value)),
    });
    await fake.session.signIn(SIGN_IN);
    isFull = true;
    expect(await fake.session.signOut()).toMatchObject({ state: 'key-needed', username: 'ada' });
    const { session, fakes } = await startAgain(fake);
    await session.restore();
    expect(await session.getView()).toMatchObject({ state: 'signed-out', username: null });
    expect(fakes.folders).toEqual([]);
  });

  it('SESSION-3: switching waits for a sign-in that is under way', async () => {
    const { session, fakes } = await openBoth();
    let letPass = (): void => undefined;
    fakes.onProbe = () => new Promise((resolve) => (letPass = resolve));
    const signingIn = session.signIn({ ...SIGN_IN, username: 'cy' });
    const opening = session.openAccount(ADA_ID);
    await vi.waitFor(() => expect(fakes.steps).toEqual(['client:open cy', 'client:probe']));
    letPass();
    expect(await signingIn).toMatchObject({ username: 'cy' });
    expect(await opening).toMatchObject({ username: 'ada' });
  });

  it('stays with who is here when the files of the other cannot be opened', async () => {
    const { session, fakes } = await openBoth();
    const parts = { ...fakes.parts };
    fakes.parts.openStore = (options) =>
      options.folder.endsWith(ADA_ID) ? Promise.reject(fail('disk')) : parts.openStore(options);
    await expect(session.openAccount(ADA_ID)).rejects.toMatchObject({ code: 'disk' });
    expect(await session.getView()).toMatchObject({ state: 'signed-in', username: 'bea', isKeyMissing: false });
  });

  it('leaves a known account to who starts the app for it, whichever was on screen', async () => {
    const { session, fakes } = await startAgain(await openBoth());
    await session.restore(CREDENTIALS);
    expect(await session.getView()).toMatchObject({ username: 'bea', isKeyMissing: true });
    expect(await session.signInUnattended(CREDENTIALS)).toMatchObject({ username: 'ada', isKeyMissing: false });
    expect(fakes.steps).not.toContain('client:probe');
  });

  describe('removed from this computer', () => {
    const toFolder = (id: string): string => path.join(folder, 'accounts', id);

    async function openWithFiles(): Promise<FakeSession> {
      const fake = await openBoth(KEEPING);
      for (const id of [ADA_ID, BEA_ID]) {
        await mkdir(path.join(toFolder(id), 'media'), { recursive: true });
        await writeFile(path.join(toFolder(id), 'owned.db'), 'rows');
        await writeFile(path.join(toFolder(id), 'media', 'one'), 'a picture');
      }
      return fake;
    }

    it('SESSION-7: takes its files and its key along, and touches no other', async () => {
      const { session, fakes } = await openWithFiles();
      expect((await session.removeAccount(ADA_ID)).accounts).toMatchObject([{ username: 'bea', isActive: true }]);
      expect(await readdir(path.join(folder, 'accounts'))).toEqual([BEA_ID]);
      expect([...keyring.kept.keys()]).toEqual([BEA_NAME]);
      // Only looked into for addresses of callbacks that would have to be put back; nothing runs for it.
      expect(fakes.steps).toEqual(['store:open', 'store:close']);
      expect(fakes.hidden).toEqual(new Set([BEA.apiKey]));
    });

    it('SESSION-7: closes the one that is open, and opens none in its place, now or after a restart', async () => {
      const fake = await openWithFiles();
      const { session, fakes } = fake;
      expect(await session.removeAccount(BEA_ID)).toMatchObject({ state: 'signed-out', username: null });
      expect(fakes.steps).toEqual(['sync:close', 'outbox:close', 'store:close', 'client:close']);
      const next = await startAgain(fake);
      await next.session.restore();
      expect(await next.session.getView()).toMatchObject({ state: 'signed-out', accounts: [{ username: 'ada' }] });
      expect(next.fakes.steps).toEqual([]);
    });

    it('SESSION-7: says that a file is in the way, lists what is left, and the next start deletes it', async () => {
      const fake = await openWithFiles();
      await fake.session.dispose();
      const { fakes, bus } = fake;
      const held = new Session({
        ...{
          parts: fakes.parts,
          log: fakes.log,
          startDemoService: fakes.startDemoService,
          events: bus,
          now: () => 1_000,
        },
        ...{ dataFolder: folder, secrets: keyring, deleteFolder: () => Promise.reject(fail('disk')) },
      });
      keyring.state = 'ready';
      await held.restore();
      await expect(held.removeAccount(BEA_ID)).rejects.toMatchObject({ code: 'disk' });
      expect(await held.getView()).toMatchObject({
        state: 'signed-out',
        accounts: [{ username: 'ada' }, { username: 'bea', isRemovedInPart: true, isSignedOut: true }],
      });
      await expect(held.openAccount(BEA_ID)).rejects.toMatchObject({ code: 'not-found' });
      await held.dispose();

      keyring.state = 'ready';
      const next = open();
      await next.session.restore();
      await vi.waitFor(async () =>
        expect((await next.session.getView()).accounts).toMatchObject([{ username: 'ada' }]),
      );
      expect(await readdir(path.join(folder, 'accounts'))).toEqual([ADA_ID]);
    });

    it('SESSION-7: begins anew at a sign-in after a removal that failed half-way, and never on what is left', async () => {
      const fake = await openWithFiles();
      await fake.session.dispose();
      const { fakes, bus } = fake;
      let isHeld = true;
      const held = new Session({
        ...{
          parts: fakes.parts,
          log: fakes.log,
          startDemoService: fakes.startDemoService,
          events: bus,
          now: () => 1_000,
        },
        ...{ dataFolder: folder, secrets: keyring },
        deleteFolder: (one) => (isHeld ? Promise.reject(fail('disk')) : rm(one, { recursive: true })),
      });
      keyring.state = 'ready';
      await held.restore();
      await expect(held.removeAccount(BEA_ID)).rejects.toMatchObject({ code: 'disk' });
      fakes.steps.length = 0;
      await expect(held.signIn(BEA)).rejects.toMatchObject({ code: 'disk' });
      expect(fakes.steps).toEqual([]);
      isHeld = false;
      expect(await held.signIn(BEA)).toMatchObject({ state: 'signed-in', username: 'bea' });
      expect(existsSync(path.join(toFolder(BEA_ID), 'owned.db'))).toBe(false);
      expect((await held.getView()).accounts.filter(({ isRemovedInPart }) => isRemovedInPart)).toEqual([]);
      await held.dispose();
    });

    it('SESSION-7: stays listed while the keyring does not give the key up, and goes when it does', async () => {
      const { session } = await openWithFiles();
      keyring.state = 'locked';
      const view = await session.removeAccount(BEA_ID);
      expect(view.accounts[1]).toMatchObject({ username: 'bea', isRemovedInPart: true, key: 'kept' });
      expect(await readdir(path.join(folder, 'accounts'))).toEqual([ADA_ID]);
      keyring.state = 'ready';
      expect((await session.removeAccount(BEA_ID)).accounts).toMatchObject([{ username: 'ada' }]);
      expect([...keyring.kept.keys()]).toEqual([ADA_NAME]);
    });

    it('can be signed in to again, and begins anew', async () => {
      const { session } = await openWithFiles();
      await session.removeAccount(BEA_ID);
      expect(await session.signIn(BEA)).toMatchObject({ state: 'signed-in', username: 'bea' });
      expect((await session.getView()).accounts).toHaveLength(2);
    });
  });
});
