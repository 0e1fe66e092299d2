/** Run beside the packed program: loads its updater as the app does when it first looks for a newer version, and prints which it is. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = process.argv[2] ?? '';
const load = async (name: string): Promise<Record<string, unknown>> =>
  (await import(pathToFileURL(path.join(folder, name)).href)) as Record<string, unknown>;
const isOfUpdater = (name: string): boolean =>
  name.startsWith('chunk-') && readFileSync(path.join(folder, name), 'utf8').includes('class AppUpdater');

await load('index.js');
const { default: library } = await load(readdirSync(folder).find(isOfUpdater) ?? '');
const { autoUpdater } = library as { readonly autoUpdater: { readonly constructor: { readonly name: string } } };
process.stdout.write(`updater: ${autoUpdater.constructor.name}\n`);
process.exit(0);
