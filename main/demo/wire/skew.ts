import type { Json } from '../http.ts';

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3}Z|Z|\+0000)$/;

function toSkewedText(text: string, skewMs: number): string {
  const [, zone] = DATE_TIME.exec(text) ?? [];
  if (zone === undefined) return text;
  const at = Date.parse(text.replace('+0000', 'Z'));
  if (!Number.isFinite(at)) return text;
  const written = new Date(at + skewMs).toISOString();
  return zone.startsWith('.') ? written : `${written.slice(0, 19)}${zone}`;
}

/** An answer whose times are those of a clock that is wrong: everything in it that is a date with a time and nothing else. */
export function toSkewed(value: Json, skewMs: number): Json {
  if (skewMs === 0) return value;
  if (typeof value === 'string') return toSkewedText(value, skewMs);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly Json[]).map((one) => toSkewed(one, skewMs));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, toSkewed(one ?? null, skewMs)]));
}
