import type { Page } from '#shared/domain/entities.ts';
import { findElements, readCountOrNull, readMember } from './read.ts';
import type { RowResult } from './schema.ts';

/** A page and what had to be left out of it. */
export interface DecodedPage<T> {
  readonly page: Page<T>;
  /** Where rows went wrong, as paths such as `resources.3.messageTime`: safe to log. */
  readonly badPaths: readonly string[];
}

export interface AskedPage {
  readonly page: number;
  readonly limit: number;
}

/**
 * One page of a collection: a bare array, or a wrapper `{page, limit, pageCount, resources}` whose echoed `limit` counts.
 * Either array may be an object keyed by number.
 * Rows are decoded one by one, so that one bad row does not take the others with it. Null when it is no page at all, or
 * when not one of its rows can be read: an empty page would look like the end of the collection.
 */
export function decodePage<T>(
  value: unknown,
  asked: AskedPage,
  decodeRow: (row: unknown) => RowResult<T>,
): DecodedPage<T> | null {
  const decoded = decodeRows(value, asked, decodeRow);
  return decoded === null || isUnreadable(decoded) ? null : decoded;
}

/** Why `decodePage` found no page, as the end of "the answer …": where its rows went wrong, or that it is none at all. */
export function explainNoPage(
  value: unknown,
  asked: AskedPage,
  decodeRow: (row: unknown) => RowResult<unknown>,
): string {
  const [badPath] = decodeRows(value, asked, decodeRow)?.badPaths ?? [];
  return badPath === undefined ? 'is not a page of that collection' : `has no readable row, beginning at ${badPath}`;
}

function decodeRows<T>(
  value: unknown,
  asked: AskedPage,
  decodeRow: (row: unknown) => RowResult<T>,
): DecodedPage<T> | null {
  const numbers = readNumbers(value, asked);
  const rows = readRows(value, numbers);
  if (rows === null) return null;
  const items: T[] = [];
  const badPaths: string[] = [];
  rows.forEach((row, index) => {
    const result = decodeRow(row);
    if (result.isOk) items.push(result.value);
    else badPaths.push(`resources.${index}.${result.path}`);
  });
  return { page: { ...numbers, items }, badPaths };
}

const isUnreadable = ({ page, badPaths }: DecodedPage<unknown>): boolean =>
  page.items.length === 0 && badPaths.length > 0;

function readRows(value: unknown, { page, pageCount }: Numbers): readonly unknown[] | null {
  const resources = readMember(value, 'resources');
  if (resources === undefined) return isEmptyObject(value) ? null : findElements(value);
  // No rows are an empty page, unless others are said to follow.
  if (resources === null) return page < (pageCount ?? 0) ? null : [];
  return findElements(resources);
}

/** Says nothing, while an empty array says that there is nothing. */
function isEmptyObject(value: unknown): boolean {
  return !Array.isArray(value) && findElements(value)?.length === 0;
}

type Numbers = Pick<Page<never>, 'page' | 'limit' | 'pageCount'>;

function readNumbers(value: unknown, asked: AskedPage): Numbers {
  const echoed = (name: string): number | null => readCountOrNull(readMember(value, name));
  return {
    page: echoed('page') ?? asked.page,
    limit: echoed('limit') ?? asked.limit,
    pageCount: echoed('pageCount'),
  };
}
