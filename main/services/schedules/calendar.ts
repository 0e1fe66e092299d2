/** The times of the schedules of a scope between two instants. */
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { ScheduleRecord } from '#main/store/api/schedules.ts';
import type { Store } from '#main/store/api.ts';
import type { RequestOutput, ScheduleScope } from '#shared/contract/index.ts';
import { listOccurrences } from '#shared/domain/scheduling/recurrence.ts';
import type { ScheduleTime } from '#shared/domain/scheduling/schedule-time.ts';
import { roundMoney } from '#shared/domain/money.ts';
import { findNextAt, toCalendarItem, toState, toTime } from './schedule-view.ts';

/** More times than these are no help on a calendar. */
export const MOST_TIMES = 5_000;
/** For counts: no account sends more texts than these in a week. */
const MOST_COUNTED = 100_000;
/** Schedules that the store gives at once. */
const AT_ONCE = 200;
/** Spans of time for which the times of a rule are found and remembered: some sixty, every hour or every day. */
const SPAN_MS = 60 * 86_400_000;
const HOURLY_SPAN_MS = 2 * 86_400_000;
const MOST_KNOWN = 6_000;
const COMES_OFTEN = /FREQ=HOURLY|BYHOUR|BYMINUTE/;
/** So long main works on it before others have their turn. */
const SLICE_MS = 8;

interface CalendarParts {
  readonly store: Pick<Store, 'listCalendarSchedules'>;
  /** Lets other work of main go first. */
  readonly rest: () => Promise<unknown>;
  /** Milliseconds of some clock that never goes back. */
  readonly elapsed: () => number;
}

type Listed = RequestOutput<'schedules.calendar'>;

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
  readonly #ruleTimes = new RuleTimes();

  constructor(parts: Pick<CalendarParts, 'store'> & Partial<CalendarParts>) {
    this.#parts = { rest: () => yieldToOthers(), elapsed: () => performance.now(), ...parts };
  }

  /** Earliest first; `isCut`: there are more than these. Rejects with `disk`. */
  async list({ scope, ...period }: Period & { readonly scope: ScheduleScope }): Promise<Listed> {
    const { times, isCut } = await this.#expand(period, { scope, most: MOST_TIMES });
    return { items: times.map(({ record, at }) => toCalendarItem(record, at)), isCut };
  }

  /**
   * Texts of a period, and what of them is charged already, in account money: the service takes the price of the next time
   * ahead. Null: no price is known.
   */
  async count(period: Period): Promise<{ readonly texts: number; readonly charged: number | null }> {
    const { times } = await this.#expand(period, { scope: 'upcoming', most: MOST_COUNTED });
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

  async #expand(
    { from, to }: Period,
    { scope, most }: { readonly scope: ScheduleScope; readonly most: number },
  ): Promise<{ readonly times: readonly TimeOf[]; readonly isCut: boolean }> {
    const { store, elapsed } = this.#parts;
    const slice = new Slice(this.#parts);
    let times: TimeOf[] = [];
    let before = to;
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof store.listCalendarSchedules>> = await store.listCalendarSchedules({
        ...{ scope, from, to, after },
        limit: AT_ONCE,
      });
      slice.begin(elapsed());
      for (const record of page.items) {
        for await (const at of listTimes(record, { from, to: before }, { slice, rules: this.#ruleTimes })) {
          times.push({ record, at });
        }
        if (times.length > 2 * most) {
          times = toEarliest(times, most);
          // What comes later than these is not shown, and need not be found.
          before = times.at(-1)?.at ?? before;
        }
      }
      after = page.after;
    } while (after !== null);
    const earliest = toEarliest(times, most);
    return { times: earliest.slice(0, most), isCut: earliest.length > most };
  }
}

/** One more than are shown, so that it is known whether there are more. */
function toEarliest(times: readonly TimeOf[], most: number): TimeOf[] {
  return times.toSorted((one, other) => one.at - other.at).slice(0, most + 1);
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

/** The same times are asked for whenever something changed: they are found once. */
class RuleTimes {
  readonly #known = new Map<string, readonly number[]>();

  /** The times within one such span. */
  list(time: ScheduleTime, { from, to }: Period): readonly number[] {
    const name = [from, time.wall, time.timeZone, time.overlap, time.rule].join('\n');
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const found = listOccurrences(time, { after: from - 1, limit: MOST_TIMES, before: to }).map(({ at }) => at);
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(name, found);
    return found;
  }
}

interface ListingParts {
  readonly slice: Slice;
  readonly rules: RuleTimes;
}

/** Its times within the period that are still to come, earliest first; of what is over, when that was. */
async function* listTimes(record: ScheduleRecord, { from, to }: Period, parts: ListingParts): AsyncGenerator<number> {
  const { slice } = parts;
  const { own, overAt } = record;
  if (overAt !== null) {
    if (isWithin(overAt, { from, to })) yield overAt;
    return;
  }
  const missedAt = own?.state === 'asking' ? own.missedAt : null;
  if (missedAt !== null && isWithin(missedAt, { from, to })) yield missedAt;
  const isLeavingForGood = own?.state === 'leaving' && own.goal !== 'schedule';
  const nextAt = isLeavingForGood ? null : findNextAt(record);
  if (nextAt === null) return;
  await slice.breathe();
  const time = toTime(record);
  if (time !== null && time.rule !== null) yield* listRuleTimes(time, { from: Math.max(from, nextAt), to }, parts);
  else if (isWithin(nextAt, { from, to })) yield nextAt;
}

async function* listRuleTimes(
  time: ScheduleTime,
  { from, to }: Period,
  { slice, rules }: ListingParts,
): AsyncGenerator<number> {
  const spanMs = COMES_OFTEN.test(time.rule ?? '') ? HOURLY_SPAN_MS : SPAN_MS;
  for (let start = Math.floor(from / spanMs) * spanMs; start < to; start += spanMs) {
    for (const at of rules.list(time, { from: start, to: start + spanMs })) {
      if (isWithin(at, { from, to })) yield at;
    }
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
