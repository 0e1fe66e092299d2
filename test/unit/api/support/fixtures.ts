import { readdirSync, readFileSync } from 'node:fs';

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
