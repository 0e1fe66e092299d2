const ISO =
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:[T ](?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?)?\s*(?<zone>Z|z|(?<sign>[+-])(?<zoneHour>\d{2}):?(?<zoneMinute>\d{2})?)?$/;

/** Below this a bare number is seconds, from it on milliseconds (1973 in ms, 5138 in s). */
const FIRST_MILLISECOND_VALUE = 1e11;
const LATEST_AT = Date.UTC(9999, 11, 31);

type Groups = Readonly<Record<string, string | undefined>>;

/**
 * A moment as epoch ms: `2015-06-19T09:48:24+0000`, `…+00:00`, `…Z`, with or without a fraction, with a space for the
 * T, without a zone (then UTC, as the service documents no other), or a Unix time. Null for anything else, for a date
 * that no calendar has, and for one before 1970. Total: never fails.
 */
export function readInstantOrNull(value: unknown): number | null {
  if (typeof value === 'number') return toInstantOfNumber(value);
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (/^\d{9,14}$/.test(text)) return toInstantOfNumber(Number(text));
  const groups: Groups | undefined = ISO.exec(text)?.groups;
  return groups === undefined ? null : toInstantOfGroups(groups);
}

function toInstantOfNumber(value: number): number | null {
  if (!Number.isFinite(value)) return null;
  return toPossible(Math.round(value < FIRST_MILLISECOND_VALUE ? value * 1000 : value));
}

function toInstantOfGroups(groups: Groups): number | null {
  const part = (name: string): number => Number(groups[name] ?? 0);
  const day = Date.UTC(part('year'), part('month') - 1, part('day'));
  const isInCalendar = new Date(day).getUTCDate() === part('day') && part('month') >= 1 && part('month') <= 12;
  if (!isInCalendar || part('hour') > 24 || part('minute') > 59 || part('second') > 60) return null;
  const fractionMs = Math.floor(Number(`0.${groups['fraction'] ?? '0'}`) * 1000);
  const time = ((part('hour') * 60 + part('minute')) * 60 + part('second')) * 1000 + fractionMs;
  const offsetMs = (part('zoneHour') * 60 + part('zoneMinute')) * 60_000 * (groups['sign'] === '-' ? -1 : 1);
  return toPossible(day + time - offsetMs);
}

/** The first moment of 1970, as a date or as the number 0, stands for no time. */
function toPossible(at: number): number | null {
  return at > 0 && at <= LATEST_AT ? at : null;
}
