import { expect, it } from 'vitest';
import {
  followKey,
  groupByDay,
  moveWall,
  takeLines,
  toDayStep,
  toLines,
  toRange,
  toWallDay,
  toWeeks,
  type CalendarItem,
} from '#renderer/features/schedules/calendar-days.ts';
import { Formats } from '#renderer/lib/format.ts';
import { Translator } from '#renderer/lib/messages.ts';

const formats = new Formats(new Translator('en-GB'), { timeFormat: '24h', currency: null, timeZone: 'Europe/London' });

function build(at: string): CalendarItem {
  return {
    ...{ key: at, at: Date.parse(at), name: 'Tom', phone: null, text: 'Hi' },
    ...{ keeper: 'service', isRecurring: false, state: 'coming' },
  };
}

it('has six weeks for a month and one for a week, from Monday', () => {
  const month = toWeeks('month', '2026-11-20');
  expect(month).toHaveLength(6);
  expect([month[0]?.[0]?.day, month.at(-1)?.at(-1)?.day]).toEqual(['2026-10-26', '2026-12-06']);
  expect(month.flat().filter(({ isInside }) => isInside)).toHaveLength(30);
  const [week] = toWeeks('week', '2026-11-22');
  expect([week?.[0]?.day, week?.at(-1)?.day]).toEqual(['2026-11-16', '2026-11-22']);
});

it('shows the texts that a day has room for, and keeps a line for how many more there are', () => {
  expect([0, 57, 58, 81, 82, 106].map((height) => toLines(height, 16))).toEqual([1, 1, 1, 1, 2, 3]);
  // Larger letters need more room.
  expect(toLines(82, 20)).toBe(1);
  const shown = (count: number, lines: number): number => takeLines(Array.from({ length: count }), lines).length;
  expect([shown(0, 1), shown(1, 1), shown(2, 1), shown(3, 3), shown(4, 3)]).toEqual([0, 1, 0, 3, 2]);
});

it('lasts from the first midnight to the last, an hour more or less where clocks change', () => {
  const hours = (day: string): number => {
    const { from, to } = toRange(toWeeks('week', day), formats);
    return (to - from) / 3_600_000;
  };
  expect([hours('2026-11-20'), hours('2026-10-20'), hours('2027-03-24')]).toEqual([168, 169, 167]);
});

it('puts texts on the days of the clocks here', () => {
  const byDay = groupByDay([build('2026-07-01T22:59Z'), build('2026-07-01T23:00Z')], formats);
  expect([...byDay].map(([day, items]) => [day, items.length])).toEqual([
    ['2026-07-01', 1],
    ['2026-07-02', 1],
  ]);
});

it('follows the keys of a calendar, mirrored where the words run from right to left', () => {
  const lead = (key: string, view: 'week' | 'month' = 'month', isRightToLeft = false): string => {
    const step = toDayStep(key, view, isRightToLeft);
    return step === null ? '' : followKey('2026-11-20', step);
  };
  expect(['ArrowRight', 'ArrowLeft', 'ArrowDown', 'Home', 'End', 'PageDown'].map((key) => lead(key))).toEqual([
    ...['2026-11-21', '2026-11-19', '2026-11-27', '2026-11-16', '2026-11-22', '2026-12-20'],
  ]);
  expect([lead('PageUp', 'week'), lead('ArrowRight', 'month', true), lead('x')]).toEqual([
    ...['2026-11-13', '2026-11-19', ''],
  ]);
});

it('moves a text to another day here, where its own clocks may show the day before', () => {
  const at = Date.parse('2026-11-20T02:00Z');
  const wall = '2026-11-19T21:00';
  const day = toWallDay('2026-11-25', { wall, at }, formats);
  expect(moveWall(wall, day)).toBe('2026-11-24T21:00');
});
