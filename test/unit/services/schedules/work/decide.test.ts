import { describe, expect, it } from 'vitest';
import {
  decideComing,
  decideCreated,
  decideLook,
  decideOld,
  LOOK_APART_MS,
  SURE_AFTER_MS,
} from '#main/services/schedules/work/decide.ts';
import type { CreationOutcome } from '#main/services/schedules/work/decide.ts';
import type { LookEvidence } from '#main/services/schedules/work/evidence.ts';
import { AppError } from '#shared/domain/app-error.ts';
import type { AppErrorCode } from '#shared/domain/app-error.ts';
import type { Schedule } from '#shared/domain/schedules.ts';
import type { OwnSchedule } from '#shared/domain/scheduling/own-schedule.ts';
import { buildOwnSchedule, DAY_MS, HOUR_MS, MINUTE_MS, NOW } from '../build-own-schedule.ts';

const REFERENCE = 'a.1';
const NEXT_AT = NOW + 15 * MINUTE_MS;

const build = (said: Partial<OwnSchedule>): OwnSchedule =>
  buildOwnSchedule({
    keeper: 'service',
    state: 'leaving',
    step: 'creating',
    referenceId: REFERENCE,
    attempts: 1,
    ...said,
  });

function buildSchedule(said: Partial<Schedule> = {}): Schedule {
  return {
    ...{ id: 7, nextAt: NEXT_AT, rule: null, sendId: 70, referenceId: REFERENCE, lastAt: null, contactName: null },
    ...{ text: 'Old words', contactIds: [], listIds: [], phones: [], filteredViewIds: [], kind: 'once', summary: '' },
    ...{ cost: 0.04, parts: 1, chars: 9, encoding: null, countries: [], firstAt: NEXT_AT, endAt: NEXT_AT },
    ...{ recipientsCount: 1, timeZone: 'UTC', isCompleted: false, avatarHref: null, createdAt: NOW },
    ...said,
  };
}

const SENT = buildSchedule({ nextAt: null, lastAt: NOW, isCompleted: true });
const NO_IDS = {
  type: 'unknown',
  messageId: null,
  sessionId: null,
  bulkId: null,
  scheduleId: null,
  chatId: null,
} as const;

function fail(code: AppErrorCode, outcome: AppError['outcome']): CreationOutcome {
  const error = new AppError({ code, message: 'No', outcome, fields: { text: ['Too long'] } });
  return { receipt: null, error, now: NOW, failures: 1, random: 0 };
}

describe('the old schedule', () => {
  const own = build({ step: 'delete', replacesId: 7, work: 'change' });

  it.each([
    [
      'is deleted once that is written',
      own,
      { kind: 'pending', schedule: buildSchedule() },
      { step: 'deleting', replacesSendId: 70 },
      true,
    ],
    [
      'of many times is, too',
      own,
      { kind: 'pending', schedule: buildSchedule({ rule: 'FREQ=DAILY' }) },
      { replacesSendId: null },
      true,
    ],
    ['went out: too late', own, { kind: 'over', schedule: SENT, wentOut: true }, { state: 'done' }, false],
    [
      'left its time out, for want of money',
      own,
      { kind: 'over', schedule: SENT, wentOut: false },
      { step: 'deleting' },
      true,
    ],
    ['is gone', own, { kind: 'gone', schedule: null, wentOut: false }, { step: 'create', replacesId: null }, false],
    [
      'went out and is gone',
      own,
      { kind: 'gone', schedule: SENT, wentOut: true },
      { state: 'done', nextAt: null },
      false,
    ],
    [
      'went without us, and how is not known',
      own,
      { kind: 'gone', schedule: null, wentOut: null },
      { question: 'unclear', step: 'create' },
      false,
    ],
    [
      'is gone as it was cancelled',
      { ...own, goal: 'nothing' },
      { kind: 'gone', schedule: null, wentOut: null },
      { state: 'cancelled' },
      false,
    ],
  ] as const)('%s', (_what, row, old, patch, deletes) => {
    const decision = decideOld(row, old, NOW);
    expect(decision.changes.at(-1)?.patch).toMatchObject(patch);
    expect(decision.deletes).toBe(deletes);
  });
});

describe('a recurring one that went out before its change was done', () => {
  const time = { wall: '2026-11-20T10:00', timeZone: 'UTC', rule: 'FREQ=DAILY', overlap: 'first' } as const;
  const nextAt = Date.UTC(2026, 10, 20, 10);
  const own = build({
    ...{ step: 'delete', referenceId: null, replacesId: 7, work: 'change', time, nextAt, lastAt: nextAt - DAY_MS },
    ...{ changedAt: nextAt - MINUTE_MS, firedCount: 1 },
  });
  const fired = buildSchedule({ rule: 'FREQ=DAILY', nextAt: nextAt + DAY_MS, lastAt: nextAt });

  it('is told, once', () => {
    const { changes } = decideOld(own, { kind: 'pending', schedule: fired }, nextAt + MINUTE_MS);
    expect(changes).toMatchObject([
      {
        patch: { step: 'deleting', lastAt: nextAt, firedCount: 2 },
        event: { kind: 'fired', detail: 'before-change' },
      },
    ]);
    const deleting = { ...own, ...changes[0]?.patch };
    expect(decideOld(deleting, { kind: 'pending', schedule: fired }, nextAt + MINUTE_MS).changes).toEqual([]);
    const early = { ...own, changedAt: nextAt + 1 };
    expect(decideOld(early, { kind: 'pending', schedule: fired }, nextAt + MINUTE_MS).changes[0]).not.toHaveProperty(
      'event',
    );
  });

  it('goes on with its next time, and not with the one that went out', () => {
    const now = nextAt + MINUTE_MS;
    const { changes } = decideOld({ ...own, keeper: 'computer' }, { kind: 'pending', schedule: fired }, now);
    const deleting = { ...own, keeper: 'computer', ...changes[0]?.patch } as const;
    const gone = decideOld(deleting, { kind: 'gone', schedule: fired, wentOut: false }, now);
    expect(gone.changes).toMatchObject([{ patch: { state: 'coming', nextAt: nextAt + DAY_MS } }]);
    const other = decideOld({ ...deleting, nextAt: now }, { kind: 'gone', schedule: fired, wentOut: false }, now);
    expect({ ...deleting, nextAt: now, ...other.changes[0]?.patch }).toMatchObject({ state: 'coming', nextAt: now });
  });
});

describe('the answer to a creation', () => {
  const decide = (own: OwnSchedule, outcome: CreationOutcome) =>
    decideCreated(own, { referenceId: REFERENCE, nextAt: NEXT_AT, outcome }, NOW)?.patch ?? null;
  const made: CreationOutcome = { receipt: { ...NO_IDS, type: 'schedule', scheduleId: 9 } };

  it.each([
    ['it is there', {}, made, { state: 'coming', step: null, serviceId: 9, nextAt: NEXT_AT }],
    ['it is there and was cancelled meanwhile', { goal: 'nothing' }, made, { step: 'delete', replacesId: 9 }],
    ['it is there and shall be held anew', { step: 'held' }, made, { replacesId: 9 }],
    [
      'it is there, and its row is over',
      { state: 'dropped', step: null },
      made,
      { state: 'leaving', goal: 'nothing', replacesId: 9 },
    ],
    ['it was sent at once', {}, { receipt: { ...NO_IDS, messageId: 3 } }, { state: 'done' }],
    ['nothing is said', {}, { receipt: NO_IDS }, { problem: { code: 'bad-response' } }],
    ['it may be there', {}, fail('timeout', 'unknown'), { problem: { code: 'timeout' } }],
    [
      'it is surely not there',
      {},
      fail('maintenance', 'not-accepted'),
      { step: 'create', referenceId: null, attempts: 0 },
    ],
    ['the key is refused', {}, fail('unauthorized', 'refused'), { step: 'create', referenceId: null }],
    [
      'it is refused',
      {},
      fail('validation', 'refused'),
      { state: 'refused', step: 'create', problem: { fields: { text: ['Too long'] } } },
    ],
  ] as const)('%s', (_what, said, outcome, expected) => {
    expect(decide(build(said), outcome)).toMatchObject(expected);
  });

  it('changes nothing of another attempt, nor of one that was lost while the user decided otherwise', () => {
    expect(decide(build({ referenceId: 'a.2' }), made)).toBeNull();
    expect(decide(build({ step: 'held' }), fail('timeout', 'unknown'))).toBeNull();
  });
});

describe('the search for a creation without an answer', () => {
  interface Story {
    readonly own?: Partial<OwnSchedule>;
    readonly look: LookEvidence;
    /** Since when it is looked for, and when it was not there for the first time; before now. */
    readonly sinceMs?: number;
    readonly absentMs?: number | null;
  }

  function decide({ own = {}, look, sinceMs = SURE_AFTER_MS, absentMs = null }: Story) {
    const memory = { since: NOW - sinceMs, absentSince: absentMs === null ? null : NOW - absentMs };
    const changes = decideLook(build(own), { look, startedAt: NOW, memory, now: NOW, failures: 1, random: 0 });
    return changes.at(-1)?.patch;
  }

  const absent: LookEvidence = { kind: 'absent' };
  const offline = new AppError({ code: 'offline', message: 'No' });
  const unreadable: LookEvidence = { kind: 'unreadable', error: offline, isLasting: false };
  const longAgo = { code: 'timeout', detail: null, fields: {}, at: NOW - HOUR_MS };

  it('finds it, to come or sent', () => {
    const found = { kind: 'found', schedule: buildSchedule(), wentOut: false } as const;
    expect(decide({ look: found })).toMatchObject({ state: 'coming', serviceId: 7 });
    expect(decide({ look: { ...found, schedule: SENT, wentOut: true } })).toMatchObject({ state: 'done', lastAt: NOW });
    expect(decide({ look: { kind: 'sent', at: NOW } })).toMatchObject({ state: 'done' });
    expect(decide({ own: { step: 'delete', goal: 'nothing' }, look: found })).toMatchObject({ replacesId: 7 });
    expect(decide({ own: { step: 'create' }, look: found })).toMatchObject({ replacesId: 7, step: 'delete' });
  });

  it('takes two whole readings half a minute apart, the last one two minutes after the loss', () => {
    expect(decide({ look: absent })).toEqual({ dueAt: NOW + LOOK_APART_MS });
    expect(decide({ look: absent, absentMs: LOOK_APART_MS - 1 })).toEqual({ dueAt: NOW + LOOK_APART_MS });
    expect(decide({ look: absent, absentMs: LOOK_APART_MS, sinceMs: SURE_AFTER_MS - 1 })).toEqual({
      dueAt: NOW + LOOK_APART_MS,
    });
    const sure = { look: absent, absentMs: LOOK_APART_MS };
    expect(decide(sure)).toMatchObject({ state: 'asking', question: 'not-made', step: 'create', referenceId: null });
    expect(decide({ ...sure, own: { step: 'delete', goal: 'nothing' } })).toMatchObject({ state: 'cancelled' });
    expect(decide({ ...sure, own: { step: 'create' } })).toEqual({ referenceId: null, dueAt: 0 });
    const time = { wall: '2026-11-20T09:45', timeZone: 'UTC', rule: null, overlap: 'first' } as const;
    expect(decide({ ...sure, own: { time } })).toMatchObject({ question: 'passed', missedAt: NOW });
  });

  it('asks after an hour in which it could not be read, and looks on', () => {
    expect(decide({ look: unreadable })?.state).toBeUndefined();
    expect(decide({ own: { problem: longAgo }, look: unreadable })).toMatchObject({ question: 'unclear' });
    expect(decide({ look: { ...unreadable, isLasting: true } })).toMatchObject({
      state: 'asking',
      question: 'unclear',
    });
    const asked = { state: 'asking', question: 'unclear' } as const;
    expect(decide({ own: asked, look: { kind: 'found', schedule: buildSchedule(), wentOut: false } })).toMatchObject({
      state: 'coming',
      question: null,
    });
  });
});

describe('a schedule that the service keeps', () => {
  const own = build({ state: 'coming', step: null, serviceId: 7 });

  it.each([
    ['waits', own, { kind: 'pending', schedule: buildSchedule() }, null],
    [
      'waits for a time that it does not say',
      own,
      { kind: 'pending', schedule: buildSchedule({ nextAt: null }) },
      null,
    ],
    [
      'goes on after one of its times',
      own,
      { kind: 'pending', schedule: buildSchedule({ lastAt: NOW, nextAt: NOW + HOUR_MS }) },
      { lastAt: NOW, firedCount: 1, nextAt: NOW + HOUR_MS },
    ],
    ['went out', own, { kind: 'over', schedule: SENT, wentOut: true }, { state: 'done', lastAt: NOW }],
    [
      'was not sent at its time',
      own,
      { kind: 'over', schedule: SENT, wentOut: false },
      { state: 'asking', question: 'missed' },
    ],
    ['was deleted elsewhere', own, { kind: 'gone', schedule: null, wentOut: false }, { state: 'cancelled' }],
    ['is gone before its time', own, { kind: 'gone', schedule: null, wentOut: null }, { state: 'cancelled' }],
    [
      'is gone after its time',
      { ...own, nextAt: NOW },
      { kind: 'gone', schedule: null, wentOut: null },
      { state: 'asking', question: 'unclear', missedAt: NOW, step: null, serviceId: null },
    ],
    [
      'went out, and is gone after its time',
      { ...own, nextAt: NOW },
      { kind: 'gone', schedule: null, wentOut: true },
      { state: 'done', lastAt: NOW },
    ],
  ] as const)('%s', (_what, row, seen, expected) => {
    const change = decideComing(row, seen, NOW);
    if (expected === null) expect(change).toBeNull();
    else expect(change?.patch).toMatchObject(expected);
  });
});
