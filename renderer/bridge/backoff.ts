const FIRST_MS = 250;
const LONGEST_MS = 5_000;

/** How long to wait before attempt number `attempt` (0 is the first), between half and all of a doubling time. */
export function toWaitMs(attempt: number, random: () => number = Math.random): number {
  const ceilingMs = Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt);
  return Math.round(ceilingMs * (0.5 + random() / 2));
}
