/**
 * SESSION-4 through the real app: its process, its page's connection, a service and, where this machine has one, a real
 * keyring. The key is looked for in everything that the app writes, says and answers.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeFolder, spawnApp, type RunningProgram } from '#test/e2e/support/programs.ts';
import { AppOnDemo, toRequestId, type RunningService } from '../app/app-on-demo.ts';
import { WindowClient } from '#test/support/window-client.ts';
import { findObstacle, PrivateDesktop } from './private-desktop.ts';

const PHONE = '447700900318';
const PATIENCE = { timeout: 20_000, interval: 50 };

describe('the key leaves no trace', { timeout: 180_000 }, () => {
  let onDemo: AppOnDemo;
  let running: RunningService;
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  let desktop: PrivateDesktop | null = null;
  let frames: string[];
  const programs: RunningProgram[] = [];

  beforeEach(async () => {
    onDemo = await AppOnDemo.open();
    running = await onDemo.startService();
    folder = await makeFolder();
    frames = [];
    desktop = findObstacle() === null ? await PrivateDesktop.open() : null;
    await desktop?.startKeyring('unlocked');
  });
  afterEach(async () => {
    for (const program of programs.splice(0)) await program.stop('SIGKILL');
    await desktop?.dispose();
    await onDemo.dispose();
    await folder.remove();
  });

  async function open(): Promise<{ readonly program: RunningProgram; readonly window: WindowClient }> {
    // Without a keyring of its own the app must not meet the one of whoever runs this.
    const env = desktop?.env ?? { SWITCHBOARD_KEYRING: 'off' };
    const { program, ...start } = spawnApp({ dataFolder: folder.path, env });
    programs.push(program);
    const window = await WindowClient.open(await start.waitForAddress());
    window.onFrame = (text) => void frames.push(text);
    return { program, window };
  }

  const signIn = (window: WindowClient, changes: object = {}) =>
    window.ask('session.signIn', { requestId: toRequestId(), keepsKey: true, ...running.credentials, ...changes });
  /** The keyring may answer late, so the session says a moment later how it stands. */
  async function waitForSession(window: WindowClient, expected: object): Promise<void> {
    await vi.waitFor(async () => expect(await window.get('session.get', {})).toMatchObject(expected), PATIENCE);
  }

  const send = (window: WindowClient, text: string) =>
    window.get('sends.create', { requestId: toRequestId(), phone: PHONE, text, from: null });
  const countSent = (text: string) => running.service.world.outbound.rows.filter((row) => row.text === text).length;

  /** What would give the key away: as it is, as the headers carry it, and as JSON or an address would write it. */
  function listTraces(): readonly string[] {
    const { username, apiKey } = running.credentials;
    return [apiKey, Buffer.from(`${username}:${apiKey}`).toString('base64'), Buffer.from(apiKey).toString('hex')];
  }

  async function findTraces(): Promise<readonly string[]> {
    const found: string[] = [];
    const look = (where: string, bytes: Buffer): void => {
      if (listTraces().some((trace) => bytes.includes(trace))) found.push(where);
    };
    for (const root of [folder.path, ...(desktop === null ? [] : [desktop.folder])]) {
      for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
        const file = path.join(entry.parentPath, entry.name);
        if (entry.isFile()) look(file, await readFile(file));
      }
    }
    for (const program of programs) look('the terminal', Buffer.from(program.output));
    frames.forEach((frame) => look(`a frame: ${frame.slice(0, 200)}`, Buffer.from(frame)));
    return found;
  }

  it('after signing in, sending, refusals, a service in trouble and a crash', async () => {
    const { program, window } = await open();
    expect(await signIn(window, { baseUrl: 'ftp://nowhere.example' })).toMatchObject({ ok: false });
    expect(await signIn(window, { username: 'somebody-else' })).toMatchObject({ ok: false });
    running.service.faults.set([{ kind: 'status', status: 500, times: 1 }]);
    await signIn(window);
    running.service.faults.set([]);
    expect(await signIn(window)).toMatchObject({ ok: true });
    await waitForSession(window, { isKeyKept: desktop !== null });
    await send(window, 'One that arrives');
    await vi.waitFor(() => expect(countSent('One that arrives')).toBe(1), PATIENCE);

    running.service.faults.set([{ kind: 'cut-after', method: 'POST', path: '/messages', times: 1 }]);
    await send(window, 'One whose answer gets lost');
    await vi.waitFor(() => expect(countSent('One whose answer gets lost')).toBe(1), PATIENCE);
    running.service.faults.set([{ kind: 'status', status: 401 }]);
    await window.get('sync.tryNow', {});
    await send(window, 'One that is refused');
    await vi.waitFor(async () => expect((await window.get('sync.getStatus', {})).link).toBe('unauthorized'), PATIENCE);
    expect(await findTraces()).toEqual([]);

    await program.stop('SIGKILL');
    running.service.faults.set([]);
    const again = await open();
    await waitForSession(again.window, { state: 'signed-in', isKeyMissing: desktop === null });
    if (desktop === null) await signIn(again.window);
    await vi.waitFor(() => expect(countSent('One that is refused')).toBe(1), PATIENCE);
    await again.program.stop('SIGTERM');
    expect(frames.length).toBeGreaterThan(10);
    expect(await findTraces()).toEqual([]);
  });

  it('in a bug that has it in its words', async () => {
    const app = await onDemo.openWindow();
    await app.signIn(running.credentials);
    const cause = new Error(`x-tm-key: ${running.credentials.apiKey}`);
    app.app.reportBug('uncaught', new Error(`cannot say ${running.credentials.apiKey}`, { cause }));
    await onDemo.closeApps();
    const log = await readFile(path.join(onDemo.folder, 'logs', 'switchboard.log'), 'utf8');
    expect(log).toContain('cannot say');
    expect(listTraces().filter((trace) => log.includes(trace))).toEqual([]);
  });

  it('and would be seen if it did', async () => {
    frames.push(`{"apiKey":"${running.credentials.apiKey}"}`);
    expect(await findTraces()).toHaveLength(1);
  });
});
