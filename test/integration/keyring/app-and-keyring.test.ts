/** The app as a process beside a real keyring that is locked, or that asks somebody who does not answer. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeFolder, spawnApp, type RunningProgram } from '#test/e2e/support/programs.ts';
import { Stage, toRequestId } from '#test/integration/app/whole-app.ts';
import { WindowClient } from '#test/support/window-client.ts';
import { findObstacle, PrivateDesktop } from './private-desktop.ts';

const obstacle = findObstacle();
const PATIENCE = { timeout: 20_000, interval: 50 };

describe('the app and a keyring', { timeout: 60_000 }, () => {
  let stage: Stage;
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  let desktop: PrivateDesktop;
  const ends: (() => Promise<void>)[] = [];
  const programs: RunningProgram[] = [];

  beforeEach(async ({ skip }) => {
    skip(obstacle !== null, obstacle ?? '');
    stage = await Stage.open();
    ends.push(() => stage.dispose());
    folder = await makeFolder();
    ends.push(() => folder.remove());
  });
  afterEach(async () => {
    for (const program of programs.splice(0)) await program.stop('SIGKILL');
    for (const end of ends.splice(0).reverse()) await end();
  });

  async function open() {
    const { program, ...start } = spawnApp({ dataFolder: folder.path, env: desktop.env });
    programs.push(program);
    return { program, window: await WindowClient.open(await start.waitForAddress()) };
  }

  /** An account with chats whose key lies in the keyring, and a keyring that has been locked since. */
  async function prepare(options: { readonly isAsking?: boolean } = {}): Promise<void> {
    desktop = await PrivateDesktop.open(options);
    ends.push(() => desktop.dispose());
    await desktop.startKeyring('unlocked');
    const { credentials } = await stage.startService();
    const { program, window } = await open();
    const typed = { requestId: toRequestId(), keepsKey: true, ...credentials };
    expect(await window.get('session.signIn', typed)).toMatchObject({ keyring: 'ready', isKeyKept: true });
    await vi.waitFor(async () => expect((await window.get('chats.count', {})).open).toBeGreaterThan(10), PATIENCE);
    await program.stop();
    desktop.lock();
  }

  it('opens without the key when the keyring stays locked, and goes on when it was opened', async () => {
    await prepare();
    const { window } = await open();
    expect(await window.get('session.get', {})).toMatchObject({
      state: 'signed-in',
      keyring: 'locked',
      isKeyKept: true,
      isKeyMissing: true,
    });
    expect((await window.get('chats.count', {})).open).toBeGreaterThan(10);
    await desktop.stopKeyring();
    await desktop.startKeyring('unlocked');
    expect(await window.get('session.askKeyring', { requestId: toRequestId() })).toMatchObject({
      keyring: 'ready',
      isKeyMissing: false,
    });
    await vi.waitFor(async () => expect((await window.get('sync.getStatus', {})).link).toBe('online'), PATIENCE);
  });

  it('opens while the keyring waits for an answer, and ends at once all the same', async () => {
    await prepare({ isAsking: true });
    const { program, window } = await open();
    await desktop.waitUntilAsked();
    expect(await window.get('session.get', {})).toMatchObject({
      state: 'signed-in',
      keyring: 'silent',
      isKeyMissing: true,
    });
    expect((await window.get('chats.count', {})).open).toBeGreaterThan(10);
    const began = performance.now();
    await program.stop('SIGTERM');
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(program.output).not.toContain('cannot');
  });

  it('signs out with the key left in a locked keyring, says so, and takes it out later', async () => {
    await prepare();
    const { window } = await open();
    const act = { requestId: toRequestId() };
    expect(await window.get('session.signOut', act)).toMatchObject({
      state: 'key-needed',
      keyring: 'locked',
      isKeyKept: true,
    });
    await desktop.stopKeyring();
    await desktop.startKeyring('unlocked');
    expect(await window.get('session.askKeyring', { requestId: toRequestId() })).toMatchObject({ isKeyKept: false });
  });
});
