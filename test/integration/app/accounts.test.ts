/** Several accounts in the whole app, each on a demo service of its own: SESSION-2, SESSION-5, SESSION-6 and SESSION-7. */
import { existsSync } from 'node:fs';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openForWriting } from '#main/store/open.ts';
import type { ChatView, MessageView, SessionView } from '#shared/contract/index.ts';
import { until } from '#test/support/until.ts';
import { AppOnDemo, toRequestId, type RunningService, type AppWindow } from './app-on-demo.ts';

/** Somebody of the cast, who writes to both. */
const SHARED_PHONE = '447700900318';
const FIRST_PHONE = '447700911111';
const SECOND_PHONE = '447700922222';

describe('two accounts on one computer', () => {
  let app: AppOnDemo;
  let first: RunningService;
  let second: RunningService;
  let window: AppWindow;

  beforeEach(async () => {
    app = await AppOnDemo.open();
    first = await app.startService({ seed: 1 });
    second = await app.startService({ seed: 2, chats: 45, messages: 500 });
    first.service.receive({ sender: FIRST_PHONE, text: 'Only of the first' });
    second.service.receive({ sender: SECOND_PHONE, text: 'Only of the second' });
    window = await app.openWindow();
    await window.signIn(first.credentials);
    await untilShown(FIRST_PHONE);
    await window.signIn(second.credentials);
    await untilShown(SECOND_PHONE);
  }, 60_000);
  afterEach(async () => {
    await app.dispose();
  });

  const getSession = (): Promise<SessionView> => window.ask('session.get', {});
  async function toId({ credentials }: RunningService): Promise<string> {
    const found = (await getSession()).accounts.find(({ baseUrl }) => baseUrl === credentials.baseUrl);
    return found?.accountId ?? 'none';
  }
  const toFolder = async (running: RunningService): Promise<string> =>
    path.join(app.folder, 'accounts', await toId(running));
  const open = async (running: RunningService): Promise<SessionView> =>
    await window.ask('accounts.open', { requestId: toRequestId(), accountId: await toId(running) });
  const remove = async (running: RunningService): Promise<SessionView> =>
    await window.ask('accounts.remove', { requestId: toRequestId(), accountId: await toId(running) });

  async function untilShown(phone: string): Promise<ChatView> {
    return await until(async () => {
      const row = await window.ask('chats.find', { chatId: null, phone });
      expect(row?.lastText ?? '').not.toBe('');
      return row as ChatView;
    });
  }
  async function listMine(text: string): Promise<MessageView[]> {
    const chat = await window.ask('chats.find', { chatId: null, phone: SHARED_PHONE });
    const { items } = await window.ask('messages.list', { chatId: chat?.id ?? 0, before: null, limit: 100 });
    return items.filter((message) => message.text === text);
  }
  const countSent = ({ service }: RunningService, text: string): number =>
    service.world.outbound.rows.filter((row) => row.text === text).length;
  const send = (text: string) =>
    window.ask('sends.create', { requestId: toRequestId(), phone: SHARED_PHONE, text, from: null });
  /** Asks the service of the open account for news so often, and waits for the answers. */
  async function runRounds({ service }: RunningService, rounds: number): Promise<void> {
    for (let round = 0; round < rounds; round += 1) {
      const before = service.seen.at(-1);
      await window.ask('sync.tryNow', {});
      await until(() => expect(service.seen.at(-1)).not.toBe(before));
    }
  }

  it('SESSION-6: each shows its own people, and the closed one asks its service nothing', async () => {
    expect(await window.ask('chats.find', { chatId: null, phone: FIRST_PHONE })).toBeNull();
    const last = first.service.seen.at(-1);
    await runRounds(second, 4);
    expect(first.service.seen.at(-1)).toBe(last);

    expect(await open(first)).toMatchObject({
      state: 'signed-in',
      isKeyMissing: false,
      baseUrl: first.credentials.baseUrl,
    });
    const lastOfSecond = second.service.seen.at(-1);
    await untilShown(FIRST_PHONE);
    expect(await window.ask('chats.find', { chatId: null, phone: SECOND_PHONE })).toBeNull();
    const { people } = await window.ask('search.find', { query: 'Only of', scope: 'all', chatId: null, limit: 20 });
    expect(JSON.stringify(people)).not.toContain(SECOND_PHONE);
    await runRounds(first, 4);
    expect(second.service.seen.at(-1)).toBe(lastOfSecond);
  });

  it('SESSION-6: back and forth while texts come and go, nothing is seen or heard of the other', async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      const [here, there, phone] = turn % 2 === 0 ? [first, second, FIRST_PHONE] : [second, first, SECOND_PHONE];
      here.service.receive({ sender: phone, text: `Turn ${String(turn)}` });
      there.service.receive({
        sender: there === first ? FIRST_PHONE : SECOND_PHONE,
        text: `Not in turn ${String(turn)}`,
      });
      await send(`Before turn ${String(turn)}`);
      await open(here);
      await until(async () =>
        expect(await window.ask('chats.find', { chatId: null, phone })).toMatchObject({
          lastText: `Turn ${String(turn)}`,
        }),
      );
    }
    const toOwn = ({ service }: RunningService): Set<number> => new Set(service.world.chats.rows.map(({ id }) => id));
    const own = new Map([
      [first.credentials.baseUrl, toOwn(first)],
      [second.credentials.baseUrl, toOwn(second)],
    ]);
    // The chats that the texts came to are of one account each, whatever ids the others share.
    for (const [running, phone] of [
      [first, FIRST_PHONE],
      [second, SECOND_PHONE],
    ] as const) {
      const { id } = running.service.world.findChatByPhone(phone) ?? { id: 0 };
      expect([...own.values()].filter((ids) => ids.has(id))).toHaveLength(1);
    }
    let current: string | null = null;
    for (const { name, payload } of window.events) {
      if (name === 'session.changed') current = (payload as { session: SessionView }).session.baseUrl;
      if (name !== 'chats.changed' && name !== 'messages.changed') continue;
      const { chatIds } = payload as { chatIds: readonly number[] };
      // Ids below zero are chats that no service knows yet.
      const strange = chatIds.filter((id) => id > 0 && current !== null && !own.get(current)?.has(id));
      expect(strange).toEqual([]);
    }
    // What was written in each account left from there, once.
    for (const running of [first, second]) {
      await open(running);
      for (let turn = 0; turn < 6; turn += 1) {
        const isOwn = (turn % 2 === 0 ? second : first) === running;
        const text = `Before turn ${String(turn)}`;
        await until(() => expect(countSent(running, text)).toBe(isOwn ? 1 : 0));
      }
    }
  });

  it('a text that was leaving when its account was closed is sent once, and its mark is found when it is opened', async () => {
    second.service.faults.set([{ kind: 'delay-after', method: 'POST', path: '/messages', delayMs: 800 }]);
    await send('In the middle');
    await until(() => expect(countSent(second, 'In the middle')).toBe(1));
    await open(first);
    expect(await listMine('In the middle')).toEqual([]);
    second.service.faults.set([]);
    await open(second);
    await until(async () => expect(await listMine('In the middle')).toMatchObject([{ send: { state: 'accepted' } }]));
    expect(countSent(second, 'In the middle')).toBe(1);
    expect(countSent(first, 'In the middle')).toBe(0);
  });

  it('what waits in a closed account, drafts too, stays there until it is opened', async () => {
    second.service.faults.set([{ kind: 'maintenance' }]);
    await send('Waits for its account');
    await window.ask('drafts.save', { phone: SHARED_PHONE, text: 'Half a thought' });
    await open(first);
    second.service.faults.set([]);
    expect(await window.ask('chats.find', { chatId: null, phone: SHARED_PHONE })).toMatchObject({ draft: null });
    expect((await window.ask('outbox.get', {})).counts).toMatchObject({ waiting: 0, drafts: 0 });
    await runRounds(first, 3);
    expect(countSent(second, 'Waits for its account')).toBe(0);
    const accountId = await toId(second);
    expect(await window.ask('accounts.count', { accountId })).toMatchObject({ accountId, drafts: 1, unsent: 1 });
    await open(second);
    await until(() => expect(countSent(second, 'Waits for its account')).toBe(1));
    expect(await window.ask('chats.find', { chatId: null, phone: SHARED_PHONE })).toMatchObject({
      draft: 'Half a thought',
    });
  });

  it('a file that is being handed over goes on over a switch', async () => {
    const file = { name: 'list.csv', mimeType: 'text/csv', sizeBytes: 8 };
    const { handle } = await window.ask('files.stage', file);
    const bytes = new TextEncoder().encode('abcd');
    await window.app.appendBytes({ handle, offset: 0, bytes });
    await open(first);
    expect(await window.app.appendBytes({ handle, offset: 4, bytes })).toMatchObject({ ok: true });
    expect(await window.app.getFile(handle)).toMatchObject({ ok: true });
  });

  it('SESSION-5: after a restart the one that was open last is opened, and the other on what is kept of it', async () => {
    await open(first);
    await app.closeApps();
    window = await app.openWindow();
    expect(await getSession()).toMatchObject({
      state: 'signed-in',
      baseUrl: first.credentials.baseUrl,
      isKeyMissing: true,
    });
    expect(await open(second)).toMatchObject({ baseUrl: second.credentials.baseUrl, isKeyMissing: true });
    expect(await window.ask('chats.find', { chatId: null, phone: SECOND_PHONE })).not.toBeNull();
    const text = await readFile(path.join(app.folder, 'session.json'), 'utf8');
    for (const { credentials } of [first, second]) expect(text).not.toContain(credentials.apiKey);
  });

  it('SESSION-2: who signed out of one account left nothing of it to read from another', async () => {
    await window.ask('session.signOut', { requestId: toRequestId() });
    await open(first);
    expect(await open(second)).toMatchObject({
      state: 'key-needed',
      baseUrl: second.credentials.baseUrl,
      account: null,
    });
    expect(await window.askForError('chats.count', {})).toMatchObject({ code: 'unauthorized' });
    expect(await open(first)).toMatchObject({ state: 'signed-in', isKeyMissing: false });
  });

  it('SESSION-7: removing one leaves the other and both services as they are', async () => {
    await window.ask('drafts.save', { phone: SHARED_PHONE, text: 'Goes with it' });
    const accountId = await toId(second);
    await until(async () => {
      const counted = await window.ask('accounts.count', { accountId });
      expect(counted).toMatchObject({ drafts: 1, unsent: 0, actions: 0 });
      expect(counted.messages).toBeGreaterThan(0);
      expect(counted.bytes).toBeGreaterThan(100_000);
    });
    const folder = await toFolder(second);
    const messages = second.service.world.outbound.rows.length;
    expect(await remove(second)).toMatchObject({
      state: 'signed-out',
      accounts: [{ baseUrl: first.credentials.baseUrl }],
    });
    expect(existsSync(folder)).toBe(false);
    expect(second.service.world.outbound.rows.length).toBe(messages);
    expect(await window.askForError('accounts.count', { accountId })).toMatchObject({ code: 'not-found' });
    expect(await window.askForError('chats.count', {})).toMatchObject({ code: 'unauthorized' });

    expect(await open(first)).toMatchObject({ state: 'signed-in', isKeyMissing: false });
    await untilShown(FIRST_PHONE);
    await window.signIn(second.credentials);
    await untilShown(SECOND_PHONE);
    expect(await window.ask('chats.find', { chatId: null, phone: SHARED_PHONE })).toMatchObject({ draft: null });
  });

  it('SESSION-7: removes a closed account while the other goes on', async () => {
    const folder = await toFolder(first);
    const { accounts } = await remove(first);
    expect(accounts).toMatchObject([{ baseUrl: second.credentials.baseUrl, isActive: true }]);
    expect(existsSync(folder)).toBe(false);
    await runRounds(second, 2);
    expect(await readdir(path.join(app.folder, 'accounts'))).toHaveLength(1);
  });

  it('SESSION-7: puts back the callback addresses of the one that is removed, open or closed', async () => {
    const { callbacks } = first.service.world.data;
    const former = { in: callbacks.inUrl, out: callbacks.outUrl };
    await open(first);
    await window.ask('live.turnOn', { requestId: toRequestId(), choice: { kind: 'none' }, takeOver: [] });
    await until(() => expect(first.service.world.data.callbacks.inUrl).toContain('/switchboard/in/'));
    await open(second);
    const sent = first.service.world.outbound.rows.length;
    await remove(first);
    const { inUrl, outUrl } = first.service.world.data.callbacks;
    expect({ in: inUrl, out: outUrl }).toEqual(former);
    expect(first.service.world.outbound.rows.length).toBe(sent);

    await window.ask('live.turnOn', { requestId: toRequestId(), choice: { kind: 'none' }, takeOver: [] });
    await until(() => expect(second.service.world.data.callbacks.inUrl).toContain('/switchboard/in/'));
    await remove(second);
    expect(second.service.world.data.callbacks.inUrl).toBe(former.in);
  });

  describe('with damaged files', () => {
    it('stays in the account that is open when the files of the other are of a newer version', async () => {
      const db = openForWriting(path.join(await toFolder(first), 'owned.db'), 'FULL');
      db.exec('PRAGMA user_version = 99');
      db.close();
      const input = { requestId: toRequestId(), accountId: await toId(first) };
      expect(await window.askForError('accounts.open', input)).toMatchObject({ code: 'disk-newer' });
      expect(await getSession()).toMatchObject({ state: 'signed-in', baseUrl: second.credentials.baseUrl });
      await runRounds(second, 1);
      await untilShown(SECOND_PHONE);
    });

    it('reads a damaged copy of the other again, and says so there alone', async () => {
      await window.ask('accounts.count', { accountId: await toId(first) });
      await writeFile(path.join(await toFolder(first), 'cache.db'), 'this is no database'.repeat(500));
      expect((await open(first)).notices).toMatchObject([{ kind: 'cache-rebuilt' }]);
      await untilShown(FIRST_PHONE);
      expect((await open(second)).notices).toEqual([]);
    });

    it('starts without a readable list of accounts, and whoever signs in finds theirs', async () => {
      await window.ask('drafts.save', { phone: SHARED_PHONE, text: 'Still here' });
      await app.closeApps();
      await writeFile(path.join(app.folder, 'session.json'), '{"accounts":[{');
      window = await app.openWindow();
      expect(await getSession()).toMatchObject({ state: 'signed-out', accounts: [] });
      await window.signIn(second.credentials);
      expect(await window.ask('chats.find', { chatId: null, phone: SHARED_PHONE })).toMatchObject({
        draft: 'Still here',
      });
    });

    it('counts what is owned of an account whose copy is gone, and says so where that cannot be read', async () => {
      await window.ask('drafts.save', { phone: SHARED_PHONE, text: 'Counted' });
      await open(first);
      const accountId = await toId(second);
      const folder = await toFolder(second);
      for (const end of ['', '-wal', '-shm']) await rm(path.join(folder, `cache.db${end}`), { force: true });
      expect(await window.ask('accounts.count', { accountId })).toMatchObject({ drafts: 1, messages: 0 });
      await writeFile(path.join(folder, 'owned.db'), 'this is no database'.repeat(500));
      expect((await window.askForError('accounts.count', { accountId })).code).toMatch(/^disk/);
      expect((await remove(second)).accounts).toHaveLength(1);
    });
  });
});
