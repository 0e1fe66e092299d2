import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureMain, ensureRenderer } from '#main/start/build.mjs';
import { inProject } from '#main/start/paths.mjs';
import { runQuietly } from '#main/start/run.mjs';
import type { ChatPage } from '#shared/contract/index.ts';
import { extractArchive, listArchive, listFiles, pack, type Packed } from '#test/support/packaging/pack.ts';
import { readFuses, type PackedPlatform } from '#test/support/packaging/stand-in.ts';

const LOADS_THE_UPDATER = fileURLToPath(new URL('./loads-the-updater.ts', import.meta.url));

const hasKeytar = fs.existsSync(inProject('node_modules/keytar'));
const obstacle = process.platform === 'linux' ? null : 'packing for every system is tried out on Linux only';
const parent = fs.mkdtempSync(path.join(os.tmpdir(), 'switchboard-packages-'));

/** One list for every system: the target in place of its name, the hash of a built file left out. */
function toList(files: readonly string[], target: string): string {
  const plain = files.map((file) =>
    file
      .replaceAll('\\', '/')
      .replace(target, '<target>')
      .replace(/(assets\/[\w.-]+|main\/chunk)-[\w-]{8}(\.\w+)$/, '$1-<hash>$2'),
  );
  return `${plain.toSorted().join('\n')}\n`;
}

describe.skipIf(obstacle !== null)('packages', () => {
  const packed = new Map<PackedPlatform, Packed>();

  beforeAll(async () => {
    await ensureRenderer();
    await ensureMain();
    for (const platform of ['linux', 'win32', 'darwin'] as const) packed.set(platform, await pack(parent, platform));
  }, 180_000);
  afterAll(() => {
    fs.rmSync(parent, { recursive: true, force: true });
  });

  function get(platform: PackedPlatform): Packed {
    const found = packed.get(platform);
    if (found === undefined) throw new Error(`Nothing was packed for ${platform}`);
    return found;
  }

  it.skipIf(!hasKeytar).each(['linux', 'win32', 'darwin'] as const)(
    'hold for %s exactly the listed files in the archive, and beside it',
    async (platform) => {
      const { resources, target } = get(platform);
      const archive = toList(await listArchive(path.join(resources, 'app.asar')), target);
      await expect(archive).toMatchFileSnapshot('archive-files.txt');
      const beside = toList(listFiles(path.join(resources, 'app.asar.unpacked')), target);
      await expect(beside).toMatchFileSnapshot('unpacked-files.txt');
    },
  );

  it('add to Electron its own files and nothing else', () => {
    expect(
      listFiles(get('linux').folder)
        .filter((name) => !name.includes('app.asar'))
        .toSorted(),
    ).toEqual(['LICENSE.electron.txt', 'LICENSES.chromium.html', 'chrome-sandbox', 'switchboard', 'version']);
    expect(
      listFiles(get('win32').folder)
        .filter((name) => !name.includes('app.asar'))
        .toSorted(),
    ).toEqual(['LICENSE.electron.txt', 'LICENSES.chromium.html', 'Switchboard.exe', 'version']);
    const resources = listFiles(get('darwin').resources).filter((name) => !name.includes('app.asar'));
    expect(resources).toEqual(['icon.icns']);
  });

  it.each(['linux', 'win32', 'darwin'] as const)(
    'is for %s a program that runs nothing but its archive',
    (platform) => {
      expect(readFuses(get(platform).fuses)).toEqual({
        runAsNode: false,
        cookieEncryption: false,
        nodeOptions: false,
        nodeCliInspect: false,
        embeddedAsarIntegrityValidation: true,
        onlyLoadAppFromAsar: true,
        loadBrowserProcessSpecificV8Snapshot: false,
        grantFileProtocolExtraPrivileges: false,
      });
    },
  );

  it('carry the hash of the archive on macOS and Windows', () => {
    const plist = fs.readFileSync(path.join(get('darwin').resources, '../Info.plist'), 'utf8');
    expect(plist).toMatch(/<key>ElectronAsarIntegrity<\/key>[\s\S]*<string>[0-9a-f]{64}<\/string>/);
    const program = fs.readFileSync(path.join(get('win32').folder, 'Switchboard.exe'));
    expect(program.includes(Buffer.from('ELECTRONASAR', 'utf16le'))).toBe(true);
  });

  it('name the schemes in the property list of macOS: the app’s own, and as one viewer of several sms and tel', () => {
    const plist = fs.readFileSync(path.join(get('darwin').resources, '../Info.plist'), 'utf8');
    const urls = /<key>CFBundleURLTypes<\/key>\s*<array>([\s\S]*?)<\/array>\s*<key>CFBundleVersion/.exec(plist)?.[1];
    expect([...(urls ?? '').matchAll(/<string>([^<]*)<\/string>/g)].map(([, value]) => value)).toEqual([
      ...['Editor', 'Switchboard', 'switchboard'],
      ...['Viewer', 'Text messages', 'sms', 'tel'],
    ]);
  });

  it('hold an icon made for each system', () => {
    const { resources, folder } = { resources: get('darwin').resources, folder: get('win32').folder };
    const icons = inProject('main/hosts/electron/icons');
    expect(fs.readFileSync(path.join(resources, 'icon.icns'))).toEqual(fs.readFileSync(path.join(icons, 'app.icns')));
    // The largest picture of a Windows icon is a PNG, which the program holds as it is.
    const ico = fs.readFileSync(path.join(icons, 'app.ico'));
    const last = 6 + 16 * (ico.readUInt16LE(4) - 1);
    const picture = ico.subarray(ico.readUInt32LE(last + 12));
    expect(fs.readFileSync(path.join(folder, 'Switchboard.exe')).includes(picture)).toBe(true);
  });

  it('hold a program that runs whole on Node: it opens its databases, starts the demo service and answers its chats', async () => {
    const bundle = path.join(parent, 'bundle');
    await extractArchive(path.join(get('linux').resources, 'app.asar'), bundle);
    const data = path.join(parent, 'data');
    const { code, output } = await runQuietly(
      [
        ...[process.execPath, '--import', inProject('test/support/packaging/inert-electron.ts')],
        ...[path.join(bundle, 'dist/main/index.js'), '--demo', '--data', data],
      ],
      { env: { SWITCHBOARD_KEYRING: 'off' }, keep: 100_000, stallMs: 60_000 },
    );
    expect(code, output).toBe(0);
    const page = JSON.parse(/^chats: (.*)$/m.exec(output)?.[1] ?? '') as ChatPage;
    expect(page.rows.map(({ name }) => name)).toContain('Deborah Okonkwo');
    expect(page.total).toBeGreaterThan(30);
    const names = listFiles(data).map((name) => path.basename(name));
    expect(names).toEqual(expect.arrayContaining(['cache.db', 'owned.db']));
  });

  it('hold the updater, which is loaded when it is first needed', async () => {
    const bundle = path.join(parent, 'updater');
    await extractArchive(path.join(get('linux').resources, 'app.asar'), bundle);
    const { code, output } = await runQuietly(
      [
        ...[process.execPath, '--import', inProject('test/support/packaging/inert-electron.ts'), LOADS_THE_UPDATER],
        ...[path.join(bundle, 'dist/main'), '--demo', '--data', path.join(parent, 'updater-data')],
      ],
      { env: { SWITCHBOARD_KEYRING: 'off', APPIMAGE: path.join(parent, 'Switchboard.AppImage') }, stallMs: 60_000 },
    );
    expect(code, output).toBe(0);
    expect(output).toContain('updater: AppImageUpdater');
  });
});
