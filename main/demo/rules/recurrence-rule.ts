export type Frequency = 'HOURLY' | 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';

/** A weekday, 0 is Sunday; with an ordinal the nth (or nth from the end) of its month or year, 0 for every one. */
export interface RuleDay {
  readonly weekday: number;
  readonly ordinal: number;
}

/** An iCal recurrence rule (RFC 5545, 3.3.10), as far as the service takes it. Empty arrays: the part was not given. */
export interface Rule {
  readonly frequency: Frequency;
  readonly interval: number;
  /** How many times at most; null: no such end. */
  readonly count: number | null;
  readonly until: Until | null;
  readonly months: readonly number[];
  /** Days of the month, from its end when below zero. */
  readonly monthDays: readonly number[];
  readonly days: readonly RuleDay[];
  readonly hours: readonly number[];
  readonly minutes: readonly number[];
  /** First day of the week, 0 is Sunday. */
  readonly weekStart: number;
}

/** The last time that may be: an instant, or a time on the wall (see zones.ts) of the rule's zone. Included itself. */
export interface Until {
  readonly at: number;
  readonly isWall: boolean;
}

/** A rule that cannot be taken; the message is a sentence that names the part. */
export class BadRule extends Error {}

const FREQUENCIES: readonly Frequency[] = ['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'];
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const PARTS = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYMONTH', 'BYMONTHDAY', 'BYDAY', 'BYHOUR', 'BYMINUTE', 'WKST'];
const MOST_COUNT = 10_000;
const MOST_INTERVAL = 1_000;

type Parts = ReadonlyMap<string, string>;

function splitParts(text: string): Parts {
  const bare = text.trim().replace(/^RRULE:/i, '');
  const parts = new Map<string, string>();
  for (const piece of bare.split(';')) {
    if (piece.trim() === '') continue;
    const [rawName = '', value, ...more] = piece.split('=');
    const name = rawName.trim().toUpperCase();
    if (!PARTS.includes(name)) throw new BadRule(`The part ${name.slice(0, 20)} is not supported.`);
    if (value === undefined || value.trim() === '' || more.length > 0)
      throw new BadRule(`The part ${name} has no value.`);
    if (parts.has(name)) throw new BadRule(`The part ${name} is given twice.`);
    parts.set(name, value.trim().toUpperCase());
  }
  return parts;
}

function parseNumber(name: string, text: string, [least, most]: readonly [number, number]): number {
  const value = /^[+-]?\d{1,6}$/.test(text) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  throw new BadRule(`The part ${name} should be a number between ${least} and ${most}.`);
}

function parseNumbers(parts: Parts, name: string, range: readonly [number, number]): number[] {
  const text = parts.get(name);
  if (text === undefined) return [];
  const numbers = text.split(',').map((one) => parseNumber(name, one, range));
  return [...new Set(numbers)].sort((a, b) => a - b);
}

function parseWeekday(name: string, text: string): number {
  const at = WEEKDAYS.indexOf(text);
  if (at < 0) throw new BadRule(`The part ${name} has no weekday ${text.slice(0, 10)}.`);
  return at;
}

function parseDays(parts: Parts, frequency: Frequency): RuleDay[] {
  const text = parts.get('BYDAY');
  if (text === undefined) return [];
  const most = frequency === 'MONTHLY' || parts.has('BYMONTH') ? 5 : 53;
  return text.split(',').map((one) => {
    const [, sign = '', weekday = one] = /^([+-]?\d{1,2})([A-Z]{2})$/.exec(one) ?? [];
    const ordinal = sign === '' ? 0 : parseNumber('BYDAY', sign, [-most, most]);
    const mayCount = frequency === 'MONTHLY' || frequency === 'YEARLY';
    if (sign !== '' && (ordinal === 0 || !mayCount)) throw new BadRule(`The part BYDAY may not have ${one} here.`);
    return { weekday: parseWeekday('BYDAY', weekday), ordinal };
  });
}

const UNTIL = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?$/;

/** A day alone is meant with all its hours. */
function parseUntil(text: string | undefined): Until | null {
  if (text === undefined) return null;
  const [, year, month, day, hour = '23', minute = '59', second = '59', mark = ''] = UNTIL.exec(text) ?? [];
  const written = `${year ?? ''}-${month ?? ''}-${day ?? ''}T${hour}:${minute}:${second}`;
  const at = Date.parse(`${written}Z`);
  const isReal = Number.isFinite(at) && new Date(at).toISOString().slice(0, 19) === written;
  if (!isReal) throw new BadRule('The part UNTIL is not a date such as 20271231 or 20271231T120000Z.');
  return { at, isWall: mark === '' };
}

function checkTogether(parts: Parts, frequency: Frequency): void {
  if (parts.has('COUNT') && parts.has('UNTIL')) throw new BadRule('COUNT and UNTIL can’t be used together.');
  if (frequency === 'WEEKLY' && parts.has('BYMONTHDAY')) {
    throw new BadRule('The part BYMONTHDAY may not be used with FREQ=WEEKLY.');
  }
}

/**
 * Reads a rule. A prefix `RRULE:` and a semicolon at the end are let pass.
 * @throws BadRule
 */
export function parseRule(text: string): Rule {
  const parts = splitParts(text);
  const frequency = FREQUENCIES.find((one) => one === parts.get('FREQ'));
  if (frequency === undefined) throw new BadRule(`The part FREQ should be one of ${FREQUENCIES.join(', ')}.`);
  checkTogether(parts, frequency);
  const count = parts.get('COUNT');
  const monthDays = parseNumbers(parts, 'BYMONTHDAY', [-31, 31]);
  if (monthDays.includes(0)) throw new BadRule('The part BYMONTHDAY has no day 0.');
  return {
    frequency,
    interval: parseNumber('INTERVAL', parts.get('INTERVAL') ?? '1', [1, MOST_INTERVAL]),
    count: count === undefined ? null : parseNumber('COUNT', count, [1, MOST_COUNT]),
    until: parseUntil(parts.get('UNTIL')),
    months: parseNumbers(parts, 'BYMONTH', [1, 12]),
    monthDays,
    days: parseDays(parts, frequency),
    hours: parseNumbers(parts, 'BYHOUR', [0, 23]),
    minutes: parseNumbers(parts, 'BYMINUTE', [0, 59]),
    weekStart: parseWeekday('WKST', parts.get('WKST') ?? 'MO'),
  };
}
