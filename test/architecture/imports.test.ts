import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getLayer, PACKAGES, TABLE } from './import-table.ts';
import type { Finding } from './red-project.ts';
import { RedProject } from './red-project.ts';

/** One import per line; the line number tells which edge a finding is about. */
interface Example {
  readonly file: string;
  readonly targets: readonly string[];
  readonly source: string;
}

const TEST_FILE = 'test/support/example.ts';
const WALL_RULES = ['boundaries/dependencies', 'no-restricted-imports'];

function toImport(target: string): string {
  return `import type { Shape as _${target.replace(/\W/g, '_')} } from '${target}';`;
}

function toExample(file: string, targets: readonly string[]): Example {
  return {
    file,
    targets,
    source: [...targets.map(toImport), 'export interface Shape { readonly size: number }'].join('\n'),
  };
}

function listTargets(name: string, isAllowed: boolean): string[] {
  const layer = getLayer(name);
  const others = Object.keys(TABLE).filter((other) => other !== name);
  return [
    ...others.filter((other) => layer.may.includes(other) === isAllowed).map((other) => `#${getLayer(other).file}`),
    ...PACKAGES.filter((item) => layer.packages.includes(item) === isAllowed),
    ...(layer.node === isAllowed ? ['node:fs'] : []),
    ...(isAllowed ? [] : [`#${TEST_FILE}`, 'a-package-that-nobody-listed']),
  ];
}

function createProject(isAllowed: boolean): { project: RedProject; examples: Map<string, Example> } {
  const examples = new Map(
    Object.entries(TABLE).map(([name, { file }]) => [name, toExample(file, listTargets(name, isAllowed))]),
  );
  const sources = Object.fromEntries([...examples.values()].map(({ file, source }) => [file, source]));
  return { project: new RedProject({ ...sources, [TEST_FILE]: 'export interface Shape { size: number }' }), examples };
}

function listRefused(example: Example, findings: readonly Finding[]): string[] {
  const lines = findings.filter(({ rule }) => WALL_RULES.includes(rule)).map(({ line }) => line);
  return example.targets.filter((_, index) => lines.includes(index + 1));
}

describe.each([
  { title: 'every edge missing in the table is refused', isAllowed: false },
  { title: 'every edge of the table is allowed', isAllowed: true },
])('$title', ({ isAllowed }) => {
  const { project, examples } = createProject(isAllowed);
  let findings: ReadonlyMap<string, readonly Finding[]>;

  beforeAll(async () => {
    findings = await project.lint();
  }, 600_000);
  afterAll(() => {
    project[Symbol.dispose]();
  });

  it.each(Object.keys(TABLE))('%s', (name) => {
    const example = examples.get(name);
    if (example === undefined) throw new Error(`No example for ${name}.`);
    expect(findings.has(example.file)).toBe(true);
    const refused = listRefused(example, findings.get(example.file) ?? []);
    expect(refused).toEqual(isAllowed ? [] : example.targets);
  });
});

describe('every way to import is seen', () => {
  const ways: Readonly<Record<string, string>> = {
    'shared/lib/value.ts': `import { size } from '#main/store/open.ts'; export const one = size;`,
    'shared/lib/type.ts': `import type { Size } from '#main/store/open.ts'; export const one: Size = 1;`,
    'shared/lib/re-export.ts': `export { size } from '#main/store/open.ts';`,
    'shared/lib/import-call.ts': `export const load = () => import('#main/store/open.ts');`,
    'shared/lib/import-type.ts': `export type Size = import('#main/store/open.ts').Size;`,
    'shared/lib/relative.ts': `import { size } from '../../main/store/open.ts'; export const one = size;`,
    'renderer/ui/Example.svelte': `<script lang="ts">\n  import { size } from '#main/store/open.ts';\n</script>\n\n{size}\n`,
  };
  const project = new RedProject({
    ...ways,
    'main/store/open.ts': 'export const size = 1; export type Size = number;',
  });
  let findings: ReadonlyMap<string, readonly Finding[]>;

  beforeAll(async () => {
    findings = await project.lint();
  }, 600_000);
  afterAll(() => {
    project[Symbol.dispose]();
  });

  it.each(Object.keys(ways))('%s', (file) => {
    const found = findings.get(file) ?? [];
    expect(found).toContainEqual(expect.objectContaining({ rule: 'boundaries/dependencies' }));
  });
});
