/** Routes with five requests per second between them (specification, "Limits"), and their `/normalized` twins. */
const STRICT: readonly (readonly [method: string, path: RegExp])[] = [
  ['DELETE', /^\/contacts\/blocked(\/normalized)?$/],
  ['PUT', /^\/contacts\/[^/]+(\/normalized)?$/],
  ['PUT', /^\/lists\/[^/]+\/contacts(\/normalized)?$/],
  ['POST', /^\/lists\/[^/]+\/contacts(\/normalized)?$/],
];

/** Look-ups answer 429 by a limit of their own, which is not documented (specification, "Lookups"). */
const LOOKUP = /^\/(email-)?lookups\/[^/]+$/;

/** Which limit a call counts against, besides the one of the whole account. */
export type RouteKind = 'plain' | 'strict' | 'lookup';

/** The kind of a call's route. `path` is below `/api/v2`, without a query. */
export function toRouteKind(method: string, path: string): RouteKind {
  if (LOOKUP.test(path)) return 'lookup';
  return STRICT.some(([strictMethod, pattern]) => strictMethod === method && pattern.test(path)) ? 'strict' : 'plain';
}
