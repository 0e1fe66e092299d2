/** What the packages of Linux would be made of: electron-builder tells it before it calls the programs that make them. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Arch, build, Platform } from 'electron-builder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureMain, ensureRenderer } from '#main/start/build.mjs';
import { inProject } from '#main/start/paths.mjs';
import { createStandIn } from '#test/support/packaging/stand-in.ts';

const parent = fs.mkdtempSync(path.join(os.tmpdir(), 'switchboard-entries-'));

/** What electron-builder computes for this kind of package, and the texts of the files that it wrote for it. */
interface Computed {
  readonly values: readonly string[];
  readonly desktop: string;
  readonly afterInstall: string;
}

const KINDS = ['deb', 'rpm', 'AppImage'] as const;
type Kind = (typeof KINDS)[number];

async function compute(kind: Kind): Promise<Computed> {
  let found: Computed | null = null;
  await build({
    projectDir: inProject(),
    publish: 'never',
    targets: Platform.LINUX.createTarget(kind, Arch.x64),
    config: {
      extends: inProject('electron-builder.yml'),
      electronDist: createStandIn(path.join(parent, kind)),
      directories: { output: path.join(parent, kind) },
    },
    effectiveOptionComputed(told: unknown) {
      found = read(told);
      return Promise.resolve(true);
    },
  });
  if (found === null) throw new Error(`electron-builder told nothing of ${kind}`);
  return found;
}

function read(told: unknown): Computed {
  if (!Array.isArray(told)) return { values: [], desktop: (told as { desktop: string }).desktop, afterInstall: '' };
  const [values, file] = told as [string[], string];
  const script = values[values.indexOf('--after-install') + 1] ?? '';
  return { values, desktop: fs.readFileSync(file, 'utf8'), afterInstall: fs.readFileSync(script, 'utf8') };
}

const computed = new Map<Kind, Computed>();

function get(kind: Kind): Computed {
  const found = computed.get(kind);
  if (found === undefined) throw new Error(`${kind} was not computed`);
  return found;
}

const DESKTOP_NAME = 'switchboard.desktop';

describe.skipIf(process.platform !== 'linux')('the packages of Linux', () => {
  beforeAll(async () => {
    await ensureRenderer();
    await ensureMain();
    for (const kind of KINDS) computed.set(kind, await compute(kind));
  }, 180_000);
  afterAll(() => {
    fs.rmSync(parent, { recursive: true, force: true });
  });

  it.each(['deb', 'rpm'] as const)('as %s install an entry that opens links and starts a new message', (kind) => {
    const { values, desktop } = get(kind);
    expect(desktop.trim().split('\n')).toEqual([
      '[Desktop Entry]',
      'Name=Switchboard',
      'Exec=/opt/Switchboard/switchboard %U',
      'Terminal=false',
      'Type=Application',
      'Icon=switchboard',
      'StartupWMClass=switchboard',
      'Keywords=SMS;text;message;chat;',
      'Actions=new-message;',
      'Comment=Desktop inbox for business text messages',
      'MimeType=x-scheme-handler/switchboard;x-scheme-handler/sms;x-scheme-handler/tel;',
      'Categories=Network;InstantMessaging;',
      '',
      '[Desktop Action new-message]',
      'Name=New message',
      'Exec=/opt/Switchboard/switchboard switchboard:new',
    ]);
    // Electron tells the desktop this name as the one of its windows.
    const manifest = JSON.parse(fs.readFileSync(inProject('package.json'), 'utf8')) as { desktopName: string };
    expect(manifest.desktopName).toBe(DESKTOP_NAME);
    expect(values.at(-1)).toMatch(new RegExp(`=/usr/share/applications/${DESKTOP_NAME}$`));
  });

  it.each(['deb', 'rpm'] as const)('as %s install the icon at every size, and as a drawing', (kind) => {
    const { values } = get(kind);
    const icons = values.flatMap((value) => /=\/usr\/share\/icons\/hicolor\/(.*)$/.exec(value)?.[1] ?? []);
    const sizes = [16, 24, 32, 48, 64, 96, 128, 256, 512].map((size) => `${size}x${size}/apps/switchboard.png`);
    expect(icons).toEqual(['scalable/apps/switchboard.svg', ...sizes]);
  });

  it.each(['deb', 'rpm'] as const)('as %s allow the sandbox where user namespaces are restricted', (kind) => {
    const { afterInstall } = get(kind);
    expect(afterInstall).toContain(`chmod 4755 '/opt/Switchboard/chrome-sandbox'`);
    expect(afterInstall).toContain(`APPARMOR_PROFILE_TARGET='/etc/apparmor.d/switchboard'`);
    const profile = fs.readFileSync(path.join(parent, kind, 'linux-unpacked/resources/apparmor-profile'), 'utf8');
    expect(profile).toMatch(
      /profile "switchboard" "\/opt\/Switchboard\/switchboard" flags=\(unconfined\) \{\s+userns,/,
    );
  });

  it('as AppImage keep the sandbox of the pages', () => {
    const { desktop } = get('AppImage');
    expect(desktop).toContain('\nExec=AppRun %U\n');
    expect(desktop).toContain('\nMimeType=x-scheme-handler/switchboard;x-scheme-handler/sms;x-scheme-handler/tel;\n');
  });
});
