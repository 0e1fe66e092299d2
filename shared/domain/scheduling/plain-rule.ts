/** Understands times that come again, as people type them: "every weekday 8:15", "30th of every month 10am, 5 times". */
import { findDate, joinTime, toClock, toDayPart, toNextDay, toWeekdayNumber } from './plain-words.ts';
import type { DayPart, PlainNow, PlainTime, SaidClock, SaidDate } from './plain-words.ts';
import { daysUntil, MORNING, toWallOfDay } from './presets.ts';
import { listOccurrences, printRule } from './recurrence.ts';
import type { MonthDay, RuleEnd, RuleForm, RuleUnit } from './recurrence.ts';
import { addDays, fromWallMs, MINUTE_MS, resolveWallMs, startOfDay, toDay, toWall, toWallMs } from './zoned-time.ts';

const HOUR_MS = 60 * MINUTE_MS;

const REPEATED = /\b(every|each|hourly|daily|weekly|monthly|yearly|annually|weekdays|weekends)\b/;
const FILLERS: ReadonlySet<string> = new Set(['at', 'on', 'the', 'of', 'and', '&', 'in', "o'clock"]);
const UNITS: Readonly<Record<string, RuleUnit>> = {
  hour: 'hour',
  hours: 'hour',
  hourly: 'hour',
  day: 'day',
  days: 'day',
  daily: 'day',
  week: 'week',
  weeks: 'week',
  weekly: 'week',
  fortnight: 'week',
  month: 'month',
  months: 'month',
  monthly: 'month',
  year: 'year',
  years: 'year',
  yearly: 'year',
  annually: 'year',
};
const NTHS: Readonly<Record<string, 1 | 2 | 3 | 4 | -1>> = {
  first: 1,
  '1st': 1,
  second: 2,
  '2nd': 2,
  third: 3,
  '3rd': 3,
  fourth: 4,
  '4th': 4,
  last: -1,
};
const WORKING_DAYS = [1, 2, 3, 4, 5];
const WEEKEND = [6, 7];

/** What a text says, as far as it is read. */
interface Said {
  every: number | null;
  unit: RuleUnit | null;
  weekdays: readonly number[];
  monthDay: MonthDay | null;
  part: DayPart | null;
  clock: SaidClock | null;
}

/** The words that are left, first one next. */
type Words = string[];

/**
 * Null: nothing is said to come again, or something in it is not understood.
 * @param text as `toWords` gives it
 */
export function parsePlainRule(text: string, around: PlainNow): PlainTime | null {
  if (!REPEATED.test(text)) return null;
  const words = text.replace(/([a-z]{3})-([a-z]{3})/g, '$1 to $2');
  const today = toDay(around.now, around.timeZone);
  const begun = takeStart(words, today);
  const startDay = begun.day ?? today;
  const ended = takeEnd(begun.rest, startDay);
  if (ended === null) return null;
  const date = findDate(ended.rest);
  const said = read(date?.rest ?? ended.rest);
  const form = said === null ? null : toForm(said, date !== null);
  if (said === null || form === null) return null;
  const after = begun.day === null ? around.now : startOfDay(begun.day, around.timeZone) - 1;
  const wall = findFirst({ said, form, date, startDay, after }, around.timeZone);
  if (wall === null || isAfterEnd(wall, ended.end)) return null;
  const isFirst = resolveWallMs(toWallMs(wall), around.timeZone).at > after;
  return { wall, rule: printRule({ ...form, end: ended.end }), overlap: isFirst ? 'first' : 'second' };
}

function isAfterEnd(wall: string, end: RuleEnd): boolean {
  return end.kind === 'until' && wall.slice(0, 10) > end.day;
}

/** A day at the beginning of words: a date, "tomorrow", "monday", "next monday". */
function takeDay(words: string, from: string): { readonly day: string; readonly rest: string } | null {
  const date = findDate(words);
  if (date?.at === 0) {
    const day = toNextDay(date, from);
    return day === null ? null : { day, rest: date.rest };
  }
  const [word = '', ...rest] = words.replace(/^next /, '').split(' ');
  const weekday = toWeekdayNumber(word);
  const days = weekday === null ? ['today', 'tomorrow'].indexOf(word) : daysUntil(from, weekday);
  return days < 0 ? null : { day: addDays(from, days), rest: rest.join(' ') };
}

const START = /(?:^| )(?:from|starting|beginning)(?: on| from)? /;
const UNTIL = /(?:^| )(?:until|till) (?:the )?/;
const TIMES = /(?:^| )(?:for )?(\d{1,4}) times(?= |$)/;

/** "from 1 dec": a null day where nothing is said of it; what is not understood stays among the words. */
function takeStart(words: string, today: string): { readonly day: string | null; readonly rest: string } {
  const match = START.exec(words);
  const taken = match === null ? null : takeDay(words.slice(match.index + match[0].length), today);
  if (match === null || taken === null) return { day: null, rest: words };
  return { day: taken.day, rest: `${words.slice(0, match.index)} ${taken.rest}`.trim() };
}

/** "5 times", "until 30 june". Null: both, or no such end. */
function takeEnd(words: string, from: string): { readonly end: RuleEnd; readonly rest: string } | null {
  const times = TIMES.exec(words);
  const until = UNTIL.exec(words);
  if (times !== null) {
    const count = Number(times[1]);
    return until !== null || count < 1 ? null : { end: { kind: 'count', count }, rest: words.replace(TIMES, '') };
  }
  if (until === null) return { end: { kind: 'never' }, rest: words };
  const taken = takeDay(words.slice(until.index + until[0].length), from);
  if (taken === null) return null;
  const rest = `${words.slice(0, until.index)} ${taken.rest}`.trim();
  return { end: { kind: 'until', day: taken.day }, rest };
}

/** Null: something is not understood, or said twice. */
function read(text: string): Said | null {
  const said: Said = { every: null, unit: null, weekdays: [], monthDay: null, part: null, clock: null };
  const words: Words = text.split(' ').filter((word) => word !== '');
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const isTaken =
      FILLERS.has(word) ||
      takeEvery(word, words, said) ||
      takeUnit(word, words, said) ||
      takeWeekdays(word, words, said) ||
      takeMonthDay(word, words, said) ||
      takeTime(word, said);
    if (!isTaken) return null;
  }
  return said;
}

/** "every", "each 2", "every other", "every morning". */
function takeEvery(word: string, words: Words, said: Said): boolean {
  if (word !== 'every' && word !== 'each') return false;
  const [next = '', afterNext = ''] = words;
  const isSecond = next === 'other' || (next === 'second' && Object.hasOwn(UNITS, afterNext));
  const isNumber = /^\d+$/.test(next) && Object.hasOwn(UNITS, afterNext);
  if (isSecond || isNumber) {
    if (said.every !== null || (isNumber && !/^[1-9]\d{0,2}$/.test(next))) return false;
    said.every = isSecond ? 2 : Number(next);
    words.shift();
  } else if (toDayPart(next) !== null) return setUnit('day', said);
  return true;
}

function setUnit(unit: RuleUnit, said: Said): boolean {
  if (said.unit !== null) return false;
  said.unit = unit;
  return true;
}

function takeUnit(word: string, words: Words, said: Said): boolean {
  const unit = Object.hasOwn(UNITS, word) ? UNITS[word] : undefined;
  const [next = ''] = words;
  // "every month on day 30"
  if (word === 'day' && said.unit === 'month' && /^\d{1,2}$/.test(next)) {
    words.shift();
    return setMonthDay({ kind: 'day', day: Number(next) }, said);
  }
  if (unit === undefined) return false;
  if (word === 'fortnight') {
    if (said.every !== null) return false;
    said.every = 2;
  }
  return setUnit(unit, said);
}

function toWeekdays(word: string): readonly number[] {
  if (word === 'weekday' || word === 'weekdays') return WORKING_DAYS;
  if (word === 'weekend' || word === 'weekends') return WEEKEND;
  const one = toWeekdayNumber(word) ?? toWeekdayNumber(word.replace(/s$/, ''));
  return one === null ? [] : [one];
}

/** "monday", "fridays", "weekday", "mon to fri". */
function takeWeekdays(word: string, words: Words, said: Said): boolean {
  const weekdays = toWeekdays(word);
  if (weekdays.length === 0) return false;
  const [from = 0] = weekdays;
  const to = words[0] === 'to' ? (toWeekdayNumber(words[1] ?? '') ?? 0) : from;
  if (words[0] === 'to') {
    if (to <= from || weekdays.length > 1) return false;
    words.splice(0, 2);
  }
  const range = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  said.weekdays = [...said.weekdays, ...(weekdays.length > 1 ? weekdays : range)];
  return true;
}

function setMonthDay(monthDay: MonthDay, said: Said): boolean {
  if (said.monthDay !== null || (monthDay.kind === 'day' && (monthDay.day < 1 || monthDay.day > 31))) return false;
  said.monthDay = monthDay;
  return true;
}

/** "30th", "first monday", "last day". */
function takeMonthDay(word: string, words: Words, said: Said): boolean {
  const [, number] = /^(\d{1,2})(?:st|nd|rd|th)$/.exec(word) ?? [];
  const nth = Object.hasOwn(NTHS, word) ? NTHS[word] : undefined;
  const [next = ''] = words;
  const weekday = toWeekdayNumber(next);
  if (nth !== undefined && weekday !== null) {
    words.shift();
    return setMonthDay({ kind: 'weekday', nth, weekday }, said);
  }
  if (next === 'day' && (nth === 1 || nth === -1)) {
    words.shift();
    return setMonthDay(nth === 1 ? { kind: 'day', day: 1 } : { kind: 'last-day' }, said);
  }
  return number !== undefined && setMonthDay({ kind: 'day', day: Number(number) }, said);
}

function takeTime(word: string, said: Said): boolean {
  const [part, clock] = [toDayPart(word), toClock(word)];
  if (part !== null && said.part === null) said.part = part;
  else if (clock !== null && said.clock === null) said.clock = clock;
  else return false;
  return true;
}

/** The unit that is said, or that the days say. "every second monday" may mean every other week as well. */
function toRuleUnit({ unit, weekdays, monthDay }: Said, isDated: boolean): RuleUnit | null {
  if (unit !== null) return unit;
  if (isDated) return 'year';
  if (monthDay === null) return weekdays.length > 0 ? 'week' : null;
  const isClear = monthDay.kind !== 'weekday' || monthDay.nth === 1 || monthDay.nth === -1;
  return isClear ? 'month' : null;
}

/** Null: the words contradict each other, or do not say how often. */
function toForm(said: Said, isDated: boolean): Omit<RuleForm, 'end'> | null {
  const { every, weekdays, monthDay, part } = said;
  const unit = toRuleUnit(said, isDated);
  if (unit === null || (isDated && unit !== 'year')) return null;
  if (weekdays.length > 0 && (unit !== 'week' || monthDay !== null)) return null;
  if ((monthDay !== null && unit !== 'month') || (part !== null && unit === 'hour')) return null;
  return { every: every ?? 1, unit, weekdays: [...new Set(weekdays)].sort((a, b) => a - b), monthDay };
}

interface First {
  readonly said: Said;
  readonly form: Omit<RuleForm, 'end'>;
  readonly date: SaidDate | null;
  readonly startDay: string;
  readonly after: number;
}

/** The first time, as the clock shows it. Null: there is none. */
function findFirst({ said, form, date, startDay, after }: First, timeZone: string): string | null {
  const isTimed = said.part !== null || said.clock !== null;
  if (form.unit === 'hour' && !isTimed) return toNextHour(after, timeZone);
  const time = isTimed ? joinTime(said.part, said.clock) : MORNING;
  const day = date === null ? startDay : toNextDay(date, startDay);
  if (time === null || day === null) return null;
  const isPlain = form.weekdays.length === 0 && form.monthDay === null && date === null;
  const unit = isPlain ? 'day' : form.unit;
  // From the next such day on the rule leaves out as many as it says.
  const rule = printRule({ ...form, every: 1, unit, end: { kind: 'never' } });
  const start = { wall: toWallOfDay(day, time), timeZone, rule, overlap: 'second' } as const;
  const [first] = listOccurrences(start, { after, limit: 1 });
  return first === undefined ? null : toWallOfDay(first.wall.slice(0, 10), time);
}

/** At least a minute ahead. */
function toNextHour(after: number, timeZone: string): string {
  const wallMs = toWallMs(toWall(after + MINUTE_MS, timeZone));
  return fromWallMs((Math.floor(wallMs / HOUR_MS) + 1) * HOUR_MS);
}
