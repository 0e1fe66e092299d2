/** Everything but callbacks, thrown at the real app: it stays up, it does not grow, and callbacks still come through. */
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { watchTurns } from '#test/bench/main-turns.ts';
import { makeFolder, startService } from '#test/e2e/support/programs.ts';
import { OPEN_CHATS } from '#test/support/chat-lists.ts';
import { isFullScale, throwDice, type Random } from '#test/support/random.ts';
import { readInbox } from './found-inbox.ts';
import { LiveApp } from './live-app.ts';
import { buildCallback, Caller, INVENTED, toKey } from './posting.ts';
import { keepWaiting, throwRubbish } from './rubbish.ts';

const REQUESTS = isFullScale() ? 100_000 : 3_000;
const AT_ONCE = 32;
/** Callers who never end, all at a time. */
const UNENDING = isFullScale() ? 60 : 3;
/** A few thousand bodies are over before V8 and the system's allocator think of giving back what they took. */
const MOST_GROWTH = isFullScale() ? 1.2 : 1.4;
const MOST_TURN_MS = 100;
const SIZE = ['--chats', '100', '--messages', '1000', '--contacts', '100'];
const REASONS = ['wrong address', 'wrong method', 'body too large', 'not an event', 'no usable request'];

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

interface Flood {
  /** Kinds of rubbish that were neither answered nor hung up on. */
  readonly ignored: readonly string[];
  /** Keys of the callbacks in between. */
  readonly taken: readonly string[];
}

/** Where the rate is used up, it comes again, as from a service that waits. */
async function postBetween(caller: Caller, id: number, random: Random): Promise<string> {
  const callback = buildCallback({ direction: 'out', id, letter: 'd' }, random);
  for (let tries = 0; tries < 50; tries += 1) {
    const status = await caller.post(callback);
    if (status === 200) return toKey(callback.told);
    expect(status).toBe(429);
    await wait(100);
  }
  throw new Error('A callback never came through');
}

/** One callback to each fifty pieces of rubbish. */
async function flood(app: LiveApp, random: Random): Promise<Flood> {
  const caller = new Caller(app.addresses);
  undo.push(() => caller.dispose());
  const ignored: string[] = [];
  const taken: string[] = [];
  let thrown = 0;
  const throwOn = async (): Promise<void> => {
    while (thrown < REQUESTS) {
      thrown += 1;
      if (thrown % 50 === 0) taken.push(await postBetween(caller, 500_000_000 + thrown, random));
      const { kind, isIgnored } = await throwRubbish(app.addresses.out, random);
      if (isIgnored) ignored.push(kind);
    }
  };
  const unending = Array.from({ length: UNENDING }, () => keepWaiting(app.addresses.out, random));
  await Promise.all(Array.from({ length: AT_ONCE }, throwOn));
  // They are hung up on after ten seconds, or twenty: nobody waits for that at small counts.
  if (isFullScale()) await Promise.all(unending.map(({ ended }) => ended));
  return { ignored, taken };
}

/** What the log says was refused, and nothing of what was sent. */
async function expectLogged(dataFolder: string, { addresses }: LiveApp): Promise<void> {
  const log = await readFile(path.join(dataFolder, 'logs', 'switchboard.log'), 'utf8');
  for (const reason of REASONS) expect(log).toContain(`"reason":"${reason}"`);
  expect(log).not.toContain(INVENTED);
  for (const address of Object.values(addresses)) expect(log).not.toContain(address.split('/').at(-1));
  // At most one line a minute for each reason.
  expect(log.split('\n').filter((line) => line.includes('live.refused')).length).toBeLessThan(100);
}

describe(`${REQUESTS} requests that are no callbacks`, () => {
  it(
    'neither end the app nor make it grow, and leave no connection behind (HOOK-2, HOOK-3, HOOK-4, HOOK-6)',
    async () => {
      const random = throwDice();
      const folder = await makeFolder();
      undo.push(() => folder.remove());
      const dataFolder = path.join(folder.path, 'data');
      await mkdir(dataFolder);
      const service = await startService('--seed', String(random.between(1, 1_000)), ...SIZE);
      undo.push(() => service.stop('SIGKILL'));
      const app = await LiveApp.start({ dataFolder, account: service.account, probesIn: folder.path });
      undo.push(() => app.stop('SIGKILL'));
      await app.waitUntilRead();
      const before = await app.readCost();
      const floods: Flood[] = [];
      const turns = await watchTurns(app.turnsFile, async () => floods.push(await flood(app, random)));
      const after = await vi.waitFor(
        async () => {
          const cost = await app.readCost();
          expect(cost.rssBytes).toBeLessThanOrEqual(before.rssBytes * MOST_GROWTH);
          // A few of its own to the service come and go.
          expect(cost.sockets).toBeLessThanOrEqual(before.sockets + 4);
          return cost;
        },
        { timeout: 120_000, interval: 250 },
      );
      process.stderr.write(
        `memory ${before.rssBytes} → ${after.rssBytes}; ${turns.cpuMs} ms of CPU in the longest turn\n`,
      );
      expect(turns.cpuMs).toBeLessThan(MOST_TURN_MS);
      const { rows } = await app.client.get('chats.list', { ...OPEN_CHATS, limit: 100 });
      expect(rows.length).toBeGreaterThan(0);
      expect((await app.client.get('live.get', {})).state).toBe('live');
      await app.stop();

      expect(floods.flatMap(({ ignored }) => ignored)).toEqual([]);
      const taken = floods.flatMap((one) => one.taken);
      expect(taken).toHaveLength(REQUESTS / 50);
      await expectLogged(dataFolder, app);
      const inbox = await readInbox(dataFolder);
      expect(inbox.faults).toEqual([]);
      // Every callback, and nothing that was none.
      expect([...inbox.states.keys()].sort()).toEqual([...taken].sort());
    },
    REQUESTS * 6 + 240_000,
  );
});
