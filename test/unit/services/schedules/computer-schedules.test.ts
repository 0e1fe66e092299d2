import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ComputerSchedules } from '#main/services/schedules/computer-schedules.ts';
import type { ComputerSchedulesParts } from '#main/services/schedules/computer-schedules.ts';
import { toScheduleSendId } from '#main/services/schedules/schedule-send.ts';
import { AppError } from '#shared/domain/app-error.ts';
import { toOwnScheduleId } from '#shared/domain/scheduling/own-schedule.ts';
import type { OwnSchedule, OwnScheduleEvent, OwnScheduleId } from '#shared/domain/scheduling/own-schedule.ts';
import type { SendId } from '#shared/domain/ids.ts';
import type { Send } from '#shared/domain/sends.ts';
import { buildOwnSchedule, DAY_MS, HOUR_MS, MINUTE_MS, NOW, PHONE } from './build-own-schedule.ts';

type RunnerStore = ComputerSchedulesParts['store'];

/** The rows of the store, and a clock with one timer, as the runner sees them. */
class Rows {
  readonly rows = new Map<OwnScheduleId, OwnSchedule>();
  readonly events: OwnScheduleEvent[] = [];
  readonly sends: Send[] = [];
  repliedAt: number | null = null;
  settings: Record<string, string> = {};
  faults = 0;
  readonly store: RunnerStore = {
    listOwnSchedules: ({ states }) => {
      if (this.faults > 0) {
        this.faults -= 1;
        return Promise.reject(new AppError({ code: 'disk', message: 'No room' }));
      }
      return Promise.resolve([...this.rows.values()].filter(({ state }) => states.includes(state)));
    },
    listOwnScheduleEvents: () => Promise.resolve(this.events),
    listSends: ({ states }) => Promise.resolve(this.sends.filter(({ state }) => states.includes(state))),
    findReplyAfter: ({ after }) =>
      Promise.resolve(this.repliedAt !== null && this.repliedAt > after ? this.repliedAt : null),
    findChat: () => Promise.resolve(null),
    getSettings: () => Promise.resolve(this.settings),
    updateOwnSchedule: ({ id, patch, event, ifState, ifChangedAt }) => {
      const row = this.rows.get(id);
      if (row === undefined || row.state !== ifState || row.changedAt !== ifChangedAt) return Promise.resolve(false);
      this.rows.set(id, { ...row, ...patch });
      if (event !== undefined) this.events.push(event);
      return Promise.resolve(true);
    },
    fireOwnSchedule: ({ id, changedAt, send, patch, event }) => {
      const row = this.rows.get(id);
      if (row === undefined || row.changedAt !== changedAt) return Promise.resolve(false);
      if (!this.sends.some((one) => one.id === send.id)) this.sends.push(send);
      this.rows.set(id, { ...row, ...patch });
      this.events.push(event);
      return Promise.resolve(true);
    },
  };

  add(said: Partial<OwnSchedule> = {}): OwnScheduleId {
    const id = toOwnScheduleId(String.fromCharCode(97 + this.rows.size).repeat(20));
    const row = buildOwnSchedule({ ...said, id });
    this.rows.set(id, row);
    return id;
  }

  get(id: OwnScheduleId): OwnSchedule {
    const row = this.rows.get(id);
    if (row === undefined) throw new Error(`There is no schedule ${id}`);
    return row;
  }
}

const OFFLINE = new AppError({ code: 'offline', message: 'No way to the service' });
const DAILY = { wall: '2026-11-18T10:00', timeZone: 'UTC', rule: 'FREQ=DAILY;COUNT=6', overlap: 'first' } as const;

describe('scheduled texts of this computer', () => {
  let rows: Rows;
  let runner: ComputerSchedules;
  let now: number;
  let fired: number;
  let asked: string[];
  let logged: string[];
  let readReplies: () => Promise<void>;
  let isConnected: boolean;
  let takeBack: (sendId: SendId) => Promise<unknown>;
  let timer: { readonly run: () => void; readonly ms: number } | null;

  beforeEach(() => {
    [rows, now, fired, asked, logged, timer] = [new Rows(), NOW, 0, [], [], null];
    readReplies = () => Promise.resolve();
    isConnected = true;
    takeBack = (sendId) => {
      rows.sends.splice(
        rows.sends.findIndex(({ id }) => id === sendId),
        1,
      );
      return Promise.resolve();
    };
    runner = new ComputerSchedules({
      isConnected: () => isConnected,
      takeBack: (sendId) => takeBack(sendId),
      store: rows.store,
      now: () => now,
      onFired: () => (fired += 1),
      readReplies: (phone) => {
        asked.push(phone);
        return readReplies();
      },
      log: { error: (event) => void logged.push(event), info: () => undefined },
      startTimer: (run, ms) => {
        const mine = { run, ms };
        timer = mine;
        return () => (timer = timer === mine ? null : timer);
      },
    });
  });
  afterEach(() => runner.dispose());

  async function look(): Promise<void> {
    runner.look();
    await runner.settled();
  }
  /** The clock moves on, and the timer rings as far as it is due. */
  async function goTo(at: number): Promise<void> {
    now = at;
    timer?.run();
    await runner.settled();
  }

  it('ask where quiet hours have begun by the time that they could go out', async () => {
    rows.settings = { 'window.quietHours': JSON.stringify({ startsAt: 10 * 60 + 5, endsAt: 11 * 60 }) };
    const late = rows.add();
    const allowed = rows.add({ quietReason: 'The clinic closes' });
    const quietBefore = rows.add({ time: { wall: '2026-11-20T10:06', timeZone: 'UTC', rule: null, overlap: 'first' } });
    isConnected = false;
    await goTo(NOW + 18 * MINUTE_MS);
    isConnected = true;
    rows.rows.set(quietBefore, { ...rows.get(quietBefore), nextAt: NOW + 21 * MINUTE_MS });
    // 10:08, in the quiet hours.
    await goTo(NOW + 23 * MINUTE_MS);
    await look();
    expect(rows.get(late)).toMatchObject({ state: 'asking', question: 'missed', missedAt: NOW + 15 * MINUTE_MS });
    expect([rows.get(allowed).state, rows.get(quietBefore).state]).toEqual(['done', 'done']);
  });

  it('become a send of the outbox at their time, which is waited for a minute at most', async () => {
    const id = rows.add();
    rows.settings = { 'window.ownReference': '"Desk 4"' };
    await look();
    expect([rows.sends, timer?.ms]).toEqual([[], MINUTE_MS]);
    await goTo(NOW + 14.5 * MINUTE_MS);
    expect(timer?.ms).toBe(30_000);
    await goTo(NOW + 15 * MINUTE_MS);
    expect(rows.sends).toMatchObject([
      {
        ...{ id: toScheduleSendId(id, NOW + 15 * MINUTE_MS), phone: PHONE, text: 'See you at ten', state: 'queued' },
        ...{ ownReference: 'Desk 4', createChat: true, partsPredicted: 1, pricePredicted: 0.04 },
      },
    ]);
    expect(rows.get(id)).toMatchObject({ state: 'done', nextAt: null, lastAt: now, firedCount: 1 });
    expect([fired, timer?.ms]).toEqual([1, MINUTE_MS]);
    rows.sends[0] = { ...(rows.sends[0] as Send), state: 'accepted' };
    await goTo(now + MINUTE_MS);
    expect(timer).toBeNull();
    expect(rows.events).toMatchObject([{ kind: 'fired', detail: '2026-11-20T10:00' }]);
  });

  it('go out up to a quarter of an hour late, and ask when they are later (SCHEDULES-1)', async () => {
    const id = rows.add();
    const later = rows.add({
      time: { ...buildOwnSchedule().time, wall: '2026-11-20T10:01' },
      nextAt: NOW + 16 * MINUTE_MS,
    });
    await goTo(NOW + 15 * MINUTE_MS + 15 * MINUTE_MS + 1);
    await look();
    expect(rows.get(id)).toMatchObject({
      state: 'asking',
      question: 'missed',
      missedAt: NOW + 15 * MINUTE_MS,
      nextAt: null,
    });
    expect(rows.get(later)).toMatchObject({ state: 'done' });
    expect(rows.sends).toHaveLength(1);
  });

  it('that recur ask about the last time that was missed alone, and go on', async () => {
    const id = rows.add({ time: DAILY, nextAt: Date.UTC(2026, 10, 18, 10), createdAt: NOW - 3 * DAY_MS });
    await look();
    expect(rows.get(id)).toMatchObject({
      state: 'asking',
      missedAt: Date.UTC(2026, 10, 19, 10),
      nextAt: Date.UTC(2026, 10, 20, 10),
    });
    expect(rows.events).toMatchObject([{ kind: 'missed', detail: '2026-11-19T10:00 +1' }]);
    await goTo(Date.UTC(2026, 10, 20, 10));
    expect(rows.get(id)).toMatchObject({
      state: 'asking',
      missedAt: Date.UTC(2026, 10, 19, 10),
      nextAt: Date.UTC(2026, 10, 21, 10),
    });
    expect(rows.sends).toHaveLength(1);
    rows.sends[0] = { ...(rows.sends[0] as Send), state: 'accepted' };
    now = Date.UTC(2026, 10, 30);
    await look();
    expect(rows.get(id)).toMatchObject({ state: 'asking', missedAt: Date.UTC(2026, 10, 23, 10), nextAt: null });
    expect(rows.sends).toHaveLength(1);
  });

  it('are one send however often the same time is tried (SCHEDULES-2)', async () => {
    const id = rows.add();
    const before = rows.get(id);
    now = NOW + 15 * MINUTE_MS;
    await look();
    rows.rows.set(id, { ...before, changedAt: before.changedAt + 5 });
    await look();
    expect(rows.sends).toHaveLength(1);
  });

  it('are not sent where the user changed them in between', async () => {
    const id = rows.add();
    now = NOW + 15 * MINUTE_MS;
    const { findChat } = rows.store;
    Object.assign(rows.store, {
      findChat: (input: Parameters<typeof findChat>[0]) => {
        rows.rows.set(id, { ...rows.get(id), nextAt: NOW + HOUR_MS, changedAt: now });
        return findChat(input);
      },
    });
    await look();
    expect([rows.sends, fired]).toEqual([[], 0]);
    expect(rows.get(id)).toMatchObject({ state: 'coming', nextAt: NOW + HOUR_MS });
  });

  it('stop when the person writes, as soon as that is known', async () => {
    const id = rows.add({ endsOnReply: true });
    await look();
    rows.repliedAt = NOW;
    runner.messagesChanged();
    expect(rows.get(id)).toMatchObject({ state: 'coming' });
    await goTo(NOW + 1_000);
    expect(rows.get(id)).toMatchObject({ state: 'stopped', nextAt: null });
    expect(rows.events).toMatchObject([{ kind: 'stopped' }]);
    now = NOW + HOUR_MS;
    await look();
    expect([rows.sends, asked]).toEqual([[], []]);
  });

  it('do not stop for what the person wrote before the user changed them', async () => {
    const id = rows.add({ endsOnReply: true });
    rows.events.push({ at: NOW - HOUR_MS, kind: 'changed', detail: '' });
    rows.repliedAt = NOW - 2 * HOUR_MS;
    await look();
    expect(rows.get(id)).toMatchObject({ state: 'coming' });
    rows.repliedAt = NOW;
    await look();
    expect(rows.get(id)).toMatchObject({ state: 'stopped' });
  });

  it('that stop on a reply leave once the service was asked for one (SCHEDULES-3)', async () => {
    const [id, other] = [rows.add({ endsOnReply: true }), rows.add({ endsOnReply: true })];
    now = NOW + 15 * MINUTE_MS;
    readReplies = () => {
      if (asked.length > 1) rows.repliedAt = now;
      return Promise.resolve();
    };
    await look();
    expect(asked).toEqual([PHONE, PHONE]);
    expect([rows.get(id).state, rows.get(other).state]).toEqual(['stopped', 'stopped']);
    expect(rows.sends).toEqual([]);
  });

  it('that stop on a reply wait while the service cannot be asked, and ask the user when they are late', async () => {
    const id = rows.add({ endsOnReply: true });
    readReplies = () => Promise.reject(OFFLINE);
    now = NOW + 15 * MINUTE_MS;
    await look();
    expect([rows.get(id).state, rows.sends, timer?.ms]).toEqual(['coming', [], 30_000]);
    readReplies = () => Promise.resolve();
    await goTo(NOW + 16 * MINUTE_MS);
    expect([rows.get(id).state, rows.sends.length]).toEqual(['done', 1]);
    const late = rows.add({ endsOnReply: true });
    readReplies = () => Promise.reject(OFFLINE);
    now = NOW + 31 * MINUTE_MS;
    await look();
    expect(rows.get(late)).toMatchObject({ state: 'asking', question: 'missed' });
  });

  it('wait for a way to the service, and ask when they are late by then', async () => {
    const [id, later] = [
      rows.add(),
      rows.add({ time: { ...buildOwnSchedule().time, wall: '2026-11-20T10:10' }, nextAt: NOW + 25 * MINUTE_MS }),
    ];
    isConnected = false;
    now = NOW + 15 * MINUTE_MS;
    await look();
    expect([rows.get(id).state, rows.sends, timer?.ms]).toEqual(['coming', [], 5_000]);
    await goTo(NOW + 30.5 * MINUTE_MS);
    expect([rows.get(id).question, rows.get(later).state, rows.sends]).toEqual(['missed', 'coming', []]);
    isConnected = true;
    await goTo(NOW + 31 * MINUTE_MS);
    expect([rows.get(later).state, rows.sends.length]).toEqual(['done', 1]);
  });

  it('that could not leave in time are taken out of the outbox and ask, but not what the user sent', async () => {
    const id = rows.add();
    now = NOW + 15 * MINUTE_MS;
    await look();
    rows.sends.push({ ...(rows.sends[0] as Send), id: toScheduleSendId(id, 'now') });
    expect(timer?.ms).toBe(MINUTE_MS);
    await goTo(NOW + 30 * MINUTE_MS + 2);
    expect(rows.sends.map((send) => send.id)).toEqual([toScheduleSendId(id, 'now')]);
    expect(rows.get(id)).toMatchObject({
      state: 'asking',
      question: 'missed',
      missedAt: NOW + 15 * MINUTE_MS,
      firedCount: 0,
      lastAt: null,
    });
  });

  it('that are on their way when they are late are left alone', async () => {
    const id = rows.add();
    now = NOW + 15 * MINUTE_MS;
    await look();
    takeBack = () => Promise.reject(new AppError({ code: 'not-found', message: 'It is on its way' }));
    await goTo(NOW + 30 * MINUTE_MS + 2);
    expect(rows.sends).toHaveLength(1);
    expect(rows.get(id)).toMatchObject({ state: 'done', question: null, firedCount: 1 });
  });

  it('are not touched while they are at the service, or wait for the user', async () => {
    rows.add({ keeper: 'service' });
    rows.add({ state: 'leaving', step: 'held' });
    rows.add({ state: 'asking', question: 'passed' });
    now = NOW + HOUR_MS;
    await look();
    expect([rows.sends, rows.events, timer]).toEqual([[], [], null]);
  });

  it('are looked at again after a disk that failed', async () => {
    const id = rows.add();
    rows.faults = 1;
    await look();
    expect([logged, timer?.ms]).toEqual([['schedules.notLooked'], MINUTE_MS]);
    await goTo(NOW + 15 * MINUTE_MS);
    expect(rows.get(id)).toMatchObject({ state: 'done' });
  });
});
