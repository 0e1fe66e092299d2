/** Reads a schedule of the service that has to go, or that is awaited: whether it is there, is over, and went out. */
import { isAnsweredByService } from '#main/api/errors.ts';
import type { Store } from '#main/store/api.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import type { OwnSchedule } from '#shared/domain/scheduling/own-schedule.ts';
import type { Schedule } from '#shared/domain/schedules.ts';
import type { OldEvidence } from './evidence.ts';
import { isOneOff, isOver } from './evidence.ts';
import { readMessages, readSent, readWentOut } from './look.ts';
import type { LookNeeds } from './look.ts';

export interface ReadNeeds extends LookNeeds {
  readonly store: Pick<Store, 'listSchedules'>;
}

/** Throws what the service could not answer. */
export async function readSchedule(needs: ReadNeeds, own: OwnSchedule, scheduleId: number): Promise<OldEvidence> {
  const schedule = await getSchedule(needs, scheduleId);
  if (schedule !== null) {
    if (!isOver(schedule)) return { kind: 'pending', schedule };
    return { kind: 'over', schedule, wentOut: await readWentOut(needs, schedule, schedule.sendId) };
  }
  const known = await findKnown(needs, scheduleId);
  return { kind: 'gone', schedule: known, wentOut: await readWentOutOfGone(needs, own, known) };
}

/** Null: the service itself says that it is not there. */
async function getSchedule({ service, signal }: ReadNeeds, scheduleId: number): Promise<Schedule | null> {
  try {
    return await service.getSchedule({ scheduleId }, { priority: 'sending', signal });
  } catch (error) {
    if (isAppError(error, 'not-found') && isAnsweredByService(error)) return null;
    throw error;
  }
}

/** As this computer knew it. */
async function findKnown({ store }: ReadNeeds, scheduleId: number): Promise<Schedule | null> {
  return (await store.listSchedules({})).find(({ id }) => id === scheduleId) ?? null;
}

async function readWentOutOfGone(
  needs: ReadNeeds,
  { step, replacesSendId, referenceId, createdAt }: OwnSchedule,
  known: Schedule | null,
): Promise<boolean | null> {
  // Other times of a recurring one are no sign, and its send is not kept once it was read.
  if (known !== null && !isOneOff(known)) return false;
  if (known === null && step === 'deleting' && replacesSendId === null) return false;
  const sendId = replacesSendId ?? known?.sendId ?? null;
  if (sendId !== null) return await readMessages(needs, sendId);
  return referenceId === null ? null : await readSent(needs, { referenceId, since: createdAt });
}
