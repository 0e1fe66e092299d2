import { toPhoneKey } from '#shared/domain/phones.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Health } from '#main/services/health/health.ts';
import { UPKEEP } from '#main/sync/core/upkeep.ts';
import { healthViewSchema } from '#shared/contract/live-views.ts';
import { toChatId, toMessageKey } from '#shared/domain/ids.ts';
import { createFakeSession, SIGN_IN, type FakeSession } from './fakes.ts';

const NOW = 100 * 86_400_000;
const lag = { count: 2, medianLagMs: 900 };

describe('the health of the cache', () => {
  let folder: string;
  let fake: FakeSession;
  let health: Health;
  let marks: Record<string, number>;
  let span: { readonly fromAt: number | null; readonly toAt: number } | null;
  let asked: unknown[];

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sb-health-'));
    fake = createFakeSession(folder);
    marks = {};
    span = { fromAt: null, toAt: 9 };
    asked = [];
    fake.fakes.store = {
      listGaps: (input) => {
        asked.push(input);
        const chats = [
          { chatId: toChatId(7), phone: toPhoneKey('447700900318'), name: 'Bea', gaps: [{ fromAt: 1, toAt: 2 }] },
        ];
        return Promise.resolve({ chatsCount: 5, completeCount: 4, chats });
      },
      getFeedSpan: () => Promise.resolve(span),
      listSyncMarks: () => Promise.resolve(marks),
      listArrivals: (input) => {
        asked.push(input);
        const key = toMessageKey('in', 3);
        const via = 'callback' as const;
        return Promise.resolve([
          {
            key,
            letter: '',
            chatId: toChatId(7),
            phone: toPhoneKey('447700900318'),
            name: 'Bea',
            happenedAt: 1,
            seenAt: 2,
            via,
          },
        ]);
      },
      summariseArrivals: ({ sinceAt }) =>
        Promise.resolve({ sinceAt, byCallback: lag, byPoll: { count: 0, medianLagMs: null }, healedCount: 1 }),
      getUnreadTotal: () => Promise.resolve(11),
      countCallbacks: () => Promise.resolve({ waiting: 1, confirmed: 2, refuted: 3 }),
    };
    health = new Health({ session: fake.session, now: () => NOW });
  });
  afterEach(async () => {
    await fake.session.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  it('is joined from the store and from sync, as the contract has it', async () => {
    await fake.session.signIn(SIGN_IN);
    const view = await health.get();
    expect(v.parse(healthViewSchema, view)).toEqual(view);
    expect(view).toMatchObject({
      lastSyncedAt: 1,
      chats: {
        count: 5,
        completeCount: 4,
        withGaps: [{ chatId: 7, phone: toPhoneKey('447700900318'), name: 'Bea' }],
        historyFromAt: null,
        isWhole: true,
      },
      arrivals: { sinceAt: NOW - 86_400_000, byCallback: lag, healedCount: 1, latest: [{ key: 'in:3' }] },
      callbacks: { waiting: 1, confirmed: 2, refuted: 3 },
    });
    expect(asked).toEqual([{ limit: 100 }, { limit: 50 }]);
  });

  it('says what is unread here, and at the service as far as that was asked', async () => {
    await fake.session.signIn(SIGN_IN);
    expect((await health.get()).unread).toEqual({ here: 11, atService: null, askedAt: null });
    marks = { 'unread.total': 12, 'unread.askedAt': NOW - 5 };
    expect((await health.get()).unread).toEqual({ here: 11, atService: 12, askedAt: NOW - 5 });
  });

  it('says how far back every chat is complete, and nothing while nobody knows', async () => {
    await fake.session.signIn(SIGN_IN);
    span = { fromAt: 4, toAt: 9 };
    expect((await health.get()).chats).toMatchObject({ historyFromAt: 4, isWhole: false });
    span = null;
    expect((await health.get()).chats).toMatchObject({ historyFromAt: null, isWhole: false });
  });

  it('names every reading of a collection with its age, and the comparing of both feeds', async () => {
    await fake.session.signIn(SIGN_IN);
    marks = { 'contacts.doneAt': NOW - 5, 'sweep.inbound.doneAt': NOW - 7, 'lists.doneAt': NOW + 1 };
    const { sweeps } = await health.get();
    const toDoneAt = (task: string) => sweeps.find((sweep) => sweep.task === task)?.doneAt;
    expect(sweeps.map(({ task }) => task)).toEqual([
      ...UPKEEP.map(({ task }) => task),
      'messages.outbound',
      'messages.inbound',
    ]);
    expect(toDoneAt('contacts')).toBe(NOW - 5);
    expect(toDoneAt('messages.inbound')).toBe(NOW - 7);
    expect(toDoneAt('messages.outbound')).toBeNull();
    // By a clock that was set back since.
    expect(toDoneAt('lists')).toBeNull();
    expect(sweeps.every(({ everyMs }) => everyMs > 0 && everyMs <= 86_400_000)).toBe(true);
  });

  it('leaves out what the service refuses for good, until it gives it again', async () => {
    await fake.session.signIn(SIGN_IN);
    marks = { 'templates.refusedAt': NOW - 5, 'blocked.refusedAt': 0 };
    const tasks = (await health.get()).sweeps.map(({ task }) => task);
    expect(tasks).not.toContain('templates');
    expect(tasks).toContain('blocked');
  });

  it('is nobody’s when nobody is signed in', async () => {
    await expect(health.get()).rejects.toMatchObject({ code: 'unauthorized' });
  });
});
