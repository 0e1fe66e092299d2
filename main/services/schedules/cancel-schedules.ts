/** Texts that go out no more, and the undo of what was done to scheduled texts. */
import { toStableId } from '#main/platform/ids.ts';
import type { UndoableSchedule } from '#main/services/chats/undo-memory.ts';
import { toNotFound } from '#main/services/refusals.ts';
import type { Services } from '#main/services/services.ts';
import type { Store } from '#main/store/api.ts';
import type { RequestInput, RequestOutput } from '#shared/contract/index.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import { toOwnScheduleId } from '#shared/domain/scheduling/own-schedule.ts';
import type { OwnSchedule, OwnSchedulePatch } from '#shared/domain/scheduling/own-schedule.ts';
import type { Schedule } from '#shared/domain/schedules.ts';
import { decideOwn, getRecord, toComing, toDecidedAt, toReplaced, toTakenOver } from './own-schedules.ts';

type CancelStore = Pick<
  Store,
  'createOwnSchedule' | 'dropOwnSchedule' | 'findOwnSchedule' | 'findSchedule' | 'updateOwnSchedule'
>;

/** Those that are over are passed over. Throws `not-found` where none is here, and `disk`. */
export async function cancelSchedules(
  { session, undo, now }: Services,
  { requestId, keys }: RequestInput<'schedules.cancel'>,
): Promise<RequestOutput<'schedules.cancel'>> {
  const { store, folder, schedules } = session.getAccount();
  const at = now();
  const changed: UndoableSchedule[] = [];
  let missing = 0;
  try {
    for (const key of new Set(keys)) {
      try {
        const one = await cancel(store, { key, requestId, at });
        if (one !== null) changed.push(one);
      } catch (error) {
        if (!isAppError(error, 'not-found')) throw error;
        missing += 1;
      }
    }
  } finally {
    // Those before one that the disk did not take are cancelled all the same.
    schedules.look();
  }
  if (missing === new Set(keys).size) throw toNotFound('scheduled text');
  const undoId = changed.length === 0 ? null : undo.keep(folder, { kind: 'schedules', changed });
  return { count: changed.length, undoId };
}

/** Null: it is over. */
async function cancel(
  store: CancelStore,
  { key, requestId, at }: { readonly key: string; readonly requestId: string; readonly at: number },
): Promise<UndoableSchedule | null> {
  const { own, service } = await getRecord(store, key);
  if (own !== null) return await cancelOwn(store, own, { service, at });
  if (service === null || service.isCompleted) return null;
  const id = toOwnScheduleId(toStableId(`schedule\n${requestId}\n${String(service.id)}`, 20));
  const taken = toTakenOver(id, service, at);
  const schedule = { ...taken, ...toCancelled(taken, { service, at }), changedAt: at };
  await store.createOwnSchedule({ schedule, event: { at, kind: 'cancelled', detail: '' } });
  return { id, before: null, after: schedule };
}

async function cancelOwn(
  store: CancelStore,
  { id }: OwnSchedule,
  { service, at }: { readonly service: Schedule | null; readonly at: number },
): Promise<UndoableSchedule | null> {
  const own = await store.findOwnSchedule({ id });
  if (own === null || !canCancel(own)) return null;
  const { before, after } = await decideOwn(store, id, (current) => {
    if (!canCancel(current)) throw toNotFound('upcoming scheduled text');
    return { patch: toCancelled(current, { service, at }), event: { at, kind: 'cancelled', detail: '' } };
  });
  if (!neverLeft(before)) return { id, before, after };
  // Nothing of it is anywhere: it leaves no trace, as a draft that is deleted.
  await store.dropOwnSchedule({ id });
  return { id, before, after: null };
}

function toCancelled(
  own: OwnSchedule,
  { service, at }: { readonly service: Schedule | null; readonly at: number },
): OwnSchedulePatch {
  const replaced = toReplaced(own, service);
  const rest = { ...replaced, question: null, problem: null, changedAt: toDecidedAt(own, at) };
  const mayBeThere = replaced.replacesId !== null || own.referenceId !== null;
  if (!mayBeThere) return { ...rest, state: 'cancelled', step: null, dueAt: 0, nextAt: null };
  return { ...rest, ...toComing('service', at), goal: 'nothing', work: 'cancel' };
}

/** What is under way may arrive: the work looks for it, and deletes it. */
function canCancel({ state, step, goal }: OwnSchedule): boolean {
  if (state === 'leaving') return step !== 'send' && goal !== 'nothing';
  return state === 'coming' || state === 'asking' || state === 'refused';
}

function neverLeft({ state, step, work, attempts, replacesId, serviceId }: OwnSchedule): boolean {
  const isNew = work === 'create' && attempts === 0 && replacesId === null && serviceId === null;
  return isNew && state === 'leaving' && step === 'held';
}

/** Throws `not-found` where there is nothing of that id to take back, and `disk`. */
export async function undoSchedules(
  { session, undo, now }: Services,
  { undoId }: RequestInput<'schedules.undo'>,
): Promise<RequestOutput<'schedules.undo'>> {
  const { store, folder, schedules } = session.getAccount();
  const done = undo.take(folder, undoId);
  if (done === undefined) throw toNotFound('change to take back');
  try {
    if (done.kind !== 'schedules') throw toNotFound('change of scheduled texts to take back');
    const at = now();
    const undone = [];
    for (const one of done.changed) undone.push(await takeBack(store, one, at));
    schedules.look();
    return { isUndone: undone.every((isUndone) => isUndone) };
  } catch (error) {
    undo.putBack(folder, undoId, done);
    throw error;
  }
}

/** False: a request about it has left, or something else happened to it since. */
async function takeBack(store: CancelStore, { id, before, after }: UndoableSchedule, at: number): Promise<boolean> {
  if (after === null) {
    if (before === null) return false;
    await store.createOwnSchedule({ schedule: before, event: { at, kind: 'made', detail: before.time.wall } });
    return true;
  }
  // Work that began since has another step or state, also where it is over by now.
  const isAsLeft = { ifState: after.state, ifStep: after.step, ifChangedAt: after.changedAt };
  if ((await store.findOwnSchedule({ id })) === null) return false;
  const changedAt = toDecidedAt(after, at);
  if (before === null) {
    // Held back first, so that no request about it leaves while its row is taken out.
    const patch = { state: 'cancelled', step: null, replacesId: null, serviceId: null, changedAt } as const;
    const isHeldBack = await store.updateOwnSchedule({ id, patch, ...isAsLeft });
    if (isHeldBack) await store.dropOwnSchedule({ id });
    return isHeldBack;
  }
  const { id: _id, createdAt: _createdAt, ...patch } = before;
  return await store.updateOwnSchedule({ id, patch: { ...patch, changedAt }, ...isAsLeft });
}
