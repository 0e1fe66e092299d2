/** Looks at the service for a creation whose answer was lost, by the reference that it carried. */
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import type { AppErrorCode } from '#shared/domain/app-error.ts';
import type { Page, ServiceSend } from '#shared/domain/entities.ts';
import type { Schedule } from '#shared/domain/schedules.ts';
import type { ScheduleService } from '../ports.ts';
import type { LookEvidence } from './evidence.ts';
import { isOver } from './evidence.ts';

const PAGE_ROWS = 100;
/** A look that comes no further back than this has not read everything. */
const MOST_PAGES = 50;
/** Clocks of the service and of this computer differ by no more than this. */
const MOST_SKEW_MS = 3_600_000;
/** The service has no such list, or not for this account. */
const ABSENT: ReadonlySet<AppErrorCode> = new Set(['not-found', 'forbidden']);

export interface LookNeeds {
  readonly service: ScheduleService;
  readonly signal: AbortSignal;
}

/** What was asked for, and since when it can be there. */
export interface Sought {
  readonly referenceId: string;
  readonly since: number;
}

interface Read<Row> {
  readonly rows: readonly Row[];
  /** Everything that can be it was read. */
  readonly isWhole: boolean;
  readonly error: AppError | null;
}

/** Does not reject because of the service: what it did not answer is `unreadable`. Rejects once the signal aborts. */
export async function lookFor(needs: LookNeeds, sought: Sought): Promise<LookEvidence> {
  try {
    return await look(needs, sought);
  } catch (error) {
    if (!isAppError(error) || needs.signal.aborted) throw error;
    return { kind: 'unreadable', error, isLasting: false };
  }
}

async function look(needs: LookNeeds, sought: Sought): Promise<LookEvidence> {
  const { service, signal } = needs;
  const { referenceId } = sought;
  const options = { priority: 'sending', signal } as const;
  const sends = await readSends(needs, sought);
  const send = sends.rows.find((one) => one.referenceId === referenceId);
  const schedules = await readPages<Schedule>(needs, {
    ask: (page) =>
      service.listSchedules({ page, limit: PAGE_ROWS, status: 'all', orderBy: 'id', direction: 'desc' }, options),
    toAt: (one) => (isSought(one, referenceId, send) ? -Infinity : one.createdAt),
    sought,
  });
  const schedule = schedules.rows.find((one) => isSought(one, referenceId, send));
  if (schedule !== undefined) {
    const sendId = schedule.sendId ?? send?.id ?? null;
    return { kind: 'found', schedule, wentOut: isOver(schedule) ? await readWentOut(needs, schedule, sendId) : false };
  }
  return await explainMissing(needs, { schedules, sends, send });
}

async function readSends(needs: LookNeeds, sought: Sought): Promise<Read<ServiceSend>> {
  const { service, signal } = needs;
  return await readPages<ServiceSend>(needs, {
    ask: (page) => service.listSends({ page, limit: PAGE_ROWS }, { priority: 'sending', signal }),
    toAt: ({ at, referenceId }) => (referenceId === sought.referenceId ? -Infinity : at),
    sought,
  });
}

/** Whether something with that reference went out, of which the schedule is gone; null: that cannot be told. */
export async function readSent(needs: LookNeeds, sought: Sought): Promise<boolean | null> {
  const { rows, isWhole, error } = await readSends(needs, sought);
  const send = rows.find(({ referenceId }) => referenceId === sought.referenceId);
  if (send !== undefined) return await readMessages(needs, send.id);
  if (error !== null && !ABSENT.has(error.code)) throw error;
  return isWhole ? false : null;
}

interface Readings {
  readonly schedules: Read<Schedule>;
  readonly sends: Read<ServiceSend>;
  readonly send: ServiceSend | undefined;
}

async function explainMissing(needs: LookNeeds, { schedules, sends, send }: Readings): Promise<LookEvidence> {
  if (schedules.error !== null || !schedules.isWhole) return toUnreadable(schedules.error);
  if (send === undefined) {
    const { error, isWhole } = sends;
    // A service without the list of sends tells the reference of each schedule, or nothing at all: it counts as read.
    const isAbsent = error !== null && ABSENT.has(error.code);
    return isWhole || isAbsent ? { kind: 'absent' } : toUnreadable(error);
  }
  const wentOut = await readMessages(needs, send.id);
  if (wentOut === true) return { kind: 'sent', at: send.at };
  // Its send is there, and what belongs to it is not: the service is in the middle of it, or another client deleted it.
  return wentOut === false ? { kind: 'absent' } : toUnreadable(null);
}

function toUnreadable(error: AppError | null): LookEvidence {
  const known = error ?? new AppError({ code: 'bad-response', message: 'The schedules could not be read whole' });
  return { kind: 'unreadable', error: known, isLasting: ABSENT.has(known.code) };
}

function isSought(schedule: Schedule, referenceId: string, send: ServiceSend | undefined): boolean {
  if (schedule.referenceId === referenceId) return true;
  return send !== undefined && schedule.sendId === send.id;
}

/** Whether a schedule that is over sent something; null: that cannot be told. */
export async function readWentOut(
  needs: LookNeeds,
  { lastAt }: Pick<Schedule, 'lastAt'>,
  sendId: number | null,
): Promise<boolean | null> {
  if (lastAt !== null) return true;
  return sendId === null ? null : await readMessages(needs, sendId);
}

/** Whether a send of the service has texts, deleted ones too; null: the service does not tell. Rejects where it may later. */
export async function readMessages({ service, signal }: LookNeeds, sessionId: number): Promise<boolean | null> {
  const query = { sessionId, page: 1, limit: 1, withDeleted: true };
  try {
    return (await service.listMessagesOfSend(query, { priority: 'sending', signal })).items.length > 0;
  } catch (error) {
    // Without the feature nothing is told; with it, what never went out has no send once it is deleted.
    if (isAppError(error, 'not-found')) return service.absentFeatures.includes('sends') ? null : false;
    if (isAppError(error, 'forbidden')) return null;
    throw error;
  }
}

interface PageReader<Row> {
  readonly ask: (page: number) => Promise<Page<Row>>;
  /** When it came to be; null: not told. -Infinity: it is the one. */
  readonly toAt: (row: Row) => number | null;
  readonly sought: Sought;
}

async function readPages<Row>({ signal }: LookNeeds, { ask, toAt, sought }: PageReader<Row>): Promise<Read<Row>> {
  const rows: Row[] = [];
  let isWhole = true;
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    let answer: Page<Row>;
    try {
      answer = await ask(page);
    } catch (error) {
      if (!isAppError(error) || signal.aborted) throw error;
      return { rows, isWhole: false, error };
    }
    rows.push(...answer.items);
    isWhole &&= (answer.leftOut ?? 0) === 0;
    const isLast = answer.items.length === 0 || (answer.pageCount !== null && page >= answer.pageCount);
    const isBefore = answer.items.some((row) => (toAt(row) ?? Infinity) < sought.since - MOST_SKEW_MS);
    if (isLast || isBefore) return { rows, isWhole, error: null };
  }
  return { rows, isWhole: false, error: null };
}
