import type { QuietHours } from './schedule-time.ts';
import { DAY_MS, isTimeZone, MINUTE_MS, resolveWallMs, toUtcOffset, toWall } from './zoned-time.ts';

/** Where no time within so long is allowed in all zones, there is none. */
const LONGEST_MS = 3 * DAY_MS;

/** A zone in which a time falls into the quiet hours. */
export interface QuietClash {
  readonly timeZone: string;
  /** The time on the clocks there. */
  readonly wall: string;
  /** The next time that is allowed in all zones; null: there is none. */
  readonly allowedAt: number | null;
}

function isQuiet(minute: number, { startsAt, endsAt }: QuietHours): boolean {
  return startsAt <= endsAt ? minute >= startsAt && minute < endsAt : minute >= startsAt || minute < endsAt;
}

/** The end of the quiet hours that go on at an instant; null: it is not quiet there. */
function findQuietEnd(at: number, timeZone: string, hours: QuietHours): number | null {
  const wallMs = at + toUtcOffset(at, timeZone) * MINUTE_MS;
  const dayMs = Math.floor(wallMs / DAY_MS) * DAY_MS;
  const minute = Math.floor((wallMs - dayMs) / MINUTE_MS);
  if (!isQuiet(minute, hours)) return null;
  const endMs = dayMs + (minute < hours.endsAt ? 0 : DAY_MS) + hours.endsAt * MINUTE_MS;
  const { at: endAt, lastAt } = resolveWallMs(endMs, timeZone);
  // Where the clocks show the end twice, the first may be over already.
  return endAt > at ? endAt : Math.max(lastAt, at + MINUTE_MS);
}

function findQuietZone(at: number, timeZones: readonly string[], hours: QuietHours) {
  for (const timeZone of timeZones) {
    const endAt = findQuietEnd(at, timeZone, hours);
    if (endAt !== null) return { timeZone, endAt };
  }
  return null;
}

function findAllowed(at: number, timeZones: readonly string[], hours: QuietHours): number | null {
  let allowedAt = at;
  while (allowedAt <= at + LONGEST_MS) {
    const quiet = findQuietZone(allowedAt, timeZones, hours);
    if (quiet === null) return allowedAt;
    allowedAt = quiet.endAt;
  }
  return null;
}

/** The first of the zones in which it is quiet at an instant; null: in none, or there are no quiet hours. */
export function findQuietClash(at: number, timeZones: readonly string[], hours: QuietHours | null): QuietClash | null {
  if (hours === null || hours.startsAt === hours.endsAt) return null;
  const known = timeZones.filter((timeZone) => isTimeZone(timeZone));
  const quiet = findQuietZone(at, known, hours);
  if (quiet === null) return null;
  const { timeZone } = quiet;
  return { timeZone, wall: toWall(at, timeZone), allowedAt: findAllowed(at, known, hours) };
}
