import fs from 'node:fs';
import { isBuiltin } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { build, parseSync } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAULT_KINDS } from '#main/demo/steering/faults.ts';
import { ensureMain } from '#main/start/build.mjs';
import { inProject } from '#main/start/paths.mjs';
import { runQuietly } from '#main/start/run.mjs';

const OPENS_A_STORE = fileURLToPath(new URL('./opens-a-store.ts', import.meta.url));
const CHECKS_A_FILE = fileURLToPath(new URL('./checks-a-file.ts', import.meta.url));
const READS_A_TABLE = fileURLToPath(new URL('./reads-a-table.ts', import.meta.url));

interface Named {
  readonly type: string;
  readonly [member: string]: unknown;
}

const isNode = (value: unknown): value is Named => typeof value === 'object' && value !== null && 'type' in value;

function parse(file: string) {
  const { program, errors } = parseSync(file, fs.readFileSync(file, 'utf8'));
  expect(errors).toEqual([]);
  return program;
}

/** Whatever a file loads by name: imports, re-exports, dynamic imports and calls of some `require`. */
function listLoaded(file: string): string[] {
  const loaded = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isNode(value)) return;
    const name = value.type === 'CallExpression' ? findRequired(value) : value['source'];
    if (isNode(name) && typeof name['value'] === 'string') loaded.add(name['value']);
    Object.values(value).forEach(visit);
  };
  visit(parse(file));
  return [...loaded].sort();
}

/** `require`, `__require`, `createRequire(…)` under any name; not a package's own function that asks for a value. */
const REQUIRE = /^[_$]*(?:node|create)?require[_$\d]*$/i;

function findRequired(call: Named): unknown {
  const { callee } = call;
  const isRequire = isNode(callee) && typeof callee['name'] === 'string' && REQUIRE.test(callee['name']);
  return isRequire && Array.isArray(call['arguments']) ? call['arguments'][0] : undefined;
}

describe('main as it is bundled for Electron', () => {
  const out = inProject('dist', 'main');

  beforeAll(async () => {
    await ensureMain();
  }, 180_000);

  const listModules = (): string[] => fs.readdirSync(out).filter((name) => name.endsWith('.js'));

  it('loads nothing but Electron, Node’s own modules and its own parts', () => {
    const strangers = listModules().flatMap((name) =>
      listLoaded(path.join(out, name)).filter((loaded) => {
        if (loaded.startsWith('./')) return !fs.existsSync(path.join(out, loaded));
        return !isBuiltin(loaded) && loaded !== 'electron';
      }),
    );
    expect(strangers).toEqual([]);
    expect(listLoaded(path.join(out, 'index.js'))).toContain('electron');
  });

  it.each([
    ['preload.cjs', ['electron']],
    ['store-worker.cjs', ['better-sqlite3']],
    ['import-worker.cjs', []],
    ['check-worker.cjs', []],
    // keytar it loads by a `require` of its own making, since it may not be there.
    ['keyring-helper.cjs', []],
  ])('has in %s one CommonJS file that needs Node and %j', (name, needed) => {
    const file = path.join(out, name);
    expect(listLoaded(file).filter((loaded) => !isBuiltin(loaded))).toEqual(needed);
    const statements = parse(file).body.map(({ type }) => type as string);
    expect(statements.filter((type) => /^(Import|Export)/.test(type))).toEqual([]);
  });

  it('has the demo service in it, and nothing that tests steer it with', () => {
    const names = fs.readdirSync(out);
    const maps = names.filter((name) => name.endsWith('.map'));
    const sources = maps.flatMap((name) => {
      const map = JSON.parse(fs.readFileSync(path.join(out, name), 'utf8')) as { sources: string[] };
      return map.sources.map((source) => source.replaceAll('\\', '/'));
    });
    expect(sources.filter((source) => source.endsWith('/main/demo/service.ts'))).toHaveLength(1);
    expect(sources.filter((source) => source.includes('/main/demo/steering/'))).toEqual([]);
    const words = ['/control/', 'x-demo-control', ...FAULT_KINDS.filter((kind) => kind.includes('-'))];
    const code = names
      .filter((name) => /\.c?js$/.test(name))
      .map((name) => fs.readFileSync(path.join(out, name), 'utf8'));
    expect(words.filter((word) => code.some((text) => text.includes(word)))).toEqual([]);
  });

  it('has no module of Node in the preload, which a sandbox would refuse', () => {
    expect(listLoaded(path.join(out, 'preload.cjs'))).toEqual(['electron']);
  });
});

/** Bundles `entry` as main is bundled, and the thread `thread` beside it. */
async function bundleInto(out: string, entry: string, thread: string): Promise<void> {
  const common = { configFile: inProject('vite.main.config.ts'), root: inProject(), logLevel: 'error' } as const;
  const modules = { outDir: out, rolldownOptions: { input: { entry } } };
  await build({ ...common, mode: 'modules', build: modules });
  await build({ ...common, mode: thread, build: { outDir: out } });
}

describe('a store in bundled code', () => {
  // Inside the project, so that the one package that stays outside of the bundle is found.
  const out = inProject('.build', `bundle-${String(process.pid)}`);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'switchboard-bundle-'));

  beforeAll(() => bundleInto(out, OPENS_A_STORE, 'store-worker'), 180_000);
  afterAll(() => {
    fs.rmSync(out, { recursive: true, force: true });
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it('finds its threads beside the bundle, writes and reads', async () => {
    const entry = path.join(out, 'entry.js');
    const { code, output } = await runQuietly([process.execPath, entry, folder]);
    expect(code, output).toBe(0);
    expect(JSON.parse(output)).toEqual({ file: entry, phone: '447700900318', draft: 'Half a thought' });
    expect(fs.readdirSync(folder)).toEqual(expect.arrayContaining(['cache.db', 'owned.db']));
  });
});

describe('a table in bundled code', () => {
  // Outside of the project: the thread needs no package beside it.
  const out = fs.mkdtempSync(path.join(os.tmpdir(), 'switchboard-bundle-'));

  beforeAll(() => bundleInto(out, READS_A_TABLE, 'import-worker'), 180_000);
  afterAll(() => {
    fs.rmSync(out, { recursive: true, force: true });
  });

  it('is read by the thread beside the bundle, of every kind, and a bad file is refused in words', async () => {
    fs.writeFileSync(path.join(out, 'package.json'), '{"type":"module"}');
    const tables = ['contacts.xlsx', 'contacts.xls', 'excel-95.xls'].map((name) =>
      inProject('test/fixtures/importing', name),
    );
    const { code, output } = await runQuietly([process.execPath, path.join(out, 'entry.js'), ...tables], {
      keep: 10_000,
    });
    expect(code, output).toBe(0);
    expect(JSON.parse(output)).toEqual([
      { kind: 'xlsx', rowCount: 4, phone: '447700900123' },
      { kind: 'xls', rowCount: 4, phone: '447700900123' },
      { refused: 'too-old' },
    ]);
  });
});

describe('a file of contacts in bundled code', () => {
  const out = fs.mkdtempSync(path.join(os.tmpdir(), 'switchboard-bundle-'));

  beforeAll(() => bundleInto(out, CHECKS_A_FILE, 'check-worker'), 180_000);
  afterAll(() => {
    fs.rmSync(out, { recursive: true, force: true });
  });

  it('is checked by the thread beside the bundle', async () => {
    fs.writeFileSync(path.join(out, 'package.json'), '{"type":"module"}');
    const file = inProject('test/fixtures/importing/contacts.xlsx');
    const { code, output } = await runQuietly([process.execPath, path.join(out, 'entry.js'), file], { keep: 10_000 });
    expect(code, output).toBe(0);
    expect(JSON.parse(output)).toEqual([{ rowsCount: 3, newCount: 1 }]);
  });
});
