/** The ssh library as it is packed: in the bundle, without its native parts and with no package beside it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inProject } from '#main/start/paths.mjs';
import { runQuietly } from '#main/start/run.mjs';
import { findFreePort, findSshObstacle, PrivateSshd } from './private-sshd.ts';
import { TunnelsToServer } from './tunnels-to-server.ts';

const ENTRY = fileURLToPath(new URL('./opens-a-tunnel.ts', import.meta.url));
const obstacle = findSshObstacle();

describe('a tunnel by ssh in bundled code', () => {
  let out: string;
  let sshd: PrivateSshd;
  let setup: TunnelsToServer;

  beforeAll(async () => {
    out = await mkdtemp(path.join(tmpdir(), 'sb-bundle-'));
    await build({
      ...{ configFile: inProject('vite.main.config.ts'), root: inProject(), logLevel: 'error', mode: 'modules' },
      build: { outDir: out, emptyOutDir: true, rolldownOptions: { input: { entry: ENTRY } } },
    });
    await writeFile(path.join(out, 'package.json'), '{"type":"module"}');
    setup = await TunnelsToServer.open();
    if (obstacle === null) sshd = await PrivateSshd.open();
  }, 180_000);
  afterAll(async () => {
    await setup.dispose();
    if (obstacle === null) await sshd.dispose();
    await rm(out, { recursive: true, force: true });
  });

  it('forwards, from a folder with no packages', async ({ skip }) => {
    if (obstacle !== null) skip(obstacle);
    const choice = sshd.toChoice({ remotePort: await findFreePort() });
    const wish = { choice, port: setup.port, isLocalService: true, trustedFingerprint: sshd.fingerprint };
    const argument = JSON.stringify({ ...wish, folder: setup.folder });
    const { code, output } = await runQuietly([process.execPath, path.join(out, 'entry.js'), argument]);
    expect(code, output).toBe(0);
    expect(JSON.parse(output)).toEqual({ state: 'up', fault: null, answer: 'got 6' });
    expect(setup.arrived).toEqual(['packed']);
  });
});
