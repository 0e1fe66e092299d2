import { expect } from 'vitest';
import { decodePage } from '#main/api/wire/page.ts';
import type { DecodedPage } from '#main/api/wire/page.ts';
import type { RowResult } from '#main/api/wire/schema.ts';
import { readFixture } from './fixtures.ts';

/** The value of a good row; fails the test on a bad one. */
export function toValue<T>(result: RowResult<T>): T {
  expect(result).toMatchObject({ isOk: true });
  if (!result.isOk) throw new Error(result.path);
  return result.value;
}

/** The decoded page of a fixture; fails the test where it is none. */
export function toPage<T>(fixture: string, decodeRow: (row: unknown) => RowResult<T>): DecodedPage<T> {
  const decoded = decodePage(readFixture(fixture).body, { page: 7, limit: 70 }, decodeRow);
  if (decoded === null) throw new Error(`${fixture} is no page`);
  return decoded;
}
