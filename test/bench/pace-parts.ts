/** How fast the client may go, and how long a person waits beside it, at a demo service in a process of its own. */
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { Caller, CallRequest } from '#main/api/call.ts';
import type { CallPriority } from '#main/api/pace/waiting-line.ts';
import { startService, steerService, type ServiceAccount } from '#test/e2e/support/programs.ts';
import { createEngine } from '#test/integration/api/support/engine.ts';
import { toFigure, toPercentile, type Figure } from './measure.ts';

/** Requests a second of the 50, or of the 5 of the strict routes, and milliseconds. */
const TARGETS = { rate: 45, rateInJitter: 40, strictRate: 4.5, rateAgain: 45, userMs: 200 } as const;
/** A person who wants something ten times a second is more than there is. */
const USER_EVERY_MS = 100;
const PATIENCE = { deadlineMs: 300_000, writeWaitMs: 300_000 };

interface Seen {
  readonly at: number;
  readonly method: string;
  readonly status: number;
}

interface Client {
  readonly account: ServiceAccount;
  readonly caller: Caller;
  readonly listSeen: () => Promise<readonly Seen[]>;
}

const get = (path: string): CallRequest => ({ row: `GET ${path}`, method: 'GET', path, query: { limit: 1 } });
const PING = get('/ping');
const CHANGE: CallRequest = { row: 'PUT /contacts/{id}', method: 'PUT', path: '/contacts/999999999', body: {} };
const repeat = (count: number, request: CallRequest): readonly CallRequest[] => Array<CallRequest>(count).fill(request);

const PLACES = {
  'on this computer': [],
  'at a service that takes 120 ms before it counts': [{ kind: 'delay', delayMs: 120 }],
  'at a service that takes 120 ms after it counted': [{ kind: 'delay-after', delayMs: 120 }],
} as const;

export async function measurePace({ isQuick }: { readonly isQuick: boolean }): Promise<Figure[]> {
  const count = isQuick ? 150 : 2_000;
  const figures: Figure[] = [];
  for (const [where, faults] of Object.entries(PLACES)) {
    figures.push(...(await withClient((client) => measureBackfill(client, { where, faults, count }))));
  }
  figures.push(await withClient((client) => measureJitter(client, count)));
  figures.push(await withClient((client) => measureStrict(client, isQuick ? 10 : 50)));
  figures.push(await withClient((client) => measureAgain(client, isQuick ? 200 : 2_000)));
  return figures;
}

async function withClient<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
  const service = await startService('--chats', '12', '--messages', '60', '--contacts', '12');
  const { account } = service;
  const { caller, dispose } = createEngine({ baseUrl: account.baseUrl, credentials: account, limits: PATIENCE });
  const listSeen = async () => (await steerService(account, 'GET requests'))['requests'] as readonly Seen[];
  try {
    return await work({ account, caller, listSeen });
  } finally {
    await dispose();
    await service.stop();
  }
}

async function callAll(caller: Caller, requests: readonly CallRequest[], priority: CallPriority): Promise<void> {
  await Promise.all(requests.map((request) => caller.call(request, { priority, repeats: false })));
}

/** What a person waits for, again and again until `done`: how long each took, in ms. */
async function beUser(caller: Caller, done: Promise<unknown>): Promise<readonly number[]> {
  const tookMs: Promise<number>[] = [];
  const over = done.then(() => true);
  do {
    const startedAt = performance.now();
    const call = caller.call(get('/user'), { priority: 'user', repeats: false });
    tookMs.push(call.then(() => performance.now() - startedAt));
  } while (!(await Promise.race([over, wait(USER_EVERY_MS, false)])));
  return await Promise.all(tookMs);
}

interface Backfill {
  readonly where: string;
  readonly faults: readonly object[];
  readonly count: number;
}

async function measureBackfill({ account, caller, listSeen }: Client, { where, faults, count }: Backfill) {
  await steerService(account, 'POST faults', { faults });
  const backfill = callAll(caller, repeat(count, PING), 'backfill');
  const tookMs = await beUser(caller, backfill);
  await backfill;
  const waitedMs = toPercentile(tookMs, 0.95);
  return [
    toRateFigure(`requests, as fast as allowed, ${where}`, await listSeen(), TARGETS.rate),
    toFigure({
      name: `a person meanwhile, p95, ${where}`,
      unit: 'ms',
      value: waitedMs,
      target: TARGETS.userMs,
      details: {},
    }),
  ];
}

async function measureJitter({ account, caller, listSeen }: Client, count: number): Promise<Figure> {
  const paths = ['/ping', '/user', '/contacts', '/lists', '/replies'];
  const faults = paths.map((path, index) => ({
    ...{ path, delayMs: index * 50, kind: index % 2 === 0 ? 'delay' : 'delay-after' },
  }));
  await steerService(account, 'POST faults', { faults });
  const requests = Array.from({ length: count }, (_, index) => get(paths[(index * 7) % paths.length] ?? ''));
  await callAll(caller, requests, 'sync');
  // The jitter costs up to its own length in every second: nobody knows when such a request was counted.
  const name = 'requests at a service that takes anything from 0 to 200 ms';
  return toRateFigure(name, await listSeen(), TARGETS.rateInJitter);
}

async function measureStrict({ caller, listSeen }: Client, count: number): Promise<Figure> {
  const strict = repeat(count, CHANGE).map((request) => caller.call(request, { priority: 'sync' }));
  const others = callAll(caller, repeat(count * 5, PING), 'backfill');
  // No contact has that number, which is an answer like any other.
  await Promise.allSettled(strict);
  await others;
  const changes = (await listSeen()).filter(({ method }) => method === 'PUT');
  return toRateFigure('requests to the strict routes, beside others', changes, TARGETS.strictRate);
}

/** From one refusal on, which halves the rate; the best second of all that follow. */
async function measureAgain({ account, caller, listSeen }: Client, count: number): Promise<Figure> {
  await steerService(account, 'POST faults', { faults: [{ kind: 'status', status: 429, times: 1 }] });
  await Promise.allSettled([caller.call(PING, { priority: 'sync', repeats: false })]);
  await steerService(account, 'POST faults', { faults: [] });
  await callAll(caller, repeat(count, PING), 'backfill');
  const times = (await listSeen()).filter(({ status }) => status === 200).map(({ at }) => at);
  const within = times.map((from, index) => times.slice(index).filter((at) => at < from + 1_000).length);
  const name = 'requests again after a service refused one, in the best second';
  const value = Math.max(...within);
  return toFigure({ name, unit: 'a second', value, target: TARGETS.rateAgain, bound: 'at least', details: {} });
}

function toRateFigure(name: string, seen: readonly Seen[], target: number): Figure {
  const spentMs = (seen.at(-1)?.at ?? 0) - (seen[0]?.at ?? 0);
  const refused = seen.filter(({ status }) => status === 429).length;
  const value = ((seen.length - 1) * 1_000) / spentMs;
  return toFigure({ name, unit: 'a second', value, target, bound: 'at least', details: { refused } });
}
