import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { decodePage, type DecodedPage } from '#main/api/wire/page.ts';
import type { RowResult } from '#main/api/wire/schema.ts';

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

/** One answer of the service, transcribed by hand (test/fixtures/wire/README.md). */
export interface WireFixture {
  readonly row: string;
  readonly status: number;
  readonly contentType: string | null;
  readonly body: unknown;
}

const ROOT = new URL('../../../fixtures/wire/', import.meta.url);

export function readFixture(name: string): WireFixture {
  return JSON.parse(readFileSync(new URL(`${name}.json`, ROOT), 'utf8')) as WireFixture;
}

/** Names of all answers of one folder, such as `odd` or `sdk/errors`. */
export function listFixtures(folder: string): readonly string[] {
  return readdirSync(new URL(`${folder}/`, ROOT))
    .filter((file) => file.endsWith('.json'))
    .map((file) => `${folder}/${file.slice(0, -'.json'.length)}`);
}

/** The body as it stood on the wire. */
export function toWireText(fixture: WireFixture): string {
  if (fixture.body === null && fixture.contentType === null) return '';
  return typeof fixture.body === 'string' ? fixture.body : JSON.stringify(fixture.body);
}
