import { beforeEach, describe, expect, it } from 'vitest';
import { Limiter } from '#main/api/limiter.ts';
import type { ExchangeResult, Lease, SlowedNotice, TurnRequest } from '#main/api/limiter.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import { FakeClock, settle } from './support/fake-clock.ts';

const GOOD: ExchangeResult = { status: 200, retryAfterMs: null };

let clock: FakeClock;
let limiter: Limiter;
let notices: SlowedNotice[];
let order: string[];

beforeEach(() => {
  clock = new FakeClock();
  notices = [];
  order = [];
  limiter = new Limiter({ clock, onSlowed: (notice) => notices.push(notice) });
});

function ask(request: Partial<TurnRequest> = {}): Promise<Lease> {
  const row = request.row ?? 'GET /chats';
  const turn = limiter.acquire({ priority: 'sync', route: 'plain', maxWaitMs: 60_000, ...request, row });
  turn.then(
    () => order.push(row),
    (error: unknown) => order.push(`${row}: ${isAppError(error) ? error.code : 'bug'}`),
  );
  return turn;
}

/** Asks and finishes at once, as often as told. */
function askMany(count: number, request: Partial<TurnRequest> = {}, result = GOOD): void {
  for (let index = 0; index < count; index += 1)
    void ask(request).then(
      (lease) => lease.finish(result),
      () => undefined,
    );
}

describe('Limiter, a look-up that is refused for its pace', () => {
  it('slows nobody else down', async () => {
    askMany(1, { route: 'lookup', row: 'GET /lookups/{phone}' }, { status: 429, retryAfterMs: 30_000 });
    await settle();
    expect(limiter).toMatchObject({ ratePerSecond: 50, slowedUntil: null });
    expect(notices).toEqual([]);
  });
});

describe('Limiter, API-1: the rate', () => {
  it('lets a handful go at once and spaces the next ones evenly', async () => {
    const leftAt: number[] = [];
    for (let index = 0; index < 8; index += 1) {
      void ask().then((lease) => {
        leftAt.push(clock.steadyNow());
        lease.finish(GOOD);
      });
    }
    await clock.advance(200);
    expect(leftAt.slice(0, 3)).toEqual([0, 0, 0]);
    const later = leftAt.slice(3, 6).map((at) => Math.round(at * 10) / 10);
    expect(later).toEqual([20.2, 40.4, 60.6]);
  });

  it('makes up for a timer that was late, so that the rate does not fall', async () => {
    const leftAt: number[] = [];
    for (let index = 0; index < 30; index += 1) {
      void ask().then((lease) => {
        leftAt.push(clock.steadyNow());
        lease.finish(GOOD);
      });
    }
    await clock.advance(200);
    clock.sleepIn(35);
    await clock.advance(0);
    expect(leftAt.filter((at) => at > 200)).toEqual([235, 235]);
    await clock.advance(8);
    expect(leftAt.filter((at) => at > 235)).toEqual([expect.closeTo(242.4, 5)]);
  });

  it('uses what the service allows and not more', async () => {
    askMany(500);
    await clock.advance(1_000);
    expect(order.length).toBeGreaterThanOrEqual(48);
    expect(order.length).toBeLessThanOrEqual(50);
    await clock.advance(9_000);
    expect(order.length).toBeGreaterThan(480);
  });

  it('shares five per second between the strict routes, and lets others pass meanwhile', async () => {
    askMany(20, { route: 'strict', row: 'strict' });
    askMany(20, { row: 'other' });
    await clock.advance(1_000);
    expect(order.filter((row) => row === 'strict')).toHaveLength(5);
    expect(order.filter((row) => row === 'other')).toHaveLength(20);
    await clock.advance(3_100);
    expect(order.filter((row) => row === 'strict')).toHaveLength(20);
  });

  it('counts an exchange until a second after its end, since nobody knows when it arrived', async () => {
    limiter = new Limiter({ clock, ratePerSecond: 2 });
    const first = await ask({ row: 'first' });
    const second = ask({ row: 'second' });
    await clock.advance(2_000);
    const third = ask({ row: 'third' });
    await clock.advance(5_000);
    expect(order).toEqual(['first', 'second']);
    first.finish(GOOD);
    await clock.advance(900);
    expect(order).toEqual(['first', 'second']);
    await clock.advance(200);
    expect(order).toEqual(['first', 'second', 'third']);
    (await second).finish(GOOD);
    (await third).finish(GOOD);
  });
});

describe('Limiter, API-2: who goes first', () => {
  it('serves the user before sending, sync and backfill, even behind a full queue', async () => {
    askMany(3);
    for (const priority of ['backfill', 'sync', 'sending', 'user'] as const) askMany(2, { priority, row: priority });
    await clock.advance(1_000);
    expect(order.slice(3)).toEqual(['user', 'user', 'sending', 'sending', 'sync', 'sync', 'backfill', 'backfill']);
  });

  it('keeps slots free for those who go before, the last one for the user', async () => {
    for (const [priority, row] of [
      ['backfill', 'b'],
      ['sync', 's'],
      ['sending', 'o'],
    ] as const) {
      for (let index = 0; index < 20; index += 1) void ask({ priority, row }).catch(() => undefined);
      await clock.advance(1_000);
    }
    expect(order.join('')).toBe('b'.repeat(16) + 'ss' + 'o');
    void ask({ priority: 'user', row: 'u' });
    await settle();
    expect(order.at(-1)).toBe('u');
  });

  it('gives a slot that became free to whoever waits', async () => {
    limiter = new Limiter({ clock, maxInFlight: 1 });
    const first = await ask({ priority: 'user', row: 'first' });
    void ask({ priority: 'user', row: 'second' });
    await clock.advance(500);
    expect(order).toEqual(['first']);
    first.finish(GOOD);
    await settle();
    expect(order).toEqual(['first', 'second']);
  });

  it('counts a lease once, however often it is finished', async () => {
    limiter = new Limiter({ clock, maxInFlight: 1 });
    const first = await ask({ priority: 'user' });
    first.finish(GOOD);
    first.finish(GOOD);
    await clock.advance(100);
    const second = await ask({ priority: 'user', row: 'second' });
    void ask({ priority: 'user', row: 'third' });
    await clock.advance(100);
    expect(order).not.toContain('third');
    second.finish(GOOD);
  });
});

describe('Limiter, API-3: when the service asks to wait', () => {
  it('holds up everything after a 429, also the user, and says until when', async () => {
    (await ask()).finish({ status: 429, retryAfterMs: null });
    expect(limiter.slowedUntil).toBe(FakeClock.START_AT + 1_000);
    expect(notices).toEqual([{ reason: 'rate-limited', untilAt: FakeClock.START_AT + 1_000, ratePerSecond: 25 }]);
    void ask({ priority: 'user', row: 'user' });
    await clock.advance(999);
    expect(order).not.toContain('user');
    await clock.advance(2);
    expect(order).toContain('user');
    expect(limiter.slowedUntil).toBeNull();
  });

  it('lets Retry-After win over its own guess, in both directions', async () => {
    (await ask()).finish({ status: 503, retryAfterMs: 7_000 });
    expect(limiter.slowedUntil).toBe(FakeClock.START_AT + 7_000);
    await clock.advance(7_000);
    (await ask()).finish({ status: 429, retryAfterMs: 50 });
    expect(limiter.slowedUntil).toBe(FakeClock.START_AT + 7_050);
  });

  it('lets a person ask whether a maintenance is over, and whoever waited for its end', async () => {
    (await ask()).finish({ status: 503, retryAfterMs: 600_000 });
    void ask({ priority: 'user', row: 'user', maxWaitMs: 900_000 });
    await clock.advance(1_000);
    expect(order).not.toContain('user');
    limiter.endMaintenance();
    await clock.advance(100);
    expect(order).toContain('user');
    expect(limiter.slowedUntil).toBeNull();
    expect(notices.at(-1)).toMatchObject({ reason: 'maintenance', untilAt: FakeClock.START_AT + 1_000 });
  });

  it('keeps the pause after too many requests, whoever asks', async () => {
    (await ask()).finish({ status: 429, retryAfterMs: 5_000 });
    limiter.endMaintenance();
    expect(limiter.slowedUntil).toBe(FakeClock.START_AT + 5_000);
  });

  it('waits longer each time that it is refused again, until something is answered', async () => {
    for (const expected of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      (await ask()).finish({ status: 503, retryAfterMs: null });
      expect((limiter.slowedUntil ?? 0) - clock.epochNow()).toBe(expected);
      await clock.advance(expected);
    }
    (await ask()).finish(GOOD);
    await clock.advance(100);
    (await ask()).finish({ status: 503, retryAfterMs: null });
    expect((limiter.slowedUntil ?? 0) - clock.epochNow()).toBe(1_000);
  });

  it('takes the refusals of one burst for one', async () => {
    const burst = [ask(), ask(), ask(), ask()];
    await clock.advance(100);
    for (const turn of burst) (await turn).finish({ status: 429, retryAfterMs: null });
    expect(limiter.ratePerSecond).toBe(25);
    expect(limiter.slowedUntil).toBe(clock.epochNow() + 1_000);
    expect(notices).toHaveLength(1);
  });

  it('halves the rate on 429 only, and lets it come back', async () => {
    (await ask()).finish({ status: 503, retryAfterMs: 0 });
    expect(limiter.ratePerSecond).toBe(50);
    await clock.advance(100);
    (await ask()).finish({ status: 429, retryAfterMs: 0 });
    expect(limiter.ratePerSecond).toBe(25);
    await clock.advance(60_000);
    askMany(1);
    expect(limiter.ratePerSecond).toBe(50);
  });

  it('refuses at once who could not be served in time, and says how long it takes', async () => {
    const waiting = ask({ maxWaitMs: 5_000, row: 'waiting', priority: 'backfill' });
    (await waiting).finish({ status: 503, retryAfterMs: 20_000 });
    await expect(ask({ maxWaitMs: 5_000, row: 'late' })).rejects.toMatchObject({
      code: 'maintenance',
      outcome: 'not-accepted',
      retryable: true,
      retryAfterMs: 20_000,
    });
  });

  it('refuses those who wait already as soon as they wait in vain', async () => {
    limiter = new Limiter({ clock, maxInFlight: 1 });
    const first = await ask({ priority: 'user', row: 'first' });
    const second = ask({ priority: 'user', row: 'second', maxWaitMs: 5_000 });
    first.finish({ status: 429, retryAfterMs: 10_000 });
    await expect(second).rejects.toMatchObject({ code: 'rate-limited', outcome: 'not-accepted', retryAfterMs: 10_000 });
  });

  it('refuses who found no turn in time without any pause', async () => {
    limiter = new Limiter({ clock, maxInFlight: 1 });
    await ask({ priority: 'user', row: 'hangs' });
    const second = ask({ priority: 'user', row: 'second', maxWaitMs: 5_000 });
    second.catch(() => undefined);
    await clock.advance(4_999);
    expect(order).toEqual(['hangs']);
    await clock.advance(1);
    await expect(second).rejects.toMatchObject({ code: 'rate-limited', retryAfterMs: null });
  });
});

describe('Limiter: giving up', () => {
  it('takes out who gives up, without losing a turn', async () => {
    const controller = new AbortController();
    askMany(3);
    const given = ask({ signal: controller.signal, row: 'given up' });
    void ask({ row: 'next' });
    await settle();
    controller.abort();
    await expect(given).rejects.toMatchObject({ code: 'cancelled', outcome: 'not-accepted' });
    await clock.advance(21);
    expect(order.at(-1)).toBe('next');
  });

  it('does not take in who gave up before', async () => {
    await expect(ask({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('refuses everybody when it is disposed, and leaves no timer behind', async () => {
    askMany(3);
    const waiting = ask({ row: 'waiting' });
    limiter.dispose();
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled', outcome: 'not-accepted' });
    await expect(ask()).rejects.toMatchObject({ code: 'cancelled' });
    await settle();
    expect(clock.sleeping).toBe(0);
  });

  it('leaves no timer behind when nobody waits', async () => {
    askMany(100);
    await clock.advance(3_000);
    expect(clock.sleeping).toBe(0);
  });
});
