/** Routes with five requests per second between them (specification, "Limits"), and their `/normalized` twins. */
const STRICT: readonly (readonly [method: string, path: RegExp])[] = [
  ['DELETE', /^\/contacts\/blocked(\/normalized)?$/],
  ['PUT', /^\/contacts\/[^/]+(\/normalized)?$/],
  ['PUT', /^\/lists\/[^/]+\/contacts(\/normalized)?$/],
  ['POST', /^\/lists\/[^/]+\/contacts(\/normalized)?$/],
];

/** Whether a call counts against the stricter limit. `path` is below `/api/v2`, without a query. */
export function isStrictRoute(method: string, path: string): boolean {
  return STRICT.some(([strictMethod, pattern]) => strictMethod === method && pattern.test(path));
}
