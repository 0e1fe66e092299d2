/** The keyring port against a real gnome-keyring on a bus of its own: KEYRING-1 … 4. */
import { readFileSync } from 'node:fs';
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forkKeyringHelper, toKeyringHelperUrl } from '#main/platform/keyring.ts';
import { Keyring, type StartKeyringHelper } from '#main/platform/keyring.ts';
import { toNodeCommand } from '#main/start/node-args.mjs';
import { until } from '#test/support/until.ts';
import { findObstacle, PrivateDesktop } from './private-desktop.ts';

const obstacle = findObstacle();
const ACCOUNT = 'ada https://rest.example.test';
const SECRET = 'recognisable-key-8c1f';

describe('the keyring', { timeout: 180_000 }, () => {
  const desktops: PrivateDesktop[] = [];
  const keyrings: Keyring[] = [];

  beforeEach(({ skip }) => skip(obstacle !== null, obstacle ?? ''));
  afterEach(async () => {
    vi.unstubAllEnvs();
    for (const keyring of keyrings.splice(0)) keyring.dispose();
    for (const desktop of desktops.splice(0)) await desktop.dispose();
  });

  /** From here on this process lives on that desktop. */
  function enter(desktop: PrivateDesktop): PrivateDesktop {
    desktops.push(desktop);
    for (const [name, value] of Object.entries(desktop.env)) vi.stubEnv(name, value);
    return desktop;
  }

  function open(options: { readonly patienceMs?: number } = {}): Keyring {
    const keyring = new Keyring({ startHelper: forkKeyringHelper, ...options });
    keyrings.push(keyring);
    return keyring;
  }

  async function openUnlocked(options = {}): Promise<PrivateDesktop> {
    const desktop = enter(await PrivateDesktop.open(options));
    await desktop.startKeyring('unlocked');
    return desktop;
  }

  it('KEYRING-1: unlocked keeps, finds and removes a secret', async () => {
    await openUnlocked();
    const keyring = open();
    expect(await keyring.find(ACCOUNT, false)).toEqual({ state: 'ready', secret: null });
    expect(await keyring.save(ACCOUNT, SECRET)).toEqual({ state: 'ready', secret: null });
    expect(await keyring.find(ACCOUNT, true)).toEqual({ state: 'ready', secret: SECRET });
    expect(await open().find(ACCOUNT, true)).toEqual({ state: 'ready', secret: SECRET });
    expect(await keyring.save(ACCOUNT, 'ключ-مفتاح-🔑')).toMatchObject({ state: 'ready' });
    expect(await keyring.find(ACCOUNT, true)).toEqual({ state: 'ready', secret: 'ключ-مفتاح-🔑' });
    expect(await keyring.remove(ACCOUNT, true)).toMatchObject({ state: 'ready' });
    expect(await keyring.find(ACCOUNT, false)).toEqual({ state: 'ready', secret: null });
    expect(await keyring.remove(ACCOUNT, false)).toMatchObject({ state: 'ready' });
  });

  it('KEYRING-1: locked says so to all three, and works again once it is open', async () => {
    const desktop = await openUnlocked();
    const keyring = open();
    await keyring.save(ACCOUNT, SECRET);
    desktop.lock();
    expect(await keyring.find(ACCOUNT, true)).toMatchObject({ state: 'locked' });
    expect(await keyring.save(ACCOUNT, 'another')).toMatchObject({ state: 'locked' });
    expect(await keyring.remove(ACCOUNT, true)).toMatchObject({ state: 'locked' });
    await desktop.stopKeyring();
    await desktop.startKeyring('unlocked');
    expect(await keyring.find(ACCOUNT, true)).toEqual({ state: 'ready', secret: SECRET });
  });

  it('KEYRING-1: locked from the start, as after an automatic login', async () => {
    const desktop = await openUnlocked();
    await open().save(ACCOUNT, SECRET);
    await desktop.stopKeyring();
    await desktop.startKeyring('locked');
    expect(await open().find(ACCOUNT, true)).toMatchObject({ state: 'locked' });
  });

  it('KEYRING-1: absent without a session bus', async () => {
    enter(await PrivateDesktop.open());
    vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', undefined);
    vi.stubEnv('DISPLAY', undefined);
    vi.stubEnv('XDG_RUNTIME_DIR', '/nonexistent');
    const keyring = open();
    expect(await keyring.find(ACCOUNT, false)).toMatchObject({ state: 'absent' });
    expect(await keyring.save(ACCOUNT, SECRET)).toMatchObject({ state: 'absent' });
    expect(await keyring.remove(ACCOUNT, true)).toMatchObject({ state: 'absent' });
  });

  it('KEYRING-1: absent where the address of the bus leads nowhere', async () => {
    enter(await PrivateDesktop.open());
    vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', 'unix:path=/nonexistent/bus');
    expect(await open().find(ACCOUNT, false)).toMatchObject({ state: 'absent' });
  });

  it('KEYRING-1: absent where nobody on the bus keeps secrets', async () => {
    enter(await PrivateDesktop.open());
    expect(await open().find(ACCOUNT, false)).toMatchObject({ state: 'absent' });
    expect(await open().save(ACCOUNT, SECRET)).toMatchObject({ state: 'absent' });
  });

  it('KEYRING-2: silent at once for every other call while a question stays unanswered', async () => {
    const desktop = await openUnlocked({ isAsking: true });
    const keyring = open({ patienceMs: 300 });
    await keyring.save(ACCOUNT, SECRET);
    desktop.lock();
    const first = keyring.find(ACCOUNT, true);
    const refused = { state: 'silent', detail: 'an earlier question is open' };
    expect(await keyring.save(ACCOUNT, 'another')).toEqual(refused);
    expect(await keyring.find(ACCOUNT, true)).toEqual(refused);
    keyring.dispose();
    expect(await first).toEqual({ state: 'silent', detail: 'the app is ending' });
  });

  it('KEYRING-1: the question goes with the call, so that the next one is answered', async () => {
    const desktop = await openUnlocked({ isAsking: true });
    const first = open();
    await first.save(ACCOUNT, SECRET);
    desktop.lock();
    const asked = first.find(ACCOUNT, true);
    await desktop.waitUntilAsked();
    first.dispose();
    expect(await asked).toMatchObject({ state: 'silent' });
    await until(() => expect(listChildren()).toEqual([]));
    await desktop.stopKeyring();
    await desktop.startKeyring('unlocked');
    expect(await open().find(ACCOUNT, true)).toEqual({ state: 'ready', secret: SECRET });
  });

  it('KEYRING-3: the secret is in no argument and no environment of the helper', async () => {
    await openUnlocked();
    const seen: string[] = [];
    const watching: StartKeyringHelper = (task, told) => {
      const helper = forkKeyringHelper(task, told);
      for (const pid of listChildren()) {
        seen.push(readFileSync(`/proc/${pid}/cmdline`, 'utf8'), readFileSync(`/proc/${pid}/environ`, 'utf8'));
      }
      return helper;
    };
    const keyring = new Keyring({ startHelper: watching });
    keyrings.push(keyring);
    await keyring.save(ACCOUNT, SECRET);
    expect(seen.join('\n')).toContain('keyring-helper');
    expect(seen.join('\n')).not.toContain(SECRET);
  });

  it('KEYRING-4: a helper behind a question ends with the app that was killed', async () => {
    const desktop = await openUnlocked({ isAsking: true });
    await open().save(ACCOUNT, SECRET);
    desktop.lock();
    const helper = fork(fileURLToPath(toKeyringHelperUrl()), [], { execArgv: [] });
    helper.send({ act: 'find', account: ACCOUNT, isExpected: true });
    await desktop.waitUntilAsked();
    expect(helper.exitCode).toBeNull();
    helper.disconnect();
    const [, signal] = (await once(helper, 'exit')) as [number | null, string | null];
    expect(signal).toBe('SIGKILL');
  });

  it('KEYRING-4: a process ends while a call hangs', async () => {
    const desktop = await openUnlocked({ isAsking: true });
    await open().save(ACCOUNT, SECRET);
    desktop.lock();
    const [node = '', ...args] = toNodeCommand(fileURLToPath(new URL('./asks-and-ends.ts', import.meta.url)));
    const child = spawn(node, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    await desktop.waitUntilAsked();
    child.kill('SIGTERM');
    const [code] = (await once(child, 'exit')) as [number | null];
    expect(code).toBe(0);
  });

  function listChildren(): readonly string[] {
    return readFileSync(`/proc/self/task/${String(process.pid)}/children`, 'utf8')
      .split(' ')
      .filter((pid) => pid !== '' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('keyring-helper'));
  }
});
