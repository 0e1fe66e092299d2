/** A time zone with a number, as the service lists them. */
export interface NumberedZone {
  readonly id: number;
  /** IANA name. */
  readonly name: string;
}

/** Those that most people live in, from west to east. */
const FIRST: readonly string[] = [
  ...['Pacific/Midway', 'Pacific/Pago_Pago', 'Pacific/Honolulu', 'America/Adak', 'Pacific/Marquesas'],
  ...['America/Anchorage', 'America/Juneau', 'America/Los_Angeles', 'America/Tijuana', 'America/Vancouver'],
  ...['America/Denver', 'America/Phoenix', 'America/Edmonton', 'America/Mazatlan', 'America/Chicago'],
  ...['America/Winnipeg', 'America/Mexico_City', 'America/Regina', 'America/Costa_Rica', 'America/Guatemala'],
  ...['America/New_York', 'America/Toronto', 'America/Bogota', 'America/Lima', 'America/Panama'],
  ...['America/Jamaica', 'America/Halifax', 'America/Caracas', 'America/La_Paz', 'America/Puerto_Rico'],
  ...['America/Santiago', 'America/Asuncion', 'America/St_Johns', 'America/Sao_Paulo'],
  ...['America/Argentina/Buenos_Aires', 'America/Montevideo', 'America/Cayenne', 'America/Miquelon'],
  ...['America/Noronha', 'Atlantic/South_Georgia', 'Atlantic/Azores', 'Atlantic/Cape_Verde', 'Africa/Abidjan'],
  ...['Africa/Accra', 'Atlantic/Reykjavik', 'Europe/Dublin', 'Europe/London', 'Europe/Lisbon', 'Africa/Casablanca'],
  ...['Africa/Algiers', 'Africa/Lagos', 'Africa/Tunis', 'Europe/Amsterdam', 'Europe/Belgrade', 'Europe/Berlin'],
  ...['Europe/Brussels', 'Europe/Budapest', 'Europe/Copenhagen', 'Europe/Madrid', 'Europe/Oslo', 'Europe/Paris'],
  ...['Europe/Prague', 'Europe/Rome', 'Europe/Stockholm', 'Europe/Vienna', 'Europe/Warsaw', 'Europe/Zagreb'],
  ...['Europe/Zurich', 'Africa/Cairo', 'Africa/Johannesburg', 'Africa/Tripoli', 'Asia/Beirut', 'Asia/Jerusalem'],
  ...['Europe/Athens', 'Europe/Bucharest', 'Europe/Helsinki', 'Europe/Riga', 'Europe/Sofia', 'Europe/Tallinn'],
  ...['Europe/Vilnius', 'Africa/Nairobi', 'Asia/Baghdad', 'Asia/Riyadh', 'Europe/Istanbul', 'Europe/Moscow'],
  ...['Asia/Tehran', 'Asia/Baku', 'Asia/Dubai', 'Asia/Tbilisi', 'Asia/Yerevan', 'Indian/Mauritius', 'Asia/Kabul'],
  ...['Asia/Karachi', 'Asia/Tashkent', 'Asia/Yekaterinburg', 'Asia/Colombo', 'Asia/Dhaka', 'Asia/Omsk'],
  ...['Asia/Bangkok', 'Asia/Jakarta', 'Asia/Novosibirsk', 'Asia/Hong_Kong', 'Asia/Kuala_Lumpur', 'Asia/Manila'],
  ...['Asia/Shanghai', 'Asia/Singapore', 'Asia/Taipei', 'Australia/Perth', 'Asia/Seoul', 'Asia/Tokyo'],
  ...['Australia/Darwin', 'Australia/Adelaide', 'Australia/Brisbane', 'Australia/Hobart', 'Australia/Melbourne'],
  ...['Australia/Sydney', 'Asia/Vladivostok', 'Pacific/Guam', 'Australia/Lord_Howe', 'Pacific/Noumea'],
  ...['Pacific/Norfolk', 'Pacific/Auckland', 'Pacific/Fiji', 'Pacific/Chatham', 'Pacific/Apia', 'Pacific/Tongatapu'],
  ...['Pacific/Kiritimati', 'UTC'],
];

/** All others follow. The place in the list, counted from 1, is the number: those written above never change theirs. */
const NAMES: readonly string[] = [...new Set([...FIRST, ...Intl.supportedValuesOf('timeZone')])];

/** The zones that the service offers, each with its number. */
export function listZones(): NumberedZone[] {
  return NAMES.map((name, at) => ({ id: at + 1, name }));
}

/** The number of a zone; undefined for one that is not offered. */
export function findZoneId(name: string): number | undefined {
  const at = NAMES.indexOf(name);
  return at < 0 ? undefined : at + 1;
}

/** The IANA name that a number or a name (in any letter case, spaces for underscores) stands for, if any. */
export function findZoneName(idOrName: string): string | undefined {
  const text = idOrName.trim();
  if (/^\d{1,4}$/.test(text)) return NAMES[Number(text) - 1];
  // Offsets such as +02:00 and abbreviations are no zones: they know nothing of summer time.
  if (!/^[a-z]+(?:[/_ -][a-z0-9_ +-]+)*$/i.test(text)) return undefined;
  try {
    const name = text.replaceAll(' ', '_');
    new Intl.DateTimeFormat('en-GB', { timeZone: name });
    return NAMES.find((one) => one.toLowerCase() === name.toLowerCase()) ?? name;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const DAY_MS = 86_400_000;
const FIELDS = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const TIMES = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;

/**
 * A time zone as a clock on the wall. A wall time is written as the epoch ms of the same digits in UTC, so that days
 * and hours can be counted on it without a zone getting in the way.
 */
export class Zone {
  readonly name: string;
  readonly #format: Intl.DateTimeFormat;

  /** @throws RangeError for a name that is no zone */
  constructor(name: string) {
    this.name = name;
    this.#format = new Intl.DateTimeFormat('en-GB', { timeZone: name, ...FIELDS, ...TIMES });
  }

  /** What the clock on the wall shows at an instant. */
  toWall(at: number): number {
    const parts = new Map(this.#format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
    const day = Date.UTC(part('year'), part('month') - 1, part('day'));
    const seconds = (part('hour') * 60 + part('minute')) * 60 + part('second');
    return day + seconds * 1_000 + (((at % 1_000) + 1_000) % 1_000);
  }

  /** Milliseconds ahead of UTC at an instant. */
  toOffset(at: number): number {
    return this.toWall(at) - at;
  }

  /** The instant at which the wall shows a time: the first of two, and for a time that is skipped as much later. */
  toInstant(wall: number): number {
    return Math.min(...this.#listInstants(wall));
  }

  /** The same, but the second of two. */
  toLastInstant(wall: number): number {
    return Math.max(...this.#listInstants(wall));
  }

  #listInstants(wall: number): readonly number[] {
    const before = this.toOffset(wall - DAY_MS);
    const after = this.toOffset(wall + DAY_MS);
    if (before === after) return [wall - before];
    const fitting = [wall - before, wall - after].filter((at) => this.toWall(at) === wall);
    return fitting.length > 0 ? fitting : [wall - before];
  }
}
