/** The session and the keyring of the computer: KEY-1 … 3, SESSION-2, SESSION-4 and SESSION-5. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeKeyring, CREDENTIALS, createFakeSession, fail, SIGN_IN, type FakeSession } from '../fakes.ts';

const KEEPING = { ...SIGN_IN, keepsKey: true };
const NAME = 'ada https://rest.example.test';
const UNREADY = ['locked', 'silent', 'failed', 'absent'] as const;

describe('the session and the keyring', () => {
  let folder: string;
  let keyring: FakeKeyring;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sb-keys-'));
    keyring = new FakeKeyring();
  });
  afterEach(async () => {
    vi.useRealTimers();
    await rm(folder, { recursive: true, force: true });
  });

  const open = (): FakeSession => createFakeSession(folder, { secrets: keyring });
  const readMemory = async (): Promise<unknown> =>
    JSON.parse(await readFile(path.join(folder, 'session.json'), 'utf8'));
  /** Signs in, ends the app, and begins again. */
  async function startAgain(signIn = KEEPING): Promise<FakeSession> {
    const first = open();
    await first.session.signIn(signIn);
    await first.session.dispose();
    keyring.state = 'ready';
    keyring.calls.length = 0;
    return open();
  }
  const isLate = (): void => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

  it('keeps the key when a person asks for it, and opens the next start with it without asking the service', async () => {
    const { session, fakes } = await startAgain();
    await session.restore();
    expect(fakes.steps).toEqual(['client:open ada', 'store:open', 'outbox:start', 'sync:start']);
    expect(fakes.keys).toEqual([CREDENTIALS.apiKey]);
    expect(await session.getView()).toMatchObject({
      state: 'signed-in',
      keyring: 'ready',
      isKeyKept: true,
      isKeyMissing: false,
    });
  });

  it('does not keep it when nobody asked, and takes out the one that was kept', async () => {
    const { session } = open();
    expect(await session.signIn(SIGN_IN)).toMatchObject({ keyring: 'ready', isKeyKept: false });
    expect(keyring.calls).not.toContain('save');
    await session.signIn(KEEPING);
    expect(keyring.kept.get(NAME)).toBe(CREDENTIALS.apiKey);
    expect(await session.signIn(SIGN_IN)).toMatchObject({ isKeyKept: false });
    expect(keyring.kept.size).toBe(0);
  });

  it('KEY-4: leaves the key of an account where it is when another one signs in, and takes it out with its own', async () => {
    const { session } = open();
    await session.signIn(KEEPING);
    await session.signIn({ ...KEEPING, username: 'bea' });
    expect([...keyring.kept.keys()]).toEqual([NAME, 'bea https://rest.example.test']);
    await session.signOut();
    expect([...keyring.kept.keys()]).toEqual([NAME]);
  });

  it.each(UNREADY)('KEY-3: signs in where the keyring is %s, and says why the key is not kept', async (state) => {
    const { session } = open();
    keyring.state = state;
    expect(await session.signIn(KEEPING)).toMatchObject({ state: 'signed-in', keyring: state, isKeyKept: false });
  });

  it.each(UNREADY)('SESSION-5: opens on what is kept here where the keyring is %s at the next start', async (state) => {
    const { session, fakes } = await startAgain();
    keyring.state = state;
    await session.restore();
    expect(fakes.keys).toEqual([null]);
    expect(fakes.steps).toEqual(['client:open ada', 'store:open', 'outbox:start', 'sync:start']);
    expect(await session.getView()).toMatchObject({
      state: 'signed-in',
      username: 'ada',
      keyring: state,
      isKeyMissing: true,
    });
    expect(() => session.getAccount()).not.toThrow();
  });

  it('SESSION-5: opens on what is kept here where the key was not to be kept', async () => {
    const { session, fakes } = await startAgain(SIGN_IN);
    await session.restore();
    expect(fakes.keys).toEqual([null]);
    expect(keyring.calls).toEqual([]);
    expect(await session.getView()).toMatchObject({ state: 'signed-in', keyring: 'ready', isKeyMissing: true });
  });

  it('SESSION-5: goes on with the key that a person enters, and stays readable while the service is away', async () => {
    const { session, fakes } = await startAgain(SIGN_IN);
    await session.restore();
    fakes.refusal = fail('offline');
    await expect(session.signIn(SIGN_IN)).rejects.toMatchObject({ code: 'offline' });
    expect(await session.getView()).toMatchObject({ state: 'signed-in', isKeyMissing: true });
    fakes.refusal = null;
    expect(await session.signIn(KEEPING)).toMatchObject({ isKeyMissing: false, isKeyKept: true });
    expect(new Set(fakes.folders).size).toBe(1);
  });

  it('asks a locked keyring again when a person says so', async () => {
    const { session, fakes } = await startAgain();
    keyring.state = 'locked';
    await session.restore();
    expect(await session.askKeyring()).toMatchObject({ keyring: 'locked', isKeyMissing: true });
    keyring.state = 'ready';
    expect(await session.askKeyring()).toMatchObject({ keyring: 'ready', isKeyMissing: false });
    expect(fakes.keys).toEqual([null, CREDENTIALS.apiKey]);
  });

  it('tries to keep the key again when a person says so', async () => {
    const { session } = open();
    keyring.state = 'locked';
    await session.signIn(KEEPING);
    keyring.state = 'ready';
    expect(await session.askKeyring()).toMatchObject({ keyring: 'ready', isKeyKept: true });
    expect(await readMemory()).toMatchObject({ accounts: [{ isKeyKept: true }] });
  });

  it('KEY-1: opens without the key while the keyring asks somebody, and goes on when it answers', async () => {
    const { session, fakes, events } = await startAgain();
    isLate();
    keyring.isAsking = true;
    const restored = session.restore();
    await vi.waitFor(() => expect(keyring.calls).toEqual(['find']));
    await vi.advanceTimersByTimeAsync(1_600);
    await restored;
    expect(await session.getView()).toMatchObject({ state: 'signed-in', keyring: 'silent', isKeyMissing: true });
    events.length = 0;
    keyring.answerLate();
    await vi.waitFor(() => expect(fakes.keys).toEqual([null, CREDENTIALS.apiKey]));
    await vi.waitFor(async () =>
      expect(await session.getView()).toMatchObject({ keyring: 'ready', isKeyMissing: false }),
    );
    await vi.advanceTimersByTimeAsync(200);
    expect(events.filter(({ name }) => name === 'session.changed').at(-1)).toMatchObject({
      payload: { session: { keyring: 'ready', isKeyMissing: false } },
    });
  });

  it('KEY-1: does not open again for a late key when its person has left', async () => {
    const { session, fakes } = await startAgain();
    isLate();
    keyring.isAsking = true;
    const restored = session.restore();
    await vi.waitFor(() => expect(keyring.calls).toEqual(['find']));
    await vi.advanceTimersByTimeAsync(1_600);
    await restored;
    const left = session.signOut();
    await vi.waitFor(() => expect(keyring.calls).toEqual(['find', 'remove']));
    await vi.advanceTimersByTimeAsync(1_600);
    await left;
    keyring.answerLate();
    await vi.waitFor(async () => expect(await session.getView()).toMatchObject({ isKeyKept: false }));
    expect(fakes.keys).toEqual([null]);
    expect(await session.getView()).toMatchObject({ state: 'key-needed' });
  });

  it('KEY-2: takes out a key that was put there after its person had left', async () => {
    const { session } = open();
    isLate();
    keyring.isAsking = true;
    const signedIn = session.signIn(KEEPING);
    await vi.waitFor(() => expect(keyring.calls).toEqual(['save']));
    await vi.advanceTimersByTimeAsync(1_600);
    expect(await signedIn).toMatchObject({ state: 'signed-in', keyring: 'silent', isKeyKept: false });
    const left = session.signOut();
    await vi.waitFor(() => expect(keyring.calls).toEqual(['save', 'remove']));
    await vi.advanceTimersByTimeAsync(1_600);
    await left;
    keyring.answerLate();
    await vi.waitFor(() => expect(keyring.calls.filter((act) => act === 'remove')).toHaveLength(2));
    expect(keyring.kept.size).toBe(0);
  });

  it('SESSION-2: a restart after signing out opens nothing and asks the keyring for no key', async () => {
    const { session } = await startAgain();
    await session.restore();
    await session.signOut();
    expect(keyring.kept.size).toBe(0);
    await session.dispose();
    keyring.state = 'ready';
    const next = open();
    keyring.calls.length = 0;
    await next.session.restore();
    expect(next.fakes.steps).toEqual([]);
    expect(keyring.calls).toEqual([]);
    expect(await next.session.getView()).toMatchObject({ state: 'key-needed', username: 'ada', isKeyKept: false });
    expect(() => next.session.getAccount()).toThrow(expect.objectContaining({ code: 'unauthorized' }) as Error);
  });

  it('SESSION-2: says when the key could not be taken out, and takes it out on the next try', async () => {
    const { session } = open();
    await session.signIn(KEEPING);
    keyring.state = 'locked';
    expect(await session.signOut()).toMatchObject({ state: 'key-needed', keyring: 'locked', isKeyKept: true });
    keyring.state = 'ready';
    expect(await session.askKeyring()).toMatchObject({ state: 'key-needed', keyring: 'ready', isKeyKept: false });
    expect(keyring.kept.size).toBe(0);
  });

  it('SESSION-2: says that a key is left only once the keyring is late, until it is out', async () => {
    const { session, events } = open();
    await session.signIn(KEEPING);
    isLate();
    keyring.isAsking = true;
    const readTold = (): unknown => events.filter(({ name }) => name === 'session.changed').at(-1);
    const left = session.signOut();
    await vi.waitFor(() =>
      expect(readTold()).toMatchObject({ payload: { session: { state: 'key-needed', isKeyKept: false } } }),
    );
    await vi.advanceTimersByTimeAsync(1_600);
    expect(await left).toMatchObject({ keyring: 'silent', isKeyKept: true });
    expect(readTold()).toMatchObject({ payload: { session: { keyring: 'silent', isKeyKept: true } } });
    keyring.answerLate();
    await vi.waitFor(async () => expect(await session.getView()).toMatchObject({ keyring: 'ready', isKeyKept: false }));
  });

  it('KEY-2: takes a key out once where its user signs in again before the keyring has done that', async () => {
    const { session } = open();
    await session.signIn(KEEPING);
    isLate();
    keyring.isAsking = true;
    const left = session.signOut();
    await vi.waitFor(() => expect(keyring.calls).toContain('remove'));
    await vi.advanceTimersByTimeAsync(1_600);
    await left;
    const back = vi.fn();
    void session.signIn(SIGN_IN).then(back);
    // Each look takes the clock on.
    await vi.waitFor(() => expect(back).toHaveBeenCalled(), { timeout: 5_000, interval: 100 });
    keyring.answerLate();
    await vi.waitFor(async () => expect(await session.getView()).toMatchObject({ keyring: 'ready', isKeyKept: false }));
    expect(keyring.calls.filter((act) => act === 'remove')).toHaveLength(1);
    expect([keyring.kept.size, keyring.calls.includes('save')]).toEqual([0, true]);
  });

  it('asks for the key where the file of an older version does not say whether somebody signed out', async () => {
    const { baseUrl, webUrl, username } = CREDENTIALS;
    await writeFile(path.join(folder, 'session.json'), JSON.stringify({ baseUrl, webUrl, username }));
    const { session, fakes } = open();
    await session.restore();
    expect(fakes.steps).toEqual([]);
    expect(await session.getView()).toMatchObject({ state: 'key-needed' });
  });

  it('leaves an account to whoever signs in to it without a person, and its key in the keyring', async () => {
    const { session, fakes } = await startAgain();
    await session.restore(CREDENTIALS);
    expect(fakes.steps).toEqual([]);
    expect(await session.signInUnattended(CREDENTIALS)).toMatchObject({ isKeyKept: true, isKeyMissing: false });
    expect(keyring.kept.size).toBe(1);
  });

  it('does not wait for the keyring when the app ends', async () => {
    const { session } = await startAgain();
    keyring.isAsking = true;
    const restored = session.restore().catch(() => undefined);
    await vi.waitFor(() => expect(keyring.calls).toEqual(['find']));
    await session.dispose();
    await restored;
    expect(keyring.calls).toContain('dispose');
  });
});
