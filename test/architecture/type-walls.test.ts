import { describe, expect, it } from 'vitest';
import { RedProject } from './red-project.ts';

const TSC = 'typescript/bin/tsc';
const WALLS = ['shared', 'main', 'main/preload', 'renderer', 'test'] as const;

/** Code that its wall must not even compile, by file; the text that the compiler's message holds. */
const RED: readonly (readonly [
  name: string,
  wall: (typeof WALLS)[number],
  file: string,
  source: string,
  says: string,
])[] = [
  ['shared uses process', 'shared', 'shared/lib/a.ts', 'export const a = process.pid;', `'process'`],
  ['shared uses document', 'shared', 'shared/lib/b.ts', 'export const b = document.title;', `'document'`],
  [
    'shared imports node:fs',
    'shared',
    'shared/lib/c.ts',
    `import fs from 'node:fs';\nexport const c = fs;`,
    `'node:fs'`,
  ],
  [
    'shared uses setTimeout',
    'shared',
    'shared/lib/d.ts',
    'setTimeout(() => undefined, 1);\nexport const d = 1;',
    `'setTimeout'`,
  ],
  ['main uses document', 'main', 'main/store/a.ts', 'export const a = document.title;', `'document'`],
  ['main uses window', 'main', 'main/store/b.ts', 'export const b = window;', `'window'`],
  [
    'main has an enum, which Node cannot strip',
    'main',
    'main/store/c.ts',
    'export enum C { One }',
    'erasableSyntaxOnly',
  ],
  ['preload uses process', 'main/preload', 'main/preload/a.ts', 'export const a = process.pid;', `'process'`],
  [
    'renderer imports node:fs',
    'renderer',
    'renderer/lib/a.ts',
    `import fs from 'node:fs';\nexport const a = fs;`,
    `'node:fs'`,
  ],
  ['renderer uses process', 'renderer', 'renderer/lib/b.ts', 'export const b = process.pid;', `'process'`],
  ['an index that may miss', 'shared', 'shared/lib/e.ts', 'export const e: number = [1][3];', 'undefined'],
];

const GREEN: Readonly<Record<string, string>> = {
  'shared/lib/fine.ts': 'export const fine = Math.max(1, 2);',
  'main/store/fine.ts': 'export const fine = process.pid;',
  'main/preload/fine.ts': 'export const fine = window.location.href;',
  'renderer/lib/fine.ts': 'export const fine = document.title;',
  'test/support/fine.ts': 'export const fine = process.pid;',
};

function compile(sources: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  using project = new RedProject({ ...GREEN, ...sources });
  // One wall at a time: `tsc -b` stops at the first wall with errors and would say nothing of those above it.
  return Object.fromEntries(WALLS.map((wall) => [wall, project.run(TSC, ['-p', wall, '--pretty', 'false']).output]));
}

describe('the walls of the compiler', () => {
  const outputs = compile(Object.fromEntries(RED.map(([, , file, source]) => [file, source])));

  it.each(RED)('refuse: %s', (_name, wall, file, _source, says) => {
    const lines = (outputs[wall] ?? '').split('\n').filter((line) => line.startsWith(`${file}(`));
    expect(lines.join('\n')).toContain(says);
  });

  it('let through what each side may use', () => {
    for (const file of Object.keys(GREEN)) expect(Object.values(outputs).join('\n')).not.toContain(`${file}(`);
  });

  it('are all referenced from the root, so that one build checks every wall', () => {
    using project = new RedProject(GREEN);
    const { code, output } = project.run(TSC, ['-b', '--dry', '--verbose']);
    expect(code).toBe(0);
    for (const wall of WALLS) expect(output).toContain(`${wall}/tsconfig.json`);
  });
});
