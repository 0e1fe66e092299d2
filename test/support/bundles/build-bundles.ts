/**
 * Bundles what starts threads and processes, once for a whole run. A store has three threads; to load each from some
 * two hundred sources takes longer than most tests.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'rolldown';
import { inProject } from '#main/start/paths.mjs';

const ENTRIES = [
  'main/store/worker.ts',
  'main/importing/read/worker.ts',
  'main/importing/check/worker.ts',
  'main/browser.ts',
  'main/demo/command.ts',
];

/** Every module goes on believing that it stands where its source is. */
const keepAddresses: Plugin = {
  name: 'keep-addresses',
  transform: (code, id) =>
    code.includes('import.meta.url')
      ? code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      : undefined,
};

/** Vitest and Playwright call it once, before any test. What it returns is called after the last. */
export default async function buildBundles(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sb-bundles-'));
  const bundles: Record<string, string> = {};
  for (const [index, entry] of ENTRIES.entries()) {
    const source = inProject(entry);
    const file = path.join(folder, `${String(index)}.mjs`);
    await build({
      ...{ input: source, cwd: inProject(), platform: 'node', plugins: [keepAddresses] },
      external: (id) => !id.startsWith('.') && !id.startsWith('#') && !path.isAbsolute(id),
      output: { file, format: 'esm', codeSplitting: false },
    });
    bundles[pathToFileURL(source).href] = file;
  }
  process.env['SWITCHBOARD_TEST_BUNDLES'] = JSON.stringify({ bundles, compiled: path.join(folder, 'compiled') });
  // A process that ends may still write compiled code.
  return () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
