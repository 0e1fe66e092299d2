/** Where a time that was chosen before begins now. Pure. */
import { findNextOccurrence, listOccurrences, parseRule, printRule } from '#shared/domain/scheduling/recurrence.ts';
import { listPresets } from '#shared/domain/scheduling/presets.ts';
import { LEAST_AHEAD_MS, type ScheduleTime } from '#shared/domain/scheduling/schedule-time.ts';
import { isTimeZone, resolveTime, toDay, toUtcOffset } from '#shared/domain/scheduling/zoned-time.ts';
import { followDay } from './rule-fields.ts';

const DAY_MS = 86_400_000;
/** So many of the texts of a rule are counted at most. */
const MOST_COUNTED = 1_000;

/** The same time of day on the next day that has it ahead; a repetition begins there. */
export function toNextTime({ wall, timeZone, rule }: ScheduleTime, now: number): ScheduleTime {
  const walls = [now, now + DAY_MS].map((at) => `${toDay(at, timeZone)}T${wall.slice(11)}`);
  const isAhead = (candidate: string): boolean =>
    resolveTime({ wall: candidate, timeZone, overlap: 'first' }).at >= now + LEAST_AHEAD_MS;
  const chosen = walls.find(isAhead) ?? walls[1] ?? wall;
  const form = rule === null ? null : parseRule(rule);
  return {
    ...{ wall: chosen, timeZone, overlap: 'first' },
    rule: form === null ? rule : printRule(followDay(form, chosen.slice(0, 10))),
  };
}

/** What is offered at first: tomorrow morning, or the soonest usual time of `day`, `2026-11-30`, where one was chosen before. */
export function toOfferedWall(now: number, timeZone: string, day: string | null): string {
  const presets = listPresets(now, timeZone);
  const meant = presets.find(({ id, wall }) => (day === null ? id === 'tomorrow' : wall.startsWith(day)));
  if (meant !== undefined) return meant.wall;
  const today = toDay(now, timeZone);
  return day !== null && day > today ? `${day}T09:00` : (presets[0]?.wall ?? `${today}T09:00`);
}

/** What is left of a repetition that has begun: it starts at its next text, and its number counts what is to come. */
export function toRemaining(time: ScheduleTime, now: number): ScheduleTime {
  const { rule, timeZone, wall } = time;
  if (rule === null || !isTimeZone(timeZone) || resolveTime(time).at > now) return time;
  const next = findNextOccurrence(time, now);
  if (next === null) return time;
  const isCounted = /(^|;)COUNT=/.test(rule);
  const left = isCounted ? listOccurrences(time, { after: now, limit: MOST_COUNTED }).length : 0;
  return {
    ...time,
    // In a gap the clock shows another time than the one that is meant.
    wall: next.isShifted ? `${next.wall.slice(0, 10)}T${wall.slice(11)}` : next.wall,
    rule: isCounted ? rule.replace(/COUNT=\d+/, `COUNT=${String(left)}`) : rule,
  };
}

/** By name: what the engine calls a zone, whichever of its names is given. */
const canonicalNames = new Map<string, string>();

function toCanonicalName(timeZone: string): string {
  const known = canonicalNames.get(timeZone);
  if (known !== undefined) return known;
  const name = isTimeZone(timeZone) ? new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone : timeZone;
  canonicalNames.set(timeZone, name);
  return name;
}

/** The service's own name of a zone, `Asia/Kolkata` for `Asia/Calcutta`; null: it takes none. `taken` null: it did not say. */
export function findServiceZone(timeZone: string, taken: readonly string[] | null): string | null {
  if (taken === null || taken.includes(timeZone)) return timeZone;
  const name = toCanonicalName(timeZone);
  return taken.find((other) => toCanonicalName(other) === name) ?? null;
}

/** The first of the zones, if all have the same clocks, now and half a year later; null: they differ, or there is none. */
export function findCommonZone(timeZones: readonly string[], now: number): string | null {
  const [first, ...others] = timeZones.filter((zone) => isTimeZone(zone));
  if (first === undefined) return null;
  const isAlike = (zone: string): boolean =>
    [now, now + 182 * DAY_MS].every((at) => toUtcOffset(at, zone) === toUtcOffset(at, first));
  return others.every(isAlike) ? first : null;
}
