import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureMain, ensureRenderer } from '#main/start/build.mjs';
import { inProject } from '#main/start/paths.mjs';
import { runQuietly } from '#main/start/run.mjs';

/** A folder that looks to electron-builder like an unpacked Electron, without the 100 MB of one. */
function createStandIn(folder: string): string {
  const standIn = path.join(folder, 'electron');
  fs.mkdirSync(path.join(standIn, 'resources'), { recursive: true });
  fs.mkdirSync(path.join(standIn, 'locales'));
  for (const name of ['electron', 'LICENSE', 'LICENSES.chromium.html', 'chrome-sandbox', 'version']) {
    fs.writeFileSync(path.join(standIn, name), 'stand-in', { mode: 0o755 });
  }
  return standIn;
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
        'dist/main/store-worker.js',
        'dist/renderer/index.html',
      ]),
    );
  });

  it('holds of node_modules only the SQLite binding, for the one system', () => {
    const modules = files.filter((file) => file.startsWith('node_modules/'));
    expect(modules.every((file) => file.startsWith('node_modules/better-sqlite3/'))).toBe(true);
    const bindings = modules.filter((file) => file.endsWith('.node'));
    expect(bindings).toEqual([`node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`]);
    expect(fs.existsSync(path.join(resources, 'app.asar.unpacked', bindings[0] ?? ''))).toBe(true);
  });

  it('holds a store thread that runs as it is packed', async () => {
    const bundle = path.join(folder, 'unpacked');
    const asar = inProject('node_modules', '@electron', 'asar', 'bin', 'asar.js');
    await runQuietly([process.execPath, asar, 'extract', path.join(resources, 'app.asar'), bundle]);
    const data = path.join(folder, 'data');
    fs.mkdirSync(data);
    const workerData = { role: 'writer', folder: data, now: Date.UTC(2025, 10, 3) };
    const worker = new Worker(path.join(bundle, 'dist/main/store-worker.js'), { workerData });
    const [ready] = (await once(worker, 'message')) as unknown[];
    await worker.terminate();
    expect(ready).toMatchObject({ ok: true });
    expect(fs.readdirSync(data)).toEqual(expect.arrayContaining(['cache.db', 'owned.db']));
  });

  it('holds no sources, no tests and no source maps', () => {
    expect(files.filter((file) => /\.(ts|svelte|map)$|gallery/.test(file))).toEqual([]);
    const places = new Set(files.map((file) => file.split('/').slice(0, 2).join('/')));
    expect([...places].sort()).toEqual(['dist/main', 'dist/renderer', 'node_modules/better-sqlite3', 'package.json']);
  });
});
