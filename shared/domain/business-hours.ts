/** Time during which somebody was there to answer. */

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;
/** Waiting for longer than this is told in whole days all the same. */
const MOST_DAYS = 400;

/** From Monday to Sunday, minutes since midnight; null: closed all day. */
export type OpenWeek = readonly ({ readonly opensAt: number; readonly closesAt: number } | null)[];

/**
 * How much of a stretch of time lies in the open hours of a week, ms; all of it where there are none (null). In the zone of
 * this computer: a day with a change of clocks is as long as it was. Beyond 400 days the hours of those count.
 */
export function toOpenMs(week: OpenWeek | null, fromAt: number, toAt: number): number {
  if (toAt <= fromAt) return 0;
  if (week === null) return toAt - fromAt;
  let open = 0;
  const day = new Date(fromAt);
  day.setHours(0, 0, 0, 0);
  for (let days = 0; days < MOST_DAYS && day.getTime() < toAt; days += 1) {
    const hours = week[(day.getDay() + 6) % 7] ?? null;
    if (hours !== null) {
      const opensAt = toInstant(day, hours.opensAt);
      const closesAt = toInstant(day, hours.closesAt);
      open += Math.max(0, Math.min(closesAt, toAt) - Math.max(opensAt, fromAt));
    }
    day.setDate(day.getDate() + 1);
  }
  return open;
}

/** Whether somebody is there at an instant. */
export function isOpenAt(week: OpenWeek | null, at: number): boolean {
  return toOpenMs(week, at, at + MINUTE_MS) > 0;
}

/** By the clock on the wall: 09:00 is 09:00 on the day on which clocks change, too. */
function toInstant(day: Date, minutes: number): number {
  if (minutes >= DAY_MINUTES) return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1).getTime();
  return new Date(day.getFullYear(), day.getMonth(), day.getDate(), 0, minutes).getTime();
}
