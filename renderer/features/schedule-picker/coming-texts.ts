/** What a chosen time comes to: its next texts, the dates that it skips, where clocks change, and the quiet hours. Pure. */
import { findQuietClash } from '#shared/domain/scheduling/quiet-hours.ts';
import { findLastOccurrence, listOccurrences, listSkipped } from '#shared/domain/scheduling/recurrence.ts';
import type { Occurrence, QuietHours, ScheduleTime } from '#shared/domain/scheduling/schedule-time.ts';
import { findClockChange, toUtcOffset } from '#shared/domain/scheduling/zoned-time.ts';

/** Clocks of a zone that are put forward (`minutes` above 0) or back. */
export interface ClockChange {
  readonly timeZone: string;
  readonly at: number;
  readonly minutes: number;
}

export type ComingRow =
  | (Occurrence & { readonly kind: 'text'; /** It is the first one after. */ readonly change: ClockChange | null })
  /** A day that does not exist. */
  | { readonly kind: 'skipped'; readonly day: string };

export interface ComingTexts {
  /** By their day. */
  readonly rows: readonly ComingRow[];
  /** The first ones, more than are shown: all that main looks at for the quiet hours. */
  readonly times: readonly number[];
  /** How many texts there will be in all; null: without end, or too many to count. */
  readonly total: number | null;
  readonly isEndless: boolean;
  /** The first change of clocks between the texts that are shown. */
  readonly change: ClockChange | null;
}

/** A text that would go out in the quiet hours. */
export interface Clash {
  readonly at: number;
  /** Where it is that late, and what the clocks show there. */
  readonly timeZone: string;
  readonly wall: string;
  /** When it is allowed again; null: never, since some zone has its quiet hours at all times. */
  readonly allowedAt: number | null;
  /** Of a repetition: its first text. */
  readonly isFirst: boolean;
}

const SHOWN_TEXTS = 10;
const CHECKED_TEXTS = 60;
/** So many are counted at most: more take longer than a frame. */
const MOST_COUNTED = 200;

/** `timeZones`: those whose clocks are shown beside each other. */
export function findComing(
  time: ScheduleTime,
  { after, timeZones }: { readonly after: number; readonly timeZones: readonly string[] },
): ComingTexts | null {
  if (time.rule === null) return null;
  const count = findCount(time.rule);
  const isEndless = count === null && findLastOccurrence(time) === null;
  const all = listOccurrences(time, { after, limit: isEndless || count !== null ? CHECKED_TEXTS : MOST_COUNTED });
  const shown = all.slice(0, SHOWN_TEXTS);
  const first = shown[0];
  const last = shown.at(-1);
  if (first === undefined || last === undefined) return { rows: [], times: [], total: 0, isEndless, change: null };
  const texts = shown.map((text, index) => ({
    ...text,
    kind: 'text' as const,
    change: findChange(shown[index - 1] ?? null, text, timeZones),
  }));
  const skipped = listSkipped(time, { from: first.at, to: last.at }).map(({ day }) => ({
    kind: 'skipped' as const,
    day,
  }));
  const rows = [...texts, ...skipped].sort((one, other) => compare(toRowDay(one), toRowDay(other)));
  const times = all.slice(0, CHECKED_TEXTS).map(({ at }) => at);
  return {
    ...{ rows, times, isEndless },
    total: isEndless ? null : (count ?? (all.length === MOST_COUNTED ? null : all.length)),
    change: texts.find(({ change }) => change !== null)?.change ?? null,
  };
}

/** How many texts a rule counts; null: it does not. */
function findCount(rule: string): number | null {
  const [, count] = /(?:^|;)COUNT=(\d+)/.exec(rule) ?? [];
  return count === undefined ? null : Number(count);
}

function toRowDay(row: ComingRow): string {
  return row.kind === 'text' ? row.wall : row.day;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** The clocks that were changed between two texts; where both were by the same, nothing looks different. */
function findChange(before: Occurrence | null, text: Occurrence, timeZones: readonly string[]): ClockChange | null {
  if (before === null) return null;
  const moves = timeZones.map((zone) => toUtcOffset(text.at, zone) - toUtcOffset(before.at, zone));
  if (new Set(moves).size <= 1) return null;
  const timeZone = timeZones.find((_, index) => moves[index] !== 0) ?? '';
  const change = findClockChange(timeZone, before.at, text.at);
  return change === null ? null : { timeZone, ...change };
}

/** `timeZones`: of the recipient's country. */
export function findClash(
  texts: readonly number[],
  { timeZones, hours }: { readonly timeZones: readonly string[]; readonly hours: QuietHours | null },
): Clash | null {
  for (const [index, at] of texts.entries()) {
    const found = findQuietClash(at, timeZones, hours);
    if (found !== null) return { at, ...found, isFirst: index === 0 };
  }
  return null;
}

const DAY_MINUTES = 1_440;

/** Hours of a day that are allowed in every one of the zones, in minutes on the clocks of `timeZone`; [] : none. */
export function listAllowedHours(
  noonAt: number,
  {
    timeZone,
    timeZones,
    hours,
  }: { readonly timeZone: string; readonly timeZones: readonly string[]; readonly hours: QuietHours },
): readonly { readonly startsAt: number; readonly endsAt: number }[] {
  const home = toUtcOffset(noonAt, timeZone);
  const offsets = [...new Set(timeZones.map((zone) => toUtcOffset(noonAt, zone)))];
  const isAllowed = (minute: number): boolean => offsets.every((offset) => !isQuiet(minute - home + offset, hours));
  const starts = Array.from({ length: DAY_MINUTES }, (_, minute) => minute).filter(
    (minute) => isAllowed(minute) && !isAllowed(minute - 1),
  );
  return starts.map((startsAt) => {
    let endsAt = startsAt;
    while (endsAt - startsAt < DAY_MINUTES && isAllowed(endsAt)) endsAt += 1;
    return { startsAt, endsAt: endsAt % DAY_MINUTES };
  });
}

function isQuiet(minute: number, { startsAt, endsAt }: QuietHours): boolean {
  const own = ((minute % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
  if (startsAt === endsAt) return false;
  return startsAt < endsAt ? own >= startsAt && own < endsAt : own >= startsAt || own < endsAt;
}
