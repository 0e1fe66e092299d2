import type { Form } from './form.ts';
import type { Json, Reply } from './http.ts';
import type { Shape } from './settings.ts';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

export interface Paging {
  readonly page: number;
  readonly limit: number;
}

/** Rows of one page and how many there are over all pages. */
export interface Slice<T> {
  readonly rows: readonly T[];
  readonly total: number;
}

/** Page and limit of a query. A limit outside 1–100, or no number at all, is 10 without a word; a page below 1 is 1. */
export function parsePaging(query: Form): Paging {
  const asked = Number(query.text('limit') || DEFAULT_LIMIT);
  const isAllowed = Number.isInteger(asked) && asked >= 1 && asked <= MAX_LIMIT;
  return { page: Math.max(1, query.int('page', 1)), limit: isAllowed ? asked : DEFAULT_LIMIT };
}

export function slicePage<T>(rows: readonly T[], paging: Paging): Slice<T> {
  const start = (paging.page - 1) * paging.limit;
  return { rows: rows.slice(start, start + paging.limit), total: rows.length };
}

/** Same, of rows kept oldest first and answered newest first, without copying them all. */
export function sliceFromEnd<T>(rows: readonly T[], paging: Paging): Slice<T> {
  const end = Math.max(0, rows.length - (paging.page - 1) * paging.limit);
  const start = Math.max(0, end - paging.limit);
  return { rows: rows.slice(start, end).reverse(), total: rows.length };
}

interface ListParts {
  readonly paging: Paging;
  readonly total: number;
  readonly resources: readonly Json[];
}

/** A list that both shapes wrap in a page, as those do that only the client libraries know. */
export function toPageReply({ paging, total, resources }: ListParts): Reply {
  const { page, limit } = paging;
  return { status: 200, body: { page, limit, pageCount: Math.ceil(total / limit), resources } };
}

/** A list that the specification has as a bare array, and the client libraries as a page (supplement 3.1). */
export function toListReply(shape: Shape, parts: ListParts): Reply {
  return shape === 'spec' ? { status: 200, body: parts.resources } : toPageReply(parts);
}
