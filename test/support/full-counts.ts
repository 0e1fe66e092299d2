/** Whether every test runs at its full count (`npm run test:full`). `npm test` runs each behaviour once, not at every value of a table. */
export const isFull = process.env['SWITCHBOARD_TEST_SCALE'] === 'full';

/** The shapes of the service that a table of tests goes through: at small counts the one that is named. */
export function listShapes<const T extends string>(shapes: readonly T[], atSmallCounts: T): readonly T[] {
  return isFull ? shapes : [atSmallCounts];
}

/** The rows of a table of tests: at small counts only those at the places that are named. */
export function listRows<Row>(rows: readonly Row[], ...atSmallCounts: readonly number[]): readonly Row[] {
  return isFull ? rows : rows.filter((_, index) => atSmallCounts.includes(index));
}
