/** Times of the day in fields, and the names of the days. */
const DAY_MINUTES = 1_440;

/** As a field for times has it: `09:00`; the end of the day is `00:00`. */
export function toTimeField(minutes: number): string {
  const shown = minutes % DAY_MINUTES;
  return `${String(Math.floor(shown / 60)).padStart(2, '0')}:${String(shown % 60).padStart(2, '0')}`;
}

/** Minutes since midnight; null for anything that is no time. `isEnd`: midnight is the end of the day. */
export function parseTimeField(typed: string, isEnd: boolean): number | null {
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(typed);
  if (match === null) return null;
  const minutes = Number(match[1]) * 60 + Number(match[2]);
  return isEnd && minutes === 0 ? DAY_MINUTES : minutes;
}

/** Names of the days from Monday on, in the language of the window. */
export function listDayNames(locale: string): string[] {
  const format = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  // 5 January 1970 was a Monday.
  return [0, 1, 2, 3, 4, 5, 6].map((day) => format.format((4 + day) * 86_400_000));
}
