/** Every file of the app damaged in every way, under the whole app: what can be saved is saved, and a person is told. */
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openForWriting } from '#main/store/open.ts';
import { isFull } from '#test/support/full-counts.ts';
import { AppOnDemo, toRequestId, type RunningService, type AppWindow } from '#test/integration/app/app-on-demo.ts';
import { until } from '#test/support/until.ts';
import { listCacheFaults } from '../support/account-files.ts';

const PHONE = '447700900318';
const OTHER = '447700900188';
const THIRD = '447700900405';
const TEXTS = ['One of three', 'Two of three', 'Three of three'];
/** What is still waiting in owned.db itself; only its write-ahead log says that it has left since. */
const HELD = 'Held at the checkpoint';
const QUEUED = 'Queued at the checkpoint';
const SENT = [...TEXTS, HELD, QUEUED];
const RESTLESS: readonly string[] = ['held', 'queued', 'sending'];
const PAGE_BYTES = 4_096;
const LIMIT_MS = 600_000;

type Damage = (file: string) => void;

function overwrite(file: string, at: number, length: number): void {
  const bytes = readFileSync(file);
  bytes.fill(0xa5, Math.min(at, bytes.length), Math.min(at + length, bytes.length));
  writeFileSync(file, bytes);
}

const DAMAGES: Readonly<Record<string, Damage>> = {
  'cut in half': (file) => truncateSync(file, Math.floor(statSync(file).size / 2)),
  'garbage at its head': (file) => overwrite(file, 0, PAGE_BYTES),
  'garbage in its middle': (file) => overwrite(file, Math.floor(statSync(file).size / 2), PAGE_BYTES),
  'garbage from its second page on': (file) => overwrite(file, PAGE_BYTES, Infinity),
  emptied: (file) => truncateSync(file, 0),
  gone: (file) => rmSync(file),
  'a folder in its place': (file) => {
    rmSync(file);
    mkdirSync(file);
    appendFileSync(path.join(file, 'within'), 'anything');
  },
};
/** Those that every run tries: of databases, of the small files beside them, of one log, and of both logs at once. */
const OFTEN = {
  databases: ['cut in half', 'garbage in its middle'],
  files: ['cut in half'],
  log: ['garbage at its head', 'garbage in its middle', 'a folder in its place'],
  logs: ['gone'],
} as const;
const BYTES = Buffer.alloc(5_000, 'what a file holds ');

/** A life of the app that everything has its place in; its folder after a clean end, and as a power cut would leave it. */
interface Before {
  readonly running: RunningService;
  readonly closed: string;
  readonly cut: string;
}

let home: string;
let before: Before;
let first: AppOnDemo;
let app: AppOnDemo | null = null;

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'sb-damage-'));
  first = await AppOnDemo.open();
  const running = await first.startService();
  const window = await first.openWindow();
  await window.signIn(running.credentials);
  await until(async () => expect((await window.listChats()).total).toBeGreaterThan(10));
  await live(window, running);
  await leaveAfterCheckpoint(window, running, first.folder);
  await until(async () => expect(await window.ask('sync.getStatus', {})).toMatchObject({ phase: 'idle' }));
  const [closed, cut] = [path.join(home, 'closed'), path.join(home, 'cut')];
  await cp(first.folder, cut, { recursive: true, filter: (from) => !from.endsWith('.sock') });
  await first.closeApps();
  await cp(first.folder, closed, { recursive: true });
  before = { running, closed, cut };
}, LIMIT_MS);
afterAll(async () => {
  await first.dispose();
  await rm(home, { recursive: true, force: true });
}, LIMIT_MS);
afterEach(async () => {
  await app?.dispose();
  app = null;
}, LIMIT_MS);

/** Texts that the service has, one that it refused, and a draft with a file. */
async function live(window: AppWindow, { service }: RunningService): Promise<void> {
  for (const text of TEXTS) await write(window, text);
  await until(() =>
    expect(TEXTS.filter((text) => !service.world.outbound.rows.some((row) => row.text === text))).toEqual([]),
  );
  service.faults.set([{ kind: 'status', status: 400, method: 'POST', path: '/messages', times: 1 }]);
  await write(window, 'Refused');
  await until(async () => expect((await window.ask('outbox.get', {})).counts.stopped).toBe(1));
  await window.ask('drafts.save', { phone: OTHER, text: 'Half a thought' });
  const { handle } = await window.ask('files.stage', { name: 'card.txt', mimeType: '', sizeBytes: BYTES.length });
  await window.app.appendBytes({ handle, offset: 0, bytes: BYTES });
  await window.ask('drafts.addFile', { requestId: toRequestId(), phone: OTHER, handle });
}

/** Two texts that wait while the log is written into owned.db, and leave after that. */
async function leaveAfterCheckpoint(window: AppWindow, { service }: RunningService, folder: string): Promise<void> {
  const expectState = async (sendId: string, state: string): Promise<void> =>
    expect((await window.ask('ledger.get', { sendId })).row.state).toBe(state);
  await window.ask('settings.set', { holdSeconds: 5 });
  const held = await write(window, HELD);
  await window.ask('settings.set', { holdSeconds: 0 });
  service.faults.set([{ kind: 'status', status: 429, method: 'POST', path: '/messages' }]);
  const queued = await write(window, QUEUED, THIRD);
  await until(() =>
    expect(service.seen.some(({ path, status }) => /messages$/.test(path) && status === 429)).toBe(true),
  );
  await until(() => expectState(queued.sendId, 'queued'));
  checkpoint(folder);
  service.faults.set([]);
  await window.ask('sends.sendNow', { requestId: toRequestId(), sendId: held.sendId });
  await window.ask('sync.tryNow', {});
  for (const { sendId } of [held, queued]) await until(() => expectState(sendId, 'accepted'));
}

function checkpoint(folder: string): void {
  const accounts = path.join(folder, 'accounts');
  const [account = ''] = readdirSync(accounts);
  const db = openForWriting(path.join(accounts, account, 'owned.db'), 'FULL');
  expect(db.get('PRAGMA wal_checkpoint(TRUNCATE)')).toMatchObject({ busy: 0 });
  db.close();
}

const write = (window: AppWindow, text: string, phone = PHONE) =>
  window.ask('sends.create', { requestId: toRequestId(), phone, text, from: null });

/** The next start of the app on a folder in which something was damaged. */
async function startOn(folder: string, damage: (account: string, data: string) => void): Promise<AppWindow> {
  app = await AppOnDemo.open();
  await cp(folder, app.folder, { recursive: true });
  const [account = ''] = await readdir(path.join(app.folder, 'accounts'));
  damage(path.join(app.folder, 'accounts', account), app.folder);
  const { baseUrl, webUrl, username, apiKey } = before.running.credentials;
  const env = {
    ...{ SWITCHBOARD_BASE_URL: baseUrl, SWITCHBOARD_WEB_URL: webUrl },
    ...{ SWITCHBOARD_USERNAME: username, SWITCHBOARD_API_KEY: apiKey },
  };
  return await app.openWindow(app.toConfig([], env));
}

/** The account is opened while the window is there already. */
async function untilSignedIn(window: AppWindow): Promise<void> {
  await until(async () => expect((await window.ask('session.get', {})).state).toBe('signed-in'));
}

const listTold = async (window: AppWindow): Promise<readonly string[]> =>
  (await window.ask('session.get', {})).notices.map(({ kind }) => kind);

/** What only this computer knows, as it was. */
async function expectOwn(window: AppWindow): Promise<void> {
  await untilSignedIn(window);
  const draft = await window.ask('drafts.get', { phone: OTHER });
  expect([draft.text, draft.files.map(({ name }) => name)]).toEqual(['Half a thought', ['card.txt']]);
  const filter = { query: '', outcome: null, fromAt: null, toAt: null };
  expect((await window.ask('ledger.count', { filter })).byOutcome).toMatchObject({ sent: SENT.length, stopped: 1 });
}

/** Of what only this computer knows, some may be lost; nothing is there that never was so. */
async function expectNothingInvented(window: AppWindow): Promise<void> {
  await untilSignedIn(window);
  const draft = await window.ask('drafts.get', { phone: OTHER });
  expect(['', 'Half a thought']).toContain(draft.text);
  expect(draft.files.map(({ name }) => name).filter((name) => name !== 'card.txt')).toEqual([]);
  const filter = { query: '', outcome: null, fromAt: null, toAt: null };
  const { byOutcome } = await window.ask('ledger.count', { filter });
  expect(byOutcome.sent).toBeLessThanOrEqual(SENT.length);
  expect(byOutcome.stopped).toBeLessThanOrEqual(1);
}

/** The cache equals the service in every field, texts go out, and none of those of before went out again. */
async function expectGoesOn(window: AppWindow): Promise<void> {
  const { service } = before.running;
  const text = `After ${toRequestId()}`;
  await until(async () => expect((await window.listChats()).total).toBeGreaterThan(10));
  // Damage that is met from here on has the account opened again: what is refused meanwhile is asked again, as a page does.
  const requestId = toRequestId();
  await until(() => window.ask('sends.create', { requestId, phone: PHONE, text, from: null }));
  await until(() => expect(service.world.outbound.rows.filter((row) => row.text === text)).toHaveLength(1));
  await until(async () => {
    const items = [...(await listLines(window, PHONE)), ...(await listLines(window, THIRD))];
    expect(items.filter(({ send }) => RESTLESS.includes(send?.state ?? ''))).toEqual([]);
    expect(SENT.map((each) => items.filter((item) => item.text === each).length)).toEqual(SENT.map(() => 1));
  });
  expect(SENT.map((each) => [each, count(each)])).toEqual(SENT.map((each) => [each, 1]));
  expect(count('Refused')).toBe(0);
  await until(() => window.ask('sync.checkEverything', {}));
  await until(async () => {
    // Nothing else here needs the row of every person: a single digit is looked for in all of them.
    await window.ask('people.suggest', { query: '4' });
    expect(await listCacheFaults(app?.folder ?? '', service)).toEqual([]);
  });
}

async function listLines(window: AppWindow, phone: string) {
  const chat = await window.ask('chats.find', { chatId: null, phone });
  return (await window.ask('messages.list', { chatId: chat?.id ?? 0, before: null, limit: 200 })).items;
}

const count = (text: string): number =>
  before.running.service.world.outbound.rows.filter((row) => row.text === text).length;

/** All of them at full counts. */
function listTried(what: keyof typeof OFTEN): readonly (readonly [name: string, damage: Damage])[] {
  const often: readonly string[] = OFTEN[what];
  return Object.entries(DAMAGES).filter(([name]) => isFull || often.includes(name));
}

describe.each(listTried('databases'))('damage: %s', (name, damage) => {
  it(
    'of the copy of the service: it is read anew, nothing of one’s own is lost, and that is said',
    async () => {
      const window = await startOn(before.closed, (account) => damage(path.join(account, 'cache.db')));
      await expectOwn(window);
      await expectGoesOn(window);
      // Damage in the middle may be met later, or be in room that is not used.
      const told = await listTold(window);
      if (!['emptied', 'gone', 'garbage in its middle'].includes(name)) expect(told).toEqual(['cache-rebuilt']);
    },
    LIMIT_MS,
  );

  it(
    'of what only this computer knows: what can be read is saved, that is said, and the app goes on',
    async () => {
      const window = await startOn(before.closed, (account) => damage(path.join(account, 'owned.db')));
      await until(async () => expect(await listTold(window)).toEqual(['owned-salvaged']));
      await expectNothingInvented(window);
      await expectGoesOn(window);
    },
    LIMIT_MS,
  );

  it(
    'of the log of the copy: what was not in it is read again',
    async () => {
      const window = await startOn(before.cut, (account) => damage(path.join(account, 'cache.db-wal')));
      await expectOwn(window);
      await expectGoesOn(window);
    },
    LIMIT_MS,
  );
});

describe.each(listTried('files'))('damage: %s', (_name, damage) => {
  it(
    'of the list of accounts: whoever signs in finds everything',
    async () => {
      const window = await startOn(before.closed, (_account, data) => damage(path.join(data, 'session.json')));
      await expectOwn(window);
      await expectGoesOn(window);
      await app?.closeApps();
      const again = await app?.openWindow();
      expect((await again?.ask('session.get', {}))?.accounts).toHaveLength(1);
    },
    LIMIT_MS,
  );

  it(
    'of the last choices: those of the account stay, and can be changed',
    async () => {
      const window = await startOn(before.closed, (_account, data) => damage(path.join(data, 'settings.json')));
      await expectOwn(window);
      expect(await window.ask('settings.set', { theme: 'dark', holdSeconds: 0 })).toMatchObject({ theme: 'dark' });
      await expectGoesOn(window);
    },
    LIMIT_MS,
  );
});

describe.each(listTried('log'))('damage: %s', (_name, damage) => {
  it(
    'of the log of what only this computer knows: that is said, and no text leaves twice',
    async () => {
      const window = await startOn(before.cut, (account) => damage(path.join(account, 'owned.db-wal')));
      await until(async () => expect(await listTold(window)).toEqual(['owned-salvaged']));
      await expectNothingInvented(window);
      await expectGoesOn(window);
    },
    LIMIT_MS,
  );
});

describe.each(listTried('logs'))('damage: %s', (_name, damage) => {
  it(
    'of both logs, as where only the databases were kept: that is said, and no text leaves twice',
    async () => {
      const window = await startOn(before.cut, (account) => {
        for (const log of ['owned.db-wal', 'cache.db-wal']) damage(path.join(account, log));
      });
      await until(async () => expect(await listTold(window)).toContain('owned-salvaged'));
      await expectNothingInvented(window);
      await expectGoesOn(window);
    },
    LIMIT_MS,
  );
});

describe('an account of which the databases alone were kept', () => {
  it(
    'sends no text twice, and says that something may be lost',
    async () => {
      const window = await startOn(before.cut, (account) => {
        for (const name of readdirSync(account)) if (/\.db[.-]/.test(name)) rmSync(path.join(account, name));
      });
      await until(async () => expect(await listTold(window)).toContain('owned-salvaged'));
      await expectNothingInvented(window);
      await expectGoesOn(window);
    },
    LIMIT_MS,
  );
});

describe('files of another time or of nobody', () => {
  it.each(['owned.db', 'cache.db'])(
    'of a newer version of the app (%s) are left as they are, and that is said where one signs in',
    async (name) => {
      let files: readonly Buffer[] = [];
      let folder = '';
      const read = (): readonly Buffer[] =>
        ['owned.db', 'cache.db'].map((file) => readFileSync(path.join(folder, file)));
      const window = await startOn(before.closed, (account) => {
        folder = account;
        const db = openForWriting(path.join(account, name), 'NORMAL');
        db.exec('PRAGMA user_version = 99');
        db.close();
        files = read();
      });
      await until(async () => {
        const { state, notices } = await window.ask('session.get', {});
        expect(state).not.toBe('signed-in');
        expect(notices).toMatchObject([{ kind: 'not-opened', problem: { code: 'disk-newer' } }]);
      });
      await app?.closeApps();
      expect(read().map((bytes, index) => bytes.equals(files[index] ?? Buffer.alloc(0)))).toEqual([true, true]);
    },
    LIMIT_MS,
  );

  it.each(['cut short', 'gone', 'a folder in its place'] as const)(
    'of a text (%s): it says so, is not sent without them, and comes back',
    async (how) => {
      const window = await startOn(before.closed, (account) => {
        const [name = ''] = readdirSync(path.join(account, 'files'));
        const file = path.join(account, 'files', name);
        if (how === 'cut short') truncateSync(file, 100);
        else rmSync(file);
        if (how === 'a folder in its place') mkdirSync(file);
      });
      await expectOwn(window);
      const { files } = await window.ask('drafts.get', { phone: OTHER });
      const text = `With a card, ${how}`;
      const fileIds = files.map(({ id }) => id);
      const { sendId } = await window.ask('sends.create', {
        requestId: toRequestId(),
        phone: OTHER,
        text,
        from: null,
        fileIds,
      });
      await until(async () => {
        const { row, problem } = await window.ask('ledger.get', { sendId });
        expect([row.state, problem?.fields]).toEqual(['refused', { file: ['gone'] }]);
      });
      expect(count(text)).toBe(0);
      expect(await window.ask('sends.discard', { requestId: toRequestId(), sendId })).toMatchObject({ text });
    },
    LIMIT_MS,
  );
});
