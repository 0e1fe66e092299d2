/** Times that are offered for a chat to come back, and what the user types or sets instead. */
import type { Formats } from '#renderer/lib/format.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import type { PlainNow } from '#shared/domain/scheduling/plain-words.ts';
import {
  AFTERNOON,
  daysUntil,
  EVENING,
  MORNING,
  toWallOfDay,
  type ClockTime,
} from '#shared/domain/scheduling/presets.ts';
import { addDays, isWall, resolveTime, toDay } from '#shared/domain/scheduling/zoned-time.ts';
import { snooze as words } from './messages.ts';
import { parseWhen } from './typed-time.ts';

export interface SnoozeTime {
  readonly name: 'hour' | 'afternoon' | 'evening' | 'tomorrow' | 'monday' | 'week';
  /** Epoch ms. */
  readonly at: number;
}

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Those that lie ahead by enough to be worth it, each instant once, the soonest first. */
export function listSnoozeTimes({ now, timeZone }: PlainNow): SnoozeTime[] {
  const today = toDay(now, timeZone);
  const inDays = (days: number, time: ClockTime): number =>
    resolveTime({ wall: toWallOfDay(addDays(today, days), time), timeZone, overlap: 'first' }).at;
  const times: readonly SnoozeTime[] = [
    { name: 'hour', at: Math.ceil((now + HOUR_MS) / MINUTE_MS) * MINUTE_MS },
    { name: 'afternoon', at: inDays(0, AFTERNOON) },
    { name: 'evening', at: inDays(0, EVENING) },
    { name: 'tomorrow', at: inDays(1, MORNING) },
    { name: 'monday', at: inDays(daysUntil(today, 1), MORNING) },
    { name: 'week', at: inDays(7, MORNING) },
  ];
  const ahead = times.filter(({ at, name }) => name === 'hour' || at >= now + HOUR_MS);
  const isFirst = ({ at }: SnoozeTime, index: number): boolean => ahead.findIndex((other) => other.at === at) === index;
  return ahead.filter(isFirst).sort((one, other) => one.at - other.at);
}

/** One time that can be chosen. */
export interface SnoozeChoice {
  readonly key: string;
  readonly label: string;
  /** The instant in words. */
  readonly time: string;
  /** Epoch ms. */
  readonly at: number;
}

export interface SnoozeChoices {
  readonly choices: readonly SnoozeChoice[];
  /** Why what was typed is not among them; null: it is, or nothing was typed. */
  readonly problem: string | null;
}

interface Context {
  readonly texts: Translator;
  readonly formats: Formats;
  readonly now: number;
}

const LABELS = {
  hour: words.hour,
  afternoon: words.afternoon,
  evening: words.evening,
  tomorrow: words.tomorrow,
  monday: words.monday,
  week: words.week,
} as const satisfies Record<SnoozeTime['name'], (typeof words)[keyof typeof words]>;

/** What was understood of the typed words stands first; those that are offered anyhow, after it. */
export function toSnoozeChoices(typed: string, { texts, formats, now }: Context): SnoozeChoices {
  const zoned = { now, timeZone: formats.timeZone };
  const offered = listSnoozeTimes(zoned).map(({ name, at }) => ({
    key: name,
    label: texts.text(LABELS[name]),
    time: formats.dateTime(at, now),
    at,
  }));
  const query = typed.trim().toLowerCase();
  if (query === '') return { choices: offered, problem: null };
  const at = parseWhen(query, zoned);
  const named = offered.filter(({ label }) => label.toLowerCase().startsWith(query));
  if (at !== null && at > now) {
    const understood = { key: 'typed', label: texts.text(words.typed), time: formats.dateTime(at, now), at };
    return { choices: [understood, ...named.filter((choice) => choice.at !== at)], problem: null };
  }
  const problem = at === null ? words.notUnderstood : words.past;
  return { choices: named, problem: named.length > 0 ? null : texts.text(problem) };
}

/** What a field of date and time holds (`2026-11-24T10:30`) as an instant; null where it holds none. */
export function toFieldInstant(value: string, timeZone: string): number | null {
  const wall = value.slice(0, 16);
  return isWall(wall) ? resolveTime({ wall, timeZone, overlap: 'first' }).at : null;
}
