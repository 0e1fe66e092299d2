import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '#main/importing/read/limits.ts';
import { ensureMain, ensureRenderer } from '#main/start/build.mjs';
import { inProject } from '#main/start/paths.mjs';
import { runQuietly } from '#main/start/run.mjs';
import { findKeytarFailure } from '#test/support/keytar.ts';

/** A folder that looks to electron-builder like an unpacked Electron, without the 100 MB of one. */
function createStandIn(folder: string): string {
  const standIn = path.join(folder, 'electron');
  fs.mkdirSync(path.join(standIn, 'resources'), { recursive: true });
  fs.mkdirSync(path.join(standIn, 'locales'));
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'chrome-sandbox', 'version']) {
    fs.writeFileSync(path.join(standIn, name), 'stand-in', { mode: 0o755 });
  }
  // Of the program itself only the fuses, as Electron ships them: what is allowed by default stands at 1.
  const wire = Buffer.concat([Buffer.from(SENTINEL), Buffer.from([1, 8]), Buffer.from('10110001')]);
  fs.writeFileSync(path.join(standIn, 'electron'), Buffer.concat([Buffer.from('stand-in'), wire]), { mode: 0o755 });
  return standIn;
}

/** Where the fuses stand in the program, says Electron's documentation of them. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** In the order of the wire. */
const FUSES = [
  'runAsNode',
  'cookieEncryption',
  'nodeOptions',
  'nodeCliInspect',
  'embeddedAsarIntegrityValidation',
  'onlyLoadAppFromAsar',
  'loadBrowserProcessSpecificV8Snapshot',
  'grantFileProtocolExtraPrivileges',
];

function readFuses(program: string): Record<string, boolean> {
  const bytes = fs.readFileSync(program);
  const start = bytes.indexOf(SENTINEL) + SENTINEL.length + 2;
  return Object.fromEntries(FUSES.map((name, index) => [name, bytes[start + index] === '1'.charCodeAt(0)]));
}

/** What the helper says to its first task, as a process of plain Node. */
async function askHelper(file: string, task: object): Promise<unknown> {
  // Nobody's real keyring is asked.
  const env = { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' };
  const helper = fork(file, [], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [], env });
  helper.send(task);
  const [said] = (await once(helper, 'message')) as unknown[];
  helper.kill('SIGKILL');
  return said;
}

async function listArchive(archive: string): Promise<string[]> {
  const asar = inProject('node_modules', '@electron', 'asar', 'bin', 'asar.js');
  const { code, output } = await runQuietly([process.execPath, asar, 'list', archive], { keep: 1_000_000 });
  if (code !== 0) throw new Error(output);
  return output
    .split('\n')
    .map((line) => line.replaceAll('\\', '/').replace(/^\//, ''))
    .filter((line) => /\.\w+$/.test(line));
}

const obstacle = process.platform === 'linux' ? undefined : 'packing is tried out on Linux only';

describe('the package that dist makes', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'switchboard-package-'));
  const resources = path.join(folder, 'linux-unpacked', 'resources');
  let files: string[] = [];

  beforeAll(async () => {
    if (obstacle !== undefined) return;
    await ensureRenderer();
    await ensureMain();
    const builder = inProject('node_modules', 'electron-builder', 'cli.js');
    const settings = [`--config.electronDist=${createStandIn(folder)}`, `--config.directories.output=${folder}`];
    const { code, output } = await runQuietly([process.execPath, builder, '--dir', '--publish', 'never', ...settings]);
    expect(code, output).toBe(0);
    files = await listArchive(path.join(resources, 'app.asar'));
  }, 180_000);
  beforeEach(({ skip }) => {
    if (obstacle !== undefined) skip(obstacle);
  });
  afterAll(() => {
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it('holds the bundles, the page and the manifest', () => {
    expect(files).toEqual(
      expect.arrayContaining([
        'package.json',
        'dist/main/index.js',
        'dist/main/preload.cjs',
        'dist/main/store-worker.cjs',
        'dist/main/import-worker.cjs',
        'dist/main/check-worker.cjs',
        'dist/main/keyring-helper.cjs',
        'dist/renderer/index.html',
      ]),
    );
  });

  it('holds of node_modules only the two native packages, each for the one system', () => {
    const modules = files.filter((file) => file.startsWith('node_modules/'));
    const packages = new Set(modules.map((file) => file.split('/')[1]));
    const hasKeytar = fs.existsSync(inProject('node_modules/keytar'));
    expect([...packages].sort()).toEqual(['better-sqlite3', ...(hasKeytar ? ['keytar'] : [])]);
    expect(modules.filter((file) => file.endsWith('.node'))).toEqual([
      `node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`,
      ...(hasKeytar ? [`node_modules/keytar/prebuilds/linux-${process.arch}/keytar.node`] : []),
    ]);
  });

  it('has beside the archive the native packages and what is a process of its own, and nothing else', () => {
    const unpacked = path.join(resources, 'app.asar.unpacked');
    const beside = fs
      .readdirSync(unpacked, { recursive: true, encoding: 'utf8' })
      .filter((name) => fs.statSync(path.join(unpacked, name)).isFile());
    const native = files.filter((file) => file.startsWith('node_modules/'));
    expect(beside.sort()).toEqual(['dist/main/keyring-helper.cjs', ...native].sort());
  });

  it('is a program that is no Node, takes no orders from the environment and loads nothing but its own archive', () => {
    expect(readFuses(path.join(folder, 'linux-unpacked', 'switchboard'))).toEqual({
      runAsNode: false,
      cookieEncryption: false,
      nodeOptions: false,
      nodeCliInspect: false,
      embeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    });
  });

  it('holds a keyring helper that runs beside the archive, and loads the packed keytar', async ({ skip }) => {
    const failure = findKeytarFailure();
    if (failure !== null) skip(`keytar cannot be loaded on this machine: ${failure}`);
    const helper = path.join(resources, 'app.asar.unpacked/dist/main/keyring-helper.cjs');
    const said = await askHelper(helper, { act: 'find', account: 'nobody', isExpected: false });
    // The answer comes from GLib, through keytar: there is no bus at that address.
    expect(said).toMatchObject({ state: 'absent', secret: null, detail: expect.stringMatching(/connect/i) as string });
  });

  describe('a thread out of it', () => {
    const bundle = path.join(folder, 'unpacked');

    beforeAll(async () => {
      if (obstacle !== undefined) return;
      const asar = inProject('node_modules', '@electron', 'asar', 'bin', 'asar.js');
      await runQuietly([process.execPath, asar, 'extract', path.join(resources, 'app.asar'), bundle]);
    });

    async function hearFirst(name: string, workerData: object): Promise<unknown> {
      const worker = new Worker(path.join(bundle, 'dist/main', name), { workerData });
      const [said] = (await once(worker, 'message')) as unknown[];
      await worker.terminate();
      return said;
    }

    it('of the store runs as it is packed', async () => {
      const data = path.join(folder, 'data');
      fs.mkdirSync(data);
      const setup = { role: 'writer', folder: data, now: Date.UTC(2025, 10, 3) };
      expect(await hearFirst('store-worker.cjs', setup)).toMatchObject({ ok: true });
      expect(fs.readdirSync(data)).toEqual(expect.arrayContaining(['cache.db', 'owned.db']));
    });

    it('that reads tables runs as it is packed', async () => {
      const bytes = new Uint8Array(fs.readFileSync(inProject('test/fixtures/importing/contacts.xlsx')));
      const choice = { sheet: null, encoding: null, delimiter: null, limits: DEFAULT_LIMITS };
      const said = await hearFirst('import-worker.cjs', { name: 'contacts.xlsx', bytes, ...choice });
      expect(said).toMatchObject({ type: 'read', head: { kind: 'xlsx', rowCount: 4 } });
    });

    it('that checks rows runs as it is packed', async () => {
      const bytes = new Uint8Array(fs.readFileSync(inProject('test/fixtures/importing/contacts.xlsx')));
      const choice = { sheet: null, encoding: null, delimiter: null, limits: DEFAULT_LIMITS };
      const said = await hearFirst('check-worker.cjs', { name: 'contacts.xlsx', bytes, ...choice });
      expect(said).toMatchObject({ type: 'read', head: { table: { kind: 'xlsx', rowCount: 4 } } });
    });
  });

  it('holds no sources, no tests and no source maps', () => {
    expect(files.filter((file) => /\.(ts|svelte|map)$|gallery/.test(file))).toEqual([]);
    const places = new Set(files.map((file) => file.split('/').slice(0, 2).join('/')));
    expect([...places].filter((place) => !place.startsWith('node_modules/')).sort()).toEqual([
      'dist/main',
      'dist/renderer',
      'package.json',
    ]);
  });
});
