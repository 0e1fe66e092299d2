/** The text of an iCal recurrence rule (RFC 5545, 3.3.10). */

/** Its parts by name, in upper case, each once. */
export type RuleParts = ReadonlyMap<string, string>;

export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

/** A text every minute is no schedule: finer rules are not taken. */
const FREQUENCIES: readonly string[] = ['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'];
/** No schedule needs more, and all its times can be counted. */
const MOST_COUNT = 10_000;
const MOST_INTERVAL = 1_000;

const UNTIL = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?$/;

function isNumber(text: string, least: number, most: number): boolean {
  return /^[+-]?\d{1,6}$/.test(text) && Number(text) >= least && Number(text) <= most;
}

/** Numbers from 1 (or -1) to `most` in either direction. */
function areOrdinals(text: string, most: number): boolean {
  return text.split(',').every((one) => isNumber(one, -most, most) && Number(one) !== 0);
}

function areNumbers(text: string, least: number, most: number): boolean {
  return text.split(',').every((one) => isNumber(one, least, most));
}

function areDays(text: string): boolean {
  return text.split(',').every((one) => {
    const [, ordinal, weekday = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(one) ?? [];
    const isDay = WEEKDAYS.some((name) => name === weekday);
    return isDay && (ordinal === undefined || areOrdinals(ordinal, 53));
  });
}

const CHECKS: Readonly<Record<string, (text: string) => boolean>> = {
  FREQ: (text) => FREQUENCIES.includes(text),
  INTERVAL: (text) => isNumber(text, 1, MOST_INTERVAL),
  COUNT: (text) => isNumber(text, 1, MOST_COUNT),
  UNTIL: (text) => parseUntil(text) !== null,
  BYMONTH: (text) => areNumbers(text, 1, 12),
  BYMONTHDAY: (text) => areOrdinals(text, 31),
  BYYEARDAY: (text) => areOrdinals(text, 366),
  BYWEEKNO: (text) => areOrdinals(text, 53),
  BYSETPOS: (text) => areOrdinals(text, 366),
  BYDAY: areDays,
  BYHOUR: (text) => areNumbers(text, 0, 23),
  BYMINUTE: (text) => areNumbers(text, 0, 59),
  BYSECOND: (text) => areNumbers(text, 0, 59),
  WKST: (text) => WEEKDAYS.some((name) => name === text),
};

/**
 * Days by their number that must be the nth weekday of a year as well: allowed, but the library does not follow it. (As
 * `FREQ=YEARLY;BYMONTHDAY=13;BYDAY=1FR`: no schedule means that.)
 */
function canBeFollowed(parts: RuleParts): boolean {
  const hasOrdinals = /\d/.test(parts.get('BYDAY') ?? '');
  return parts.get('FREQ') !== 'YEARLY' || !hasOrdinals || !parts.has('BYMONTHDAY') || parts.has('BYMONTH');
}

/** What RFC 5545 forbids together. */
function areApart(parts: RuleParts): boolean {
  const frequency = parts.get('FREQ') ?? '';
  const hasOrdinals = /\d/.test(parts.get('BYDAY') ?? '');
  if (parts.has('COUNT') && parts.has('UNTIL')) return false;
  if (parts.has('BYMONTHDAY') && frequency === 'WEEKLY') return false;
  if (parts.has('BYWEEKNO') && frequency !== 'YEARLY') return false;
  if (parts.has('BYYEARDAY') && ['DAILY', 'WEEKLY', 'MONTHLY'].includes(frequency)) return false;
  if (hasOrdinals && (!['MONTHLY', 'YEARLY'].includes(frequency) || parts.has('BYWEEKNO'))) return false;
  return !parts.has('BYSETPOS') || [...parts.keys()].some((name) => name.startsWith('BY') && name !== 'BYSETPOS');
}

/** Null: no rule. A prefix `RRULE:` and a semicolon at the end are let pass. */
export function splitRule(rule: string): RuleParts | null {
  const parts = new Map<string, string>();
  for (const piece of rule
    .trim()
    .replace(/^RRULE:/i, '')
    .replace(/;$/, '')
    .toUpperCase()
    .split(';')) {
    const [name = '', value = '', ...more] = piece.split('=');
    if (more.length > 0 || parts.has(name) || CHECKS[name]?.(value) !== true) return null;
    parts.set(name, value);
  }
  return parts.has('FREQ') && areApart(parts) && canBeFollowed(parts) ? parts : null;
}

/** The last time that may be, included itself: epoch ms, or (`isWall`) those of the same digits in UTC. */
export interface Until {
  readonly ms: number;
  readonly isWall: boolean;
}

/** A day alone is meant with all its hours. Null: no date of the calendar. */
export function parseUntil(text: string): Until | null {
  const [, year = '', month = '', day = '', hour = '23', minute = '59', second = '59', mark = ''] =
    UNTIL.exec(text) ?? [];
  const written = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const ms = Date.parse(`${written}Z`);
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 19) !== written) return null;
  return { ms, isWall: mark === '' };
}

export function printRuleParts(parts: RuleParts): string {
  return [...parts].map(([name, value]) => `${name}=${value}`).join(';');
}
