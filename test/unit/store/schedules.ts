import type { Schedule } from '#shared/domain/schedules.ts';
import { NOON } from './builders.ts';

/** A text that goes out once, to nobody unless told. */
export function buildSchedule(id: number, said: Partial<Schedule> = {}): Schedule {
  return {
    ...{ id, nextAt: NOON, rule: null, sendId: null, lastAt: null, contactName: null, text: 'Later', kind: 'once' },
    ...{ contactIds: [], listIds: [], phones: [], filteredViewIds: [], summary: '', cost: null, parts: 1, chars: 5 },
    ...{ encoding: null, countries: [], firstAt: null, endAt: null, recipientsCount: 1, timeZone: null },
    ...{ isCompleted: false, avatarHref: null, createdAt: NOON },
    ...said,
  };
}
