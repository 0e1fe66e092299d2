import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RedProject } from './red-project.ts';

/** Mistakes that only types show, one for each kind of file: where it stands, what it says, and which rule must speak. */
const RED: readonly (readonly [name: string, file: string, source: string, rule: string])[] = [
  [
    'a promise in main that is not awaited',
    'main/store/a.ts',
    `export function go(): void { Promise.resolve(1); }`,
    'no-floating-promises',
  ],
  [
    'a promise in a test that is not awaited: the test cannot fail',
    'test/unit/a.test.ts',
    `import { expect, it } from 'vitest'; it('waits', () => { expect(Promise.resolve(1)).resolves.toBe(1); });`,
    'no-floating-promises',
  ],
  [
    'a promise that is taken for a yes',
    'test/unit/b.test.ts',
    `const ask = (): Promise<boolean> => Promise.resolve(false); export const word = ask() ? 'yes' : 'no';`,
    'no-misused-promises',
  ],
  [
    'a listener in the renderer whose promise is lost',
    'renderer/data/a.svelte.ts',
    `export function go(): void { addEventListener('x', async () => { await Promise.resolve(); }); }`,
    'no-misused-promises',
  ],
  [
    'a value from outside that passed no schema',
    'main/store/b.ts',
    `export const read = (text: string): string => JSON.parse(text).name;`,
    'no-unsafe-return',
  ],
  [
    'a switch that forgets a case',
    'shared/domain/a.ts',
    `export function toWord(way: 'in' | 'out'): string { switch (way) { case 'in': return 'from'; } return ''; }`,
    'switch-exhaustiveness-check',
  ],
  [
    'a condition that is always true',
    'shared/domain/b.ts',
    `export const isThere = (item: { id: number }): boolean => item !== null;`,
    'no-unnecessary-condition',
  ],
];

const GREEN = {
  'main/store/good.ts': `export async function go(): Promise<void> { await Promise.resolve(1); }`,
  'test/unit/good.test.ts': `import { it } from 'vitest'; it('waits', async () => { await Promise.resolve(1); });`,
};

const project = new RedProject({ ...Object.fromEntries(RED.map(([, file, source]) => [file, source])), ...GREEN });
let output = '';
let code: number | null = null;

beforeAll(() => {
  ({ code, output } = project.run('oxlint/bin/oxlint', [
    '--type-aware',
    '--format',
    'unix',
    'main',
    'shared',
    'renderer',
    'test',
  ]));
}, 300_000);
afterAll(() => {
  project[Symbol.dispose]();
});

describe('the linter that knows types', () => {
  it.each(RED)('refuses %s', (_name, file, _source, rule) => {
    const lines = output.split('\n').filter((line) => line.startsWith(`${file}:`));
    expect(lines, output).toContainEqual(expect.stringContaining(`(${rule})`));
    expect(code).not.toBe(0);
  });

  it.each(Object.keys(GREEN))('leaves %s alone', (file) => {
    expect(output).not.toContain(`${file}:`);
  });
});
