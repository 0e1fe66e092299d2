import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { inProject } from '#main/start/paths.mjs';

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

export type PackedPlatform = 'linux' | 'win32' | 'darwin';

/** A folder that looks to electron-builder like an unpacked Electron, without the 100 MB of one. */
export function createStandIn(parent: string, platform: PackedPlatform = 'linux'): string {
  const folder = path.join(parent, `electron-${platform}`);
  if (platform === 'darwin') fillMac(folder);
  else fillFlat(folder, platform);
  return folder;
}

export function readFuses(program: string): Record<string, boolean> {
  const bytes = fs.readFileSync(program);
  const start = bytes.indexOf(SENTINEL) + SENTINEL.length + 2;
  return Object.fromEntries(FUSES.map((name, index) => [name, bytes[start + index] === '1'.charCodeAt(0)]));
}

/** Of the program itself only the fuses, as Electron ships them: what is allowed by default stands at 1. */
function toProgram(): Buffer {
  const wire = Buffer.concat([Buffer.from(SENTINEL), Buffer.from([1, 8]), Buffer.from('10110001')]);
  return Buffer.concat([Buffer.from('stand-in'), wire]);
}

function fillFlat(folder: string, platform: PackedPlatform): void {
  fs.mkdirSync(path.join(folder, 'resources'), { recursive: true });
  fs.mkdirSync(path.join(folder, 'locales'));
  const names = ['LICENSE', 'LICENSES.chromium.html', 'version', ...(platform === 'linux' ? ['chrome-sandbox'] : [])];
  for (const name of names) fs.writeFileSync(path.join(folder, name), 'stand-in', { mode: 0o755 });
  const [program, bytes] =
    platform === 'win32' ? (['electron.exe', toWindowsProgram()] as const) : (['electron', toProgram()] as const);
  fs.writeFileSync(path.join(folder, program), bytes, { mode: 0o755 });
}

interface WindowsProgram {
  setExtraData(data: Uint8Array): void;
  generate(): ArrayBuffer;
}

interface ResEdit {
  readonly NtExecutable: { createEmpty(is32Bit: boolean, isDll: boolean): WindowsProgram };
  readonly NtExecutableResource: {
    from(program: WindowsProgram): { readonly entries: unknown; outputResource(program: WindowsProgram): void };
  };
  readonly Resource: { readonly VersionInfo: { create(...values: unknown[]): VersionInfo } };
}

interface VersionInfo {
  outputToResourceEntries(entries: unknown): void;
}

const VERSION = { lang: 1033, fixedInfo: {}, strings: [{ lang: 1033, codepage: 1200, values: { FileVersion: '1' } }] };

/** electron-builder writes icon, version and the archive's hash into it, so it must be a program as Windows knows them. */
function toWindowsProgram(): Buffer {
  const requireAsBuilder = createRequire(inProject('node_modules/app-builder-lib/package.json'));
  const { NtExecutable, NtExecutableResource, Resource } = requireAsBuilder('resedit') as ResEdit;
  const program = NtExecutable.createEmpty(false, false);
  const resources = NtExecutableResource.from(program);
  Resource.VersionInfo.create(VERSION).outputToResourceEntries(resources.entries);
  resources.outputResource(program);
  program.setExtraData(toProgram());
  return Buffer.from(program.generate());
}

const HELPERS = ['Helper', 'Helper (GPU)', 'Helper (Plugin)', 'Helper (Renderer)'];

function fillMac(folder: string): void {
  const contents = path.join(folder, 'Electron.app/Contents');
  const frameworks = path.join(contents, 'Frameworks');
  writeProgram(contents, 'Electron');
  fs.mkdirSync(path.join(contents, 'Resources'));
  for (const helper of HELPERS) {
    writeProgram(path.join(frameworks, `Electron ${helper}.app/Contents`), `Electron ${helper}`);
  }
  // The fuses of macOS stand in the framework.
  const framework = path.join(frameworks, 'Electron Framework.framework');
  fs.mkdirSync(framework);
  fs.writeFileSync(path.join(framework, 'Electron Framework'), toProgram(), { mode: 0o755 });
}

function writeProgram(contents: string, name: string): void {
  fs.mkdirSync(path.join(contents, 'MacOS'), { recursive: true });
  fs.writeFileSync(path.join(contents, 'MacOS', name), 'stand-in', { mode: 0o755 });
  fs.writeFileSync(path.join(contents, 'Info.plist'), PLIST);
}

const PLIST = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict></dict></plist>
`;
