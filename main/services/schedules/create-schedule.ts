/** A text that is kept for its time. */
import { toStableId } from '#main/platform/ids.ts';
import { toUsedIdRefusal } from '#main/services/refusals.ts';
import { resolvePhone } from '#main/services/sending/new-send.ts';
import type { Services } from '#main/services/services.ts';
import type { RequestInput, RequestOutput } from '#shared/contract/index.ts';
import { toOwnScheduleId, toScheduleKey } from '#shared/domain/scheduling/own-schedule.ts';
import type { OwnSchedule } from '#shared/domain/scheduling/own-schedule.ts';
import type { ScheduleTime } from '#shared/domain/scheduling/schedule-time.ts';
import { checkChoices } from './check-choices.ts';
import { toNewOwnSchedule } from './own-schedules.ts';
import { findOnlyPhone } from './schedule-send.ts';

type NewSchedule = RequestInput<'schedules.create'>;

/**
 * On the disk when it resolves. Its id follows from the request's: a repeat, even after a restart, finds the schedule and is
 * not a second one. Throws as the contract says.
 */
export async function createSchedule(
  { session, settings, undo, now }: Services,
  input: NewSchedule,
): Promise<RequestOutput<'schedules.create'>> {
  const account = session.getAccountNamed(input.account);
  const { store, folder, schedules } = account;
  const id = toOwnScheduleId(toStableId(`schedule\n${input.requestId}`, 20));
  const phone = await resolvePhone(store, input.phone);
  const at = now();
  const existing = await store.findOwnSchedule({ id });
  if (existing !== null) {
    const isChanged = (await store.listOwnScheduleEvents({ id })).some(({ kind }) => kind === 'changed');
    const isSame = findOnlyPhone(existing) === phone && (isChanged || isAsAsked(existing, input));
    if (!isSame) throw toUsedIdRefusal();
    return { key: toScheduleKey({ own: id }), chatId: await store.ensureChat({ phone, at }), undoId: null };
  }
  const checked = await checkChoices(input, phone, { account, settings: await settings.get(), now: at });
  const recipients = { phones: [phone], contactIds: [], listIds: [] };
  const schedule = toNewOwnSchedule({ ...checked, id, recipients, work: 'create' }, at);
  const chatId = await store.ensureChat({ phone, at });
  const event = { at, kind: 'made', detail: schedule.time.wall } as const;
  await store.createOwnSchedule({ schedule, event, draftOf: phone });
  await schedules.keepLastTime(schedule.time);
  schedules.look();
  const changed = [{ id, before: null, after: schedule }];
  return { key: toScheduleKey({ own: id }), chatId, undoId: undo.keep(folder, { kind: 'schedules', changed }) };
}

function isAsAsked(own: OwnSchedule, { text, from, keeper, time }: NewSchedule): boolean {
  return own.text === text && own.from === from && own.keeper === keeper && isSameTime(own.time, time);
}

function isSameTime(one: ScheduleTime, other: ScheduleTime): boolean {
  const { wall, timeZone, rule, overlap } = one;
  const isSameDay = wall === other.wall && timeZone === other.timeZone;
  return isSameDay && rule === other.rule && overlap === other.overlap;
}
