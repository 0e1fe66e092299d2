import { removeSchedules } from '../../behaviour/schedule-runner.ts';
import type { Form } from '../../form.ts';
import type { Reply } from '../../http.ts';
import { parsePaging, slicePage, toPageReply } from '../../paging.ts';
import { refuseMissing } from '../../refusal.ts';
import type { Schedule } from '../../state/sending-model.ts';
import { toRecipientWords, toSchedule } from '../../wire/schedule.ts';
import { done, ok } from '../call.ts';
import type { Call, Row } from '../call.ts';
import { getRow } from '../find.ts';

/** a to come, c over, x all. */
const STATUSES = ['a', 'c', 'x'] as const;
type Status = (typeof STATUSES)[number];

function hasStatus({ nextAt }: Schedule, status: Status): boolean {
  return status === 'x' || (nextAt === null) === (status === 'c');
}

/** In the order asked for; those without the time that counts come last, and the newer one first among equals. */
function sort(schedules: readonly Schedule[], query: Form): Schedule[] {
  const orderBy = query.choice('orderBy', ['id', 'nextSend', 'lastSend'], 'id');
  const sign = query.choice('direction', ['asc', 'desc'], 'desc') === 'asc' ? 1 : -1;
  const keys = { id: 'id', nextSend: 'nextAt', lastSend: 'lastSentAt' } as const;
  const key = keys[orderBy];
  return [...schedules].sort((a, b) => {
    const [left, right] = [a[key], b[key]];
    if (left === null || right === null) return Number(left === null) - Number(right === null) || b.id - a.id;
    return sign * (left - right) || b.id - a.id;
  });
}

function toPage(call: Call, isWanted: (schedule: Schedule) => boolean): Reply {
  const { world, query, view } = call;
  const paging = parsePaging(query);
  const status = query.choice('status', STATUSES, 'x');
  const wanted = world.schedules.rows.filter((one) => hasStatus(one, status) && isWanted(one));
  const sorted = sort(wanted, query);
  query.check();
  const { rows, total } = slicePage(sorted, paging);
  return toPageReply({ paging, total, resources: rows.map((schedule) => toSchedule(schedule, view)) });
}

function searchSchedules(call: Call): Reply {
  const { query, world } = call;
  const ids = new Set(query.ids('ids'));
  const text = query.text('query').trim().toLowerCase();
  const holds = (schedule: Schedule): boolean =>
    schedule.order.text.toLowerCase().includes(text) ||
    toRecipientWords(schedule, world).toLowerCase().includes(text) ||
    schedule.order.phones.some((phone) => phone.includes(text));
  return toPage(call, (one) => (ids.size === 0 || ids.has(one.id)) && (text === '' || holds(one)));
}

function deleteSchedule(call: Call): Reply {
  removeSchedules(call.world, [getRow(call.world.schedules, call)]);
  return done();
}

/** Those with a status where one is given, else all or those of the ids. None of the ids there is a 404. */
function deleteSchedules({ world, body }: Call): Reply {
  const ids = body.ids('ids');
  const isAll = body.flag('all', false);
  const status = body.has('status') ? body.choice('status', STATUSES, 'x') : null;
  body.check();
  const { rows } = world.schedules;
  const named = [...new Set(ids)].flatMap((id) => world.schedules.find(id) ?? []);
  const meant = status !== null ? rows.filter((one) => hasStatus(one, status)) : isAll ? [...rows] : named;
  if (status === null && !isAll && meant.length === 0) throw refuseMissing();
  removeSchedules(world, meant);
  return done();
}

const group = 'schedules';

export const scheduleRows: readonly Row[] = [
  { method: 'GET', path: '/schedules', group, handle: (call) => toPage(call, () => true) },
  { method: 'GET', path: '/schedules/search', group, handle: searchSchedules },
  {
    ...{ method: 'GET', path: '/schedules/{id}', group },
    handle: (call) => ok(toSchedule(getRow(call.world.schedules, call), call.view)),
  },
  { method: 'DELETE', path: '/schedules/{id}', group, handle: deleteSchedule },
  { method: 'POST', path: '/schedules/delete', group, handle: deleteSchedules },
];
