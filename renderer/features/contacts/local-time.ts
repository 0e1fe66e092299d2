/** What time it is where somebody lives, but only where the country leaves no doubt. */

import { findOrMake } from '#renderer/lib/find-or-make.ts';
import { Formats } from '#renderer/lib/format.ts';
import type { Translator } from '#renderer/lib/messages.ts';

interface LocaleWithZones {
  getTimeZones?: () => string[] | undefined;
  readonly timeZones?: string[];
}

/** Clocks by zone, and zones by country: making one takes longer than showing a person's whole card. */
const clocks = new Map<string, Intl.DateTimeFormat>();
const zonesOf = new Map<string, readonly string[]>();
const formatsOf = new Map<string, Formats>();

/** IANA zone of a country (ISO 3166 alpha-2) whose zones all show the same time at `now`; null where they differ. */
export function findSureZone(country: string | null, now: number): string | null {
  if (country === null || !/^[A-Z]{2}$/.test(country)) return null;
  const zones = listZones(country);
  const [first] = zones;
  if (first === undefined) return null;
  const times = new Set(zones.map((zone) => toClock(zone, now)));
  return times.size === 1 ? first : null;
}

/** The time of day in that zone, as it is written elsewhere in the window. */
export function toTimeThere(
  timeZone: string,
  now: number,
  { texts, timeFormat }: { readonly texts: Translator; readonly timeFormat: '12h' | '24h' | null },
): string {
  const key = `${texts.locale} ${timeFormat ?? 'usual'} ${timeZone}`;
  return findOrMake(formatsOf, key, () => new Formats(texts, { timeFormat, currency: null, timeZone })).time(now);
}

function listZones(country: string): readonly string[] {
  return findOrMake(zonesOf, country, () => {
    const locale: Intl.Locale & LocaleWithZones = new Intl.Locale(`und-${country}`);
    return locale.getTimeZones?.() ?? locale.timeZones ?? [];
  });
}

function toClock(timeZone: string, now: number): string {
  const options = { timeZone, dateStyle: 'short', timeStyle: 'short' } as const;
  return findOrMake(clocks, timeZone, () => new Intl.DateTimeFormat('en-GB', options)).format(now);
}
