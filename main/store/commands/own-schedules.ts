/** Texts that this computer scheduled. They are owned: on the disk before anything about them leaves. */
import { AppError } from '#shared/domain/app-error.ts';
import type { OwnSchedule, OwnScheduleEvent, OwnSchedulePatch } from '#shared/domain/scheduling/own-schedule.ts';
import type { WriteDb } from '../open.ts';
import { OPEN_STATES, toOwnSchedule, toOwnScheduleColumns } from '../rows/own-schedule-row.ts';
import type { OwnScheduleColumns, OwnScheduleRow } from '../rows/own-schedule-row.ts';
import { toInsert, toUpdate } from '../rows/sql.ts';
import type { OwnedCommand, WriteContext } from './command.ts';
import { followDraft } from './files.ts';
import { showOwnSchedule } from './scheduled-chats.ts';
import { writeSend } from './sends.ts';
import { takeDraftText } from './typed.ts';

const FIND = 'SELECT * FROM own_schedules WHERE id = ?';
const ADD_EVENT = 'INSERT INTO own_schedule_events (schedule_id, at, kind, detail) VALUES (@id, @at, @kind, @detail)';
const SAME_EVENT = `
  SELECT 1 AS found FROM own_schedule_events WHERE schedule_id = @id AND at = @at AND kind = @kind AND detail = @detail`;
const SEND_IS_THERE = 'SELECT 1 AS found FROM sends WHERE id = @id UNION ALL SELECT 1 FROM ledger WHERE send_id = @id';
const EXPIRED = 'SELECT id FROM own_schedules WHERE over_at < ?';
const LOST_EVENTS = 'DELETE FROM own_schedule_events WHERE schedule_id NOT IN (SELECT id FROM own_schedules)';

/**
 * Where the rows are those of an earlier moment, it may have gone out or have been made since: what this computer keeps is asked
 * about once its time has come · what was to be made at the service is looked for there · where something had to be deleted
 * before, only the user can tell, and so it is with one that was to be sent now.
 */
const DISTRUST_FIRED = `
  UPDATE own_schedules SET state = 'asking', question = 'missed', missed_at = next_at
  WHERE keeper = 'computer' AND state = 'coming' AND next_at <= ?`;
const DISTRUST_MADE = `
  UPDATE own_schedules SET state = 'leaving', step = 'creating', attempts = max(attempts, 1),
    reference_id = coalesce(reference_id, id || '.1'), due_at = 0
  WHERE keeper = 'service' AND state IN ('leaving', 'refused') AND goal = 'schedule' AND step IN ('held', 'create')
    AND replaces_id IS NULL`;
const DISTRUST_REPLACED = `
  UPDATE own_schedules SET state = 'asking', question = 'unclear'
  WHERE keeper = 'service' AND state IN ('leaving', 'refused') AND goal = 'schedule' AND replaces_id IS NOT NULL`;
const DISTRUST_SENT = `
  UPDATE own_schedules SET state = 'asking', question = 'missed', missed_at = changed_at
  WHERE state IN ('leaving', 'refused') AND goal = 'send'`;
const FILL_TARGETS = 'UPDATE own_schedules SET seq = seq';

const nothing = (): void => undefined;

export const createOwnSchedule: OwnedCommand<'createOwnSchedule'> = {
  file: 'owned',
  own: (context, { schedule, event, draftOf }) => {
    const { owned } = context;
    if (find(owned, schedule.id) !== undefined) return { output: undefined, follow: nothing };
    const follow = showOwnSchedule(context, schedule.id, () => {
      const columns = toColumns(schedule, context.now);
      owned.run(toInsert('own_schedules', Object.keys(columns)), columns);
      addEvent(owned, schedule.id, event);
    });
    const followTyped = draftOf === undefined ? nothing : followDraft(context, draftOf);
    if (draftOf !== undefined) takeDraftText(context, { phone: draftOf, text: schedule.text });
    return {
      output: undefined,
      follow: () => {
        follow();
        followTyped();
      },
    };
  },
};

export const updateOwnSchedule: OwnedCommand<'updateOwnSchedule'> = {
  file: 'owned',
  own: (context, { id, patch, event, ifState, ifStep, ifChangedAt }) => {
    const row = find(context.owned, id);
    if (row === undefined) throw new AppError({ code: 'not-found', message: `No schedule ${id}` });
    const isAsSaid =
      (ifState === undefined || row.state === ifState) &&
      (ifStep === undefined || row.step === ifStep) &&
      (ifChangedAt === undefined || row.changed_at === ifChangedAt);
    if (!isAsSaid) return { output: false, follow: nothing };
    return { output: true, follow: change(context, row, { patch, event }) };
  },
};

export const dropOwnSchedule: OwnedCommand<'dropOwnSchedule'> = {
  file: 'owned',
  own: (context, { id }) => {
    if (find(context.owned, id) === undefined) return { output: undefined, follow: nothing };
    return { output: undefined, follow: showOwnSchedule(context, id, () => remove(context.owned, id)) };
  },
};

/** What the user types to the number stays: the text was written long before. */
export const fireOwnSchedule: OwnedCommand<'fireOwnSchedule'> = {
  file: 'owned',
  own: (context, { id, changedAt, send, patch, event }) => {
    const row = find(context.owned, id);
    if (row?.changed_at !== changedAt || row.over_at !== null) return { output: false, follow: nothing };
    const isThere = context.owned.get(SEND_IS_THERE, { id: send.id }) !== undefined;
    const followSend = isThere ? nothing : writeSend(context, send);
    const follow = change(context, row, { patch, event });
    return {
      output: true,
      follow: () => {
        followSend();
        follow();
      },
    };
  },
};

export const expireOwnSchedules: OwnedCommand<'expireOwnSchedules'> = {
  file: 'owned',
  own: ({ owned, changes }, { before }) => {
    const expired = owned.all<{ id: string }>(EXPIRED, [before]);
    for (const { id } of expired) remove(owned, id);
    // Of schedules whose rows were lost with a damaged file.
    owned.run(LOST_EVENTS);
    if (expired.length > 0) changes.addSchedules();
    return { output: undefined, follow: nothing };
  },
};

function toColumns(schedule: OwnSchedule, overAt: number): OwnScheduleColumns & { readonly over_at: number | null } {
  return { ...toOwnScheduleColumns(schedule), over_at: OPEN_STATES.includes(schedule.state) ? null : overAt };
}

const find = (owned: WriteDb, id: string): OwnScheduleRow | undefined => owned.get<OwnScheduleRow>(FIND, [id]);

interface Change {
  readonly patch: OwnSchedulePatch;
  readonly event?: OwnScheduleEvent | undefined;
}

/** What the user decides has a later `changedAt` than what was decided before, also within one millisecond. */
function change(context: WriteContext, row: OwnScheduleRow, { patch, event }: Change): () => void {
  const changedAt = patch.changedAt === undefined ? row.changed_at : Math.max(patch.changedAt, row.changed_at + 1);
  const columns = toColumns({ ...toOwnSchedule(row), ...patch, changedAt }, row.over_at ?? context.now);
  return showOwnSchedule(context, row.id, () => {
    context.owned.run(toUpdate('own_schedules', Object.keys(columns), 'id = @id'), columns);
    if (event !== undefined) addEvent(context.owned, row.id, event);
  });
}

/** Once, also where rows of a damaged file were saved and the same is done again. */
function addEvent(owned: WriteDb, id: string, { at, kind, detail }: OwnScheduleEvent): void {
  const event = { id, at, kind, detail };
  if (owned.get(SAME_EVENT, event) === undefined) owned.run(ADD_EVENT, event);
}

function remove(owned: WriteDb, id: string): void {
  owned.run('DELETE FROM own_schedules WHERE id = ?', [id]);
  owned.run('DELETE FROM own_schedule_events WHERE schedule_id = ?', [id]);
}

/** The rows are those of an earlier moment: of what left since they say nothing. */
export function distrustSchedules(owned: WriteDb, now: number): void {
  owned.run(DISTRUST_FIRED, [now]);
  owned.run(DISTRUST_MADE);
  owned.run(DISTRUST_REPLACED);
  owned.run(DISTRUST_SENT);
}

/** After rows of a damaged file were saved: whom they name follows from the schedules that are there, by the triggers. */
export function restoreTargets(owned: WriteDb): void {
  owned.run('DELETE FROM own_schedule_targets');
  owned.run(FILL_TARGETS);
}
