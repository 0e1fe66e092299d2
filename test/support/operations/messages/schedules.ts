/** Schedules: sends that wait at the service for their time. */
import * as v from 'valibot';
import { expect } from 'vitest';
import type { ScheduleKind } from '#shared/domain/schedules.ts';
import { pageOf } from '#test/unit/api/support/entity-schemas.ts';
import { toCase } from '../operation-case.ts';
import type { OperationCase } from '../operation-case.ts';
import type { ClientOnDemo } from '../client-on-demo.ts';

const HOUR_MS = 3_600_000;
const KINDS: readonly ScheduleKind[] = ['once', 'hourly', 'daily', 'weekly', 'monthly', 'yearly', 'unknown'];
const NOWHERE = 999_999_999;

const instant = v.pipe(v.number(), v.integer(), v.minValue(1));
const id = v.pipe(v.number(), v.integer(), v.minValue(1));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const text = v.nullable(v.pipe(v.string(), v.regex(/\S/)));

const schedule = v.strictObject({
  ...{ id, nextAt: v.nullable(instant), rule: text, sendId: v.nullable(id), lastAt: v.nullable(instant) },
  referenceId: text,
  ...{ contactName: text, text: v.string(), contactIds: v.array(id), listIds: v.array(id) },
  filteredViewIds: v.array(id),
  phones: v.array(v.pipe(v.string(), v.nonEmpty())),
  ...{ kind: v.picklist(KINDS), summary: v.string() },
  ...{ cost: v.nullable(v.number()), parts: v.nullable(count), chars: v.nullable(count), encoding: text },
  countries: v.array(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/))),
  ...{ firstAt: v.nullable(instant), endAt: v.nullable(instant), recipientsCount: v.nullable(count) },
  ...{ timeZone: text, isCompleted: v.boolean(), avatarHref: text, createdAt: v.nullable(instant) },
});

const page = pageOf(schedule);
const user = { priority: 'user' } as const;

async function plan(setup: ClientOnDemo, body: Readonly<Record<string, unknown>>): Promise<void> {
  const answer = await setup.ask('POST', { path: '/messages', body });
  if (answer.status !== 201) throw new Error(`The schedule was refused: ${JSON.stringify(answer.body)}`);
}

/** One that is over, one for a contact, and one that recurs without end for a list and a number. */
async function prepare(setup: ClientOnDemo): Promise<void> {
  const nowAt = setup.demo.clock.nowAt();
  const inHours = (hours: number): number => Math.floor((nowAt + hours * HOUR_MS) / 1_000);
  const { contact, list } = setup;
  await plan(setup, { text: 'Long ago', phones: '447700900461', sendingTime: inHours(1), referenceId: 'r-1' });
  setup.demo.advance(2 * HOUR_MS);
  await plan(setup, { text: 'Soon, {First name}', contacts: String(contact.id), sendingTime: inHours(30) });
  await plan(setup, {
    ...{ text: 'Every Friday', lists: String(list.id), phones: '447700900461' },
    ...{ sendingTime: inHours(40), rrule: 'FREQ=WEEKLY;BYDAY=FR;' },
  });
}

function idOf(setup: ClientOnDemo, which: 'over' | 'soon' | 'recurring'): number {
  const texts = { over: 'Long ago', soon: 'Soon, {First name}', recurring: 'Every Friday' };
  return setup.world.schedules.rows.find(({ order }) => order.text === texts[which])?.id ?? NOWHERE;
}

function jobsOf({ world }: ClientOnDemo): number[] {
  return world.data.jobs.flatMap((job) => (job.kind === 'schedule' ? [job.scheduleId] : []));
}

const ALL = { page: 1, limit: 50, status: 'all', orderBy: 'id', direction: 'asc' } as const;

export const scheduleCases: readonly OperationCase[] = [
  toCase({
    ...{ row: 'GET /schedules', fixture: 'schedules', result: page, prepare },
    request: () => ({ path: '/schedules?status=x' }),
    call: (client) => client.listSchedules({ ...ALL, status: 'actual', orderBy: 'next' }, user),
    works: (setup, { items }) => {
      expect(items.map((one) => one.id)).toEqual([idOf(setup, 'soon'), idOf(setup, 'recurring')]);
      expect(items.map(({ kind, rule, isCompleted }) => [kind, rule, isCompleted])).toEqual([
        ['once', null, false],
        ['weekly', 'FREQ=WEEKLY;BYDAY=FR;', false],
      ]);
      const kept = setup.world.schedules.rows.find((one) => one.id === items[1]?.id);
      expect([items[1]?.sendId, items[1]?.endAt]).toEqual([kept?.sessionId, null]);
      expect([items[1]?.listIds, items[1]?.phones]).toEqual([[setup.list.id], ['447700900461']]);
    },
  }),
  toCase({
    ...{ row: 'GET /schedules/search', fixture: 'schedules-search', result: page, prepare },
    request: () => ({ path: '/schedules/search?query=o&status=x' }),
    call: (client, setup) =>
      client.searchSchedules({ ...ALL, text: 'FRIDAY', scheduleIds: [idOf(setup, 'recurring'), NOWHERE] }, user),
    works: (setup, { items }) => {
      expect(items.map((one) => one.id)).toEqual([idOf(setup, 'recurring')]);
    },
    refusals: { 400: (client) => client.searchSchedules({ ...ALL, scheduleIds: [-1] }, user) },
  }),
  toCase({
    ...{ row: 'GET /schedules/{id}', fixture: 'schedule', result: schedule, prepare },
    request: (setup) => ({ path: `/schedules/${idOf(setup, 'soon')}` }),
    call: (client, setup) => client.getSchedule({ scheduleId: idOf(setup, 'over') }, user),
    works: (setup, one) => {
      expect([one.id, one.isCompleted, one.nextAt]).toEqual([idOf(setup, 'over'), true, null]);
      expect([one.lastAt, one.timeZone, one.parts]).toEqual([one.lastAt ?? 'a time', 'Europe/London', 1]);
    },
    refusals: { 404: (client) => client.getSchedule({ scheduleId: NOWHERE }, user) },
  }),
  toCase({
    ...{ row: 'DELETE /schedules/{id}', fixture: 'schedule-delete', result: null, prepare },
    request: (setup) => ({ path: `/schedules/${idOf(setup, 'soon')}` }),
    call: (client, setup) => client.deleteSchedule({ scheduleId: idOf(setup, 'soon') }, user),
    works: (setup) => {
      expect(jobsOf(setup)).toEqual([idOf(setup, 'recurring')]);
      expect(setup.world.schedules.rows.length).toEqual(2);
    },
    refusals: { 404: (client) => client.deleteSchedule({ scheduleId: NOWHERE }, user) },
  }),
  toCase({
    ...{ row: 'POST /schedules/delete', fixture: 'schedules-delete', result: null, prepare },
    request: (setup) => ({ path: '/schedules/delete', body: { ids: String(idOf(setup, 'soon')) } }),
    call: (client) => client.deleteSchedules({ status: 'actual' }, user),
    works: async (setup) => {
      expect(jobsOf(setup)).toEqual([]);
      await setup.client.deleteSchedules({ scheduleIds: [idOf(setup, 'over'), NOWHERE] }, user);
      expect(setup.world.schedules.rows.length).toEqual(0);
    },
    refusals: { 404: (client) => client.deleteSchedules({ scheduleIds: [NOWHERE] }, user) },
  }),
];
