/** A disk without room, under the real app: said in words, nothing broken, and all goes on by itself once there is room. */
import { beforeEach, describe, expect, it, vi, type TestContext } from 'vitest';
import { spawnApp, steerService, toSignInEnvironment } from '#test/e2e/support/programs.ts';
import { OPEN_CHATS } from '#test/support/chat-lists.ts';
import type { WindowClient } from '#test/support/window-client.ts';
import { readThread } from '../support/wait-for-match.ts';
import {
  BY_ITSELF,
  AppOnSmallDisk,
  SOON,
  toErrorCode,
  toRequestId,
  waitForDisk,
  type AppAtWork,
} from './app-on-small-disk.ts';
import { findDiskObstacle } from './small-disk.ts';

const PHONE = '447700900318';
const LIMIT_MS = 600_000;
/** Leaves enough to begin with. */
const LITTLE_BYTES = 2_500_000;

const obstacle = await findDiskObstacle();

beforeEach(({ skip }) => skip(obstacle !== null, obstacle ?? ''));

/** Ends with the test. */
async function openAppOnSmallDisk(
  { onTestFinished }: TestContext,
  more: Parameters<typeof AppOnSmallDisk.open>[0] = {},
): Promise<AppOnSmallDisk> {
  const onSmallDisk = await AppOnSmallDisk.open(more);
  onTestFinished(() => onSmallDisk.dispose());
  return onSmallDisk;
}

const create = (client: WindowClient, text: string) =>
  client.ask('sends.create', { requestId: toRequestId(), phone: PHONE, text, from: null });

/** An app that has read everything, and whose texts leave at once. */
async function startReadApp(at: AppOnSmallDisk): Promise<AppAtWork> {
  const app = await at.startApp();
  await vi.waitFor(async () => {
    await app.client.get('settings.set', { holdSeconds: 0 });
  }, SOON);
  await at.waitUntilWhole(app);
  return app;
}

async function findLine(client: WindowClient, text: string) {
  return (await readThread(client, PHONE)).find((line) => line.text === text) ?? null;
}

// Each waits most of its time: for looks at the disk, and for rests after failures.
describe.concurrent('a disk that is full', () => {
  it(
    'during the first reading: says so, stays sound, can be read, and reads on to the end once there is room',
    { timeout: LIMIT_MS },
    async (test) => {
      const at = await openAppOnSmallDisk(test, {
        size: { chats: 80, messages: 4_000, contacts: 80, speed: 20 },
      });
      await at.disk.fill(LITTLE_BYTES);
      const app = await at.startApp();
      await waitForDisk(app, 'full');
      const { client } = app;
      const page = await client.get('chats.list', { ...OPEN_CHATS, limit: 50 });
      expect(page.total).toBeGreaterThan(0);
      expect(await at.readFiles()).toMatchObject({ faults: [], passedOver: [] });
      expect((await client.get('sync.getStatus', {})).disk).toBe('full');
      await at.disk.free();
      await waitForDisk(app, undefined);
      await at.waitUntilWhole(app);
      expect(app.program.isRunning).toBe(true);
    },
  );

  it(
    'while texts are written: each is promised whole or refused whole, and all that was promised leaves once',
    { timeout: LIMIT_MS },
    async (test) => {
      const at = await openAppOnSmallDisk(test);
      const app = await startReadApp(at);
      await at.disk.fill();
      const promised: string[] = [];
      const refused: string[] = [];
      for (let number = 1; number <= 40 && refused.length < 3; number += 1) {
        const text = `Text ${String(number)} ${'and more '.repeat(60)}`.trim();
        const code = toErrorCode(await create(app.client, text));
        expect([null, 'disk']).toContain(code);
        (code === null ? promised : refused).push(text);
      }
      expect(refused.length).toBe(3);
      await waitForDisk(app, 'full');
      await vi.waitFor(() => expect(app.told).toEqual(['full']), SOON);
      expect(toErrorCode(await app.client.ask('drafts.save', { phone: PHONE, text: 'x'.repeat(5_000) }))).toBe('disk');
      await at.disk.free();
      await vi.waitFor(() => expect(app.told).toEqual(['full', null]), BY_ITSELF);
      await vi.waitFor(async () => {
        for (const text of promised) expect((await findLine(app.client, text))?.send?.state).toBe('accepted');
      }, BY_ITSELF);
      for (const text of promised) expect(await at.count(PHONE, text)).toBe(1);
      for (const text of refused) {
        expect(await findLine(app.client, text)).toBeNull();
        expect(await at.count(PHONE, text)).toBe(0);
      }
      const filter = { query: '', outcome: null, fromAt: null, toAt: null };
      expect((await app.client.get('ledger.count', { filter })).count).toBe(promised.length);
      // The same text as a person sends it once more.
      expect(toErrorCode(await create(app.client, refused[0] ?? ''))).toBeNull();
      await vi.waitFor(async () => expect(await at.count(PHONE, refused[0] ?? '')).toBe(1), BY_ITSELF);
    },
  );

  it.for(['is there again', 'is there at the next start'] as const)(
    'between an acceptance and its note: the text is accepted once room %s, and never sent twice',
    { timeout: LIMIT_MS },
    async (when, test) => {
      const at = await openAppOnSmallDisk(test);
      const app = await startReadApp(at);
      // Long enough to fill the disk meanwhile on a machine with much else to do.
      const answer = { kind: 'delay-after', method: 'POST', path: '/messages', delayMs: 24_000, times: 1 };
      // Meanwhile the app doesn't find the text by reading, however long filling takes.
      const reading = { kind: 'delay', method: 'GET', delayMs: 24_000 };
      await steerService(at.account, 'POST faults', { faults: [answer, reading] });
      expect(toErrorCode(await create(app.client, 'Accepted, and then?'))).toBeNull();
      await vi.waitFor(async () => expect(await at.count(PHONE, 'Accepted, and then?')).toBe(1), SOON);
      await at.disk.fill();
      await waitForDisk(app, 'full');
      expect((await findLine(app.client, 'Accepted, and then?'))?.send?.state).toBe('sending');
      await steerService(at.account, 'POST faults', { faults: [] });
      if (when === 'is there at the next start') await app.program.stop('SIGKILL');
      await at.disk.free();
      const { client } = when === 'is there at the next start' ? await at.startApp() : app;
      await vi.waitFor(async () => {
        const line = await findLine(client, 'Accepted, and then?');
        if (line?.send?.state === 'checking') await client.ask('sends.lookNow', { sendId: line.send.id });
        expect(line?.send?.state).toBe('accepted');
      }, BY_ITSELF);
      expect(await at.count(PHONE, 'Accepted, and then?')).toBe(1);
      expect((await at.readFiles()).faults).toEqual([]);
    },
  );

  it(
    'while a file is added: nothing of it stays, the draft is as it was, and it can be added once there is room',
    { timeout: LIMIT_MS },
    async (test) => {
      const at = await openAppOnSmallDisk(test);
      const app = await startReadApp(at);
      const { client } = app;
      const bytes = Buffer.alloc(400_000, 'card');
      const handle = (await client.stage('card.txt', bytes)) ?? '';
      await at.disk.fill(100_000);
      const add = { requestId: toRequestId(), phone: PHONE, handle };
      expect(toErrorCode(await client.ask('drafts.addFile', add))).toBe('disk');
      await waitForDisk(app, 'full');
      expect((await client.get('drafts.get', { phone: PHONE })).files).toEqual([]);
      expect((await at.readFiles()).kept).toEqual({ there: [], needed: [] });
      await expect(client.stage('other.txt', bytes)).rejects.toThrow();
      await at.disk.free();
      await waitForDisk(app, undefined);
      const added = await client.get('drafts.addFile', add);
      expect((await client.get('drafts.get', { phone: PHONE })).files.map(({ id }) => id)).toEqual([added.id]);
      expect((await at.readFiles()).kept).toEqual({ there: [added.id], needed: [added.id] });
    },
  );

  it(
    'while callbacks arrive: they are told to come again, and their news is there once there is room',
    { timeout: LIMIT_MS },
    async (test) => {
      const at = await openAppOnSmallDisk(test);
      const app = await startReadApp(at);
      await vi.waitFor(async () => {
        const live = await app.client.get('live.get', {});
        const choice = { requestId: 'turn-it-on', choice: { kind: 'none' }, takeOver: [] } as const;
        expect((live.isOn ? live : await app.client.get('live.turnOn', { ...choice, takeOver: [] })).state).toBe(
          'live',
        );
      }, SOON);
      await at.disk.fill();
      const written: number[] = [];
      const isRefused = async (): Promise<boolean> => {
        const { callbacks } = await steerService(at.account, 'GET state');
        return (callbacks as readonly { readonly answered: number | null }[]).some(({ answered }) => answered === 503);
      };
      await vi.waitFor(async () => {
        const text = `While it was full, ${String(written.length)} ${'and more '.repeat(60)}`;
        const { id } = await steerService(at.account, 'POST inbound', { sender: PHONE, text });
        written.push(id as number);
        expect(await isRefused()).toBe(true);
      }, SOON);
      await waitForDisk(app, 'full');
      await at.disk.free();
      await waitForDisk(app, undefined);
      await vi.waitFor(async () => {
        const { inbound } = (await at.readFiles()).messages;
        expect(written.filter((id) => !inbound.has(id))).toEqual([]);
      }, BY_ITSELF);
      await at.waitUntilWhole(app);
    },
  );

  it(
    'at the end of the app and at its start: it ends in order, says why it cannot go on, and loses nothing',
    { timeout: LIMIT_MS },
    async (test) => {
      const at = await openAppOnSmallDisk(test);
      const first = await startReadApp(at);
      await first.client.get('drafts.save', { phone: PHONE, text: 'Half a thought' });
      await at.disk.fill();
      await first.program.stop('SIGTERM');
      expect((await at.readFiles()).faults).toEqual([]);
      const second = spawnApp({ dataFolder: at.disk.folder, env: toSignInEnvironment(at.account) });
      expect(await second.program.waitFor(/had to stop: (.*)/)).toBe(
        `The disk with ${at.disk.folder} is full. Nothing was lost. Free up some space and start Switchboard again.`,
      );
      await at.disk.free();
      const third = await at.startApp();
      expect((await third.client.get('drafts.get', { phone: PHONE })).text).toBe('Half a thought');
      await at.waitUntilWhole(third);
    },
  );
});
