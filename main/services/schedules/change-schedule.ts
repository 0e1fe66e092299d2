/** Changes of a text that is still to come. */
import { toStableId } from '#main/platform/ids.ts';
import type { UndoableSchedule } from '#main/services/chats/undo-memory.ts';
import { toRefusal } from '#main/services/refusals.ts';
import type { Services } from '#main/services/services.ts';
import type { ScheduleRecord } from '#main/store/api/schedules.ts';
import type { Store } from '#main/store/api.ts';
import type { RequestInput, RequestOutput } from '#shared/contract/index.ts';
import type { PhoneKey } from '#shared/domain/ids.ts';
import { toOwnScheduleId, toScheduleKey } from '#shared/domain/scheduling/own-schedule.ts';
import type { OwnSchedule, OwnScheduleEvent, OwnSchedulePatch } from '#shared/domain/scheduling/own-schedule.ts';
import type { Schedule } from '#shared/domain/schedules.ts';
import { checkChoices } from './check-choices.ts';
import { decideOwn, getRecord, toComing, toDecidedAt, toReplaced, toTakenOver } from './own-schedules.ts';
import { findOnlyPhone, toOnePhone } from './schedule-send.ts';

interface Change {
  readonly checked: Awaited<ReturnType<typeof checkChoices>>;
  readonly service: Schedule | null;
  /** Of its one person; null: it goes to several. */
  readonly phone: PhoneKey | null;
  readonly at: number;
}

/** On the disk when it resolves. Throws as the contract says. */
export async function changeSchedule(
  { session, settings, undo, now }: Services,
  input: RequestInput<'schedules.change'>,
): Promise<RequestOutput<'schedules.change'>> {
  const account = session.getAccount();
  const { store, folder, schedules } = account;
  const at = now();
  const { own, service, person } = await getRecord(store, input.key);
  expectChangeable({ own, service });
  const phone = (own === null ? null : findOnlyPhone(own)) ?? person?.phone ?? null;
  const checked = await checkChoices(input, phone, { account, settings: await settings.get(), now: at });
  const change = { checked, service, phone, at };
  const changed = own === null ? await takeOver(store, change, input.requestId) : await changeOwn(store, own, change);
  await schedules.keepLastTime(checked.time);
  schedules.look();
  const undoId = undo.keep(folder, { kind: 'schedules', changed: [changed] });
  return { key: toScheduleKey({ own: changed.id }), undoId };
}

async function changeOwn(
  store: Pick<Store, 'findOwnSchedule' | 'updateOwnSchedule'>,
  { id }: OwnSchedule,
  change: Change,
): Promise<UndoableSchedule> {
  const { before, after } = await decideOwn(store, id, (own) => {
    expectChangeable({ own, service: change.service });
    return { patch: toChanged(own, change), event: toEvent(own, change) };
  });
  return { id, before, after };
}

/** Of another client: from now on this computer has a row for it. A repeated request finds the row. */
async function takeOver(
  store: Pick<Store, 'createOwnSchedule'>,
  change: Change & { readonly service: Schedule | null },
  requestId: string,
): Promise<UndoableSchedule> {
  const { service, at } = change;
  if (service === null) throw toRefusal('schedule', 'over');
  const id = toOwnScheduleId(toStableId(`schedule\n${requestId}\n${String(service.id)}`, 20));
  const taken = toTakenOver(id, service, at);
  const schedule = { ...taken, ...toChanged(taken, change), changedAt: at };
  await store.createOwnSchedule({ schedule, event: toEvent(taken, change) });
  return { id, before: null, after: schedule };
}

function toChanged(own: OwnSchedule, { checked, service, phone, at }: Change): OwnSchedulePatch {
  const replaced = toReplaced(own, service);
  const mayBeThere = replaced.replacesId !== null || own.referenceId !== null;
  const wasNeverThere = own.work === 'create' && own.state === 'leaving' && !mayBeThere;
  return {
    ...checked,
    // The outbox sends to a number, and not to a contact.
    ...(checked.keeper === 'computer' && phone !== null ? { recipients: toOnePhone(phone) } : {}),
    // Without a price list the service's own words about the old one are the best that is known.
    ...{ price: checked.price ?? own.price, goal: 'schedule', work: wasNeverThere ? 'create' : 'change' },
    // One that moves to this computer waits here once it is gone at the service.
    ...toComing(mayBeThere ? 'service' : checked.keeper, at),
    ...replaced,
    ...{ question: null, problem: null, missedAt: null, changedAt: toDecidedAt(own, at) },
  };
}

function toEvent(own: OwnSchedule, { checked, at }: Change): OwnScheduleEvent {
  return { at, kind: 'changed', detail: own.text === checked.text ? own.time.wall : own.text };
}

/** Throws `validation` (`schedule`: `over`, `views`). */
function expectChangeable({ own, service }: Pick<ScheduleRecord, 'own' | 'service'>): void {
  if ((service?.filteredViewIds.length ?? 0) > 0) throw toRefusal('schedule', 'views');
  const isOpen = own === null ? service?.isCompleted === false : canChange(own, service);
  if (!isOpen) throw toRefusal('schedule', 'over');
}

/** What may be at the service is looked for by the work and deleted before the new one is made. */
function canChange({ state, step, serviceId }: OwnSchedule, service: Schedule | null): boolean {
  if (state === 'leaving') return step !== 'send';
  if (state === 'coming') return !(serviceId !== null && service?.id === serviceId && service.isCompleted);
  return state === 'refused' || state === 'asking';
}
