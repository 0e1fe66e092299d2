import { readText } from '../read.ts';

/**
 * The IANA name of a time zone, as it is or at the end of a label (`(UTC +02:00): Europe/Tallinn`). The service's samples
 * escape slashes, and some services put spaces for underscores. Null for a name that no clock of this machine knows:
 * whoever formats a time with it would fail.
 */
export function readZoneOrNull(value: unknown): string | null {
  const text = readText(value).replaceAll('\\', '').trim();
  const name = (/:\s+([^:]+)$/.exec(text)?.[1] ?? text).replaceAll(' ', '_');
  if (name === '') return null;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return name;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
