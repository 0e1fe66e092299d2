/** Schedules of this computer between their rows and what they are. JSON is read through schemas, though it is our own. */
import * as v from 'valibot';
import { toContactId, toListId, toSendId } from '#shared/domain/ids.ts';
import type { PhoneKey } from '#shared/domain/ids.ts';
import { toOwnScheduleId } from '#shared/domain/scheduling/own-schedule.ts';
import type {
  OwnSchedule,
  OwnScheduleEvent,
  OwnScheduleState,
  ScheduleRecipients,
} from '#shared/domain/scheduling/own-schedule.ts';
import { parseProblem } from '../json.ts';

export const OPEN_STATES: readonly OwnScheduleState[] = ['leaving', 'coming', 'asking', 'refused'];

/** What is written of a row. */
export type OwnScheduleColumns = {
  readonly id: string;
  readonly keeper: OwnSchedule['keeper'];
  /** JSON. */
  readonly recipients: string;
  readonly text: string;
  readonly sender: string | null;
  readonly wall: string;
  readonly time_zone: string;
  readonly rule: string | null;
  readonly overlap: OwnSchedule['time']['overlap'];
  readonly ends_on_reply: number;
  readonly quiet_reason: string | null;
  readonly state: OwnScheduleState;
  readonly question: OwnSchedule['question'];
  readonly step: OwnSchedule['step'];
  readonly goal: OwnSchedule['goal'];
  readonly work: OwnSchedule['work'];
  readonly service_id: number | null;
  readonly replaces_id: number | null;
  readonly replaces_send_id: number | null;
  readonly reference_id: string | null;
  readonly attempts: number;
  readonly due_at: number;
  /** JSON. */
  readonly problem: string | null;
  readonly next_at: number | null;
  readonly missed_at: number | null;
  readonly last_at: number | null;
  readonly fired_count: number;
  readonly last_send_id: string | null;
  readonly created_at: number;
  readonly changed_at: number;
  readonly parts: number;
  readonly price: number | null;
};

export interface OwnScheduleRow extends OwnScheduleColumns {
  /** In the order in which they were made. */
  readonly seq: number;
  /** Since when it is over; null: it is not. */
  readonly over_at: number | null;
}

export function toOwnScheduleColumns(schedule: OwnSchedule): OwnScheduleColumns {
  const { id, keeper, text, state, question, step, goal, work, attempts, parts, price, time } = schedule;
  const { rule, overlap, wall } = time;
  return {
    ...{ id, keeper, text, wall, rule, overlap, state, question, step, goal, work, attempts, parts, price },
    recipients: JSON.stringify(schedule.recipients),
    sender: schedule.from,
    time_zone: time.timeZone,
    ends_on_reply: Number(schedule.endsOnReply),
    quiet_reason: schedule.quietReason,
    service_id: schedule.serviceId,
    replaces_id: schedule.replacesId,
    replaces_send_id: schedule.replacesSendId,
    reference_id: schedule.referenceId,
    due_at: schedule.dueAt,
    problem: schedule.problem === null ? null : JSON.stringify(schedule.problem),
    next_at: schedule.nextAt,
    missed_at: schedule.missedAt,
    last_at: schedule.lastAt,
    fired_count: schedule.firedCount,
    last_send_id: schedule.lastSendId,
    created_at: schedule.createdAt,
    changed_at: schedule.changedAt,
  };
}

const recipientsSchema = v.object({
  phones: v.array(v.custom<PhoneKey>((phone) => typeof phone === 'string')),
  contactIds: v.pipe(
    v.array(v.number()),
    v.transform((ids) => ids.map(toContactId)),
  ),
  listIds: v.pipe(
    v.array(v.number()),
    v.transform((ids) => ids.map(toListId)),
  ),
});

export const parseRecipients = (json: string): ScheduleRecipients => v.parse(recipientsSchema, JSON.parse(json));

export function toOwnSchedule(row: OwnScheduleColumns): OwnSchedule {
  const { keeper, text, state, question, step, goal, work, attempts, parts, price } = row;
  return {
    ...{ id: toOwnScheduleId(row.id), keeper, recipients: parseRecipients(row.recipients), text, from: row.sender },
    time: { wall: row.wall, timeZone: row.time_zone, rule: row.rule, overlap: row.overlap },
    endsOnReply: row.ends_on_reply === 1,
    quietReason: row.quiet_reason,
    ...{ state, question, step, goal, work, attempts, parts, price },
    serviceId: row.service_id,
    replacesId: row.replaces_id,
    replacesSendId: row.replaces_send_id,
    referenceId: row.reference_id,
    dueAt: row.due_at,
    problem: parseProblem(row.problem),
    nextAt: row.next_at,
    missedAt: row.missed_at,
    lastAt: row.last_at,
    firedCount: row.fired_count,
    lastSendId: row.last_send_id === null ? null : toSendId(row.last_send_id),
    createdAt: row.created_at,
    changedAt: row.changed_at,
  };
}

export interface OwnScheduleEventRow {
  readonly at: number;
  readonly kind: OwnScheduleEvent['kind'];
  readonly detail: string;
}
