import { describe, expect, it } from 'vitest';
import { planNext, toWentOut } from '#main/services/schedules/work/plan-step.ts';
import type { Around } from '#main/services/schedules/work/plan-step.ts';
import type { OwnSchedule } from '#shared/domain/scheduling/own-schedule.ts';
import { buildOwnSchedule, HOUR_MS, MINUTE_MS, NOW, PHONE } from '../build-own-schedule.ts';

const AROUND: Around = { now: NOW, passAt: NOW, hasSchedules: true, isHurried: false };

const build = (said: Partial<OwnSchedule>): OwnSchedule =>
  buildOwnSchedule({ keeper: 'service', state: 'leaving', step: 'held', ...said });

/** The changes that are written without a request, until something else comes. */
function write(own: OwnSchedule): OwnSchedule {
  const next = planNext(own, AROUND);
  return next.kind === 'write' ? write({ ...own, ...next.change.patch }) : own;
}

describe('what is next in the work on a schedule', () => {
  it.each([
    ['one that waits for its time', build({ state: 'coming', step: null }), { kind: 'rest' }],
    ['one that can be taken back', build({ dueAt: NOW + 5_000 }), { kind: 'wait', until: NOW + 5_000 }],
    ['the wait of a clock that was set back', build({ dueAt: NOW + 2 * HOUR_MS }), { kind: 'write' }],
    ['an old one', build({ step: 'delete', replacesId: 7 }), { kind: 'read-old', scheduleId: 7 }],
    ['an old one whose deletion left', build({ step: 'deleting', replacesId: 7 }), { kind: 'read-old', scheduleId: 7 }],
    ['a creation without an answer', build({ step: 'creating', referenceId: 'a.1' }), { kind: 'look' }],
    ['one that is made again', build({ step: 'create', referenceId: 'a.1' }), { kind: 'look', referenceId: 'a.1' }],
    ['a lost one that shall go', build({ step: 'delete', referenceId: 'a.1' }), { kind: 'look', referenceId: 'a.1' }],
    ['one that was asked about', build({ state: 'asking', question: 'not-made', step: 'create' }), { kind: 'rest' }],
    ['one that is looked for on', build({ state: 'asking', question: 'unclear', step: 'creating' }), { kind: 'look' }],
    ['one that leaves now', build({ step: 'send', goal: 'send' }), { kind: 'send' }],
  ] as const)('%s', (_what, own, expected) => {
    expect(planNext(own, AROUND)).toMatchObject(expected);
  });

  it('does not wait for its next attempt once the service answers again, but never cuts a hold short', () => {
    const waiting = build({ step: 'delete', replacesId: 7, dueAt: NOW + 30_000 });
    expect(planNext(waiting, AROUND)).toEqual({ kind: 'wait', until: NOW + 30_000 });
    expect(planNext(waiting, { ...AROUND, isHurried: true })).toMatchObject({ kind: 'read-old' });
    const held = build({ dueAt: NOW + 3_000 });
    expect(planNext(held, { ...AROUND, isHurried: true })).toEqual({ kind: 'wait', until: NOW + 3_000 });
  });

  it.each([
    ['a new one is made', {}, { state: 'leaving', step: 'create' }],
    ['a changed one goes first', { replacesId: 7 }, { step: 'delete', replacesId: 7 }],
    ['also where its row still names it', { serviceId: 7 }, { step: 'delete', replacesId: 7, serviceId: null }],
    ['one that never left is cancelled at once', { goal: 'nothing' }, { state: 'cancelled', step: null }],
    ['one whose creation may be there is looked for', { goal: 'nothing', referenceId: 'a.1' }, { step: 'delete' }],
    ['one that moved here waits here', { keeper: 'computer' }, { state: 'coming', step: null }],
    ['one is sent now', { goal: 'send' }, { state: 'leaving', step: 'send' }],
  ] as const)('once the hold is over, %s', (_what, said, expected) => {
    expect(write(build(said))).toMatchObject(expected);
  });

  it('writes the attempt and its reference before the creation leaves', () => {
    const next = planNext(build({ step: 'create', attempts: 1 }), AROUND);
    expect(next).toMatchObject({
      kind: 'create',
      change: { patch: { step: 'creating', attempts: 2, referenceId: `${'a'.repeat(20)}.2` } },
      order: { phones: [PHONE], referenceId: `${'a'.repeat(20)}.2`, createChat: true },
    });
  });

  it('asks where its time has passed, or is less than a minute ahead', () => {
    for (const now of [NOW + 14 * MINUTE_MS + 1, NOW + HOUR_MS]) {
      const next = planNext(build({ step: 'create' }), { ...AROUND, now });
      expect(next).toMatchObject({
        change: { patch: { state: 'asking', question: 'passed', missedAt: NOW + 15 * MINUTE_MS } },
      });
    }
    expect(planNext(build({ step: 'create' }), { ...AROUND, now: NOW + 14 * MINUTE_MS }).kind).toBe('create');
  });

  it('goes by the clock of the service, where that of this computer is wrong', () => {
    const own = build({ step: 'create' });
    expect(planNext(own, { ...AROUND, clockSkewMs: HOUR_MS })).toMatchObject({
      change: { patch: { state: 'asking', question: 'passed' } },
    });
    expect(planNext(own, { ...AROUND, now: NOW + HOUR_MS, clockSkewMs: -HOUR_MS }).kind).toBe('create');
  });

  it('lets a recurring one begin with its next time, and names the last one that it missed', () => {
    const time = { wall: '2026-11-20T10:00', timeZone: 'UTC', rule: 'FREQ=HOURLY;COUNT=5', overlap: 'first' } as const;
    const next = planNext(build({ step: 'create', time }), { ...AROUND, now: NOW + 2 * HOUR_MS });
    expect(next).toMatchObject({
      change: { event: { kind: 'missed', detail: '2026-11-20T11:00' } },
      order: { schedule: { rrule: 'FREQ=HOURLY;COUNT=3', startAt: Date.UTC(2026, 10, 20, 12) } },
    });
    expect(planNext(build({ step: 'create', time }), { ...AROUND, now: NOW + 9 * HOUR_MS })).toMatchObject({
      change: { patch: { state: 'asking', question: 'passed', missedAt: Date.UTC(2026, 10, 20, 14) } },
    });
  });

  it('refuses before anything leaves where the service has no schedules, and keeps the step', () => {
    expect(planNext(build({ step: 'create' }), { ...AROUND, hasSchedules: false })).toMatchObject({
      change: { patch: { state: 'refused', step: 'create', problem: { code: 'not-found' } } },
    });
  });

  it('shows what went out before a change, and keeps the words of the change in its history', () => {
    const own = build({ step: 'deleting', replacesId: 7, work: 'change', text: 'New words' });
    expect(toWentOut(own, { at: NOW, text: 'Old words' })).toMatchObject([
      { patch: { text: 'Old words' }, event: { kind: 'changed', detail: 'New words' } },
      { patch: { state: 'done', lastAt: NOW, serviceId: 7, replacesId: null }, event: { detail: 'before-change' } },
    ]);
  });
});
