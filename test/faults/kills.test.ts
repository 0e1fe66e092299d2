/**
 * The real process, killed at random moments, again and again on the same folder: both databases stay sound, what was
 * promised is kept, and nothing is in the service twice.
 */
import { rm, readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  makeFolder,
  startApp,
  steerService,
  toSignInEnvironment,
  type ServiceAccount,
} from '#test/e2e/support/programs.ts';
import { isFull } from '#test/support/full-counts.ts';
import { throwDice, type Random } from '#test/support/random.ts';
import { WindowClient } from '#test/support/window-client.ts';
import { readIds } from './callbacks/service-changes.ts';
import { describeFiles, readAccountFiles } from './support/account-files.ts';
import { PHONES } from './support/random-activity.ts';
import { runUntilKilled } from './support/run-until-killed.ts';
import { RequestedWrites } from './support/requested-writes.ts';
import { startDemoInProcess } from '#test/support/demo-in-process.ts';
import {
  expectPins,
  readService,
  readThread,
  waitUntilEqual,
  waitUntilFound,
  waitUntilQuiet,
} from './support/wait-for-match.ts';
import { listContradictions, listUnequalFields, readSendReport, type SendReport } from './support/compare-sends.ts';

const KILLS = isFull ? 200 : 4;
const LONGEST_LIFE_MS = 60_000;
const SETTLING_MS = 900_000;
/** Enough for a first sync of more than a second. */
const SIZE = { chats: 60, messages: 1_500, contacts: 80, speed: 20 };

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** Sound files, and in them all that was promised. */
async function expectKept(dataFolder: string, account: ServiceAccount, requested: RequestedWrites): Promise<void> {
  const found = await readAccountFiles(dataFolder, await readIds(account));
  expect(found.faults).toEqual([]);
  expect(found.passedOver).toEqual([]);
  const missing = requested.answered.filter(
    ({ sendId, discard }) => !found.ledgerIds.has(sendId) || (discard === 'no' && !found.sendIds.has(sendId)),
  );
  expect(missing.map(({ text }) => text)).toEqual([]);
  expect(found.disputed).toEqual([]);
  expect(found.lostFiles).toEqual([]);
  for (const [phone, lastWrite] of requested.drafts)
    expect(lastWrite.possible).toContain(found.drafts.get(phone) ?? '');
}

/** The cache is the service's to give again: now and then a start finds none, and reads everything anew. */
async function loseCacheAtTimes(dataFolder: string, random: Random): Promise<void> {
  if (!random.happens(15)) return;
  const accounts = path.join(dataFolder, 'accounts');
  for (const account of await readdir(accounts).catch(() => [])) {
    for (const end of ['', '-wal', '-shm']) await rm(path.join(accounts, account, `cache.db${end}`), { force: true });
  }
}

/** What is told of each text, beside what the service has of it. */
async function readAllTold(
  client: WindowClient,
  account: ServiceAccount,
  requested: RequestedWrites,
): Promise<readonly SendReport[]> {
  const report: SendReport[] = [];
  for (const phone of PHONES) {
    const given = { shown: await readThread(client, phone), sent: (await readService(account, phone)).sent };
    for (const request of requested.sends.filter((send) => send.phone === phone)) {
      report.push(await readSendReport(client, request, given));
    }
  }
  return report;
}

async function expectTruth(client: WindowClient, account: ServiceAccount, requested: RequestedWrites): Promise<void> {
  await waitUntilQuiet(client, PHONES);
  await waitUntilFound(client, account, PHONES);
  expect((await readAllTold(client, account, requested)).flatMap(listContradictions)).toEqual([]);
}

/** Words, references, letters, parts and prices, of each text and all together. */
async function expectSameLedger(
  client: WindowClient,
  account: ServiceAccount,
  requested: RequestedWrites,
): Promise<void> {
  const compare = async (): Promise<readonly SendReport[]> => {
    const report = await readAllTold(client, account, requested);
    expect(report.flatMap(listUnequalFields)).toEqual([]);
    return report;
  };
  const report = await vi.waitFor(compare, { timeout: 300_000, interval: 500 });
  const entries = report.flatMap(({ entry }) => (entry === null ? [] : [entry]));
  const sent = report.filter(({ entry }) => entry?.row.state === 'accepted').flatMap(({ there }) => there);
  const filter = { query: '', outcome: null, fromAt: null, toAt: null };
  const totals = await client.get('ledger.count', { filter });
  expect(totals).toMatchObject({ count: entries.length, byOutcome: { sent: sent.length, open: 0 } });
  expect(totals.partsCharged).toBe(sent.reduce((sum, { parts }) => sum + parts, 0));
  expect(totals.priceCharged).toBeCloseTo(sent.reduce((sum, { price }) => sum + price, 0));
}

/** Every file is where a person left it: in a draft, or with its text; of texts that the service has no bytes are here. */
async function expectFiles(
  client: WindowClient,
  dataFolder: string,
  scene: { account: ServiceAccount; report: readonly SendReport[]; requested: RequestedWrites },
) {
  const { account, report, requested } = scene;
  const ofDrafts: string[] = [];
  for (const phone of PHONES) ofDrafts.push(...(await client.get('drafts.get', { phone })).files.map(({ id }) => id));
  const ofTexts = report.flatMap(({ entry }) =>
    entry === null || entry.row.state === 'discarded' ? [] : entry.files.map(({ id }) => id),
  );
  const somewhere = new Set([...ofDrafts, ...ofTexts]);
  expect(requested.files.filter(({ fileId }) => !somewhere.has(fileId)).map(({ name }) => name)).toEqual([]);
  await vi.waitFor(
    async () => {
      const { kept } = await readAccountFiles(dataFolder, await readIds(account));
      expect(kept.there).toEqual(kept.needed);
    },
    { timeout: 300_000, interval: 500 },
  );
}

/** Whoever follows a link of a text gets the very bytes. */
async function expectArrived(report: readonly SendReport[], { files }: RequestedWrites): Promise<void> {
  const withFiles = report.filter(({ entry, there }) => there.length === 1 && (entry?.files.length ?? 0) > 0);
  for (const { entry, there } of withFiles.slice(-10)) {
    const links = there[0]?.text.split('\n').slice(1) ?? [];
    expect(links).toHaveLength(entry?.files.length ?? 0);
    for (const [index, link] of links.entries()) {
      const answer = await fetch(`${link}/download`);
      const sent = files.find(({ fileId }) => fileId === entry?.files[index]?.id);
      // A file whose taking was never answered is not known here.
      if (sent !== undefined) expect(Buffer.from(await answer.arrayBuffer()).equals(sent.bytes)).toBe(true);
    }
  }
}

describe(`the app, killed ${String(KILLS)} times`, () => {
  it(
    'keeps its databases sound and its promises, and sends nothing twice (STORE-1, SEND-1, SYNC-5)',
    async () => {
      const random = throwDice();
      const folder = await makeFolder();
      undo.push(() => folder.remove());
      const service = await startDemoInProcess({ seed: random.between(1, 1_000), ...SIZE });
      undo.push(() => service.stop());
      const { account, demo } = service;
      const requested = new RequestedWrites();
      for (let life = 1; life <= KILLS; life += 1) {
        await runUntilKilled(folder.path, { account, requested, random: random.fork(), run: life });
        await expectKept(folder.path, account, requested).catch(async (cause: unknown) => {
          const files = await describeFiles(folder.path);
          throw new Error(`${String(cause)}\nafter kill ${String(life)}, with these files:\n${files}`, { cause });
        });
        await loseCacheAtTimes(folder.path, random);
      }
      expect(requested.answered.length).toBeGreaterThan(KILLS);

      await steerService(account, 'POST faults', { faults: [] });
      const app = await startApp({ dataFolder: folder.path, env: toSignInEnvironment(account) });
      undo.push(() => app.stop('SIGKILL'));
      const client = await WindowClient.open(app.announced);
      undo.push(() => {
        client.close();
      });
      await expectTruth(client, account, requested);
      await expectPins(account, requested);
      await waitUntilEqual(client, folder.path, demo);
      const inbound = new Set(demo.world.inbound.rows.map(({ id }) => id));
      expect(requested.inbound.filter((id) => !inbound.has(id))).toEqual([]);
      await expectSameLedger(client, account, requested);
      const report = await readAllTold(client, account, requested);
      await expectFiles(client, folder.path, { account, report, requested });
      await expectArrived(report, requested);
    },
    KILLS * LONGEST_LIFE_MS + SETTLING_MS,
  );
});
