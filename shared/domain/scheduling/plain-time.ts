/**
 * Understands a time as people type it: "tue 9am", "in 2 hours", "3 dec 9:00", "30th of every month 10am". Pure and
 * offline. The caller shows what was understood.
 */
import { Temporal } from 'temporal-polyfill';
import { parsePlainRule } from './plain-rule.ts';
import { findDate, joinTime, toClock, toDayPart, toNextDay, toWeekdayNumber, toWords } from './plain-words.ts';
import type { DayPart, PlainNow, PlainTime, SaidClock } from './plain-words.ts';
import { daysUntil, MORNING, toWallOfDay, toWholeMinute } from './presets.ts';
import type { ClockTime } from './presets.ts';
import { addDays, MINUTE_MS, resolveWallMs, toDay, toWallMs, toWeekday } from './zoned-time.ts';

const FILLERS: ReadonlySet<string> = new Set(['at', 'on', 'the', 'this', 'by', 'until', 'till', "o'clock"]);
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

/** Null where something in it is not understood. */
export function parsePlainTime(text: string, around: PlainNow): PlainTime | null {
  const words = toWords(text);
  if (words === '') return null;
  return parsePlainRule(words, around) ?? findLength(words, around) ?? findMoment(words, around);
}

/** "in 3 days", "90 min", "in half an hour", "in 2 weeks at 2pm". */
function findLength(words: string, { now, timeZone }: PlainNow): PlainTime | null {
  const match = LENGTH.exec(words);
  if (match === null) return null;
  const [whole, said, saidUnit, bare, bareUnit] = match;
  const amount = toAmount(said ?? bare ?? '');
  const unit = toUnit(saidUnit ?? bareUnit ?? '');
  if (unit === null) return null;
  const rest = words.slice(whole.length).trim();
  if (typeof unit === 'number') {
    return rest === '' ? { ...toWholeMinute(now + amount * unit * MINUTE_MS, timeZone), rule: null } : null;
  }
  if (!Number.isInteger(amount)) return null;
  const time = rest === '' ? MORNING : readTime(rest);
  const day = Temporal.PlainDate.from(toDay(now, timeZone)).add({ [unit]: amount });
  return time === null ? null : { wall: toWallOfDay(day.toString(), time), rule: null, overlap: 'first' };
}

function toAmount(said: string): number {
  if (said === 'half an') return 0.5;
  return said.startsWith('a') ? 1 : Number(said);
}

function toUnit(word: string): (typeof UNITS)[string] | null {
  const name = Object.hasOwn(UNITS, word) ? word : word.replace(/s$/, '');
  return Object.hasOwn(UNITS, name) ? (UNITS[name] ?? null) : null;
}

/** The time of the day alone; null where there is more in it. */
function readTime(words: string): ClockTime | null {
  const said: Said = { day: null, isWeekday: false, part: null, clock: null };
  for (const word of words.split(' ').filter((one) => !FILLERS.has(one))) {
    if (!takeTime(word, said)) return null;
  }
  return joinTime(said.part, said.clock);
}

/** What a text says; `isWeekday`: today counts while the time is still to come. */
interface Said {
  day: string | null;
  isWeekday: boolean;
  part: DayPart | null;
  clock: SaidClock | null;
}

/** False: the word says nothing of the time of the day, or what was said already. */
function takeTime(word: string, said: Said): boolean {
  const [part, clock] = [toDayPart(word), toClock(word)];
  if (part !== null && said.part === null) said.part = part;
  else if (clock !== null && said.clock === null) said.clock = clock;
  else return false;
  return true;
}

/** A day, a time, or both, in any order. */
function findMoment(words: string, around: PlainNow): PlainTime | null {
  const today = toDay(around.now, around.timeZone);
  const dated = findDate(words);
  const day = dated === null ? null : toNextDay(dated, today);
  if (dated !== null && day === null) return null;
  const said: Said = { day, isWeekday: false, part: null, clock: null };
  const rest = (dated?.rest ?? words).split(' ').filter((word) => word !== '' && !FILLERS.has(word));
  for (let index = 0; index < rest.length; index += 1) {
    const isNext = rest[index] === 'next';
    if (isNext) index += 1;
    if (!take(rest[index] ?? '', { said, today, isNext })) return null;
  }
  return toMoment(said, around);
}

interface Taking {
  readonly said: Said;
  readonly today: string;
  readonly isNext: boolean;
}

/** False: the word says nothing, what was said already, or what contradicts it. */
function take(word: string, { said, today, isNext }: Taking): boolean {
  const weekday = toWeekdayNumber(word);
  if (said.day !== null && weekday !== null) return !isNext && !said.isWeekday && toWeekday(said.day) === weekday;
  const day = said.day === null ? findDay(word, today, isNext) : null;
  if (day !== null) {
    said.day = day;
    said.isWeekday = weekday !== null && !isNext;
    return word !== 'tonight' || takeTime(word, said);
  }
  return !isNext && takeTime(word, said);
}

function findDay(word: string, today: string, isNext: boolean): string | null {
  const weekday = toWeekdayNumber(word);
  if (weekday !== null) return addDays(today, daysUntil(today, weekday));
  if (isNext && word === 'week') return addDays(today, daysUntil(today, 1));
  if (isNext && word === 'month') {
    return Temporal.PlainDate.from(today).add({ months: 1 }).with({ day: 1 }).toString();
  }
  if (isNext) return null;
  if (word === 'today' || word === 'tonight') return today;
  if (/^(tomorrow|tmrw?|tom)$/.test(word)) return addDays(today, 1);
  return word === 'weekend' ? addDays(today, daysUntil(today, 6)) : null;
}

function toMoment({ day, isWeekday, part, clock }: Said, { now, timeZone }: PlainNow): PlainTime | null {
  const isTimed = part !== null || clock !== null;
  if (day === null && !isTimed) return null;
  const time = isTimed ? joinTime(part, clock) : MORNING;
  if (time === null) return null;
  const today = toDay(now, timeZone);
  const isTodaysName = isWeekday && day !== null && toWeekday(day) === toWeekday(today);
  // A time alone, or the name of today, means today while it is still to come.
  if (day === null || isTodaysName) {
    const wall = toWallOfDay(today, time);
    const { at, lastAt } = resolveWallMs(toWallMs(wall), timeZone);
    if (lastAt > now) return { wall, rule: null, overlap: at > now ? 'first' : 'second' };
  }
  return { wall: toWallOfDay(day ?? addDays(today, 1), time), rule: null, overlap: 'first' };
}
