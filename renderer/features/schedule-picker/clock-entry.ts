/** The time of the day as it is typed into its field. */

const ENTRY = /^(\d{1,2})(?:[:.h ]?([0-5]\d))?\s*([ap])?\.?(?:m\.?)?$/;

/** `10`, `10:30`, `10.30`, `1030`, `2:30 pm` as `14:30`; null for anything that is no time. */
export function parseClock(typed: string): string | null {
  const [, hourText = '', minuteText = '00', half] =
    ENTRY.exec(
      typed
        .trim()
        .toLowerCase()
        .replace(/\u202f|\u00a0/g, ' '),
    ) ?? [];
  const hour = toHour(Number(hourText === '' ? Number.NaN : hourText), half);
  return hour === null ? null : `${String(hour).padStart(2, '0')}:${minuteText}`;
}

function toHour(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour <= 23 ? hour : null;
  if (!(hour >= 1 && hour <= 12)) return null;
  return (hour % 12) + (half === 'p' ? 12 : 0);
}
