/** How long somebody has waited, in words; only the hours in which somebody is there count. */
import type { BusinessHours } from '#shared/contract/index.ts';
import { toOpenMs } from '#shared/domain/business-hours.ts';
import { row } from './messages.ts';
import { time } from '#renderer/lib/words/time.ts';
import type { Formats } from '#renderer/lib/format.ts';
import type { Translator } from '#renderer/lib/messages.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** From here on minutes say nothing. */
const MANY_HOURS = 10;

export interface WaitedContext {
  readonly texts: Translator;
  readonly formats: Formats;
  readonly now: number;
  /** Null: somebody is always there. */
  readonly openWeek: BusinessHours;
}

/** For the eye and for the ear: `2 h 10 min` and `2 hours 10 minutes`. */
export interface WaitedWords {
  readonly short: string;
  readonly spoken: string;
}

/** How long since `sinceAt`. Days are only said where every hour counts: a day of business is no day. */
export function toWaited(sinceAt: number, { texts, formats, now, openWeek }: WaitedContext): WaitedWords {
  const ms = toOpenMs(openWeek, sinceAt, now);
  if (openWeek === null && ms >= 2 * DAY_MS) return { short: formats.age(ms), spoken: formats.age(ms) };
  const hours = Math.floor(ms / HOUR_MS);
  const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS);
  const inHours = texts.text(time.hours, { count: hours });
  const inMinutes = texts.text(time.minutes, { count: minutes });
  if (hours >= MANY_HOURS) return { short: texts.text(row.hours, { hours }), spoken: inHours };
  if (hours > 0) return { short: texts.text(row.hoursMinutes, { hours, minutes }), spoken: `${inHours} ${inMinutes}` };
  const short = minutes === 0 ? texts.text(row.lessThanMinute) : texts.text(row.minutes, { minutes });
  return { short, spoken: inMinutes };
}
