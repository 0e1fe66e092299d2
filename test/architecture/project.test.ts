import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './red-project.ts';

const FOLDERS = ['main', 'shared', 'renderer', 'test'];
const README_FOLDERS = [
  'main/sync',
  'main/sending',
  'main/store',
  'main/api',
  'main/webhooks',
  'main/demo',
  'shared/contract',
  'renderer',
];

function listFiles(folder: string): string[] {
  if (!fs.existsSync(path.join(ROOT, folder))) return [];
  return fs
    .readdirSync(path.join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
}

function read(file: string): string {
  return fs.readFileSync(path.join(ROOT, file), 'utf8');
}

const sources = FOLDERS.flatMap(listFiles).filter((file) => /\.(ts|mjs|js|svelte)$/.test(file));

describe('the tree', () => {
  it('has sources to judge', () => {
    expect(sources.length).toBeGreaterThan(20);
  });

  it('names files in kebab-case and components in PascalCase', () => {
    const base = (file: string) => path.posix.basename(file);
    const odd = sources.filter((file) =>
      file.endsWith('.svelte')
        ? !/^[A-Z][A-Za-z0-9]*\.svelte$/.test(base(file))
        : !/^[a-z0-9]+(-[a-z0-9]+)*(\.full)?(\.(svelte|test|spec|worker|d))?\.(ts|mjs|js)$/.test(base(file)),
    );
    expect(odd).toEqual([]);
  });

  it('says in a README of at most 60 lines what each larger folder is for', () => {
    const present = README_FOLDERS.filter((folder) => listFiles(folder).some((file) => /\.(ts|svelte)$/.test(file)));
    const missing = present.filter((folder) => !fs.existsSync(path.join(ROOT, folder, 'README.md')));
    expect(missing).toEqual([]);
    // A table of every row of the interface stands below the words, and is as long as the interface.
    const words = (folder: string): number =>
      read(`${folder}/README.md`).split('\n## Map of rows\n')[0]?.trimEnd().split('\n').length ?? 0;
    expect(present.filter((folder) => words(folder) > 60)).toEqual([]);
  });

  it('has no style for the neighbour of any element, which makes the browser restyle whole lists with every new row', () => {
    const styles = (text: string): string => (text.split('<style>')[1] ?? '').replaceAll(/\/\*.*?\*\//gs, '');
    const isAboutAny = (text: string): boolean => /\*\s*[+~]/.test(styles(text));
    expect(isAboutAny('<style> .card > * + * {')).toBe(true);
    expect(sources.filter((file) => file.endsWith('.svelte') && isAboutAny(read(file)))).toEqual([]);
  });

  it('reads nothing outside itself: no path climbs above the root', () => {
    const outside = sources.filter((file) => {
      const climbs = read(file).match(/(?<=['"`(])(\.\.\/)+[\w.-]+/g) ?? [];
      const depth = file.split('/').length - 1;
      return climbs.some((climb) => (climb.match(/\.\.\//g) ?? []).length > depth);
    });
    expect(outside).toEqual([]);
  });
});

type Versions = Readonly<Record<string, string>>;

const manifest = JSON.parse(read('package.json')) as {
  readonly scripts: Versions;
  readonly dependencies: Versions;
  readonly devDependencies: Versions;
  readonly optionalDependencies: Versions;
  readonly allowScripts: Readonly<Record<string, boolean>>;
};
describe('package.json', () => {
  it('has every stable command, each through the start script that runs on an old Node', () => {
    const commands = [
      'start',
      'demo',
      'service',
      'dev',
      'test',
      'test:full',
      'check',
      'bench',
      'dist',
      'icons',
      'start:packed',
      'test:electron',
    ];
    expect(manifest.scripts).toEqual(Object.fromEntries(commands.map((name) => [name, `node main/start.mjs ${name}`])));
  });
});

interface LockEntry {
  readonly name?: string;
  readonly hasInstallScript?: boolean;
  readonly version?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, unknown>>;
}

const lock = (JSON.parse(read('package-lock.json')) as { packages: Readonly<Record<string, LockEntry>> }).packages;

/** Where npm looks for a dependency of the package at `location`: beside it, then in every folder above. */
function isLocked(location: string, name: string): boolean {
  const parts = location.split('/node_modules/');
  const places = parts.map((_, index) => [...parts.slice(0, parts.length - index), name].join('/node_modules/'));
  return [...places, `node_modules/${name}`].some((place) => lock[place] !== undefined);
}

describe('package-lock.json', () => {
  it('holds every optional binding of every system, or npm ci fails on the other ones', () => {
    const missing = Object.entries(lock).flatMap(([location, entry]) =>
      Object.keys(entry.optionalDependencies ?? {})
        .filter((name) => !isLocked(location, name))
        .map((name) => `${location} needs ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it.each(['oxc-parser', 'unrs-resolver', 'rolldown', 'lightningcss'])(
    'has bindings of %s for all three systems',
    (name) => {
      const entry = lock[`node_modules/${name}`];
      const bindings = Object.keys(entry?.optionalDependencies ?? {});
      for (const system of ['linux-x64', 'linux-arm64', 'win32-x64', 'darwin-arm64', 'darwin-x64']) {
        const binding = bindings.find((candidate) => candidate.includes(system));
        expect(binding, `${name} for ${system}`).toBeDefined();
        expect(isLocked(`node_modules/${name}`, binding ?? ''), `${name} for ${system} in the lock file`).toBe(true);
      }
    },
  );

  it('names no registry, so that it installs from any', () => {
    expect(Object.entries(lock).filter(([, entry]) => entry.resolved !== undefined && entry.link !== true)).toEqual([]);
  });

  it('pins every direct dependency to one version', () => {
    const all = Object.entries({
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.optionalDependencies,
    });
    expect(all.filter(([, version]) => !/^(npm:[@\w/-]+@)?\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  it('lets no install script run: each is denied by the name of its package, which an alias is not', () => {
    const withScript = Object.entries(lock).filter(([, entry]) => entry.hasInstallScript === true);
    const names = withScript.map(([location, { name }]) => name ?? location.split('node_modules/').at(-1) ?? '');
    expect(names).toContain('@github/keytar');
    expect(names.filter((name) => manifest.allowScripts[name] !== false)).toEqual([]);
  });
});
