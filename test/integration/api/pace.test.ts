/**
 * The pace of the client against the demo service in a process of its own, which counts every sliding second as the
 * real one does: API-1, API-2 and API-3 in real time, judged by the service's own record of what arrived when.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Caller, CallRequest } from '#main/api/call.ts';
import type { CallPriority } from '#main/api/pace/waiting-line.ts';
import { startService, steerService } from '#test/e2e/support/programs.ts';
import type { ServiceAccount } from '#test/e2e/support/programs.ts';
import { isFullScale, throwDice } from '#test/support/random.ts';
import { startEngine } from './support/engine.ts';

const COUNT = isFullScale() ? 2_000 : 150;
/** A user who wants something ten times a second is more than there is. */
const USER_EVERY_MS = 100;
const PATIENCE = { deadlineMs: 300_000, writeWaitMs: 300_000 };

interface Seen {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

const get = (path: string): CallRequest => ({ row: `GET ${path}`, method: 'GET', path, query: { limit: 1 } });
const PING = get('/ping');
const USER = get('/user');

/** A demo service in another process, and the client without its endpoints. */
async function start() {
  const service = await startService('--chats', '12', '--messages', '60', '--contacts', '12');
  onTestFinished(() => service.stop());
  const { account } = service;
  return { account, ...startEngine({ baseUrl: account.baseUrl, credentials: account, limits: PATIENCE }) };
}

async function listSeen(account: ServiceAccount): Promise<readonly Seen[]> {
  const { requests } = await steerService(account, 'GET requests');
  return requests as readonly Seen[];
}

function makeAll(caller: Caller, requests: readonly CallRequest[], priority: CallPriority): Promise<unknown> {
  return Promise.all(requests.map((request) => caller.call(request, { priority, repeats: false })));
}

/** Something that a person waits for, again and again until `done`; how long each took, in ms. */
async function beUser(caller: Caller, done: Promise<unknown>): Promise<readonly number[]> {
  const tookMs: Promise<number>[] = [];
  const over = done.then(
    () => true,
    () => true,
  );
  do {
    const startedAt = performance.now();
    const call = caller.call(USER, { priority: 'user', repeats: false });
    tookMs.push(call.then(() => performance.now() - startedAt));
  } while (!(await Promise.race([over, wait(USER_EVERY_MS, false)])));
  return Promise.all(tookMs);
}

function toRate(seen: readonly Seen[]): number {
  const first = seen[0]?.at ?? 0;
  const last = seen.at(-1)?.at ?? 0;
  return ((seen.length - 1) * 1_000) / (last - first);
}

const countMost = (seen: readonly Seen[], withinMs: number): number =>
  Math.max(0, ...seen.map((one, index) => seen.slice(index).filter(({ at }) => at < one.at + withinMs).length));

const toP95 = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * 0.95) - 1] ?? Infinity;

const isRefused = ({ status }: Seen): boolean => status === 429;

describe(`${COUNT} calls queued at once`, () => {
  it.each([
    ['on this computer', []],
    ['at a service that takes 120 ms before it counts', [{ kind: 'delay', delayMs: 120 }]],
    ['at a service that takes 120 ms after it counted', [{ kind: 'delay-after', delayMs: 120 }]],
  ])(
    'leave at 45 to 50 a second %s, none of them refused, and the user waits less than 200 ms',
    async (where, faults) => {
      const { account, caller } = await start();
      await steerService(account, 'POST faults', { faults });
      const backfill = makeAll(
        caller,
        Array.from({ length: COUNT }, () => PING),
        'backfill',
      );
      const tookMs = await beUser(caller, backfill);
      await backfill;
      const seen = await listSeen(account);
      expect(seen.filter(isRefused)).toEqual([]);
      expect(seen).toHaveLength(COUNT + tookMs.length);
      const [rate, waitedMs] = [toRate(seen), toP95(tookMs)];
      console.info(
        `${COUNT} calls ${where}: ${rate.toFixed(1)} a second, the user waits ${waitedMs.toFixed(0)} ms (p95)`,
      );
      expect(rate).toBeGreaterThanOrEqual(45);
      expect(rate).toBeLessThanOrEqual(50.5);
      expect(waitedMs).toBeLessThan(200);
    },
    120_000,
  );

  it('are none of them refused by a service that takes anything from 0 to 200 ms', async () => {
    const dice = throwDice();
    const { account, caller } = await start();
    const paths = ['/ping', '/user', '/contacts', '/lists', '/replies'];
    const faults = paths.map((path, index) => ({
      kind: dice.happens(50) ? 'delay' : 'delay-after',
      path,
      delayMs: index * 50,
    }));
    await steerService(account, 'POST faults', { faults });
    const requests = Array.from({ length: COUNT }, () => get(dice.pick(paths)));
    await makeAll(caller, requests, 'sync');
    const seen = await listSeen(account);
    expect(seen).toHaveLength(COUNT);
    expect(seen.filter(isRefused)).toEqual([]);
    // The jitter costs up to its own length in every second, since nobody knows when such a request was counted.
    expect(toRate(seen)).toBeGreaterThanOrEqual(40);
  }, 120_000);
});

describe('the strict routes', () => {
  it('share five a second, and let others pass meanwhile', async () => {
    const { account, caller } = await start();
    const change: CallRequest = { row: 'PUT /contacts/{id}', method: 'PUT', path: '/contacts/999999999', body: {} };
    const strict = Array.from({ length: 16 }, () => caller.call(change, { priority: 'sync' }));
    const others = makeAll(
      caller,
      Array.from({ length: 60 }, () => PING),
      'backfill',
    );
    // Nobody has that number, which is an answer like any other.
    const answers = await Promise.allSettled(strict);
    await others;
    expect(answers.every(({ status }) => status === 'rejected')).toBe(true);
    const seen = await listSeen(account);
    const changes = seen.filter(({ method }) => method === 'PUT');
    expect(seen.filter(isRefused)).toEqual([]);
    expect(changes).toHaveLength(16);
    expect(countMost(changes, 1_000)).toBeLessThanOrEqual(5);
    expect(toRate(changes)).toBeGreaterThanOrEqual(4.5);
    expect(seen.slice(0, 70).filter(({ path }) => path.endsWith('/ping')).length).toBeGreaterThan(50);
  }, 30_000);
});

describe('a service that allows 20 a second', () => {
  it('is found out within seconds, and hardly refuses anything from then on', async () => {
    const { account, caller, limiter } = await start();
    await steerService(account, 'POST settings', { perSecond: 20 });
    const calls = Array.from({ length: isFullScale() ? 400 : 100 }, () => caller.call(PING, { priority: 'backfill' }));
    await Promise.allSettled(calls);
    const seen = await listSeen(account);
    const refused = seen.filter(isRefused);
    expect(refused.length).toBeGreaterThan(0);
    expect(limiter.ratePerSecond).toBeLessThanOrEqual(20);
    expect(limiter.ratePerSecond).toBeGreaterThanOrEqual(isFullScale() ? 18 : 8);
    const settledAt = (seen[0]?.at ?? 0) + 4_000;
    expect(refused.filter(({ at }) => at > settledAt)).toEqual([]);
    expect(
      countMost(
        seen.filter(({ at }) => at > settledAt),
        1_000,
      ),
    ).toBeLessThanOrEqual(20);
  }, 120_000);

  it('is asked more again when it allows more', async () => {
    const { account, caller, limiter } = await start();
    await steerService(account, 'POST faults', { faults: [{ kind: 'status', status: 429, times: 1 }] });
    await Promise.allSettled([caller.call(PING, { priority: 'sync', repeats: false })]);
    expect(limiter.ratePerSecond).toBe(25);
    await steerService(account, 'POST faults', { faults: [] });
    const first = Date.now();
    await makeAll(
      caller,
      Array.from({ length: isFullScale() ? 2_000 : 200 }, () => PING),
      'backfill',
    );
    const seen = (await listSeen(account)).filter(({ status }) => status === 200);
    expect((await listSeen(account)).filter(isRefused)).toHaveLength(1);
    const inSecond = (second: number): number =>
      seen.filter(({ at }) => at >= first + second * 1_000 && at < first + (second + 1) * 1_000).length;
    expect(inSecond(2)).toBeLessThanOrEqual(27);
    const seconds = Math.floor(((seen.at(-1)?.at ?? 0) - first) / 1_000);
    // The best of the later ones: a machine that is busy for a moment makes one of them poorer, and none richer.
    const later = Array.from({ length: seconds }, (_, second) => inSecond(second)).slice(3);
    expect(Math.max(...later)).toBeGreaterThanOrEqual(isFullScale() ? 45 : 26);
  }, 120_000);
});
