/** A read ends by its deadline, whatever it waited for: turns, answers, redirects, pauses between tries. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CALL_LIMITS, Caller } from '#main/api/call.ts';
import type { CallRequest } from '#main/api/call.ts';
import { createAuthorizer } from '#main/api/credentials.ts';
import { Gate } from '#main/api/gate.ts';
import { Limiter } from '#main/api/limiter.ts';
import { ClockSkew } from '#main/api/network/clock-skew.ts';
import type { ExchangeAnswer } from '#main/api/network/exchange.ts';
import type { TransportRequest } from '#main/api/transport.ts';
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import { FakeClock } from './support/fake-clock.ts';

const BASE = new URL('http://service.example');
const READ: CallRequest = { row: 'GET /chats', method: 'GET', path: '/chats' };
const { deadlineMs, readTimeoutMs, writeTimeoutMs } = CALL_LIMITS;

/** What an exchange comes to after `ms`, where its time limit lets it. */
interface Step {
  readonly ms: number;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A service that does one step after the other, the last one again and again. */
function open(steps: readonly Step[]) {
  const clock = new FakeClock();
  const asked: Pick<TransportRequest, 'timeoutMs'>[] = [];
  const send = async (request: TransportRequest): Promise<ExchangeAnswer> => {
    const { ms, status, headers = {} } = steps[Math.min(asked.length, steps.length - 1)] ?? { ms: 0, status: 200 };
    asked.push(request);
    await clock.wait(Math.min(ms, request.timeoutMs), new AbortController().signal);
    if (ms >= request.timeoutMs) throw new AppError({ code: 'timeout', message: 'silent', outcome: 'unknown' });
    return { status, headers, bytes: new Uint8Array() };
  };
  const limiter = new Limiter({ clock, maxInFlight: 1 });
  const authorizer = createAuthorizer(BASE.origin, { username: 'u', apiKey: 'k' });
  const transport = { send, dispose: () => Promise.resolve() };
  const gate = new Gate({ baseUrl: BASE, transport, limiter, authorizer, clock, skew: new ClockSkew() });
  return { clock, asked, limiter, caller: new Caller({ baseUrl: BASE, gate, clock, limits: CALL_LIMITS }) };
}

/** When the call was over, and how. */
async function run({ clock, caller }: ReturnType<typeof open>, request = READ): Promise<{ ms: number; how: string }> {
  let result: { ms: number; how: string } | null = null;
  const end = (how: string): unknown => (result = { ms: clock.steadyNow(), how });
  caller.call(request, { priority: 'user' }).then(
    () => end('answered'),
    (error: unknown) => end(isAppError(error) ? error.code : 'bug'),
  );
  for (let steps = 0; steps < 1_000 && result === null; steps += 1) await clock.advance(1_000);
  return result ?? { ms: Infinity, how: 'never' };
}

/** Somebody else has the one slot until then. */
async function occupy({ clock, limiter }: ReturnType<typeof open>, untilMs: number): Promise<void> {
  const lease = await limiter.acquire({ row: 'GET /x', priority: 'user', route: 'plain', maxWaitMs: 1 });
  void clock.wait(untilMs, new AbortController().signal).then(() => lease.finish({ status: 200, retryAfterMs: null }));
}

const SILENT: Step = { ms: Infinity, status: 200 };
const REDIRECT: Step = { ms: readTimeoutMs - 1, status: 302, headers: { location: '/elsewhere' } };
const CLOSED: Step = { ms: readTimeoutMs - 1, status: 503, headers: { 'retry-after': '15' } };

describe('a read', () => {
  it.each([
    ['never answers', [SILENT], 'timeout'],
    ['redirects after a long time, as often as it may', [REDIRECT, REDIRECT, REDIRECT, SILENT], 'timeout'],
    ['redirects late and then never answers', [REDIRECT, SILENT], 'timeout'],
    ['is closed, and says so late', [CLOSED], 'maintenance'],
  ] as const)('ends by its deadline where the service %s', async (_what, steps, how) => {
    const result = await run(open(steps));
    expect(result.how).toBe(how);
    expect(result.ms).toBeLessThanOrEqual(deadlineMs);
  });

  it('that waits in line ends by its deadline as well', async () => {
    const scene = open([SILENT]);
    await occupy(scene, deadlineMs - readTimeoutMs - 1);
    expect(await run(scene)).toEqual({ ms: deadlineMs - 1, how: 'timeout' });
    expect(scene.asked.map(({ timeoutMs }) => timeoutMs)).toEqual([readTimeoutMs]);
  });

  it('gets no turn that would leave no time for the answer', async () => {
    const scene = open([SILENT]);
    await occupy(scene, deadlineMs - 1);
    expect((await run(scene)).ms).toBeLessThanOrEqual(deadlineMs);
    expect(scene.asked).toEqual([]);
  });

  it('ends by its deadline whatever happens (API-6)', async () => {
    const step = fc.record({
      ms: fc.oneof(fc.nat(readTimeoutMs), fc.constant(Infinity)),
      status: fc.constantFrom(200, 302, 429, 500, 503),
      headers: fc.constantFrom({}, { location: '/x' }, { 'retry-after': '5' }, { 'retry-after': '30' }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), fc.nat(deadlineMs), async (steps, busyMs) => {
        const scene = open(steps);
        await occupy(scene, busyMs);
        expect((await run(scene)).ms).toBeLessThanOrEqual(deadlineMs);
      }),
      { numRuns: 50 },
    );
  });
});

describe('a write', () => {
  it('has all the time for its one try, however long it waited for its turn', async () => {
    const scene = open([SILENT]);
    await occupy(scene, 9_000);
    const result = await run(scene, { row: 'POST /x', method: 'POST', path: '/x', body: {} });
    expect(result).toEqual({ ms: 9_000 + writeTimeoutMs, how: 'timeout' });
  });
});
