/** What time it is where somebody lives, but only where the country leaves no doubt. */

interface LocaleWithZones {
  getTimeZones?: () => string[] | undefined;
  readonly timeZones?: string[];
}

/** IANA zone of a country (ISO 3166 alpha-2) whose zones all show the same time at `now`; null where they differ. */
export function findSureZone(country: string | null, now: number): string | null {
  if (country === null || !/^[A-Z]{2}$/.test(country)) return null;
  const locale: Intl.Locale & LocaleWithZones = new Intl.Locale(`und-${country}`);
  const zones = locale.getTimeZones?.() ?? locale.timeZones ?? [];
  const [first] = zones;
  if (first === undefined) return null;
  const clocks = new Set(zones.map((zone) => toClock(zone, now)));
  return clocks.size === 1 ? first : null;
}

function toClock(timeZone: string, now: number): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(now);
}
