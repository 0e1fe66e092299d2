/** The transcribed operations, the cases of all groups, and the hand-made answers. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Shape } from '#main/demo/settings.ts';
import type { OperationCase } from './operation-case.ts';

/** One operation as the documents have it (test/fixtures/specification/README.md). */
export interface Operation {
  readonly row: string;
  readonly source: string;
  readonly group: string;
  readonly success: readonly number[];
  readonly errors: readonly number[];
}

/** One answer of the service, transcribed by hand (test/fixtures/wire/README.md). */
export interface WireFixture {
  readonly row: string;
  readonly status: number;
  readonly contentType: string | null;
  readonly body: unknown;
  readonly request?: { readonly query?: string; readonly body?: unknown };
}

const FIXTURES = new URL('../../fixtures/', import.meta.url);
const NO_GROUPS = new Set(['all.ts', 'operation-case.ts', 'client-on-demo.ts']);

export const SHAPES: readonly Shape[] = ['spec', 'sdk'];

function readJson(file: URL): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Every row, in the order of the documents. */
export function readOperations(): readonly Operation[] {
  return readJson(new URL('specification/rows.json', FIXTURES)) as readonly Operation[];
}

/** All answers of one shape by name. */
export function readAnswers(shape: Shape): ReadonlyMap<string, WireFixture> {
  const folder = new URL(`wire/${shape}/`, FIXTURES);
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return new Map(names.map((name) => [name.replace('.json', ''), readJson(new URL(name, folder)) as WireFixture]));
}

/** Files below this folder that hold cases. */
export function listGroupFiles(): readonly string[] {
  const files = readdirSync(new URL('./', import.meta.url), { recursive: true, encoding: 'utf8' });
  return files.map((name) => name.replaceAll('\\', '/')).filter((name) => name.endsWith('.ts') && !NO_GROUPS.has(name));
}

function isCases(value: unknown): value is readonly OperationCase[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null && 'row' in one);
}

/** The cases of all groups. */
export async function loadCases(): Promise<readonly OperationCase[]> {
  const modules = await Promise.all(
    listGroupFiles().map(
      async (name) => (await import(new URL(name, import.meta.url).href)) as Record<string, unknown>,
    ),
  );
  return modules.flatMap((module) => Object.values(module).filter(isCases).flat());
}
