/** The days of a month or a week, and what goes out on each. Pure. */
import type { CalendarDate } from '@internationalized/date';
import { parseDate, startOfWeek } from '@internationalized/date';
import type { RequestOutput } from '#shared/contract/index.ts';
import type { Formats } from '#renderer/lib/format.ts';

export type CalendarItem = RequestOutput<'schedules.calendar'>['items'][number];

export interface CalendarDay {
  /** `2026-11-30`. */
  readonly day: string;
  /** Day of the month. */
  readonly number: number;
  /** Of the month that is looked at; of a week always. */
  readonly isInside: boolean;
}

export type CalendarView = 'week' | 'month';

/** The weeks on screen around a day, each of seven days from Monday. */
export function toWeeks(view: CalendarView, around: string): readonly (readonly CalendarDay[])[] {
  const date = parseDate(around);
  const first = startOfWeek(view === 'week' ? date : date.set({ day: 1 }), 'en-GB', 'mon');
  const count = view === 'week' ? 1 : 6;
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (_day, weekday) => {
      const day = first.add({ days: week * 7 + weekday });
      return { day: day.toString(), number: day.day, isInside: view === 'week' || day.month === date.month };
    }),
  );
}

/** Of a day of a month, in rem and CSS pixels as `BoardDay` draws it: its number with the space around it, and a text. */
const NUMBER_HEIGHT = { rem: 1.5, px: 12 };
const LINE_HEIGHT = { rem: 1.375, px: 2 };

/** Texts that a day of so many CSS pixels has room for; there is always one line. `rem`: its CSS pixels. */
export function toLines(height: number, rem: number): number {
  const room = height - NUMBER_HEIGHT.rem * rem - NUMBER_HEIGHT.px;
  return Math.max(1, Math.floor((room + LINE_HEIGHT.px) / (LINE_HEIGHT.rem * rem + LINE_HEIGHT.px)));
}

/** The first texts of a day with so many lines: where these are too few, the last line says how many more there are. */
export function takeLines<Item>(items: readonly Item[], lines: number): readonly Item[] {
  return items.length <= lines ? items : items.slice(0, Math.max(0, lines - 1));
}

/** From when until when these weeks last; `to` is exclusive. */
export function toRange(weeks: readonly (readonly CalendarDay[])[], formats: Formats): { from: number; to: number } {
  const days = weeks.flat();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return { from: 0, to: 0 };
  return { from: formats.startOf(first.day), to: formats.startOf(moveDay(last.day, { days: 1 })) };
}

/** What goes out on each day, earliest first. */
export function groupByDay(
  items: readonly CalendarItem[],
  formats: Formats,
): ReadonlyMap<string, readonly CalendarItem[]> {
  return Map.groupBy(items, ({ at }) => formats.day(at));
}

export interface DayStep {
  readonly days?: number;
  readonly weeks?: number;
  readonly months?: number;
}

export function moveDay(day: string, step: DayStep): string {
  return parseDate(day).add(step).toString();
}

/** Where a key of the calendar leads from a day; null: it is none of its keys. */
export function toDayStep(key: string, view: CalendarView, isRightToLeft: boolean): DayStep | 'start' | 'end' | null {
  const forward = isRightToLeft ? -1 : 1;
  const page = view === 'week' ? { weeks: 1 } : { months: 1 };
  const back = view === 'week' ? { weeks: -1 } : { months: -1 };
  const steps: Readonly<Record<string, DayStep | 'start' | 'end'>> = {
    ArrowRight: { days: forward },
    ArrowLeft: { days: -forward },
    ArrowDown: { weeks: 1 },
    ArrowUp: { weeks: -1 },
    Home: 'start',
    End: 'end',
    PageDown: page,
    PageUp: back,
  };
  return steps[key] ?? null;
}

/** The day that a key leads to. */
export function followKey(day: string, step: DayStep | 'start' | 'end'): string {
  if (typeof step !== 'string') return moveDay(day, step);
  const start = startOfWeek(parseDate(day), 'en-GB', 'mon');
  return (step === 'start' ? start : start.add({ days: 6 })).toString();
}

/** The wall time of a schedule on another day of its own zone. */
export function moveWall(wall: string, day: string): string {
  return `${day}T${wall.slice(11)}`;
}

/**
 * The day of a schedule's own clock that means that day here: where the clocks there show another day at that time, the
 * difference stays.
 */
export function toWallDay(day: string, { wall, at }: { wall: string; at: number }, formats: Formats): string {
  const here = parseDate(formats.day(at));
  const there = parseDate(wall.slice(0, 10));
  const ahead = Math.round((toNoon(there) - toNoon(here)) / 86_400_000);
  return moveDay(day, { days: ahead });
}

function toNoon(date: CalendarDate): number {
  return Date.UTC(date.year, date.month - 1, date.day, 12);
}
