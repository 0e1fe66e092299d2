/** A schedule between its row and its entity. */
import { toContactId, toListId } from '#shared/domain/ids.ts';
import type { PhoneKey } from '#shared/domain/ids.ts';
import type { Schedule } from '#shared/domain/schedules.ts';
import { parseNumbers, parseTexts } from '../json.ts';

export type ScheduleColumns = {
  readonly id: number;
  readonly next_at: number | null;
  readonly rule: string | null;
  readonly send_id: number | null;
  readonly last_at: number | null;
  readonly contact_name: string | null;
  readonly text: string;
  readonly contact_ids: string;
  readonly list_ids: string;
  readonly phones: string;
  readonly filtered_view_ids: string;
  readonly kind: Schedule['kind'];
  readonly summary: string;
  readonly cost: number | null;
  readonly parts: number | null;
  readonly chars: number | null;
  readonly encoding: string | null;
  readonly countries: string;
  readonly first_at: number | null;
  readonly end_at: number | null;
  readonly recipients_count: number | null;
  readonly time_zone: string | null;
  readonly is_completed: number;
  readonly avatar_href: string | null;
  readonly created_at: number | null;
  readonly reference_id: string | null;
};

export function toScheduleColumns(schedule: Schedule): ScheduleColumns {
  const { id, rule, text, kind, summary, cost, parts, chars, encoding } = schedule;
  return {
    ...{ id, rule, text, kind, summary, cost, parts, chars, encoding },
    next_at: schedule.nextAt,
    send_id: schedule.sendId,
    last_at: schedule.lastAt,
    contact_name: schedule.contactName,
    contact_ids: JSON.stringify(schedule.contactIds),
    list_ids: JSON.stringify(schedule.listIds),
    phones: JSON.stringify(schedule.phones),
    filtered_view_ids: JSON.stringify(schedule.filteredViewIds),
    countries: JSON.stringify(schedule.countries),
    first_at: schedule.firstAt,
    end_at: schedule.endAt,
    recipients_count: schedule.recipientsCount,
    time_zone: schedule.timeZone,
    is_completed: Number(schedule.isCompleted),
    avatar_href: schedule.avatarHref,
    created_at: schedule.createdAt,
    reference_id: schedule.referenceId,
  };
}

export function toSchedule(row: ScheduleColumns): Schedule {
  const { id, rule, text, kind, summary, cost, parts, chars, encoding } = row;
  return {
    ...{ id, rule, text, kind, summary, cost, parts, chars, encoding },
    nextAt: row.next_at,
    sendId: row.send_id,
    lastAt: row.last_at,
    contactName: row.contact_name,
    contactIds: parseNumbers(row.contact_ids).map(toContactId),
    listIds: parseNumbers(row.list_ids).map(toListId),
    phones: parseTexts(row.phones) as PhoneKey[],
    filteredViewIds: parseNumbers(row.filtered_view_ids),
    countries: parseTexts(row.countries),
    firstAt: row.first_at,
    endAt: row.end_at,
    recipientsCount: row.recipients_count,
    timeZone: row.time_zone,
    isCompleted: row.is_completed === 1,
    avatarHref: row.avatar_href,
    createdAt: row.created_at,
    referenceId: row.reference_id,
  };
}
