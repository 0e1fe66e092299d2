import { describe, expect, it } from 'vitest';
import { planRetry } from '#main/api/retry.ts';
import type { RetryQuestion } from '#main/api/retry.ts';
import { AppError } from '#shared/domain/app-error.ts';
import type { AppErrorCode, AppErrorDetails } from '#shared/domain/app-error.ts';

function ask(details: Partial<AppErrorDetails>, question: Partial<RetryQuestion> = {}): number | null {
  const error = new AppError({ code: 'server', message: 'x', outcome: 'unknown', ...details });
  return planRetry({ method: 'GET', tries: 1, error, elapsedMs: 0, deadlineMs: 60_000, random: 0, ...question });
}

describe('planRetry', () => {
  it.each(['POST', 'PUT', 'DELETE'])('RETRY-1: never repeats a %s, whatever happened to it', (method) => {
    for (const code of ['offline', 'timeout', 'server', 'maintenance', 'rate-limited'] as const) {
      for (const outcome of ['not-accepted', 'unknown'] as const) expect(ask({ code, outcome }, { method })).toBeNull();
    }
  });

  it.each<AppErrorCode>(['offline', 'timeout', 'server', 'maintenance', 'rate-limited'])(
    'repeats a GET after %s',
    (code) => {
      expect(ask({ code })).toBe(200);
    },
  );

  it.each<AppErrorCode>(['unauthorized', 'forbidden', 'not-found', 'validation', 'bad-response', 'cancelled'])(
    'does not repeat a GET after %s',
    (code) => {
      expect(ask({ code })).toBeNull();
    },
  );

  it('RETRY-2: does not repeat what surely went nowhere', () => {
    expect(ask({ code: 'offline', outcome: 'not-accepted' })).toBeNull();
  });

  it('doubles the wait with each try and spreads it over its second half', () => {
    expect([0, 0.5, 0.999].map((random) => ask({}, { random }))).toEqual([200, 300, expect.closeTo(400, 0)]);
    expect(ask({}, { tries: 2 })).toBe(400);
  });

  it('gives up after three tries', () => {
    expect(ask({}, { tries: 3 })).toBeNull();
  });

  it('RETRY-3: waits as long as the service asked', () => {
    expect(ask({ code: 'maintenance', retryAfterMs: 5_000 })).toBe(5_000);
    expect(ask({ code: 'maintenance', retryAfterMs: 0 })).toBe(200);
  });

  it('RETRY-3: gives up when the wait would go beyond the deadline', () => {
    expect(ask({ code: 'rate-limited', retryAfterMs: 60_000 })).toBeNull();
    expect(ask({}, { elapsedMs: 59_800 })).toBeNull();
    expect(ask({}, { elapsedMs: 59_799 })).toBe(200);
  });
});
