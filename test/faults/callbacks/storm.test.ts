/**
 * A thousand callbacks a second at the real app: what was answered with 200 is kept, what is true is in effect, what was
 * made up is nowhere to be seen, and whoever works at the window is not kept waiting.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { watchTurns } from '#test/bench/main-turns.ts';
import { makeFolder, startService, type ServiceAccount } from '#test/e2e/support/programs.ts';
import { OPEN_CHATS } from '#test/support/chat-lists.ts';
import { isFullScale, throwDice, type Random } from '#test/support/random.ts';
import type { WindowClient } from '#test/support/window-client.ts';
import { readRunningInbox } from './found-inbox.ts';
import { expectInEffect } from './in-effect.ts';
import { expectUnreadAsInService, LiveApp } from './live-app.ts';
import { listSentElsewhere, makeNews, PEOPLE, readIds } from './news.ts';
import { buildCallback, Caller, INVENTED, inventMessage, isInvented, NOBODY, toKey, type Told } from './posting.ts';

const SECONDS = isFullScale() ? 30 : 2;
const PER_SECOND = 1_000;
const MOST_GROWTH = 1.2;
const PAGE_MS = 100;
const SEND_MS = 5_000;
/** Polling alone may take a minute. */
const IN_EFFECT_MS = 30_000;
/** What nobody wrote is looked for four times in two minutes, and what cannot be read with others stands in a queue. */
const SETTLED_MS = isFullScale() ? 480_000 : 0;
const SIZE = ['--chats', '300', '--messages', '6000', '--contacts', '400', '--speed', '20'];

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

interface Scene {
  readonly app: LiveApp;
  readonly account: ServiceAccount;
  readonly random: Random;
  readonly dataFolder: string;
  /** Frames that named what nobody wrote. */
  readonly lies: readonly string[];
}

async function open(random: Random): Promise<Scene> {
  const folder = await makeFolder();
  undo.push(() => folder.remove());
  const service = await startService('--seed', String(random.between(1, 1_000)), ...SIZE);
  undo.push(() => service.stop('SIGKILL'));
  const { account } = service;
  const dataFolder = path.join(folder.path, 'data');
  await mkdir(dataFolder);
  const app = await LiveApp.start({ dataFolder, account, probesIn: folder.path });
  undo.push(() => app.stop('SIGKILL'));
  const lies: string[] = [];
  app.client.onFrame = (frame) => {
    if (frame.includes(INVENTED) || frame.includes(NOBODY)) lies.push(frame);
  };
  await app.waitUntilRead();
  return { app, account, random, dataFolder, lies };
}

interface Storm {
  readonly answers: ReadonlyMap<number | null, number>;
  /** Keys of what was answered with 200. */
  readonly taken: ReadonlySet<string>;
  readonly written: ReadonlySet<number>;
}

/** Of a hundred: 20 about something that was written just now, 40 about something older, 39 invented, 1 with a wrong letter. */
async function blow({ app, account, random }: Scene): Promise<Storm> {
  const caller = new Caller(app.addresses);
  undo.push(() => caller.dispose());
  const known = await readIds(account);
  const [older, sent] = [known.inbound.slice(-500), known.outbound.slice(-500)];
  const written = new Set<number>();
  const answers = new Map<number | null, number>();
  const taken = new Set<string>();
  const post = async (told: Told): Promise<void> => {
    const status = await caller.post(buildCallback(told, random));
    answers.set(status, (answers.get(status) ?? 0) + 1);
    if (status === 200) taken.add(toKey(told));
  };
  const pick = (): Told => {
    const dice = random.between(1, 100);
    const fresh = [...written].slice(-20);
    if (dice <= 20 && fresh.length > 0) return { direction: 'in', id: random.pick(fresh), letter: '' };
    if (dice <= 40) return { direction: 'in', id: random.pick(older), letter: '' };
    if (dice <= 60) return { direction: 'out', id: random.pick(sent), letter: random.pick(['q', 'r']) };
    return dice <= 61 ? { direction: 'out', id: random.pick(sent), letter: 'f' } : inventMessage(random);
  };
  const ending = new AbortController();
  const onText = ({ id }: { readonly id: number }): unknown => written.add(id);
  const writing = makeNews(account, { random: random.fork(), ending: ending.signal, onText });
  const posts: Promise<void>[] = [];
  const beganAt = performance.now();
  while (posts.length < SECONDS * PER_SECOND) {
    const due = Math.min(SECONDS * PER_SECOND, Math.ceil(((performance.now() - beganAt) * PER_SECOND) / 1_000));
    while (posts.length < due) posts.push(post(pick()));
    await wait(5);
  }
  ending.abort();
  await Promise.all([...posts, writing]);
  return { answers, taken, written };
}

interface Work {
  readonly pageMs: readonly number[];
  /** How long a text took from the person to the service. */
  readonly sendMs: number;
}

/** A person at the window: looks at chats all the time, and sends one text. */
async function work(client: WindowClient, ending: AbortSignal): Promise<Work> {
  const pageMs: number[] = [];
  const sending = sendOne(client);
  while (!ending.aborted) {
    const at = performance.now();
    await client.get('chats.list', { ...OPEN_CHATS, limit: 100 });
    pageMs.push(performance.now() - at);
    await wait(50);
  }
  return { pageMs: pageMs.toSorted((one, other) => one - other), sendMs: await sending };
}

async function sendOne(client: WindowClient): Promise<number> {
  await client.get('settings.set', { holdSeconds: 0 });
  await wait(500);
  const at = performance.now();
  const text = 'From the middle of the storm';
  const { chatId } = await client.get('sends.create', {
    requestId: 'in-the-storm',
    phone: PEOPLE[0],
    text,
    from: null,
  });
  await vi.waitFor(
    async () => {
      const { items } = await client.get('messages.list', { chatId, before: null, limit: 200 });
      const line = items.find((item) => item.text === text);
      expect(line?.send?.state).toBe('accepted');
    },
    { timeout: SEND_MS, interval: 50 },
  );
  return performance.now() - at;
}

/** Waits until the memory of the app has come down to so much. */
async function expectMemory(app: LiveApp, mostBytes: number, timeout: number): Promise<number> {
  return await vi.waitFor(
    async () => {
      const { rssBytes } = await app.readCost();
      expect(rssBytes).toBeLessThanOrEqual(mostBytes);
      return rssBytes;
    },
    { timeout, interval: 250 },
  );
}

describe(`the app under ${PER_SECOND} callbacks a second for ${SECONDS} s`, () => {
  it(
    'loses nothing, shows nothing that was made up, gives the memory back, and lets a person work (HOOK-1, SYNC-13)',
    async () => {
      const scene = await open(throwDice());
      const { app, account, dataFolder, lies } = scene;
      const { client } = app;
      const before = await app.readCost();
      const storms: Storm[] = [];
      const works: Work[] = [];
      const turns = await watchTurns(app.turnsFile, async () => {
        const ending = new AbortController();
        const working = work(client, ending.signal);
        storms.push(await blow(scene).finally(() => ending.abort()));
        works.push(await working);
      });
      const [storm] = storms;
      const [worked] = works;
      if (storm === undefined || worked === undefined) throw new Error('There was no storm');
      const { pageMs, sendMs } = worked;
      expect([...storm.answers]).toEqual([[200, SECONDS * PER_SECOND]]);
      const inbox = await readRunningInbox(dataFolder);
      expect([...storm.taken].filter((key) => !inbox.has(key))).toEqual([]);
      const expected = { inbound: storm.written, outbound: new Set(await listSentElsewhere(account)) };
      expect(expected.outbound.size).toBeGreaterThan(0);
      await expectInEffect(client, account, { expected, timeoutMs: IN_EFFECT_MS });
      const peak = await app.readCost();

      await expectSettled(client, SETTLED_MS);
      const after = await expectMemory(app, before.rssBytes * MOST_GROWTH, 60_000);
      process.stderr.write(
        [
          `${pageMs.length} pages, half within ${pageMs[Math.floor(pageMs.length / 2)]} ms, all within ${pageMs.at(-1)} ms`,
          `${turns.cpuMs} ms of CPU in the longest turn, ${turns.usedMs} in all; a text was accepted in ${sendMs} ms`,
          `memory ${before.rssBytes} → ${peak.rssBytes} → ${after}\n`,
        ].join('; '),
      );
      // Machines are shared: how long a page waits is theirs as well, and told for information. The longest turn of the
      // thread that answers the page is the app's own.
      expect(pageMs.length).toBeGreaterThan(SECONDS);
      expect(turns.cpuMs).toBeLessThan(PAGE_MS);
      await expectUnreadAsInService(client, account);
      expect(await listBelieved(dataFolder)).toEqual([]);
      expect(lies).toEqual([]);
      const { state, problem } = await client.get('live.get', {});
      expect([state, problem]).toEqual(['live', null]);
    },
    SECONDS * 4_000 + SETTLED_MS + 240_000,
  );
});

/** Nothing waits in the inbox any more. At small counts nobody waits for that: it takes minutes, however little it is. */
async function expectSettled(client: WindowClient, timeout: number): Promise<void> {
  if (timeout === 0) return;
  await vi.waitFor(async () => expect((await client.get('health.get', {})).callbacks.waiting).toBe(0), {
    timeout,
    interval: 1_000,
  });
}

/** Invented messages that count as confirmed. */
async function listBelieved(dataFolder: string): Promise<readonly string[]> {
  const states = await readRunningInbox(dataFolder);
  return [...states].filter(([key, state]) => isInvented(key) && state === 'confirmed').map(([key]) => key);
}
