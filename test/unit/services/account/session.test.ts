import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toAppError } from '#main/store/errors.ts';
import { toChatId } from '#shared/domain/ids.ts';
import {
  ACCOUNT,
  CREDENTIALS,
  createFakeSession,
  fail,
  FakeAccountParts,
  type FakeSession,
  SIGN_IN,
} from '../fakes.ts';

describe('the session', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sb-session-'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('begins signed out', async () => {
    const { session } = createFakeSession(folder);
    await session.restore();
    expect(await session.getView()).toMatchObject({ state: 'signed-out', username: null, keyring: 'absent' });
    expect(() => session.getAccount()).toThrow(expect.objectContaining({ code: 'unauthorized' }) as Error);
  });

  it('SESSION-1: asks the service before it opens anything, then starts outbox and sync', async () => {
    const { session, fakes } = createFakeSession(folder);
    const view = await session.signIn({ ...SIGN_IN, baseUrl: ' rest.example.test/api/v2/ ' });
    expect(fakes.steps).toEqual(['client:open ada', 'client:probe', 'store:open', 'outbox:start', 'sync:start']);
    expect(view).toMatchObject({
      state: 'signed-in',
      isDemo: false,
      baseUrl: 'https://rest.example.test',
      username: 'ada',
      account: { displayName: 'Ada Quill', balance: { amount: 12.5, currency: 'GBP' }, timeFormat: '24h' },
    });
  });

  it.each(['unauthorized', 'offline', 'timeout', 'not-this-service', 'maintenance'] as const)(
    'SESSION-1: says %s, opens nothing and leaves nothing behind',
    async (code) => {
      const { session, fakes } = createFakeSession(folder);
      fakes.refusal = fail(code);
      await expect(session.signIn(SIGN_IN)).rejects.toMatchObject({ code });
      expect(fakes.steps).toEqual(['client:open ada', 'client:probe', 'client:close']);
      expect(await session.getView()).toMatchObject({ state: 'signed-out' });
      expect(await readdir(folder)).toEqual([]);
    },
  );

  it('keeps the open account when a second one is refused', async () => {
    const { session, fakes } = createFakeSession(folder);
    await session.signIn(SIGN_IN);
    const { store } = session.getAccount();
    fakes.refusal = fail('unauthorized');
    await expect(session.signIn({ ...SIGN_IN, username: 'bea' })).rejects.toMatchObject({ code: 'unauthorized' });
    expect(session.getAccount().store).toBe(store);
    expect(await session.getView()).toMatchObject({ username: 'ada' });
  });

  describe('when a part of the account cannot end as it should, as on a full disk', () => {
    let fakes: FakeAccountParts;
    let session: FakeSession['session'];

    beforeEach(async () => {
      fakes = new FakeAccountParts();
      fakes.sync = { dispose: () => Promise.reject(fail('disk')) };
      ({ session } = createFakeSession(folder, { fakes }));
      await session.signIn(SIGN_IN);
      fakes.steps.length = 0;
    });

    it('another one is opened all the same, and the log says why', async () => {
      expect(await session.signIn({ ...SIGN_IN, username: 'bea' })).toMatchObject({
        state: 'signed-in',
        username: 'bea',
      });
      expect(fakes.steps.filter((step) => /close|log/.test(step))).toEqual([
        ...['outbox:close', 'store:close', 'client:close', 'log:session.notClosed'],
      ]);
    });

    it('SESSION-2: its person is signed out all the same, and the key forgotten', async () => {
      expect(await session.signOut()).toMatchObject({
        state: 'key-needed',
        accounts: [{ isSignedOut: true, key: 'missing' }],
      });
      expect(fakes.hidden).toEqual(new Set());
    });

    it('SESSION-7: it is removed all the same, which may be what makes room', async () => {
      const [account] = (await session.getView()).accounts;
      expect(await session.removeAccount(account?.accountId ?? '')).toMatchObject({
        state: 'signed-out',
        accounts: [],
      });
    });
  });

  it('closes the account in reverse before it opens another', async () => {
    const { session, fakes } = createFakeSession(folder);
    await session.signIn(SIGN_IN);
    fakes.steps.length = 0;
    await session.signIn({ ...SIGN_IN, username: 'bea' });
    expect(fakes.steps).toEqual([
      'client:open bea',
      'client:probe',
      'sync:close',
      'outbox:close',
      'store:close',
      'client:close',
      'store:open',
      'outbox:start',
      'sync:start',
    ]);
    expect(new Set(fakes.folders).size).toBe(2);
  });

  it('has one folder per account, whatever the capitals of the name', async () => {
    const { session, fakes } = createFakeSession(folder);
    await session.signIn(SIGN_IN);
    await session.signIn({ ...SIGN_IN, username: 'Ada' });
    expect(new Set(fakes.folders).size).toBe(1);
    expect(fakes.folders[0]).toMatch(/accounts[\\/][a-z2-7]{20}$/);
  });

  it('SESSION-2: signing out stops everything, and the next start asks for the key alone', async () => {
    const { session, fakes } = createFakeSession(folder);
    await session.signIn(SIGN_IN);
    fakes.steps.length = 0;
    expect(await session.signOut()).toMatchObject({ state: 'key-needed', username: 'ada', account: null });
    expect(fakes.steps).toEqual(['sync:close', 'outbox:close', 'store:close', 'client:close']);

    const next = createFakeSession(folder).session;
    await next.restore();
    expect(await next.getView()).toMatchObject({
      state: 'key-needed',
      baseUrl: 'https://rest.example.test',
      webUrl: 'https://example.test',
      username: 'ada',
    });
  });

  it('SESSION-4: writes no key to any file and hides it from the log while it is used', async () => {
    const { session, fakes } = createFakeSession(folder);
    await session.signIn(SIGN_IN);
    expect(fakes.hidden).toEqual(new Set([CREDENTIALS.apiKey]));
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      expect(await readFile(path.join(entry.parentPath, entry.name), 'utf8')).not.toContain(CREDENTIALS.apiKey);
    }
    await session.signOut();
    expect(fakes.hidden).toEqual(new Set());
  });

  it('SESSION-3: lets a second sign-in wait for the first', async () => {
    const fakes = new FakeAccountParts();
    const { session } = createFakeSession(folder, { fakes });
    let letPass = (): void => undefined;
    fakes.onProbe = () => new Promise((resolve) => (letPass = resolve));
    const first = session.signIn(SIGN_IN);
    const second = session.signIn({ ...SIGN_IN, username: 'bea' });
    await vi.waitFor(() => expect(fakes.steps).toEqual(['client:open ada', 'client:probe']));
    fakes.onProbe = () => Promise.resolve();
    letPass();
    await first;
    expect(await second).toMatchObject({ username: 'bea' });
  });

  it('mounts the demo once, in a folder of its own, and ends it with the session', async () => {
    const { session, fakes } = createFakeSession(folder);
    expect(await session.startDemo()).toMatchObject({ state: 'signed-in', isDemo: true, username: 'demo' });
    await session.startDemo();
    expect(fakes.folders).toEqual([path.join(folder, 'accounts', 'demo')]);
    expect(await session.signOut()).toMatchObject({ state: 'signed-out', isDemo: false });
    expect(fakes.steps.filter((step) => step.startsWith('demo:'))).toEqual(['demo:open', 'demo:close']);
    expect(fakes.steps.at(-1)).toBe('demo:close');
  });

  it('does not remember the demo as the account of this computer', async () => {
    const { session } = createFakeSession(folder);
    await session.startDemo();
    const next = createFakeSession(folder).session;
    await next.restore();
    expect(await next.getView()).toMatchObject({ state: 'signed-out' });
  });

  it('without a person opens a known account unasked, also while the service is away', async () => {
    const first = createFakeSession(folder);
    await first.session.signIn(SIGN_IN);
    await first.session.dispose();
    const { session, fakes } = createFakeSession(folder);
    fakes.refusal = fail('offline');
    await session.restore();
    expect(await session.signInUnattended(CREDENTIALS)).toMatchObject({ state: 'signed-in' });
    expect(fakes.steps).not.toContain('client:probe');
  });

  it('without a person asks the service about an account that it does not know', async () => {
    const { session, fakes } = createFakeSession(folder);
    fakes.refusal = fail('unauthorized');
    await session.restore();
    await expect(session.signInUnattended(CREDENTIALS)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('closes everything again when the store cannot be opened', async () => {
    const { session, fakes } = createFakeSession(folder);
    fakes.parts.openStore = () => Promise.reject(fail('disk'));
    await expect(session.signIn(SIGN_IN)).rejects.toMatchObject({ code: 'disk' });
    expect(fakes.steps.at(-1)).toBe('client:close');
    expect(await session.getView()).toMatchObject({ state: 'signed-out' });
  });

  it('stays open when the computer cannot remember the account', async () => {
    const { session, fakes } = createFakeSession(folder);
    await rm(folder, { recursive: true });
    await writeFile(folder, 'A file where the folder was');
    expect(await session.signIn(SIGN_IN)).toMatchObject({ state: 'signed-in' });
    expect(fakes.steps).toContain('log:session.notRemembered');
  });

  describe('tells a person about the files', () => {
    const open = (fakes: FakeAccountParts): FakeSession => createFakeSession(folder, { fakes });

    it('what the store did about damage, until it was read', async () => {
      const fakes = new FakeAccountParts();
      fakes.storeNotices = [
        { kind: 'owned-salvaged', movedTo: 'owned.db.damaged', rows: 3 },
        { kind: 'cache-behind', detail: 'for the log' },
        { kind: 'cache-rebuilt', movedTo: 'cache.db.damaged' },
      ];
      const { session } = open(fakes);
      const { notices } = await session.signIn(SIGN_IN);
      expect(notices).toEqual([
        { kind: 'owned-salvaged', at: 1_000, rows: 3 },
        { kind: 'cache-rebuilt', at: 1_000 },
      ]);
      expect((await session.getView()).notices).toEqual(notices);
      expect((await session.dismissNotices()).notices).toEqual([]);
      expect((await session.getView()).notices).toEqual([]);
    });

    it('nothing of an account that somebody else sits at now', async () => {
      const fakes = new FakeAccountParts();
      fakes.storeNotices = [{ kind: 'cache-rebuilt', movedTo: 'cache.db.damaged' }];
      const { session } = open(fakes);
      await session.signIn(SIGN_IN);
      fakes.storeNotices = [];
      expect((await session.signIn({ ...SIGN_IN, username: 'bea' })).notices).toEqual([]);
      fakes.storeNotices = [{ kind: 'cache-rebuilt', movedTo: 'cache.db.damaged' }];
      await session.signIn(SIGN_IN);
      expect((await session.signOut()).notices).toEqual([]);
    });

    it('why it could not be opened without anybody; the newest reason, until it works', async () => {
      const fakes = new FakeAccountParts();
      const { session } = open(fakes);
      const failures = [
        fail('offline'),
        toAppError({ code: 'disk', kind: 'newer', message: 'version 9', stack: '', cause: null }),
      ];
      for (const failure of failures) {
        fakes.parts.openStore = () => Promise.reject(failure);
        await expect(session.signInUnattended(CREDENTIALS)).rejects.toBe(failure);
      }
      const { state, notices } = await session.getView();
      expect(state).toBe('signed-out');
      expect(notices).toMatchObject([{ kind: 'not-opened', at: 1_000, problem: { code: 'disk-newer' } }]);
      const works = open(new FakeAccountParts());
      expect((await works.session.signInUnattended(CREDENTIALS)).notices).toEqual([]);
    });
  });

  it('tells an account that is opened later whether somebody looks', async () => {
    const fakes = new FakeAccountParts();
    const { session } = createFakeSession(folder, { fakes });
    const told: unknown[] = [];
    fakes.sync = { setActivity: (activity) => void told.push(activity) };
    session.setActivity({ isVisible: true, isFocused: false });
    await session.signIn(SIGN_IN);
    session.setActivity({ isVisible: false, isFocused: false });
    expect(told).toEqual([
      { isVisible: true, isFocused: false },
      { isVisible: false, isFocused: false },
    ]);
  });

  describe('and its notices', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    it('tell the window to ask everything again when another account is on screen', async () => {
      const { session, events } = createFakeSession(folder);
      await session.signIn(SIGN_IN);
      await vi.advanceTimersByTimeAsync(200);
      expect(events).toMatchObject([
        { name: 'session.changed', payload: { session: { state: 'signed-in' } } },
        { name: 'chats.changed', payload: { everything: true } },
        { name: 'messages.changed', payload: { everything: true } },
        { name: 'outbox.changed' },
        { name: 'views.changed' },
        { name: 'schedules.changed' },
        { name: 'templates.changed' },
        { name: 'contacts.changed', payload: { everything: true } },
        { name: 'imports.changed', payload: { importId: null } },
        { name: 'sync.statusChanged', payload: { status: { link: 'online' } } },
      ]);
    });

    it('SESSION-6: tell of no change in an account before the window knows of that account', async () => {
      const fakes = new FakeAccountParts();
      const [first, second] = [toChatId(7), toChatId(8)];
      fakes.sync = { start: () => fakes.commit({ chatIds: [first], messageChatIds: [first] }) };
      const saveSession = async (): Promise<void> => void (await vi.advanceTimersByTimeAsync(200));
      const { session, events } = createFakeSession(folder, { fakes, saveSession });
      await session.signIn(SIGN_IN);
      await vi.advanceTimersByTimeAsync(200);
      expect(events[0]).toMatchObject({ name: 'session.changed', payload: { session: { username: 'ada' } } });
      expect(events.filter(({ name }) => name === 'chats.changed')).toMatchObject([{ payload: { everything: true } }]);
      fakes.commit({ chatIds: [second] });
      await vi.advanceTimersByTimeAsync(200);
      expect(events.at(-1)).toMatchObject({ name: 'chats.changed', payload: { chatIds: [second] } });
    });

    it('tell how the link of the new account stands, whatever was said of the one before', async () => {
      const { session, fakes, events } = createFakeSession(folder);
      await session.signIn(SIGN_IN);
      const status = session.getAccount().sync.getStatus();
      fakes.sink?.statusChanged({ ...status, link: 'unauthorized' });
      await vi.advanceTimersByTimeAsync(200);
      events.length = 0;
      // A last word of the old one, on its way out.
      fakes.onProbe = () => Promise.resolve(fakes.sink?.statusChanged({ ...status, link: 'offline' }));
      await session.signIn(SIGN_IN);
      await vi.advanceTimersByTimeAsync(200);
      const told = events.filter(({ name }) => name === 'sync.statusChanged');
      expect(told.at(-1)).toMatchObject({ payload: { status: { link: 'online' } } });
    });

    it('show a pause that the service asked for, and its end', async () => {
      const { session, fakes, events } = createFakeSession(folder);
      await session.signIn(SIGN_IN);
      fakes.sink?.statusChanged(session.getAccount().sync.getStatus());
      await vi.advanceTimersByTimeAsync(200);
      events.length = 0;
      fakes.onPaused({ reason: 'rate-limited', untilAt: 1_000 + 12_000 });
      expect(session.getAccount().getStatus()).toMatchObject({ link: 'slowed', since: 1_000, nextAttemptAt: 13_000 });
      await vi.advanceTimersByTimeAsync(12_200);
      expect(events.map(({ payload }) => payload)).toMatchObject([
        { status: { link: 'slowed', nextAttemptAt: 13_000 } },
        { status: { link: 'online', nextAttemptAt: null } },
      ]);
    });

    it('tell the new account row, such as another balance', async () => {
      const { session, fakes, events } = createFakeSession(folder);
      await session.signIn(SIGN_IN);
      await vi.advanceTimersByTimeAsync(200);
      events.length = 0;
      await session.getAccount().store.saveAccount({ account: { ...ACCOUNT, balance: 3 } });
      fakes.commit({ account: true });
      await vi.waitFor(async () => {
        await vi.advanceTimersByTimeAsync(200);
        expect(events).toMatchObject([{ payload: { session: { account: { balance: { amount: 3 } } } } }]);
      });
    });

    it('try at once what was left of live updates when the service answers again', async () => {
      const { session, fakes } = createFakeSession(folder);
      const getCallbackSettings = vi.fn(() => Promise.reject(fail('offline')));
      fakes.client = { getCallbackSettings };
      fakes.owesAddresses({ in: 'https://crm.example/in', out: null });
      await session.signIn(SIGN_IN);
      await vi.waitFor(() => expect(getCallbackSettings).toHaveBeenCalledOnce());
      const status = session.getAccount().sync.getStatus();
      fakes.sink?.statusChanged({ ...status, link: 'offline' });
      fakes.sink?.statusChanged({ ...status, link: 'online' });
      fakes.sink?.statusChanged({ ...status, link: 'online', done: 5 });
      await vi.advanceTimersByTimeAsync(1_000);
      expect(getCallbackSettings).toHaveBeenCalledTimes(2);
    });

    it('wake the outbox when the service answers again', async () => {
      const { session, fakes } = createFakeSession(folder);
      await session.signIn(SIGN_IN);
      const status = session.getAccount().sync.getStatus();
      fakes.sink?.statusChanged({ ...status, link: 'offline' });
      expect(fakes.steps).not.toContain('outbox:wake');
      fakes.sink?.statusChanged({ ...status, link: 'online' });
      fakes.sink?.statusChanged({ ...status, link: 'online', done: 5 });
      expect(fakes.steps.filter((step) => step === 'outbox:wake')).toHaveLength(1);
    });
  });
});
