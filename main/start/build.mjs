import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { withLock } from './lock.mjs';
import { inProject, ROOT } from './paths.mjs';
import { runQuietly } from './run.mjs';
import { UserError } from './console.mjs';

const RENDERER = {
  name: 'renderer',
  label: 'Building the window',
  sources: ['renderer', 'shared', 'vite.config.ts', 'svelte.config.js', 'package-lock.json', 'tsconfig.base.json'],
  passes: [['--config', 'vite.config.ts']],
  output: 'dist/renderer/index.html',
};

const MAIN = {
  name: 'main',
  label: 'Bundling the main process',
  sources: ['main', 'shared', 'vite.main.config.ts', 'package.json', 'package-lock.json', 'tsconfig.base.json'],
  passes: ['modules', 'store-worker', 'import-worker', 'check-worker', 'keyring-helper', 'preload'].map((mode) => [
    '--config',
    'vite.main.config.ts',
    '--mode',
    mode,
  ]),
  output: 'dist/main/index.js',
};

/** Builds the renderer into dist/renderer unless what is there was made from exactly these sources. */
export async function ensureRenderer() {
  await ensureBuilt(RENDERER);
}

/** Bundles main for Electron into dist/main. The browser host needs no bundle: Node runs main/browser.ts itself. */
export async function ensureMain() {
  await ensureBuilt(MAIN);
}

async function ensureBuilt(target) {
  if (isFresh(target)) return;
  await withLock(`build-${target.name}`, async () => {
    if (!isFresh(target)) await build(target);
  });
}

async function build(target) {
  const stamp = toStamp(target.sources);
  fs.rmSync(stampFile(target), { force: true });
  const command = [
    process.execPath,
    inProject('node_modules', 'vite', 'bin', 'vite.js'),
    'build',
    '--logLevel',
    'warn',
  ];
  for (const pass of target.passes) {
    const options = { label: target.label, env: { NODE_ENV: 'production' } };
    const { code, output } = await runQuietly([...command, ...pass], options);
    if (code !== 0) throw new UserError(`${target.label} failed; vite says:\n${output.trim()}`);
  }
  fs.writeFileSync(stampFile(target), stamp);
}

function isFresh(target) {
  if (!fs.existsSync(inProject(target.output)) || !fs.existsSync(stampFile(target))) return false;
  return fs.readFileSync(stampFile(target), 'utf8') === toStamp(target.sources);
}

function stampFile(target) {
  return inProject('dist', `.${target.name}-stamp`);
}

/** A hash over names and contents: unlike times it survives a checkout, a copy and a clock that is wrong. */
function toStamp(sources) {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => listFiles(inProject(source))).sort()) {
    hash
      .update(`${path.relative(ROOT, file)}\0`)
      .update(fs.readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

function listFiles(location) {
  if (!fs.existsSync(location)) return [];
  if (fs.statSync(location).isFile()) return [location];
  return fs.readdirSync(location).flatMap((name) => listFiles(path.join(location, name)));
}
