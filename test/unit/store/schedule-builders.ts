/** Schedules of this computer for tests of the store: complete and plain, each test says what matters to it. */
import { toContactId, toListId } from '#shared/domain/ids.ts';
import { toOwnScheduleId } from '#shared/domain/scheduling/own-schedule.ts';
import type { OwnSchedule, OwnScheduleEvent } from '#shared/domain/scheduling/own-schedule.ts';
import { DAY_MS, NOON, phoneOf } from './builders.ts';

/** Id of 20 letters for a number. */
export const ownIdOf = (number: number): OwnSchedule['id'] =>
  toOwnScheduleId(
    Array.from({ length: 20 }, (_, index) => 'abcdefghij'[Math.floor(number / 10 ** (19 - index)) % 10] ?? 'a').join(
      '',
    ),
  );

interface Said extends Partial<Omit<OwnSchedule, 'recipients'>> {
  readonly phones?: OwnSchedule['recipients']['phones'];
  readonly contactIds?: readonly number[];
  readonly listIds?: readonly number[];
}

/** One that this computer keeps, once, for the number of its own number, a day after `NOON`. */
export function buildOwnSchedule(number: number, said: Said = {}): OwnSchedule {
  const { contactIds = [], listIds = [], ...rest } = said;
  const isNamed = contactIds.length + listIds.length > 0;
  const { phones = isNamed ? [] : [phoneOf(number)], ...own } = rest;
  return {
    id: ownIdOf(number),
    keeper: 'computer',
    recipients: { phones, contactIds: contactIds.map(toContactId), listIds: listIds.map(toListId) },
    text: `Own ${number}`,
    from: null,
    time: { wall: '2025-11-04T12:00', timeZone: 'Europe/London', rule: null, overlap: 'first' },
    endsOnReply: false,
    quietReason: null,
    state: 'coming',
    question: null,
    step: null,
    goal: 'schedule',
    work: 'create',
    serviceId: null,
    replacesId: null,
    replacesSendId: null,
    referenceId: null,
    attempts: 0,
    dueAt: 0,
    problem: null,
    nextAt: NOON + DAY_MS,
    missedAt: null,
    lastAt: null,
    firedCount: 0,
    lastSendId: null,
    createdAt: NOON,
    changedAt: NOON,
    parts: 1,
    price: null,
    ...own,
  };
}

export const MADE: OwnScheduleEvent = { at: NOON, kind: 'made', detail: '' };
