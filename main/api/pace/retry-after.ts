/** Longest wait that an answer can impose on us; what asks for more is a mistake of a clock. */
const LONGEST_MS = 10 * 60_000;

/**
 * How long `Retry-After` asks to wait, in ms; null where it is absent or unreadable. Takes seconds, and a date, which is
 * compared with the `Date` of the same answer, since the two clocks may differ, and with `epochNow` only without one.
 */
export function readRetryAfterMs(headers: Readonly<Record<string, string>>, epochNow: number): number | null {
  const raw = headers['retry-after']?.trim();
  if (raw === undefined || raw === '') return null;
  if (/^\d{1,9}(\.\d+)?$/.test(raw)) return clamp(Number(raw) * 1000);
  // Dates only as HTTP writes them; Date.parse alone would take a bare "5" for the year 2001.
  if (!/^[A-Za-z]{3,9},? .+ GMT$/.test(raw)) return null;
  const until = Date.parse(raw);
  if (Number.isNaN(until)) return null;
  const answeredAt = Date.parse(headers['date'] ?? '');
  return clamp(until - (Number.isNaN(answeredAt) ? epochNow : answeredAt));
}

function clamp(ms: number): number {
  return Math.min(Math.max(Math.round(ms), 0), LONGEST_MS);
}
