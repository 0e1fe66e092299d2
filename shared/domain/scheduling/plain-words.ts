/** The words of plain English for days and times. */
import { AFTERNOON, EVENING, MORNING, NIGHT, NOON } from './presets.ts';
import type { ClockTime } from './presets.ts';
import { isWall } from './zoned-time.ts';

/** What was understood. */
export interface PlainTime {
  /** The first time, `2026-11-30T10:00`; it may be over already ("today 8am"). */
  readonly wall: string;
  /** RRULE without its prefix; null: once. */
  readonly rule: string | null;
  /** Which of the two where the clocks show this time twice. */
  readonly overlap: 'first' | 'second';
}

/** The moment at which it is typed. */
export interface PlainNow {
  /** Epoch ms. */
  readonly now: number;
  /** IANA name. */
  readonly timeZone: string;
}

/** In small letters, one space between words, `9 p.m.` as `9pm`. */
export function toWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/(\d{4}-\d{2}-\d{2})t(?=\d)/g, '$1 ')
    .replace(/[,@]/g, ' ')
    .replace(/(\d)\s*([ap])\.?m\.?(?=\s|$)/g, '$1$2m')
    .replace(/’/g, "'")
    .replace(/\bin the (?=morning|afternoon|evening|night)/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

const WEEKDAYS = [
  ...[/^mon(day)?$/, /^tue(s|sday)?$/, /^wed(s|nesday)?$/, /^thu(r|rs|rsday)?$/],
  ...[/^fri(day)?$/, /^sat(urday)?$/, /^sun(day)?$/],
];

/** 1 Monday … 7 Sunday; null: no name of a weekday. */
export function toWeekdayNumber(word: string): number | null {
  const at = WEEKDAYS.findIndex((name) => name.test(word));
  return at === -1 ? null : at + 1;
}

/** A part of the day: the time that is meant where only it is said, and the hours that belong to it. */
export interface DayPart extends ClockTime {
  readonly hours: readonly [first: number, last: number];
}

const PARTS: Readonly<Record<string, DayPart>> = {
  morning: { ...MORNING, hours: [0, 11] },
  lunch: { ...NOON, hours: [11, 14] },
  lunchtime: { ...NOON, hours: [11, 14] },
  afternoon: { ...AFTERNOON, hours: [12, 18] },
  evening: { ...EVENING, hours: [16, 23] },
  tonight: { ...NIGHT, hours: [18, 23] },
  night: { ...NIGHT, hours: [18, 23] },
};

export function toDayPart(word: string): DayPart | null {
  return Object.hasOwn(PARTS, word) ? (PARTS[word] ?? null) : null;
}

/** A time of the day as it is written. */
export interface SaidClock extends ClockTime {
  /** It says which half of the day. */
  readonly isExact: boolean;
  /** One digit stands for the hour. */
  readonly isShort: boolean;
}

const CLOCK = /^(\d{1,2})(?:[:.](\d{2}))?(am|pm)?$/;

export function toClock(word: string): SaidClock | null {
  if (word === 'noon' || word === 'midday') return { ...NOON, isExact: true, isShort: false };
  if (word === 'midnight') return { hour: 0, minute: 0, isExact: true, isShort: false };
  const [match, digits = '', minutes = '0', half] = CLOCK.exec(word) ?? [];
  const [hour, minute] = [Number(digits), Number(minutes)];
  if (match === undefined || minute > 59) return null;
  if (half !== undefined) {
    const isHour = hour >= 1 && hour <= 12;
    return isHour ? { hour: (hour % 12) + (half === 'pm' ? 12 : 0), minute, isExact: true, isShort: false } : null;
  }
  return hour > 23 ? null : { hour, minute, isExact: false, isShort: digits.length === 1 };
}

/**
 * What is said of the time of the day, as one time; null where part and clock contradict each other. One digit from 1 to 6
 * is the afternoon, since few texts go out at night; "02" is the night.
 */
export function joinTime(part: DayPart | null, clock: SaidClock | null): ClockTime | null {
  if (clock === null) return part;
  const { hour, minute, isExact, isShort } = clock;
  if (part === null) return { hour: isShort && hour >= 1 && hour <= 6 ? hour + 12 : hour, minute };
  const [first, last] = part.hours;
  const hours = isExact || hour >= 12 ? [hour] : [hour, hour + 12];
  const meant = hours.find((one) => one >= first && one <= last);
  return meant === undefined ? null : { hour: meant, minute };
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?';
const END = '(?=\\s|$)';

/** Each with the places of day, month and year among its groups. Days stand before months, as in Britain. */
const FORMS: readonly { readonly form: RegExp; readonly places: readonly [number, number, number] }[] = [
  { form: new RegExp(`(?:^|\\s)(\\d{4})-(\\d{1,2})-(\\d{1,2})${END}`), places: [3, 2, 1] },
  { form: new RegExp(`(?:^|\\s)(\\d{1,2})/(\\d{1,2})(?:/(\\d{4}|\\d{2}))?${END}`), places: [1, 2, 3] },
  { form: new RegExp(`(?:^|\\s)(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4})?${END}`), places: [1, 2, 3] },
  { form: new RegExp(`(?:^|\\s)${DAY}(?: of)? ${MONTH}(?: (\\d{4}))?${END}`), places: [1, 2, 3] },
  { form: new RegExp(`(?:^|\\s)${MONTH}(?: the)? ${DAY}(?: (\\d{4}))?${END}`), places: [2, 1, 3] },
];

/** 1 January … 12 December; null: no name of a month. */
export function findMonth(word: string): number | null {
  if (!new RegExp(`^${MONTH}$`).test(word)) return null;
  return MONTHS.indexOf(word.slice(0, 3)) + 1;
}

/** A date as it is written. */
export interface SaidDate {
  readonly day: number;
  readonly month: number;
  /** Null: it is not said. */
  readonly year: number | null;
  /** Where it begins among the words, and what else they say. */
  readonly at: number;
  readonly rest: string;
}

function toYear(text: string): number | null {
  return text === '' ? null : Number(text) + (text.length === 2 ? 2_000 : 0);
}

/** The first date in a text; null where there is none. */
export function findDate(words: string): SaidDate | null {
  for (const { form, places } of FORMS) {
    const match = form.exec(words);
    if (match === null) continue;
    const [day = '', month = '', year = ''] = places.map((place) => match[place]);
    const named = MONTHS.indexOf(month.slice(0, 3));
    const rest = `${words.slice(0, match.index)} ${words.slice(match.index + match[0].length)}`;
    const said = { day: Number(day), month: named === -1 ? Number(month) : named + 1, year: toYear(year) };
    return { ...said, at: match.index, rest: rest.replace(/\s+/g, ' ').trim() };
  }
  return null;
}

/** 29 February comes again after so many years at the latest. */
const LONGEST_WAIT = 8;

/** The day that a date means: without a year the next one from a day on. Null: the calendar has none. */
export function toNextDay({ day, month, year }: SaidDate, from: string): string | null {
  const first = year ?? Number(from.slice(0, 4));
  for (let one = first; one <= (year ?? first + LONGEST_WAIT); one += 1) {
    const [ofYear, ofDay] = [String(month).padStart(2, '0'), String(day).padStart(2, '0')];
    const named = `${String(one).padStart(4, '0')}-${ofYear}-${ofDay}`;
    if (isWall(`${named}T00:00`) && (year !== null || named >= from)) return named;
  }
  return null;
}
