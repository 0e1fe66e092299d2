import fs from 'node:fs';
import path from 'node:path';
import { inProject } from '#main/start/paths.mjs';
import { runQuietly } from '#main/start/run.mjs';
import { createStandIn, type PackedPlatform } from './stand-in.ts';

export interface Packed {
  /** The folder that an installer would install. */
  readonly folder: string;
  readonly resources: string;
  /** The file in which the fuses stand. */
  readonly fuses: string;
  readonly target: string;
}

interface Layout {
  readonly arguments: readonly string[];
  readonly target: string;
  readonly folder: string;
  readonly resources: string;
  readonly fuses: string;
}

const LAYOUTS: Readonly<Record<PackedPlatform, Layout>> = {
  linux: {
    arguments: ['--linux', '--x64'],
    target: 'linux-x64',
    folder: 'linux-unpacked',
    resources: 'resources',
    fuses: 'switchboard',
  },
  win32: {
    arguments: ['--win', '--x64'],
    target: 'win32-x64',
    folder: 'win-unpacked',
    resources: 'resources',
    fuses: 'Switchboard.exe',
  },
  darwin: {
    // Signing again after the fuses needs a program of macOS.
    arguments: ['--mac', '--arm64', '--config.electronFuses.resetAdHocDarwinSignature=false'],
    target: 'darwin-arm64',
    folder: 'mac-arm64',
    resources: 'Switchboard.app/Contents/Resources',
    fuses: 'Switchboard.app/Contents/Frameworks/Electron Framework.framework/Electron Framework',
  },
};

/** Packs the built app for this system on any other, with a stand-in for Electron. */
export async function pack(parent: string, platform: PackedPlatform): Promise<Packed> {
  const layout = LAYOUTS[platform];
  const output = path.join(parent, platform);
  const builder = inProject('node_modules', 'electron-builder', 'cli.js');
  const settings = [
    ...layout.arguments,
    `--config.electronDist=${createStandIn(parent, platform)}`,
    `--config.directories.output=${output}`,
  ];
  const command = [process.execPath, builder, '--dir', '--publish', 'never', ...settings];
  const { code, output: words } = await runQuietly(command);
  if (code !== 0) throw new Error(words);
  const folder = path.join(output, layout.folder);
  return {
    folder,
    resources: path.join(folder, layout.resources),
    fuses: path.join(folder, layout.fuses),
    target: layout.target,
  };
}

/** The files of the archive. */
export async function listArchive(archive: string): Promise<readonly string[]> {
  const words = await runAsar('list', archive);
  return words
    .split('\n')
    .map((line) => line.replaceAll('\\', '/').replace(/^\//, ''))
    .filter((line) => /\.\w+$/.test(line));
}

export async function extractArchive(archive: string, folder: string): Promise<void> {
  await runAsar('extract', archive, folder);
}

/** Every file below the folder. */
export function listFiles(folder: string): readonly string[] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => fs.statSync(path.join(folder, name)).isFile());
}

async function runAsar(...values: readonly string[]): Promise<string> {
  const asar = inProject('node_modules', '@electron', 'asar', 'bin', 'asar.js');
  const { code, output } = await runQuietly([process.execPath, asar, ...values], { keep: 1_000_000 });
  if (code !== 0) throw new Error(output);
  return output;
}
