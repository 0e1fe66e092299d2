import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './red-project.ts';

const sources = ['main', 'shared', 'renderer']
  .flatMap((folder) => fs.readdirSync(path.join(ROOT, folder), { withFileTypes: true, recursive: true }))
  .filter((entry) => entry.isFile() && /\.(ts|svelte)$/.test(entry.name))
  .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));

const listThoseWith = (pattern: RegExp): string[] =>
  sources.filter((file) => pattern.test(fs.readFileSync(path.join(ROOT, file), 'utf8'))).sort();

/** A page that was taken over asks for whatever it likes: what starts something on this computer stays in sight. */
describe('what starts programs', () => {
  it('is the opener of links, the question for the tray of Linux, the helper of the keyring, and the tunnel', () => {
    expect(listThoseWith(/['"](?:node:)?child_process['"]/)).toEqual([
      'main/hosts/browser/browser-host.ts',
      'main/hosts/electron/shell/tray-host.ts',
      'main/platform/keyring.ts',
      'main/webhooks/tunnel/process-group.ts',
    ]);
  });

  it('is in the tunnel only what asks for consent first', () => {
    expect(listThoseWith(/\bstartGroup\b/)).toEqual([
      'main/webhooks/tunnel/command.ts',
      'main/webhooks/tunnel/process-group.ts',
    ]);
  });

  it('is allowed by a file that nothing but the tunnel knows', () => {
    expect(listThoseWith(/tunnel-consents/)).toEqual(['main/webhooks/tunnel/create-tunnels.ts']);
    expect(listThoseWith(/\bProgramConsents\b/)).toEqual([
      'main/webhooks/tunnel/command.ts',
      'main/webhooks/tunnel/consent.ts',
      'main/webhooks/tunnel/create-tunnels.ts',
    ]);
  });

  it('is in Electron only opening a link, never a file or a folder', () => {
    expect(listThoseWith(/\bshell\.\w+\(/)).toEqual([
      'main/hosts/electron/electron-host.ts',
      'main/hosts/electron/lifecycle/running-instance.ts',
    ]);
    expect(listThoseWith(/\b(?:openPath|showItemInFolder|moveItemToTrash)\b/)).toEqual([]);
  });

  it('is the app itself once more only for a start that came while it ended, which no page can ask for', () => {
    expect(listThoseWith(/\brelaunch\b/)).toEqual([
      'main/hosts/electron/electron-api.ts',
      'main/hosts/electron/lifecycle/later-starts.ts',
    ]);
    expect(listThoseWith(/\bLaterStarts\b/)).toEqual([
      'main/hosts/electron/lifecycle/later-starts.ts',
      'main/hosts/electron/lifecycle/start.ts',
    ]);
  });

  it('gets links of a page only from the use case that knows which may be opened', () => {
    expect(listThoseWith(/\bhost\.openLink\(/)).toEqual(['main/services/host/host.ts']);
    expect(listThoseWith(/['"]host\.openLink['"]: async/)).toEqual(['main/services/host/requests.ts']);
  });
});
