/** From what is kept of a scheduled text to what the page shows. Nothing here fails or asks. */
import type { ScheduleRecord } from '#main/store/api/schedules.ts';
import type { RequestOutput, ScheduleState, ScheduleView } from '#shared/contract/index.ts';
import type { Schedule } from '#shared/domain/schedules.ts';
import { toScheduleKey } from '#shared/domain/scheduling/own-schedule.ts';
import type { OwnSchedule, ScheduleRecipients } from '#shared/domain/scheduling/own-schedule.ts';
import { findLastOccurrence } from '#shared/domain/scheduling/recurrence.ts';
import type { ScheduleTime } from '#shared/domain/scheduling/schedule-time.ts';
import { isTimeZone, resolveTime, toWall } from '#shared/domain/scheduling/zoned-time.ts';
import { assert } from '#shared/lib/assert.ts';

type Recipients = ScheduleView['recipients'];
type Money = NonNullable<ScheduleView['price']>;
type CalendarItem = RequestOutput<'schedules.calendar'>['items'][number];

/** `currency`: of the account; null: not known. */
export function toScheduleView(record: ScheduleRecord, currency: string | null): ScheduleView {
  const { own, service } = record;
  const time = toTime(record);
  return {
    ...toFacts(own, service),
    ...toProgress(own),
    key: toRecordKey(record),
    filledText: record.filledText,
    state: toState(record),
    recipients: toRecipients(record),
    time,
    summary: service?.summary ?? '',
    nextAt: findNextAt(record),
    endAt: toEndAt(record, time),
    overAt: record.overAt,
    price: toPrice(record, currency),
  };
}

/** What the user chose, and what is known of what came of it. */
function toFacts(own: OwnSchedule | null, service: Schedule | null) {
  if (own === null) {
    const { text = '', lastAt = null, parts = null, createdAt = null } = service ?? {};
    const unsaid = { keeper: 'service', from: null, endsOnReply: false, quietReason: null } as const;
    return { ...unsaid, text, lastAt, parts, createdAt };
  }
  const { keeper, text, from, endsOnReply, quietReason, parts, createdAt } = own;
  const read = own.keeper === 'service' ? (service?.lastAt ?? null) : null;
  return { keeper, text, from, endsOnReply, quietReason, parts, createdAt, lastAt: own.lastAt ?? read };
}

/** How far the work on it is, and what it asks. */
function toProgress(own: OwnSchedule | null) {
  const isLeaving = own?.state === 'leaving';
  const isAsking = own?.state === 'asking';
  // The service keeps what was to go: that goes out as it was.
  const isKeptThere = own?.state === 'refused' && own.replacesId !== null;
  return {
    work: isLeaving || isKeptThere ? own.work : null,
    undoableUntil: isLeaving && own.step === 'held' ? own.dueAt : null,
    question: isAsking ? own.question : null,
    missedAt: isAsking ? own.missedAt : null,
    problem: own === null ? null : toProblem(own),
  };
}

/** One time of it in a calendar. */
export function toCalendarItem(record: ScheduleRecord, at: number): CalendarItem {
  const { person, listNames, filledText } = record;
  return {
    key: toRecordKey(record),
    at,
    name: person === null ? listNames.join(', ') : person.name,
    phone: person?.phone ?? null,
    text: [...filledText].slice(0, 120).join(''),
    keeper: record.own?.keeper ?? 'service',
    isRecurring: isRecurring(record),
    state: toState(record),
  };
}

export function toRecordKey({ own, service }: Pick<ScheduleRecord, 'own' | 'service'>): string {
  if (own !== null) return toScheduleKey({ own: own.id });
  assert(service !== null, 'A record has a schedule of this computer or of the service');
  return toScheduleKey({ serviceId: service.id });
}

export function isRecurring({ own, service }: Pick<ScheduleRecord, 'own' | 'service'>): boolean {
  return own === null ? (service?.rule ?? null) !== null : own.time.rule !== null;
}

export function toState({ own, service, isPaused }: ScheduleRecord): ScheduleState {
  if (own === null) return service?.isCompleted === true ? 'done' : isPaused ? 'paused' : 'coming';
  if (own.state === 'leaving') return own.step === 'creating' && own.problem !== null ? 'checking' : 'leaving';
  // The service has read its last time, and the work here has not heard of it yet.
  const isOver = own.state === 'coming' && own.keeper === 'service' && service?.isCompleted === true;
  if (isOver) return 'done';
  return own.state === 'coming' && isPaused ? 'paused' : own.state;
}

/** When it goes out next; null: never again, or not known. */
export function findNextAt({ own, service }: Pick<ScheduleRecord, 'own' | 'service'>): number | null {
  if (own === null) return service?.nextAt ?? null;
  // What is known of the one that goes says nothing about the one that comes.
  const isCurrent = own.serviceId !== null && service?.id === own.serviceId && own.state === 'coming';
  return isCurrent && service.nextAt !== null ? service.nextAt : own.nextAt;
}

/** Its times as the user chose them, or as the service says them; null: it did not say enough. */
export function toTime({ own, service }: Pick<ScheduleRecord, 'own' | 'service'>): ScheduleTime | null {
  return own?.time ?? (service === null ? null : toServiceTime(service));
}

/** A rule counts from the first time of the schedule on the clocks of its zone. */
export function toServiceTime({ firstAt, nextAt, timeZone, rule }: Schedule): ScheduleTime | null {
  // Without a number of times a rule can be counted from any of them.
  const startAt = firstAt ?? (rule === null || !/(^|;)COUNT=/i.test(rule) ? nextAt : null);
  if (startAt === null || timeZone === null || !isTimeZone(timeZone)) return null;
  const wall = toWall(startAt, timeZone);
  const resolved = resolveTime({ wall, timeZone, overlap: 'first' });
  const isSecond = resolved.kind === 'overlap' && startAt >= resolved.secondAt;
  return { wall, timeZone, rule, overlap: isSecond ? 'second' : 'first' };
}

export function toServiceRecipients(service: Schedule | null): ScheduleRecipients {
  const { phones = [], contactIds = [], listIds = [] } = service ?? {};
  return { phones, contactIds, listIds };
}

function toRecipients({ own, service, person, listNames }: ScheduleRecord): Recipients {
  const { phones, contactIds, listIds } = own?.recipients ?? toServiceRecipients(service);
  const hasViews = (service?.filteredViewIds.length ?? 0) > 0;
  const named = listIds.length > 0 || hasViews ? null : phones.length + contactIds.length;
  const who = { phones: [...phones], contactIds: [...contactIds], listIds: [...listIds], listNames: [...listNames] };
  const several = { name: '', phone: null, chatId: null, contactId: null };
  return { ...who, hasViews, count: named ?? service?.recipientsCount ?? null, ...(person ?? several) };
}

function toProblem({ problem }: OwnSchedule): ScheduleView['problem'] {
  if (problem === null) return null;
  const fields = Object.fromEntries(Object.entries(problem.fields).map(([key, words]) => [key, [...words]]));
  return { ...problem, fields };
}

function toPrice({ own, service }: ScheduleRecord, currency: string | null): Money | null {
  const isCurrent = own === null || (own.serviceId !== null && service?.id === own.serviceId);
  const amount = (isCurrent ? service?.cost : null) ?? own?.price ?? null;
  return amount === null ? null : { amount, currency };
}

/** Of a rule this is long work, and the same schedules are shown again and again. */
const MOST_KNOWN_ENDS = 2_000;
const knownEnds = new Map<string, number | null>();

function toEndAt({ own, service }: ScheduleRecord, time: ScheduleTime | null): number | null {
  if (own === null) return service?.endAt ?? null;
  if (time === null) return null;
  if (time.rule === null) return resolveTime(time).at;
  const name = [time.wall, time.timeZone, time.overlap, time.rule].join('\n');
  const known = knownEnds.get(name);
  if (known !== undefined) return known;
  const endAt = findLastOccurrence(time)?.at ?? null;
  if (knownEnds.size >= MOST_KNOWN_ENDS) knownEnds.clear();
  knownEnds.set(name, endAt);
  return endAt;
}
