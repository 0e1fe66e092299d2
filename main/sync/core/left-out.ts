/** What follows from what a whole reading of a collection left out. Pure. */

/** The rows of before that the reading did not show. */
export function listLeftOut(before: readonly number[], seen: ReadonlySet<number>): readonly number[] {
  return before.filter((id) => !seen.has(id));
}

/** So few rows may all go without a second thought. */
const FEW_ROWS = 20;

/** Whether so much is gone that a fault of the service is as likely: then a second reading has to say the same. */
export function isAlarming(leftOutCount: number, beforeCount: number): boolean {
  return beforeCount > FEW_ROWS && leftOutCount > beforeCount / 2;
}

/** Ascending, beginning after that id and going round: so that an interrupted check goes on where it was. */
export function rotateAfter(ids: readonly number[], afterId: number): readonly number[] {
  const sorted = [...ids].sort((a, b) => a - b);
  const start = sorted.findIndex((id) => id > afterId);
  return start <= 0 ? sorted : [...sorted.slice(start), ...sorted.slice(0, start)];
}
