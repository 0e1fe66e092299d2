/** Rows of schedules of this computer: a new one, one for what another client made, and what the user decides about them. */
import type { ScheduleRecord } from '#main/store/api/schedules.ts';
import type { Store } from '#main/store/api.ts';
import { toNotFound, toRefusal } from '#main/services/refusals.ts';
import { EDIT_UNDO_MS } from '#main/services/chats/undo-memory.ts';
import { parseScheduleKey } from '#shared/domain/scheduling/own-schedule.ts';
import type {
  OwnSchedule,
  OwnScheduleEvent,
  OwnScheduleId,
  OwnSchedulePatch,
} from '#shared/domain/scheduling/own-schedule.ts';
import type { Schedule } from '#shared/domain/schedules.ts';
import { toServiceRecipients, toServiceTime } from './schedule-view.ts';

/** What every new row begins with. */
export type NewOwnSchedule = Pick<
  OwnSchedule,
  | 'id'
  | 'keeper'
  | 'recipients'
  | 'text'
  | 'from'
  | 'time'
  | 'endsOnReply'
  | 'quietReason'
  | 'parts'
  | 'price'
  | 'nextAt'
  | 'work'
>;

/** Kept here: it waits for its time. Kept by the service: it can be taken back for a moment, then it leaves. */
export function toNewOwnSchedule(chosen: NewOwnSchedule, at: number): OwnSchedule {
  return {
    ...chosen,
    ...toComing(chosen.keeper, at),
    question: null,
    goal: 'schedule',
    ...{ serviceId: null, replacesId: null, replacesSendId: null, referenceId: null, attempts: 0, problem: null },
    ...{ missedAt: null, lastAt: null, firedCount: 0, lastSendId: null, createdAt: at, changedAt: at },
  };
}

/** A row of this computer for one that another client made, which the user changes or cancels here. */
export function toTakenOver(id: OwnScheduleId, service: Schedule, at: number): OwnSchedule {
  const time = toServiceTime(service) ?? toBareTime(service, at);
  const { text, parts, cost: price, nextAt } = service;
  const chosen = { id, keeper: 'service', text, from: null, time, endsOnReply: false, quietReason: null } as const;
  const rest = { recipients: toServiceRecipients(service), parts: parts ?? 1, price, nextAt, work: 'change' } as const;
  return {
    ...toNewOwnSchedule({ ...chosen, ...rest }, at),
    ...{ state: 'coming', step: null, dueAt: 0, serviceId: service.id, createdAt: service.createdAt ?? at },
    lastAt: service.lastAt,
  };
}

/** What of the service goes first when this one is changed or cancelled. */
export function toReplaced(
  own: OwnSchedule,
  service: Schedule | null,
): Pick<OwnSchedule, 'serviceId' | 'replacesId' | 'replacesSendId'> {
  if (own.serviceId === null) {
    const { replacesId, replacesSendId } = own;
    return { serviceId: null, replacesId, replacesSendId };
  }
  const sendId = service?.id === own.serviceId ? service.sendId : null;
  return { serviceId: null, replacesId: own.serviceId, replacesSendId: sendId };
}

export function toComing(keeper: OwnSchedule['keeper'], at: number): Pick<OwnSchedule, 'state' | 'step' | 'dueAt'> {
  if (keeper === 'computer') return { state: 'coming', step: null, dueAt: 0 };
  return { state: 'leaving', step: 'held', dueAt: at + EDIT_UNDO_MS };
}

/** The user's decisions about one schedule are in order, also where two come within a millisecond. */
export function toDecidedAt(own: Pick<OwnSchedule, 'changedAt'>, now: number): number {
  return Math.max(now, own.changedAt + 1);
}

/** Throws `not-found`, also for a key that names none. */
export async function getRecord(store: Pick<Store, 'findSchedule'>, key: string): Promise<ScheduleRecord> {
  const name = parseScheduleKey(key);
  const record = name === null ? null : await store.findSchedule({ name });
  if (record === null) throw toNotFound('scheduled text');
  return record;
}

/** How often a decision is made again where the work at the service went on meanwhile. */
const MOST_TRIES = 5;

/**
 * Writes what `decide` makes of the row as it is on the disk, and again where the row changed in between. Throws `not-found`,
 * `validation` (`schedule`: `over`, where the row never stands still), and what `decide` throws.
 */
export async function decideOwn(
  store: Pick<Store, 'findOwnSchedule' | 'updateOwnSchedule'>,
  id: OwnScheduleId,
  decide: (own: OwnSchedule) => { readonly patch: OwnSchedulePatch; readonly event?: OwnScheduleEvent },
): Promise<{ readonly before: OwnSchedule; readonly after: OwnSchedule }> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const before = await store.findOwnSchedule({ id });
    if (before === null) throw toNotFound('scheduled text');
    const decision = decide(before);
    const { state: ifState, step: ifStep, changedAt: ifChangedAt } = before;
    const isWritten = await store.updateOwnSchedule({ id, ...decision, ifState, ifStep, ifChangedAt });
    if (isWritten) return { before, after: { ...before, ...decision.patch } };
  }
  throw toRefusal('schedule', 'over');
}

/** The service said nothing of its zone: its next time on the clocks of UTC stands for all of them. */
function toBareTime({ nextAt, firstAt, rule }: Schedule, at: number): OwnSchedule['time'] {
  const wall = new Date(nextAt ?? firstAt ?? at).toISOString().slice(0, 16);
  return { wall, timeZone: 'UTC', rule, overlap: 'first' };
}
