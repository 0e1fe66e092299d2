import { parseDateTime, toCalendarDateTime, toZoned, fromAbsolute } from '@internationalized/date';
import { snooze as words } from './messages.ts';
import type { Formats } from '#renderer/lib/format.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import { listSnoozeTimes, type SnoozeTime } from './snooze-times.ts';
import { parseWhen } from './when.ts';

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
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value)
    ? toZoned(parseDateTime(value), timeZone).toDate().getTime()
    : null;
}

/** As a field of date and time takes it. */
export function toFieldValue(at: number, timeZone: string): string {
  return toCalendarDateTime(fromAbsolute(at, timeZone)).toString().slice(0, 16);
}
