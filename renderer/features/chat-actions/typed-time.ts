/**
 * Understands a time as people type it: "tomorrow 2pm", "in 3 days", "mon 9", "24 nov 10:30". Pure and offline. The
 * caller shows what was understood: where words can mean two things, the one that lies ahead in working hours is taken.
 */
import {
  CalendarDate,
  endOfMonth,
  fromAbsolute,
  Time,
  toCalendarDate,
  toCalendarDateTime,
  toZoned,
} from '@internationalized/date';

export interface ZonedNow {
  /** Epoch ms. */
  readonly now: number;
  /** IANA name. */
  readonly timeZone: string;
}

export interface ClockTime {
  readonly hour: number;
  readonly minute: number;
}

/** When people begin to work, and what is meant where no time of the day is said. */
export const MORNING: ClockTime = { hour: 9, minute: 0 };
export const NOON: ClockTime = { hour: 12, minute: 0 };
export const AFTERNOON: ClockTime = { hour: 14, minute: 0 };
export const EVENING: ClockTime = { hour: 18, minute: 0 };
export const NIGHT: ClockTime = { hour: 20, minute: 0 };

export function toDay({ now, timeZone }: ZonedNow): CalendarDate {
  return toCalendarDate(fromAbsolute(now, timeZone));
}

/** That time of that day, epoch ms. Where the clocks skip it, right after. */
export function toInstant(day: CalendarDate, { hour, minute }: ClockTime, timeZone: string): number {
  return toZoned(toCalendarDateTime(day, new Time(hour, minute)), timeZone)
    .toDate()
    .getTime();
}

/** 0: Sunday. */
export function toWeekday(day: CalendarDate): number {
  return day.toDate('UTC').getUTCDay();
}

/** How many days it is until that weekday, 1 to 7: today never counts. */
export function daysUntil(day: CalendarDate, weekday: number): number {
  return ((weekday - toWeekday(day) + 6) % 7) + 1;
}

const MINUTE_MS = 60_000;
const FILLERS: ReadonlySet<string> = new Set(['at', 'on', 'the', 'this', 'by', 'until', 'till', 'o’clock', "o'clock"]);
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const WEEKDAY = /^(sun|mon|tue|wed|thu|fri|sat)(day|s|sday|nesday|rs|rsday|urday)?$/;
const PARTS: Readonly<Record<string, ClockTime>> = {
  morning: MORNING,
  noon: NOON,
  midday: NOON,
  lunch: NOON,
  afternoon: AFTERNOON,
  evening: EVENING,
  tonight: NIGHT,
  night: NIGHT,
};
const UNITS: Readonly<Record<string, number | 'days' | 'weeks' | 'months'>> = {
  m: 1,
  min: 1,
  minute: 1,
  h: 60,
  hr: 60,
  hour: 60,
  d: 'days',
  day: 'days',
  w: 'weeks',
  wk: 'weeks',
  week: 'weeks',
  month: 'months',
};
const LENGTH = /^in (?:about )?(half an|an?|\d{1,3})\s?([a-z]+)\b|^(\d{1,3})\s?([a-z]+)\b/;
const CLOCK = /^(\d{1,2})(?:[:.](\d{2}))?(am|pm)?$/;

/** What a text says of the day; `isWeekday`: today counts while the time is still to come. */
interface Said {
  day: CalendarDate | null;
  isWeekday: boolean;
  time: ClockTime | null;
}

/** The instant, epoch ms, which may be over already ("today 8am"); null where something in it is not understood. */
export function parseWhen(text: string, zoned: ZonedNow): number | null {
  const words = toWords(text);
  if (words === '') return null;
  return findLength(words, zoned) ?? findMoment(words, zoned);
}

function toWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[,@]/g, ' ')
    .replace(/(\d)\s*([ap])\.?m\.?(?=\s|$)/g, '$1$2m')
    .replace(/\s+/g, ' ')
    .trim();
}

/** "in 3 days", "90 min", "in half an hour", "in 2 weeks at 2pm". */
function findLength(words: string, { now, timeZone }: ZonedNow): number | null {
  const match = LENGTH.exec(words);
  if (match === null) return null;
  const [whole, said, saidUnit, bare, bareUnit] = match;
  const amount = toAmount(said ?? bare ?? '');
  const unit = toUnit(saidUnit ?? bareUnit ?? '');
  if (unit === null) return null;
  const rest = words.slice(whole.length).trim();
  if (typeof unit === 'number') return rest === '' ? toWholeMinute(now + amount * unit * MINUTE_MS) : null;
  if (!Number.isInteger(amount)) return null;
  const time = rest === '' ? MORNING : readTime(rest);
  return time === null ? null : toInstant(toDay({ now, timeZone }).add({ [unit]: amount }), time, timeZone);
}

function toAmount(said: string): number {
  if (said === 'half an') return 0.5;
  return said.startsWith('a') ? 1 : Number(said);
}

function toUnit(word: string): (typeof UNITS)[string] | null {
  return UNITS[word] ?? UNITS[word.replace(/s$/, '')] ?? null;
}

function toWholeMinute(at: number): number {
  return Math.ceil(at / MINUTE_MS) * MINUTE_MS;
}

/** The time of the day alone; null where there is more in it. */
function readTime(words: string): ClockTime | null {
  const said = words.split(' ').filter((word) => !FILLERS.has(word));
  return said.length === 1 ? toTime(said[0] ?? '') : null;
}

function toTime(word: string): ClockTime | null {
  const part = PARTS[word];
  if (part !== undefined) return part;
  const match = CLOCK.exec(word);
  if (match === null) return null;
  const [, hours = '', minutes = '0', half] = match;
  const hour = toHour(hours, half);
  const minute = Number(minutes);
  return hour === null || minute > 59 ? null : { hour, minute };
}

/** One digit from 1 to 6 is the afternoon: nobody means to answer at night. "02" is. */
function toHour(digits: string, half: string | undefined): number | null {
  const hour = Number(digits);
  if (half !== undefined) return hour < 1 || hour > 12 ? null : (hour % 12) + (half === 'pm' ? 12 : 0);
  if (hour > 23) return null;
  return digits.length === 1 && hour >= 1 && hour <= 6 ? hour + 12 : hour;
}

/** A day, a time, or both, in any order. */
function findMoment(words: string, zoned: ZonedNow): number | null {
  const today = toDay(zoned);
  const dated = findDate(words, today);
  const said: Said = { day: dated?.day ?? null, isWeekday: false, time: null };
  const rest = (dated?.rest ?? words).split(' ').filter((word) => word !== '' && !FILLERS.has(word));
  for (let index = 0; index < rest.length; index += 1) {
    const isNext = rest[index] === 'next';
    if (isNext) index += 1;
    if (!take(rest[index] ?? '', { said, today, isNext })) return null;
  }
  return said.day === null && said.time === null ? null : toMoment(said, zoned);
}

interface Taking {
  readonly said: Said;
  readonly today: CalendarDate;
  readonly isNext: boolean;
}

/** False: the word says nothing, or what was said already. */
function take(word: string, { said, today, isNext }: Taking): boolean {
  const days = said.day === null ? findDays(word, { today, isNext }) : null;
  if (days !== null) {
    said.day = today.add(days === 'month' ? { months: 1 } : { days });
    if (days === 'month') said.day = said.day.set({ day: 1 });
    said.isWeekday = WEEKDAY.test(word) && !isNext;
    if (word === 'tonight') said.time = NIGHT;
    return true;
  }
  if (said.time !== null || isNext) return false;
  said.time = toTime(word);
  return said.time !== null;
}

function findDays(word: string, { today, isNext }: Omit<Taking, 'said'>): number | 'month' | null {
  if (word === 'today' || word === 'tonight') return 0;
  if (/^(tomorrow|tmrw?|tom)$/.test(word)) return 1;
  if (isNext && word === 'week') return daysUntil(today, 1);
  if (isNext && word === 'month') return 'month';
  if (word === 'weekend') return daysUntil(today, 6);
  const weekday = WEEKDAY.test(word) ? WEEKDAYS.indexOf(word.slice(0, 3)) : -1;
  return weekday === -1 ? null : daysUntil(today, weekday);
}

function toMoment({ day, isWeekday, time }: Said, zoned: ZonedNow): number {
  const { now, timeZone } = zoned;
  const today = toDay(zoned);
  const clock = time ?? MORNING;
  const isTodaysName = isWeekday && day !== null && toWeekday(day) === toWeekday(today);
  // A time alone, or the name of today, means today while it is still to come.
  if (day === null || isTodaysName) {
    const at = toInstant(today, clock, timeZone);
    return at > now ? at : toInstant(day ?? today.add({ days: 1 }), clock, timeZone);
  }
  return toInstant(day, clock, timeZone);
}

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
function findDate(words: string, today: CalendarDate): { day: CalendarDate; rest: string } | null {
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
