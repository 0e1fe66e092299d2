import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MOST_SETTLED_CALLBACKS, MOST_WAITING_CALLBACKS } from '#main/store/commands/callbacks.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import type { CallbackEvent, KeptCallback } from '#shared/domain/callbacks.ts';
import { toSendId } from '#shared/domain/ids.ts';
import { migrate } from '#main/store/migrate.ts';
import { ownedMigrations } from '#main/store/migrations/list.ts';
import { openInMemory } from '#main/store/open.ts';
import { toFilePaths } from '#main/store/paths.ts';
import { WAITING_CALLBACKS } from '#main/store/queries/callbacks.ts';
import { toKeptCallback } from '#main/store/rows/callback-row.ts';
import type { CallbackRow } from '#main/store/rows/callback-row.ts';
import { salvageRows } from '#main/store/salvage.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { DAY_MS, MINUTE_MS, NOON, phoneOf } from '../builders.ts';

function buildEvent(id: number, said: Partial<CallbackEvent> = {}): CallbackEvent {
  return {
    ...{ direction: 'out', messageId: id, letter: 'd', phone: phoneOf(1), referenceId: 'abc.7' },
    ...{ happenedAt: NOON - 2_000, receivedAt: NOON },
    ...said,
  };
}

describe('the inbox of callbacks', () => {
  let store: StoreInOneThread;
  beforeEach(() => (store = new StoreInOneThread()));
  afterEach(() => store.close());

  const keep = (...events: CallbackEvent[]): number => store.run('keepCallbacks', { events }).addedCount;
  const settle = (at: number, state: 'confirmed' | 'refuted', ...seqs: number[]): void =>
    store.run('settleCallbacks', { settled: seqs.map((seq) => ({ seq, state })), at });
  const waiting = (afterSeq = 0, limit = 100): readonly KeptCallback[] =>
    store.ask('listWaitingCallbacks', { afterSeq, limit });
  const newest = (limit = 100): readonly KeptCallback[] => store.ask('listCallbacks', { limit });
  const counts = () => store.ask('countCallbacks', {});

  it('gives an event back as it came', () => {
    const event = buildEvent(7);
    const bare = buildEvent(8, { direction: 'in', letter: '', phone: null, referenceId: null, happenedAt: null });
    expect(keep(event, bare)).toBe(2);
    const kept = { state: 'waiting', settledAt: null, times: 1 };
    expect(waiting()).toEqual([
      { ...event, ...kept, seq: 1 },
      { ...bare, ...kept, seq: 2 },
    ]);
    expect(counts()).toEqual({ waiting: 2, confirmed: 0, refuted: 0 });
  });

  it('keeps an event once by direction, id and letter, and counts how often it came (HOOK-5)', () => {
    const event = buildEvent(7);
    expect(keep(event, event, buildEvent(7, { letter: 'r' }), buildEvent(7, { direction: 'in', letter: '' }))).toBe(3);
    expect(keep(buildEvent(7, { receivedAt: NOON + 5 }))).toBe(0);
    expect(waiting().map(({ letter, times, receivedAt }) => [letter, times, receivedAt - NOON])).toEqual([
      ['d', 3, 0],
      ['r', 1, 0],
      ['', 1, 0],
    ]);
  });

  it('tells which messages it names for a send by its reference, newest first, and none that the service refuted', () => {
    const [one, other] = [toSendId('a'.repeat(20)), toSendId('b'.repeat(20))];
    const of = (id: number, referenceId: string | null, letter = 'd'): CallbackEvent =>
      buildEvent(id, { referenceId, letter });
    keep(
      of(7, one, 'q'),
      of(8, `${one}.order 9`),
      of(9, `${one}x`),
      of(10, other),
      of(11, null),
      of(12, one),
      of(7, one),
    );
    settle(NOON, 'refuted', 6);
    expect(store.ask('listCallbackMessages', { sendIds: [one] })).toEqual([
      { sendId: one, messageId: 7 },
      { sendId: one, messageId: 8 },
    ]);
    expect(store.ask('listCallbackMessages', { sendIds: [] })).toEqual([]);
  });

  it('lists what waits oldest first, from a number on, and the log newest first', () => {
    keep(...[1, 2, 3, 4].map((id) => buildEvent(id)));
    settle(NOON, 'confirmed', 2);
    expect(waiting(1, 1).map(({ messageId }) => messageId)).toEqual([3]);
    expect(waiting().map(({ messageId }) => messageId)).toEqual([1, 3, 4]);
    expect(newest(3).map(({ messageId, state }) => [messageId, state])).toEqual([
      [4, 'waiting'],
      [3, 'waiting'],
      [2, 'confirmed'],
    ]);
  });

  it('settles an event once: what was found out first stands', () => {
    keep(buildEvent(1), buildEvent(2));
    settle(NOON + 1, 'confirmed', 1);
    settle(NOON + 2, 'refuted', 1, 2, 99);
    expect(newest().map(({ state, settledAt }) => [state, settledAt])).toEqual([
      ['refuted', NOON + 2],
      ['confirmed', NOON + 1],
    ]);
    expect(counts()).toEqual({ waiting: 0, confirmed: 1, refuted: 1 });
  });

  it('does not confirm a duplicate again within a minute, and does later, under a new number', () => {
    keep(buildEvent(1));
    settle(NOON, 'confirmed', 1);
    expect(keep(buildEvent(1, { receivedAt: NOON + MINUTE_MS }))).toBe(0);
    expect(waiting()).toEqual([]);
    const at = NOON + MINUTE_MS + 1;
    expect(keep(buildEvent(1, { receivedAt: at }))).toBe(1);
    expect(waiting()).toMatchObject([{ seq: 2, messageId: 1, times: 3, receivedAt: at, settledAt: null }]);
    expect(counts()).toEqual({ waiting: 1, confirmed: 0, refuted: 0 });
  });

  it('looks again when a letter comes back after another one: delivered, failed, delivered', () => {
    keep(buildEvent(1));
    settle(NOON, 'confirmed', 1);
    keep(buildEvent(1, { letter: 'f', receivedAt: NOON + 1_000 }));
    settle(NOON + 1_000, 'confirmed', 2);
    expect(keep(buildEvent(1, { receivedAt: NOON + 2_000 }))).toBe(1);
    expect(waiting()).toMatchObject([{ letter: 'd', times: 2 }]);
  });

  it('looks again at what was refuted when it comes again later', () => {
    keep(buildEvent(1));
    settle(NOON, 'refuted', 1);
    expect(keep(buildEvent(1, { receivedAt: NOON + 2 * MINUTE_MS }))).toBe(1);
  });

  it('forgets what was settled a week ago and never what waits', () => {
    keep(buildEvent(1), buildEvent(2), buildEvent(3));
    settle(NOON, 'confirmed', 1);
    settle(NOON + 7 * DAY_MS, 'confirmed', 2);
    expect(newest()).toHaveLength(3);
    settle(NOON + 7 * DAY_MS + 1, 'confirmed');
    expect(newest().map(({ messageId }) => messageId)).toEqual([3, 2]);
    expect(counts()).toEqual({ waiting: 1, confirmed: 1, refuted: 0 });
  });

  it(`keeps the newest ${MOST_SETTLED_CALLBACKS} that were settled, however many come`, () => {
    const ids = Array.from({ length: MOST_SETTLED_CALLBACKS + 300 }, (_, index) => index + 1);
    keep(...ids.map((id) => buildEvent(id)));
    settle(NOON, 'confirmed', ...ids);
    expect(counts()).toEqual({ waiting: 0, confirmed: MOST_SETTLED_CALLBACKS, refuted: 0 });
    expect(newest(10_000).at(-1)?.messageId).toBe(301);
  });

  it('keeps what was confirmed, however much is refuted', () => {
    keep(buildEvent(1));
    settle(NOON, 'confirmed', 1);
    const ids = Array.from({ length: MOST_SETTLED_CALLBACKS + 300 }, (_, index) => index + 2);
    keep(...ids.map((id) => buildEvent(id)));
    settle(NOON + 1, 'refuted', ...ids);
    expect(counts()).toEqual({ waiting: 0, confirmed: 1, refuted: MOST_SETTLED_CALLBACKS });
    expect(newest(10_000).at(-1)?.messageId).toBe(1);
  });

  it('never gives the number of a forgotten event to another one', () => {
    keep(buildEvent(1));
    settle(NOON, 'confirmed', 1);
    settle(NOON + 8 * DAY_MS, 'confirmed');
    expect(newest()).toEqual([]);
    keep(buildEvent(2));
    expect(waiting(1)).toMatchObject([{ seq: 2, messageId: 2 }]);
  });

  it('takes no more while too many wait, and drops none of them (HOOK-4)', () => {
    store.owned.run(`UPDATE callback_counts SET count = ? WHERE state = 'waiting'`, [MOST_WAITING_CALLBACKS - 1]);
    expect(keep(buildEvent(1))).toBe(1);
    const more = (): unknown => keep(buildEvent(2));
    expect(more).toThrow(expect.toSatisfy((error) => isAppError(error, 'rate-limited')));
    expect(waiting().map(({ messageId }) => messageId)).toEqual([1]);
  });

  it('reads what waits from an index of just those, however many were settled (STORE-12)', () => {
    const plan = store.reader.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${WAITING_CALLBACKS}`, [0, 10]);
    expect(plan.map(({ detail }) => detail)).toEqual([
      'SEARCH callback_events USING INDEX callback_events_waiting (seq>?)',
    ]);
  });

  it('is saved from a damaged file with its counts and its numbers (STORE-13)', () => {
    keep(buildEvent(1), buildEvent(2), buildEvent(3));
    settle(NOON, 'refuted', 2);
    const fresh = openInMemory();
    try {
      migrate(fresh, { migrations: ownedMigrations });
      salvageRows(toFilePaths(store.folderPath).owned, fresh);
      const counts = fresh.all('SELECT state, count FROM callback_counts WHERE count > 0 ORDER BY state');
      expect(counts).toEqual([
        { state: 'refuted', count: 1 },
        { state: 'waiting', count: 2 },
      ]);
      expect(fresh.all<CallbackRow>(WAITING_CALLBACKS, [0, 10]).map(toKeptCallback)).toEqual(waiting());
    } finally {
      fresh.close();
    }
  });
});
