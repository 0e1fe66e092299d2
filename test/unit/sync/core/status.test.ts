import { describe, expect, it } from 'vitest';
import { createStatus, isLinkFailure, reduceStatus, toLink } from '#main/sync/core/status.ts';
import { AppError } from '#shared/domain/app-error.ts';
import type { AppErrorCode } from '#shared/domain/app-error.ts';

const start = createStatus(1_000, 500);
const errorOf = (code: AppErrorCode): AppError => new AppError({ code, message: code });

describe('reduceStatus', () => {
  it('begins as starting, with the age of the cache', () => {
    expect(start).toMatchObject({ link: 'starting', since: 1_000, lastSyncedAt: 500, phase: 'idle' });
  });

  it('is online since the first answer, not since the latest', () => {
    const online = reduceStatus(start, { kind: 'answered', now: 2_000 });
    expect(online).toMatchObject({ link: 'online', since: 2_000 });
    expect(reduceStatus(online, { kind: 'answered', now: 3_000 })).toBe(online);
  });

  it('keeps since while failures of the same kind go on, and moves the next attempt', () => {
    const first = reduceStatus(start, { kind: 'failed', now: 2_000, link: 'offline', nextAttemptAt: 4_000 });
    const second = reduceStatus(first, { kind: 'failed', now: 4_000, link: 'offline', nextAttemptAt: 8_000 });
    expect(second).toMatchObject({ link: 'offline', since: 2_000, nextAttemptAt: 8_000 });
  });

  it('plans no attempt while one is running, and none once online', () => {
    const offline = reduceStatus(start, { kind: 'failed', now: 2_000, link: 'offline', nextAttemptAt: 4_000 });
    expect(reduceStatus(offline, { kind: 'attempting' }).nextAttemptAt).toBeNull();
    expect(reduceStatus(offline, { kind: 'answered', now: 3_000 }).nextAttemptAt).toBeNull();
    expect(reduceStatus(start, { kind: 'attempting' })).toBe(start);
  });

  it('stays troubled, whatever else is answered, until a whole round went well', () => {
    const troubled = reduceStatus(start, { kind: 'failed', now: 2_000, link: 'troubled', nextAttemptAt: 4_000 });
    expect(reduceStatus(troubled, { kind: 'answered', now: 3_000 })).toBe(troubled);
    expect(reduceStatus(troubled, { kind: 'recalled', at: 900 })).toMatchObject({
      link: 'troubled',
      lastSyncedAt: 900,
    });
    expect(reduceStatus(troubled, { kind: 'synced', at: 5_000 })).toMatchObject({
      ...{ link: 'online', since: 5_000, lastSyncedAt: 5_000, nextAttemptAt: null },
    });
  });

  it('says when it was last in step by the clock as it is now, also after that was set back', () => {
    expect(reduceStatus(start, { kind: 'synced', at: 400 }).lastSyncedAt).toBe(400);
    expect(reduceStatus(start, { kind: 'synced', at: 900 }).lastSyncedAt).toBe(900);
  });

  it('shows progress, and stays the same object when nothing moved', () => {
    const event = { kind: 'progressed', phase: 'history', done: 3, total: null } as const;
    const shown = reduceStatus(start, event);
    expect(shown).toMatchObject({ phase: 'history', done: 3, total: null });
    expect(reduceStatus(shown, event)).toBe(shown);
  });
});

describe('toLink', () => {
  it.each([
    ['offline', 'offline'],
    ['timeout', 'offline'],
    ['not-this-service', 'offline'],
    ['unauthorized', 'unauthorized'],
    ['maintenance', 'maintenance'],
    ['rate-limited', 'slowed'],
    ['server', 'troubled'],
    ['bad-response', 'troubled'],
    ['disk', null],
    ['cancelled', null],
  ] as const)('reads %s as %s', (code, link) => {
    expect(toLink(errorOf(code))).toBe(link);
  });

  it('tells what concerns every call from what concerns only one', () => {
    const codes = ['offline', 'timeout', 'unauthorized', 'maintenance', 'rate-limited'] as const;
    expect(codes.every((code) => isLinkFailure(errorOf(code)))).toBe(true);
    const others = ['server', 'bad-response', 'forbidden', 'not-found', 'validation', 'disk', 'cancelled'] as const;
    expect(others.some((code) => isLinkFailure(errorOf(code)))).toBe(false);
  });
});
