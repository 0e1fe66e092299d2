import type { Frequency, Rule, RuleDay } from './recurrence-rule.ts';
import type { Zone } from './zones.ts';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October'],
  ...['November', 'December'],
];
const PERIODS: Readonly<Record<Frequency, string>> = {
  HOURLY: 'hour',
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
};

function join(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

function toNth(number: number): string {
  const tail = number % 100 >= 11 && number % 100 <= 13 ? 0 : number % 10;
  return `${number}${['th', 'st', 'nd', 'rd'][tail] ?? 'th'}`;
}

function toPlace(number: number): string {
  if (number > 0) return toNth(number);
  return number === -1 ? 'last' : `${toNth(-number)} to last`;
}

function toDayWords({ weekday, ordinal }: RuleDay): string {
  const name = WEEKDAYS[weekday] ?? '';
  return ordinal === 0 ? name : `the ${toPlace(ordinal)} ${name}`;
}

function toClock(wall: number): string {
  return new Date(wall).toISOString().slice(11, 16);
}

function toDateWords(wall: number): string {
  const date = new Date(wall);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`;
}

/** What the parts that were not given take from the start. */
function toDefaultDays({ frequency, months, days, monthDays }: Rule, wall: number): string[] {
  if (days.length > 0 || monthDays.length > 0) return [];
  const date = new Date(wall);
  const month = MONTHS[date.getUTCMonth()] ?? '';
  if (frequency === 'WEEKLY') return [`on ${WEEKDAYS[date.getUTCDay()] ?? ''}`];
  if (frequency === 'MONTHLY' || (frequency === 'YEARLY' && months.length > 0)) {
    return [`on the ${toNth(date.getUTCDate())}`];
  }
  return frequency === 'YEARLY' ? [`on ${date.getUTCDate()} ${month}`] : [];
}

function toTimeWords({ frequency, hours, minutes }: Rule, wall: number): string[] {
  if (frequency === 'HOURLY' && hours.length === 0) {
    return [`at minute ${join((minutes.length > 0 ? minutes : [new Date(wall).getUTCMinutes()]).map(String))}`];
  }
  const allHours = hours.length > 0 ? hours : [new Date(wall).getUTCHours()];
  const allMinutes = minutes.length > 0 ? minutes : [new Date(wall).getUTCMinutes()];
  const clocks = allHours.flatMap((hour) =>
    allMinutes.map((minute) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`),
  );
  return [`at ${join(clocks)}`];
}

function toEndWords({ count, until }: Rule, zone: Zone): string {
  if (count !== null) return count === 1 ? ', once' : `, ${count} times`;
  if (until === null) return '';
  return `, until ${toDateWords(until.isWall ? until.at : zone.toWall(until.at))}`;
}

/** A rule in words: "Every 2 weeks on Monday and Friday at 09:00, 5 times". Null: "Once on 20 November 2026 at 09:00". */
export function toRuleWords(rule: Rule | null, firstAt: number, zone: Zone): string {
  const wall = zone.toWall(firstAt);
  if (rule === null) return `Once on ${toDateWords(wall)} at ${toClock(wall)}`;
  const period = PERIODS[rule.frequency];
  const words = [
    rule.interval === 1 ? `Every ${period}` : `Every ${rule.interval} ${period}s`,
    ...(rule.days.length > 0 ? [`on ${join(rule.days.map(toDayWords))}`] : []),
    ...(rule.monthDays.length > 0 ? [`on the ${join(rule.monthDays.map(toPlace))}`] : []),
    ...toDefaultDays(rule, wall),
    ...(rule.months.length > 0 ? [`in ${join(rule.months.map((month) => MONTHS[month - 1] ?? ''))}`] : []),
    ...toTimeWords(rule, wall),
  ];
  return words.join(' ') + toEndWords(rule, zone);
}
