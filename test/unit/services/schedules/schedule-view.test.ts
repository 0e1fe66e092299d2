import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { toCalendarItem, toScheduleView, toServiceTime } from '#main/services/schedules/schedule-view.ts';
import { scheduleViewSchema } from '#shared/contract/index.ts';
import { toContactId, toListId } from '#shared/domain/ids.ts';
import { buildSchedule } from '#test/unit/store/builders.ts';
import { buildOwnSchedule, buildRecord, NOW, PHONE } from './build-own-schedule.ts';

const PROBLEM = { code: 'offline', detail: null, fields: {}, at: NOW };

describe('the view of a schedule', () => {
  it('of this computer alone says what the user chose', () => {
    const own = buildOwnSchedule({ endsOnReply: true, quietReason: 'On call' });
    const view = toScheduleView(buildRecord({ own }), 'GBP');
    expect(v.parse(scheduleViewSchema, view)).toEqual(view);
    expect(view).toMatchObject({
      ...{ key: `own:${own.id}`, keeper: 'computer', state: 'coming', work: null, undoableUntil: null },
      ...{ time: own.time, nextAt: own.nextAt, endAt: own.nextAt, endsOnReply: true, quietReason: 'On call' },
      ...{ price: { amount: 0.04, currency: 'GBP' }, parts: 1 },
      recipients: { phones: [PHONE], count: 1, name: 'Deborah Ramos', phone: PHONE, contactId: 7, hasViews: false },
    });
  });

  it.each([
    [
      { state: 'leaving', step: 'held', dueAt: NOW + 5 },
      { state: 'leaving', work: 'create', undoableUntil: NOW + 5 },
    ],
    [
      { state: 'leaving', step: 'creating' },
      { state: 'leaving', work: 'create', undoableUntil: null, problem: null },
    ],
    [
      { state: 'leaving', step: 'creating', problem: PROBLEM },
      { state: 'checking', problem: PROBLEM },
    ],
    [
      { state: 'leaving', step: 'create', problem: PROBLEM },
      { state: 'leaving', problem: PROBLEM },
    ],
    [
      { state: 'asking', question: 'passed', missedAt: NOW },
      { state: 'asking', question: 'passed', missedAt: NOW },
    ],
    [
      { state: 'refused', step: 'create', problem: PROBLEM },
      { state: 'refused', work: null, problem: PROBLEM },
    ],
    // The service keeps what was to go.
    [
      { state: 'refused', step: 'deleting', work: 'cancel', goal: 'nothing', replacesId: 5, problem: PROBLEM },
      { state: 'refused', work: 'cancel' },
    ],
    [
      { state: 'stopped', nextAt: null },
      { state: 'stopped', nextAt: null },
    ],
  ] as const)('of one with %j is %j', (said, shown) => {
    expect(toScheduleView(buildRecord({ own: buildOwnSchedule({ keeper: 'service', ...said }) }), null)).toMatchObject(
      shown,
    );
  });

  it('of one at the service has the next time and the price that the service says', () => {
    const own = buildOwnSchedule({ keeper: 'service', serviceId: 5 });
    const service = buildSchedule(5, { nextAt: NOW + 10, cost: 0.12, lastAt: NOW - 10, summary: 'Once' });
    const shown = { nextAt: NOW + 10, lastAt: NOW - 10, price: { amount: 0.12, currency: null }, summary: 'Once' };
    expect(toScheduleView(buildRecord({ own, service }), null)).toMatchObject(shown);
    // What it replaces says nothing about it.
    const changed = { ...own, serviceId: null, replacesId: 5, state: 'leaving', step: 'delete' } as const;
    expect(toScheduleView(buildRecord({ own: changed, service }), null)).toMatchObject({
      ...{ nextAt: own.nextAt, price: { amount: 0.04, currency: null }, lastAt: NOW - 10 },
    });
    const over = buildSchedule(5, { isCompleted: true, nextAt: null });
    expect(toScheduleView(buildRecord({ own, service: over }), null)).toMatchObject({ state: 'done' });
    expect(toScheduleView(buildRecord({ own, service, isPaused: true }), null)).toMatchObject({ state: 'paused' });
  });

  it('of another client says what the service does', () => {
    const rows = { phones: [PHONE], contactIds: [toContactId(4)], listIds: [toListId(9)], filteredViewIds: [3] };
    const said = { firstAt: Date.UTC(2026, 2, 29, 8), timeZone: 'Europe/London', rule: 'FREQ=DAILY', endAt: null };
    const service = buildSchedule(8, { ...rows, ...said, recipientsCount: 12, nextAt: NOW, isCompleted: false });
    const view = toScheduleView(buildRecord({ service, person: null, listNames: ['Puppy club'] }), 'GBP');
    expect(v.parse(scheduleViewSchema, view)).toEqual(view);
    expect(view).toMatchObject({
      ...{ key: 'service:8', keeper: 'service', state: 'coming', nextAt: NOW, endAt: null, work: null },
      time: { wall: '2026-03-29T09:00', timeZone: 'Europe/London', rule: 'FREQ=DAILY', overlap: 'first' },
      recipients: { count: 12, hasViews: true, listNames: ['Puppy club'], name: '', phone: null },
    });
    expect(toCalendarItem(buildRecord({ service, person: null, listNames: ['Puppy club'] }), NOW)).toMatchObject({
      ...{ key: 'service:8', at: NOW, name: 'Puppy club', phone: null, isRecurring: true, keeper: 'service' },
    });
  });

  it('knows which of two the first time is where clocks go back, and no time where the service says too little', () => {
    const said = { firstAt: Date.UTC(2026, 9, 25, 1, 30), timeZone: 'Europe/London', rule: null };
    const time = { wall: '2026-10-25T01:30', timeZone: 'Europe/London', rule: null };
    expect(toServiceTime(buildSchedule(1, said))).toEqual({ ...time, overlap: 'second' });
    expect(toServiceTime(buildSchedule(1, { ...said, firstAt: said.firstAt - 3_600_000 }))).toEqual({
      ...time,
      overlap: 'first',
    });
    expect(toServiceTime(buildSchedule(1, { ...said, timeZone: null }))).toBeNull();
    expect(toServiceTime(buildSchedule(1, { ...said, firstAt: null, nextAt: null }))).toBeNull();
    const begun = { ...said, firstAt: null, nextAt: Date.UTC(2026, 9, 26, 9) };
    const daily = { wall: '2026-10-26T09:00', timeZone: 'Europe/London', rule: 'FREQ=DAILY', overlap: 'first' };
    expect(toServiceTime(buildSchedule(1, { ...begun, rule: 'FREQ=DAILY' }))).toEqual(daily);
    expect(toServiceTime(buildSchedule(1, { ...begun, rule: 'FREQ=DAILY;COUNT=4' }))).toBeNull();
  });
});
