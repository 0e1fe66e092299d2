import { describe, expect, it } from 'vitest';
import { MOST_TIMES, ScheduleCalendar } from '#main/services/schedules/calendar.ts';
import type { ScheduleRecord } from '#main/store/api/schedules.ts';
import { toOwnScheduleId } from '#shared/domain/scheduling/own-schedule.ts';
import { buildSchedule } from '#test/unit/store/builders.ts';
import { buildOwnSchedule, buildRecord, DAY_MS, HOUR_MS, NOW } from './build-own-schedule.ts';

const WEEK = { scope: 'upcoming', from: NOW, to: NOW + 7 * DAY_MS } as const;
const DAILY = { wall: '2026-11-20T10:00', timeZone: 'UTC', rule: 'FREQ=DAILY', overlap: 'first' } as const;

let count = 0;
function own(said: Parameters<typeof buildOwnSchedule>[0]): ScheduleRecord {
  count += 1;
  const id = toOwnScheduleId(
    [...String(count)]
      .map((digit) => String.fromCharCode(97 + Number(digit)))
      .join('')
      .padStart(20, 'z'),
  );
  return buildRecord({ own: buildOwnSchedule({ ...said, id }) });
}

/** A store with these, which gives two at a time, and a clock on which each look takes 5 ms. */
function openCalendar(records: readonly ScheduleRecord[]) {
  let [elapsed, rests] = [0, 0];
  const scopes: string[] = [];
  const calendar = new ScheduleCalendar({
    store: {
      listCalendarSchedules: ({ scope, after }) => {
        scopes.push(scope);
        const start = after === null ? 0 : Number(after);
        const end = start + 2;
        return Promise.resolve({ items: records.slice(start, end), after: end < records.length ? String(end) : null });
      },
    },
    rest: () => {
      rests += 1;
      return Promise.resolve();
    },
    elapsed: () => (elapsed += 5),
  });
  return { calendar, scopes, countRests: () => rests };
}

describe('the calendar of schedules', () => {
  it('has every time of all of them, earliest first, also of those that ask, and lets others have their turn', async () => {
    const records = [
      own({}),
      own({ time: DAILY, nextAt: Date.UTC(2026, 10, 21, 10) }),
      own({ state: 'asking', question: 'missed', missedAt: NOW - HOUR_MS, nextAt: null }),
      own({ state: 'leaving', step: 'held', goal: 'nothing', work: 'cancel', keeper: 'service', replacesId: 3 }),
      buildRecord({
        service: buildSchedule(9, {
          nextAt: NOW + DAY_MS,
          rule: null,
          firstAt: null,
          timeZone: null,
          isCompleted: false,
        }),
      }),
    ];
    const { calendar, countRests } = openCalendar(records);
    const { items, isCut } = await calendar.list({ ...WEEK, from: NOW - DAY_MS });
    const days = (key: string) => items.filter((item) => item.key === key).map(({ at }) => (at - NOW) / HOUR_MS);
    const keyOf = (index: number): string => `own:${String(records[index]?.own?.id)}`;
    expect(days(keyOf(0))).toEqual([0.25]);
    expect(days(keyOf(1))).toEqual([1, 2, 3, 4, 5, 6].map((day) => day * 24 + 0.25));
    expect(days(keyOf(2))).toEqual([-1]);
    expect(days(keyOf(3))).toEqual([]);
    expect(days('service:9')).toEqual([24]);
    expect(items.map(({ at }) => at)).toEqual(items.map(({ at }) => at).toSorted((one, other) => one - other));
    expect(isCut).toBe(false);
    expect(countRests()).toBeGreaterThan(0);
  });

  it('has what is over at the time when that was, and nothing of its times to come', async () => {
    const records = [
      { ...own({ state: 'done', time: DAILY, nextAt: NOW + DAY_MS }), overAt: NOW + HOUR_MS },
      { ...own({ state: 'cancelled' }), overAt: NOW - HOUR_MS },
    ];
    const { calendar, scopes } = openCalendar(records);
    const { items } = await calendar.list({ ...WEEK, scope: 'done' });
    expect(items).toMatchObject([{ at: NOW + HOUR_MS, state: 'done' }]);
    expect(scopes).toEqual(['done']);
    await calendar.count(WEEK);
    expect(scopes).toEqual(['done', 'upcoming']);
  });

  it('is cut at the earliest times where there are too many', async () => {
    const hourly = { ...DAILY, rule: 'FREQ=HOURLY' };
    const records = Array.from({ length: 12 }, () => own({ time: hourly }));
    const { items, isCut } = await openCalendar(records).calendar.list({ ...WEEK, to: NOW + 60 * DAY_MS });
    expect([items.length, isCut]).toEqual([MOST_TIMES, true]);
    const last = items.at(-1)?.at ?? 0;
    // Each of the twelve once an hour.
    expect(last).toBe(Date.UTC(2026, 10, 20, 10) + Math.floor((MOST_TIMES - 1) / 12) * HOUR_MS);
  });

  it('counts texts, and what is charged ahead', async () => {
    const service = buildSchedule(4, {
      nextAt: Date.UTC(2026, 10, 20, 10),
      cost: 0.5,
      recipientsCount: 12,
      isCompleted: false,
    });
    const records = [
      own({}),
      buildRecord({
        own: buildOwnSchedule({
          keeper: 'service',
          serviceId: 4,
          time: DAILY,
          recipients: { phones: [], contactIds: [], listIds: [] },
        }),
        service,
      }),
    ];
    expect(await openCalendar(records).calendar.count(WEEK)).toEqual({ texts: 1 + 7 * 12, charged: 0.5 });
    expect(await openCalendar([own({})]).calendar.count(WEEK)).toEqual({ texts: 1, charged: null });
  });
});
