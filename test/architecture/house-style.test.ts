import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from './red-project.ts';
import { RedProject } from './red-project.ts';

const repeat = (count: number, toLine: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => toLine(index)).join('\n');
const toConstants = (count: number): string => repeat(count, (index) => `export const value${index} = ${index};`);
/** A function of a complexity of one more than it has branches. */
const toBranches = (count: number): string =>
  `export function find(value: number): number {\n${repeat(count, (index) => `  if (value > ${index * 2}) return ${index};`)}\n  return -1;\n}\n`;
/** A function whose innermost block is that deep. */
const toNested = (depth: number): string =>
  `export function find(value: number): number {\n${repeat(depth, (index) => `if (value > ${index}) {`)}\nreturn 1;\n${'}'.repeat(depth)}\nreturn 0;\n}\n`;
const SWITCH = `export function toWord(value: number): string {\n  switch (value) {\n${repeat(20, (index) => `    case ${index}:\n      return 'word ${index}';`)}\n    default:\n      return '';\n  }\n}\n`;
const LONG_FUNCTION = `export function sum(): number {\n  let total = 0;\n${repeat(200, (index) => `  total += ${index};`)}\n  return total;\n}\n`;
const LONG_STYLE = `<p>line</p>\n\n<style>\n  p {\n${'    color: red;\n'.repeat(500)}  }\n</style>\n`;

/** One red example per rule of the house: where it stands, what it says, and which rule must speak. */
const RED: readonly (readonly [name: string, file: string, source: string, rule: string])[] = [
  [
    'undici outside transport.ts',
    'main/api/a.ts',
    `import { fetch } from 'undici'; export const get = fetch;`,
    'no-restricted-imports',
  ],
  [
    'a type of undici counts',
    'main/api/b.ts',
    `import type { Agent } from 'undici'; export type A = Agent;`,
    'no-restricted-imports',
  ],
  [
    'better-sqlite3 outside open.ts',
    'main/store/a.ts',
    `import D from 'better-sqlite3'; export const d = D;`,
    'no-restricted-imports',
  ],
  [
    'ssh2 outside ssh.ts',
    'main/webhooks/a.ts',
    `import type { Client } from 'ssh2'; export type C = Client;`,
    'no-restricted-imports',
  ],
  [
    'electron outside its host',
    'main/services/a.ts',
    `import { app } from 'electron'; export const name = app;`,
    'no-restricted-imports',
  ],
  [
    'numbering plans in the page',
    'renderer/lib/a.ts',
    `import { findPhoneKind } from '#shared/domain/phone-kind.ts'; export const kind = findPhoneKind;`,
    'no-restricted-imports',
  ],
  [
    'all numbering plans outside phone-kind.ts',
    'shared/domain/a.ts',
    `import { Metadata } from 'libphonenumber-js/max'; export const M = Metadata;`,
    'no-restricted-imports',
  ],
  ['process.env', 'main/store/b.ts', `export const home = process.env['HOME'];`, 'no-restricted-properties'],
  [
    'env of node:process',
    'main/store/c.ts',
    `import { env } from 'node:process'; export const home = env['HOME'];`,
    'no-restricted-imports',
  ],
  ['console in main', 'main/store/d.ts', `export const log = () => { console.log('x'); };`, 'no-console'],
  ['console in the renderer', 'renderer/data/d.ts', `export const log = () => { console.log('x'); };`, 'no-console'],
  ['a default export', 'main/store/e.ts', `export default class Store { readonly size = 1; }`, 'no-restricted-syntax'],
  ['a barrel', 'main/store/f.ts', `export * from './a.ts';`, 'no-restricted-syntax'],
  [
    'a relative import that leaves its folder',
    'main/store/g.ts',
    `import type { X } from '../api/a.ts'; export type Y = X;`,
    'house/relative-only-inside',
  ],
  ['a function of a complexity of more than 15', 'main/store/h.ts', toBranches(15), 'complexity'],
  ['blocks nested more than four deep', 'main/store/o.ts', toNested(5), 'max-depth'],
  ['a file of more than 500 lines', 'main/store/i.ts', toConstants(501), 'max-lines'],
  [
    'more than three parameters',
    'main/store/j.ts',
    `export const add = (a: number, b: number, c: number, d: number) => a + b + c + d;`,
    'max-params',
  ],
  ['any', 'main/store/k.ts', `export const value: any = 1;`, '@typescript-eslint/no-explicit-any'],
  [
    '@ts-ignore',
    'main/store/l.ts',
    `// @ts-ignore\nexport const value: string = 1;`,
    '@typescript-eslint/ban-ts-comment',
  ],
  ['an eslint-disable', 'main/store/m.ts', `// eslint-disable-next-line no-console\nexport const value = 1;`, 'none'],
  ['an empty catch', 'main/store/n.ts', `try { JSON.parse('{'); } catch {}\nexport const value = 1;`, 'no-empty'],
  ['work left for later', 'main/store/p.ts', `// TO` + `DO: more\nexport const value = 1;`, 'no-warning-comments'],
  ['a file in no layer', 'main/utils/a.ts', `export const value = 1;`, 'boundaries/no-unknown-files'],
  [
    'raw HTML in a component',
    'renderer/features/search/A.svelte',
    `<script lang="ts">\n  const html = '<b>';\n</script>\n\n{@html html}\n`,
    'svelte/no-at-html-tags',
  ],
  [
    'any in a component',
    'renderer/features/search/B.svelte',
    `<script lang="ts">\n  const html: any = 1;\n</script>\n\n{html}\n`,
    '@typescript-eslint/no-explicit-any',
  ],
  [
    'a component of more than 250 lines without its style',
    'renderer/features/search/C.svelte',
    '<p>line</p>\n'.repeat(251),
    'house/component-length',
  ],
  [
    'a second index of the contract',
    'shared/domain/index.ts',
    `export { value } from './value.ts';`,
    'no-restricted-syntax',
  ],
];

/** The same for what tests may not do: measure, and let time go by. */
const RED_TESTS: readonly (readonly [name: string, source: string, rule: string])[] = [
  ['a clock that measures', `export const at = performance.now();`, 'house/no-measuring'],
  ['processor time', `export const cpu = process.threadCpuUsage();`, 'house/no-measuring'],
  ['memory', `export const { rss } = process.memoryUsage();`, 'house/no-measuring'],
  [
    'hrtime by import',
    `import { hrtime } from 'node:process'; export const at = hrtime.bigint();`,
    'house/no-measuring',
  ],
  [
    'a duration in an expectation',
    `const startedAt = Date.now(); export const isQuick = Date.now() - startedAt < 500;`,
    'house/no-measuring',
  ],
  [
    'a sleep of node:timers',
    `import { setTimeout as wait } from 'node:timers/promises'; await wait(50);`,
    'house/no-sleeping',
  ],
  ['a promise of time', `await new Promise((resolve) => setTimeout(resolve, 50));`, 'house/no-sleeping'],
  [
    'a promise of time in braces',
    `await new Promise<void>((done) => { void setTimeout(done, 0); });`,
    'house/no-sleeping',
  ],
  [
    'a sleep of the page',
    `interface Page { waitForTimeout(ms: number): Promise<void> } export const rest = (page: Page) => page.waitForTimeout(50);`,
    'house/no-sleeping',
  ],
];
const toTestFile = (index: number): string => `test/unit/red-${index}.test.ts`;

/** What the same rules must leave alone. */
const GREEN: Readonly<Record<string, string>> = {
  'test/unit/green.test.ts': `import { setImmediate as nextTurn } from 'node:timers/promises';\n\nconst MINUTE_MS = 60_000;\nexport const heardAt = Date.now() - 4 * MINUTE_MS;\nexport const isLate = Date.now() > heardAt;\nawait nextTurn();\n`,
  'test/bench/green.ts': `export const at = performance.now();\n`,
  'test/unit/green.full.test.ts': `export const at = performance.now();\n`,
  'main/api/transport.ts': `import { fetch } from 'undici';\n\nexport const get = fetch;\n`,
  'main/store/open.ts': `import Database from 'better-sqlite3';\n\nexport const open = (file: string) => new Database(file);\n`,
  'main/webhooks/tunnel/ssh.ts': `import type { Client } from 'ssh2';\n\nexport type C = Client;\n`,
  'main/config.ts': `export const home = process.env['HOME'];\n`,
  'main/browser.ts': `console.log('Switchboard is at http://127.0.0.1');\n`,
  'main/preload/index.ts': `import { contextBridge } from 'electron';\n\nexport const bridge = contextBridge;\n`,
  'shared/contract/index.ts': `export { value } from './value.ts';\n`,
  'shared/contract/value.ts': `export const value = 1;\n`,
  'main/store/queries/chats.ts': `import { open } from '../open.ts';\n\nexport const again = open;\n`,
  'main/store/branches.ts': toBranches(14),
  'main/store/nested.ts': toNested(4),
  'main/store/switch.ts': SWITCH,
  'main/store/long-function.ts': LONG_FUNCTION,
  'main/store/long.ts': toConstants(500),
  'main/store/rows/decoder.ts': toBranches(15),
  'main/api/wire/decoder.ts': toBranches(15),
  'test/unit/comparison.ts': toBranches(15),
  'renderer/features/search/LongStyle.svelte': LONG_STYLE,
  'renderer/features/search/Long.svelte': '<p>line</p>\n'.repeat(250),
  'renderer/features/search/Good.svelte': `<script lang="ts">\n  interface Props {\n    name: string;\n  }\n  let { name }: Props = $props();\n</script>\n\n<p>{name}</p>\n`,
};

const project = new RedProject({
  ...Object.fromEntries(RED.map(([, file, source]) => [file, source])),
  ...Object.fromEntries(RED_TESTS.map(([, source], index) => [toTestFile(index), source])),
  ...GREEN,
});
let findings: ReadonlyMap<string, readonly Finding[]>;

beforeAll(async () => {
  findings = await project.lint();
}, 600_000);
afterAll(() => {
  project[Symbol.dispose]();
});

describe('the house style is enforced: eslint refuses', () => {
  it.each(RED)('%s', (_name, file, _source, rule) => {
    expect(findings.get(file)).toContainEqual(expect.objectContaining({ rule }));
  });
});

describe('tests measure nothing and wait for no time: eslint refuses', () => {
  it.each(RED_TESTS.map(([name, , rule], index) => [name, toTestFile(index), rule]))('%s', (_name, file, rule) => {
    expect(findings.get(file)).toContainEqual(expect.objectContaining({ rule }));
  });
});

describe('the house style leaves alone', () => {
  it.each(Object.keys(GREEN))('%s', (file) => {
    expect(findings.get(file)).toEqual([]);
  });
});
