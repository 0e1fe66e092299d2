/** The times of all schedules between two instants. */
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { ScheduleRecord } from '#main/store/api/schedules.ts';
import type { Store } from '#main/store/api.ts';
import type { RequestOutput } from '#shared/contract/index.ts';
import { listOccurrences } from '#shared/domain/scheduling/recurrence.ts';
import type { ScheduleTime } from '#shared/domain/scheduling/schedule-time.ts';
import { roundMoney } from '#shared/domain/money.ts';
import { findNextAt, toCalendarItem, toState, toTime } from './schedule-view.ts';

/** More times than these are no help on a calendar. */
export const MOST_TIMES = 5_000;
/** Schedules that the store gives at once. */
const AT_ONCE = 200;
/** So far ahead a rule is followed at a stretch: some sixty times, whether it comes every hour or every day. */
const STRETCH_MS = 60 * 86_400_000;
const HOURLY_STRETCH_MS = 2 * 86_400_000;
const COMES_OFTEN = /FREQ=HOURLY|BYHOUR|BYMINUTE/;
/** So long main works on it before others have their turn. */
const SLICE_MS = 8;

interface CalendarParts {
  readonly store: Pick<Store, 'listComingSchedules'>;
  /** Lets other work of main go first. */
  readonly rest: () => Promise<unknown>;
  /** Milliseconds of some clock that never goes back. */
  readonly elapsed: () => number;
}

interface TimeOf {
  readonly record: ScheduleRecord;
  readonly at: number;
}

interface Period {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

export class ScheduleCalendar {
  readonly #parts: CalendarParts;

  constructor(parts: Pick<CalendarParts, 'store'> & Partial<CalendarParts>) {
    this.#parts = { rest: () => yieldToOthers(), elapsed: () => performance.now(), ...parts };
  }

  /** Earliest first; `isCut`: there are more than these. Rejects with `disk`. */
  async list(period: Period): Promise<RequestOutput<'schedules.calendar'>> {
    const { times, isCut } = await this.#expand(period);
    return { items: times.map(({ record, at }) => toCalendarItem(record, at)), isCut };
  }

  /**
   * Texts of a period, and what of them is charged already, in account money: the service takes the price of the next time
   * ahead. Null: no price is known.
   */
  async count(period: Period): Promise<{ readonly texts: number; readonly charged: number | null }> {
    const { times } = await this.#expand(period);
    let texts = 0;
    let charged: number | null = null;
    for (const { record, at } of times) {
      const { own, service } = record;
      texts += countTexts(record);
      const isPaid = service !== null && toState(record) === 'coming' && findNextAt(record) === at;
      const price = isPaid ? (service.cost ?? own?.price ?? null) : null;
      if (price !== null) charged = roundMoney((charged ?? 0) + price);
    }
    return { texts, charged };
  }

  async #expand({ from, to }: Period): Promise<{ readonly times: readonly TimeOf[]; readonly isCut: boolean }> {
    const { store, elapsed } = this.#parts;
    const slice = new Slice(this.#parts);
    let times: TimeOf[] = [];
    let before = to;
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof store.listComingSchedules>> = await store.listComingSchedules({
        after,
        limit: AT_ONCE,
      });
      slice.begin(elapsed());
      for (const record of page.items) {
        for await (const at of listTimes(record, { from, to: before }, slice)) times.push({ record, at });
        if (times.length > 2 * MOST_TIMES) {
          times = toEarliest(times);
          // What comes later than these is not shown, and need not be found.
          before = times.at(-1)?.at ?? before;
        }
      }
      after = page.after;
    } while (after !== null);
    const earliest = toEarliest(times);
    const isCut = earliest.length > MOST_TIMES;
    return { times: earliest.slice(0, MOST_TIMES), isCut };
  }
}

/** One more than are shown, so that it is known whether there are more. */
function toEarliest(times: readonly TimeOf[]): TimeOf[] {
  return times.toSorted((one, other) => one.at - other.at).slice(0, MOST_TIMES + 1);
}

/** Work in slices: others have their turn in between. */
class Slice {
  readonly #parts: Pick<CalendarParts, 'rest' | 'elapsed'>;
  #endsAt = 0;

  constructor(parts: Pick<CalendarParts, 'rest' | 'elapsed'>) {
    this.#parts = parts;
  }

  begin(at: number): void {
    this.#endsAt = at + SLICE_MS;
  }

  async breathe(): Promise<void> {
    if (this.#parts.elapsed() < this.#endsAt) return;
    await this.#parts.rest();
    this.begin(this.#parts.elapsed());
  }
}

/** Its times within the period that are still to come, earliest first. */
async function* listTimes(record: ScheduleRecord, { from, to }: Period, slice: Slice): AsyncGenerator<number> {
  const { own } = record;
  const state = toState(record);
  if (state === 'asking' && own?.missedAt != null && isWithin(own.missedAt, { from, to })) yield own.missedAt;
  if (own?.state === 'leaving' && own.goal !== 'schedule') return;
  const nextAt = findNextAt(record);
  if (nextAt === null) return;
  const time = toTime(record);
  await slice.breathe();
  if (time === null || time.rule === null) {
    if (isWithin(nextAt, { from, to })) yield nextAt;
    return;
  }
  yield* listRuleTimes(time, { from: Math.max(from, nextAt), to }, slice);
}

async function* listRuleTimes(time: ScheduleTime, { from, to }: Period, slice: Slice): AsyncGenerator<number> {
  const stretchMs = COMES_OFTEN.test(time.rule ?? '') ? HOURLY_STRETCH_MS : STRETCH_MS;
  for (let start = from; start < to; start += stretchMs) {
    const before = Math.min(start + stretchMs, to);
    const found = listOccurrences(time, { after: start - 1, limit: MOST_TIMES, before });
    for (const { at } of found) yield at;
    await slice.breathe();
  }
}

function isWithin(at: number, { from, to }: Period): boolean {
  return at >= from && at < to;
}

function countTexts({ own, service }: ScheduleRecord): number {
  const { phones, contactIds, listIds } = own?.recipients ?? { phones: [], contactIds: [], listIds: [] };
  const named = own === null || listIds.length > 0 ? 0 : phones.length + contactIds.length;
  return Math.max(1, named, service?.recipientsCount ?? 0);
}
