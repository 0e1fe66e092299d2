import type { Page } from '#shared/domain/entities.ts';
import { readCountOrNull, readElements, readMember } from './read.ts';
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
 * Rows are decoded one by one, so that one bad row does not take the others with it. Null when it is no page at all, or
 * when not one of its rows can be read: an empty page would look like the end of the collection.
 */
export function decodePage<T>(
  value: unknown,
  asked: AskedPage,
  decodeRow: (row: unknown) => RowResult<T>,
): DecodedPage<T> | null {
  const rows = readRows(value);
  if (rows === null) return null;
  const items: T[] = [];
  const badPaths: string[] = [];
  rows.forEach((row, index) => {
    const result = decodeRow(row);
    if (result.isOk) items.push(result.value);
    else badPaths.push(`resources.${index}.${result.path}`);
  });
  if (items.length === 0 && badPaths.length > 0) return null;
  return { page: { ...readNumbers(value, asked), items }, badPaths };
}

function readRows(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return readElements(value);
  const resources = readMember(value, 'resources');
  if (Array.isArray(resources)) return readElements(resources);
  // `null`, and an object keyed by number (how PHP writes an array with holes), are arrays as well.
  if (resources === null) return [];
  if (typeof resources !== 'object') return null;
  return Object.keys(resources).every((key) => /^\d+$/.test(key)) ? Object.values(resources) : null;
}

function readNumbers(value: unknown, asked: AskedPage): Pick<Page<never>, 'page' | 'limit' | 'pageCount'> {
  if (Array.isArray(value)) return { ...asked, pageCount: null };
  const echoed = (name: string): number | null => readCountOrNull(readMember(value, name));
  return {
    page: echoed('page') ?? asked.page,
    limit: echoed('limit') ?? asked.limit,
    pageCount: echoed('pageCount'),
  };
}
