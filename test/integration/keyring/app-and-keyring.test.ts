/** The app as a process beside a real keyring that is locked, or that asks somebody who does not answer. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeFolder, spawnApp, type RunningProgram } from '#test/e2e/support/programs.ts';
import { AppOnDemo, toRequestId } from '../app/app-on-demo.ts';
import { WindowClient } from '#test/support/window-client.ts';
import { findObstacle, PrivateDesktop } from './private-desktop.ts';

const obstacle = findObstacle();
const PATIENCE = { timeout: 20_000, interval: 50 };

describe('the app and a keyring', { timeout: 180_000 }, () => {
  let app: AppOnDemo;
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  let desktop: PrivateDesktop;
  const ends: (() => Promise<void>)[] = [];
  const programs: RunningProgram[] = [];

  beforeEach(async ({ skip }) => {
    skip(obstacle !== null, obstacle ?? '');
    app = await AppOnDemo.open();
    ends.push(() => app.dispose());
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

  /** The keyring may answer late, so the session says a moment later how it stands. */
  async function waitForSession(window: WindowClient, expected: object): Promise<void> {
    await vi.waitFor(async () => expect(await window.get('session.get', {})).toMatchObject(expected), PATIENCE);
  }

  /** An account with chats whose key lies in the keyring, and a keyring that has been locked since. */
  async function prepare(options: { readonly isAsking?: boolean } = {}): Promise<void> {
    desktop = await PrivateDesktop.open(options);
    ends.push(() => desktop.dispose());
    await desktop.startKeyring('unlocked');
    const { credentials } = await app.startService();
    const { program, window } = await open();
    const typed = { requestId: toRequestId(), keepsKey: true, ...credentials };
    await window.get('session.signIn', typed);
    await waitForSession(window, { keyring: 'ready', isKeyKept: true });
    await vi.waitFor(async () => expect((await window.get('chats.count', {})).open).toBeGreaterThan(10), PATIENCE);
    await program.stop();
    desktop.lock();
  }

  it('opens without the key when the keyring stays locked, and goes on when it was opened', async () => {
    await prepare();
    const { window } = await open();
    await waitForSession(window, { state: 'signed-in', keyring: 'locked', isKeyKept: true, isKeyMissing: true });
    expect((await window.get('chats.count', {})).open).toBeGreaterThan(10);
    await desktop.stopKeyring();
    await desktop.startKeyring('unlocked');
    await window.get('session.askKeyring', { requestId: toRequestId() });
    await waitForSession(window, { keyring: 'ready', isKeyMissing: false });
    await vi.waitFor(async () => expect((await window.get('sync.getStatus', {})).link).toBe('online'), PATIENCE);
  });

  it('opens while the keyring waits for an answer, and ends all the same', async () => {
    await prepare({ isAsking: true });
    const { program, window } = await open();
    await desktop.waitUntilAsked();
    await waitForSession(window, { state: 'signed-in', keyring: 'silent', isKeyMissing: true });
    expect((await window.get('chats.count', {})).open).toBeGreaterThan(10);
    await program.stop('SIGTERM');
    expect(program.output).not.toContain('cannot');
    // It did not wait until the keyring's own deadline ended the call.
    const log = await readFile(path.join(folder.path, 'logs', 'switchboard.log'), 'utf8');
    expect(log).toContain('keyring');
    expect(log).not.toContain('no answer in time');
  });

  it('signs out with the key left in a locked keyring, says so, and takes it out later', async () => {
    await prepare();
    const { window } = await open();
    await window.get('session.signOut', { requestId: toRequestId() });
    await waitForSession(window, { state: 'key-needed', keyring: 'locked', isKeyKept: true });
    await desktop.stopKeyring();
    await desktop.startKeyring('unlocked');
    await window.get('session.askKeyring', { requestId: toRequestId() });
    await waitForSession(window, { isKeyKept: false });
  });
});
