import { CalendarDate, endOfMonth } from '@internationalized/date';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = `(${MONTHS.join('|')})[a-z]*\\.?`;
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?';

/** Each with the places of day, month and year among its groups. Days stand before months, as in Britain. */
const FORMS: readonly { readonly form: RegExp; readonly places: readonly [number, number, number] }[] = [
  { form: /\b(\d{4})-(\d{1,2})-(\d{1,2})\b/, places: [3, 2, 1] },
  { form: /\b(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?(?=\s|$)/, places: [1, 2, 3] },
  { form: /\b(\d{1,2})\.(\d{1,2})\.(\d{4})?(?=\s|$)/, places: [1, 2, 3] },
  { form: new RegExp(`\\b${DAY} ${MONTH}(?: (\\d{4}))?(?=\\s|$)`), places: [1, 2, 3] },
  { form: new RegExp(`\\b${MONTH} ${DAY}(?: (\\d{4}))?(?=\\s|$)`), places: [2, 1, 3] },
];

/** The date in a text, and what else there is in it; null where there is none. Without a year it lies ahead. */
export function findDate(words: string, today: CalendarDate): { day: CalendarDate; rest: string } | null {
  for (const { form, places } of FORMS) {
    const match = form.exec(words);
    if (match === null) continue;
    const [dayText = '', monthText = '', yearText = ''] = places.map((place) => match[place]);
    const day = toDate({ dayText, monthText, yearText }, today);
    return day === null ? null : { day, rest: words.replace(match[0], ' ') };
  }
  return null;
}

function toDate(
  { dayText, monthText, yearText }: { dayText: string; monthText: string; yearText: string },
  today: CalendarDate,
): CalendarDate | null {
  const named = MONTHS.indexOf(monthText);
  const month = named === -1 ? Number(monthText) : named + 1;
  const year = yearText === '' ? today.year : Number(yearText) + (yearText.length === 2 ? 2_000 : 0);
  const date = toRealDate(year, month, Number(dayText));
  if (date === null || yearText !== '' || date.compare(today) >= 0) return date;
  return toRealDate(year + 1, month, Number(dayText));
}

/** Null for a day that is not in the calendar, such as 31 April. */
function toRealDate(year: number, month: number, day: number): CalendarDate | null {
  if (month < 1 || month > 12 || day < 1) return null;
  return day > endOfMonth(new CalendarDate(year, month, 1)).day ? null : new CalendarDate(year, month, day);
}
