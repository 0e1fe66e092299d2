import type { Page } from '#shared/domain/entities.ts';
import type { Schedule } from '#shared/domain/schedules.ts';
import { toSegment } from '../../address.ts';
import { writeBulk } from '../../bulk/bulk-write.ts';
import type { CallOptions } from '../../call.ts';
import type { Chosen } from '../../bulk/portions.ts';
import type { Service } from '../../service.ts';
import { decodeSchedule } from '../../wire/messages/schedule.ts';
import { isOfNothing, toAskedPage, toNoRows } from '../paging.ts';
import type { PageQuery } from '../paging.ts';

/** Those that have a time to come, those that are over, or both. */
export type ScheduleStatus = 'actual' | 'completed' | 'all';

export interface ListSchedulesQuery extends PageQuery {
  readonly status: ScheduleStatus;
  /** By id, by the next time or by the last one. */
  readonly orderBy: 'id' | 'next' | 'last';
  readonly direction: 'asc' | 'desc';
}

export interface SearchSchedulesQuery extends ListSchedulesQuery {
  /** Words of the text; absent: any. */
  readonly text?: string;
  /** Only these; absent: any. */
  readonly scheduleIds?: readonly number[];
}

const STATUS_LETTERS = { actual: 'a', completed: 'c', all: 'x' } as const;
/** The field is called `lastSent`, its sort key is not. */
const SORT_KEYS = { id: 'id', next: 'nextSend', last: 'lastSend' } as const;

function toSorted({ status, orderBy, direction }: ListSchedulesQuery) {
  return { status: STATUS_LETTERS[status], orderBy: SORT_KEYS[orderBy], direction };
}

/**
 * `GET /schedules` (supplement 1.5): sends that wait for their time, or did, at most 100. They are made by sending with
 * a time and cannot be changed: to edit one is to delete it and to send anew.
 * @throws AppError `not-found` where the service has no schedules (then remembered)
 */
export function listSchedules(
  service: Service,
  query: ListSchedulesQuery,
  options: CallOptions,
): Promise<Page<Schedule>> {
  const asked = toAskedPage(query);
  const request = { row: 'GET /schedules', method: 'GET', path: '/schedules', asked } as const;
  const whole = { ...request, feature: 'schedules', absence: 'always' } as const;
  return service.listRows({ ...whole, query: { ...asked, ...toSorted(query) } }, decodeSchedule, options);
}

/**
 * `GET /schedules/search` (supplement 1.5): the same by text or ids, at most 100.
 * @throws AppError `validation`; `not-found` where the service has no schedules
 */
export function searchSchedules(
  service: Service,
  query: SearchSchedulesQuery,
  options: CallOptions,
): Promise<Page<Schedule>> {
  const asked = toAskedPage(query);
  if (isOfNothing(query.scheduleIds)) return Promise.resolve(toNoRows(asked));
  const request = { row: 'GET /schedules/search', method: 'GET', path: '/schedules/search', asked } as const;
  const whole = { ...request, feature: 'schedules' } as const;
  const { text, scheduleIds } = query;
  const sought = { query: text === '' ? undefined : text, ids: scheduleIds?.join(',') };
  return service.listRows({ ...whole, query: { ...asked, ...toSorted(query), ...sought } }, decodeSchedule, options);
}

/** `GET /schedules/{id}` (supplement 1.5). @throws AppError `not-found` */
export function getSchedule(
  service: Service,
  { scheduleId }: { readonly scheduleId: number },
  options: CallOptions,
): Promise<Schedule> {
  const path = `/schedules/${toSegment(scheduleId)}`;
  const request = { row: 'GET /schedules/{id}', method: 'GET', path, feature: 'schedules' } as const;
  return service.getRow(request, decodeSchedule, options);
}

/**
 * `DELETE /schedules/{id}` (supplement 1.5): it fires no more; what it sent stays.
 * @throws AppError `not-found`
 */
export async function deleteSchedule(
  service: Service,
  { scheduleId }: { readonly scheduleId: number },
  options: CallOptions,
): Promise<void> {
  const path = `/schedules/${toSegment(scheduleId)}`;
  const request = { row: 'DELETE /schedules/{id}', method: 'DELETE', path, feature: 'schedules' } as const;
  await service.write(request, options);
}

/** Which schedules: these, all, or all that still have a time to come or are over. */
export type SchedulesToDelete = Chosen<'scheduleIds'> | { readonly status: Exclude<ScheduleStatus, 'all'> };

function toChosen(which: SchedulesToDelete) {
  if ('status' in which) return { status: STATUS_LETTERS[which.status] };
  return which.all === true ? 'all' : which.scheduleIds;
}

/**
 * `POST /schedules/delete` (supplement 1.5), 500 ids to a request; no ids ask nothing. Ids that the service does not
 * have are passed over as long as it has one.
 * @throws AppError `not-found` when it has none of them; `PartlyDoneError` where some were deleted
 */
export function deleteSchedules(service: Service, query: SchedulesToDelete, options: CallOptions): Promise<void> {
  const bulk = { path: '/schedules/delete', chosen: toChosen(query), allAs: 'digit', feature: 'schedules' } as const;
  return writeBulk(service, { ...bulk, passesMissing: true }, options);
}
