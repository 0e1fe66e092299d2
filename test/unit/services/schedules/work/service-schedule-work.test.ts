import { afterEach, describe, expect, it } from 'vitest';
import { toStatusError } from '#main/api/errors.ts';
import type { FullSend } from '#main/api/sends/send-parameters.ts';
import type { ScheduleService } from '#main/services/schedules/ports.ts';
import { ServiceScheduleWork } from '#main/services/schedules/work/service-schedule-work.ts';
import type { Store } from '#main/store/api.ts';
import { AppError } from '#shared/domain/app-error.ts';
import type { AppErrorCode } from '#shared/domain/app-error.ts';
import { toOwnScheduleId } from '#shared/domain/scheduling/own-schedule.ts';
import type { OwnSchedule, OwnScheduleId } from '#shared/domain/scheduling/own-schedule.ts';
import { FakeClock, settle } from '#test/support/sync/fake-clock.ts';
import { openInProcessStore } from '#test/support/sync/in-process-store.ts';
import { buildOwnSchedule, HOUR_MS, MINUTE_MS, NOW } from '../build-own-schedule.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

const toId = (letter: string) => toOwnScheduleId(letter.repeat(20));

/** A service that answers creations as it is told, and has no schedule to read back. */
function open() {
  const clock = new FakeClock(NOW);
  const kept = openInProcessStore(clock);
  // Typed for sync alone; it has every command and query.
  const store = kept as unknown as Store;
  const left: string[] = [];
  const failures: AppError[] = [];
  const gone = toStatusError({ row: 'GET /schedules/{id}', status: 404, text: '', retryAfterMs: null });
  const unreadable = new Set<number>();
  const broken = new AppError({ code: 'bad-response', message: 'No', outcome: 'refused' });
  const page = { page: 1, limit: 100, pageCount: 1, items: [] };
  const service: ScheduleService = {
    absentFeatures: [],
    sendMessage: (send: FullSend) => {
      left.push('text' in send ? send.text : '');
      const failure = failures.shift();
      if (failure !== undefined) return Promise.reject(failure);
      const receipt = { type: 'schedule', messageId: null, sessionId: null, bulkId: null, chatId: null } as const;
      return Promise.resolve({ ...receipt, scheduleId: 100 + left.length });
    },
    getSchedule: ({ scheduleId }) => Promise.reject(unreadable.has(scheduleId) ? broken : gone),
    deleteSchedule: () => Promise.resolve(),
    listSchedules: () => Promise.resolve(page),
    listSends: () => Promise.resolve(page),
    listMessagesOfSend: () => Promise.reject(gone),
  };
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const wait = (ms: number, signal: AbortSignal) => clock.wait(ms, signal);
  const rest = { now: () => clock.now(), random: () => 0.5, sendNow: () => Promise.resolve() };
  const hooks = { onFind: (_id: OwnScheduleId): void => undefined };
  const ofWork: Store = {
    ...store,
    findOwnSchedule: (query) => {
      hooks.onFind(query.id);
      return store.findOwnSchedule(query);
    },
  };
  const work = new ServiceScheduleWork({ store: ofWork, service, log, wait, ...rest });
  undo.push(
    () => kept.close(),
    () => work.dispose(),
  );
  const add = async (letter: string, said: Partial<OwnSchedule> = {}): Promise<void> => {
    const time = { wall: '2026-11-20T14:00', timeZone: 'UTC', rule: null, overlap: 'first' } as const;
    const made = { id: toId(letter), text: letter, keeper: 'service', state: 'leaving', step: 'create', time } as const;
    const schedule = buildOwnSchedule({ ...made, ...said });
    await store.createOwnSchedule({ schedule, event: { at: NOW, kind: 'made', detail: '' } });
  };
  const find = (letter: string) => store.findOwnSchedule({ id: toId(letter) });
  return { clock, work, left, failures, unreadable, hooks, add, find };
}

const fail = (code: AppErrorCode, outcome: AppError['outcome']) => new AppError({ code, message: 'No', outcome });

describe('the work on schedules', () => {
  it('leaves in the order in which the user decided, also where the first one has to wait', async () => {
    const { clock, work, left, failures, add, find } = open();
    await add('a', { changedAt: NOW + 2 });
    await add('b', { changedAt: NOW + 1 });
    failures.push(fail('offline', 'not-accepted'));
    work.open();
    await clock.advance(500);
    expect(left).toEqual(['b']);
    expect(await find('b')).toMatchObject({ step: 'create', problem: { code: 'offline' }, attempts: 0 });
    await clock.advance(10_000);
    expect(left).toEqual(['b', 'b', 'a']);
    expect(await find('b')).toMatchObject({ state: 'coming', serviceId: 102 });
  });

  it('goes on at once when the service answers again, and waits for another key', async () => {
    const { clock, work, left, failures, add } = open();
    await add('a');
    failures.push(fail('unauthorized', 'refused'));
    work.open();
    await clock.advance(9 * MINUTE_MS);
    expect(left).toEqual(['a']);
    work.cameOnline();
    await clock.advance(100);
    expect(left).toEqual(['a', 'a']);
  });

  it('keeps no other one waiting for an answer that was lost, and never makes that one again', async () => {
    const { clock, work, left, failures, add, find } = open();
    await add('a', { changedAt: NOW + 1 });
    await add('b', { changedAt: NOW + 2 });
    failures.push(fail('timeout', 'unknown'));
    work.open();
    await clock.advance(1_000);
    expect(left).toEqual(['a', 'b']);
    expect(await find('a')).toMatchObject({ step: 'creating', referenceId: `${'a'.repeat(20)}.1` });
    await clock.advance(HOUR_MS);
    expect(left).toEqual(['a', 'b']);
    expect(await find('a')).toMatchObject({ state: 'asking', question: 'not-made' });
  });

  it('looks for what was under way when the app ended, before anything else', async () => {
    const { clock, work, left, add, find } = open();
    await add('a', { step: 'creating', attempts: 1, referenceId: `${'a'.repeat(20)}.1` });
    work.open();
    await clock.advance(3 * MINUTE_MS);
    expect(left).toEqual([]);
    expect(await find('a')).toMatchObject({ state: 'asking', question: 'not-made', step: 'create' });
  });

  it('looks after those behind one that the service does not say in a way that can be read', async () => {
    const { clock, work, unreadable, add, find } = open();
    const kept = { state: 'coming', step: null, nextAt: NOW + MINUTE_MS } as const;
    await add('a', { ...kept, serviceId: 1 });
    await add('b', { ...kept, serviceId: 2 });
    unreadable.add(1);
    work.open();
    await clock.advance(5 * MINUTE_MS);
    expect(await find('a')).toMatchObject({ state: 'coming' });
    expect(await find('b')).not.toMatchObject({ state: 'coming' });
  });

  it('leaves in that order where the moments to take them back end while it looks at them', async () => {
    const { clock, work, left, hooks, add } = open();
    await add('a', { step: 'held', changedAt: NOW + 1, dueAt: NOW + 5_001 });
    await add('b', { step: 'held', changedAt: NOW + 2, dueAt: NOW + 5_002 });
    hooks.onFind = (id) => {
      if (id === toId('b') && clock.now() < NOW + 6_000) clock.jump(6_000);
    };
    work.open();
    await settle();
    await clock.advance(100);
    expect(left).toEqual(['a', 'b']);
  });

  it('waits until the moment to take it back is over', async () => {
    const { clock, work, left, add } = open();
    await add('a', { step: 'held', dueAt: NOW + 5_000 });
    work.open();
    await clock.advance(4_900);
    expect(left).toEqual([]);
    await clock.advance(200);
    await settle();
    expect(left).toEqual(['a']);
  });
});
