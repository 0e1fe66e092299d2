/**
 * The limiter of the client against the demo service, which counts every sliding second as the
 * real one does: API-1, API-2 and API-3, judged by the service's own record of what it answered. For any traffic and any
 * delays API-1 is shown on virtual time (`test/unit/api/limiter-property.test.ts`). How many requests leave in a second,
 * and how long a person waits meanwhile, is measured by `npm run bench -- --only pace`.
 */
import { describe, expect, it } from 'vitest';
import type { TestContext } from 'vitest';
import type { Caller, CallRequest } from '#main/api/call.ts';
import type { CallPriority } from '#main/api/pace/waiting-line.ts';
import { listen } from '#main/demo/listen.ts';
import { createSteeredService } from '#main/demo/steering/steered-service.ts';
import { isFull } from '#test/support/full-counts.ts';
import { throwDice } from '#test/support/random.ts';
import { startEngine } from './support/engine.ts';

/** More than two seconds' worth: the second second is where a limiter that counts badly is refused. */
const COUNT = isFull ? 2_000 : 120;
const PATIENCE = { deadlineMs: 600_000, writeWaitMs: 600_000 };
const HANGS = { timeout: 600_000 };
/**
 * Each test has a service of its own and mostly waits for its seconds to pass. At full counts they take turns: thousands
 * of calls at once keep the services from reading a connection before its time is over.
 */
const describeEach = isFull ? describe : describe.concurrent;

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

const get = (path: string): CallRequest => ({ row: `GET ${path}`, method: 'GET', path, query: { limit: 1 } });
const PING = get('/ping');
const USER = get('/user');

/** A demo service that listens, and the client without its endpoints. */
async function start(context: TestContext) {
  const service = createSteeredService({ chats: 12, messages: 60, contacts: 12 });
  const listening = await listen(service);
  context.onTestFinished(async () => {
    await listening.dispose();
    await service.dispose();
  });
  const engine = startEngine({ baseUrl: listening.baseUrl, credentials: service, limits: PATIENCE }, context);
  return { service, ...engine };
}

function makeAll(caller: Caller, requests: readonly CallRequest[], priority: CallPriority): Promise<unknown> {
  return Promise.all(requests.map((request) => caller.call(request, { priority })));
}

type Place = Awaited<ReturnType<typeof start>>;

/**
 * What a service saw of that work. At full counts the work is done once more where a request was refused: after a busy
 * moment round trips become shorter all at once, and the client may send up to a dozen too many (round-trips.ts).
 */
async function watch(context: TestContext, work: (place: Place) => Promise<unknown>): Promise<readonly Seen[]> {
  const look = async (): Promise<readonly Seen[]> => {
    const place = await start(context);
    await work(place);
    return place.service.seen;
  };
  const seen = await look();
  return isFull && seen.some(isRefused) ? await look() : seen;
}

const repeat = (count: number, request: CallRequest): readonly CallRequest[] => Array<CallRequest>(count).fill(request);
const isRefused = ({ status }: Seen): boolean => status === 429;
const isPing = ({ path }: Seen): boolean => path.endsWith('/ping');
const isChange = ({ method }: Seen): boolean => method === 'PUT';

describeEach(`${COUNT} calls queued at once`, HANGS, () => {
  it.for([
    ['on this computer', []],
    ['at a service that takes 120 ms before it counts', [{ kind: 'delay', delayMs: 120 }]],
    ['at a service that takes 120 ms after it counted', [{ kind: 'delay-after', delayMs: 120 }]],
  ] as const)(
    'are all made %s, none refused, and the user is served before most of them',
    async ([, faults], context) => {
      const seen = await watch(context, async ({ service, caller }) => {
        service.faults.set(faults);
        const backfill = makeAll(caller, repeat(COUNT, PING), 'backfill');
        // More than what is kept free for a person: they have to be let go first as well.
        await makeAll(caller, repeat(40, USER), 'user');
        await backfill;
      });
      expect(seen.filter(isRefused)).toEqual([]);
      expect(seen).toHaveLength(COUNT + 40);
      const lastOfUser = seen.findLastIndex(({ path }) => path.endsWith('/user'));
      expect(seen.slice(0, lastOfUser).filter(isPing).length).toBeLessThan(COUNT / 2);
    },
  );

  it('are none of them refused by a service that takes anything from 0 to 200 ms', async (context) => {
    const dice = throwDice(context);
    const paths = ['/ping', '/user', '/contacts', '/lists', '/replies'];
    const faults = paths.map((path, index) => ({
      kind: dice.happens(50) ? ('delay' as const) : ('delay-after' as const),
      path,
      delayMs: index * 50,
    }));
    const requests = Array.from({ length: COUNT }, () => get(dice.pick(paths)));
    const seen = await watch(context, async ({ service, caller }) => {
      service.faults.set(faults);
      await makeAll(caller, requests, 'sync');
    });
    expect(seen.filter(isRefused)).toEqual([]);
    expect(seen).toHaveLength(COUNT);
  });
});

describeEach('the strict routes', HANGS, () => {
  it('are never asked more often than they allow, and let others pass meanwhile', async (context) => {
    const { service, caller } = await start(context);
    const change: CallRequest = { row: 'PUT /contacts/{id}', method: 'PUT', path: '/contacts/999999999', body: {} };
    const strict = repeat(16, change).map((request) => caller.call(request, { priority: 'sync' }));
    const others = makeAll(caller, repeat(60, PING), 'backfill');
    // No contact has that number, which is an answer like any other.
    const answers = await Promise.allSettled(strict);
    await others;
    expect(answers.every(({ status }) => status === 'rejected')).toBe(true);
    const seen = service.seen;
    expect(seen.filter(isRefused)).toEqual([]);
    expect(seen.filter(isChange)).toHaveLength(16);
    expect(seen.filter(isPing)).toHaveLength(60);
    // They were asked for after all of the changes, and with less haste.
    const lastChange = seen.findLastIndex(isChange);
    expect(seen.slice(0, lastChange).filter(isPing)).not.toEqual([]);
  });
});

describeEach('a service that allows 20 a second', HANGS, () => {
  it('is found out, and refuses hardly anything from then on', async (context) => {
    const { service, caller, limiter } = await start(context);
    service.settings.perSecond = 20;
    const count = isFull ? 400 : 120;
    const calls = repeat(count, PING).map((request) => caller.call(request, { priority: 'backfill' }));
    await Promise.allSettled(calls);
    const seen = [...service.seen];
    expect(seen.filter(isRefused)).not.toEqual([]);
    // At 50 a second it would be three of five.
    expect(seen.slice(-count / 2).filter(isRefused).length).toBeLessThan(count / 20);
    // The client may have counted one or two more of its own than arrived: the next refusal shows it.
    for (let more = 0; more < 20 && limiter.ratePerSecond > 20; more += 1)
      await makeAll(caller, repeat(20, PING), 'user');
    expect(limiter.ratePerSecond).toBeLessThanOrEqual(20);
  });

  it('is asked more again when it allows more', async (context) => {
    const { service, caller, limiter } = await start(context);
    service.faults.set([{ kind: 'status', status: 429, times: 1 }]);
    await Promise.allSettled([caller.call(PING, { priority: 'sync', repeats: false })]);
    expect(limiter.ratePerSecond).toBe(25);
    service.faults.set([]);
    await makeAll(caller, repeat(isFull ? 2_000 : 200, PING), 'backfill');
    expect(service.seen.filter(isRefused)).toHaveLength(1);
    expect(limiter.ratePerSecond).toBeGreaterThan(25);
  });
});
