/**
 * The real app, killed while callbacks arrive, again and again on the same folder: every callback that was answered with
 * 200 is in effect after the restart, and nothing that was made up ever is.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeFolder, startService, type ServiceAccount } from '#test/e2e/support/programs.ts';
import { isFull } from '#test/support/full-counts.ts';
import { throwDice, type Random } from '#test/support/random.ts';
import { readAccountFiles } from '../support/account-files.ts';
import { readCallbackLog } from './callback-log.ts';
import { expectShown } from './expect-shown.ts';
import { expectUnreadAsInService, LiveApp, spawnLiveApp } from './live-app.ts';
import { changeService, parseState, readIds } from './service-changes.ts';
import {
  buildCallback,
  CallbackSender,
  INVENTED,
  inventMessage,
  UNKNOWN_PHONE,
  toKey,
  type CallbackSubject,
} from './callback-sender.ts';

const KILLS = isFull ? 200 : 3;
const CALLERS = 8;
/** From the first callback to the kill. */
const LONGEST_MS = 800;
/** Some are killed before they listen, or while they take up what waits. */
const EARLY_PERCENT = 25;
const EARLY_MS = 1_500;
/** Within this time only stored callbacks bring the news of the last life: the next polling is a minute away. */
const IN_EFFECT_MS = 55_000;
/** What nobody wrote is looked for four times in two minutes before it is refuted. */
const REFUTED_MS = 480_000;
const SIZE = ['--chats', '60', '--messages', '600', '--contacts', '60', '--speed', '20'];

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** What the test knows of all lives. */
interface Setup {
  readonly account: ServiceAccount;
  readonly dataFolder: string;
  /** Texts that were really written, in this life and before. */
  readonly written: number[];
  /** Keys of what was made up and answered with 200. */
  readonly invented: Set<string>;
  readonly lies: string[];
  /** Keys of messages that a window was told to have a word about. */
  readonly told: string[];
}

/** What was answered with 200 in one life: ids of what is true. */
interface Run {
  readonly keys: ReadonlySet<string>;
  readonly inbound: ReadonlySet<number>;
  readonly outbound: ReadonlySet<number>;
}

const NOTHING: Run = { keys: new Set(), inbound: new Set(), outbound: new Set() };

async function open(random: Random): Promise<Setup> {
  const folder = await makeFolder();
  undo.push(() => folder.remove());
  const service = await startService('--seed', String(random.between(1, 1_000)), ...SIZE);
  undo.push(() => service.stop('SIGKILL'));
  const { account } = service;
  return { account, dataFolder: folder.path, written: [], invented: new Set(), lies: [], told: [] };
}

async function startApp({ account, dataFolder, lies, told }: Setup): Promise<LiveApp> {
  const app = await LiveApp.start({ dataFolder, account });
  undo.push(() => app.stop('SIGKILL'));
  app.client.onFrame = (frame) => {
    if (frame.includes(INVENTED) || frame.includes(UNKNOWN_PHONE)) lies.push(frame);
    for (const key of listArrived(frame)) told.push(key);
  };
  return app;
}

function listArrived(frame: string): readonly string[] {
  const { name, payload } = JSON.parse(frame) as { name?: string; payload?: { items: { key: string }[] } };
  return name === 'messages.arrived' && payload !== undefined ? payload.items.map(({ key }) => key) : [];
}

/** Callbacks from many sides until the process is killed: of the service itself, doubled by others, and made up. */
async function callUntilKilled(setup: Setup, app: LiveApp, random: Random): Promise<Run> {
  const { account, written, invented } = setup;
  const first = written.length;
  const ending = new AbortController();
  const taken = new Set<string>();
  const sender = new CallbackSender(app.addresses);
  const call = async (): Promise<void> => {
    while (app.program.isRunning) {
      const isTrue = written.length > 0 && random.happens(70);
      const pool = random.happens(70) && written.length > first ? written.slice(first) : written;
      const subject: CallbackSubject = isTrue
        ? { direction: 'in', id: random.pick(pool), letter: '' }
        : inventMessage(random);
      const status = await sender.post(buildCallback(subject, random));
      if (status === 200) (isTrue ? taken : invented).add(toKey(subject));
      await wait(random.between(0, 10));
    }
  };
  const onText = ({ id }: { readonly id: number }): unknown => written.push(id);
  const news = changeService(account, { random: random.fork(), ending: ending.signal, onText });
  const calls = Array.from({ length: CALLERS }, call);
  await wait(random.between(50, LONGEST_MS));
  await app.stop('SIGKILL');
  ending.abort();
  await Promise.all([...calls, news]);
  sender.dispose();
  return await toLife(account, taken);
}

/** Joined with what the service posted by itself, as it remembers it. */
async function toLife(account: ServiceAccount, taken: ReadonlySet<string>): Promise<Run> {
  const { callbacks } = await parseState(account);
  const own = callbacks
    .filter(({ answered }) => answered === 200)
    .map(
      ({ kind, id, letter }) => ({ direction: kind === 'inbound' ? 'in' : 'out', id, letter: letter ?? '' }) as const,
    );
  const keys = new Set([...taken, ...own.map(toKey)]);
  const toIds = (start: string): ReadonlySet<number> =>
    new Set([...keys].filter((key) => key.startsWith(start)).map((key) => Number(key.split(':')[1])));
  return { keys, inbound: toIds('in:'), outbound: toIds('out:') };
}

/** One life of the app on what the lives before have left. Resolves with what was answered, also by those before. */
async function live(setup: Setup, before: Run, random: Random): Promise<Run> {
  const { account, dataFolder } = setup;
  if (random.happens(EARLY_PERCENT)) {
    const { program } = spawnLiveApp({ dataFolder, account });
    await wait(random.between(0, EARLY_MS));
    await program.stop('SIGKILL');
    return before;
  }
  const app = await startApp(setup);
  await expectShown(app.client, account, { expected: before, timeoutMs: IN_EFFECT_MS });
  const run = await callUntilKilled(setup, app, random);
  const callbackLog = await readCallbackLog(dataFolder);
  expect(callbackLog.faults).toEqual([]);
  expect([...run.keys].filter((key) => !callbackLog.states.has(key))).toEqual([]);
  return run;
}

/** The cache is the service's, to the last message. */
async function expectNothingMissing({ dataFolder, account }: Setup): Promise<void> {
  const ids = await readIds(account);
  const found = await readAccountFiles(dataFolder, ids);
  expect(found.faults).toEqual([]);
  expect(found.passedOver).toEqual([]);
  expect(ids.inbound.filter((id) => !found.messages.inbound.has(id))).toEqual([]);
  expect(ids.outbound.filter((id) => !found.messages.outbound.has(id))).toEqual([]);
  // Nor anything beyond it.
  expect(found.messages.inbound.size + found.messages.outbound.size).toBe(ids.inbound.length + ids.outbound.length);
}

describe(`the app, killed ${String(KILLS)} times while callbacks arrive`, () => {
  it(
    'has everything in effect that was answered with 200, and nothing that was made up (HOOK-1, SYNC-13)',
    async () => {
      const random = throwDice();
      const setup = await open(random);
      const { account, dataFolder } = setup;
      const first = await startApp(setup);
      await first.waitUntilRead();
      await first.stop('SIGKILL');
      let before = NOTHING;
      for (let life = 1; life <= KILLS; life += 1) {
        before = await live(setup, before, random.fork());
      }
      expect(setup.written.length).toBeGreaterThan(KILLS);

      const last = await startApp(setup);
      await expectShown(last.client, account, { expected: before, timeoutMs: IN_EFFECT_MS });
      await expectUnreadAsInService(last.client, account);
      if (isFull) await expectRefuted(last);
      await last.stop();
      await expectNothingMissing(setup);
      const { states, cameByCallback, mistaken } = await readCallbackLog(dataFolder);
      expect([...setup.invented].filter((key) => states.get(key) === 'confirmed')).toEqual([]);
      expect(setup.lies).toEqual([]);
      expect(setup.told.filter((key, index) => setup.told.indexOf(key) !== index)).toEqual([]);
      expect(mistaken).toEqual([]);
      expect(cameByCallback).toBeGreaterThanOrEqual(KILLS);
      process.stderr.write(
        `${setup.written.length} texts, ${setup.invented.size} invented; ${cameByCallback} pieces of news by callback\n`,
      );
    },
    KILLS * 15_000 + 120_000 + (isFull ? REFUTED_MS : 0),
  );
});

async function expectRefuted({ client }: LiveApp): Promise<void> {
  await vi.waitFor(async () => expect((await client.get('health.get', {})).callbacks.waiting).toBe(0), {
    timeout: REFUTED_MS,
    interval: 1_000,
  });
}
